use super::*;
use crate::fixture::connection;
use crate::options::{Thinking, ToolChoice};
use fairlead_protocol::connection::{AuthScheme, Header, Quirks, Wire};
use fairlead_protocol::conversation::{Message, Opaque, Part, Role, ToolSpec};
use serde_json::{Value, json};

const BASE: &str = "https://example.test/v1";

fn tool(name: &str) -> ToolSpec {
    ToolSpec { name: name.to_owned(), description: "d".to_owned(), schema: json!({"type": "object"}) }
}

fn call(id: &str) -> Message {
    let opaque =
        Some(Opaque { format: "openai-chat.tool_calls.extra_content".to_owned(), value: json!({"s": 1}) });
    let part =
        Part::ToolCall { id: id.to_owned(), name: "open tab".to_owned(), args: json!({"u": id}), opaque };
    Message { role: Role::Assistant, content: vec![part], opaque: None, paused: false }
}

fn result(id: &str) -> Message {
    let image = Part::Image { media_type: "image/png".to_owned(), data_b64: "AA==".to_owned() };
    let content = vec![Part::Text { text: "ok".to_owned() }, image];
    let part = Part::ToolResult { call_id: id.to_owned(), is_error: false, content };
    Message { role: Role::Tool, content: vec![part], opaque: None, paused: false }
}

fn with(messages: &[Message]) -> ModelRequest {
    ModelRequest { model: "m".to_owned(), messages: messages.to_vec(), tools: vec![tool("open tab")] }
}

fn messages_of(request: &HttpRequest) -> Vec<Value> {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    body["messages"].as_array().unwrap().clone()
}

#[test]
fn a_request_that_sets_nothing_sends_nothing_but_the_conversation() {
    let built =
        request(&connection(BASE, Quirks::default()), &with(&[Message::text(Role::User, "hi")])).unwrap();
    assert_eq!(built.url, "https://example.test/v1/chat/completions");
    let body: Value = serde_json::from_str(&built.body).unwrap();
    let keys: Vec<&String> = body.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["messages", "model", "stream", "stream_options", "tools"]);
}

#[test]
fn a_model_that_cannot_see_is_told_of_images_on_every_wire() {
    for wire in [Wire::OpenaiChat, Wire::Anthropic, Wire::OpenaiResponses] {
        let mut seeing = crate::fixture::on(wire, Quirks::default());
        let mut blind = seeing.clone();
        blind.models.first.capabilities.vision = false;
        let body =
            |connection: &Connection| request(connection, &with(&[call("a"), result("a")])).unwrap().body;
        assert!(body(&seeing).contains("AA==") && !body(&seeing).contains("image omitted"), "{wire:?}");
        assert!(!body(&blind).contains("AA==") && body(&blind).contains("image omitted"), "{wire:?}");
        // What one model cannot do another of the connection may.
        seeing.models.others.push(blind.models.first.clone());
        seeing.models.others[0].id = "blind".to_owned();
        assert!(body(&seeing).contains("AA=="), "{wire:?}");
    }
}

#[test]
fn a_model_that_knows_no_tools_reads_of_calls_on_every_wire_and_is_told_of_none() {
    for wire in [Wire::OpenaiChat, Wire::Anthropic, Wire::OpenaiResponses] {
        let mut plain = crate::fixture::on(wire, Quirks::default());
        plain.models.first.capabilities.tools = false;
        let asked = with(&[Message::text(Role::User, "hi"), call("a"), result("a")]);
        let body: Value = serde_json::from_str(&request(&plain, &asked).unwrap().body).unwrap();
        let text = body.to_string();
        assert!(text.contains("[Called open tab with {"), "{wire:?}: {text}");
        assert!(text.contains("[open tab answered:]"), "{wire:?}: {text}");
        for lacking in ["tool_call", "tool_use", "tool_result", "function_call", "\"tools\"", "\"tool\""] {
            assert!(!text.contains(lacking), "{wire:?} has {lacking}: {text}");
        }
    }
}

#[test]
fn a_request_says_what_the_person_wants_it_to_say() {
    let own = Header { name: "X-Team".to_owned(), value: "red".to_owned() };
    let own = Connection { headers: vec![own], ..connection(BASE, Quirks::default()) };
    let said = ("x-team".to_owned(), "red".to_owned());
    let asked = with(&[Message::text(Role::User, "hi")]);
    assert!(request(&own, &asked).unwrap().headers.contains(&said));
    assert!(crate::models_request(&own).unwrap().headers.contains(&said));
}

