//! Small records for the cases. Ids begin with the Thread's, so that a mix-up shows.

use crate::port::StoredThread;
use fairlead_protocol::approval::{Answer, Approval, ApprovalStatus, Ask, Scope};
use fairlead_protocol::attachment::{Attachment, Blob, Kept, Provenance};
use fairlead_protocol::connection::{
    Capabilities, Connection, Header, KeyState, Model, Models, Prices, Quirks, StoredKey, Wire,
};
use fairlead_protocol::context::{
    Compaction, ContextParts, ContextTerms, CountedBy, Gauge, Measure, Occupancy, Saving,
};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::exchange::{
    BodyFacts, BodyForm, Exchange, ExchangeBody, ExchangeState, HeaderLine, Method, Purpose, SentRequest,
    Side,
};
use fairlead_protocol::ids::{
    ApprovalId, AttachmentId, Attempt, ClientId, ConnectionId, Digest, ExchangeId, InteractionId, KeyId,
    MemoryId, NodeId, Revision, RuleId, Seq, SubmissionId, ThreadId, Timestamp, TurnId,
};
use fairlead_protocol::interaction::{Interaction, InteractionStatus, Response, Wait};
use fairlead_protocol::memory::{Memory, MemorySource};
use fairlead_protocol::node::{Delivery, Node, NodeBody};
use fairlead_protocol::pause::{Asking, Relief, Takeover};
use fairlead_protocol::permission::{Policy, Rule, RuleSource, RuleVerdict};
use fairlead_protocol::row::{JournalRow, Receipt, ReceiptResponse, Steer};
use fairlead_protocol::run::{
    CallBatch, Catalogue, Counters, Dispatch, Environment, InFlight, Limit, ModelCall, Opening, Overrides,
    Phase, Run, RunError, RunErrorCode, RunState, StopReason, TaskModel, ToolOffer, Used, Versions, Vision,
};
use fairlead_protocol::settings::Limits;
use fairlead_protocol::thread::{Activity, QueueMode, Thread, ThreadStats, Title, Titling};
use fairlead_protocol::tool::Trust;
use serde_json::json;

pub(super) fn thread(id: &str, revision: u64) -> Thread {
    Thread {
        id: ThreadId::new(id),
        title: Title::FirstLine { text: format!("Thread {id}: 标题") },
        leaf: Some(NodeId::new(format!("{id}-n1"))),
        seq: Seq(1),
        revision: Revision(revision),
        stats: ThreadStats { turns: 1, input_tokens: 4_000_000_000_000, output_tokens: 7 },
        user_origins: vec!["https://shop.test".to_owned()],
        touched_origins: Vec::new(),
        grants: Vec::new(),
        gauges: vec![gauge()],
        parent: None,
        delegated: None,
        pinned: false,
        archived: false,
        titling: Titling::Settled,
        queue: QueueMode::Flowing,
        activity: Activity::Idle,
        created_at: Timestamp(1_000),
        updated_at: Timestamp(2_000),
    }
}

pub(super) fn node(thread: &str, seq: u64) -> Node {
    Node {
        id: NodeId::new(format!("{thread}-n{seq}")),
        thread: ThreadId::new(thread),
        turn: TurnId::new(format!("{thread}-t1")),
        parent: seq.checked_sub(1).filter(|seq| *seq > 0).map(|seq| NodeId::new(format!("{thread}-n{seq}"))),
        seq: Seq(seq),
        at: Timestamp(1_700_000_000_000),
        body: NodeBody::UserMessage {
            text: format!("Message {seq} — 价格"),
            tab: None,
            attachments: Vec::new(),
            delivery: Delivery::Opening,
        },
    }
}

pub(super) fn run(thread: &str, number: i64, phase: Phase) -> Run {
    Run {
        id: TurnId::new(format!("{thread}-t{number}")),
        thread: ThreadId::new(thread),
        phase,
        environment: Environment {
            format: 1,
            connection: ConnectionId::new("c1"),
            model: "model".to_owned(),
            policy: Policy::Untrusted,
            tab: None,
            locale: "en".to_owned(),
            limits: Limits::default(),
            prices: None,
            task: Some(TaskModel {
                connection: ConnectionId::new("c2"),
                model: "small".to_owned(),
                window: 16_000,
                prices: None,
                wire: Wire::Anthropic,
                base_url: "https://models.example".to_owned(),
                key: KeyState::Stored,
            }),
            context: Some(ContextTerms { window: 32_000, saving: Saving::Saver }),
            completion: None,
            catalogue: Catalogue::default(),
            vision: Vision::default(),
            leash: None,
            versions: Versions::default(),
            footing: None,
        },
        counters: Counters::default(),
        granted: Used::default(),
        measure: Some(measure()),
        refresh: None,
        waiting: Vec::new(),
        journal: Seq(1),
        created_at: Timestamp(number),
        updated_at: Timestamp(number),
    }
}

