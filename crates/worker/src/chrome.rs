//! The functions of `chrome.*` that the engine uses, as Chrome has them. Their meaning is Chrome's documentation's.

use crate::json;
use js_sys::{Array, Function, Promise, Reflect};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = get)]
    pub(crate) async fn tabs_get(id: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = query)]
    pub(crate) async fn tabs_query(filter: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = create)]
    pub(crate) async fn tabs_create(properties: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = update)]
    pub(crate) async fn tabs_update(id: i32, properties: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = remove)]
    pub(crate) async fn tabs_remove(id: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "storage", "session"], js_name = get)]
    pub(crate) async fn session_get(keys: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "storage", "session"], js_name = set)]
    pub(crate) async fn session_set(items: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "storage", "session"], js_name = remove)]
    pub(crate) async fn session_remove(key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = sendMessage)]
    pub(crate) async fn tabs_send_message(
        id: i32,
        message: &JsValue,
        options: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "scripting"], js_name = executeScript)]
    pub(crate) async fn execute_script(injection: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "webNavigation"], js_name = getAllFrames)]
    pub(crate) async fn all_frames(details: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "permissions"], js_name = contains)]
    pub(crate) async fn permissions_contains(permissions: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "declarativeNetRequest"], js_name = updateSessionRules)]
    pub(crate) async fn update_session_rules(change: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "runtime"], js_name = id)]
    pub(crate) static EXTENSION_ID: JsValue;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "alarms"], js_name = create)]
    pub(crate) fn alarms_create(name: &str, info: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "alarms"], js_name = clear)]
    pub(crate) fn alarms_clear(name: &str) -> Result<JsValue, JsValue>;

    /// A `chrome.events.Event`.
    pub(crate) type ChromeEvent;
    #[wasm_bindgen(method, js_name = addListener)]
    pub(crate) fn add_listener(this: &ChromeEvent, listener: &Function);
    #[wasm_bindgen(method, js_name = removeListener)]
    pub(crate) fn remove_listener(this: &ChromeEvent, listener: &Function);

    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "webNavigation"], js_name = onDOMContentLoaded)]
    pub(crate) static ON_DOM_CONTENT_LOADED: ChromeEvent;
    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "webNavigation"], js_name = onCommitted)]
    pub(crate) static ON_COMMITTED: ChromeEvent;
    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "webNavigation"], js_name = onCompleted)]
    pub(crate) static ON_COMPLETED: ChromeEvent;
    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "webNavigation"], js_name = onErrorOccurred)]
    pub(crate) static ON_ERROR_OCCURRED: ChromeEvent;
    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "webNavigation"], js_name = onReferenceFragmentUpdated)]
    pub(crate) static ON_REFERENCE_FRAGMENT_UPDATED: ChromeEvent;
    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "webNavigation"], js_name = onHistoryStateUpdated)]
    pub(crate) static ON_HISTORY_STATE_UPDATED: ChromeEvent;
    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "tabs"], js_name = onRemoved)]
    pub(crate) static ON_TAB_REMOVED: ChromeEvent;
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = chrome)]
    static CHROME: JsValue;
}

/// A function of an interface, with plain values. An interface that the extension has no permission for is an error.
pub(crate) async fn call(interface: &str, function: &str, arguments: &[Value]) -> Result<JsValue, JsValue> {
    let interface = CHROME.with(|chrome| Reflect::get(chrome, &interface.into()))?;
    let function: Function = Reflect::get(&interface, &function.into())?.dyn_into()?;
    let arguments: Array = arguments.iter().map(json::to_js).collect();
    let answer = Reflect::apply(&function, &interface, &arguments)?;
    JsFuture::from(Promise::resolve(&answer)).await
}

/// The items of an array that Chrome answered with; nothing for anything else.
pub(crate) fn items(value: &JsValue) -> Vec<JsValue> {
    if Array::is_array(value) { Array::from(value).to_vec() } else { Vec::new() }
}
