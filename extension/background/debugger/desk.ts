/**
 * Who is attached where. A tab is attached by the first call that needs it and let go when the last Thread that used it comes to
 * the end of its Turn, or when nothing was asked of it for a while. What a dead worker left attached, the next one lets go of first.
 */

import type { Params, Protocol } from "./chrome-debugger.ts";
import type { Metrics } from "./protocol.ts";
import { Book } from "./refs.ts";
import { ofCommand, Snagged } from "./snag.ts";

/** How long a tab stays attached that nobody asks anything of. */
const IDLE_MS = 30_000;
/** How long one command may take. */
const COMMAND_MS = 8_000;

/** A page is laid out when it has the same height so many times in a row, looked at this often. */
const LAYOUT_SAME = 4;
const LAYOUT_TRIES = 16;
const LAYOUT_MS = 60;

/** A frame that has a session of its own. */
export interface Child {
  readonly frame: string;
  readonly session: string;
  /** The session that its owner is in. */
  readonly parent: string | undefined;
}

interface Seat {
  /** One order at a time: the end of the one before. */
  line: Promise<unknown>;
  attached: boolean;
  lost: string | null;
  readonly holders: Set<string>;
  children: Child[];
  /** What a drag carries, once the page has begun one. */
  dragged: unknown;
  /** Dialogs that were dismissed since they were told of last. */
  dialogs: string[];
  /** Counts the orders: an idle clock that finds another number has nothing to do. */
  orders: number;
  readonly book: Book;
}

export class Desk {
  readonly #protocol: Protocol;
  readonly #seats = new Map<number, Seat>();
  readonly #ready: Promise<unknown>;

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
    protocol.listen({
      heard: (tab, session, method, params) => this.#heard(tab, session, method, params),
      lost: (tab, why) => this.#lost(tab, why),
    });
    // Others' attachments are not ours to end, and Chrome refuses.
    this.#ready = protocol.attached().then((tabs) => Promise.allSettled(tabs.map((tab) => protocol.detach(tab))), () => undefined);
  }

  /** Does something in a tab that is attached, when those before are done. */
  async within<T>(tab: number, thread: string | undefined, use: (sitting: Sitting) => Promise<T>): Promise<T> {
    await this.#ready;
    const seat = this.#seat(tab);
    const turn = seat.line.then(async () => {
      seat.orders += 1;
      if (thread !== undefined) seat.holders.add(thread);
      try {
        return await use(await this.#sit(tab, seat));
      } finally {
        void this.#whenIdle(tab, seat, seat.orders);
      }
    });
    seat.line = turn.catch(() => undefined);
    return turn;
  }

  /** The Thread's Turn has ended. */
  letGo(thread: string): void {
    for (const [tab, seat] of this.#seats) {
      if (seat.holders.delete(thread) && seat.holders.size === 0) void this.#leave(tab, seat, () => seat.holders.size === 0);
    }
  }

  #seat(tab: number): Seat {
    let seat = this.#seats.get(tab);
    if (!seat) {
      seat = { line: Promise.resolve(), attached: false, lost: null, holders: new Set(), children: [], dragged: null, dialogs: [], orders: 0, book: new Book() };
      this.#seats.set(tab, seat);
    }
    return seat;
  }

  async #sit(tab: number, seat: Seat): Promise<Sitting> {
    const sitting = new Sitting(this.#protocol, tab, seat);
    if (!seat.attached) {
      try {
        await this.#protocol.attach(tab);
      } catch (error) {
        throw new Snagged({ is: "refused", why: messageOf(error) });
      }
      seat.attached = true;
      seat.lost = null;
      seat.children = [];
      await sitting.send("Page.enable");
      await sitting.untilLaidOut();
    }
    await sitting.findFrames();
    return sitting;
  }

  async #whenIdle(tab: number, seat: Seat, orders: number): Promise<void> {
    await this.#protocol.sleep(IDLE_MS);
    await this.#leave(tab, seat, () => seat.orders === orders);
  }

  async #leave(tab: number, seat: Seat, isStillSo: () => boolean): Promise<void> {
    await seat.line;
    if (!seat.attached || !isStillSo()) return;
    seat.attached = false;
    seat.children = [];
    // A tab that is closed has nothing to let go of.
    await this.#protocol.detach(tab).catch(() => undefined);
  }

  #heard(tab: number, session: string | undefined, method: string, params: Params): void {
    const seat = this.#seats.get(tab);
    if (!seat) return;
    switch (method) {
      case "Target.attachedToTarget": {
        const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: { targetId: string; type: string } };
        if (targetInfo.type !== "iframe") return;
        seat.children = [...seat.children.filter(({ frame }) => frame !== targetInfo.targetId), { frame: targetInfo.targetId, session: sessionId, parent: session }];
        return;
      }
      case "Target.detachedFromTarget":
        seat.children = seat.children.filter((child) => child.session !== params.sessionId);
        return;
      case "Input.dragIntercepted":
        seat.dragged = params.data;
        return;
      case "Page.javascriptDialogOpening":
        seat.dialogs.push(`${String(params.type)} "${String(params.message).slice(0, 500)}"`);
        // Nothing else in the tab is answered until it is closed; the person may have done that.
        void this.#protocol.send(tab, session, "Page.handleJavaScriptDialog", { accept: false }).catch(() => undefined);
    }
  }

  #lost(tab: number, why: string): void {
    const seat = this.#seats.get(tab);
    if (!seat) return;
    seat.attached = false;
    seat.lost = why;
    seat.children = [];
  }
}

