//! A request as a model would understand it, read from the body on the wire.

use fairlead_protocol::ids::KeyId;
use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Asked {
    /// How many requests the model had before this one.
    pub number: usize,
    pub model: String,
    pub messages: Vec<Value>,
    /// The key that the request carried.
    pub key: Option<KeyId>,
    /// As this model's tokenizer counts it.
    pub tokens: usize,
    /// Names of the tools that are offered.
    pub tools: Vec<String>,
}

/// Of a request no more than what is looked at: most of it are the schemas of the tools.
#[derive(Deserialize)]
struct Body {
    model: String,
    messages: Vec<Value>,
    #[serde(default)]
    tools: Vec<Offered>,
}

#[derive(Deserialize)]
struct Offered {
    function: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Not as the engine does, which has to learn it.
pub(crate) fn tokens(body: &str) -> usize {
    body.len() * 2 / 7
}

/// A call and its result, since the person's last message.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub tool: String,
    pub args: Value,
    pub result: String,
}

impl Asked {
    pub(crate) fn read(number: usize, body: &str) -> Option<Self> {
        let Body { model, messages, tools } = serde_json::from_str(body).ok()?;
        let tokens = tokens(body);
        Some(Self {
            number,
            model,
            messages,
            key: None,
            tokens,
            tools: tools.into_iter().map(|tool| tool.function.name).collect(),
        })
    }

    pub(crate) fn is_for_a_title(&self) -> bool {
        self.messages.first().is_some_and(|first| text(first).starts_with("You write titles."))
    }

    pub(crate) fn is_for_notes(&self) -> bool {
        self.messages.first().is_some_and(|first| text(first).starts_with("You keep the notes"))
    }

    /// What the person wrote last, without what the engine added.
    pub fn request(&self) -> String {
        let said =
            self.messages.iter().rev().find(|message| is_spoken(message)).map(text).unwrap_or_default();
        said.split_once("\n\n[").map_or(said.clone(), |(words, _)| words.to_owned())
    }

    /// Notices of the engine since the person's last message.
    pub fn notices(&self) -> Vec<String> {
        let (_, turn) = self.turn();
        turn.iter().filter(|message| role(message) == "user").map(text).collect()
    }

    pub fn steps(&self) -> Vec<Step> {
        let (_, turn) = self.turn();
        let mut steps = Vec::new();
        for message in turn {
            let calls = message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice);
            for call in calls.unwrap_or_default() {
                let id = call.get("id").cloned().unwrap_or_default();
                let function = |field: &str| {
                    call.get("function").and_then(|f| f.get(field)?.as_str()).unwrap_or_default().to_owned()
                };
                let result = self
                    .messages
                    .iter()
                    .find(|other| role(other) == "tool" && other.get("tool_call_id") == Some(&id));
                steps.push(Step {
                    tool: function("name"),
                    args: serde_json::from_str(&function("arguments")).unwrap_or_default(),
                    result: result.map(text).unwrap_or_default(),
                });
            }
        }
        steps
    }

    /// The person's last message and what follows it.
    fn turn(&self) -> (usize, &[Value]) {
        let at = self.messages.iter().rposition(is_spoken).unwrap_or_default();
        (at, self.messages.get(at + 1..).unwrap_or_default())
    }
}

impl Step {
    /// The code of the failure, if it is one.
    pub fn failure(&self) -> Option<&str> {
        // Some wires have no field for a failure, and the codec says it in words.
        let result = self.result.strip_prefix("Error: ").unwrap_or(&self.result);
        let inner = result.lines().find(|line| !line.starts_with('<'))?;
        inner.strip_prefix("error ")?.split(':').next()
    }
}

pub(crate) fn role(message: &Value) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn text(message: &Value) -> String {
    match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text")?.as_str()).collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// Notices stand in square brackets, and pictures of results come in a message that says whose they are; a person's words do neither.
fn is_spoken(message: &Value) -> bool {
    let text = text(message);
    role(message) == "user" && !text.starts_with('[') && !text.starts_with("Image returned by tool call ")
}
