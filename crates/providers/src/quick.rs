//! Most events of a stream are one small object that says one thing. Those are read here without making a tree of them: a wire lists the
//! fields that its plainest events have, and anything else - another field, another type, an odd number, a key that comes twice - is
//! left to the slow way, which knows them all.

use std::borrow::Cow;

/// Values that a shape may keep.
pub(crate) const KEPT: usize = 8;

/// What an event, or a part of one, may look like.
pub(crate) enum Shape {
    /// No other fields, and each once.
    Object(&'static [(&'static str, Shape)]),
    /// Null, or a list of one item or of none.
    List(&'static Shape),
    /// A text, a number or nothing, and it does not matter which.
    Any,
    /// Null.
    Nothing,
    /// A text or null, at this place of what is kept.
    Keep(usize),
    /// A number or null, likewise.
    Count(usize),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scalar<'a> {
    #[default]
    Absent,
    Null,
    Number(u64),
    /// Between the quotes.
    Text(&'a str),
}

pub(crate) type Kept<'a> = [Scalar<'a>; KEPT];

impl<'a> Scalar<'a> {
    /// A word of the wire, nothing if it is absent or null; `None` for what needs a closer look.
    pub(crate) fn word(self) -> Option<&'a str> {
        match self {
            Self::Absent | Self::Null => Some(""),
            Self::Number(_) => None,
            Self::Text(raw) => (!raw.contains('\\')).then_some(raw),
        }
    }

    pub(crate) fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Absent | Self::Null | Self::Text(_) => None,
        }
    }

    /// What is said, nothing if it is absent or null; `None` for what is no text.
    pub(crate) fn said(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Absent | Self::Null => Some(Cow::Borrowed("")),
            Self::Number(_) => None,
            Self::Text(raw) if !raw.contains('\\') => Some(Cow::Borrowed(raw)),
            Self::Text(raw) => unescaped(raw).map(Cow::Owned),
        }
    }
}

/// What an event of this shape keeps; `None` if it is of no such shape.
pub(crate) fn pick<'a>(data: &'a str, shape: &Shape) -> Option<Kept<'a>> {
    let mut scan = Scan { data, at: 0, kept: [Scalar::Absent; KEPT] };
    scan.value(shape)?;
    scan.peek().is_none().then_some(scan.kept)
}

struct Scan<'a> {
    data: &'a str,
    at: usize,
    kept: Kept<'a>,
}

impl<'a> Scan<'a> {
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.data.as_bytes().get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn value(&mut self, shape: &Shape) -> Option<()> {
        let first = self.peek()?;
        match shape {
            Shape::Object(fields) => self.object(fields),
            Shape::List(item) if first == b'[' => {
                self.at += 1;
                if self.peek()? != b']' {
                    self.value(item)?;
                }
                self.take(b']')
            }
            Shape::List(_) | Shape::Nothing => match self.scalar(first)? {
                Scalar::Null => Some(()),
                Scalar::Absent | Scalar::Number(_) | Scalar::Text(_) => None,
            },
            Shape::Any => match self.scalar(first)? {
                // Whether an escape of Unicode is whole is looked at where it is kept.
                Scalar::Text(text) => (!text.contains("\\u")).then_some(()),
                Scalar::Null | Scalar::Number(_) => Some(()),
                Scalar::Absent => None,
            },
            Shape::Keep(place) | Shape::Count(place) => {
                let value = self.scalar(first)?;
                let is_count = matches!(shape, Shape::Count(_));
                match value {
                    Scalar::Text(_) if is_count => return None,
                    Scalar::Number(_) if !is_count => return None,
                    Scalar::Absent | Scalar::Null | Scalar::Number(_) | Scalar::Text(_) => {}
                }
                *self.kept.get_mut(*place)? = value;
                Some(())
            }
        }
    }

    fn object(&mut self, fields: &[(&str, Shape)]) -> Option<()> {
        self.take(b'{')?;
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(());
        }
        let mut seen = 0_u32;
        loop {
            self.peek()?;
            let key = self.string()?;
            self.take(b':')?;
            let at = fields.iter().position(|(name, _)| *name == key)?;
            // Of two fields of one name the last one counts.
            if seen & 1 << at != 0 {
                return None;
            }
            seen |= 1 << at;
            self.value(&fields.get(at)?.1)?;
            match self.peek()? {
                b',' => self.at += 1,
                b'}' => break,
                _ => return None,
            }
        }
        self.at += 1;
        Some(())
    }

    fn scalar(&mut self, first: u8) -> Option<Scalar<'a>> {
        match first {
            b'"' => self.string().map(Scalar::Text),
            b'n' => {
                self.data.get(self.at..)?.strip_prefix("null")?;
                self.at += 4;
                Some(Scalar::Null)
            }
            b'0'..=b'9' => self.number().map(Scalar::Number),
            _ => None,
        }
    }

    /// What stands between the quotes. Escapes of Unicode are looked at by whoever needs them.
    fn string(&mut self) -> Option<&'a str> {
        let bytes = self.data.as_bytes();
        let start = self.at + 1;
        if bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        let mut at = start;
        loop {
            match bytes.get(at)? {
                b'"' => break,
                b'\\' => {
                    at += 1;
                    if !matches!(
                        bytes.get(at)?,
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u'
                    ) {
                        return None;
                    }
                }
                0..=0x1F => return None,
                _ => {}
            }
            at += 1;
        }
        self.at = at + 1;
        self.data.get(start..at)
    }

    /// A plain whole number.
    fn number(&mut self) -> Option<u64> {
        let rest = self.data.get(self.at..)?;
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let (digits, after) = rest.split_at(end);
        let is_plain = digits == "0" || !digits.starts_with('0');
        if !is_plain || after.starts_with(['.', 'e', 'E']) {
            return None;
        }
        self.at += end;
        digits.parse().ok()
    }
}

/// A JSON string without its escapes; `None` for one that is not whole. One allocation: the text gets no longer by this.
fn unescaped(raw: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (escaped, behind) = after.split_at_checked(1)?;
        rest = behind;
        text.push(match escaped {
            "n" => '\n',
            "t" => '\t',
            "r" => '\r',
            "b" => '\u{8}',
            "f" => '\u{c}',
            "u" => unicode(&mut rest)?,
            other => other.chars().next()?,
        });
    }
    text.push_str(rest);
    Some(text)
}

/// The character of four digits, or of two such escapes.
fn unicode(rest: &mut &str) -> Option<char> {
    let high = four_digits(rest)?;
    if !(0xD800..0xDC00).contains(&high) {
        return char::from_u32(high);
    }
    *rest = rest.strip_prefix("\\u")?;
    let low = four_digits(rest).filter(|low| (0xDC00..0xE000).contains(low))?;
    char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
}

fn four_digits(rest: &mut &str) -> Option<u32> {
    let (digits, behind) = rest.split_at_checked(4)?;
    *rest = behind;
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests;
