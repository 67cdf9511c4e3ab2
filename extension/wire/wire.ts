// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.
// Everything that crosses a boundary of the extension, as it looks in JSON.

/** What an ack says besides "stored". */
export type AckBody =
  | { type: "done" }
  | { type: "turn_started"; turn: TurnId }
  | { type: "turn_queued"; position: number; turn: TurnId }
  | { type: "settings"; settings: Settings }
  | { type: "connections"; connections: Connection[] }
  | { type: "verified"; steps: VerifyStep[] }
  | { type: "models"; list: ModelList }
  | { type: "rules"; rules: Rule[] }
  | { type: "trialled"; trialled: Trialled }
  | { type: "journal"; rows: JournalRow[] }
  | { type: "memories"; memories: Memory[] }
  | { type: "exchanges"; exchanges: Exchange[] }
  /** What is kept of its bodies; absent where there was none. */
  | { type: "exchange"; exchange: Exchange; request?: string; response?: string }
  /** A steer was stored; it becomes this node. */
  | { type: "steered"; steer: NodeId }
  /** Answer to `thread.search`, the newest Threads first. */
  | { type: "found"; hits: SearchHit[]; scope: SearchScope }
  | { type: "exported"; media_type: string; name: string; text: string }
  /** The content is absent once it was evicted, and in the answer to `attachments.add`. */
  | { type: "attachment"; attachment: Attachment; data?: string };

/** What a Thread is doing, for a list of them. */
export type Activity = "idle" | "running" | "waiting";

export type AfterTyping = "stay" | "submit";

export type Answer =
  | { type: "allow"; scope: Scope }
  | { type: "deny"; note?: string }
  /** Deny, and end the Turn. */
  | { type: "deny_and_stop" };

export interface Approval {
  ask: Ask;
  asked_at: Timestamp;
  /** The `tool_call` node that waits for the answer. */
  call: NodeId;
  /** SHA-256 of tool, canonical arguments, tab, document, origin and element. */
  digest: Digest;
  id: ApprovalId;
  status: ApprovalStatus;
  thread: ThreadId;
  turn: TurnId;
}

/** One question to the person about one call. */
export type ApprovalId = string;

export type ApprovalOutcome =
  | { type: "allowed" }
  | { type: "denied" }
  | { type: "closed"; why: CloseReason };

export type ApprovalStatus =
  | { status: "open" }
  | { status: "answered"; answer: Answer }
  /** Closed without an answer: the Turn ended, or its target drifted away. */
  | { status: "closed"; why: CloseReason };

/** Where an element is in what the tab shows, in pixels of CSS; it may reach out of that. */
export interface Area {
  height: number;
  width: number;
  x: number;
  y: number;
}

/** What is asked, in fields; the panel makes the sentence. */
export type Ask =
  /** May this call run? */
  | {
      type: "call";
      arguments: unknown;
      effects: Effects;
      flags: string[];
      /** Every reason that forces the question, as codes: a yes covers these and no others. */
      forced?: string[];
      /** The gatekeeper's reason and flags, as codes. */
      reason: string;
      rule?: RuleId;
      scopes: Scope[];
      target: AskTarget;
      tool: string;
    }
  /** May the extension reach this site at all? Answered by Chrome's own prompt, from the person's click. */
  | { type: "host_access"; origin: string; pattern: string; tool: string }
  /** May the extension use this part of the browser? Answered in the same way. */
  | { type: "permission"; permission: BrowserPermission; tool: string };

export interface AskTarget {
  binding?: Binding;
  element?: ElementPrint;
  origin: string;
  tab?: TabRef;
}

/** Whether a pause still asks the person. */
export type Asking = "asks" | "left";

/** An attachment as its message shows it. */
export interface AttachedItem {
  kept: Kept;
  link: AttachmentLink;
}

/** What is known of an attachment, without its content. */
export interface Attachment {
  /** Of the content, decoded. */
  bytes: number;
  created_at: Timestamp;
  /** SHA-256 of the content, decoded. */
  digest: Digest;
  id: AttachmentId;
  kept: Kept;
  /** MIME type, as RFC 6838 has it. */
  media_type: string;
  name: string;
  provenance: Provenance;
  thread: ThreadId;
  trust: Trust;
}

/** As a panel brings it. The panel names it, so that a message can link to it at once. */
export interface AttachmentDraft {
  /** Base64 (RFC 4648, section 4). */
  data: string;
  id: AttachmentId;
  media_type: string;
  name: string;
}

/** A file or picture that goes with a message. */
export type AttachmentId = string;

/** How a message, a waiting message or a steer names an attachment. */
export interface AttachmentLink {
  bytes: number;
  id: AttachmentId;
  media_type: string;
  name: string;
}

/** Which try of a model call; a panel drops the deltas of a dead one. */
export type Attempt = number;

export type AuthScheme = "wire" | "bearer" | "api-key" | "x-api-key";

/** What a call was judged on. The script compares it in the same task as the action and does nothing if it differs. */
export interface Binding {
  document: DocumentId;
  element?: ElementPrint;
  /** Origin of the frame that holds the element, if that answers for itself; `null` if it has none. */
  frame?: string;
  /** Of the page. */
  origin: string;
  /** Of a call about several elements: those after the first, in its order. */
  others?: ElementPrint[];
}

/** A body as it went over the wire, and how much of it is kept. */
export interface BodyFacts {
  bytes: number;
  /** Of all its bytes. */
  digest: Digest;
  form?: BodyForm;
  /** Bytes from its beginning on that are kept. */
  kept: number;
  /** Places where a key stood that are masked in what is kept. */
  masked?: number;
}

/** How its bytes stand in a text. */
export type BodyForm = "text" | "bytes";

/**
 * What Chrome lets an extension do only once the person agreed to it, by Chrome's names.
 * (developer.chrome.com/docs/extensions/reference/permissions-list)
 */
export type BrowserPermission = "bookmarks" | "downloads" | "history" | "sessions" | "tabGroups" | "topSites";

/** What a model is trusted with. Of one that nobody said anything about it is what most models can do. */
export interface Capabilities {
  /** It thinks before it answers. */
  reasoning: boolean;
  /** It is told of tools. */
  tools: boolean;
  /** It is shown images. */
  vision: boolean;
}

/** What of its path a Thread that was copied from another shows the model. It holds all of it either way. */
export type Carry = "whole" | "abridged";

/** What is done about calls on a site where a mistake costs more than elsewhere. No rule and no grant makes less of it. */
export type Caution = "ask" | "deny";

export type Channel = "text" | "reasoning" | "progress";

/** A place in an answer that says what was done or what is so. */
export interface Claim {
  /** What shows it or, where something is missing, what was looked at. */
  by?: Proof[];
  end: number;
  kind: ClaimKind;
  /** Why it is not proved. */
  lacks?: Missing;
  /** By which a figure follows from its sources, if it does not stand there itself. */
  operation?: Operation;
  /** Where it begins in the answer's text, in UTF-16 code units as the DOM counts them. */
  start: number;
}

export type ClaimKind = "action" | "figure" | "navigation" | "read" | "file";

export type ClickCount = "single" | "double";

/** A panel, for as long as it lives; half of a receipt's key. */
export type ClientId = string;

export type CloseReason = "interrupted" | "target_drift" | "denied";

export interface Command {
  body: CommandBody;
  client_id: ClientId;
  submission_id: SubmissionId;
}

