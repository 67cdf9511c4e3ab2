//! `cargo xtask replay FILE`: plays a run file again and says where the engine of today decides otherwise.

use fairlead_replay::{Agreement, Contents, Error, RunFile, replay};
use std::process::ExitCode;

/// The file was read and something came out otherwise.
const DIFFERS: u8 = 1;
/// Nothing was compared.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path] = arguments.as_slice() else {
        eprintln!("usage: fairlead-replay FILE");
        return ExitCode::from(UNREADABLE);
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) => {
            eprintln!("{path}: {why}");
            return ExitCode::from(UNREADABLE);
        }
    };
    match RunFile::read(&text).and_then(|file| replay(&file).map(|agreed| (agreed, file.contents))) {
        Ok((Agreement { facts, given }, contents)) => {
            println!("{facts} facts agree");
            println!("{given} words of the policy were taken as they were given");
            if contents == Contents::Redacted {
                println!("the file is redacted: what rests on the texts themselves was not compared");
            }
            ExitCode::SUCCESS
        }
        Err(why @ Error::Differs { .. }) => {
            eprintln!("{why}");
            ExitCode::from(DIFFERS)
        }
        Err(why @ (Error::Unreadable { .. } | Error::Unplayable { .. })) => {
            eprintln!("{why}");
            ExitCode::from(UNREADABLE)
        }
    }
}
