//! What the model answers with: words, calls or both.

use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reply {
    pub reasoning: String,
    pub text: String,
    pub calls: Vec<Call>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub tool: String,
    pub args: Value,
}

impl Reply {
    pub(crate) fn say(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(crate) fn call(tool: impl Into<String>, args: Value) -> Self {
        Self { calls: vec![Call { tool: tool.into(), args }], ..Self::default() }
    }

    pub(crate) fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    pub(crate) fn thinking(mut self, reasoning: impl Into<String>) -> Self {
        self.reasoning = reasoning.into();
        self
    }
}
