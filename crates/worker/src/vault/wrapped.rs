//! The key over all others as it lies on disk when there is a passphrase: sealed under a key that is made of the passphrase. How that
//! is made stands beside it, so that it can cost more one day.

use super::webcrypto::{self, field, record};
use fairlead_protocol::connection::Secret;
use js_sys::{JsString, Uint8Array};
use wasm_bindgen::JsValue;

/// OWASP's number for PBKDF2-HMAC-SHA-256 (Password Storage Cheat Sheet).
const ITERATIONS: u32 = 600_000;
const FUNCTION: &str = "PBKDF2-HMAC-SHA-256";
const SALT_BYTES: u32 = 16;

#[derive(Clone)]
pub(super) struct Wrapped(JsValue);

impl Wrapped {
    pub(super) fn stored(value: JsValue) -> Self {
        Self(value)
    }

    pub(super) fn as_stored(&self) -> &JsValue {
        &self.0
    }

    pub(super) async fn around(key: &Uint8Array, passphrase: &Secret) -> Result<Self, JsValue> {
        let salt = webcrypto::random(SALT_BYTES)?;
        let over = webcrypto::key_of_passphrase(&bytes(passphrase), &salt, ITERATIONS).await?;
        let sealed = webcrypto::seal(&over, &bound(FUNCTION, ITERATIONS, &salt), key).await?;
        Ok(Self(record(&[
            ("function", JsValue::from_str(FUNCTION)),
            ("iterations", ITERATIONS.into()),
            ("salt", salt.into()),
            ("sealed", sealed),
        ])))
    }

    /// `None`: it is another passphrase, or what is stored was changed.
    pub(super) async fn open(&self, passphrase: &Secret) -> Option<Uint8Array> {
        let function = field(&self.0, "function").as_string().filter(|function| function == FUNCTION)?;
        let iterations = field(&self.0, "iterations").as_f64()? as u32;
        let salt = self.salt();
        let over = webcrypto::key_of_passphrase(&bytes(passphrase), &salt, iterations).await.ok()?;
        webcrypto::open(&over, &bound(&function, iterations, &salt), &field(&self.0, "sealed")).await
    }

    /// No two have the same.
    pub(super) fn salt(&self) -> Uint8Array {
        Uint8Array::new(&field(&self.0, "salt"))
    }
}

fn bound(function: &str, iterations: u32, salt: &Uint8Array) -> String {
    format!("{function}\n{iterations}\n{:?}", salt.to_vec())
}

/// The same letters are the same passphrase, however a keyboard composes them.
fn bytes(passphrase: &Secret) -> Uint8Array {
    let composed = String::from(JsString::from(passphrase.0.as_str()).normalize("NFC"));
    Uint8Array::from(composed.as_bytes())
}
