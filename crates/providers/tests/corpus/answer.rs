//! Judges a transcript: fed as it was recorded, in one chunk, byte by byte, and cut in two at every byte.

use super::{encoding, setup};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::conversation::{BrokenArgs, CallArgs, Delta, ModelError, Reply, Usage};
use fairlead_protocol::ids::Timestamp;
use fairlead_providers::{BodyEnd, Decoder, Outcome, ResponseHead};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const EXTRA_CONTENT: &str = "openai-chat.tool_calls.extra_content";

pub(crate) fn judge(case: &Value) -> Result<(), String> {
    let transcript = Transcript::read(case)?;
    let expected = case.get("expect").ok_or("the case expects nothing")?;
    let chunks: Vec<&[u8]> = transcript.chunks.iter().map(Vec::as_slice).collect();
    let recorded = transcript.feed(&chunks);
    compare(expected, &recorded)?;

    let body = transcript.chunks.concat();
    let same = |pieces: &[&[u8]], how: &str| {
        let heard = transcript.feed(pieces);
        if heard == recorded {
            Ok(())
        } else {
            Err(format!("{how} it is {heard:?}, as recorded {recorded:?}"))
        }
    };
    same(&[&body], "in one chunk")?;
    same(&body.chunks(1).collect::<Vec<_>>(), "byte by byte")?;
    for at in 1..body.len() {
        let (head, tail) = body.split_at(at);
        same(&[head, tail], &format!("cut at byte {at}"))?;
    }
    Ok(())
}

pub(crate) struct Transcript {
    pub(crate) connection: Connection,
    head: ResponseHead,
    now: Timestamp,
    pub(crate) chunks: Vec<Vec<u8>>,
    end: BodyEnd,
}

/// What came of a transcript, with the streamed text joined: how it was cut must not show.
#[derive(Debug, PartialEq)]
pub(crate) struct Heard {
    pub(crate) outcome: Outcome,
    stop_is_inferred: bool,
    usage: Option<Usage>,
    streamed_text: String,
    streamed_reasoning: String,
    started: Vec<String>,
}

impl Transcript {
    pub(crate) fn read(case: &Value) -> Result<Self, String> {
        let texts = |key: &str| {
            case.get(key).and_then(Value::as_array).map(|list| list.iter().filter_map(Value::as_str))
        };
        let chunks = match (texts("chunks"), texts("chunks_b64")) {
            (Some(chunks), None) => chunks.map(|chunk| chunk.as_bytes().to_vec()).collect(),
            (None, Some(chunks)) => chunks.map(encoding::base64).collect::<Result<_, _>>()?,
            _ => return Err("a case has either `chunks` or `chunks_b64`".to_owned()),
        };
        let end = match case.get("end").and_then(Value::as_str) {
            Some("eof") => BodyEnd::Closed,
            Some("abort") => BodyEnd::Broken,
            other => return Err(format!("unknown end {other:?}")),
        };
        let status = case
            .pointer("/http/status")
            .and_then(Value::as_u64)
            .and_then(|status| u16::try_from(status).ok());
        let headers = case.pointer("/http/headers").and_then(Value::as_object).into_iter().flatten();
        let headers =
            headers.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
        Ok(Self {
            connection: setup::connection(case)?,
            head: ResponseHead { status: status.ok_or("the case has no status")?, headers },
            now: case.get("now").and_then(Value::as_str).map_or(Ok(Timestamp(0)), encoding::instant)?,
            chunks,
            end,
        })
    }

