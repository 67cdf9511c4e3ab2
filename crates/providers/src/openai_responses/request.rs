//! The URL and the JSON body of a request on this wire.

use super::input;
use crate::error::ProviderError;
use crate::fields::put;
use crate::http::BaseUrl;
use crate::options::{Delivery, Options, ParallelCalls, Thinking, ToolChoice};
use crate::schema::adapt;
use crate::tool_names::ToolNames;
use fairlead_protocol::connection::{Connection, Quirks};
use fairlead_protocol::conversation::{ModelRequest, ToolSpec};
use fairlead_protocol::json::object;
use serde_json::{Map, Value};

pub(crate) fn url(connection: &Connection) -> Result<String, ProviderError> {
    let base = BaseUrl::parse(&connection.base_url)?;
    let path = if connection.quirks.azure_deployment_url { "/openai/v1/responses" } else { "/responses" };
    Ok(base.join(path))
}

pub(crate) fn body(quirks: &Quirks, request: &ModelRequest, options: &Options) -> Map<String, Value> {
    let names = ToolNames::new(&request.tools, &request.messages);
    let (instructions, input) = input::write(&request.messages, quirks, &names);
    let mut body = Map::new();
    put(&mut body, "model", Some(request.model.as_str().into()));
    put(&mut body, "instructions", instructions.map(Value::from));
    put(&mut body, "input", Some(Value::Array(input)));
    put(&mut body, "store", Some(false.into()));
    put(&mut body, "include", Some(Value::Array(vec!["reasoning.encrypted_content".into()])));
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|spec| tool(spec, quirks, &names)).collect();
        put(&mut body, "tools", Some(tools));
        put(&mut body, "tool_choice", options.tool_choice.as_ref().map(|choice| tool_choice(choice, &names)));
        let parallel = options.parallel_tool_calls.map(|calls| calls == ParallelCalls::Allowed);
        put(&mut body, "parallel_tool_calls", parallel.map(Value::Bool));
    }
    put(&mut body, "reasoning", reasoning(options));
    put(&mut body, "max_output_tokens", options.max_output_tokens.map(Value::from));
    if !quirks.no_sampling_params {
        put(&mut body, "temperature", options.temperature.map(Value::from));
        put(&mut body, "top_p", options.top_p.map(Value::from));
    }
    put(&mut body, "stream", Some((options.delivery == Delivery::Stream).into()));
    body
}

/// Strict schemas have every property required; ours have not.
fn tool(spec: &ToolSpec, quirks: &Quirks, names: &ToolNames) -> Value {
    object([
        ("type", "function".into()),
        ("name", names.wire(&spec.name).into()),
        ("description", spec.description.as_str().into()),
        ("parameters", adapt(&spec.schema, quirks.schema_profile)),
        ("strict", false.into()),
    ])
}

fn tool_choice(choice: &ToolChoice, names: &ToolNames) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Named(name) => object([("type", "function".into()), ("name", names.wire(name).into())]),
    }
}

/// A summary is asked for wherever the model is told to think: it is shown.
fn reasoning(options: &Options) -> Option<Value> {
    let mut reasoning = Map::new();
    match (options.reasoning_effort.as_deref(), options.thinking) {
        (None, None) => return None,
        (_, Some(Thinking::Off)) => put(&mut reasoning, "effort", Some("none".into())),
        (effort, Some(Thinking::On) | None) => {
            put(&mut reasoning, "effort", effort.map(Value::from));
            put(&mut reasoning, "summary", Some("auto".into()));
        }
    }
    Some(Value::Object(reasoning))
}
