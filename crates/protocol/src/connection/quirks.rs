//! How endpoints differ from the wires they imitate.

use crate::from_json::FromJson;
use crate::to_json::ToJson;

/// How an endpoint differs from the wire it imitates: data of the connection, never a branch on a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, rename_all = "snake_case")]
pub struct Quirks {
    /// `<think>` sections in the text are reasoning.
    pub think_tags: bool,
    /// The SSE field `error:` carries an error.
    pub sse_error_field: bool,
    /// The endpoint refuses `stream_options`.
    pub no_stream_options: bool,
    /// The chat template opens the `<think>` section itself: the text begins inside it.
    pub think_opened: bool,
    /// `max_completion_tokens` instead of `max_tokens`.
    pub max_completion_tokens: bool,
    /// Reasoning models that refuse `temperature`, `top_p`, penalties and `stop`.
    pub no_sampling_params: bool,
    /// The system prompt goes under the role `developer`.
    pub developer_role: bool,
    /// Which ids of tool calls the endpoint takes back.
    pub tool_ids: ToolIds,
    /// A user message may not follow a tool message: an assistant message goes between.
    pub bridge_tool_user: bool,
    /// The last message may not be the assistant's.
    pub no_trailing_assistant: bool,
    /// Whether `reasoning_content` goes back.
    pub replay_reasoning: ReplayReasoning,
    /// The endpoint refuses `tool_choice` while it thinks.
    pub no_tool_choice_with_thinking: bool,
    /// The endpoint refuses assistant messages without content.
    pub drop_empty_assistant: bool,
    /// Neighbours of one role become one message.
    pub merge_same_role: bool,
    /// `thinking` and `reasoning_effort` exclude each other.
    pub thinking_xor_effort: bool,
    /// Which JSON Schema keywords the endpoint takes.
    pub schema_profile: SchemaProfile,
    /// The model cannot see images.
    pub no_vision: bool,
    /// The model cannot call tools.
    pub no_tools: bool,
    /// One system message, and only at the top.
    pub single_system_first: bool,
    /// An assistant message that only calls tools has the content `""`, not null.
    pub assistant_content_string: bool,
    /// Keys of the body that the endpoint refuses, whatever their value.
    pub unsupported_params: Vec<String>,
    /// The same, found out by being refused: of the wire and the address that the connection has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learned_params: Vec<String>,
    /// A model that can think does so, or shows it, only if it is asked to.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub thinks_when_asked: bool,
    /// How thinking is switched on and off.
    pub thinking_param: ThinkingParam,
    /// Thinking is refused unless the reply streams.
    pub thinking_requires_stream: bool,
    /// The header that carries the key.
    pub auth: AuthScheme,
    /// The model is a deployment in the path, and the API version a query parameter.
    pub azure_deployment_url: bool,
    /// The endpoint refuses requests that say which extension they come from.
    pub no_origin: bool,
    /// How much a model of the Anthropic wire is told to think.
    pub thinking_mode: ThinkingMode,
    /// The longest reply in tokens, for a wire that wants a number. Absent: what today's models take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    /// A tool's result holds text alone, on a wire whose results may hold images.
    pub text_results: bool,
    /// The endpoint refuses breakpoints of the prompt cache.
    pub no_prompt_cache: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToolIds {
    #[default]
    Any,
    /// Exactly nine letters and digits.
    Alnum9,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReplayReasoning {
    #[default]
    Never,
    /// With messages that call tools.
    ToolTurns,
    /// With messages that call tools, empty where there was none.
    ToolTurnsRequired,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SchemaProfile {
    #[default]
    Standard,
    /// References inlined, `const` as `enum`, no `additionalProperties` and the like.
    Gemini,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ThinkingParam {
    /// `thinking: {type: enabled | disabled}`.
    #[default]
    Object,
    /// `enable_thinking: true | false`.
    EnableThinking,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ThinkingMode {
    /// As much as it finds right, at an effort.
    #[default]
    Adaptive,
    /// Up to a number of tokens; older models know nothing else.
    Budget,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AuthScheme {
    /// As the wire's own vendor wants it.
    #[default]
    Wire,
    /// `authorization: Bearer …`.
    Bearer,
    /// `api-key: …`.
    ApiKey,
    /// `x-api-key: …`.
    XApiKey,
}
