//! The store where the product runs it: in a service worker.
#![cfg(target_arch = "wasm32")]

mod indexed_db;

use indexed_db::browser_tests;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_service_worker);

fairlead_store::for_each_case!(browser_tests);

#[wasm_bindgen_test]
fn these_tests_run_in_a_service_worker() {
    let scope = js_sys::Object::get_prototype_of(&js_sys::global()).constructor().name();
    assert_eq!(scope, "ServiceWorkerGlobalScope");
}
