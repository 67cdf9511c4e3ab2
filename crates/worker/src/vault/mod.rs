//! Keys of connections: AES-GCM under a WebCrypto key that no script can read out, bound to the connection, to their id and to the
//! origin that they were entered for. A record that was moved to another connection, key or origin does not open.

use crate::reason;
use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_protocol::to_json;
use fairlead_runtime::ports::{Vault, VaultError};
use fairlead_store_rexie::Vault as Chest;
use futures::future::LocalBoxFuture;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The name of the one key that encrypts all others.
const MASTER: &str = "master";
const NONCE_BYTES: u32 = 12;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = generateKey)]
    async fn generate_key(
        algorithm: &JsValue,
        extractable: bool,
        usages: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = encrypt)]
    async fn encrypt(algorithm: &JsValue, key: &JsValue, data: &Uint8Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = decrypt)]
    async fn decrypt(algorithm: &JsValue, key: &JsValue, data: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = ["crypto"], js_name = getRandomValues)]
    fn random_values(into: &Uint8Array) -> Result<JsValue, JsValue>;
}

#[derive(Clone)]
pub(crate) struct KeyVault {
    chest: Chest,
    master: JsValue,
}

impl KeyVault {
    pub(crate) async fn open(chest: Chest) -> Result<Self, VaultError> {
        if let Some(master) = chest.key(MASTER).await.map_err(|error| unavailable(error.to_string()))? {
            return Ok(Self { chest, master });
        }
        let algorithm =
            record(&[("name", JsValue::from_str("AES-GCM")), ("length", JsValue::from_f64(256.0))]);
        let usages = Array::of2(&JsValue::from_str("encrypt"), &JsValue::from_str("decrypt"));
        let master =
            generate_key(&algorithm, false, &usages).await.map_err(|error| unavailable(reason(&error)))?;
        chest.put_key(MASTER, &master).await.map_err(|error| unavailable(error.to_string()))?;
        Ok(Self { chest, master })
    }

    /// A key of a connection, for one request. `None` if there is none or it does not belong here.
    pub(crate) async fn reveal(&self, connection: &Connection, key: &KeyId) -> Option<Secret> {
        let sealed = self.chest.secret(&path(&connection.id, key)).await.ok()??;
        let nonce = Reflect::get(&sealed, &JsValue::from_str("nonce")).ok()?;
        let data = Reflect::get(&sealed, &JsValue::from_str("data")).ok()?;
        let plain = decrypt(&algorithm(&nonce, connection, key), &self.master, &data).await.ok()?;
        String::from_utf8(Uint8Array::new(&plain).to_vec()).ok().map(Secret)
    }

    async fn seal(&self, connection: &Connection, key: &KeyId, secret: &Secret) -> Result<(), VaultError> {
        let nonce = Uint8Array::new_with_length(NONCE_BYTES);
        random_values(&nonce).map_err(|error| unavailable(reason(&error)))?;
        let plain = Uint8Array::from(secret.0.trim().as_bytes());
        let data = encrypt(&algorithm(&nonce, connection, key), &self.master, &plain)
            .await
            .map_err(|error| unavailable(reason(&error)))?;
        let sealed = record(&[("nonce", nonce.into()), ("data", data)]);
        self.chest
            .put_secret(&path(&connection.id, key), &sealed)
            .await
            .map_err(|error| unavailable(error.to_string()))
    }
}

impl Vault for KeyVault {
    fn keep<'a>(
        &'a self,
        connection: &'a Connection,
        key: &'a KeyId,
        secret: &'a Secret,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        Box::pin(self.seal(connection, key, secret))
    }

    fn forget<'a>(
        &'a self,
        connection: &'a ConnectionId,
        key: &'a KeyId,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        Box::pin(async move {
            self.chest
                .delete_secret(&path(connection, key))
                .await
                .map_err(|error| unavailable(error.to_string()))
        })
    }
}

/// Where a key is kept. The one key of a connection from the time when it had one has stayed where it was.
fn path<'a>(connection: &'a ConnectionId, key: &'a KeyId) -> Vec<&'a str> {
    if *key == KeyId::of_one() { vec![connection.as_str()] } else { vec![connection.as_str(), key.as_str()] }
}

/// What a sealed key is bound to; as JSON, so that no two places are bound alike.
fn bound(connection: &Connection, key: &KeyId) -> String {
    let origin = web_sys::Url::new(&connection.base_url).map(|url| url.origin()).unwrap_or_default();
    if *key == KeyId::of_one() {
        return format!("{}\n{origin}", connection.id);
    }
    to_json::text(&vec![connection.id.0.clone(), key.0.clone(), origin])
}

fn algorithm(nonce: &JsValue, connection: &Connection, key: &KeyId) -> JsValue {
    let bound = bound(connection, key);
    record(&[
        ("name", JsValue::from_str("AES-GCM")),
        ("iv", nonce.clone()),
        ("additionalData", Uint8Array::from(bound.as_bytes()).into()),
    ])
}

fn record(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A fresh plain object takes any field.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

fn unavailable(reason: String) -> VaultError {
    VaultError::Unavailable { reason }
}
