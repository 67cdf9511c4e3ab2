//! What the database needs from the global scope, whether that is a window's or a worker's.

use fairlead_store::StoreError;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Resolves after this time, or never where there are no timers.
pub(crate) async fn wait(ms: u32) {
    let promise = Promise::new(&mut |resolve, _| {
        let global = js_sys::global();
        if let Some(set_timeout) = method(&global, "setTimeout") {
            // Without a timer the promise stays open, which is what this function says.
            let _ = set_timeout.call2(&global, &resolve, &JsValue::from(ms));
        }
    });
    // The promise is never rejected.
    let _ = JsFuture::from(promise).await;
}

/// A transaction was taken back after all its requests had succeeded. Chrome does that when there is no space for what
/// it wrote, and says so only on the transaction, which rexie keeps to itself: so ask how much space there is.
pub(crate) async fn why_aborted(bytes: usize) -> StoreError {
    match room().await {
        Some(room) if room < bytes as f64 + SPARE => StoreError::QuotaExceeded,
        Some(_) | None => StoreError::Aborted { reason: "the browser took the transaction back".to_owned() },
    }
}

/// Bytes that a database needs beside its rows, for keys, indexes and its log.
const SPARE: f64 = 65_536.0;

/// Bytes that the origin may still store, by the Storage Standard's estimate.
async fn room() -> Option<f64> {
    let navigator = Reflect::get(&js_sys::global(), &JsValue::from("navigator")).ok()?;
    let storage = Reflect::get(&navigator, &JsValue::from("storage")).ok()?;
    let estimate = method(&storage, "estimate")?.call0(&storage).ok()?;
    let estimate = JsFuture::from(estimate.dyn_into::<Promise>().ok()?).await.ok()?;
    let number = |field: &str| Reflect::get(&estimate, &JsValue::from(field)).ok()?.as_f64();
    Some(number("quota")? - number("usage")?)
}

fn method(object: &JsValue, name: &str) -> Option<Function> {
    Reflect::get(object, &JsValue::from(name)).ok()?.dyn_into().ok()
}
