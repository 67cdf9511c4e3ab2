//! The store in a worker.
#![cfg(target_arch = "wasm32")]

mod indexed_db;

use indexed_db::browser_tests;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fairlead_store::for_each_case!(browser_tests);
