//! The row of a connection, of any time. Connections had one model and one key at first, and are read as if they had a list of one.

use super::{Capabilities, Connection, Header, KeyState, Model, Models, Prices, Quirks, StoredKey, Wire};
use crate::from_json::FromJson;
use crate::ids::{ConnectionId, KeyId};

#[derive(Debug, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    id: ConnectionId,
    name: String,
    wire: Wire,
    base_url: String,
    #[serde(default)]
    quirks: Quirks,
    #[serde(default)]
    models: Vec<Model>,
    #[serde(default)]
    keys: Vec<StoredKey>,
    current: Option<KeyId>,
    #[serde(default)]
    headers: Vec<Header>,
    // The one model and the one key of older rows.
    model: Option<String>,
    prices: Option<Prices>,
    context_window: Option<u32>,
    key: Option<KeyState>,
}

impl TryFrom<Row> for Connection {
    type Error = &'static str;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let Row { mut quirks, mut models, mut keys, .. } = row;
        if let Some(id) = row.model {
            let vision = !std::mem::take(&mut quirks.no_vision);
            let tools = !std::mem::take(&mut quirks.no_tools);
            let capabilities = Capabilities { tools, vision, ..Capabilities::default() };
            models.push(Model { id, capabilities, context_window: row.context_window, prices: row.prices });
        }
        if row.key == Some(KeyState::Stored) {
            keys.push(StoredKey { id: KeyId::of_one(), hint: None });
        }
        Ok(Self {
            id: row.id,
            name: row.name,
            wire: row.wire,
            base_url: row.base_url,
            models: Models::try_from(models)?,
            quirks,
            keys,
            current: row.current,
            headers: row.headers,
        })
    }
}
