//! From what a case says about its endpoint to a connection. A quirk that is not known here fails its case.

use fairlead_protocol::connection::{
    AuthScheme, Connection, KeyState, Model, Quirks, ReplayReasoning, SchemaProfile, StoredKey, ThinkingMode,
    ThinkingParam, ToolIds, Wire,
};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use serde_json::Value;

pub(crate) fn connection(case: &Value) -> Result<Connection, String> {
    let mut quirks = Quirks::default();
    let mut key = KeyState::Stored;
    for (name, value) in case.get("quirks").and_then(Value::as_object).into_iter().flatten() {
        quirk(name, value, &mut quirks, &mut key)?;
    }
    Ok(Connection {
        id: ConnectionId::new("case"),
        name: "case".to_owned(),
        wire: wire(case)?,
        base_url: base_url(case),
        models: Model::named("m").into(),
        quirks,
        keys: match key {
            KeyState::Absent => Vec::new(),
            KeyState::Stored => vec![StoredKey { id: KeyId::new("k"), hint: None }],
        },
        current: None,
        headers: Vec::new(),
    })
}

fn wire(case: &Value) -> Result<Wire, String> {
    match case.get("wire").and_then(Value::as_str) {
        Some("openai-chat") => Ok(Wire::OpenaiChat),
        Some("anthropic") => Ok(Wire::Anthropic),
        Some("openai-responses") => Ok(Wire::OpenaiResponses),
        other => Err(format!("unknown wire {other:?}")),
    }
}

fn base_url(case: &Value) -> String {
    let url = case.pointer("/request/url").and_then(Value::as_str);
    let base = url.and_then(|url| {
        ["/chat/completions", "/messages", "/responses"].iter().find_map(|path| url.strip_suffix(path))
    });
    base.unwrap_or("https://api.example.test/v1").to_owned()
}

fn quirk(name: &str, value: &Value, quirks: &mut Quirks, key: &mut KeyState) -> Result<(), String> {
    let unknown = || format!("unknown quirk {name}: {value}");
    let flag = || value.as_bool().ok_or_else(unknown);
    let word = value.as_str().unwrap_or_default();
    match (name, word) {
        ("think_tags", "explicit") => quirks.think_tags = true,
        // Any other form of it: the section is open from the start.
        ("think_tags", form) if !form.is_empty() => quirks.think_opened = true,
        ("sse_error_field", _) => quirks.sse_error_field = flag()?,
        ("max_tokens_field", "max_tokens") => quirks.max_completion_tokens = false,
        ("max_tokens_field", "max_completion_tokens") => quirks.max_completion_tokens = true,
        ("no_stream_options", _) => quirks.no_stream_options = flag()?,
        ("no_sampling_params", _) => quirks.no_sampling_params = flag()?,
        ("developer_role", _) => quirks.developer_role = flag()?,
        ("tool_id", "alnum9") => quirks.tool_ids = ToolIds::Alnum9,
        ("bridge_tool_user", _) => quirks.bridge_tool_user = flag()?,
        ("no_trailing_assistant", _) => quirks.no_trailing_assistant = flag()?,
        ("replay_reasoning_content", "tool_turns") => quirks.replay_reasoning = ReplayReasoning::ToolTurns,
        ("replay_reasoning_content", "tool_turns_required") => {
            quirks.replay_reasoning = ReplayReasoning::ToolTurnsRequired;
        }
        ("tool_choice_with_thinking", "omit") => quirks.no_tool_choice_with_thinking = true,
        ("drop_empty_assistant", _) => quirks.drop_empty_assistant = flag()?,
        ("merge_same_role", _) => quirks.merge_same_role = flag()?,
        ("thinking_xor_effort", _) => quirks.thinking_xor_effort = flag()?,
        ("schema_profile", "gemini") => quirks.schema_profile = SchemaProfile::Gemini,
        ("vision", _) => quirks.no_vision = !flag()?,
        ("single_system_first", _) => quirks.single_system_first = flag()?,
        ("assistant_content_with_tools", "empty_string") => quirks.assistant_content_string = true,
        ("assistant_content_with_tools", "null") => quirks.assistant_content_string = false,
        ("unsupported_params", _) => {
            let names = value.as_array().ok_or_else(unknown)?;
            quirks.unsupported_params = names.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        }
        ("thinking_param", "enable_thinking") => quirks.thinking_param = ThinkingParam::EnableThinking,
        ("thinking_requires_stream", _) => quirks.thinking_requires_stream = flag()?,
        ("auth", "api-key") => quirks.auth = AuthScheme::ApiKey,
        ("auth", "bearer") => quirks.auth = AuthScheme::Bearer,
        ("auth", "x-api-key") => quirks.auth = AuthScheme::XApiKey,
        ("no_prefill", _) => quirks.no_trailing_assistant = flag()?,
        ("thinking_mode", "adaptive") => quirks.thinking_mode = ThinkingMode::Adaptive,
        ("thinking_mode", "budget") => quirks.thinking_mode = ThinkingMode::Budget,
        ("auth", "none") => *key = KeyState::Absent,
        ("azure_deployment_url", _) => quirks.azure_deployment_url = flag()?,
        _ => return Err(unknown()),
    }
    Ok(())
}