    pub(crate) fn feed(&self, pieces: &[&[u8]]) -> Heard {
        let mut decoder = Decoder::new(&self.connection, self.head.clone(), self.now);
        let (mut streamed_text, mut streamed_reasoning, mut started) =
            (String::new(), String::new(), Vec::new());
        for delta in pieces.iter().flat_map(|piece| decoder.push(piece).to_vec()).collect::<Vec<_>>() {
            match delta {
                Delta::Text { text } => streamed_text.push_str(&text),
                Delta::Reasoning { text } => streamed_reasoning.push_str(&text),
                Delta::Refusal { .. } => {}
                Delta::ToolCallStarted { name, .. } => started.push(name),
            }
        }
        let (stop_is_inferred, usage) = (decoder.stop_is_inferred(), decoder.usage());
        Heard {
            outcome: decoder.finish(self.end),
            stop_is_inferred,
            usage,
            streamed_text,
            streamed_reasoning,
            started,
        }
    }
}

fn compare(expected: &Value, heard: &Heard) -> Result<(), String> {
    let (reply, error) = match &heard.outcome {
        Outcome::Complete(reply) => (Some(reply), None),
        Outcome::Failed { error, partial } => (partial.as_ref(), Some(error)),
    };
    let list = |key: &str| expected.get(key).cloned().unwrap_or_else(|| json!([]));
    let said = |field: fn(&Reply) -> &String| json!(reply.map(field).cloned().unwrap_or_default());
    let text_of = |key: &str| expected.get(key).cloned().unwrap_or_else(|| json!(""));
    same("text", &text_of("text"), &said(|reply| &reply.text))?;
    same("reasoning", &text_of("reasoning"), &said(|reply| &reply.reasoning))?;
    same("refusal", &text_of("refusal"), &said(|reply| &reply.refusal))?;
    same("tool_calls", &list("tool_calls"), &calls(reply, expected))?;
    // What a whole body counts is known at its end; a failure before any output has no reply to hold it.
    let usage = reply.map_or(heard.usage, |reply| reply.usage);
    compare_usage(expected.get("usage").unwrap_or(&Value::Null), usage)?;
    let stop = match (&heard.outcome, reply) {
        (Outcome::Complete(_), Some(reply)) => json!(reply.stop),
        _ => json!({"type": "error"}),
    };
    same("stop", expected.get("stop").unwrap_or(&Value::Null), stop.get("type").unwrap_or(&Value::Null))?;
    same(
        "stop_raw",
        expected.get("stop_raw").unwrap_or(&Value::Null),
        stop.get("raw").unwrap_or(&Value::Null),
    )?;
    same(
        "refusal_category",
        expected.get("refusal_category").unwrap_or(&Value::Null),
        stop.get("category").unwrap_or(&Value::Null),
    )?;
    let flag = |key: &str| expected.get(key).unwrap_or(&Value::Bool(false)).clone();
    same("stop_inferred", &flag("stop_inferred"), &json!(heard.stop_is_inferred && error.is_none()))?;
    let is_empty = error.is_none() && reply.is_some_and(Reply::is_empty);
    same("empty", &flag("empty"), &json!(is_empty))?;
    compare_error(expected.get("error").unwrap_or(&Value::Null), error, reply.is_some())?;
    same("must_replay", expected.get("must_replay").unwrap_or(&Value::Null), &replay(reply))?;
    compare_deltas(reply, heard)
}

fn same(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what} is {found}, expected {expected}")) }
}

/// The calls in the corpus's words. An id that the codec had to invent is only asked to be there, and to be the only one.
fn calls(reply: Option<&Reply>, expected: &Value) -> Value {
    let calls = reply.map(|reply| reply.calls.as_slice()).unwrap_or_default();
    let ids: BTreeSet<&str> = calls.iter().map(|call| call.id.as_str()).filter(|id| !id.is_empty()).collect();
    let told = calls.iter().enumerate().map(|(at, call)| {
        let invented = expected.pointer(&format!("/tool_calls/{at}/id_synthesized")).is_some();
        let id = if invented && ids.len() == calls.len() {
            ("id_synthesized", json!(true))
        } else {
            ("id", json!(call.id))
        };
        let args = match &call.args {
            CallArgs::Parsed { value } => vec![("args", value.clone())],
            CallArgs::Broken { raw, why: BrokenArgs::Truncated } => {
                vec![("raw_args", json!(raw)), ("args_error", json!("truncated"))]
            }
            CallArgs::Broken { raw, why: BrokenArgs::InvalidJson } => {
                vec![("raw_args", json!(raw)), ("args_error", json!("invalid_json"))]
            }
        };
        let fields = [("name", json!(call.name)), id].into_iter().chain(args);
        Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect())
    });
    Value::Array(told.collect())
}

