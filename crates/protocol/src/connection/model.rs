//! The models of a connection: what each can do, how much it holds and what it costs.

use crate::conversation::Usage;
use crate::from_json::FromJson;
use crate::ids::ConnectionId;
use crate::to_json::ToJson;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Model {
    /// As its endpoint names it.
    pub id: String,
    #[serde(default)]
    pub capabilities: Capabilities,
    /// In tokens. Absent: what is known of a model of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u32>,
    /// As the person wrote them; without them nobody knows what a Turn costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
}

impl Model {
    /// One of which nothing is known but its name.
    pub fn named(id: impl Into<String>) -> Self {
        Self { id: id.into(), capabilities: Capabilities::default(), context_window: None, prices: None }
    }
}

/// What a model is trusted with. Of one that nobody said anything about it is what most models can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Capabilities {
    /// It is told of tools.
    pub tools: bool,
    /// It is shown images.
    pub vision: bool,
    /// It thinks before it answers.
    pub reasoning: bool,
}

impl Default for Capabilities {
    fn default() -> Self {
        Self { tools: true, vision: true, reasoning: false }
    }
}

/// At least one. The first is the one that is meant where none is named.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Model>", into = "Vec<Model>")]
pub struct Models {
    pub first: Model,
    pub others: Vec<Model>,
}

impl Models {
    pub fn iter(&self) -> impl Iterator<Item = &Model> {
        std::iter::once(&self.first).chain(&self.others)
    }

    pub fn find(&self, id: &str) -> Option<&Model> {
        self.iter().find(|model| model.id == id)
    }
}

impl From<Model> for Models {
    fn from(only: Model) -> Self {
        Self { first: only, others: Vec::new() }
    }
}

impl From<Models> for Vec<Model> {
    fn from(Models { first, others }: Models) -> Self {
        std::iter::once(first).chain(others).collect()
    }
}

impl TryFrom<Vec<Model>> for Models {
    type Error = &'static str;

    fn try_from(models: Vec<Model>) -> Result<Self, Self::Error> {
        let mut models = models.into_iter();
        let first = models.next().ok_or("a connection without a model")?;
        Ok(Self { first, others: models.collect() })
    }
}

/// A model of a connection, as settings name it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Value")]
pub struct ModelChoice {
    pub connection: ConnectionId,
    /// Absent: its first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// Settings from the time when a connection had one model name the connection alone.
impl TryFrom<Value> for ModelChoice {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        let connection = match &value {
            Value::String(connection) => Some(connection.as_str()),
            choice => choice.get("connection").and_then(Value::as_str),
        };
        let connection = ConnectionId::new(connection.ok_or("no connection is named")?);
        let model = match value.get("model") {
            None | Some(Value::Null) => None,
            Some(Value::String(model)) => Some(model.clone()),
            Some(_) => return Err("the model is no text"),
        };
        Ok(Self { connection, model })
    }
}

/// Millionths of a US dollar for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prices {
    pub input: u64,
    pub output: u64,
    /// Absent: that of input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_read: Option<u64>,
    /// Absent: that of input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<u64>,
}

impl Prices {
    /// In millionths of a US dollar, rounded up: a limit is rather reached early than late.
    pub fn cost(&self, usage: &Usage) -> u64 {
        let parts = [
            (usage.input, self.input),
            (usage.output, self.output),
            (usage.cache_read, self.cache_read.unwrap_or(self.input)),
            (usage.cache_write, self.cache_write.unwrap_or(self.input)),
        ];
        let total: u128 =
            parts.into_iter().map(|(tokens, price)| u128::from(tokens) * u128::from(price)).sum();
        u64::try_from(total.div_ceil(TOKENS_OF_A_PRICE)).unwrap_or(u64::MAX)
    }
}

const TOKENS_OF_A_PRICE: u128 = 1_000_000;
