//! Connections as the settings page writes them: what makes one that can be asked, and what becomes of its keys.

use crate::asking::Lesson;
use crate::desk::{Desk, unknown_connection};
use crate::passphrase::refused;
use crate::reading::Submitted;
use crate::stumble::Stumble;
use fairlead_protocol::caps::{
    CONNECTION_HEADERS, CONNECTION_KEYS, CONNECTION_MODELS, CONNECTION_NAME_BYTES, CONTEXT_WINDOW,
    HEADER_BYTES, ID_BYTES, PRICE_MICROS,
};
use fairlead_protocol::connection::{
    Connection, ConnectionDraft, DraftKey, Header, Model, Models, Quirks, Secret, StoredKey,
};
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_protocol::order::order_by;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_providers::{check_header, models_request, without_path};
use fairlead_store::{Batch, Delete, RowKey};

impl Desk {
    pub(crate) async fn save_connection(
        &self,
        command: &Submitted,
        draft: &ConnectionDraft,
    ) -> Result<AckBody, Stumble> {
        let held = self.common.borrow().connection(&draft.id).cloned();
        let connection = checked(draft, held.as_ref())?;
        // First the keys: a connection that says it has one must have it. A key without its connection harms nobody.
        for (id, secret) in entered(draft) {
            self.ports
                .vault
                .keep(&connection, id, secret)
                .await
                .map_err(|error| refused(&error, "connection.keys"))?;
        }
        self.keep(command, Batch::new().put(connection.clone()), &AckBody::Done).await?;
        let kept: Vec<&KeyId> = draft.keys.iter().map(|key| &key.id).collect();
        let gone = held.into_iter().flat_map(|held| held.keys).filter(|key| !kept.contains(&&key.id));
        self.forget(&draft.id, gone).await;
        self.hold(connection);
        self.tell_connections();
        Ok(AckBody::Done)
    }

    pub(crate) async fn delete_connection(
        &self,
        command: &Submitted,
        id: &ConnectionId,
    ) -> Result<AckBody, Stumble> {
        let gone = self.common.borrow().connection(id).cloned().ok_or_else(unknown_connection)?;
        let batch = Batch::new().delete(Delete::Row(RowKey::Connection(id.clone())));
        self.keep(command, batch, &AckBody::Done).await?;
        self.common.borrow_mut().connections.retain(|held| held.id != *id);
        self.forget(id, gone.keys).await;
        self.tell_connections();
        Ok(AckBody::Done)
    }

    /// No row names them any more, so nothing will use them; one that cannot be wiped now stays encrypted and unused.
    async fn forget(&self, connection: &ConnectionId, keys: impl IntoIterator<Item = StoredKey>) {
        for key in keys {
            let _ = self.ports.vault.forget(connection, &key.id).await;
        }
    }

    /// What an endpoint refused is not sent to it again, and the key that it took is the one in use. Nothing of that is of use to a
    /// connection that has another endpoint by now.
    pub(crate) async fn learn(&self, Lesson { connection: taught, passed_over }: &Lesson) {
        let held = self.common.borrow().connection(&taught.id).cloned();
        let Some(before) = held else { return };
        if before.wire != taught.wire || before.base_url != taught.base_url {
            return;
        }
        let mut connection = before.clone();
        let known = &mut connection.quirks.learned_params;
        let new = taught.quirks.learned_params.iter().filter(|param| !known.contains(param)).cloned();
        let new: Vec<String> = new.collect();
        known.extend(new);
        // Another call may have found a key that is taken meanwhile.
        if before.key_in_use().is_some_and(|key| passed_over.contains(&key.id)) {
            let taken = taught.key_in_use().map(|key| &key.id);
            connection.current =
                connection.keys.iter().map(|key| &key.id).find(|id| Some(*id) == taken).cloned();
        }
        // What cannot be stored is learned again by the next refusal.
        if connection != before && self.ports.store.commit(Batch::new().put(connection.clone())).await.is_ok()
        {
            self.hold(connection);
            self.tell_connections();
        }
    }

    fn hold(&self, connection: Connection) {
        let mut common = self.common.borrow_mut();
        common.connections.retain(|held| held.id != connection.id);
        common.connections.push(connection);
        order_by(&mut common.connections, |a, b| a.id > b.id);
    }

