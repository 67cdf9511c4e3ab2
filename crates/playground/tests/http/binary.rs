//! The program: what it prints, and how it is stopped.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

fn start(arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairlead-playground"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

fn address(output: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    line.trim_end().strip_prefix("playground listening on http://").unwrap().to_owned()
}

#[test]
fn it_prints_one_line_and_stops_when_its_input_is_closed() {
    let (mut child, mut output) = start(&["--port", "0"]);
    let address = address(&mut output);
    assert!(address.starts_with("127.0.0.1:"));
    TcpStream::connect(&address).unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(output.lines().count(), 0);
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn it_stops_when_it_is_told_to_terminate() {
    let (mut child, mut output) = start(&[]);
    address(&mut output);
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_argument_that_it_does_not_know_is_named() {
    for arguments in [["--prot", "0"], ["--port", "many"]] {
        let (child, _) = start(&arguments);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stderr).unwrap().contains(arguments[0]));
    }
}