export type CommandBody =
  | { type: "initialize"; protocol: number; schema_hash: string; subscribe?: ThreadId }
  | { type: "ping" }
  /** The sender names the Thread, so that the first message can follow at once. */
  | { type: "thread.create"; thread: ThreadId }
  /** Answered by an ack and a `thread.snapshot`; live events follow. */
  | { type: "thread.subscribe"; thread: ThreadId }
  | { type: "thread.rename"; thread: ThreadId; title: string }
  | { type: "thread.pin"; pinned: boolean; thread: ThreadId }
  | { type: "thread.archive"; archived: boolean; thread: ThreadId }
  | { type: "thread.delete"; thread: ThreadId }
  /** A new Thread that begins with the path up to a node. The sender names it. */
  | { type: "thread.fork"; at_node: NodeId; carry?: Carry; into: ThreadId; thread: ThreadId }
  /** Goes to the deepest default descendant of the node. */
  | { type: "thread.select_branch"; node: NodeId; thread: ThreadId }
  /** Titles and bodies of all Threads; answered by `found`. */
  | { type: "thread.search"; query: string }
  /** Answered by `exported`. */
  | { type: "thread.export"; format: ExportFormat; thread: ThreadId }
  /** Starts a Turn, or waits behind the running one; the ack says which. */
  | {
      type: "turn.submit";
      attachments?: AttachmentId[];
      overrides?: Overrides;
      tab?: TabRef;
      text: string;
      thread: ThreadId;
    }
  /** Waits behind the running Turn; starts one if none runs and nothing is held. */
  | {
      type: "turn.enqueue";
      attachments?: AttachmentId[];
      overrides?: Overrides;
      tab?: TabRef;
      text: string;
      thread: ThreadId;
    }
  /** Joins the running Turn at its next model call. Refused as `stale_turn` when that Turn is over. */
  | { type: "turn.steer"; attachments?: AttachmentId[]; expected_turn: TurnId; text: string; thread: ThreadId }
  /** Another Turn beside one that is over: with a text it is the edited message, without it the same message again. */
  | { type: "turn.fork"; overrides?: Overrides; sibling_of: TurnId; tab?: TabRef; text?: string; thread: ThreadId }
  /** Erases what was said and done in a Turn that is over; its place in the tree stays. */
  | { type: "turn.delete"; thread: ThreadId; turn: TurnId }
  | { type: "turn.interrupt"; thread: ThreadId; turn: TurnId }
  | { type: "queue.update"; text: string; thread: ThreadId; turn: TurnId }
  | { type: "queue.remove"; thread: ThreadId; turn: TurnId }
  /** To the place `to`, counted from 0; beyond the end is the end. */
  | { type: "queue.move"; thread: ThreadId; to: number; turn: TurnId }
  /** A waiting message joins the running Turn instead: it becomes a steer in the same transaction. */
  | { type: "queue.steer"; expected_turn: TurnId; thread: ThreadId; turn: TurnId }
  /** Waiting messages stay where they are when the running Turn ends. */
  | { type: "queue.hold"; thread: ThreadId }
  /** They go on; the first one at once if no Turn runs. */
  | { type: "queue.release"; thread: ThreadId }
  /** Continues a paused, failed or interrupted Turn as the same Turn. */
  | { type: "run.resume"; thread: ThreadId; turn: TurnId }
  /** A paused Turn stays paused, and no card asks about it any more. Of any other Turn it changes nothing. */
  | { type: "run.leave"; thread: ThreadId; turn: TurnId }
  | { type: "run.resolve_uncertain"; call: NodeId; resolution: Resolution; thread: ThreadId; turn: TurnId }
  | { type: "approval.respond"; answer: Answer; approval: ApprovalId; digest: Digest; thread: ThreadId }
  /** Shows the element of an open approval on its page; changes nothing. */
  | { type: "approval.show"; approval: ApprovalId; thread: ThreadId }
  | { type: "interaction.respond"; interaction: InteractionId; response: Response; thread: ThreadId }
  | { type: "attachments.add"; attachment: AttachmentDraft; thread: ThreadId }
  /** Only one that no message links to yet. */
  | { type: "attachments.remove"; attachment: AttachmentId; thread: ThreadId }
  /** Answered by `attachment` with the content. */
  | { type: "attachments.read"; attachment: AttachmentId }
  | { type: "settings.get" }
  | { type: "settings.set"; settings: Settings }
  | { type: "connections.list" }
  | { type: "connections.save"; connection: ConnectionDraft }
  | { type: "connections.delete"; connection: ConnectionId }
  | { type: "connections.verify"; connection: ConnectionId }
  /** Asks one endpoint which models it has; answered by `models`, in any order with others that are asked at the same time. */
  | { type: "connections.models"; of: ModelsOf }
  /** Opens the keys until the browser ends. */
  | { type: "vault.unlock"; passphrase: Secret }
  | { type: "vault.lock" }
  /** Sets a passphrase, another one or none. The one that holds has to be said, if there is one. */
  | { type: "vault.passphrase"; current?: Secret; passphrase?: Secret }
  /** Every key and the passphrase; the connections stay. */
  | { type: "vault.forget" }
  | { type: "rules.list" }
  | { type: "rules.save"; rule: RuleDraft }
  | { type: "rules.delete"; rule: RuleId }
  /** Answered by `trialled`. Nothing is done. */
  | { type: "rules.try"; trial: Trial }
  /** Answered by `memories`, the newest first. */
  | { type: "memory.list" }
  /** The person writes it anew: from here on it is their own. */
  | { type: "memory.update"; memory: MemoryId; text: string; topic?: string }
  | { type: "memory.delete"; memory: MemoryId }
  /** Deletes all that is remembered. */
  | { type: "memory.clear" }
  /**
   * What has changed since the running Turn was told last joins its next model call. Refused when nothing runs, or when
   * nothing has changed.
   */
  | {
      type: "context.refresh";
      /** The tab in front now. */
      tab?: TabRef;
      thread: ThreadId;
    }
  | { type: "journal.read"; from_seq: Seq; run: TurnId }
  /** Requests to models, the newest first; all, or those of one Turn. Answered by `exchanges`. */
  | { type: "exchanges.list"; turn?: TurnId }
  /** One of them with its bodies; answered by `exchange`. */
  | { type: "exchanges.read"; exchange: ExchangeId }
  /** Deletes all of them. */
  | { type: "exchanges.clear" }
  /** One Turn as a file that can be read and replayed elsewhere; answered by `exported`. */
  | { type: "run.export"; contents: RunContents; thread: ThreadId; turn: TurnId };

/** What becomes of an answer that this Turn's results do not show. */
export type Completion = "off" | "mark" | "enforce";

export interface Connection {
  /** Up to and without the wire's own path (`/chat/completions`, `/messages`, `/responses`); https, or http on loopback. */
  base_url: string;
  /** The key that worked last. Absent: the first. */
  current?: KeyId;
  /** What the person wants every request to say beside what the wire says. */
  headers: Header[];
  id: ConnectionId;
  /** In the order in which they are tried. */
  keys: StoredKey[];
  models: Model[];
  name: string;
  quirks: Quirks;
  wire: Wire;
}

/** A connection as the settings page sends it. */
export interface ConnectionDraft {
  base_url: string;
  headers: Header[];
  id: ConnectionId;
  /** All that there shall be. A stored key that is not among them is forgotten. */
  keys: DraftKey[];
  /** The first is the one that is meant where none is named. */
  models: Model[];
  name: string;
  quirks: Quirks;
  wire: Wire;
}

/** A configured model endpoint. */
export type ConnectionId = string;

/** What fills the window, in estimated tokens. */
export interface ContextParts {
  /** What the person and the model said, with the files of the messages. */
  messages: number;
  /** What is told besides. */
  notes: number;
  /** The instructions that are always there. */
  prompt: number;
  results: number;
  /** A summary in place of a part of the history. */
  summary: number;
  /** Descriptions of the tools. */
  tools: number;
}

export type CountedBy = "estimate" | "provider";

