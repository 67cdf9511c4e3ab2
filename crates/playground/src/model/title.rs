//! A title for a conversation: asked for by a small request of its own, and made of the person's words so that a test
//! can tell it beforehand. No persona slows or breaks it: what a model does wrong is shown in the Turn beside it.

use crate::model::language::Language;
use crate::model::request::ChatRequest;
use crate::model::turn::spoken;

/// The first line of the system message by which such a request is known.
const MARK: &str = "You write titles.";
const MOST_WORDS: usize = 6;
/// Of a title without spaces between its words.
const MOST_CHARACTERS: usize = 12;

pub(crate) fn is_wanted(request: &ChatRequest) -> bool {
    request.instructions().any(|text| text.lines().next().is_some_and(|line| line.trim_end() == MARK))
}

/// The beginning of what the person said first.
pub(crate) fn of(request: &ChatRequest) -> String {
    let said = request.said().map(|text| spoken(&text)).find(|words| !words.is_empty()).unwrap_or_default();
    let words = unscripted(&said);
    let line = words.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let language = Language::of(line);
    let short = match language {
        Language::English => line.split_whitespace().take(MOST_WORDS).collect::<Vec<_>>().join(" "),
        Language::Chinese => line.chars().take(MOST_CHARACTERS).collect(),
    };
    let short = short.trim_end_matches(|c: char| c.is_whitespace() || ".,:;!?。，、：；！？".contains(c));
    let mut letters = short.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => language.pick("New conversation", "新对话").to_owned(),
    }
}

/// What is said beside the directives of a script, and if that is nothing, the words which they hold.
fn unscripted(text: &str) -> String {
    let mut beside = String::new();
    let mut inside = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        beside.push_str(before);
        let (directive, behind) = after.split_once("]]").unwrap_or((after, ""));
        inside.push_str(directive.strip_prefix("say ").unwrap_or(directive));
        inside.push('\n');
        rest = behind;
    }
    beside.push_str(rest);
    if beside.trim().is_empty() { inside } else { beside }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn request(system: &str, said: Value) -> ChatRequest {
        let messages = json!([{ "role": "system", "content": system }, { "role": "user", "content": said }]);
        serde_json::from_value(json!({ "model": "demo", "messages": messages })).unwrap()
    }

    #[test]
    fn only_the_whole_first_line_of_the_system_message_asks_for_a_title() {
        for (system, wanted) in [
            ("You write titles.", true),
            ("You write titles.\nAt most six words.", true),
            ("You are helpful.\nYou write titles.", false),
            ("You write titles. And more", false),
        ] {
            assert_eq!(is_wanted(&request(system, json!("hello"))), wanted, "{system}");
        }
    }

    #[test]
    fn a_title_is_the_beginning_of_the_persons_words() {
        for (said, title) in [
            (
                "Find the cheapest headphones in stock and put them in my cart",
                "Find the cheapest headphones in stock",
            ),
            ("hello, again!", "Hello, again"),
            ("找出有现货的最便宜的耳机并放进购物车", "找出有现货的最便宜的耳机"),
            ("\n\nsecond line first\nthird", "Second line first"),
            ("[[say remember me]]", "Remember me"),
            ("tidy up [[call read_page {}]] [[say done]]", "Tidy up"),
            ("<page>\nshop\n</page>\nwhat is this?", "What is this"),
            ("", "New conversation"),
        ] {
            assert_eq!(of(&request("You write titles.", json!(said))), title, "{said}");
        }
    }

    #[test]
    fn a_picture_beside_the_words_is_passed_over() {
        let parts = json!([{ "type": "image_url", "image_url": { "url": "data:," } }, { "type": "text", "text": "what is it" }]);
        assert_eq!(of(&request("You write titles.", parts)), "What is it");
    }
}
