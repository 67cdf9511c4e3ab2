/** What the harness page shows: the moments of a task, each as the events that lead to it. */

import type {
  Approval, AttachedItem, Claim, ElementPrint, Event, Evidence, Interaction, Item, ItemBody, Plan, QueuedMessage, RunState, RunView, Snapshot,
  ThreadSummary, Wait,
} from "../../../wire/wire";
import { delegated } from "./family-scene";
import { fullWindow } from "./full-scene";

export type SceneName =
  | "welcome" | "welcome-unconnected" | "streaming" | "approval" | "sensitive" | "host" | "permission" | "recovery" | "answer" | "failed"
  | "queued" | "held" | "steered" | "question" | "timer" | "take-over" | "taken-over" | "watch" | "limit" | "budget" | "full" | "full-fixed" | "branches" | "drifted" | "refused" | "reconnecting" | "restricted" | "long"
  | "chats" | "files" | "plan" | "delegated" | "proved" | "unverified";

const THREAD = "t_harness";
const TURN = "turn-1";
const SHOP = "https://shop.playground.test";
const TAB = { id: 7, url: `${SHOP}/headphones?sort=price`, title: "Headphones · Playground Shop" };

export const SUMMARY: ThreadSummary = { id: THREAD, title: "Find the cheapest headphones in stock", updated_at: 1_790_000_000_000, turns: 2, activity: "idle" };

const NO_PRINT: ElementPrint = { role: "", name: "", tag: "", kind: "", label: "", placeholder: "", autocomplete: "", destination: "" };
const BUTTON: ElementPrint = { ...NO_PRINT, role: "button", name: "Add to cart", tag: "button", kind: "submit", destination: `${SHOP}/cart` };

/** That the model sent. */
export const DRAWN: AttachedItem = { kept: "whole", link: { id: "a_drawn", name: "picture.png", media_type: "image/png", bytes: 9_200 } };

/** That the model wrote. */
export const WRITTEN: AttachedItem = { kept: "whole", link: { id: "a_written", name: "shipping.md", media_type: "text/markdown", bytes: 19 } };

export const FILES = [
  { kept: "whole", link: { id: "a_picture", name: "receipt.png", media_type: "image/png", bytes: 48_300 } },
  { kept: "whole", link: { id: "a_table", name: "prices.csv", media_type: "text/csv", bytes: 34 } },
  { kept: "evicted", link: { id: "a_gone", name: "an old photograph with a very long name.jpeg", media_type: "image/jpeg", bytes: 4_940_000 } },
] as const;

const COUNTERS = {
  model_calls: 4, tool_calls: 4, tool_failures_in_row: 0, broken_arguments_in_row: 0, resumptions: 0,
  input_tokens: 11_200, output_tokens: 842, cache_read_tokens: 6_400, cache_write_tokens: 0, active_ms: 48_000,
};

const OCCUPANCY = {
  room: 24_576, used: 9_340, by: "estimate", parts: { prompt: 410, tools: 2_050, messages: 480, results: 6_400, summary: 0, notes: 0 },
} as const;

function item(id: string, body: ItemBody, turn = TURN): Item {
  return { id, turn, at: 1_790_000_000_000, body };
}

function call(id: string, tool: string, args: object, status: Extract<ItemBody, { type: "tool_call" }>["status"]): Item {
  return item(id, { type: "tool_call", tool, effects: tool === "click" ? "write" : "read", arguments: args, status });
}

function run(state: RunState, more: Partial<RunView> = {}): RunView {
  return { turn: TURN, state, counters: COUNTERS, journal: 1, tab: TAB, limits: {}, occupancy: OCCUPANCY, used: { tokens: 18_442, calls: 4, active_ms: 48_000 }, ...more };
}

const MESSAGE = item("n1", { type: "user_message", text: "Find the cheapest headphones in stock and put them in my cart", tab: TAB });
const READS = [
  call("n2", "read_page", { mode: "snapshot" }, { type: "done", content: "- heading \"Headphones\"\n- link \"Aria 2\"\n", took_ms: 412, tab: TAB }),
  item("n3", { type: "assistant_message", text: "", reasoning: "Two of them are in stock. I sort by price and look at both.", ending: { type: "whole", stop: { type: "tool_use" } } }),
  call("n4", "click", { element: "See offers", ref: "s3f_12" }, {
    type: "failed", took_ms: 1_120, failure: { code: "stale_ref", message: "The ref s3f_12 is of an older document.", next: "Read the page again." },
  }),
  call("n5", "find_in_page", { query: "in stock" }, { type: "done", content: "3 matches", took_ms: 64, tab: TAB }),
];
const WAITING = call("n6", "click", { element: "Add to cart of Aria 2", ref: "s3f_40" }, { type: "awaiting_approval", approval: "a1" });

