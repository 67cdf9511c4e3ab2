//! Serves until SIGTERM, SIGINT or the end of standard input, so that it never outlives the program that started it.

use fairlead_playground::{Playground, PlaygroundError};
use std::io::{self, Read};
use std::process::ExitCode;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), PlaygroundError> {
    let refused = |source| PlaygroundError::Runtime { source };
    let port = port(std::env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(refused)?;
    runtime.block_on(async {
        // Whoever has read the line may send a signal at once.
        let told_to_stop = ToldToStop::listen().map_err(refused)?;
        let playground = Playground::start(port)?;
        println!("playground listening on {}", playground.base_url());
        told_to_stop.wait().await;
        Ok(())
    })
}

fn port(mut arguments: impl Iterator<Item = String>) -> Result<u16, PlaygroundError> {
    let mut port = 0;
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--port") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        port = value.and_then(|v| v.parse().ok()).ok_or(PlaygroundError::Argument { argument })?;
    }
    Ok(port)
}

struct ToldToStop {
    terminate: Signal,
    interrupt: Signal,
    input_closed: oneshot::Receiver<()>,
    /// Input from nowhere is at its end from the start, and says nothing about whoever started the server.
    input_is_nowhere: bool,
}

impl ToldToStop {
    fn listen() -> io::Result<Self> {
        let (closed, input_closed) = oneshot::channel();
        std::thread::spawn(move || {
            let mut byte = [0];
            while io::stdin().read(&mut byte).is_ok_and(|read| read > 0) {}
            // Nobody waits any more if a signal came first.
            let _ = closed.send(());
        });
        let input = std::fs::read_link("/proc/self/fd/0");
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            input_closed,
            input_is_nowhere: input.is_ok_and(|target| target.as_os_str() == "/dev/null"),
        })
    }

    async fn wait(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = &mut self.input_closed, if !self.input_is_nowhere => {}
        }
    }
}