/** An attached tab, for the time of one order. */
export class Sitting {
  readonly #protocol: Protocol;
  readonly #tab: number;
  readonly #seat: Seat;

  constructor(protocol: Protocol, tab: number, seat: Seat) {
    this.#protocol = protocol;
    this.#tab = tab;
    this.#seat = seat;
  }

  get book(): Book {
    return this.#seat.book;
  }

  get children(): readonly Child[] {
    return this.#seat.children;
  }

  /** What the page has begun to drag, once. */
  dragged(): unknown {
    const { dragged } = this.#seat;
    this.#seat.dragged = null;
    return dragged;
  }

  /** Dialogs that came since the last time. */
  dialogs(): string[] {
    return this.#seat.dialogs.splice(0);
  }

  sleep(ms: number): Promise<void> {
    return this.#protocol.sleep(ms);
  }

  async send<T = unknown>(method: string, params: Params = {}, session?: string): Promise<T> {
    if (this.#seat.lost !== null) throw new Snagged({ is: "lost", why: this.#seat.lost });
    const late = this.#protocol.sleep(COMMAND_MS).then(() => {
      throw new Snagged({ is: "late" });
    });
    const sent = this.#protocol.send(this.#tab, session, method, params).catch((error: unknown) => {
      throw new Snagged(ofCommand(messageOf(error)));
    });
    return (await Promise.race([sent, late])) as T;
  }

  /** The same; null where the command fails because what it asks about is not there any more. */
  async sendIfThere<T = unknown>(method: string, params: Params, session?: string): Promise<T | null> {
    try {
      return await this.send<T>(method, params, session);
    } catch (error) {
      if (error instanceof Snagged && error.snag.is === "command") return null;
      throw error;
    }
  }

  /** Chrome shows a bar while a tab is debugged, and the page below it becomes lower: places count from when it has. */
  async untilLaidOut(): Promise<void> {
    let same = 0;
    for (let [tries, height] = [0, -1]; tries < LAYOUT_TRIES && same < LAYOUT_SAME; tries += 1) {
      const metrics = await this.send<Partial<Metrics>>("Page.getLayoutMetrics");
      const now = metrics.cssVisualViewport?.clientHeight ?? 0;
      same = now === height ? same + 1 : 0;
      height = now;
      await this.sleep(LAYOUT_MS);
    }
  }

  /** Frames come and go while nobody sits here. Those within frames are told of once the session of their parent is asked. */
  async findFrames(): Promise<void> {
    await this.send("Target.setAutoAttach", AUTO_ATTACH);
    const asked = new Set<string>();
    for (;;) {
      // An event that was sent before an answer is heard by now, or as soon as others had their turn.
      await this.#protocol.sleep(0);
      const next = this.#seat.children.find(({ session }) => !asked.has(session));
      if (!next) return;
      asked.add(next.session);
      await this.sendIfThere("Target.setAutoAttach", AUTO_ATTACH, next.session);
    }
  }
}

const AUTO_ATTACH: Params = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{ type: "iframe", exclude: false }] };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
