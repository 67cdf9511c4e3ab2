/**
 * Where everything of the panel meets: the state and what may be done with it. Commands go out through the link, events
 * come in through `reduce`; components read signals and call the methods here, and know nothing else.
 */

import { computed, signal } from "@preact/signals";
import type {
  Answer, Approval, CommandBody, Event, Interaction, MemoryId, NodeId, Resolution, Response, SubmissionId, TabRef, ThreadId,
  TurnId,
} from "../../wire/wire";
import { Tray } from "../attach/tray";
import { ChatsDesk } from "../chats/chats-desk";
import { type Halt, haltIn } from "../card/limit";
import { Family } from "../family/family";
import { approvalsIn, interactionsIn, type Loss } from "../family/reduce-family";
import type { Browser } from "../link/browser";
import { type Drafts, giveBack } from "../link/drafts";
import { randomId } from "../link/ids";
import type { Answer as Answered, Link, LinkStatus } from "../link/link";
import { Mode } from "../mode/mode";
import { tongueOf } from "../words/speech";
import { speechIn } from "../words/tongues";
import { announce, Sentences } from "./announce";
import { coalesce, Frames } from "./batch";
import { Branches, editKey } from "./branches";
import { type PanelEvent, reduce } from "./reduce";
import { canReroute, instead, isMessage, messageBody, type Way, wayOf } from "./reroute";
import { type Complaint, initialState, liveRun, type OpenThread, type PanelState, type PendingMessage, type Remark } from "./state";
import { Waiting } from "./waiting";

const OPEN = "open";
const NEW_DRAFT = "new";

export class Desk {
  readonly state;
  readonly status = signal<LinkStatus>("ready");
  readonly tab = signal<TabRef | null>(null);
  readonly draft = signal("");
  readonly polite = signal("");
  readonly urgent = signal("");

  readonly settings;
  readonly thread;
  readonly turns;
  readonly run;
  readonly live;
  readonly approvals;
  readonly interactions;
  /** At a limit, or because the window is full. */
  readonly pause;
  readonly plan;
  readonly forgotten;
  readonly sent;
  readonly speech;
  /** What Enter does. */
  readonly way;
  readonly branches;
  readonly waiting;
  readonly family;
  readonly chats;
  /** The files that go with the next message. */
  readonly tray;
  /** What the next message does otherwise than the settings say. */
  readonly mode;

  private link: Link | null = null;
  private readonly frames = new Frames<Event | PanelEvent>((batch) => this.draw(batch));
  private readonly sentences = new Sentences();
  private sending: Promise<void> = Promise.resolve();

  constructor(
    readonly browser: Browser,
    private readonly drafts: Drafts,
    open: OpenThread,
  ) {
    this.state = signal<PanelState>(initialState(open));
    this.settings = computed(() => this.state.value.settings);
    this.thread = computed(() => this.state.value.thread);
    this.turns = computed(() => this.thread.value?.turns ?? []);
    this.run = computed(() => this.thread.value?.run ?? null);
    this.live = computed(() => liveRun(this.state.value));
    this.approvals = computed(() => approvalsIn(this.state.value));
    this.interactions = computed(() => interactionsIn(this.state.value));
    this.pause = computed(() => haltIn(this.state.value));
    this.plan = computed(() => this.thread.value?.plan ?? null);
    this.forgotten = computed(() => this.state.value.forgotten);
    this.way = computed(() => wayOf(this.thread.value));
    this.sent = computed(() => this.state.value.sent);
    const tongue = computed(() => tongueOf(this.settings.value.language, browser.uiLanguage()));
    this.speech = computed(() => speechIn(tongue.value));
    this.draft.value = drafts.of(this.draftKey());
    const send = (body: CommandBody) => this.send(body);
    const remark = (about: Remark["about"]) => this.remark(about);
    this.mode = new Mode({
      chat: () => this.draftKey(),
      kept: (what) => this.keptFor(what),
      keep: (what, text) => this.keep(what, text),
    });
    this.branches = new Branches({ state: this.state, tab: this.tab, mode: this.mode, send, remark });
    this.waiting = new Waiting({ state: this.state, send });
    this.family = new Family({ state: this.state, send });
    const ask = (body: CommandBody) => this.ask(body);
    this.chats = new ChatsDesk({
      state: this.state, speech: this.speech, shelf: browser.local, send, ask,
      open: (thread) => this.openThread(thread),
      whisper: (text) => this.whisper(text),
    });
    this.tray = new Tray({
      shelf: browser.local, ask,
      prepare: (thread) => this.prepare(thread),
      whisper: (text) => this.whisper(text),
      words: {
        nameless: () => this.speech.value.say("files.nameless"),
        stored: (name) => this.speech.value.say("files.stored", { name }),
      },
    });
  }