export interface Counters {
  /** Without the time that was spent waiting for a person. */
  active_ms: number;
  broken_arguments_in_row: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  /** Millionths of a US dollar, by the prices that the Turn began with. */
  cost_micros?: number;
  input_tokens: number;
  model_calls: number;
  output_tokens: number;
  /** Restarts of the call under way since the last checkpoint. */
  resumptions: number;
  /** Notes that could not be made, one after the other. */
  summary_failures_in_row?: number;
  tool_calls: number;
  tool_failures_in_row: number;
}

export type DebugAct =
  /** What is at a place, through all frames? Never acts. */
  | { act: "under"; at: Spot }
  /** What does a ref of `read` stand for? Never acts. */
  | { act: "describe"; ref: ElementRef }
  /** Brings what a ref of `read` stands for into view, and says where it takes the pointer. */
  | { act: "locate"; ref: ElementRef }
  | { act: "point"; at: Spot }
  | { act: "press"; at: Spot; button: MouseButton; clicks: ClickCount }
  /** Into what has the focus. */
  | { act: "type"; keys: TypeKeys; mode: TypeMode; text: string }
  | { act: "enter" }
  | { act: "drag"; from: Spot; to: Spot }
  | { act: "shoot"; marks?: Marked[]; view: View }
  | { act: "read"; max_tokens: number }
  /** Runs the body of an async function among the page's own scripts, if the page is of this origin at that moment. */
  | { act: "evaluate"; code: string; origin: string };

export interface DebugOrder {
  act: DebugAct;
  tab: TabId;
  /** Whose Turn holds the tab; nobody's for a mere look. */
  thread?: ThreadId;
}

export type DebugReply =
  /** `told` is what the model reads. */
  | { type: "done"; told: string }
  | {
      type: "aimed";
      area: Area;
      at: Spot;
      element: ElementPrint;
      /** The origin of its frame, if it is another than the page's; `null` is opaque. */
      frame?: string;
    }
  | {
      type: "pictured";
      /** Base64 (RFC 4648, section 4). */
      data: string;
      media_type: string;
      told: string;
    }
  | { type: "failed"; failure: ToolFailure };

/** How a message of the person came into its Turn. */
export type Delivery = "opening" | "steered";

export type DialogAnswer = "accept" | "dismiss";

/** Lower-case hexadecimal SHA-256. */
export type Digest = string;

/** One document of one tab, as the content script in it names itself. */
export type DocumentId = string;

/** A key as the settings page sends it, in the order in which keys are tried. */
export interface DraftKey {
  id: KeyId;
  /** Absent: the stored one stays as it is. */
  secret?: Secret;
}

/** Which part of a Run's footing is not what it was. */
export type Drift = "format" | "record" | "connection" | "transport" | "credential" | "tools";

export type Effects = "read" | "write";

/** What an element is to a person, taken when it was named; a ref is good only while this stays true. */
export interface ElementPrint {
  /** `autocomplete` tokens, for the gatekeeper. */
  autocomplete: string;
  /** Where a link or form control would lead, absolute; empty if nowhere. */
  destination: string;
  /** `type` of an input or button. */
  kind: string;
  label: string;
  name: string;
  placeholder: string;
  role: string;
  tag: string;
}

/** An element as the snapshot named it: `s{document nonce}_{n}`. */
export type ElementRef = string;

export type Ending =
  | { type: "complete" }
  | { type: "failed"; error: RunError }
  /** Nobody wanted it any more. */
  | { type: "stopped" };

/** As much of a connection that is being written as its endpoint can be asked with. */
export interface Endpoint {
  base_url: string;
  headers?: Header[];
  /** Of the connection that it will be, or is. */
  id: ConnectionId;
  keys?: DraftKey[];
  quirks: Quirks;
  wire: Wire;
}

export type Event =
  | {
      type: "initialized";
      /** Changes with every start of the worker. */
      boot: string;
      connections: Connection[];
      keys: KeyLock;
      settings: Settings;
      snapshot?: Snapshot;
      submission_id: SubmissionId;
      threads: ThreadSummary[];
    }
  /** Understood by every panel, older ones too: this shape never changes. */
  | { type: "fatal.reload_required"; protocol: number; schema_hash: string }
  | { type: "command.ack"; body: AckBody; submission_id: SubmissionId }
  | { type: "command.rejected"; refusal: Refusal; submission_id: SubmissionId }
  | { type: "pong"; submission_id: SubmissionId }
  | { type: "thread.snapshot"; snapshot: Snapshot }
  | { type: "turn.start"; thread: ThreadId; turn: TurnId }
  | { type: "turn.complete"; counters: Counters; stop: StopReason; thread: ThreadId; turn: TurnId }
  | { type: "item.start"; item: Item; thread: ThreadId }
  | { type: "item.delta"; attempt: Attempt; channel: Channel; item: NodeId; text: string; thread: ThreadId }
  | { type: "item.complete"; item: Item; thread: ThreadId }
  | { type: "run.updated"; run: RunView; thread: ThreadId }
  | { type: "run.retrying"; retry: RetryNotice; thread: ThreadId; turn: TurnId }
  | { type: "run.recovery_required"; call: NodeId; thread: ThreadId; turn: TurnId }
  | { type: "approval.request"; approval: Approval; thread: ThreadId }
  | { type: "approval.closed"; approval: ApprovalId; outcome: ApprovalOutcome; thread: ThreadId }
  | { type: "interaction.request"; interaction: Interaction; thread: ThreadId }
  | { type: "interaction.closed"; interaction: InteractionId; thread: ThreadId }
  | { type: "queue.updated"; mode: QueueMode; queue: QueuedMessage[]; thread: ThreadId }
  | { type: "steers.updated"; steers: PendingSteer[]; thread: ThreadId }
  | { type: "plan.updated"; plan: Plan; thread: ThreadId }
  | { type: "token.usage"; counters: Counters; thread: ThreadId; turn: TurnId }
  | { type: "context.occupancy"; occupancy: Occupancy; thread: ThreadId; turn: TurnId }
  | { type: "thread.created"; thread: ThreadSummary }
  | { type: "thread.forked"; from: ThreadId; thread: ThreadSummary }
  | { type: "thread.updated"; thread: ThreadSummary }
  | { type: "thread.deleted"; thread: ThreadId }
  | { type: "settings.updated"; settings: Settings }
  | { type: "connections.updated"; connections: Connection[] }
  | { type: "vault.updated"; keys: KeyLock }
  | { type: "rules.updated"; rules: Rule[] }
  /** What is new or changed, and what is gone. */
  | { type: "memories.updated"; gone: MemoryId[]; kept: Memory[] }
  | { type: "system.notice"; code: SystemNoticeCode; message: string };

/** Absent beside an answer that claims nothing, and beside one that was not looked at. */
export interface Evidence {
  /** In the order of the answer. */
  claims?: Claim[];
  /** Weightiest first. Empty for an answer that stands. */
  missing?: Missing[];
  standing: Standing;
}

/** All that is known of it but for the bodies, which are rows of their own. */
export interface Exchange {
  /** Which try of the same question, from 1. */
  attempt: number;
  connection: ConnectionId;
  /** As it was called then. */
  connection_name: string;
  id: ExchangeId;
  model?: string;
  purpose: Purpose;
  request: SentRequest;
  sent_at: Timestamp;
  state: ExchangeState;
  thread?: ThreadId;
  turn?: TurnId;
}

/** One request to a model's endpoint. */
export type ExchangeId = string;

export type ExchangeState =
  /** It has left. It stays so if the worker died before its end. */
  | { type: "sent" }
  | {
      type: "ended";
      at: Timestamp;
      ending: Ending;
      /** Absent: no answer had begun. */
      response?: ReceivedResponse;
      usage?: Usage;
    };

export type ExportFormat = "markdown" | "json";

/** A gesture as a page tells of it. Whether it was the person's is for the worker to say: the debugger's input looks the same there. */
export interface Felt {
  at: Timestamp;
  hand: HandOnPage;
  means: Means;
}

