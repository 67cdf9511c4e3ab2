//! The URL and the JSON body of a request on this wire.

use super::{EXTRA_CONTENT, REASONING_CONTENT, REASONING_DETAILS};
use crate::arrange::rules::{
    drop_empty_assistants, end_with_the_user, with_bridges, with_images_behind, with_neighbours_merged,
    with_one_system,
};
use crate::arrange::{Block, Call, Entry, Images, Turn, joined, pair, result_text};
use crate::error::ProviderError;
use crate::fields::put;
use crate::http::{BaseUrl, path_segment};
use crate::options::{Delivery, Options, ParallelCalls, Thinking, ToolChoice};
use crate::schema::adapt;
use crate::tool_ids::IdMap;
use crate::tool_names::ToolNames;
use fairlead_protocol::connection::{Connection, Quirks, ReplayReasoning, ThinkingParam};
use fairlead_protocol::conversation::{Message, ModelRequest, ToolSpec};
use fairlead_protocol::json::object;
use serde_json::{Map, Value};

/// The version of Azure's API that has everything this wire sends.
const AZURE_API_VERSION: &str = "2024-10-21";

pub(crate) fn url(connection: &Connection, model: &str) -> Result<String, ProviderError> {
    let base = BaseUrl::parse(&connection.base_url)?;
    if !connection.quirks.azure_deployment_url {
        return Ok(base.join("/chat/completions"));
    }
    let model = path_segment(model);
    Ok(base.join(&format!("/openai/deployments/{model}/chat/completions?api-version={AZURE_API_VERSION}")))
}

pub(crate) fn body(
    quirks: &Quirks,
    request: &ModelRequest,
    options: &Options,
) -> Result<Map<String, Value>, ProviderError> {
    let names = ToolNames::new(&request.tools, &request.messages);
    let mut ids = IdMap::new(quirks.tool_ids.into());
    let writer = Writer { quirks, options, names: &names };
    let messages: Vec<Value> =
        arrange(&request.messages, quirks).iter().map(|entry| writer.message(entry, &mut ids)).collect();
    let mut body = Map::new();
    body.insert("model".to_owned(), Value::from(request.model.as_str()));
    body.insert("messages".to_owned(), Value::Array(messages));
    if !request.tools.is_empty() {
        let tools: Vec<Value> = request.tools.iter().map(|tool| writer.tool(tool)).collect();
        body.insert("tools".to_owned(), Value::Array(tools));
        writer.tool_options(&mut body)?;
    }
    writer.thinking(&mut body);
    writer.sampling(&mut body);
    writer.delivery(&mut body);
    Ok(body)
}

struct Writer<'a> {
    quirks: &'a Quirks,
    options: &'a Options,
    names: &'a ToolNames,
}