  /** Events may come from the first moment after this. */
  attach(link: Link): void {
    this.link = link;
    link.start();
  }

  receive(event: Event): void {
    this.frames.push(event);
    // The outbox has let go of what was refused: its text must be somewhere else before anything else happens.
    if (event.type === "command.rejected") this.frames.flush();
  }

  subscription(): ThreadId | null {
    this.frames.flush();
    const { open } = this.state.value;
    return open.is === "stored" ? open.id : null;
  }

  /** A Thread whose creation was still in the outbox could not be subscribed to in the handshake. */
  ready(subscribed: ThreadId | null): void {
    const wanted = this.subscription();
    const isAsked = [...this.sent.value.values()].some((body) => body.type === "thread.subscribe" && body.thread === wanted);
    if (wanted !== null && wanted !== subscribed && !isAsked) this.send({ type: "thread.subscribe", thread: wanted });
  }

  isExpecting(): boolean {
    return this.live.value !== null;
  }

  // What the person does.

  write(text: string): void {
    this.draft.value = text;
    this.drafts.write(this.draftKey(), text);
    if (this.state.value.complaint !== null) this.happen({ type: "panel.complaint_read" });
  }

  /** Enter: joins the running task, else starts one. */
  submit(text: string): void {
    this.message(text, this.way.value);
  }

  enqueue(text: string): void {
    this.message(text, "queue");
  }

  private message(text: string, way: Way): void {
    const { open } = this.state.value;
    if (!this.tray.mayGo(open.id, text) || text.trim() === "") return;
    // Which task and which page are meant is settled by the moment of sending; two messages never overtake each other.
    const live = this.live.value;
    const mode = this.mode.carried(this.draftKey());
    const tab = this.browser.tabInFront().catch(() => null);
    if (this.draft.value === text) this.clearDraft();
    this.sending = this.sending.then(async () => {
      const page = await tab;
      const attachments = await this.tray.take(open.id);
      this.prepare(open.id);
      this.send(messageBody(way, { thread: open.id, text, tab: page, attachments, live: live?.turn ?? null, mode }));
    });
  }

  /** Makes the Thread if nobody but this panel knows it yet. */
  prepare(thread: ThreadId): void {
    if (!this.isNew(thread)) return;
    // What is typed already is this chat's from now on, and not the next new one's.
    this.drafts.write(NEW_DRAFT, "");
    this.mode.settle(thread);
    this.send({ type: "thread.create", thread });
    this.send({ type: "thread.subscribe", thread });
    void this.browser.session.put(OPEN, thread);
    this.drafts.write(thread, this.draft.value);
  }

  interrupt(): void {
    const live = this.live.value;
    const thread = this.state.value.open.id;
    if (live !== null) this.send({ type: "turn.interrupt", thread, turn: live.turn });
  }

  answer(approval: Approval, answer: Answer): void {
    this.send({ type: "approval.respond", thread: approval.thread, approval: approval.id, digest: approval.digest, answer });
  }

  /** An answer, a skip, or going on before the time. */
  respond(interaction: Interaction, response: Response): void {
    this.send({ type: "interaction.respond", thread: interaction.thread, interaction: interaction.id, response });
  }

  /** Text that belongs to something else than the composer, kept as drafts are. */
  keptFor(what: string): string {
    return this.drafts.of(what);
  }

  keep(what: string, text: string): void {
    this.drafts.write(what, text);
  }

  show(approval: Approval): void {
    this.send({ type: "approval.show", thread: approval.thread, approval: approval.id });
  }

  resolve({ thread, run }: Loss, resolution: Resolution): void {
    const call = run.uncertain ?? null;
    if (call === null) return;
    this.send({ type: "run.resolve_uncertain", thread, turn: run.turn, call, resolution });
  }