export interface FetchOrder {
  /** What is longer is read to here. */
  most_bytes: number;
  time_ms: number;
  url: string;
}

export type FetchReply =
  | {
      type: "fetched";
      /** Longer than it might be. */
      cut?: boolean;
      /** Without parameters, in lower case; empty if the server named none. */
      media_type: string;
      /** RFC 9110, section 15. */
      status: number;
      /** Of HTML, what a person would read. */
      text: string;
      /** Where the answer came from. */
      url: string;
    }
  /** It is no text. */
  | { type: "unreadable"; media_type: string }
  /** The server sends whoever asks to another origin, where nobody went. */
  | {
      type: "leads_on";
      /** The browser did not say where to. */
      to?: string;
    }
  | { type: "failed"; failure: ToolFailure };

export interface FieldValue {
  ref: ElementRef;
  value: string;
}

export interface FileContent {
  data_b64: string;
  media_type: string;
  name: string;
}

/** The Turns that stand at one place of the tree, of which the path takes one. Only places with more than one are told. */
export interface Fork {
  /** The place of `turn` among them, from 0. */
  at: number;
  /** The first node of each, oldest first: what `thread.select_branch` takes. */
  siblings: NodeId[];
  /** The one on the path. */
  turn: TurnId;
}

/** Where in a snapshot the content of a frame belongs: below this line, counted from 0. */
export interface FrameSlot {
  frame: string;
  line: number;
}

/** What a person does in a tab that a Turn acts on. */
export type Gesture = "pause" | "stop" | "touch";

/** What one look showed. */
export type Glimpse =
  | { type: "met" }
  | { type: "not_yet" }
  /** The first look of a wait for a change: what later ones are compared with. A print of the text, not the text. */
  | { type: "began"; print: string };

/** A gesture, with the Turn that the tab was held for. */
export interface HandOnPage {
  gesture: Gesture;
  thread: ThreadId;
  turn: TurnId;
}

/** A header of a request. No credential: those are keys. */
export interface Header {
  name: string;
  value: string;
}

export interface HeaderLine {
  name: string;
  value: string;
}

export interface Interaction {
  asked_at: Timestamp;
  /** The `tool_call` node that waits. */
  call: NodeId;
  id: InteractionId;
  status: InteractionStatus;
  thread: ThreadId;
  turn: TurnId;
  wait: Wait;
}

/** One wait for the person or for a time, outside of an approval. */
export type InteractionId = string;

export type InteractionStatus =
  | { status: "open" }
  | { status: "answered"; response: Response }
  /** The time came. */
  | { status: "elapsed" }
  /** The Turn ended before. */
  | { status: "closed" };

export interface Item {
  at: Timestamp;
  body: ItemBody;
  id: NodeId;
  turn: TurnId;
}

export type ItemBody =
  | { type: "user_message"; attachments?: AttachedItem[]; delivery?: Delivery; tab?: TabRef; text: string }
  | {
      type: "assistant_message";
      ending: ItemEnding;
      evidence?: Evidence;
      pictures?: AttachedItem[];
      reasoning: string;
      text: string;
    }
  | {
      type: "tool_call";
      arguments: unknown;
      /** The Thread of the delegated Run, for its steps. */
      child?: ThreadId;
      effects: Effects;
      status: StepStatus;
      tool: string;
    }
  | { type: "notice"; code: NoticeCode; text: string };

export type ItemEnding =
  /** Still streaming: text arrives in deltas of this attempt. */
  | { type: "live"; attempt: Attempt }
  | { type: "whole"; stop: ModelStop }
  | { type: "partial"; why: PartialWhy };

/** One entry of a Run's log. `payload` names what happened by ids and codes: no secrets, no written text. */
export interface JournalRow {
  at: Timestamp;
  /** 0 for a Turn of the person, 1 for a delegated one. */
  depth: number;
  payload: unknown;
  run: TurnId;
  seq: Seq;
  thread: ThreadId;
  type: string;
}

export type Kept = "whole" | "evicted";

/** One key of a connection. */
export type KeyId = string;

export type KeyLock = "locked" | "none" | "open";

export type Language = "en" | "zh-CN" | "auto";

export type Limit = "broken_arguments" | "calls" | "active_time";

/** Absent is no limit. Time that is spent waiting for a person does not count. */
export interface Limits {
  active_ms?: number;
  calls?: number;
  /** Millionths of a US dollar, counted by the prices of the connection. */
  cost_micros?: number;
  /** Input and output of the model, cached input included. */
  tokens?: number;
}

/** What a Turn may use before it pauses and asks whether to go on. */
export type LimitsProfile =
  /** Nothing but what always pauses: replies in a row that cannot be read. */
  | { profile: "open" }
  /** 100 tool calls and 10 active minutes. */
  | { profile: "guarded" }
  | { profile: "own"; limits: Limits };

/** A model as its endpoint lists it. */
export interface ListedModel {
  /** Tokens, where the endpoint says so. */
  context_window?: number;
  id: string;
}

/** A control and its ref. */
export interface Marked {
  area: Area;
  ref: ElementRef;
}

/** What the person did it with. */
export type Means = "pointer" | "keys";

/** One thing that is remembered. Profile-wide: it outlives the conversation that it was said in. */
export interface Memory {
  created_at: Timestamp;
  /** That of the `tool_call` node which made it: a call makes one at most. */
  id: MemoryId;
  source: MemorySource;
  /** One line. */
  text: string;
  /** Where it was said; that conversation may be gone. */
  thread: ThreadId;
  topic?: string;
  updated_at: Timestamp;
}

/** One thing that is remembered. */
export type MemoryId = string;

/** Whose words may be in it. */
export type MemorySource =
  /** Nothing but the person and the model had spoken in that conversation. */
  | { from: "conversation" }
  /** Text of others had been read there: pages of these sites, tabs or files. It is shown to a model like such text. */
  | { from: "read"; sites: string[] }
  /** The person wrote it as it stands. */
  | { from: "person" };

export type Method = "GET" | "POST";

/** Why a claim, or a request that an answer passes over, is not proved. In the order of weight. */
export type Missing = "denied" | "outcome_unknown" | "write_failed" | "no_write" | "read_contradicts" | "no_read_after_write" | "wrong_page" | "partial" | "request_part_missing" | "redirected" | "not_navigated" | "no_file" | "empty_file" | "read_failed" | "no_read" | "stale_read" | "coverage_incomplete" | "name_not_found" | "figure_wrong_arithmetic" | "figure_wrong_unit" | "figure_over_rounded" | "figure_misattributed" | "figure_from_failed_step" | "figure_from_masked" | "stale_turn" | "figure_not_found" | "figure_unchecked";

export interface Model {
  capabilities: Capabilities;
  /** In tokens. Absent: what is known of a model of this name. */
  context_window?: number;
  /** As its endpoint names it. */
  id: string;
  /** As the person wrote them; without them nobody knows what a Turn costs. */
  prices?: Prices;
}

/** A model of a connection, as settings name it. */
export interface ModelChoice {
  connection: ConnectionId;
  /** Absent: its first. */
  model?: string;
}

/** What went wrong with a call of the model. */
export type ModelErrorKind = "auth" | "permission" | "origin_forbidden" | "quota" | "rate_limit" | "overloaded" | "server" | "timeout" | "bad_request" | "unsupported_param" | "context_length" | "content_filter" | "not_found" | "too_large" | "tool_use_failed" | "network" | "truncated_stream" | "protocol";

export type ModelList =
  | { type: "listed"; models: ListedModel[] }
  | { type: "failed"; error: RunError };