    pub(crate) fn connections(&self) -> AckBody {
        AckBody::Connections { connections: self.common.borrow().connections.clone() }
    }

    pub(crate) fn tell_connections(&self) {
        let connections = self.common.borrow().connections.clone();
        self.hub.tell_all(&Event::ConnectionsUpdated { connections });
    }
}

/// A connection that can be asked, or the field that keeps it from it.
pub(crate) fn checked(draft: &ConnectionDraft, held: Option<&Connection>) -> Result<Connection, Refusal> {
    if draft.id.0.is_empty() || draft.id.0.len() > ID_BYTES {
        return Err(bad("connection.id", "`connection.id` is empty or too long".to_owned()));
    }
    let name = name("connection.name", &draft.name)?;
    let base_url = without_path(draft.wire, &draft.base_url).to_owned();
    let keys = keys(&draft.keys, held, &base_url)?;
    let current = held.and_then(|held| current(held, &keys));
    let quirks = quirks(draft, held, &base_url);
    let connection = Connection {
        id: draft.id.clone(),
        name,
        wire: draft.wire,
        base_url,
        models: models(&draft.models)?,
        quirks,
        keys,
        current,
        headers: headers(&draft.headers)?,
    };
    models_request(&connection).map_err(|error| {
        Refusal::new(RefusalCode::BadBaseUrl, error.to_string()).at("connection.base_url")
    })?;
    Ok(connection)
}

/// What was learned of an endpoint is forgotten with it.
fn quirks(draft: &ConnectionDraft, held: Option<&Connection>, base_url: &str) -> Quirks {
    let is_same = held.is_some_and(|held| held.wire == draft.wire && held.base_url == base_url);
    let mut quirks = draft.quirks.clone();
    if !is_same {
        quirks.learned_params.clear();
    }
    quirks
}

fn models(drafts: &[Model]) -> Result<Models, Refusal> {
    const FIELD: &str = "connection.models";
    let mut models: Vec<Model> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let model = Model { id: name(FIELD, &draft.id)?, ..draft.clone() };
        if models.iter().any(|other| other.id == model.id) {
            return Err(bad(FIELD, format!("the model {} is there twice", model.id)));
        }
        let prices = model
            .prices
            .map(|prices| [Some(prices.input), Some(prices.output), prices.cache_read, prices.cache_write]);
        if prices.into_iter().flatten().flatten().any(|price| price > PRICE_MICROS) {
            return Err(bad(FIELD, format!("a price of the model {} is above {PRICE_MICROS}", model.id)));
        }
        if model.context_window.is_some_and(|tokens| !CONTEXT_WINDOW.contains(&tokens)) {
            let (least, most) = (CONTEXT_WINDOW.start(), CONTEXT_WINDOW.end());
            let message =
                format!("the window of the model {} must be from {least} to {most} tokens", model.id);
            return Err(bad(FIELD, message));
        }
        models.push(model);
    }
    if models.len() > CONNECTION_MODELS {
        return Err(bad(FIELD, format!("a connection has at most {CONNECTION_MODELS} models")));
    }
    Models::try_from(models).map_err(|reason| bad(FIELD, reason.to_owned()))
}

fn entered(draft: &ConnectionDraft) -> impl Iterator<Item = (&KeyId, &Secret)> {
    draft.keys.iter().filter_map(|key| Some((&key.id, key.secret.as_ref()?)))
}

