//! The unlocked key, where it outlives the worker and not the browser: the session's storage is memory of the browser, open to the
//! extension's own pages alone, and never on a disk.

use super::webcrypto::{field, record};
use super::wrapped::Wrapped;
use crate::chrome;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;

const NAME: &str = "vault";

/// The key, and what it was found in: of another one it is not.
pub(super) async fn remember(wrapped: &Wrapped, key: &Uint8Array) -> Result<(), JsValue> {
    let note = record(&[("of", plain(&wrapped.salt())), ("key", plain(key))]);
    chrome::session_set(&record(&[(NAME, note)])).await.map(|_| ())
}

pub(super) async fn recall(wrapped: &Wrapped) -> Option<Uint8Array> {
    let note = field(&chrome::session_get(&JsValue::from_str(NAME)).await.ok()?, NAME);
    let is_of_this = Uint8Array::new(&field(&note, "of")).to_vec() == wrapped.salt().to_vec();
    is_of_this.then(|| Uint8Array::new(&field(&note, "key")))
}

pub(super) async fn forget() -> Result<(), JsValue> {
    chrome::session_remove(NAME).await.map(|_| ())
}

/// The storage keeps JSON, which knows no bytes.
fn plain(bytes: &Uint8Array) -> JsValue {
    Array::from(bytes).into()
}
