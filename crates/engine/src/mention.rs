//! Sites that a message of the person names by an address: whoever writes one has brought the site in.

use crate::state::ThreadState;
use fairlead_gatekeeper::Origin;

/// Origins that the Thread does not count as brought in yet, each once.
pub(crate) fn brought_in(state: &ThreadState, text: &str) -> Vec<String> {
    let known = state.thread.as_ref().map(|thread| thread.user_origins.as_slice()).unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    for origin in text.split(|c: char| c.is_whitespace() || !belongs(c)).filter_map(origin) {
        if !known.contains(&origin) && !found.contains(&origin) {
            found.push(origin);
        }
    }
    found
}

/// With its scheme, or with the `www.` that people leave the scheme away before. Anything else with a dot in it may be a file's name.
fn origin(word: &str) -> Option<String> {
    let at = ["https://", "http://", "www."].iter().filter_map(|start| word.find(start)).min()?;
    let address = word.get(at..)?.trim_end_matches(['.', ',', ':', ';', '!', '?']);
    let origin = match address.strip_prefix("www.") {
        Some(_) => Origin::parse(&format!("https://{address}")),
        None => Origin::parse(address),
    };
    origin.map(|origin| origin.to_string())
}

/// Brackets and quotes stand around addresses, and so do the marks of Chinese sentences.
fn belongs(c: char) -> bool {
    !matches!(c, '"' | '\'' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | '`' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' | '\u{2018}'..='\u{201f}')
}

#[cfg(test)]
mod tests {
    use super::brought_in;
    use crate::state::ThreadState;
    use fairlead_protocol::ids::ThreadId;

    #[test]
    fn addresses_in_a_message_are_sites_that_the_person_brought_in() {
        let state = ThreadState::absent(ThreadId::new("t"));
        for (text, sites) in [
            ("Sign up at https://Shop.example/join?a=1, please.", vec!["https://shop.example"]),
            (
                "(see www.shop.example) and \"http://old.example:8080/x\"",
                vec!["https://www.shop.example", "http://old.example:8080"],
            ),
            ("打开https://shop.example/a，然后回来。https://shop.example/b", vec!["https://shop.example"]),
            ("read notes.md and tell ada@mail.example about example.com", vec![]),
            ("https:// is a scheme", vec![]),
        ] {
            assert_eq!(brought_in(&state, text), sites, "{text}");
        }
    }
}
