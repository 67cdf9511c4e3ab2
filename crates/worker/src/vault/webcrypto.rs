//! What the vault uses of WebCrypto: AES-GCM with 256 bits, and PBKDF2 for a passphrase. No key that is made here can be read out.

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

const NONCE_BYTES: u32 = 12;
const KEY_BITS: u32 = 256;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = generateKey)]
    async fn generate_key(
        algorithm: &JsValue,
        extractable: bool,
        usages: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = importKey)]
    async fn import_key(
        format: &str,
        bytes: &Uint8Array,
        algorithm: &JsValue,
        extractable: bool,
        usages: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = deriveKey)]
    async fn derive_key(
        algorithm: &JsValue,
        base: &JsValue,
        made: &JsValue,
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

pub(super) fn random(bytes: u32) -> Result<Uint8Array, JsValue> {
    let fresh = Uint8Array::new_with_length(bytes);
    random_values(&fresh)?;
    Ok(fresh)
}

pub(super) async fn fresh_key() -> Result<JsValue, JsValue> {
    generate_key(&aes(), false, &both_ways()).await
}

pub(super) async fn key_of(bytes: &Uint8Array) -> Result<JsValue, JsValue> {
    import_key("raw", bytes, &aes(), false, &both_ways()).await
}

pub(super) async fn key_of_passphrase(
    passphrase: &Uint8Array,
    salt: &Uint8Array,
    iterations: u32,
) -> Result<JsValue, JsValue> {
    let name = ("name", JsValue::from_str("PBKDF2"));
    let derives = Array::of1(&JsValue::from_str("deriveKey"));
    let base = import_key("raw", passphrase, &record(std::slice::from_ref(&name)), false, &derives).await?;
    let algorithm = record(&[
        name,
        ("hash", JsValue::from_str("SHA-256")),
        ("salt", salt.clone().into()),
        ("iterations", iterations.into()),
    ]);
    derive_key(&algorithm, &base, &aes(), false, &both_ways()).await
}

/// `{nonce, data}`, which opens with the same `bound` alone.
pub(super) async fn seal(key: &JsValue, bound: &str, plain: &Uint8Array) -> Result<JsValue, JsValue> {
    let nonce: JsValue = random(NONCE_BYTES)?.into();
    let data = encrypt(&bound_to(bound, &nonce), key, plain).await?;
    Ok(record(&[("nonce", nonce), ("data", data)]))
}

/// `None`: it was sealed with another key, bound to something else, or changed since.
pub(super) async fn open(key: &JsValue, bound: &str, sealed: &JsValue) -> Option<Uint8Array> {
    let plain = decrypt(&bound_to(bound, &field(sealed, "nonce")), key, &field(sealed, "data")).await.ok()?;
    Some(Uint8Array::new(&plain))
}

pub(super) fn record(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A fresh plain object takes any field.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

/// `undefined` where there is none.
pub(super) fn field(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &JsValue::from_str(name)).unwrap_or_default()
}

fn aes() -> JsValue {
    record(&[("name", JsValue::from_str("AES-GCM")), ("length", KEY_BITS.into())])
}

fn both_ways() -> Array {
    Array::of2(&JsValue::from_str("encrypt"), &JsValue::from_str("decrypt"))
}

fn bound_to(bound: &str, nonce: &JsValue) -> JsValue {
    record(&[
        ("name", JsValue::from_str("AES-GCM")),
        ("iv", nonce.clone()),
        ("additionalData", Uint8Array::from(bound.as_bytes()).into()),
    ])
}