  resume(turn: TurnId): void {
    this.send({ type: "run.resume", thread: this.state.value.open.id, turn });
  }

  /** The Turn stays paused, and no card asks about it any more, here or on another screen. */
  leavePaused({ turn }: Halt["pause"]): void {
    this.send({ type: "run.leave", thread: this.state.value.open.id, turn });
  }

  /** On from here in a chat whose model has room. */
  carryOver(): void {
    const last = this.turns.value.at(-1)?.items.at(-1);
    if (last !== undefined) this.branches.carryOver(last.id);
  }

  forget(memory: MemoryId): void {
    this.send({ type: "memory.delete", memory });
  }

  /** What has changed since the running task was told last joins it. */
  refresh(): void {
    const thread = this.state.value.open.id;
    const page = this.browser.tabInFront().catch(() => null);
    void page.then((tab) => this.send({ type: "context.refresh", thread, ...(tab === null ? {} : { tab }) }));
  }

  /** To a passage of the chat that is open. */
  goTo(node: NodeId): void {
    this.chats.seek(this.state.value.open.id, node);
  }

  openThread(thread: ThreadId): void {
    if (thread === this.state.value.open.id) return;
    this.look({ id: thread, is: "stored" });
    this.send({ type: "thread.subscribe", thread });
    void this.browser.session.put(OPEN, thread);
  }

  newThread(): void {
    if (this.state.value.open.is === "new") return;
    this.look({ id: randomId("t"), is: "new" });
    void this.browser.session.drop(OPEN);
  }

  readComplaint(): void {
    this.happen({ type: "panel.complaint_read" });
  }

  readRemark(): void {
    this.happen({ type: "panel.remarked", remark: null });
  }

  readNotice(index: number): void {
    this.happen({ type: "panel.notice_read", index });
  }

  reload(): void {
    this.drafts.save();
    location.reload();
  }

  restart(): void {
    this.drafts.save();
    this.browser.restart();
  }

  save(): void {
    this.drafts.save();
  }

  async lookAtTab(): Promise<void> {
    this.tab.value = await this.browser.tabInFront().catch(() => null);
  }

  /** For what the asker waits for, and the state has no place for. */
  /** For what the asker waits for and nobody else needs to know. */
  ask(body: CommandBody): Promise<Answered> {
    if (this.link === null) return new Promise(() => undefined);
    return this.link.ask(body);
  }

  /** What an earlier life of the panel had sent without getting an answer. */
  remember(submission: string, body: CommandBody): void {
    this.happen({ type: "panel.sent", submission, body });
  }

  /** Says something to those who listen, not to those who look. */
  whisper(text: string): void {
    this.polite.value = anew(this.polite.value, text);
  }

  private remark(about: Remark["about"]): void {
    this.happen({ type: "panel.remarked", remark: { thread: this.state.value.open.id, about } });
  }

  private send(body: CommandBody, sent: PendingMessage["sent"] = "as asked"): void {
    const submission = this.link?.send(body);
    if (submission !== undefined) this.happen({ type: "panel.sent", submission, body, sent });
  }

  private happen(event: PanelEvent): void {
    this.frames.push(event);
    this.frames.flush();
  }

  private isNew(thread: ThreadId): boolean {
    const { open } = this.state.value;
    return open.id === thread && open.is === "new";
  }

  private look(open: OpenThread): void {
    this.drafts.save();
    this.branches.closeEdit();
    this.happen({ type: "panel.opened", open });
    // What was last said is of the chat that was open, and can still be read where it stands.
    this.polite.value = "";
    this.draft.value = this.drafts.of(this.draftKey());
    this.mode.look();
  }

  private draftKey(): string {
    const { open } = this.state.value;
    return open.is === "new" ? NEW_DRAFT : open.id;
  }

  private clearDraft(): void {
    this.draft.value = "";
    this.drafts.write(this.draftKey(), "");
    this.drafts.save();
  }

