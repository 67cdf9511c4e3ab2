//! The templates of the settings page: each is a connection that can be saved, and its requests are as its provider wants them
//! (the table of quirks in the notes on providers).

use super::checked;
use fairlead_protocol::connection::{Connection, ConnectionDraft};
use fairlead_protocol::conversation::{Message, ModelRequest, Opaque, Part, Role, ToolSpec};
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::to_json;
use fairlead_providers::{Options, Thinking, ToolChoice, auth_header, request_with};
use serde_json::{Value, json};

const TEMPLATES: &str = include_str!("../../../providers/templates.json");
const LANGUAGES: [&str; 2] = ["en", "zh-CN"];
const EXPECTED: [&str; 16] = [
    "openai",
    "anthropic",
    "openrouter",
    "gemini",
    "deepseek",
    "moonshot",
    "zhipu",
    "qwen",
    "mistral",
    "groq",
    "xai",
    "azure",
    "ollama",
    "lm-studio",
    "llama-cpp",
    "custom",
];

fn templates() -> Vec<Value> {
    serde_json::from_str(TEMPLATES).unwrap()
}

fn word<'a>(template: &'a Value, field: &str) -> &'a str {
    template[field].as_str().unwrap_or_default()
}

/// As the settings page makes it; where a template leaves something to the person, they write it.
fn connection(template: &Value) -> Connection {
    let mut models = template["models"].clone();
    if models.as_array().unwrap().is_empty() {
        models = json!([{"id": "written-by-hand"}]);
    }
    let base_url = Some(word(template, "base_url")).filter(|url| !url.is_empty());
    let mut draft = json!({
        "id": "c", "name": template["name"], "wire": template["wire"], "quirks": template["quirks"],
        "base_url": base_url.unwrap_or("https://models.example/v1"), "models": models, "keys": [], "headers": [],
    });
    let draft = ConnectionDraft::from_json(&mut draft).unwrap();
    let connection = checked(&draft, None).unwrap();
    let known = to_json::value(&connection.quirks);
    for (name, value) in template["quirks"].as_object().unwrap() {
        assert_eq!(known.get(name), Some(value), "{}: {name}", word(template, "id"));
    }
    connection
}

#[test]
fn models_that_think_only_if_asked_are_asked_and_no_others() {
    let mut asked = Vec::new();
    for template in templates() {
        let connection = connection(&template);
        let models = connection.models.iter().filter(|model| connection.asks_to_think(&model.id));
        asked.extend(models.map(|model| model.id.clone()));
    }
    assert_eq!(asked, ["gpt-5", "gpt-5-mini", "claude-sonnet-5", "claude-opus-5", "qwen-plus"]);
}

#[test]
fn every_template_is_a_connection_that_says_whether_it_needs_a_key_and_where_to_get_one() {
    let ids: Vec<String> = templates().iter().map(|template| word(template, "id").to_owned()).collect();
    assert_eq!(ids, EXPECTED);
    for template in templates() {
        let connection = connection(&template);
        let id = word(&template, "id");
        let is_local = connection.base_url.starts_with("http://127.0.0.1");
        let page = word(&template, "key_page");
        match word(&template, "key") {
            "needed" => assert!(page.starts_with("https://") && !is_local, "{id}"),
            "none" => assert!(page.is_empty() && is_local, "{id}"),
            "optional" => assert_eq!(id, "custom"),
            other => panic!("{id}: {other}"),
        }
        for hint in template["hints"].as_object().into_iter().flat_map(|hints| hints.values()) {
            assert!(LANGUAGES.iter().all(|language| hint[language].is_string()), "{id}");
        }
    }
}

fn call(id: &str, opaque: Option<Opaque>) -> Part {
    Part::ToolCall { id: id.to_owned(), name: "look".to_owned(), args: json!({"at": id}), opaque }
}

fn image() -> Part {
    Part::Image { media_type: "image/png".to_owned(), data_b64: "AA==".to_owned() }
}

fn result(id: &str, content: Vec<Part>) -> Message {
    let part = Part::ToolResult { call_id: id.to_owned(), is_error: false, content };
    Message { role: Role::Tool, content: vec![part], opaque: None, paused: false }
}

/// Two calls side by side with what was thought, a picture in a result, and what the person says next.
fn asked(model: &str) -> ModelRequest {
    let state = |format: &str, value: Value| Some(Opaque { format: format.to_owned(), value });
    let thought =
        |format: &str, value| Part::Reasoning { text: "thought".to_owned(), opaque: state(format, value) };
    let extra =
        state("openai-chat.tool_calls.extra_content", json!({"google": {"thought_signature": "sig"}}));
    let calling = Message {
        role: Role::Assistant,
        content: vec![
            thought("openai-chat.reasoning_content", json!("thought")),
            thought("openai-chat.reasoning_details", json!([{"type": "reasoning.text", "text": "t"}])),
            call("first", extra),
            call("second", None),
        ],
        opaque: None,
        paused: false,
    };
    let person = Message {
        role: Role::User,
        content: vec![Part::Text { text: "What is this?".to_owned() }, image()],
        opaque: None,
        paused: false,
    };
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "additionalProperties": false,
        "properties": {"at": {"const": "here"}}, "required": ["at"],
    });
    ModelRequest {
        model: model.to_owned(),
        messages: vec![
            Message::text(Role::System, "kernel"),
            person,
            calling,
            result("first", vec![Part::Text { text: "one".to_owned() }, image()]),
            result("second", vec![Part::Text { text: "two".to_owned() }]),
            Message::text(Role::System, "note"),
            Message::text(Role::User, "And now?"),
        ],
        tools: vec![ToolSpec { name: "look".to_owned(), description: "Looks.".to_owned(), schema }],
    }
}

