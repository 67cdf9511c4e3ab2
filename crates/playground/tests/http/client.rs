//! A small HTTP/1.1 client over a bare socket: tests see every byte, and can leave in the middle of an answer.

use fairlead_playground::Playground;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// No answer takes this long.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Connection {
    pub status: u16,
    headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
}

pub(crate) struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
    /// Whether the body ended as announced, rather than with the connection.
    pub whole: bool,
}

pub(crate) struct Ask<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub host: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    pub body: String,
}

impl Default for Ask<'_> {
    fn default() -> Self {
        Self { method: "GET", path: "/", host: "127.0.0.1", headers: &[], body: String::new() }
    }
}

pub(crate) fn open(playground: &Playground, ask: &Ask) -> Connection {
    let mut stream = TcpStream::connect(playground.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let Ask { method, path, host, headers, body } = ask;
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap().parse().unwrap();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    Connection { status, headers, reader }
}

pub(crate) fn ask(playground: &Playground, ask: &Ask) -> Answer {
    open(playground, ask).finish()
}

pub(crate) fn get(playground: &Playground, path: &str) -> Answer {
    ask(playground, &Ask { path, ..Ask::default() })
}

pub(crate) fn post(playground: &Playground, path: &str, body: &Value) -> Answer {
    ask(playground, &Ask { method: "POST", path, body: body.to_string(), ..Ask::default() })
}

pub(crate) fn completion(model: &str, request: &str) -> Value {
    json!({
        "model": model, "stream": true, "stream_options": { "include_usage": true },
        "messages": [{ "role": "system", "content": "Be brief." }, { "role": "user", "content": request }],
        "tools": [{ "type": "function", "function": { "name": "read_page", "parameters": { "type": "object", "properties": {} } } }],
    })
}

pub(crate) fn chat<'a>(body: &Value) -> Ask<'a> {
    Ask {
        method: "POST",
        path: "/v1/chat/completions",
        headers: &[("authorization", "Bearer demo-key"), ("content-type", "application/json")],
        body: body.to_string(),
        ..Ask::default()
    }
}

impl Connection {
    /// Reads on until the text has come.
    pub(crate) fn read_until(&mut self, text: &str) -> String {
        let mut seen = String::new();
        while !seen.contains(text) {
            let mut line = String::new();
            assert_ne!(self.reader.read_line(&mut line).unwrap(), 0, "ended before {text:?}: {seen}");
            seen.push_str(&line);
        }
        seen
    }

    pub(crate) fn finish(mut self) -> Answer {
        let mut raw = Vec::new();
        // A broken connection ends the body like any other end; `whole` tells.
        let _ = self.reader.read_to_end(&mut raw);
        let chunked = header(&self.headers, "transfer-encoding") == Some("chunked");
        let (body, whole) = if chunked {
            dechunk(&raw)
        } else {
            let announced = header(&self.headers, "content-length").and_then(|n| n.parse::<usize>().ok());
            let whole = announced.is_none_or(|length| length == raw.len());
            (raw, whole)
        };
        Answer { status: self.status, headers: self.headers, body: String::from_utf8(body).unwrap(), whole }
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    /// The data of the events, `[DONE]` included.
    pub(crate) fn events(&self) -> Vec<String> {
        self.body
            .split("\n\n")
            .filter(|e| !e.is_empty())
            .map(|e| e.lines().find_map(|line| line.strip_prefix("data: ")).unwrap().to_owned())
            .collect()
    }

    /// The chunks of the stream that are JSON.
    pub(crate) fn chunks(&self) -> Vec<Value> {
        self.events().iter().filter_map(|data| serde_json::from_str(data).ok()).collect()
    }

    /// All text deltas together.
    pub(crate) fn text(&self) -> String {
        self.chunks()
            .iter()
            .filter_map(|c| c["choices"][0]["delta"]["content"].as_str().map(str::to_owned))
            .collect()
    }
}

fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
}

/// The body, and whether the closing chunk came.
fn dechunk(mut raw: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    while let Some(end) = raw.windows(2).position(|pair| pair == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&raw[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return (body, true);
        }
        body.extend_from_slice(&raw[end + 2..end + 2 + size]);
        raw = &raw[end + 2 + size + 2..];
    }
    (body, false)
}