impl Writer<'_> {
    fn message(&self, entry: &Entry<'_>, ids: &mut IdMap) -> Value {
        match entry {
            Entry::System(text) => {
                let role = if self.quirks.developer_role { "developer" } else { "system" };
                object([("role", role.into()), ("content", text.as_str().into())])
            }
            Entry::User(blocks) => object([("role", "user".into()), ("content", content(blocks))]),
            Entry::Assistant(turn) => self.assistant(turn, ids),
            Entry::Result(answer) => object([
                ("role", "tool".into()),
                ("tool_call_id", ids.wire(answer.call_id).into()),
                ("content", result_text(answer).into()),
            ]),
        }
    }

    fn assistant(&self, turn: &Turn<'_>, ids: &mut IdMap) -> Value {
        let mut message = Map::new();
        message.insert("role".to_owned(), "assistant".into());
        let text = turn.text();
        let calls: Vec<Value> = turn.calls().map(|call| self.call(call, ids)).collect();
        let null = text.is_empty() && !calls.is_empty() && !self.quirks.assistant_content_string;
        message.insert("content".to_owned(), if null { Value::Null } else { text.into() });
        put(&mut message, "reasoning_details", turn.state(REASONING_DETAILS).cloned());
        if !calls.is_empty() {
            put(&mut message, "reasoning_content", self.reasoning_content(turn));
            message.insert("tool_calls".to_owned(), Value::Array(calls));
        }
        Value::Object(message)
    }

    /// Of a message that calls tools: the others do without.
    fn reasoning_content(&self, turn: &Turn<'_>) -> Option<Value> {
        let kept = turn.state(REASONING_CONTENT).cloned();
        match self.quirks.replay_reasoning {
            ReplayReasoning::Never => None,
            ReplayReasoning::ToolTurns => kept,
            ReplayReasoning::ToolTurnsRequired => {
                kept.or_else(|| (self.options.thinking != Some(Thinking::Off)).then(|| "".into()))
            }
        }
    }

    fn call(&self, call: &Call<'_>, ids: &mut IdMap) -> Value {
        let function = object([
            ("name", self.names.wire(call.name).into()),
            ("arguments", call.args.to_string().into()),
        ]);
        let mut out =
            object([("id", ids.wire(call.id).into()), ("type", "function".into()), ("function", function)]);
        let extra = call.opaque.filter(|opaque| opaque.format == EXTRA_CONTENT).map(|opaque| &opaque.value);
        if let (Some(extra), Some(fields)) = (extra, out.as_object_mut()) {
            fields.insert("extra_content".to_owned(), extra.clone());
        }
        out
    }

    fn tool(&self, tool: &ToolSpec) -> Value {
        let parameters = adapt(&tool.schema, self.quirks.schema_profile);
        let name = self.names.wire(&tool.name);
        object([
            ("type", "function".into()),
            (
                "function",
                object([
                    ("name", name.into()),
                    ("description", tool.description.as_str().into()),
                    ("parameters", parameters),
                ]),
            ),
        ])
    }

    fn tool_options(&self, body: &mut Map<String, Value>) -> Result<(), ProviderError> {
        let bound = self.quirks.no_tool_choice_with_thinking && self.options.thinking != Some(Thinking::Off);
        let choice = match &self.options.tool_choice {
            None => None,
            Some(ToolChoice::Auto) if bound => None,
            Some(ToolChoice::Required | ToolChoice::Named(_) | ToolChoice::None) if bound => {
                return Err(ProviderError::ForcedToolWhileThinking);
            }
            Some(ToolChoice::Auto) => Some("auto".into()),
            Some(ToolChoice::None) => Some("none".into()),
            Some(ToolChoice::Required) => Some("required".into()),
            Some(ToolChoice::Named(name)) => {
                let function = object([("name", self.names.wire(name).into())]);
                Some(object([("type", "function".into()), ("function", function)]))
            }
        };
        put(body, "tool_choice", choice);
        let parallel = self.options.parallel_tool_calls.map(|calls| match calls {
            ParallelCalls::Allowed => true,
            ParallelCalls::OneAtATime => false,
        });
        put(body, "parallel_tool_calls", parallel.map(Value::Bool));
        Ok(())
    }

    fn thinking(&self, body: &mut Map<String, Value>) {
        let whole = self.options.delivery == Delivery::Whole;
        let refused = whole && self.quirks.thinking_requires_stream;
        let thinking = if refused { Some(Thinking::Off) } else { self.options.thinking };
        let value = thinking.map(|thinking| match (self.quirks.thinking_param, thinking) {
            (ThinkingParam::Object, Thinking::On) => ("thinking", object([("type", "enabled".into())])),
            (ThinkingParam::Object, Thinking::Off) => ("thinking", object([("type", "disabled".into())])),
            (ThinkingParam::EnableThinking, Thinking::On) => ("enable_thinking", true.into()),
            (ThinkingParam::EnableThinking, Thinking::Off) => ("enable_thinking", false.into()),
        });
        let excluded = value.is_some() && self.quirks.thinking_xor_effort;
        if let Some((key, value)) = value {
            put(body, key, Some(value));
        }
        if !excluded {
            put(body, "reasoning_effort", self.options.reasoning_effort.as_deref().map(Value::from));
        }
    }

    fn sampling(&self, body: &mut Map<String, Value>) {
        let limit = if self.quirks.max_completion_tokens { "max_completion_tokens" } else { "max_tokens" };
        put(body, limit, self.options.max_output_tokens.map(Value::from));
        if self.quirks.no_sampling_params {
            return;
        }
        put(body, "temperature", self.options.temperature.map(Value::from));
        put(body, "top_p", self.options.top_p.map(Value::from));
        put(body, "presence_penalty", self.options.presence_penalty.map(Value::from));
        put(body, "frequency_penalty", self.options.frequency_penalty.map(Value::from));
        put(body, "stop", (!self.options.stop.is_empty()).then(|| Value::from(self.options.stop.clone())));
    }

    fn delivery(&self, body: &mut Map<String, Value>) {
        let streams = self.options.delivery == Delivery::Stream;
        put(body, "stream", Some(Value::Bool(streams)));
        if streams && !self.quirks.no_stream_options {
            put(body, "stream_options", Some(object([("include_usage", true.into())])));
        }
    }
}

/// The order of the conversation as this wire and the endpoint want it.
fn arrange<'a>(messages: &'a [Message], quirks: &Quirks) -> Vec<Entry<'a>> {
    let images = if quirks.no_vision { Images::Told } else { Images::Sent };
    // A tool message of this wire is text.
    let mut entries = with_images_behind(pair(messages, None, images), |_| true);
    if quirks.drop_empty_assistant {
        drop_empty_assistants(&mut entries);
    }
    if quirks.single_system_first {
        entries = with_one_system(entries);
    }
    if quirks.merge_same_role {
        entries = with_neighbours_merged(entries);
    }
    if quirks.bridge_tool_user {
        entries = with_bridges(entries);
    }
    if quirks.no_trailing_assistant {
        end_with_the_user(&mut entries);
    }
    entries
}

/// Plain text goes as a string: not every server takes a list of parts.
fn content(blocks: &[Block<'_>]) -> Value {
    if blocks.iter().all(|block| matches!(block, Block::Text(_))) {
        return joined(blocks, "\n\n").into();
    }
    let parts = blocks.iter().map(|block| match block {
        Block::Text(text) => object([("type", "text".into()), ("text", text.as_str().into())]),
        Block::Image { media_type, data_b64 } => {
            let url = format!("data:{media_type};base64,{data_b64}");
            object([("type", "image_url".into()), ("image_url", object([("url", url.into())]))])
        }
    });
    Value::Array(parts.collect())
}
