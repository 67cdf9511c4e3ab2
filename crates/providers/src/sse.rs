//! Server-Sent Events by the WHATWG rules ("Interpreting an event stream"), fed with bytes in any split.
//!
//! Lines are cut on bytes and decoded whole, so a character that straddles two chunks stays one character. Two things
//! are not the standard's: an event that is still open at the end may be asked for with [`Parser::close`], and the
//! field `error:` of some servers may be read as an event of that name. `id` and `retry` mean nothing here: a model
//! call is a POST and is never reconnected.

use std::mem;

/// One dispatched event. `name` is empty when the stream gave none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub name: String,
    pub data: String,
}

/// What the non-standard field `error:` is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorField {
    Ignored,
    Read,
}

/// An event grew beyond the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Oversize;

#[derive(Debug)]
pub(crate) struct Parser {
    error_field: ErrorField,
    cap: usize,
    start: Start,
    /// The last byte was a CR: a LF that follows belongs to it.
    after_cr: bool,
    line: Vec<u8>,
    name: String,
    data: Option<String>,
    lines_understood: u64,
}

/// Where the parser stands with a byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Pending,
    Past,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Parser {
    pub(crate) fn new(error_field: ErrorField, cap: usize) -> Self {
        Self {
            error_field,
            cap,
            start: Start::Pending,
            after_cr: false,
            line: Vec::new(),
            name: String::new(),
            data: None,
            lines_understood: 0,
        }
    }

    /// Appends the events that `bytes` complete to `events`.
    pub(crate) fn push(&mut self, bytes: &[u8], events: &mut Vec<Event>) -> Result<(), Oversize> {
        let mut rest = bytes;
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (head, tail) = rest.split_at(at);
            self.extend_line(head)?;
            events.extend(self.end_line());
            rest = match tail {
                [b'\r', b'\n', after @ ..] | [_, after @ ..] => after,
                [] => tail,
            };
            self.after_cr = tail == b"\r";
        }
        self.extend_line(rest)
    }

    /// The event that the end of the body cut off, if it has any data. Whether it counts is the wire's affair.
    pub(crate) fn close(&mut self) -> Option<Event> {
        if !self.line.is_empty() {
            let dispatched = self.end_line();
            debug_assert!(dispatched.is_none(), "a line with text dispatches nothing");
        }
        self.dispatch()
    }

    /// Whether anything so far was a comment or a field of an event stream.
    pub(crate) fn understood_anything(&self) -> bool {
        self.lines_understood > 0
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), Oversize> {
        let open = self.data.as_ref().map_or(0, String::len);
        if open + self.line.len() + bytes.len() > self.cap {
            return Err(Oversize);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self) -> Option<Event> {
        let line = mem::take(&mut self.line);
        let mut bytes = line.as_slice();
        if self.start == Start::Pending {
            self.start = Start::Past;
            bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
        }
        if bytes.is_empty() {
            return self.dispatch();
        }
        let text = String::from_utf8_lossy(bytes);
        let (field, value) = match text.split_once(':') {
            Some((field, value)) => (field, value.strip_prefix(' ').unwrap_or(value)),
            None => (text.as_ref(), ""),
        };
        match field {
            "data" => self.append(value),
            "event" => value.clone_into(&mut self.name),
            "error" if self.error_field == ErrorField::Read => {
                "error".clone_into(&mut self.name);
                self.append(value);
            }
            "" | "id" | "retry" => {}
            _ => return None,
        }
        self.lines_understood += 1;
        None
    }

    fn append(&mut self, value: &str) {
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            None => self.data = Some(value.to_owned()),
        }
    }

    fn dispatch(&mut self) -> Option<Event> {
        let name = mem::take(&mut self.name);
        self.data.take().map(|data| Event { name, data })
    }
}

#[cfg(test)]
mod tests;