function approval(more: Partial<Extract<Approval["ask"], { type: "call" }>> = {}): Approval {
  return {
    id: "a1", thread: THREAD, turn: TURN, call: "n6", digest: "00", asked_at: 1, status: { status: "open" },
    ask: {
      type: "call", tool: "click", effects: "write", arguments: { element: "Add to cart of Aria 2", ref: "s3f_40", button: "left" },
      target: { origin: SHOP, tab: TAB, element: BUTTON }, reason: "policy_untrusted", flags: [], scopes: ["once", "session", "always"], ...more,
    },
  };
}

const ANSWER = `The cheapest headphones **in stock** are the *Aria 2* at **49.90 €**. They are in your cart.

| Model | Price | Stock |
| :-- | --: | --: |
| Aria 2 | 49.90 € | 12 |
| Nova One | 79.00 € | 3 |
| Pulse | 39.00 € | 0 |

1. I read the list, sorted by price.
2. I left out \`Pulse\`, which is sold out.

See [your cart](https://shop.playground.test/cart). <b>Nothing was ordered.</b>

\`\`\`json
{ "item": "aria-2", "quantity": 1, "price": { "amount": 49.9, "currency": "EUR" }, "note": "a long line that scrolls by itself" }
\`\`\`
`;
const CLICKED = call("n6", "click", { element: "Add to cart of Aria 2", ref: "s3f_40" }, {
  type: "done", content: "The button was clicked.\n+ status \"1 item in cart\"", took_ms: 388, tab: TAB, decided: { type: "allow", scope: "once" },
});

export const PLAN: Plan = {
  steps: [
    { text: "Look at the list of headphones", status: "done" },
    { text: "Compare those that are in stock, with shipping, and leave out what is sold out", status: "in_progress" },
    { text: "Ask about the colour", status: "dropped" },
    { text: "Put the cheapest in the cart", status: "pending" },
  ],
};
const REMEMBERED = call("n8", "remember", { text: "Prefers quiet headphones", topic: "headphones" }, {
  type: "done", content: "Remembered as n8. The person sees it, and can delete it.", took_ms: 0,
});

const WROTE = call("n8", "artifact", { name: WRITTEN.link.name, content: "# Shipping\n\nFree.\n" }, {
  type: "done", content: "The file \"shipping.md\" was created, 19 bytes. The person can open and save it.", took_ms: 0, pictures: [WRITTEN],
});

const QUEUE: QueuedMessage[] = [
  { turn: "turn-2", text: "Then compare the shipping costs of the two shops", attachments: [FILES[0].link, FILES[1].link] },
  { turn: "turn-3", text: "And remove everything else from the cart" },
];
const QUESTION = { question: "Both are in stock.\nWhich colour shall I take?", options: ["Black", "White, though it costs 3 € more"] };

const SIGN_IN = { what: "Sign in to the shop, with the code from your phone.", why: "The shop asks for your password and a one-time code." };

function interaction(wait: Wait): Interaction {
  return { id: "i1", thread: THREAD, turn: TURN, call: "n6", asked_at: 1, status: { status: "open" }, wait };
}

function waitingFor(tool: string, args: object): Item {
  return call("n6", tool, args, { type: "awaiting_interaction", interaction: "i1" });
}

const EMPTY = { approvals: [], interactions: [], queue: [], queue_mode: "flowing", steers: [], forks: [] } as const satisfies Partial<Snapshot>;

function snapshot(items: Item[], more: Partial<Snapshot> = {}): Event {
  return { type: "thread.snapshot", snapshot: { ...EMPTY, thread: SUMMARY, items, ...more } };
}

