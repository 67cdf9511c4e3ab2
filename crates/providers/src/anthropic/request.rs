//! The URL and the JSON body of a request on this wire.

use super::cache;
use super::messages::{self, Turns};
use crate::error::ProviderError;
use crate::fields::put;
use crate::http::BaseUrl;
use crate::options::{Delivery, Options, ParallelCalls, PromptCache, Thinking, ToolChoice};
use crate::schema::adapt;
use crate::tool_names::ToolNames;
use fairlead_protocol::connection::{Connection, Quirks, ThinkingMode};
use fairlead_protocol::conversation::{ModelRequest, ToolSpec};
use fairlead_protocol::json::object;
use serde_json::{Map, Value};

/// The wire wants a number. Every model that is served today takes this one.
const MAX_TOKENS: u64 = 32_000;
const LEAST_BUDGET: u64 = 1_024;
const USUAL_BUDGET: u64 = 4_096;

pub(crate) fn url(connection: &Connection) -> Result<String, ProviderError> {
    Ok(BaseUrl::parse(&connection.base_url)?.join_versioned("/messages"))
}

pub(crate) fn body(quirks: &Quirks, request: &ModelRequest, options: &Options) -> Map<String, Value> {
    let names = ToolNames::new(&request.tools, &request.messages);
    let Turns { mut system, mut turns } = messages::write(&request.messages, quirks, &names);
    let mut tools: Vec<Value> = request.tools.iter().map(|spec| tool(spec, quirks, &names)).collect();
    if options.prompt_cache == Some(PromptCache::On) && !quirks.no_prompt_cache {
        cache::mark(&mut tools, &mut system, &mut turns);
    }
    let mut body = Map::new();
    put(&mut body, "model", Some(request.model.as_str().into()));
    put(&mut body, "system", (!system.is_empty()).then_some(Value::Array(system)));
    put(&mut body, "messages", Some(turns.into_iter().map(messages::Turn::into_value).collect()));
    if !tools.is_empty() {
        put(&mut body, "tools", Some(Value::Array(tools)));
        put(&mut body, "tool_choice", tool_choice(quirks, options, &names));
    }
    length_and_thinking(&mut body, quirks, options);
    sampling(&mut body, quirks, options);
    put(&mut body, "stream", Some((options.delivery == Delivery::Stream).into()));
    body
}

fn tool(spec: &ToolSpec, quirks: &Quirks, names: &ToolNames) -> Value {
    object([
        ("name", names.wire(&spec.name).into()),
        ("description", spec.description.as_str().into()),
        ("input_schema", adapt(&spec.schema, quirks.schema_profile)),
    ])
}

/// A model that thinks cannot be told which tool to call: it is left to choose.
fn tool_choice(quirks: &Quirks, options: &Options, names: &ToolNames) -> Option<Value> {
    let one_at_a_time = options.parallel_tool_calls == Some(ParallelCalls::OneAtATime);
    let bound = options.thinking == Some(Thinking::On)
        || (quirks.no_tool_choice_with_thinking && options.thinking != Some(Thinking::Off));
    let kind = match &options.tool_choice {
        None if one_at_a_time => "auto",
        None => return None,
        Some(ToolChoice::None) => "none",
        Some(ToolChoice::Auto) => "auto",
        Some(ToolChoice::Required | ToolChoice::Named(_)) if bound => "auto",
        Some(ToolChoice::Required) => "any",
        Some(ToolChoice::Named(_)) => "tool",
    };
    let mut choice = Map::new();
    put(&mut choice, "type", Some(kind.into()));
    if let (Some(ToolChoice::Named(name)), "tool") = (&options.tool_choice, kind) {
        put(&mut choice, "name", Some(names.wire(name).into()));
    }
    put(&mut choice, "disable_parallel_tool_use", (one_at_a_time && kind != "none").then_some(true.into()));
    Some(Value::Object(choice))
}

/// A budget for thinking is part of the length of a reply, so it comes on top of what was asked for.
fn length_and_thinking(body: &mut Map<String, Value>, quirks: &Quirks, options: &Options) {
    let usual = quirks.max_output_tokens.map_or(MAX_TOKENS, u64::from);
    let mut longest = options.max_output_tokens.unwrap_or(usual);
    let effort = options.reasoning_effort.as_deref();
    let thinking = match (options.thinking, quirks.thinking_mode) {
        (None, _) => None,
        (Some(Thinking::Off), _) => Some(object([("type", "disabled".into())])),
        // What is thought is shown, so it is asked for: newer models leave it out otherwise.
        (Some(Thinking::On), ThinkingMode::Adaptive) => {
            Some(object([("type", "adaptive".into()), ("display", "summarized".into())]))
        }
        (Some(Thinking::On), ThinkingMode::Budget) => {
            let budget = options.thinking_budget.unwrap_or(USUAL_BUDGET).max(LEAST_BUDGET);
            longest = longest.saturating_add(budget);
            Some(object([("type", "enabled".into()), ("budget_tokens", budget.into())]))
        }
    };
    put(body, "max_tokens", Some(longest.into()));
    put(body, "thinking", thinking);
    if let (Some(effort), ThinkingMode::Adaptive) = (effort, quirks.thinking_mode) {
        put(body, "output_config", Some(object([("effort", effort.into())])));
    }
}

/// A model that thinks takes none of these. Newer models take a temperature or `top_p`, not both.
fn sampling(body: &mut Map<String, Value>, quirks: &Quirks, options: &Options) {
    let stops: Vec<&str> =
        options.stop.iter().map(String::as_str).filter(|stop| !stop.trim().is_empty()).collect();
    put(body, "stop_sequences", (!stops.is_empty()).then(|| stops.into()));
    if quirks.no_sampling_params || options.thinking == Some(Thinking::On) {
        return;
    }
    let temperature = options.temperature.map(|temperature| temperature.clamp(0.0, 1.0));
    let top_p = options.top_p.filter(|_| temperature.is_none());
    put(body, "temperature", temperature.map(Value::from));
    put(body, "top_p", top_p.map(Value::from));
}
