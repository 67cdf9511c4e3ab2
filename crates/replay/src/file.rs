//! The file, read at the border: bounded, of a known version, and with every field named that is not as it must be.

use crate::error::Error;
use crate::stand_in::restore;
use fairlead_engine::run_file::{FORMAT, VERSION};
use fairlead_protocol::caps;
use fairlead_protocol::connection::Prices;
use fairlead_protocol::context::ContextTerms;
use fairlead_protocol::delegation::Leash;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::permission::Policy;
use fairlead_protocol::settings::{Completion, Limits};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Kinds of nodes that inputs are made of again.
const INPUTS: [&str; 7] = [
    "user_message",
    "assistant_message",
    "tool_call",
    "tool_result",
    "approval_decision",
    "interaction_response",
    "context_compacted",
];

#[derive(Clone, Debug)]
pub struct RunFile {
    pub contents: Contents,
    pub(crate) environment: Frozen,
    /// By their ids: those that came of an input.
    pub(crate) nodes: BTreeMap<String, NodeBody>,
    pub journal: Vec<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    Redacted,
    Whole,
}

/// What the Turn was begun under, as far as it decides anything.
#[derive(Clone, Debug)]
pub(crate) struct Frozen {
    pub(crate) connection: String,
    pub(crate) model: String,
    pub(crate) policy: Policy,
    pub(crate) locale: String,
    pub(crate) limits: Limits,
    pub(crate) prices: Option<Prices>,
    pub(crate) task: Option<FrozenTask>,
    pub(crate) context: Option<ContextTerms>,
    pub(crate) completion: Completion,
    pub(crate) tab: Option<TabRef>,
    /// Of a delegated Turn.
    pub(crate) leash: Option<Leash>,
}

/// The model beside the Turn's own, without the address, which no file tells.
#[derive(Clone, Debug)]
pub(crate) struct FrozenTask {
    pub(crate) connection: ConnectionId,
    pub(crate) model: String,
    pub(crate) window: u32,
    pub(crate) prices: Option<Prices>,
}

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub seq: u64,
    pub ts: i64,
    pub kind: String,
    pub payload: Map<String, Value>,
}

impl RunFile {
    pub fn read(text: &str) -> Result<Self, Error> {
        if text.len() as u64 > caps::RUN_FILE_BYTES {
            return Err(Error::unreadable(
                "the file",
                format!("has more than {} bytes", caps::RUN_FILE_BYTES),
            ));
        }
        let mut whole: Value = serde_json::from_str(text)
            .map_err(|why| Error::unreadable("the file", format!("is no JSON: {why}")))?;
        if whole.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(Error::unreadable("format", format!("must be \"{FORMAT}\"")));
        }
        if whole.get("version").and_then(Value::as_u64) != Some(u64::from(VERSION)) {
            return Err(Error::unreadable(
                "version",
                format!("must be {VERSION}: another Fairlead wrote this"),
            ));
        }
        let contents = match whole.get("contents").and_then(Value::as_str) {
            Some("redacted") => Contents::Redacted,
            Some("whole") => Contents::Whole,
            _ => return Err(Error::unreadable("contents", "must be \"redacted\" or \"whole\"")),
        };
        let mut take = |field: &str| {
            whole.get_mut(field).map(Value::take).ok_or_else(|| Error::unreadable(field, "is missing"))
        };
        let environment = frozen(take("run")?)?;
        let nodes = list(take("nodes")?, "nodes")?;
        let journal = list(take("journal")?, "journal")?;
        let nodes = nodes.into_iter().enumerate().filter_map(|(at, one)| node(one, at).transpose());
        let nodes = nodes.collect::<Result<_, _>>()?;
        let mut lines = Vec::with_capacity(journal.len());
        for (at, one) in journal.into_iter().enumerate() {
            lines.push(line(one, at)?);
        }
        Ok(Self { contents, environment, nodes, journal: lines })
    }
}

fn list(value: Value, field: &str) -> Result<Vec<Value>, Error> {
    match value {
        Value::Array(items) if items.len() <= caps::RUN_FILE_ENTRIES => Ok(items),
        Value::Array(_) => {
            Err(Error::unreadable(field, format!("has more than {} entries", caps::RUN_FILE_ENTRIES)))
        }
        _ => Err(Error::unreadable(field, "must be a list")),
    }
}

fn frozen(mut run: Value) -> Result<Frozen, Error> {
    let path = "run.environment";
    let mut environment =
        run.get_mut("environment").map(Value::take).ok_or_else(|| Error::unreadable(path, "is missing"))?;
    restore(&mut environment);
    Ok(Frozen {
        connection: read(&mut environment, path, "connection")?,
        model: read(&mut environment, path, "model")?,
        policy: read(&mut environment, path, "policy")?,
        locale: read(&mut environment, path, "locale")?,
        limits: read::<Option<Limits>>(&mut environment, path, "limits")?.unwrap_or_default(),
        prices: read(&mut environment, path, "prices")?,
        task: read::<Option<Value>>(&mut environment, path, "task")?.map(task).transpose()?,
        context: read(&mut environment, path, "context")?,
        completion: read::<Option<Completion>>(&mut environment, path, "completion")?.unwrap_or_default(),
        tab: read(&mut environment, path, "tab")?,
        leash: read(&mut environment, path, "leash")?,
    })
}

fn task(mut task: Value) -> Result<FrozenTask, Error> {
    let path = "run.environment.task";
    Ok(FrozenTask {
        connection: read(&mut task, path, "connection")?,
        model: read(&mut task, path, "model")?,
        window: read(&mut task, path, "window")?,
        prices: read(&mut task, path, "prices")?,
    })
}

/// `None` for a node that the engine made by itself.
fn node(mut node: Value, at: usize) -> Result<Option<(String, NodeBody)>, Error> {
    let path = format!("nodes[{at}]");
    let id: String = read(&mut node, &path, "id")?;
    let Some(body) = node.get_mut("body") else {
        return Err(Error::unreadable(format!("{path}.body"), "is missing"));
    };
    match body.get("type").and_then(Value::as_str) {
        Some(kind) if INPUTS.contains(&kind) => {}
        Some(_) => return Ok(None),
        None => return Err(Error::unreadable(format!("{path}.body.type"), "is missing")),
    }
    restore(body);
    let body = NodeBody::from_json(body)
        .map_err(|misfit| Error::unreadable(format!("{path}.body"), misfit.to_string()))?;
    Ok(Some((id, body)))
}

fn line(mut line: Value, at: usize) -> Result<Line, Error> {
    let path = format!("journal[{at}]");
    let read = Line {
        seq: read(&mut line, &path, "seq")?,
        ts: read(&mut line, &path, "ts")?,
        kind: read(&mut line, &path, "type")?,
        payload: match line.get_mut("payload").map(Value::take) {
            Some(Value::Object(fields)) => fields,
            Some(_) | None => return Err(Error::unreadable(format!("{path}.payload"), "must be an object")),
        },
    };
    if read.seq == at as u64 + 1 {
        Ok(read)
    } else {
        Err(Error::unreadable(format!("{path}.seq"), format!("is {} and must be {}", read.seq, at + 1)))
    }
}

fn read<T: FromJson>(object: &mut Value, path: &str, key: &str) -> Result<T, Error> {
    let field = || format!("{path}.{key}");
    let mut value = match object.get_mut(key).map(Value::take) {
        Some(value) => value,
        None => return T::absent().ok_or_else(|| Error::unreadable(field(), "is missing")),
    };
    T::from_json(&mut value).map_err(|misfit| Error::unreadable(field(), misfit.to_string()))
}
