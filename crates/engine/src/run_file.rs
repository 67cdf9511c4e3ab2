//! One Turn as a file that can be read and replayed elsewhere: what it was begun under, its nodes and its journal. Keys, addresses
//! of models and names of connections are never in it; what was written and read is in it only when the person asks for that.
//!
//! The reader is `fairlead-replay`; the panel shows the journal of it.

use crate::redact::Redactor;
use crate::state::ThreadState;
use crate::versions::versions;
use fairlead_protocol::command::RunContents;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{Timestamp, TurnId};
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::row::JournalRow;
use fairlead_protocol::run::Environment;
use fairlead_protocol::to_json::{self, ToJson};
use serde_json::{Map, Value};

pub const FORMAT: &str = "fairlead-run";
pub const VERSION: u32 = 1;

/// Of an environment: what is a name of ours or of a model.
const NAMES: [&str; 11] = [
    "format",
    "connection",
    "model",
    "policy",
    "locale",
    "catalogue",
    "vision",
    "context",
    "completion",
    "versions",
    "task",
];

/// `None`: there is no such Turn, or it was erased.
pub fn run_file(
    state: &ThreadState,
    turn: &TurnId,
    journal: Vec<JournalRow>,
    contents: RunContents,
    now: Timestamp,
) -> Option<AckBody> {
    let environment = state.turn_nodes(turn).find_map(|node| match &node.body {
        NodeBody::TurnContext { environment, .. } => Some(environment),
        _ => None,
    })?;
    let mut redactor = match contents {
        RunContents::Redacted => Some(Redactor::default()),
        RunContents::Whole => None,
    };
    let mut run = Map::new();
    put(&mut run, "id", turn);
    put(&mut run, "thread", &state.id);
    put(&mut run, "environment", &frozen(environment, redactor.as_mut()));
    if let Some(row) = state.runs.get(turn) {
        put(&mut run, "state", &row.phase.state());
        put(&mut run, "counters", &row.counters);
        put(&mut run, "created_at", &row.created_at);
    }
    let mut engine = Map::new();
    put(&mut engine, "release", &env!("CARGO_PKG_VERSION"));
    put(&mut engine, "versions", &versions());
    let nodes = state.turn_nodes(turn).map(|node| written(node, redactor.as_mut())).collect();
    let entries = journal.into_iter().map(|row| line(row, redactor.as_mut())).collect();
    let mut whole = Map::new();
    put(&mut whole, "format", &FORMAT);
    put(&mut whole, "version", &VERSION);
    put(&mut whole, "contents", &contents);
    put(&mut whole, "exported_at", &now);
    put(&mut whole, "engine", &engine);
    put(&mut whole, "run", &run);
    whole.insert("nodes".to_owned(), Value::Array(nodes));
    whole.insert("journal".to_owned(), Value::Array(entries));
    Some(AckBody::Exported {
        name: format!("fairlead-run-{turn}.json"),
        media_type: "application/json".to_owned(),
        text: format!("{:#}", Value::Object(whole)),
    })
}

/// Where a model stands and what is known of its key is nobody's business; of the footing its wire is left.
fn frozen(environment: &Environment, redactor: Option<&mut Redactor>) -> Map<String, Value> {
    let mut fields = object(environment);
    fields.remove("footing");
    if let Some(footing) = &environment.footing {
        put(&mut fields, "wire", &footing.wire);
    }
    if let Some(task) = fields.get_mut("task").and_then(Value::as_object_mut) {
        task.retain(|field, _| field != "base_url" && field != "key");
    }
    if let Some(redactor) = redactor {
        for (key, value) in fields.iter_mut().filter(|(key, _)| !NAMES.contains(&key.as_str())) {
            if key != "wire" {
                redactor.content(value);
            }
        }
    }
    fields
}

/// The Turn's environment stands in the Run; what a provider wants back unread is nobody's to read.
fn written(node: &Node, redactor: Option<&mut Redactor>) -> Value {
    let mut fields = object(node);
    if let Some(body) = fields.get_mut("body").and_then(Value::as_object_mut) {
        body.remove("environment");
        body.remove("opaque");
    }
    if let (Some(redactor), Some(body)) = (redactor, fields.get_mut("body")) {
        redactor.content(body);
    }
    Value::Object(fields)
}

/// An entry as a line of JSON Lines has it.
fn line(row: JournalRow, redactor: Option<&mut Redactor>) -> Value {
    let JournalRow { run, thread, seq, at, depth, kind, mut payload } = row;
    if let Some(redactor) = redactor {
        redactor.entry("", &mut payload);
    }
    let mut line = Map::new();
    put(&mut line, "run_id", &run);
    put(&mut line, "thread_id", &thread);
    put(&mut line, "seq", &seq);
    put(&mut line, "ts", &at);
    put(&mut line, "depth", &depth);
    put(&mut line, "type", &kind);
    line.insert("payload".to_owned(), payload);
    Value::Object(line)
}

fn put<T: ToJson + ?Sized>(into: &mut Map<String, Value>, key: &str, value: &T) {
    into.insert(key.to_owned(), to_json::value(value));
}

fn object<T: ToJson>(of: &T) -> Map<String, Value> {
    match to_json::value(of) {
        Value::Object(fields) => fields,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}
