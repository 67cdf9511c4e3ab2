//! Server-Sent Events by the WHATWG rules ("Interpreting an event stream"), fed with bytes in any split.
//!
//! Lines are cut on bytes and decoded whole, so a character that straddles two chunks stays one character. Two things
//! are not the standard's: an event that is still open at the end may be asked for with [`Parser::close`], and the
//! field `error:` of some servers may be read as an event of that name. `id` and `retry` mean nothing here: a model
//! call is a POST and is never reconnected.

use std::mem;

/// One dispatched event, as long as the parser is not fed again. `name` is empty when the stream gave none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event<'a> {
    pub name: &'a str,
    pub data: &'a str,
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
    /// Of a line that is not at its end yet. This and the next two keep their room from event to event.
    line: Vec<u8>,
    name: String,
    data: String,
    has_data: bool,
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
            data: String::new(),
            has_data: false,
            lines_understood: 0,
        }
    }

    /// Gives the events that `bytes` complete to `sink`.
    pub(crate) fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Event<'_>)) -> Result<(), Oversize> {
        let mut rest = bytes;
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (head, tail) = rest.split_at(at);
            self.check_room(head)?;
            if self.line.is_empty() {
                self.end_line(head, sink);
            } else {
                self.line.extend_from_slice(head);
                self.end_kept_line(sink);
            }
            rest = match tail {
                [b'\r', b'\n', after @ ..] | [_, after @ ..] => after,
                [] => tail,
            };
            self.after_cr = tail == b"\r";
        }
        self.check_room(rest)?;
        self.line.extend_from_slice(rest);
        Ok(())
    }

    /// The event that the end of the body cut off, if it has any data. Whether it counts is the wire's affair.
    pub(crate) fn close(&mut self, sink: &mut dyn FnMut(Event<'_>)) {
        if !self.line.is_empty() {
            self.end_kept_line(sink);
        }
        self.dispatch(sink);
    }

    /// Whether anything so far was a comment or a field of an event stream.
    pub(crate) fn understood_anything(&self) -> bool {
        self.lines_understood > 0
    }

    fn check_room(&self, more: &[u8]) -> Result<(), Oversize> {
        let is_over = self.data.len() + self.line.len() + more.len() > self.cap;
        if is_over { Err(Oversize) } else { Ok(()) }
    }

    fn end_kept_line(&mut self, sink: &mut dyn FnMut(Event<'_>)) {
        let mut line = mem::take(&mut self.line);
        self.end_line(&line, sink);
        line.clear();
        self.line = line;
    }

    fn end_line(&mut self, line: &[u8], sink: &mut dyn FnMut(Event<'_>)) {
        let mut bytes = line;
        if self.start == Start::Pending {
            self.start = Start::Past;
            bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
        }
        if bytes.is_empty() {
            return self.dispatch(sink);
        }
        let text = String::from_utf8_lossy(bytes);
        let (field, value) = match text.split_once(':') {
            Some((field, value)) => (field, value.strip_prefix(' ').unwrap_or(value)),
            None => (text.as_ref(), ""),
        };
        match field {
            "data" => self.append(value),
            "event" => self.rename(value),
            "error" if self.error_field == ErrorField::Read => {
                self.rename("error");
                self.append(value);
            }
            "" | "id" | "retry" => {}
            _ => return,
        }
        self.lines_understood += 1;
    }

    fn rename(&mut self, name: &str) {
        self.name.clear();
        self.name.push_str(name);
    }

    fn append(&mut self, value: &str) {
        if self.has_data {
            self.data.push('\n');
        }
        self.has_data = true;
        self.data.push_str(value);
    }

    fn dispatch(&mut self, sink: &mut dyn FnMut(Event<'_>)) {
        if self.has_data {
            sink(Event { name: &self.name, data: &self.data });
        }
        self.name.clear();
        self.data.clear();
        self.has_data = false;
    }
}

#[cfg(test)]
mod tests;