  private draw(batch: (Event | PanelEvent)[]): void {
    for (const event of coalesce(batch)) {
      const before = this.state.peek();
      const after = reduce(before, event);
      this.state.value = after;
      this.family.follow(event);
      if (after.complaint !== null && after.complaint !== before.complaint) this.returnText(after, after.complaint);
      if (!isOurs(event)) this.tell(after, event);
      if (after.remark !== null && after.remark !== before.remark) this.whisper(this.speech.value.say(`remark.${after.remark.about}`));
      if (event.type === "command.ack" || event.type === "command.rejected") this.settle(before.sent, event);
      if (event.type === "interaction.closed") this.keep(event.interaction, "");
      if (event.type === "thread.deleted" && event.thread === after.open.id) this.leave();
      if (event.type === "initialized") this.tray.keepOnly((thread) => isThere(after, thread), after.open.is === "new" ? after.open.id : null);
      if (event.type === "thread.deleted") this.tray.keepOnly((thread) => thread !== event.thread, null);
      if (event.type === "command.rejected" && isGone(after)) this.leave();
    }
    this.speakAnswer();
  }

  private leave(): void {
    const text = this.draft.value;
    this.newThread();
    if (text !== "") this.write(giveBack(text, this.draft.value));
  }

  /** What else an answer means, besides what it changes on the screen. */
  private settle(sent: ReadonlyMap<SubmissionId, CommandBody>, event: Extract<Event, { type: "command.ack" | "command.rejected" }>): void {
    const body = sent.get(event.submission_id);
    if (body === undefined) return;
    if (event.type === "command.rejected") {
      if (canReroute(body, event.refusal.code)) this.send(instead(body, event.refusal.code, this.tab.value, this.mode.carried(body.thread)), "instead");
      else if (isMessage(body)) this.tray.giveBack(body.thread, body.attachments ?? [], event.refusal.code);
    } else if (isMessage(body)) this.tray.delivered(body.thread, body.attachments ?? []);
    else if (body.type === "interaction.respond") this.keep(body.interaction, "");
    else if (body.type === "turn.delete") this.whisper(this.speech.value.say("say.deleted"));
    else if (body.type === "turn.fork") this.keep(editKey(body.sibling_of), "");
    else if (body.type === "thread.fork" && body.thread === this.state.value.open.id) {
      this.openThread(body.into);
      this.remark(body.carry === "abridged" ? "carried" : "copied");
      if (body.carry === "abridged" && this.draft.value === "") this.write(this.speech.value.say("full.draft"));
    }
  }

  private returnText(state: PanelState, complaint: Complaint): void {
    if (complaint.text === null) return;
    const isHere = complaint.about === "turn.fork" && this.turns.value.some((t) => t.id === complaint.turn);
    if (isHere && complaint.turn !== null) {
      this.branches.editAgain(complaint.turn, complaint.text);
    } else if (complaint.thread === state.open.id) {
      this.draft.value = giveBack(complaint.text, this.draft.value);
      this.drafts.write(this.draftKey(), this.draft.value);
    } else if (complaint.thread !== null) {
      this.drafts.write(complaint.thread, giveBack(complaint.text, this.drafts.of(complaint.thread)));
    }
  }

  private tell(after: PanelState, event: Event): void {
    const found = announce(after, event, this.speech.value);
    if (found === null) return;
    if (found.urgency === "polite") this.whisper(found.text);
    else this.urgent.value = anew(this.urgent.value, found.text);
  }

  private speakAnswer(): void {
    const item = this.turns.value.at(-1)?.items.at(-1);
    if (item?.body.type !== "assistant_message" || item.body.text === "") return;
    if (this.live.value === null) return;
    const text = this.sentences.next(item.id, item.body.text, item.body.ending.type === "live" ? "growing" : "whole");
    if (text !== "") this.polite.value = text;
  }
}

/** A region that does not change is not read: the same words again need a difference that nobody hears. */
function anew(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

function isOurs(event: Event | PanelEvent): event is PanelEvent {
  return event.type.startsWith("panel.");
}

/** Known to the engine, or about to be. */
function isThere(state: PanelState, thread: ThreadId): boolean {
  return state.open.id === thread || state.threads.some((t) => t.id === thread) ||
    [...state.sent.values()].some((body) => body.type === "thread.create" && body.thread === thread);
}

function isGone(state: PanelState): boolean {
  const { complaint } = state;
  return complaint?.about === "thread.subscribe" && complaint.refusal.code === "unknown_thread" && complaint.thread === state.open.id;
}
