//! A host among many written patterns: most of them are about others, and that can be told without reading them.

use crate::origin::undotted;

pub(crate) struct Sought<'h> {
    host: Option<&'h str>,
    /// Whether it is written in one way alone, but for case and the root dot. Of an address in numbers the URL standard knows many.
    is_named: bool,
}

impl<'h> Sought<'h> {
    /// A place without a host is named by `*` alone.
    pub(crate) fn new(host: Option<&'h str>) -> Self {
        let is_number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
        let is_named =
            host.is_some_and(|host| !host.starts_with('[') && !host.rsplit('.').next().is_none_or(is_number));
        Self { host, is_named }
    }

    /// Whether a pattern could name it. One that is not plainly of another host has to be read.
    pub(crate) fn may_be_in(&self, pattern: &str) -> bool {
        let Some(host) = self.host.filter(|_| pattern != "*") else { return pattern == "*" };
        if !self.is_named || !pattern.bytes().all(is_plain) {
            return true;
        }
        let Some(named) = host_in(pattern).map(undotted) else { return true };
        let tail = host.len().checked_sub(named.len()).and_then(|from| host.get(from..));
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(named))
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'*' | b':' | b'/')
}

/// As it is written. This runs for each stored rule, so it looks at bytes: searching for text costs more than all the rest.
fn host_in(pattern: &str) -> Option<&str> {
    let rest = match pattern.bytes().position(|byte| byte == b':') {
        Some(colon) => pattern.get(colon..)?.strip_prefix("://")?.trim_start_matches('/'),
        None => pattern,
    };
    let rest = rest.strip_prefix("*.").unwrap_or(rest);
    let end = rest.bytes().position(|byte| matches!(byte, b':' | b'/')).unwrap_or(rest.len());
    rest.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Origin;
    use crate::pattern::OriginPattern;
    use crate::place::Place;

    #[test]
    fn no_spelling_of_a_host_is_passed_over_unread() {
        let spellings = [
            "*",
            "shop.test",
            "SHOP.test",
            "Shop.Test.",
            "*.shop.test",
            "*.TEST",
            "https://shop.test",
            "HTTPS://Shop.Test/",
            "https:///shop.test",
            "http://shop.test:80",
            "https://shop.test:8443",
            "https:\\\\shop.test",
            "https://sh\top.test",
            " https://shop.test ",
            "https://user@shop.test",
            "%73hop.test",
            "https://%73hop.test",
            "ｓｈｏｐ.test",
            "m\u{fc}nchen.test",
            "https://xn--mnchen-3ya.test",
            "127.0.0.1",
            "0x7f.1",
            "http://2130706433",
            "https://[::1]",
            "https://[0:0::1]",
            "1.0.0.127",
            "badshop.test",
            "shop.test.evil",
            "op.test",
            "",
            "null",
            "*.",
            "https://",
        ];
        let places = [
            "https://shop.test",
            "http://shop.test",
            "https://shop.test:8443",
            "https://shop.test.",
            "https://a.shop.test",
            "https://badshop.test",
            "https://xn--mnchen-3ya.test",
            "http://127.0.0.1",
            "https://[::1]",
            "null",
            "browser",
        ];
        let mut matched = 0;
        for (text, place) in spellings.iter().flat_map(|text| places.map(|place| (*text, place))) {
            let at = Place::try_from(place.to_owned()).unwrap();
            let host = at.site().map(Origin::bare_host);
            let is_meant = OriginPattern::parse(text)
                .is_ok_and(|pattern| pattern.matches_wide(&at) || pattern.matches_narrow(&at));
            assert!(Sought::new(host.as_deref()).may_be_in(text) || !is_meant, "{text:?} names {place}");
            matched += usize::from(is_meant);
        }
        assert!(matched > 40, "{matched}");
        let shop = Sought::new(Some("shop.test"));
        for other in ["other.test", "*.other.test", "https://other.test:8443/", "shop.test.evil"] {
            assert!(!shop.may_be_in(other), "{other}");
        }
    }
}
