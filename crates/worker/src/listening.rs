//! A listener of a Chrome event for as long as this value lives.

use crate::chrome::ChromeEvent;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsThreadLocal, JsValue};

pub(crate) struct Listening {
    event: &'static JsThreadLocal<ChromeEvent>,
    heard: Closure<dyn FnMut(JsValue)>,
}

impl Listening {
    pub(crate) fn to(
        event: &'static JsThreadLocal<ChromeEvent>,
        hear: impl FnMut(JsValue) + 'static,
    ) -> Self {
        let heard = Closure::new(hear);
        event.with(|event: &ChromeEvent| event.add_listener(heard.as_ref().unchecked_ref()));
        Self { event, heard }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.event.with(|event: &ChromeEvent| event.remove_listener(self.heard.as_ref().unchecked_ref()));
    }
}