fn options() -> Options {
    Options {
        thinking: Some(Thinking::On),
        tool_choice: Some(ToolChoice::Auto),
        max_output_tokens: Some(1_000),
        presence_penalty: Some(0.0),
        frequency_penalty: Some(0.0),
        stop: vec!["END".to_owned()],
        ..Options::default()
    }
}

fn roles(body: &Value) -> Vec<&str> {
    body["messages"].as_array().unwrap().iter().map(|message| word(message, "role")).collect()
}

fn lacks(body: &Value, keys: &[&str]) -> bool {
    keys.iter().all(|key| body.get(key).is_none())
}

/// Whether a request is as the provider of this template wants it.
fn suits(id: &str, connection: &Connection, url: &str, body: &Value) -> bool {
    let text = body.to_string();
    let calling = || {
        let all = body["messages"].as_array().unwrap();
        all.iter().find(|message| message.get("tool_calls").is_some()).unwrap().clone()
    };
    match id {
        "openai" => {
            url.ends_with("/v1/responses")
                && body["store"] == false
                && text.contains("function_call_output")
                && lacks(body, &["messages", "temperature"])
        }
        "anthropic" => {
            url.ends_with("/v1/messages")
                && roles(body).last() == Some(&"user")
                && text.contains("tool_result")
                && body["max_tokens"].is_u64()
        }
        "openrouter" => {
            calling()["reasoning_details"] == json!([{"type": "reasoning.text", "text": "t"}])
                && body["max_tokens"] == 1_000
        }
        "gemini" => {
            let kept = &calling()["tool_calls"][0]["extra_content"]["google"]["thought_signature"];
            kept == "sig"
                && !text.contains("additionalProperties")
                && !text.contains("$schema")
                && !text.contains("\"const\"")
                && lacks(body, &["store", "frequency_penalty", "top_k", "reasoning"])
        }
        "deepseek" => {
            calling()["reasoning_content"] == "thought"
                && lacks(body, &["tool_choice"])
                && roles(body).iter().all(|role| *role != "developer")
                && !text.contains("AA==")
        }
        "moonshot" => {
            calling()["reasoning_content"] == "thought"
                && !(body.get("thinking").is_some() && body.get("reasoning_effort").is_some())
                && lacks(body, &["store", "tool_choice"])
        }
        "zhipu" => calling()["reasoning_content"] == "thought" && body["thinking"]["type"] == "enabled",
        "qwen" => body["enable_thinking"] == true && body["stream"] == true && lacks(body, &["thinking"]),
        "mistral" => {
            let ids = calling()["tool_calls"].as_array().unwrap().iter().all(|call| {
                let id = word(call, "id");
                id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
            let bridged = roles(body).windows(2).all(|pair| pair != ["tool", "user"]);
            ids && bridged && lacks(body, &["stream_options"])
        }
        "groq" => calling()["content"] == "",
        "xai" => lacks(body, &["presence_penalty", "frequency_penalty", "stop"]),
        "azure" => {
            url.contains("/openai/deployments/written-by-hand/chat/completions?api-version=")
                && body["max_completion_tokens"] == 1_000
                && lacks(body, &["max_tokens"])
                && auth_header(connection, "k").0 == "api-key"
        }
        "ollama" => connection.quirks.no_origin && url == "http://127.0.0.1:11434/v1/chat/completions",
        "lm-studio" | "llama-cpp" => {
            let roles = roles(body);
            roles.first() == Some(&"system") && roles.iter().filter(|role| **role == "system").count() == 1
        }
        "custom" => url == "https://models.example/v1/chat/completions",
        other => panic!("nobody says what {other} wants"),
    }
}

#[test]
fn a_request_by_each_template_is_as_its_provider_wants_it() {
    for template in templates() {
        let id = word(&template, "id");
        let connection = connection(&template);
        let built = request_with(&connection, &asked(&connection.models.first.id), &options()).unwrap();
        let body: Value = serde_json::from_str(&built.body).unwrap();
        assert!(built.url.starts_with(&connection.base_url), "{id}: {}", built.url);
        assert!(suits(id, &connection, &built.url, &body), "{id}: {} {body:#}", built.url);
        // Both calls have their results, whatever the wire calls them.
        assert!(["one", "two"].iter().all(|said| body.to_string().contains(said)), "{id}");
    }
}
