//! What a commit came of, in the journal's manner: the kind of input, codes, and what was looked at. With the nodes of the Turn it
//! is enough to give the engine the same inputs again. Nothing that was written or read is in here; an element is its role and a
//! print of the rest.

use crate::input::{Input, ModelFailure, Seen};
use crate::probe::{CallPlace, Probes, Sight};
use fairlead_protocol::canonical;
use fairlead_protocol::ids::TabId;
use fairlead_protocol::page::ElementPrint;
use fairlead_protocol::to_json;
use serde_json::{Map, Value};

/// The key under which the first entry that a commit writes for a Run tells it.
const KEY: &str = "cause";
/// Characters of an element's print: enough to tell two elements of one page apart.
const PRINT: usize = 16;

pub struct Cause {
    told: Map<String, Value>,
}

impl Cause {
    pub fn of(input: &Input, probes: &Probes) -> Self {
        let mut told = Map::new();
        text(&mut told, "input", name(input));
        match input {
            Input::Command(body) => text(&mut told, "command", body.name()),
            Input::ModelFailed { failure, .. } => {
                let (side, code) = match failure {
                    ModelFailure::Provider { error, .. } => ("provider", to_json::value(&error.kind)),
                    ModelFailure::Unsent { code, .. } => ("unsent", to_json::value(code)),
                };
                text(&mut told, "side", side);
                told.insert("code".to_owned(), code);
            }
            Input::HandOnPage { gesture, .. } => text(&mut told, "gesture", gesture.name()),
            Input::Watched { seen, .. } => text(&mut told, "seen", word(seen)),
            Input::Booted
            | Input::DelegateMoved { .. }
            | Input::Disowned
            | Input::ModelReplied { .. }
            | Input::ToolFinished { .. }
            | Input::KeysLocked { .. }
            | Input::KeysUnlocked
            | Input::SitesWithdrawn { .. }
            | Input::Woken { .. }
            | Input::SummaryMade { .. }
            | Input::TitleFound { .. } => {}
        }
        let sights: Vec<Value> = probes.0.iter().map(|(place, sight)| seen(*place, sight)).collect();
        if !sights.is_empty() {
            told.insert("sights".to_owned(), Value::Array(sights));
        }
        Self { told }
    }

    pub fn tell(&self, payload: &mut Map<String, Value>) {
        payload.insert(KEY.to_owned(), Value::Object(self.told.clone()));
    }
}

fn name(input: &Input) -> &'static str {
    match input {
        Input::Command(_) => "command",
        Input::Booted => "booted",
        Input::ModelReplied { .. } => "model_replied",
        Input::ModelFailed { .. } => "model_failed",
        Input::ToolFinished { .. } => "tool_finished",
        Input::DelegateMoved { .. } => "delegate_moved",
        Input::HandOnPage { .. } => "hand_on_page",
        Input::Disowned => "disowned",
        Input::KeysLocked { .. } => "keys_locked",
        Input::KeysUnlocked => "keys_unlocked",
        Input::SitesWithdrawn { .. } => "sites_withdrawn",
        Input::Woken { .. } => "woken",
        Input::Watched { .. } => "watched",
        Input::SummaryMade { .. } => "summary_made",
        Input::TitleFound { .. } => "title_found",
    }
}

fn word(seen: &Seen) -> &'static str {
    match seen {
        Seen::Met => "met",
        Seen::Began { .. } => "began",
        Seen::Over { .. } => "over",
        Seen::Late => "late",
    }
}

fn seen(place: CallPlace, sight: &Sight) -> Value {
    let mut told = Map::new();
    told.insert("call".to_owned(), Value::from(place));
    match sight {
        Sight::Tab { tab, origin } => {
            text(&mut told, "saw", "tab");
            at(&mut told, tab.id, origin);
        }
        Sight::Page { tab, binding } => {
            text(&mut told, "saw", "page");
            at(&mut told, tab.id, &binding.origin);
            text(&mut told, "document", binding.document.as_str());
            if let Some(frame) = &binding.frame {
                text(&mut told, "frame", frame);
            }
            if let Some(element) = &binding.element {
                told.insert("element".to_owned(), Value::Object(print(element)));
            }
            if !binding.others.is_empty() {
                let others = binding.others.iter().map(|other| Value::Object(print(other))).collect();
                told.insert("others".to_owned(), Value::Array(others));
            }
        }
        Sight::NoAccess { tab, origin, .. } => {
            text(&mut told, "saw", "no_access");
            at(&mut told, tab.id, origin);
        }
        Sight::Permitted => text(&mut told, "saw", "permitted"),
        Sight::NotPermitted { permission } => {
            text(&mut told, "saw", "not_permitted");
            told.insert("permission".to_owned(), to_json::value(permission));
        }
        Sight::Barred { pattern } => {
            text(&mut told, "saw", "barred");
            text(&mut told, "pattern", pattern);
        }
        Sight::Failed { failure } => {
            text(&mut told, "saw", "failed");
            told.insert("code".to_owned(), to_json::value(&failure.code));
        }
    }
    Value::Object(told)
}

fn at(told: &mut Map<String, Value>, tab: TabId, origin: &str) {
    told.insert("tab".to_owned(), Value::from(tab.0));
    text(told, "origin", origin);
}

fn print(element: &ElementPrint) -> Map<String, Value> {
    let mut told = Map::new();
    for (key, word) in [("role", &element.role), ("tag", &element.tag), ("kind", &element.kind)] {
        if !word.is_empty() {
            text(&mut told, key, word);
        }
    }
    let digest = canonical::digest(element);
    text(&mut told, "print", digest.as_str().get(..PRINT).unwrap_or_default());
    told
}

fn text(told: &mut Map<String, Value>, key: &str, word: &str) {
    told.insert(key.to_owned(), Value::from(word));
}