fn gauge() -> Gauge {
    Gauge {
        connection: ConnectionId::new("c1"),
        model: "model".to_owned(),
        raw: 1_000,
        counted: 1_100,
        raw_before: 1_500,
        counted_before: 1_600,
    }
}

fn measure() -> Measure {
    let parts = ContextParts { prompt: 700, tools: 300, messages: 0, results: 0, summary: 0, notes: 0 };
    let occupancy = Occupancy { room: 24_000, used: 1_100, by: CountedBy::Provider, parts };
    Measure { raw: 1_000, messages: 2, fingerprint: "0123456789abcdef".to_owned(), occupancy }
}

pub(super) fn phase(state: RunState) -> Phase {
    let batch = CallBatch { reply: NodeId::new("r"), calls: vec![NodeId::new("c"), NodeId::new("d")], at: 0 };
    match state {
        RunState::Queued => Phase::Queued {
            opening: Opening {
                text: "next".to_owned(),
                tab: None,
                attachments: Vec::new(),
                overrides: Overrides::default(),
            },
            place: 0,
        },
        RunState::Ready => Phase::Ready,
        RunState::StreamingModel => Phase::StreamingModel {
            call: ModelCall { reply: NodeId::new("r"), attempt: Attempt(1), offer: ToolOffer::Offered },
        },
        RunState::ExecutingTool => {
            let dispatch =
                Dispatch { at: Timestamp(1), tab: None, binding: None, url: None, attempt: Attempt(1) };
            let beside = vec![InFlight { call: NodeId::new("d"), dispatch: dispatch.clone() }];
            Phase::ExecutingTool { batch, dispatch, beside }
        }
        RunState::Compacting => Phase::Compacting {
            compaction: Compaction {
                until: NodeId::new("n"),
                kept: vec![NodeId::new("k")],
                attempt: Attempt(2),
                offer: ToolOffer::Withheld,
            },
        },
        RunState::WaitingApproval => Phase::WaitingApproval { batch, approval: ApprovalId::new("a") },
        RunState::WaitingInteraction => {
            Phase::WaitingInteraction { batch, interaction: InteractionId::new("i") }
        }
        RunState::WaitingKeys => Phase::WaitingKeys { offer: ToolOffer::Withheld },
        RunState::Completed => Phase::Completed { stop: StopReason::End },
        RunState::Failed => {
            Phase::Failed { error: RunError { code: RunErrorCode::NoConnection, message: "none".to_owned() } }
        }
        RunState::Interrupted => Phase::Interrupted,
        RunState::PausedBudget => Phase::PausedBudget { asking: Asking::Left },
        RunState::PausedLimit => Phase::PausedLimit { limit: Limit::BrokenArguments, asking: Asking::Asks },
        RunState::PausedContext => Phase::PausedContext {
            occupancy: measure().occupancy,
            relief: Relief::None,
            asking: Asking::Left,
        },
        RunState::PausedTakeover => Phase::PausedTakeover { how: Takeover::Touched, asking: Asking::Left },
        RunState::PausedUncertain => Phase::PausedUncertain { batch },
    }
}

pub(super) fn steer(thread: &str, admission: u64) -> Steer {
    Steer {
        id: NodeId::new(format!("{thread}-s{admission}")),
        run: TurnId::new(format!("{thread}-t1")),
        thread: ThreadId::new(thread),
        admission: Seq(admission),
        text: "and the cheaper one".to_owned(),
        attachments: Vec::new(),
        at: Timestamp(5),
    }
}

pub(super) fn approval(thread: &str, number: i64) -> Approval {
    Approval {
        id: ApprovalId::new(format!("{thread}-a{number}")),
        thread: ThreadId::new(thread),
        turn: TurnId::new(format!("{thread}-t1")),
        call: NodeId::new(format!("{thread}-n1")),
        digest: Digest::new("00ff"),
        ask: Ask::HostAccess {
            origin: "https://shop.test".to_owned(),
            pattern: "https://shop.test/*".to_owned(),
            tool: "click".to_owned(),
        },
        asked_at: Timestamp(number),
        status: ApprovalStatus::Open,
    }
}

pub(super) fn answered(thread: &str, number: i64) -> Approval {
    let status = ApprovalStatus::Answered { answer: Answer::Allow { scope: Scope::Once } };
    Approval { status, ..approval(thread, number) }
}

pub(super) fn interaction(thread: &str, number: i64) -> Interaction {
    Interaction {
        id: InteractionId::new(format!("{thread}-i{number}")),
        thread: ThreadId::new(thread),
        turn: TurnId::new(format!("{thread}-t1")),
        call: NodeId::new(format!("{thread}-n1")),
        wait: Wait::Question { question: "Which size?".to_owned(), options: vec!["价格".to_owned()] },
        asked_at: Timestamp(number),
        status: InteractionStatus::Open,
    }
}

pub(super) fn skipped(thread: &str, number: i64) -> Interaction {
    let status = InteractionStatus::Answered { response: Response::Skip };
    Interaction { status, ..interaction(thread, number) }
}

