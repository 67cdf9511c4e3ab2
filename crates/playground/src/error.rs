//! Why the server could not be started. What a request does wrong is answered over HTTP and is not an error here.

use std::io;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum PlaygroundError {
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen { port: u16, source: io::Error },
    #[error("cannot start the runtime: {source}")]
    Runtime { source: io::Error },
    #[error("unknown argument {argument:?}; usage: fairlead-playground [--port PORT]")]
    Argument { argument: String },
}
