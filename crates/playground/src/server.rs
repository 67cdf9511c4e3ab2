//! The running server: one thread with its own runtime, so that synchronous and asynchronous callers alike can start
//! it. It listens on loopback only and stops when its handle is dropped.

use crate::error::PlaygroundError;
use crate::request_log::Entry;
use crate::routes::route;
use crate::world::World;
use axum::Router;
use axum::serve::ListenerExt;
use serde_json::Value;
use std::future::IntoFuture;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long open streams may go on after the server was told to stop.
const GRACE: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub struct Playground {
    address: SocketAddr,
    world: World,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Playground {
    /// Serves on this port of 127.0.0.1; port 0 takes a free one.
    pub fn start(port: u16) -> Result<Self, PlaygroundError> {
        let refused = |source| PlaygroundError::Listen { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|source| PlaygroundError::Runtime { source })?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener).map_err(refused)?
        };
        let world = World::default();
        let (stop, stopped) = oneshot::channel();
        let served = world.clone();
        let thread = std::thread::Builder::new()
            .name("playground".to_owned())
            .spawn(move || runtime.block_on(serve(listener, served, stopped)))
            .map_err(|source| PlaygroundError::Runtime { source })?;
        Ok(Self { address, world, stop: Some(stop), thread: Some(thread) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What the model endpoint was asked, oldest first.
    pub fn requests(&self) -> Vec<Entry> {
        self.world.log.entries()
    }

    /// The cart as `GET /_admin/cart` gives it.
    pub fn cart(&self) -> Value {
        self.world.shop().cart_json()
    }

    /// Forgets requests, attempts and cart, and restores the first catalogue.
    pub fn reset(&self) {
        self.world.reset();
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // A server that is gone already has nothing to be told.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve(listener: tokio::net::TcpListener, world: World, stopped: oneshot::Receiver<()>) {
    // Small events must not wait for each other.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let app = Router::new().fallback(route).with_state(world);
    let (wind_down, winding_down) = oneshot::channel::<()>();
    let serving = axum::serve(listener, app).with_graceful_shutdown(async move {
        let _ = stopped.await;
        let _ = wind_down.send(());
    });
    let patience = async move {
        let _ = winding_down.await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        _ = serving.into_future() => {}
        () = patience => {}
    }
}
