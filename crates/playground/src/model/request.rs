//! A Chat Completions request as it comes over the wire, and what that wire refuses. Parameters which a script has
//! no use for (temperature, seed, ...) are accepted and ignored.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ChatRequest {
    pub model: String,
    pub messages: Vec<ChatMessage>,
    #[serde(default)]
    pub tools: Vec<ToolDeclaration>,
    #[serde(default)]
    pub stream: bool,
    #[serde(default)]
    pub stream_options: Option<StreamOptions>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct StreamOptions {
    #[serde(default)]
    pub include_usage: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(crate) enum ChatMessage {
    System {
        #[serde(default)]
        content: Content,
    },
    Developer {
        #[serde(default)]
        content: Content,
    },
    User {
        content: Content,
    },
    Assistant {
        #[serde(default)]
        tool_calls: Vec<ToolCall>,
    },
    Tool {
        tool_call_id: String,
        content: Content,
    },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Content {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Parts(parts) => parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// A text part; parts of other kinds have no text.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ContentPart {
    #[serde(default)]
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ToolCall {
    pub id: String,
    pub function: CalledFunction,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CalledFunction {
    pub name: String,
    #[serde(default)]
    pub arguments: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ToolDeclaration {
    pub function: DeclaredFunction,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DeclaredFunction {
    pub name: String,
    #[serde(default)]
    pub parameters: Value,
}

impl ChatRequest {
    /// Of the system, by either of its names.
    pub(crate) fn instructions(&self) -> impl Iterator<Item = String> {
        self.messages.iter().filter_map(|message| match message {
            ChatMessage::System { content } | ChatMessage::Developer { content } => Some(content.text()),
            ChatMessage::User { .. } | ChatMessage::Assistant { .. } | ChatMessage::Tool { .. } => None,
        })
    }

    /// What the person says.
    pub(crate) fn said(&self) -> impl Iterator<Item = String> {
        self.messages.iter().filter_map(|message| match message {
            ChatMessage::User { content } => Some(content.text()),
            ChatMessage::System { .. }
            | ChatMessage::Developer { .. }
            | ChatMessage::Assistant { .. }
            | ChatMessage::Tool { .. } => None,
        })
    }

    /// Of what the model is told by others.
    pub(crate) fn lines(&self) -> Vec<String> {
        let told = self.messages.iter().filter_map(|message| match message {
            ChatMessage::User { content } | ChatMessage::Tool { content, .. } => Some(content.text()),
            ChatMessage::System { .. } | ChatMessage::Developer { .. } | ChatMessage::Assistant { .. } => {
                None
            }
        });
        told.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
    }
}

/// What the wire refuses with 400: the field at fault and the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub param: &'static str,
    pub message: String,
}

impl ChatRequest {
    pub(crate) fn parse(body: &[u8]) -> Result<Self, Malformed> {
        let request: Self = serde_json::from_slice(body)
            .map_err(|e| Malformed { param: "body", message: format!("could not parse the request: {e}") })?;
        request.check_messages()?;
        request.check_tools()?;
        Ok(request)
    }

    /// Every call is answered, in the messages directly behind it, and nothing else is answered.
    fn check_messages(&self) -> Result<(), Malformed> {
        let refuse = |message: String| Err(Malformed { param: "messages", message });
        if self.messages.is_empty() {
            return refuse("[] is too short - 'messages'".to_owned());
        }
        let mut open: BTreeSet<&str> = BTreeSet::new();
        for message in &self.messages {
            match message {
                ChatMessage::Tool { tool_call_id, .. } => {
                    if !open.remove(tool_call_id.as_str()) {
                        return refuse(format!(
                            "messages with role 'tool' must be a response to a preceding message with 'tool_calls': {tool_call_id}"
                        ));
                    }
                }
                ChatMessage::System { .. }
                | ChatMessage::Developer { .. }
                | ChatMessage::User { .. }
                | ChatMessage::Assistant { .. } => {
                    if let Some(id) = open.first() {
                        return refuse(unanswered(id));
                    }
                    if let ChatMessage::Assistant { tool_calls, .. } = message {
                        open.extend(tool_calls.iter().map(|call| call.id.as_str()));
                    }
                }
            }
        }
        open.first().map_or(Ok(()), |id| refuse(unanswered(id)))
    }

    fn check_tools(&self) -> Result<(), Malformed> {
        for tool in &self.tools {
            let name = &tool.function.name;
            let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if name.is_empty() || name.len() > 64 || !name.chars().all(legal) {
                let message = format!(
                    "invalid 'tools[].function.name': {name:?} does not match '^[a-zA-Z0-9_-]{{1,64}}$'"
                );
                return Err(Malformed { param: "tools", message });
            }
            let parameters = &tool.function.parameters;
            if !parameters.is_null() && parameters.get("type").and_then(Value::as_str) != Some("object") {
                let message = format!("invalid schema for function '{name}': schema must have type 'object'");
                return Err(Malformed { param: "tools", message });
            }
        }
        Ok(())
    }
}

fn unanswered(id: &str) -> String {
    format!(
        "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': {id}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(messages: Value) -> Result<ChatRequest, Malformed> {
        ChatRequest::parse(json!({ "model": "demo", "messages": messages }).to_string().as_bytes())
    }

    fn call(id: &str) -> Value {
        json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id, "type": "function", "function": { "name": "read_page", "arguments": "{}" } }] })
    }

    #[test]
    fn a_call_without_its_result_is_refused() {
        let user = json!({ "role": "user", "content": "hi" });
        let result =
            json!({ "role": "tool", "tool_call_id": "a", "content": [{ "type": "text", "text": "ok" }] });
        assert!(parse(json!([user, call("a"), result])).is_ok());
        assert_eq!(parse(json!([user, call("a")])).unwrap_err().param, "messages");
        assert_eq!(parse(json!([user, call("a"), user, result])).unwrap_err().param, "messages");
        assert_eq!(parse(json!([user, result])).unwrap_err().param, "messages");
        assert_eq!(parse(json!([])).unwrap_err().param, "messages");
    }

    #[test]
    fn a_tool_with_an_illegal_name_or_schema_is_refused() {
        let body = |function: Value| {
            let request = json!({ "model": "demo", "messages": [{ "role": "user", "content": "hi" }], "tools": [{ "type": "function", "function": function }] });
            ChatRequest::parse(request.to_string().as_bytes()).map(|_| ()).map_err(|m| m.param)
        };
        assert_eq!(body(json!({ "name": "read_page", "parameters": { "type": "object" } })), Ok(()));
        assert_eq!(body(json!({ "name": "read page" })), Err("tools"));
        assert_eq!(body(json!({ "name": "read_page", "parameters": { "type": "string" } })), Err("tools"));
    }
}
