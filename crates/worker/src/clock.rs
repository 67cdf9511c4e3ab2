//! Time, from the worker's own timers. A sleep that is dropped leaves no timer behind: a stream starts one for every chunk.

use fairlead_protocol::ids::Timestamp;
use fairlead_runtime::ports::Clock;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(fire: &Closure<dyn FnMut()>, ms: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

pub(crate) struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        Timestamp(js_sys::Date::now() as i64)
    }

    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        Box::pin(sleep(ms))
    }
}

pub(crate) fn sleep(ms: u64) -> Sleep {
    let (tell, rung) = oneshot::channel();
    let mut tell = Some(tell);
    let fire = Closure::new(move || {
        if let Some(tell) = tell.take() {
            let _ = tell.send(());
        }
    });
    let timer = set_timeout(&fire, ms as f64);
    Sleep { timer, rung, _fire: fire }
}

pub(crate) struct Sleep {
    timer: JsValue,
    rung: oneshot::Receiver<()>,
    _fire: Closure<dyn FnMut()>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.rung).poll(context).map(|_| ())
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
    }
}
