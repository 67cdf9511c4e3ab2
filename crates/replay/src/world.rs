//! The world of a replay: one connection, no rules, and as much of what was remembered as each decision found of it. What the real
//! one said is in the precedents.

use crate::decision::Decision;
use crate::file::{Frozen, FrozenTask, RunFile};
use fairlead_engine::{SensitiveList, World};
use fairlead_protocol::caps;
use fairlead_protocol::connection::{Connection, Model, ModelChoice, Quirks, Wire};
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{BrowserSession, ConnectionId, MemoryId, ThreadId, Timestamp};
use fairlead_protocol::memory::{Memory, MemorySource};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::settings::{LimitsProfile, Settings, Titles};
use serde_json::Value;

pub(crate) struct Ground {
    settings: Settings,
    connections: Vec<Connection>,
    sensitive: SensitiveList,
    session: BrowserSession,
    locale: String,
    memories: Vec<Memory>,
    /// The instructions that the Turn was told last.
    told: String,
}

impl Ground {
    pub(crate) fn of(frozen: &Frozen) -> Self {
        Self {
            settings: Settings {
                policy: frozen.policy,
                completion: frozen.completion,
                saving: frozen.context.map(|terms| terms.saving).unwrap_or_default(),
                limits: LimitsProfile::Own { limits: frozen.limits },
                // A title is the Thread's and no Turn's.
                titles: Titles::FirstLine,
                task_model: frozen.task.as_ref().map(|task| ModelChoice {
                    connection: task.connection.clone(),
                    model: Some(task.model.clone()),
                }),
                ..Settings::default()
            },
            connections: connections(frozen),
            sensitive: SensitiveList::default(),
            session: BrowserSession::new("replay"),
            locale: frozen.locale.clone(),
            memories: Vec::new(),
            told: String::new(),
        }
    }

    pub(crate) fn world(&self) -> World<'_> {
        World {
            settings: &self.settings,
            connections: &self.connections,
            rules: &[],
            memories: &self.memories,
            sensitive: &self.sensitive,
            session: &self.session,
            locale: &self.locale,
        }
    }

    /// As it must have been for what the decision tells of it.
    pub(crate) fn stand_for(&mut self, decision: &Decision<'_>, file: &RunFile) {
        self.memories = remembered(decision, file);
        if let Some(own) = self.connections.first_mut() {
            let window = &mut own.models.first.context_window;
            *window = decision.value("run.resumed", "window").or(*window);
        }
        if decision.has("context.refresh_asked") {
            self.settings.instructions = format!("changed at {}", decision.seq());
        }
        if decision.has("context.refreshed") {
            let is_news = decision
                .lines
                .iter()
                .any(|line| line.payload.get("kind").and_then(Value::as_str) == Some("context_note"));
            if is_news {
                self.told = self.settings.instructions.clone();
            } else {
                self.settings.instructions = self.told.clone();
            }
        }
    }
}

/// That of the Turn's own model, and that of the one beside it.
fn connections(frozen: &Frozen) -> Vec<Connection> {
    let own = Model {
        prices: frozen.prices,
        context_window: frozen.context.map(|terms| terms.window),
        ..Model::named(frozen.model.clone())
    };
    let mut connections = vec![connection(ConnectionId::new(frozen.connection.clone()), own)];
    if let Some(FrozenTask { connection: id, model, window, prices }) = &frozen.task {
        let model = Model { prices: *prices, context_window: Some(*window), ..Model::named(model.clone()) };
        match connections.iter_mut().find(|connection| connection.id == *id) {
            Some(same) => same.models.others.push(model),
            None => connections.push(connection(id.clone(), model)),
        }
    }
    connections
}

fn connection(id: ConnectionId, model: Model) -> Connection {
    Connection {
        id,
        name: String::new(),
        wire: Wire::OpenaiChat,
        base_url: String::new(),
        models: model.into(),
        quirks: Quirks::default(),
        keys: Vec::new(),
        current: None,
        headers: Vec::new(),
    }
}

/// Memories that make the same of each call: so many that hold what was looked for, the one that was forgotten, no room for more.
fn remembered(decision: &Decision<'_>, file: &RunFile) -> Vec<Memory> {
    let mut held: Vec<Memory> = Vec::new();
    for line in decision.lines {
        let text = |key: &str| line.payload.get(key).and_then(Value::as_str).unwrap_or_default();
        let asked = |key: &str| argument(file, text("call"), key);
        let many = match line.kind.as_str() {
            "memory.recalled" => line.payload.get("found").and_then(Value::as_u64).unwrap_or_default(),
            "memory.forgotten" => {
                held.push(memory(text("memory").to_owned(), String::new()));
                0
            }
            "node.appended" if text("code") == "not_kept" => caps::MEMORIES as u64,
            _ => 0,
        };
        let words = asked("query").or_else(|| asked("text")).unwrap_or_default();
        held.extend((0..many.min(caps::MEMORIES as u64)).map(|nth| {
            let text = if line.kind == "memory.recalled" { words.clone() } else { format!("other {nth}") };
            memory(format!("{} {nth}", line.seq), text)
        }));
    }
    held
}

fn argument(file: &RunFile, call: &str, key: &str) -> Option<String> {
    match file.nodes.get(call)? {
        NodeBody::ToolCall { arguments: CallArgs::Parsed { value }, .. } => {
            value.get(key)?.as_str().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}

fn memory(id: String, text: String) -> Memory {
    Memory {
        id: MemoryId::new(id),
        text,
        topic: None,
        source: MemorySource::Conversation,
        thread: ThreadId::new("before"),
        created_at: Timestamp(0),
        updated_at: Timestamp(0),
    }
}
