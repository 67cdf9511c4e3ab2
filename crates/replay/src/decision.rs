//! The journal cut into decisions: what each was made on, and the entries that it wrote.

use crate::error::Error;
use crate::file::Line;
use fairlead_engine::Probes;
use fairlead_engine::Sight;
use fairlead_engine::judgement::Word;
use fairlead_engine::precedent::{Given, Precedents};
use fairlead_engine::probe::CallPlace;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::{DocumentId, RuleId, TabId};
use fairlead_protocol::page::{Binding, ElementPrint, TabRef};
use fairlead_protocol::run::{Drift, RunErrorCode};
use fairlead_protocol::tool::ToolFailure;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

pub(crate) struct Decision<'a> {
    /// Absent for an admission that an older version wrote.
    pub(crate) cause: Option<&'a Map<String, Value>>,
    pub(crate) lines: &'a [Line],
}

/// What was written of the Turn before its first decision that can be made again, and those decisions.
pub(crate) fn decisions(journal: &[Line]) -> Result<(&[Line], Vec<Decision<'_>>), Error> {
    let Some(created) = journal.iter().position(|line| line.kind == "run.created") else {
        return Err(Error::unplayable(0, "this turn was never begun"));
    };
    // A child's wait was written by its caller, and an older version's says nothing of what led to it.
    let begin = if journal.first().and_then(cause).is_some() { 0 } else { created };
    let (before, lines) = journal.split_at_checked(begin).unwrap_or_default();
    let says_why = lines.iter().enumerate().filter(|(_, line)| cause(line).is_some());
    let mut begins: Vec<usize> = says_why.map(|(at, _)| at).collect();
    if begins.is_empty() {
        return Err(Error::unplayable(1, "the version that wrote it did not say what led to each entry"));
    }
    // Of what it began with, an older version did not say why.
    if begins.first() != Some(&0) {
        begins.insert(0, 0);
    }
    begins.push(lines.len());
    let mut found = Vec::new();
    for pair in begins.windows(2) {
        let [from, to] = *pair else { continue };
        let lines = lines.get(from..to).unwrap_or_default();
        found.push(Decision { cause: lines.first().and_then(cause), lines });
    }
    Ok((before, found))
}

fn cause(line: &Line) -> Option<&Map<String, Value>> {
    line.payload.get("cause")?.as_object()
}

impl<'a> Decision<'a> {
    pub(crate) fn said(&self, key: &str) -> &'a str {
        self.because(key).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn because(&self, key: &str) -> Option<&'a Value> {
        self.cause?.get(key)
    }

    pub(crate) fn seq(&self) -> u64 {
        self.lines.first().map_or(0, |line| line.seq)
    }

    /// A text of the first entry of a kind.
    pub(crate) fn told(&self, kind: &str, key: &str) -> Option<&'a str> {
        self.first(kind, key)?.as_str()
    }

    fn first(&self, kind: &str, key: &str) -> Option<&'a Value> {
        self.lines.iter().find(|line| line.kind == kind)?.payload.get(key)
    }

    pub(crate) fn has(&self, kind: &str) -> bool {
        self.lines.iter().any(|line| line.kind == kind)
    }

    pub(crate) fn value<T: FromJson>(&self, kind: &str, key: &str) -> Option<T> {
        T::from_json(&mut self.first(kind, key)?.clone()).ok()
    }

    /// Ids of the nodes that it appended, in order.
    pub(crate) fn appended(&self) -> impl Iterator<Item = &'a str> {
        self.lines
            .iter()
            .filter(|line| line.kind == "node.appended")
            .filter_map(|line| line.payload.get("node")?.as_str())
    }

    /// What was seen where its calls would have gone.
    pub(crate) fn sights(&self) -> Result<Probes, Error> {
        let mut probes = Probes::none();
        let sights = self.because("sights").and_then(Value::as_array);
        for sight in sights.into_iter().flatten() {
            let (place, sight) =
                seen(sight).ok_or_else(|| Error::unplayable(self.seq(), "what was seen is not told"))?;
            probes.0.insert(place, sight);
        }
        Ok(probes)
    }

    /// Words that were given, by the places of their calls.
    pub(crate) fn precedents(&self, places: &BTreeMap<String, CallPlace>) -> Precedents {
        let judged = self.lines.iter().filter(|line| line.kind == "tool.judged");
        let words = judged.filter_map(|line| given(&line.payload, places)).collect();
        let drift: Option<Drift> = match self.value::<RunErrorCode>("run.failed", "code") {
            Some(RunErrorCode::EnvironmentDrift { drift }) => Some(drift),
            _ => None,
        };
        Precedents { words, drift, evidence: None }
    }
}

fn given(payload: &Map<String, Value>, places: &BTreeMap<String, CallPlace>) -> Option<Given> {
    let text = |key: &str| payload.get(key)?.as_str();
    let flags = payload.get("flags").and_then(Value::as_array);
    Some(Given {
        call: *places.get(text("call")?)?,
        word: match text("verdict")? {
            "allow" => Word::Allow,
            "ask" => Word::Ask,
            "deny" => Word::Deny,
            _ => return None,
        },
        reason: text("reason")?.to_owned(),
        flags: flags.into_iter().flatten().filter_map(|flag| flag.as_str().map(str::to_owned)).collect(),
        rule: text("rule").map(RuleId::new),
    })
}

fn seen(told: &Value) -> Option<(CallPlace, Sight)> {
    let text = |key: &str| told.get(key).and_then(Value::as_str).map(str::to_owned);
    let place = CallPlace::try_from(told.get("call")?.as_u64()?).ok()?;
    let tab = || {
        let id = TabId(i32::try_from(told.get("tab")?.as_i64()?).ok()?);
        Some(TabRef { id, url: text("origin")?, title: String::new() })
    };
    let sight = match text("saw")?.as_str() {
        "tab" => Sight::Tab { tab: tab()?, origin: text("origin")? },
        "page" => {
            let others =
                told.get("others").and_then(Value::as_array).into_iter().flatten().map(element).collect();
            let element = told.get("element").map(element);
            let (document, origin, frame) =
                (DocumentId::new(text("document")?), text("origin")?, text("frame"));
            Sight::Page { tab: tab()?, binding: Binding { document, origin, frame, element, others } }
        }
        "permitted" => Sight::Permitted,
        "not_permitted" => {
            let permission = FromJson::from_json(&mut told.get("permission")?.clone()).ok()?;
            Sight::NotPermitted { permission }
        }
        "no_access" => {
            let origin = text("origin")?;
            Sight::NoAccess { tab: tab()?, pattern: format!("{origin}/*"), origin }
        }
        "barred" => Sight::Barred { pattern: text("pattern")? },
        "failed" => {
            let code = FromJson::from_json(&mut told.get("code")?.clone()).ok()?;
            Sight::Failed { failure: ToolFailure::new(code, "", "") }
        }
        _ => return None,
    };
    Some((place, sight))
}

/// Its print stands for its name: another element has another one.
fn element(told: &Value) -> ElementPrint {
    let text = |key: &str| told.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    ElementPrint {
        role: text("role"),
        tag: text("tag"),
        kind: text("kind"),
        name: text("print"),
        ..ElementPrint::default()
    }
}