pub(super) fn attachment(thread: &str, number: i64) -> Attachment {
    Attachment {
        id: AttachmentId::new(format!("{thread}-f{number}")),
        thread: ThreadId::new(thread),
        name: "价格.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        bytes: 6,
        digest: Digest::new("00ff"),
        trust: Trust::Untrusted,
        provenance: Provenance::Person,
        created_at: Timestamp(number),
        kept: Kept::Whole,
    }
}

/// The content of the attachment of the same number.
pub(super) fn blob(thread: &str, number: i64) -> Blob {
    let of = attachment(thread, number);
    Blob { id: of.id, thread: of.thread, data: "5Lu35qC8".to_owned() }
}

pub(super) fn receipt(submission: &str, expires_at: i64) -> Receipt {
    Receipt {
        client: ClientId::new("panel"),
        submission: SubmissionId::new(submission),
        command: "turn.submit".to_owned(),
        digest: Digest::new("00ff"),
        response: ReceiptResponse::Acknowledged { body: AckBody::Done },
        expires_at: Timestamp(expires_at),
    }
}

pub(super) fn journal(thread: &str, seq: u64) -> JournalRow {
    JournalRow {
        run: TurnId::new(format!("{thread}-t1")),
        thread: ThreadId::new(thread),
        seq: Seq(seq),
        at: Timestamp(9),
        depth: 0,
        kind: "tool_dispatched".to_owned(),
        payload: json!({ "call": "n1", "attempt": 1, "parts": [null, true, 0.5] }),
    }
}

pub(super) fn rule(id: &str) -> Rule {
    Rule {
        id: RuleId::new(id),
        tool: "click".to_owned(),
        origin: "*".to_owned(),
        verdict: RuleVerdict::Ask,
        source: RuleSource::UserSetting,
    }
}

pub(super) fn memory(id: &str) -> Memory {
    Memory {
        id: MemoryId::new(id),
        text: "Prefers window seats, 价格 in CNY".to_owned(),
        topic: Some("travel".to_owned()),
        source: MemorySource::Read { sites: vec!["https://shop.test".to_owned()] },
        thread: ThreadId::new("a"),
        created_at: Timestamp(3),
        updated_at: Timestamp(4),
    }
}

pub(super) fn connection(id: &str) -> Connection {
    Connection {
        id: ConnectionId::new(id),
        name: "Local".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: "http://127.0.0.1:8080/v1".to_owned(),
        models: Models {
            first: Model {
                id: "model".to_owned(),
                capabilities: Capabilities { tools: true, vision: false, reasoning: true },
                prices: Some(Prices {
                    input: 3_000_000,
                    output: 15_000_000,
                    cache_read: Some(300_000),
                    cache_write: None,
                }),
                context_window: Some(128_000),
            },
            others: vec![Model::named("other")],
        },
        quirks: Quirks::default(),
        keys: vec![StoredKey { id: KeyId::new("k1"), hint: Some("cdef".to_owned()) }],
        current: Some(KeyId::new("k1")),
        headers: vec![Header { name: "x-team".to_owned(), value: "red".to_owned() }],
    }
}

/// A Thread that owns nothing.
pub(super) fn alone(thread: Thread) -> StoredThread {
    StoredThread {
        thread,
        nodes: Vec::new(),
        runs: Vec::new(),
        approvals: Vec::new(),
        interactions: Vec::new(),
        steers: Vec::new(),
        attachments: Vec::new(),
        quarantined: Vec::new(),
    }
}

pub(super) fn exchange(thread: Option<&str>, number: i64) -> Exchange {
    let body = exchange_body(thread, number, Side::Request);
    let bytes = u64::try_from(body.text.len()).unwrap_or_default();
    Exchange {
        id: body.exchange,
        purpose: Purpose::Reply,
        thread: body.thread,
        turn: thread.map(|thread| TurnId::new(format!("{thread}-t1"))),
        connection: ConnectionId::new("c1"),
        connection_name: "Connection".to_owned(),
        model: Some("model".to_owned()),
        attempt: 1,
        sent_at: Timestamp(number),
        request: SentRequest {
            method: Method::Post,
            url: "https://models.example/v1/chat/completions".to_owned(),
            headers: vec![HeaderLine { name: "accept".to_owned(), value: "text/event-stream".to_owned() }],
            body: Some(BodyFacts {
                bytes,
                digest: Digest("00".to_owned()),
                kept: bytes,
                form: BodyForm::Text,
                masked: 0,
            }),
        },
        state: ExchangeState::Sent,
    }
}

pub(super) fn exchange_body(thread: Option<&str>, number: i64, side: Side) -> ExchangeBody {
    ExchangeBody {
        exchange: ExchangeId::new(format!("x{number}")),
        side,
        thread: thread.map(ThreadId::new),
        text: format!("{{\"{}\": \"{number} 价格 \\u0000\"}}", side.name()),
    }
}