/** Why the model stopped, in its own terms. */
export type ModelStop =
  | { type: "end" }
  | { type: "tool_use" }
  | { type: "max_tokens" }
  | { type: "stop_sequence" }
  | { type: "content_filter" }
  | {
      type: "refusal";
      /** What it was refused for, in the provider's word. */
      category?: string;
    }
  | { type: "pause" }
  | { type: "context_window" }
  | { type: "error" }
  | { type: "unknown"; raw: string };

export type ModelsOf =
  | { type: "stored"; connection: ConnectionId }
  | { type: "draft"; endpoint: Endpoint };

export type MouseButton = "left" | "middle" | "right";

/** One stored fact of a conversation. */
export type NodeId = string;

/** One stands for a Thread at a time; a newer one takes its place. */
export interface Notice {
  /** BCP 47, of the words around it. */
  locale: string;
  occasion: Occasion;
  thread: ThreadId;
  /** Of the conversation; absent if there is none yet, or the person wants it kept off the screen. */
  title?: string;
}

export type NoticeCode = "change_approach" | "tools_withheld" | "repaired_branch" | "last_reply" | "context_refreshed" | "context_masked" | "context_compacted" | "person_took_over";

/** Whether a notification names the conversation: it may be read by whoever sees the screen. */
export type NotificationTitles = "shown" | "hidden";

/** When a person is told of a conversation that no panel shows. */
export type Notifications = "off" | "waiting" | "waiting_and_done";

export type Occasion = "approval" | "question" | "limit" | "done" | "failed" | "action" | "uncertain" | "locked";

/** How full the window is. */
export interface Occupancy {
  by: CountedBy;
  parts: ContextParts;
  /** Tokens that a request may have: the window without the room for the reply. */
  room: number;
  used: number;
}

export type Operation = "sum" | "difference" | "product" | "ratio" | "percent_change" | "average" | "unit" | "unit_price" | "count";

/** What the person wants otherwise for one Turn. */
export interface Overrides {
  connection?: ConnectionId;
  limits?: LimitsProfile;
  model?: string;
  policy?: Policy;
  saving?: Saving;
}

/** Such a site, as the person names it: an origin, a host, `*.suffix` or `*`. */
export interface OwnSite {
  reading: Caution;
  site: string;
  writing: Caution;
}

/** What the page did after an action, for the step in the panel; `content` says it to the model. */
export interface PageChanges {
  /** Lines of the difference between two snapshots. */
  lines: number;
  navigated_to?: string;
  still_loading: boolean;
  value?: string;
}

/** The page that answered. */
export interface PageInfo {
  document: DocumentId;
  /** Of a frame that answers for itself: its place among the frames, from the page down, such as `0.2`. */
  frame?: string;
  origin: string;
  title: string;
  url: string;
}

export type PageOp =
  /** Which document is this, and what is the element behind a ref? Never acts. */
  | { op: "describe"; others?: ElementRef[]; ref?: ElementRef }
  | { op: "read_page"; max_tokens: number; mode: ReadMode; scope?: ElementRef }
  | { op: "find_in_page"; query: string }
  | { op: "extract"; from_char: number; scope?: ElementRef }
  | { op: "click"; button: MouseButton; clicks: ClickCount; ref: ElementRef }
  | { op: "type"; after: AfterTyping; mode: TypeMode; pace: TypePace; ref: ElementRef; text: string }
  | { op: "select_option"; options: string[]; ref: ElementRef }
  | { op: "set_checked"; checked: boolean; ref: ElementRef }
  /** On an element, or where the focus is. */
  | { op: "press_key"; key: string; ref?: ElementRef }
  | { op: "hover"; ref: ElementRef }
  | { op: "drag"; ref: ElementRef; to: ElementRef }
  /** Each field gets its value, by its kind: text, a choice, a tick. */
  | { op: "fill_form"; fields: FieldValue[] }
  /** One after the other, up to the first that fails or that the page answers by going elsewhere. */
  | { op: "batch"; acts: PageOp[] }
  /** What a person would choose in the browser's own dialog for files. */
  | { op: "upload_file"; files: FileContent[]; ref: ElementRef }
  /** How the next dialog of the page is answered; it opens in a later write. */
  | { op: "handle_dialog"; answer: DialogAnswer; text?: string }
  | { op: "scroll"; direction: ScrollDirection; ref?: ElementRef }
  /** What the person has marked. */
  | { op: "get_selection" }
  | { op: "extract_table"; from_row: number; scope?: ElementRef }
  | { op: "wait_for"; condition: WaitCondition; timeout_ms: number }
  /** Whether a condition holds, now or before the patience is over. Answers with nothing that the page says. */
  | { op: "watch"; condition: WatchCondition; patience_ms: number; print?: string }
  /** What is different since this document was last told of. */
  | { op: "changes" }
  /** Bring an element to where a pointer reaches it and say where that is. What changes from then on is told by `account`. */
  | { op: "locate"; purpose: Purpose2; ref: ElementRef }
  /** What has changed since `begin` or `locate`, once the page has settled. */
  | { op: "account" }
  /** Begin to note what changes. */
  | { op: "begin" }
  /** Where the controls are that can be seen just now. */
  | { op: "marks" }
  /** Mark an element for the person who looks at an approval card. */
  | { op: "highlight"; ref: ElementRef };

export type PageOutcome =
  /** `content` is what the model reads. */
  | {
      type: "done";
      changes: PageChanges;
      content: string;
      /** Lines of the content that stand for frames which answer for themselves. */
      frames?: FrameSlot[];
    }
  | { type: "described"; element?: ElementPrint; others?: ElementPrint[] }
  | { type: "watched"; glimpse: Glimpse }
  | {
      type: "located";
      area: Area;
      /** Takes the pointer. */
      spot: Spot;
    }
  | { type: "marked"; marks: Marked[] }
  | { type: "failed"; failure: ToolFailure };

export interface PageReply {
  id: string;
  outcome: PageOutcome;
  page: PageInfo;
}

export interface PageRequest {
  binding?: Binding;
  /** The same id twice is the same request: the script answers with the first outcome and does not act again. */
  id: string;
  op: PageOp;
  time_ms: number;
}

/** What a page is told of whose it is. */
export type PageSign =
  /** This Turn acts on the tab: whatever the person does there is told. */
  | { type: "hold"; thread: ThreadId; turn: TurnId }
  | { type: "hand_back"; thread: ThreadId }
  /** Places on the page are looked at or pressed now: nothing of ours lies there for a moment. */
  | { type: "aside" };

export type PartialWhy = "stream_broke" | "interrupted";

/** A steer that the model has not read yet. */
export interface PendingSteer {
  attachments?: AttachmentLink[];
  /** The item that it will be. */
  id: NodeId;
  text: string;
}

export interface Plan {
  steps: PlanStep[];
}

export type PlanStatus = "pending" | "done" | "dropped" | "in_progress";

export interface PlanStep {
  status: PlanStatus;
  text: string;
}

export type Policy = "always" | "untrusted" | "auto";

/** Millionths of a US dollar for a million tokens. */
export interface Prices {
  /** Absent: that of input. */
  cache_read?: number;
  /** Absent: that of input. */
  cache_write?: number;
  input: number;
  output: number;
}

export type Proof =
  /** The `tool_call` node. */
  | { type: "step"; call: NodeId }
  /** A file that came with this message. */
  | { type: "attached"; message: NodeId }
  /** The person said it. */
  | { type: "request" }
  /** A Turn before this one, by the message that opened it. */
  | { type: "earlier"; message: NodeId };

/** Where it came from. */
export type Provenance = "person" | "tool" | "model";

/** What a model's endpoint is asked for. */
export type Purpose = "title" | "reply" | "notes" | "check" | "models";

/** What an element is located for. */
export type Purpose2 = "press" | "write" | "show";

/** What becomes of waiting messages when the running Turn ends. */
export type QueueMode = "flowing" | "held";

/** A message that waits for its Turn. */
export interface QueuedMessage {
  attachments?: AttachmentLink[];
  text: string;
  turn: TurnId;
}

