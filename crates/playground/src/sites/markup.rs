//! The frame that all sites share, and escaping.

/// A whole page; `main` is markup, `title` is text.
pub(crate) struct Page<'a> {
    pub title: &'a str,
    pub brand: &'a str,
    pub home: &'a str,
    pub main: &'a str,
    pub script: &'a str,
}

impl Page<'_> {
    pub(crate) fn html(&self) -> String {
        let title = escape(self.title);
        let brand = escape(self.brand);
        let script =
            if self.script.is_empty() { String::new() } else { format!("<script>{}</script>", self.script) };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <header class=\"top\"><a class=\"brand\" href=\"{home}\">{brand}</a></header>\n\
             <main>\n{main}\n</main>\n\
             <footer><p>A demo site on this computer. Nothing is sold, sent or stored.</p></footer>\n{script}\n</body>\n</html>\n",
            home = self.home,
            main = self.main,
        )
    }
}

const STYLE: &str = include_str!("../../assets/site.css");

/// Text as it may stand in an element or a quoted attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// One field of a form-encoded body or a query string.
pub(crate) fn field(encoded: &str, name: &str) -> Option<String> {
    encoded
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| decode(value))
}

/// Percent-decoding; what is no valid escape stays as it is.
fn decode(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escaped = tail
            .get(..2)
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (first, escaped) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            (b'+', _) => {
                bytes.push(b' ');
                rest = tail;
            }
            (other, _) => {
                bytes.push(*other);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape("<b a=\"x\" c='y'>&"), "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;");
    }

    #[test]
    fn form_fields_are_decoded() {
        let body = "name=Ada+Byron&email=ada%40example.test&odd=%zz%4";
        assert_eq!(field(body, "name").as_deref(), Some("Ada Byron"));
        assert_eq!(field(body, "email").as_deref(), Some("ada@example.test"));
        assert_eq!(field(body, "odd").as_deref(), Some("%zz%4"));
        assert_eq!(field(body, "absent"), None);
    }
}