export function sceneEvents(name: SceneName): Event[] {
  switch (name) {
    case "welcome":
    case "welcome-unconnected":
    case "restricted":
    case "refused":
      return [];
    case "streaming":
      return [
        snapshot([MESSAGE, ...READS], {
          run: run("streaming_model"),
          live: item("n9", { type: "assistant_message", text: "", reasoning: "", ending: { type: "live", attempt: 1 } }),
        }),
        ...[...ANSWER.slice(0, 130)].map((text): Event => ({ type: "item.delta", thread: THREAD, item: "n9", attempt: 1, channel: "text", text })),
      ];
    case "approval":
    case "reconnecting":
      return [snapshot([MESSAGE, ...READS, WAITING], { run: run("waiting_approval"), approvals: [approval()] })];
    case "sensitive":
      return [snapshot([MESSAGE, ...READS, WAITING], {
        run: run("waiting_approval"),
        approvals: [
          approval({
            tool: "type", reason: "sensitive_payload", flags: ["sensitive_payload", "cross_site_flow"], scopes: ["once"],
            target: { origin: "https://login.xn--bcher-kva.example:8443", tab: TAB, element: { ...NO_PRINT, role: "textbox", tag: "input" } },
            arguments: { element: "Card number", ref: "s3f_41", text: "4111 1111 1111 1111", submit: false },
          }),
          { ...approval(), id: "a2" },
        ],
      })];
    case "host":
      return [snapshot([MESSAGE], {
        run: run("waiting_approval"),
        approvals: [{ ...approval(), ask: { type: "host_access", origin: SHOP, pattern: `${SHOP}/*`, tool: "read_page" } }],
      })];
    case "permission":
      return [snapshot([MESSAGE], {
        run: run("waiting_approval"),
        approvals: [{ ...approval(), ask: { type: "permission", permission: "history", tool: "history_search" } }],
      })];
    case "recovery":
      return [snapshot([MESSAGE, ...READS, call("n6", "click", { element: "Add to cart of Aria 2", ref: "s3f_40" }, { type: "uncertain" })], {
        run: run("paused_uncertain", { uncertain: "n6", stop: "uncertain" }),
      })];
    case "answer":
      return [snapshot([MESSAGE, ...READS, CLICKED, answer(ANSWER)], { run: run("completed", { stop: "end" }) })];
    case "proved":
      return [snapshot([MESSAGE, boast("n7", "rejected"), ...READS, CLICKED, READ_CART, shown(SHOWN, PROVED)], { run: run("completed", { stop: "end" }) })];
    case "unverified":
      return [snapshot([MESSAGE, boast("n7", "rejected"), boast("n8", "rejected"), boast("n9", "unverified")], {
        run: run("completed", { stop: "unverified" }),
      })];
    case "failed":
      return [snapshot([MESSAGE, ...READS.slice(0, 1)], {
        run: run("failed", { stop: "error", error: { code: { type: "model", kind: "auth" }, message: "Incorrect API key provided: sk-…" } }),
      })];
    case "queued":
      return [snapshot([MESSAGE, ...READS], {
        run: run("executing_tool"),
        queue: QUEUE,
      })];
    case "held":
      return [snapshot([MESSAGE, ...READS], {
        run: run("interrupted", { stop: "interrupted" }), queue: QUEUE, queue_mode: "held",
      })];
    case "steered":
      return [snapshot([MESSAGE, ...READS, item("s1", { type: "user_message", text: "Only the black ones", delivery: "steered" }), CLICKED], {
        run: run("streaming_model"), steers: [{ id: "s2", text: "And not more than 60 €" }],
      })];
    case "question":
      return [snapshot([MESSAGE, ...READS, waitingFor("ask_user", { question: QUESTION.question, options: QUESTION.options })], {
        run: run("waiting_interaction"), interactions: [interaction({ type: "question", ...QUESTION })],
      })];
    case "timer":
      return [snapshot([MESSAGE, ...READS, waitingFor("schedule_resume", { minutes: 30, reason: "the shop restocks at noon" })], {
        run: run("waiting_interaction"),
        interactions: [interaction({ type: "until", at: 1_790_001_800_000, reason: "the shop restocks at noon" })],
      })];
    case "take-over":
      return [snapshot([MESSAGE, ...READS, waitingFor("request_user_action", { what: SIGN_IN.what, why: SIGN_IN.why })], {
        run: run("waiting_interaction"), interactions: [interaction({ type: "action", ...SIGN_IN, tab: TAB })],
      })];
    case "taken-over":
      return [snapshot([MESSAGE, ...READS], {
        run: run("paused_takeover", { takeover: "touched", stop: "takeover" }), queue: QUEUE, queue_mode: "held",
      })];
    case "watch":
      return [snapshot([MESSAGE, ...READS, waitingFor("watch_page", { text: "In stock", timeout_minutes: 90 })], {
        run: run("waiting_interaction"),
        interactions: [interaction({ type: "watch", watch: {
          tab: TAB, origin: SHOP, condition: { for: "text", text: "In stock" }, every_ms: 120_000, until: 1_790_005_400_000, reason: "policy_read",
        } })],
      })];
    case "limit":
      return [snapshot([MESSAGE, ...READS, CLICKED], {
        run: run("paused_limit", {
          limit: "calls", limits: { calls: 100, active_ms: 600_000 }, used: { tokens: 18_442, calls: 100, active_ms: 192_000 }, stop: "limit_pause",
        }),
      })];
    case "budget":
      return [snapshot([MESSAGE, ...READS, CLICKED], {
        run: run("paused_budget", { limits: { tokens: 50_000 }, used: { tokens: 50_000, calls: 4, active_ms: 48_000 }, stop: "budget_pause" }),
        queue: QUEUE, queue_mode: "held",
      })];
    case "full":
    case "full-fixed":
      return [snapshot([MESSAGE, ...READS, ...fullWindow(name, PARTS).items], { run: fullWindow(name, PARTS).run })];
    case "branches":
      return [snapshot([MESSAGE, ...READS, CLICKED, answer("They are in your cart.")], {
        run: run("completed", { stop: "end" }), forks: [{ turn: TURN, siblings: ["m0", "n1", "m2"], at: 1 }],
      })];
    case "drifted":
      return [snapshot([MESSAGE, ...READS.slice(0, 1)], {
        run: run("failed", { stop: "error", error: { code: { type: "environment_drift", drift: "connection" }, message: "" } }),
      })];
    case "delegated":
      return [snapshot([MESSAGE, ...delegated(PARTS)], { run: run("executing_tool") })];
    case "chats":
      return sceneEvents("answer");
    case "plan":
      return [snapshot([MESSAGE, ...READS, REMEMBERED], { run: run("executing_tool"), plan: PLAN })];
    case "files":
      return [snapshot([
        item("n1", { type: "user_message", tab: TAB, text: "Is this receipt cheaper than the list?", attachments: [...FILES] }), WROTE, answer("Yes, by **10 €**.\n\n[picture]", [DRAWN]),
      ], { run: run("completed", { stop: "end" }) })];
    case "long":
      return [snapshot(
        Array.from({ length: 60 }, (_, i) => [
          item(`u${i}`, { type: "user_message", text: `Question ${i + 1}` }, `turn-${i}`),
          item(`v${i}`, { type: "assistant_message", text: `Answer ${i + 1}. `.repeat(20), reasoning: "", ending: { type: "whole", stop: { type: "end" } } }, `turn-${i}`),
        ]).flat(),
      )];
  }
}