#[test]
fn every_request_of_a_turn_begins_with_the_messages_of_the_one_before() {
    let messages = [
        Message::text(Role::System, "S"),
        Message::text(Role::User, "q"),
        call("a"),
        result("a"),
        call("b"),
        result("b"),
        Message::text(Role::User, "hurry"),
        call("c"),
        result("c"),
    ];
    let quirks = [
        Quirks::default(),
        Quirks { bridge_tool_user: true, no_trailing_assistant: true, ..Quirks::default() },
        Quirks { no_vision: true, single_system_first: true, developer_role: true, ..Quirks::default() },
        Quirks { tool_ids: fairlead_protocol::connection::ToolIds::Alnum9, ..Quirks::default() },
    ];
    for quirks in quirks {
        let connection = connection(BASE, quirks);
        let mut before: Vec<Value> = Vec::new();
        for end in [2, 4, 6, 7, 9] {
            let now = messages_of(&request(&connection, &with(&messages[..end])).unwrap());
            assert!(now.starts_with(&before), "{before:?} then {now:?}");
            before = now;
        }
    }
}

#[test]
fn a_forced_tool_is_refused_here_if_the_endpoint_would_refuse_it() {
    let quirks = Quirks { no_tool_choice_with_thinking: true, ..Quirks::default() };
    let connection = connection(BASE, quirks);
    let built = |thinking| {
        let options = Options { thinking, tool_choice: Some(ToolChoice::Required), ..Options::default() };
        request_with(&connection, &with(&[Message::text(Role::User, "q")]), &options)
    };
    assert_eq!(built(Some(Thinking::On)), Err(ProviderError::ForcedToolWhileThinking));
    assert!(built(Some(Thinking::Off)).unwrap().body.contains("\"tool_choice\":\"required\""));
}

#[test]
fn a_named_tool_goes_under_its_name_on_the_wire() {
    let options =
        Options { tool_choice: Some(ToolChoice::Named("open tab".to_owned())), ..Options::default() };
    let built = request_with(&connection(BASE, Quirks::default()), &with(&[]), &options).unwrap();
    let body: Value = serde_json::from_str(&built.body).unwrap();
    assert_eq!(body["tool_choice"]["function"]["name"], body["tools"][0]["function"]["name"]);
}

#[test]
fn a_request_without_replay_state_has_none() {
    let kept = with(&[call("a"), result("a")]);
    let connection = connection(BASE, Quirks::default());
    assert!(request(&connection, &kept).unwrap().body.contains("extra_content"));
    assert!(!request(&connection, &without_replay_state(kept)).unwrap().body.contains("extra_content"));
}

#[test]
fn the_key_goes_into_one_header_and_nowhere_else() {
    let bearer = connection(BASE, Quirks::default());
    assert_eq!(crate::auth_header(&bearer, "K"), ("authorization".to_owned(), "Bearer K".to_owned()));
    let api_key = connection(BASE, Quirks { auth: AuthScheme::ApiKey, ..Quirks::default() });
    assert_eq!(crate::auth_header(&api_key, "K"), ("api-key".to_owned(), "K".to_owned()));
    let messages = Connection { wire: Wire::Anthropic, ..connection(BASE, Quirks::default()) };
    assert_eq!(crate::auth_header(&messages, "K"), ("x-api-key".to_owned(), "K".to_owned()));
}

#[test]
fn a_base_url_that_would_leak_is_refused() {
    let far = connection("http://example.test/v1", Quirks::default());
    let refused = request(&far, &with(&[])).unwrap_err();
    assert_eq!((refused, refused.code()), (ProviderError::InsecureBaseUrl, "insecure_base_url"));
}

#[test]
fn a_parameter_that_was_refused_by_name_is_left_out_if_a_request_can_do_without_it() {
    let refused = |param: &str| ModelError {
        param: Some(param.to_owned()),
        ..crate::failure(ModelErrorKind::UnsupportedParam, "Unsupported parameter")
    };
    let responses = Connection { wire: Wire::OpenaiResponses, ..connection(BASE, Quirks::default()) };
    let has_include = |connection: &Connection| {
        let body = request(connection, &with(&[])).unwrap().body;
        body.contains("reasoning.encrypted_content")
    };
    assert!(has_include(&responses));
    let without = without_refused(&responses, &refused("include[0]")).unwrap();
    assert!(!has_include(&without));
    assert_eq!(without_refused(&without, &refused("include")), None, "it was left out already");
    assert_eq!(without_refused(&responses, &refused("tools")), None);
    let other = ModelError { kind: ModelErrorKind::BadRequest, ..refused("include") };
    assert_eq!(without_refused(&responses, &other), None);
}