/** How an endpoint differs from the wire it imitates: data of the connection, never a branch on a name. */
export interface Quirks {
  /** An assistant message that only calls tools has the content `""`, not null. */
  assistant_content_string: boolean;
  /** The header that carries the key. */
  auth: AuthScheme;
  /** The model is a deployment in the path, and the API version a query parameter. */
  azure_deployment_url: boolean;
  /** A user message may not follow a tool message: an assistant message goes between. */
  bridge_tool_user: boolean;
  /** The system prompt goes under the role `developer`. */
  developer_role: boolean;
  /** The endpoint refuses assistant messages without content. */
  drop_empty_assistant: boolean;
  /** The same, found out by being refused: of the wire and the address that the connection has. */
  learned_params?: string[];
  /** `max_completion_tokens` instead of `max_tokens`. */
  max_completion_tokens: boolean;
  /** The longest reply in tokens, for a wire that wants a number. Absent: what today's models take. */
  max_output_tokens?: number;
  /** Neighbours of one role become one message. */
  merge_same_role: boolean;
  /** The endpoint refuses requests that say which extension they come from. */
  no_origin: boolean;
  /** The endpoint refuses breakpoints of the prompt cache. */
  no_prompt_cache: boolean;
  /** Reasoning models that refuse `temperature`, `top_p`, penalties and `stop`. */
  no_sampling_params: boolean;
  /** The endpoint refuses `stream_options`. */
  no_stream_options: boolean;
  /** The endpoint refuses `tool_choice` while it thinks. */
  no_tool_choice_with_thinking: boolean;
  /** The model cannot call tools. */
  no_tools: boolean;
  /** The last message may not be the assistant's. */
  no_trailing_assistant: boolean;
  /** The model cannot see images. */
  no_vision: boolean;
  /** Whether `reasoning_content` goes back. */
  replay_reasoning: ReplayReasoning;
  /** Which JSON Schema keywords the endpoint takes. */
  schema_profile: SchemaProfile;
  /** One system message, and only at the top. */
  single_system_first: boolean;
  /** The SSE field `error:` carries an error. */
  sse_error_field: boolean;
  /** A tool's result holds text alone, on a wire whose results may hold images. */
  text_results: boolean;
  /** The chat template opens the `<think>` section itself: the text begins inside it. */
  think_opened: boolean;
  /** `<think>` sections in the text are reasoning. */
  think_tags: boolean;
  /** How much a model of the Anthropic wire is told to think. */
  thinking_mode: ThinkingMode;
  /** How thinking is switched on and off. */
  thinking_param: ThinkingParam;
  /** Thinking is refused unless the reply streams. */
  thinking_requires_stream: boolean;
  /** `thinking` and `reasoning_effort` exclude each other. */
  thinking_xor_effort: boolean;
  /** A model that can think does so, or shows it, only if it is asked to. */
  thinks_when_asked?: boolean;
  /** Which ids of tool calls the endpoint takes back. */
  tool_ids: ToolIds;
  /** Keys of the body that the endpoint refuses, whatever their value. */
  unsupported_params: string[];
}

export type ReadMode = "snapshot" | "article";

export interface ReceivedResponse {
  /** When its head was here. */
  at: Timestamp;
  body: BodyFacts;
  headers: HeaderLine[];
  status: number;
}

export interface Refusal {
  code: RefusalCode;
  field?: string;
  /** In English; the panel has its own words for the code. */
  message: string;
}

export type RefusalCode = "bad_command" | "too_large" | "not_allowed" | "reused_submission" | "unknown_thread" | "thread_exists" | "unknown_turn" | "unknown_approval" | "unknown_interaction" | "unknown_node" | "unknown_attachment" | "unusable_attachment" | "approval_closed" | "approval_changed" | "scope_not_offered" | "already_answered" | "empty_message" | "no_connection" | "unknown_connection" | "bad_base_url" | "queue_full" | "steers_full" | "not_resumable" | "not_uncertain" | "busy" | "overloaded" | "storage_full" | "storage_failed" | "vault_failed" | "wrong_passphrase" | "unknown_rule" | "unknown_memory" | "unknown_exchange" | "no_prices" | "stale_turn" | "environment_drift" | "keys_locked" | "looks_secret" | "nothing_runs" | "nothing_new";

/** What going on does for a Turn whose window is full. */
export type Relief = "possible" | "none";

export type ReplayReasoning = "never" | "tool_turns" | "tool_turns_required";

/** What the person says became of a call whose outcome is unknown. */
export type Resolution = "retry" | "mark_done" | "fail";

/** What the person says to a wait. */
export type Response =
  | { type: "answer"; text: string }
  /** They say that they did what was asked for. Nothing but this word comes back. */
  | { type: "done" }
  /** Go on without an answer, without what was asked for, or before the time. */
  | { type: "skip" };

/** A retry that is waited for before the first output of a model call. */
export interface RetryNotice {
  attempt: number;
  kind: ModelErrorKind;
  message: string;
  of: number;
  wait_ms: number;
}

/** A stored rule. `tool` is a name, `mcp__server__*`, `category:x` or `*`; `origin` is an origin, a host, `*.suffix` or `*`. */
export interface Rule {
  id: RuleId;
  origin: string;
  source: RuleSource;
  tool: string;
  verdict: RuleVerdict;
}

/** A rule as the person writes it. */
export interface RuleDraft {
  id: RuleId;
  origin: string;
  tool: string;
  verdict: RuleVerdict;
}

/** A stored permission rule. */
export type RuleId = string;

/** Who made a rule; a later word of higher authority wins. */
export type RuleSource = "plugin_default" | "approval_persist" | "user_setting";

export type RuleVerdict = "allow" | "ask" | "deny";

/** What a run file holds of what was written and read. */
export type RunContents = "whole" | "redacted";

/** Why a Run failed: a code for the panel's words, and what the other side said. */
export interface RunError {
  code: RunErrorCode;
  message: string;
}

export type RunErrorCode =
  /** The call of the model failed. */
  | { type: "model"; kind: ModelErrorKind }
  /** No connection is set up, or the one that the Turn began with is gone. */
  | { type: "no_connection" }
  /** The vault could not give the key. */
  | { type: "key_unreadable" }
  /** The keys are locked by the person's passphrase. */
  | { type: "keys_locked" }
  /** Tool calls came with a stop reason that does not go with them. */
  | { type: "protocol_violation" }
  /** What a message brought along could not be read from the store. */
  | { type: "attachment_unreadable" }
  /** The request could not be written down, so it was not sent. */
  | { type: "unrecorded" }
  /** The Run cannot go on, because what it stands on has changed. */
  | { type: "environment_drift"; drift: Drift };

export type RunState = "queued" | "ready" | "streaming_model" | "compacting" | "executing_tool" | "waiting_approval" | "waiting_interaction" | "waiting_keys" | "completed" | "failed" | "interrupted" | "paused_budget" | "paused_limit" | "paused_context" | "paused_takeover" | "paused_uncertain";

/** The Run as the strip above the transcript shows it. */
export interface RunView {
  /** Of a pause. */
  asking?: Asking;
  counters: Counters;
  error?: RunError;
  /** Its newest entry: a Run that paused again is not where it was. */
  journal: Seq;
  /** The limit that paused it. */
  limit?: Limit;
  limits: Limits;
  /** Of its newest request. */
  occupancy?: Occupancy;
  /** Of a pause because the window is full. */
  relief?: Relief;
  state: RunState;
  stop?: StopReason;
  /** The tab in use. */
  tab?: TabRef;
  /** How the person paused it. */
  takeover?: Takeover;
  turn: TurnId;
  /** The call whose outcome is unknown. */
  uncertain?: NodeId;
  /** Since it began or was continued; limits are compared with this. */
  used: Used;
}

