//! E-mail addresses, as people write them (the everyday part of RFC 5322), not names of files or handles.

const LONGEST_DOMAIN: usize = 255;

/// Endings of names such as `logo@2x.png`.
const FILE_ENDINGS: &[&str] =
    &["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "css", "js", "ico", "bmp", "pdf", "mp4"];

pub(super) fn ends_after(text: &str, from: usize) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'@').any(|(at, _)| {
        let has_name =
            at.checked_sub(1).and_then(|before| bytes.get(before)).is_some_and(|byte| is_name(*byte));
        has_name && bytes.get(at + 1..).and_then(domain_length).is_some_and(|length| at + 1 + length > from)
    })
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'%') || !byte.is_ascii()
}

fn domain_length(bytes: &[u8]) -> Option<usize> {
    let length = bytes
        .iter()
        .take(LONGEST_DOMAIN)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.') || !byte.is_ascii())
        .count();
    let domain = std::str::from_utf8(bytes.get(..length)?).ok()?.trim_end_matches(['.', '-']);
    let (host, ending) = domain.rsplit_once('.')?;
    let is_domain = !host.is_empty()
        && !host.starts_with('.')
        && ending.chars().count() >= 2
        && ending.chars().all(char::is_alphabetic)
        && !FILE_ENDINGS.contains(&ending.to_ascii_lowercase().as_str());
    is_domain.then_some(domain.len())
}
