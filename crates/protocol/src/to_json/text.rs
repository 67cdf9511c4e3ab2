//! JSON as text, without a space in it.

use super::writer::Form;
use serde_json::Number;
use std::fmt::Write;

#[derive(Default)]
pub(super) struct Text {
    text: String,
}

impl Text {
    pub(super) fn into_string(self) -> String {
        self.text
    }

    /// What was written last says whether this is the first of its object or list, or a field's value.
    fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.text.push(',');
        }
    }

    fn plain(&mut self, word: &str) {
        self.separate();
        self.text.push_str(word);
    }

    fn quote(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        while let Some((at, byte)) = rest.bytes().enumerate().find(|(_, byte)| must_be_escaped(*byte)) {
            // Such a byte is a character of its own.
            let (plain, behind) = rest.split_at(at);
            self.text.push_str(plain);
            self.escape(byte);
            rest = behind.get(1..).unwrap_or_default();
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    fn escape(&mut self, byte: u8) {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x08 => "\\b",
            b'\t' => "\\t",
            b'\n' => "\\n",
            0x0c => "\\f",
            b'\r' => "\\r",
            other => {
                // Writing to a text cannot fail.
                let _ = write!(self.text, "\\u{other:04x}");
                return;
            }
        };
        self.text.push_str(short);
    }
}

fn must_be_escaped(byte: u8) -> bool {
    byte < 0x20 || matches!(byte, b'"' | b'\\')
}

impl Form for Text {
    fn begin(&mut self) {
        self.plain("{");
    }

    fn name(&mut self, name: &str) {
        self.text(name);
        self.text.push(':');
    }

    fn end(&mut self) {
        self.text.push('}');
    }

    fn begin_list(&mut self) {
        self.plain("[");
    }

    fn end_list(&mut self) {
        self.text.push(']');
    }

    fn text(&mut self, text: &str) {
        self.separate();
        self.quote(text);
    }

    fn number(&mut self, number: &Number) {
        self.separate();
        // Writing to a text cannot fail.
        let _ = write!(self.text, "{number}");
    }

    fn bool(&mut self, is: bool) {
        self.plain(if is { "true" } else { "false" });
    }

    fn null(&mut self) {
        self.plain("null");
    }
}