/** When room is made. */
export type Saving = "normal" | "saver";

export type SchemaProfile = "standard" | "gemini";

/** How far a yes may reach for this call. `Once` is always among them. */
export type Scope = "once" | "session" | "always";

export type ScrollDirection = "up" | "down" | "top" | "bottom" | "into_view";

/** A place where the text was found. */
export interface SearchHit {
  /** The text around it. */
  excerpt: string;
  /** Absent for a hit in the title. */
  node?: NodeId;
  thread: ThreadId;
  title: string;
}

export type SearchScope = "all" | "cut";

/** Text that no log, event or error may show. */
export type Secret = string;

/** As it was handed to the browser, which adds headers of its own. */
export interface SentRequest {
  body?: BodyFacts;
  headers: HeaderLine[];
  method: Method;
  url: string;
}

/** Position in a Thread's nodes or a Run's journal; starts at 1 and has no gaps. */
export type Seq = number;

export interface Settings {
  completion: Completion;
  /** What the person wants every conversation to know of how they like things done. */
  instructions?: string;
  language: Language;
  limits: LimitsProfile;
  /** What a Turn asks that says nothing else. */
  model?: ModelChoice;
  notification_titles?: NotificationTitles;
  notifications?: Notifications;
  policy: Policy;
  saving?: Saving;
  /** Added to the list of sensitive sites that is shipped. */
  sensitive_sites?: OwnSite[];
  /** What is asked for titles and notes. Absent: the model of the Turn. */
  task_model?: ModelChoice;
  theme: Theme;
  titles: Titles;
  tools?: ToolChoice;
}

/** A Thread as it stands: what a panel needs before live events of it mean anything. */
export interface Snapshot {
  /** Open ones. */
  approvals: Approval[];
  forks: Fork[];
  /** Open ones. */
  interactions: Interaction[];
  items: Item[];
  /** The reply under way with what has streamed so far; its item is not among `items`. */
  live?: Item;
  plan?: Plan;
  queue: QueuedMessage[];
  queue_mode: QueueMode;
  run?: RunView;
  steers: PendingSteer[];
  thread: ThreadSummary;
}

/** A place in what the tab shows, in pixels of CSS from its upper left corner. */
export interface Spot {
  x: number;
  y: number;
}

export type Standing = "proved" | "admitted" | "rejected" | "unverified";

export type StepStatus =
  /** Stands behind another call of the same reply. */
  | { type: "waiting" }
  | { type: "awaiting_approval"; approval: ApprovalId }
  | { type: "awaiting_interaction"; interaction: InteractionId }
  | { type: "running"; since: Timestamp }
  | { type: "done"; content: string; decided?: Answer; pictures?: AttachedItem[]; tab?: TabRef; took_ms: number }
  | { type: "failed"; decided?: Answer; failure: ToolFailure; took_ms: number }
  /** It may have happened; the person says. */
  | { type: "uncertain" };

export type StopReason = "end" | "max_tokens" | "content_filter" | "refusal" | "interrupted" | "error" | "budget_pause" | "limit_pause" | "context_full" | "unverified" | "takeover" | "uncertain";

/** A key that the vault holds. */
export interface StoredKey {
  /** How it ends, so that a person can tell it from another. Absent of a short one, and of one that is older than hints. */
  hint?: string;
  id: KeyId;
}

/** One command as its sender named it; the other half of a receipt's key. */
export type SubmissionId = string;

export type SystemNoticeCode = "storage_full" | "storage_failed" | "row_quarantined" | "engine_restarted";

/** Chrome's tab id. */
export type TabId = number;

/** A tab as the person or a tool named it. */
export interface TabRef {
  id: TabId;
  title: string;
  url: string;
}

/** How the person took the page over from a Turn that acted on it. */
export type Takeover = "pressed" | "touched";

export type Theme = "auto" | "light" | "dark";

export type ThinkingMode = "adaptive" | "budget";

export type ThinkingParam = "object" | "enable_thinking";

/** One conversation. */
export type ThreadId = string;

/** A line of the thread list. */
export interface ThreadSummary {
  activity: Activity;
  archived?: boolean;
  id: ThreadId;
  parent?: ThreadId;
  pinned?: boolean;
  title: string;
  turns: number;
  updated_at: Timestamp;
}

/** Milliseconds since the Unix epoch. */
export type Timestamp = number;

/** Where the title of a conversation comes from until the person writes one. */
export type Titles = "model" | "first_line";

/** Which tools a model is told of. */
export type ToolChoice = "all" | "by_intent";

/** Why a call did not do what it was asked. Each comes with a next step for the model. */
export type ToolErrorCode = "stale_ref" | "not_found" | "not_visible" | "covered" | "disabled" | "not_editable" | "ambiguous" | "ignored_by_page" | "unsupported_frame" | "tab_gone" | "target_changed" | "no_permission" | "restricted_page" | "timeout" | "dialog_blocked" | "invalid_arguments" | "unknown_tool" | "declined_by_person" | "denied_by_policy" | "batch_limited" | "tools_withheld" | "interrupted" | "navigation_failed" | "unknown_memory" | "internal" | "maybe_done" | "not_run" | "outcome_unknown" | "already_done" | "repeated_failure" | "not_kept" | "with_person" | "delegate_failed" | "no_debugger";

/** A failed call as a value: the model reads it and corrects itself. */
export interface ToolFailure {
  code: ToolErrorCode;
  message: string;
  /** What to do next, in one sentence. */
  next: string;
}

export type ToolIds = "any" | "alnum9";

/** "What would happen if …": a call that nobody makes. */
export interface Trial {
  /** Where it would go, or the page that it would act on. */
  address: string;
  /** What it would type or send. */
  text?: string;
  tool: string;
}

/** How a trial was judged. */
export interface Trialled {
  flags: string[];
  /** The gatekeeper's reason and flags, as codes. */
  reason: string;
  /** The stored rule that decided. */
  rule?: RuleId;
  verdict: RuleVerdict;
}

/** Whether what a tool says may be obeyed, or is somebody else's text. */
export type Trust = "trusted" | "untrusted";

/** One Turn and the Run that is its durable record: they share the id. */
export type TurnId = string;

/** How a text goes in. */
export type TypeKeys = "each" | "none";

export type TypeMode = "replace" | "append";

export type TypePace = "at_once" | "key_by_key";

/** Tokens as the provider counts them. `input`, `cache_read` and `cache_write` are disjoint; `output` includes `reasoning`. */
export interface Usage {
  cache_read: number;
  cache_write: number;
  input: number;
  output: number;
  reasoning?: number;
}

/** What limits count. */
export interface Used {
  active_ms: number;
  calls: number;
  cost_micros?: number;
  tokens: number;
}

export type VerifyOutcome =
  | { type: "passed" }
  | { type: "failed"; error: RunError };

export type VerifyStage = "reachable" | "key" | "streaming" | "tool_call";

/** One step of a check, in the order they were tried; the first that failed is the last. */
export interface VerifyStep {
  outcome: VerifyOutcome;
  step: VerifyStage;
}

/** How much a picture shows. */
export type View =
  | { of: "viewport" }
  | { of: "full_page" }
  /** In what the tab shows; it may reach out of that. */
  | { of: "area"; area: Area };

/** What is waited for. */
export type Wait =
  /** An answer of the person, in their words or one of those offered. */
  | { type: "question"; options: string[]; question: string }
  /** A time; the person may go on before it. */
  | { type: "until"; at: Timestamp; reason: string }
  /**
   * A step that only the person can take: a sign-in, a captcha, a payment. While it is open the page is theirs, and nothing is
   * read from it.
   */
  | { type: "action"; tab?: TabRef; what: string; why: string }
  /** Something that a page is to show; the person may go on before it does. */
  | { type: "watch"; watch: Watch };

