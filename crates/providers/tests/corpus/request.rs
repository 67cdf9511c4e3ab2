//! Judges a request case: the neutral request is built, and its assertions are held against URL, headers and body.

use super::{assertion, setup};
use fairlead_protocol::connection::KeyState;
use fairlead_protocol::conversation::ModelRequest;
use fairlead_providers::{
    Delivery, Options, ParallelCalls, PromptCache, Thinking, ToolChoice, auth_header, request_with,
};
use regex_lite::Regex;
use serde_json::{Value, json};

pub(crate) fn judge(case: &Value) -> Result<(), String> {
    let connection = setup::connection(case)?;
    let neutral = case.get("neutral").ok_or("the case has no neutral request")?;
    let request: ModelRequest = serde_json::from_value(neutral.clone()).map_err(|error| error.to_string())?;
    let options = options(neutral.get("options").unwrap_or(&Value::Null))?;
    let built = request_with(&connection, &request, &options).map_err(|error| error.to_string())?;

    let body: Value = serde_json::from_str(&built.body).map_err(|error| error.to_string())?;
    for wanted in list(case, "/expect/body") {
        assertion::hold(wanted, &body)?;
    }
    let mut headers = built.headers;
    match connection.key_state() {
        KeyState::Stored => headers.push(auth_header(&connection, "K")),
        KeyState::Absent => {}
    }
    for wanted in list(case, "/expect/headers") {
        header(wanted, &headers)?;
    }
    match case.pointer("/expect/url_match").and_then(Value::as_str) {
        Some(pattern) if !matches(pattern, &built.url)? => Err(format!("the URL is {}", built.url)),
        Some(_) | None => Ok(()),
    }
}

fn list<'a>(case: &'a Value, pointer: &str) -> &'a [Value] {
    case.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

pub(crate) fn matches(pattern: &str, text: &str) -> Result<bool, String> {
    Regex::new(pattern).map(|regex| regex.is_match(text)).map_err(|error| error.to_string())
}

fn header(wanted: &Value, headers: &[(String, String)]) -> Result<(), String> {
    if let Some(only) = wanted.get("only").and_then(Value::as_array) {
        let extra = headers.iter().find(|(name, _)| !only.contains(&json!(name)));
        return extra.map_or(Ok(()), |(name, _)| Err(format!("the header {name} is not wanted")));
    }
    let name = wanted.get("name").and_then(Value::as_str).ok_or("a header assertion has no name")?;
    let value = headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let holds =
        match (wanted.get("present"), wanted.get("equals"), wanted.get("match").and_then(Value::as_str)) {
            (Some(present), None, None) => *present == json!(value.is_some()),
            (None, Some(equals), None) => *equals == json!(value),
            (None, None, Some(pattern)) => matches(pattern, value.unwrap_or_default())?,
            _ => return Err(format!("unknown header assertion {wanted}")),
        };
    if holds { Ok(()) } else { Err(format!("header {name} is {value:?}, expected {wanted}")) }
}

/// An option that is not known here fails its case.
fn options(neutral: &Value) -> Result<Options, String> {
    let mut options = Options::default();
    for (name, value) in neutral.as_object().into_iter().flatten() {
        let unknown = || format!("unknown option {name}: {value}");
        let flag = || value.as_bool().ok_or_else(unknown);
        match name.as_str() {
            "stream" => options.delivery = if flag()? { Delivery::Stream } else { Delivery::Whole },
            "max_output_tokens" => options.max_output_tokens = value.as_u64(),
            "temperature" => options.temperature = value.as_f64(),
            "top_p" => options.top_p = value.as_f64(),
            "presence_penalty" => options.presence_penalty = value.as_f64(),
            "frequency_penalty" => options.frequency_penalty = value.as_f64(),
            "stop" => {
                let words = value.as_array().ok_or_else(unknown)?;
                options.stop = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            }
            "reasoning_effort" => options.reasoning_effort = value.as_str().map(str::to_owned),
            "thinking" => options.thinking = Some(if flag()? { Thinking::On } else { Thinking::Off }),
            "thinking_budget" => options.thinking_budget = value.as_u64(),
            "prompt_cache" => {
                options.prompt_cache = Some(if flag()? { PromptCache::On } else { PromptCache::Off });
            }
            "parallel_tool_calls" => {
                let calls = if flag()? { ParallelCalls::Allowed } else { ParallelCalls::OneAtATime };
                options.parallel_tool_calls = Some(calls);
            }
            "tool_choice" => {
                options.tool_choice =
                    Some(match (value.as_str(), value.get("name").and_then(Value::as_str)) {
                        (Some("auto"), _) => ToolChoice::Auto,
                        (Some("none"), _) => ToolChoice::None,
                        (Some("required"), _) => ToolChoice::Required,
                        (_, Some(name)) => ToolChoice::Named(name.to_owned()),
                        _ => return Err(unknown()),
                    });
            }
            _ => return Err(unknown()),
        }
    }
    Ok(options)
}