function answer(text: string, pictures: readonly AttachedItem[] = []): Item {
  return item("n9", { type: "assistant_message", text, reasoning: "The cart says one item.", ending: { type: "whole", stop: { type: "end" } }, pictures: [...pictures] });
}

/** What scenes in files of their own are made of. */
export const PARTS = { call, item, run };
export type SceneParts = typeof PARTS;

export { TAB as SCENE_TAB, THREAD as SCENE_THREAD };

const BOAST = "Done! The **Aria 2** is in your cart for 49.90 €.";
const READ_CART = call("n10", "read_page", {}, { type: "done", content: "- status \"1 item in cart\"\n- text \"Aria 2 49.90 €\"", took_ms: 301, tab: TAB });
const SHOWN = "The *Aria 2* is in your cart for **49.90 €**, 10.10 € less than the 60 € that you named.";
const PROVED: Evidence = {
  standing: "proved",
  claims: [
    claim(SHOWN, "The *Aria 2* is in your cart", { kind: "action", by: [{ type: "step", call: "n6" }, { type: "step", call: "n10" }] }),
    claim(SHOWN, "49.90 €", { kind: "figure", by: [{ type: "step", call: "n10" }] }),
    claim(SHOWN, "10.10 €", { kind: "figure", operation: "difference", by: [{ type: "step", call: "n10" }, { type: "request" }] }),
    claim(SHOWN, "60 €", { kind: "figure", by: [{ type: "request" }, { type: "earlier", message: "gone" }] }),
  ],
};

function claim(text: string, words: string, more: Omit<Claim, "start" | "end">): Claim {
  const start = text.indexOf(words);
  return { start, end: start + words.length, ...more };
}

/** Says that it is done, and nothing shows it. */
function boast(id: string, standing: Evidence["standing"]): Item {
  const claims = [
    claim(BOAST, "The **Aria 2** is in your cart", { kind: "action", lacks: "no_write" }),
    claim(BOAST, "49.90 €", { kind: "figure", lacks: "figure_not_found" }),
  ];
  return shown(BOAST, { standing, missing: ["no_write", "request_part_missing", "figure_not_found"], claims }, id);
}

function shown(text: string, evidence: Evidence, id = "n9"): Item {
  return item(id, { type: "assistant_message", text, reasoning: "", ending: { type: "whole", stop: { type: "end" } }, evidence });
}