export type WaitCondition =
  | { for: "text"; text: string }
  | { for: "text_gone"; text: string }
  | { for: "ref_gone"; ref: ElementRef }
  | { for: "url"; contains: string }
  | { for: "time"; ms: number };

/** A page that is looked at from time to time, until it shows what is waited for or the time is over. */
export interface Watch {
  condition: WatchCondition;
  /** Between two looks while nobody tells of a change, in milliseconds. */
  every_ms: number;
  flags?: string[];
  /** The only one that may be looked at: a tab that goes elsewhere ends the wait. */
  origin: string;
  /** Of the page as it was when the wait for a change began. */
  print?: string;
  /** Why the looks are allowed: the gatekeeper's word when the wait began. Each look is judged again. */
  reason: string;
  tab: TabRef;
  until: Timestamp;
}

export type WatchCondition =
  | { for: "text"; text: string }
  | { for: "text_gone"; text: string }
  | { for: "url"; contains: string }
  /** Other text than when the wait began. */
  | { for: "changed" };

export type Wire = "openai-chat" | "anthropic" | "openai-responses";

/** Every type by its name, for what takes a name. */
export interface ByName {
  AckBody: AckBody;
  Activity: Activity;
  AfterTyping: AfterTyping;
  Answer: Answer;
  Approval: Approval;
  ApprovalId: ApprovalId;
  ApprovalOutcome: ApprovalOutcome;
  ApprovalStatus: ApprovalStatus;
  Area: Area;
  Ask: Ask;
  AskTarget: AskTarget;
  Asking: Asking;
  AttachedItem: AttachedItem;
  Attachment: Attachment;
  AttachmentDraft: AttachmentDraft;
  AttachmentId: AttachmentId;
  AttachmentLink: AttachmentLink;
  Attempt: Attempt;
  AuthScheme: AuthScheme;
  Binding: Binding;
  BodyFacts: BodyFacts;
  BodyForm: BodyForm;
  BrowserPermission: BrowserPermission;
  Capabilities: Capabilities;
  Carry: Carry;
  Caution: Caution;
  Channel: Channel;
  Claim: Claim;
  ClaimKind: ClaimKind;
  ClickCount: ClickCount;
  ClientId: ClientId;
  CloseReason: CloseReason;
  Command: Command;
  CommandBody: CommandBody;
  Completion: Completion;
  Connection: Connection;
  ConnectionDraft: ConnectionDraft;
  ConnectionId: ConnectionId;
  ContextParts: ContextParts;
  CountedBy: CountedBy;
  Counters: Counters;
  DebugAct: DebugAct;
  DebugOrder: DebugOrder;
  DebugReply: DebugReply;
  Delivery: Delivery;
  DialogAnswer: DialogAnswer;
  Digest: Digest;
  DocumentId: DocumentId;
  DraftKey: DraftKey;
  Drift: Drift;
  Effects: Effects;
  ElementPrint: ElementPrint;
  ElementRef: ElementRef;
  Ending: Ending;
  Endpoint: Endpoint;
  Event: Event;
  Evidence: Evidence;
  Exchange: Exchange;
  ExchangeId: ExchangeId;
  ExchangeState: ExchangeState;
  ExportFormat: ExportFormat;
  Felt: Felt;
  FetchOrder: FetchOrder;
  FetchReply: FetchReply;
  FieldValue: FieldValue;
  FileContent: FileContent;
  Fork: Fork;
  FrameSlot: FrameSlot;
  Gesture: Gesture;
  Glimpse: Glimpse;
  HandOnPage: HandOnPage;
  Header: Header;
  HeaderLine: HeaderLine;
  Interaction: Interaction;
  InteractionId: InteractionId;
  InteractionStatus: InteractionStatus;
  Item: Item;
  ItemBody: ItemBody;
  ItemEnding: ItemEnding;
  JournalRow: JournalRow;
  Kept: Kept;
  KeyId: KeyId;
  KeyLock: KeyLock;
  Language: Language;
  Limit: Limit;
  Limits: Limits;
  LimitsProfile: LimitsProfile;
  ListedModel: ListedModel;
  Marked: Marked;
  Means: Means;
  Memory: Memory;
  MemoryId: MemoryId;
  MemorySource: MemorySource;
  Method: Method;
  Missing: Missing;
  Model: Model;
  ModelChoice: ModelChoice;
  ModelErrorKind: ModelErrorKind;
  ModelList: ModelList;
  ModelStop: ModelStop;
  ModelsOf: ModelsOf;
  MouseButton: MouseButton;
  NodeId: NodeId;
  Notice: Notice;
  NoticeCode: NoticeCode;
  NotificationTitles: NotificationTitles;
  Notifications: Notifications;
  Occasion: Occasion;
  Occupancy: Occupancy;
  Operation: Operation;
  Overrides: Overrides;
  OwnSite: OwnSite;
  PageChanges: PageChanges;
  PageInfo: PageInfo;
  PageOp: PageOp;
  PageOutcome: PageOutcome;
  PageReply: PageReply;
  PageRequest: PageRequest;
  PageSign: PageSign;
  PartialWhy: PartialWhy;
  PendingSteer: PendingSteer;
  Plan: Plan;
  PlanStatus: PlanStatus;
  PlanStep: PlanStep;
  Policy: Policy;
  Prices: Prices;
  Proof: Proof;
  Provenance: Provenance;
  Purpose: Purpose;
  Purpose2: Purpose2;
  QueueMode: QueueMode;
  QueuedMessage: QueuedMessage;
  Quirks: Quirks;
  ReadMode: ReadMode;
  ReceivedResponse: ReceivedResponse;
  Refusal: Refusal;
  RefusalCode: RefusalCode;
  Relief: Relief;
  ReplayReasoning: ReplayReasoning;
  Resolution: Resolution;
  Response: Response;
  RetryNotice: RetryNotice;
  Rule: Rule;
  RuleDraft: RuleDraft;
  RuleId: RuleId;
  RuleSource: RuleSource;
  RuleVerdict: RuleVerdict;
  RunContents: RunContents;
  RunError: RunError;
  RunErrorCode: RunErrorCode;
  RunState: RunState;
  RunView: RunView;
  Saving: Saving;
  SchemaProfile: SchemaProfile;
  Scope: Scope;
  ScrollDirection: ScrollDirection;
  SearchHit: SearchHit;
  SearchScope: SearchScope;
  Secret: Secret;
  SentRequest: SentRequest;
  Seq: Seq;
  Settings: Settings;
  Snapshot: Snapshot;
  Spot: Spot;
  Standing: Standing;
  StepStatus: StepStatus;
  StopReason: StopReason;
  StoredKey: StoredKey;
  SubmissionId: SubmissionId;
  SystemNoticeCode: SystemNoticeCode;
  TabId: TabId;
  TabRef: TabRef;
  Takeover: Takeover;
  Theme: Theme;
  ThinkingMode: ThinkingMode;
  ThinkingParam: ThinkingParam;
  ThreadId: ThreadId;
  ThreadSummary: ThreadSummary;
  Timestamp: Timestamp;
  Titles: Titles;
  ToolChoice: ToolChoice;
  ToolErrorCode: ToolErrorCode;
  ToolFailure: ToolFailure;
  ToolIds: ToolIds;
  Trial: Trial;
  Trialled: Trialled;
  Trust: Trust;
  TurnId: TurnId;
  TypeKeys: TypeKeys;
  TypeMode: TypeMode;
  TypePace: TypePace;
  Usage: Usage;
  Used: Used;
  VerifyOutcome: VerifyOutcome;
  VerifyStage: VerifyStage;
  VerifyStep: VerifyStep;
  View: View;
  Wait: Wait;
  WaitCondition: WaitCondition;
  Watch: Watch;
  WatchCondition: WatchCondition;
  Wire: Wire;
}