fn keys(drafts: &[DraftKey], held: Option<&Connection>, base_url: &str) -> Result<Vec<StoredKey>, Refusal> {
    const FIELD: &str = "connection.keys";
    let mut keys: Vec<StoredKey> = Vec::with_capacity(drafts.len());
    for DraftKey { id, secret } in drafts {
        if id.0.is_empty() || id.0.len() > ID_BYTES || keys.iter().any(|other| other.id == *id) {
            return Err(bad(FIELD, "the id of a key is empty, too long or there twice".to_owned()));
        }
        let stored = held.and_then(|held| held.keys.iter().find(|key| key.id == *id).zip(Some(held)));
        keys.push(match (secret, stored) {
            (Some(secret), _) if secret.0.trim().is_empty() => {
                return Err(bad(FIELD, "a key is empty".to_owned()));
            }
            (Some(secret), _) => StoredKey::of(id.clone(), secret),
            (None, Some((key, held))) if held.base_url == base_url => key.clone(),
            (None, Some(_)) => {
                // A key is bound to where it was entered for.
                let message =
                    "the address changed: enter the key again, it is only ever sent where it was entered for";
                return Err(Refusal::new(RefusalCode::VaultFailed, message).at(FIELD));
            }
            (None, None) => return Err(bad(FIELD, "a key that is not stored has to be entered".to_owned())),
        });
    }
    if keys.len() > CONNECTION_KEYS {
        return Err(bad(FIELD, format!("a connection has at most {CONNECTION_KEYS} keys")));
    }
    Ok(keys)
}

/// The key in use stays so unless the person has changed what is tried before it.
fn current(held: &Connection, keys: &[StoredKey]) -> Option<KeyId> {
    let current = held.current.as_ref()?;
    let tried = held.keys.iter().position(|key| key.id == *current)? + 1;
    let ids = |keys: &[StoredKey]| keys.iter().take(tried).map(|key| key.id.clone()).collect::<Vec<_>>();
    (ids(&held.keys) == ids(keys)).then(|| current.clone())
}

fn headers(drafts: &[Header]) -> Result<Vec<Header>, Refusal> {
    const FIELD: &str = "connection.headers";
    let mut headers: Vec<Header> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let header = Header { name: name(FIELD, &draft.name)?, value: draft.value.trim().to_owned() };
        check_header(&header).map_err(|fault| bad(FIELD, format!("{}: {fault}", header.name)))?;
        if header.value.len() > HEADER_BYTES {
            return Err(bad(FIELD, format!("{} has more than {HEADER_BYTES} bytes", header.name)));
        }
        if headers.iter().any(|other| other.name.eq_ignore_ascii_case(&header.name)) {
            return Err(bad(FIELD, format!("the header {} is there twice", header.name)));
        }
        headers.push(header);
    }
    if headers.len() > CONNECTION_HEADERS {
        return Err(bad(FIELD, format!("a connection has at most {CONNECTION_HEADERS} headers")));
    }
    Ok(headers)
}

fn name(field: &str, text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.is_empty() || text.len() > CONNECTION_NAME_BYTES {
        return Err(bad(field, format!("`{field}` must have 1 to {CONNECTION_NAME_BYTES} bytes")));
    }
    Ok(text.to_owned())
}

fn bad(field: &str, message: String) -> Refusal {
    Refusal::new(RefusalCode::BadCommand, message).at(field)
}

#[cfg(test)]
mod templates;

#[cfg(test)]
mod tests {
    use super::{checked, current};
    use fairlead_protocol::connection::{Connection, ConnectionDraft, Model, StoredKey, Wire};
    use fairlead_protocol::ids::{ConnectionId, KeyId};

    fn keys(ids: &[&str]) -> Vec<StoredKey> {
        ids.iter().map(|id| StoredKey { id: KeyId::new(*id), hint: None }).collect()
    }

    fn held() -> Connection {
        let draft = ConnectionDraft {
            id: ConnectionId::new("c"),
            name: "c".to_owned(),
            wire: Wire::OpenaiChat,
            base_url: "https://models.example/v1".to_owned(),
            models: vec![Model::named("m")],
            quirks: Default::default(),
            keys: Vec::new(),
            headers: Vec::new(),
        };
        let connection = checked(&draft, None).unwrap();
        Connection { keys: keys(&["a", "b", "c"]), current: Some(KeyId::new("b")), ..connection }
    }

    #[test]
    fn the_key_in_use_stays_so_until_what_is_tried_before_it_changes() {
        for (ids, stays) in [
            (["a", "b", "c"].as_slice(), true),
            (&["a", "b"], true),
            (&["a", "b", "d", "c"], true),
            (&["b", "c"], false),
            (&["b", "a", "c"], false),
            (&["d", "a", "b"], false),
            (&["a", "c"], false),
            (&[], false),
        ] {
            assert_eq!(current(&held(), &keys(ids)).is_some(), stays, "{ids:?}");
        }
    }
}
