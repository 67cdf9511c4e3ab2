//! Serves until SIGTERM, SIGINT or the end of standard input, so that it never outlives the program that started it.

use fairlead_playground::{Playground, PlaygroundError};
use std::io::Read;
use std::process::ExitCode;
use tokio::signal::unix::{SignalKind, signal};
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
    let port = port(std::env::args().skip(1))?;
    let playground = Playground::start(port)?;
    println!("playground listening on {}", playground.base_url());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|source| PlaygroundError::Runtime { source })?;
    runtime.block_on(until_told_to_stop()).map_err(|source| PlaygroundError::Runtime { source })
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

async fn until_told_to_stop() -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let (closed, input_closed) = oneshot::channel();
    // Input from nowhere is at its end from the start, and says nothing about whoever started the server.
    let from_nowhere =
        std::fs::read_link("/proc/self/fd/0").is_ok_and(|target| target.as_os_str() == "/dev/null");
    std::thread::spawn(move || {
        let mut byte = [0];
        while std::io::stdin().read(&mut byte).is_ok_and(|read| read > 0) {}
        // Nobody waits any more if a signal came first.
        let _ = closed.send(());
    });
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = input_closed, if !from_nowhere => {}
    }
    Ok(())
}