/// Our counts know no "not reported" for a single cache bucket: it is 0. A usage of nulls is no usage at all.
fn compare_usage(expected: &Value, usage: Option<Usage>) -> Result<(), String> {
    let told = usage.map_or(Value::Null, |usage| json!(usage));
    let counts = expected.as_object().cloned().unwrap_or_default();
    if counts.values().all(Value::is_null) {
        return same("usage", &Value::Null, &told);
    }
    let zeroed = counts.into_iter().map(|(bucket, count)| match (bucket.as_str(), count) {
        ("cache_read" | "cache_write", Value::Null) => (bucket, json!(0)),
        (_, count) => (bucket, count),
    });
    let wanted = Value::Object(zeroed.collect());
    same("usage", &wanted, &told)
}

fn compare_error(expected: &Value, error: Option<&ModelError>, has_partial: bool) -> Result<(), String> {
    let (Some(wanted), Some(error)) = (expected.as_object(), error) else {
        return same("error", expected, &error.map_or(Value::Null, |error| json!(error)));
    };
    let told = json!(error);
    let partial = json!(has_partial);
    let field = |key: &str| match (key, has_partial) {
        ("partial", true) => &partial,
        _ => told.get(key).unwrap_or(&Value::Null),
    };
    for (key, value) in wanted {
        match (key.as_str(), value.as_str()) {
            ("message_contains" | "failed_generation", Some(part)) if error.message.contains(part) => {}
            ("message_contains" | "failed_generation", _) => {
                return Err(format!("error.message is {:?}", error.message));
            }
            _ => same(&format!("error.{key}"), value, field(key))?,
        }
    }
    let unlisted = ["retry_after_ms", "partial", "hint"].into_iter().filter(|key| !wanted.contains_key(*key));
    for key in unlisted {
        same(&format!("error.{key}"), &Value::Null, field(key))?;
    }
    Ok(())
}

/// All opaque state of a reply; null if there is none. State that nobody asked for is a difference too.
fn replay(reply: Option<&Reply>) -> Value {
    let Some(reply) = reply else { return Value::Null };
    let of_calls: Vec<Value> = reply
        .calls
        .iter()
        .filter_map(|call| Some(json!({"id": call.id, "extra_content": call.opaque.as_ref()?.value})))
        .collect();
    let mut all: Vec<Value> = reply.opaque.iter().map(|opaque| json!(opaque)).collect();
    if !of_calls.is_empty() {
        all.push(json!({"format": EXTRA_CONTENT, "value": of_calls}));
    }
    match (all.len(), all.pop()) {
        (1, Some(only)) => only,
        (_, None) => Value::Null,
        (_, Some(last)) => {
            all.push(last);
            Value::Array(all)
        }
    }
}

/// What was streamed is where the reply begins; only half a tag may be missing from its end.
fn compare_deltas(reply: Option<&Reply>, heard: &Heard) -> Result<(), String> {
    let (text, reasoning) = reply.map_or(("", ""), |reply| (reply.text.as_str(), reply.reasoning.as_str()));
    if !text.starts_with(&heard.streamed_text) || !reasoning.starts_with(&heard.streamed_reasoning) {
        return Err(format!("streamed {:?} and {:?}", heard.streamed_text, heard.streamed_reasoning));
    }
    let names: Vec<&str> =
        reply.iter().flat_map(|reply| &reply.calls).map(|call| call.name.as_str()).collect();
    let all_named = heard.started.iter().all(|name| names.contains(&name.as_str()));
    if all_named { Ok(()) } else { Err(format!("started {:?}, called {names:?}", heard.started)) }
}
