//! What a step was: a read, a write that commits or only changes a field, a navigation, a file, the engine's own state.

use crate::turn::{Outcome, Step};
use crate::words::{holds, is_one, one_of};
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Shows what a page holds.
    Read,
    /// Presses, submits: the site may take it as final.
    Commit,
    /// Changes a field and nothing beyond.
    Field,
    Navigate,
    File,
    /// The browser's or the engine's own state: success is proof.
    Own,
    Delegate,
    /// Shows nothing and changes nothing: pointing, scrolling, lists of tabs, questions.
    Idle,
}

const READS: &str = "read_page|read_page_deep|find_in_page|get_selection|extract|extract_table|wait_for|screenshot|\
    recall_result|read_frame|read_selection|fetch_url";
const COMMITS: &str = "click|double_click|press_key|drag|drag_and_drop|upload_file|request_user_action|submit|\
    run_script|evaluate|handle_dialog|paste";
const FIELDS: &str = "type|fill_form|set_checked|select_option|set_value|clear|select";
const NAVIGATIONS: &str =
    "navigate|tab_open|tab_focus|back|forward|go_back|go_forward|reload|tab_reload|open_tab";
const FILES: &str = "download|wait_for_download|artifact|save_file|export|print_page|save_page";
const OWN: &str = "tab_close|tabs_group|tabs_ungroup|tab_pin|tab_move|tab_mute|remember|forget|plan_update|\
    schedule_resume|watch_page|bookmark_add|notify";

#[inline(never)]
pub(crate) fn act(step: &Step<'_>) -> Act {
    let is = |table: &str| is_one(step.tool, table);
    if step.tool == "batch_actions" {
        return batch(step.args);
    }
    if is(FIELDS) {
        let submits = step.args.get("submit").and_then(Value::as_bool).unwrap_or_default();
        return if submits { Act::Commit } else { Act::Field };
    }
    if step.tool == "click" && is_choice(step.result) {
        return Act::Field;
    }
    if is(READS) {
        Act::Read
    } else if is(COMMITS) {
        Act::Commit
    } else if is(NAVIGATIONS) {
        Act::Navigate
    } else if is(FILES) {
        Act::File
    } else if is(OWN) {
        Act::Own
    } else if step.tool == "delegate" {
        Act::Delegate
    } else {
        Act::Idle
    }
}

/// `Clicked radio "Option B".`: something was chosen, and nothing sent.
fn is_choice(result: &str) -> bool {
    const CHOICES: &str = "radio|checkbox|option|combobox|textbox|listbox|searchbox|spinbutton";
    let mut words = result.split(one_of(" \u{a0}"));
    let clicked = words.next().is_some_and(|word| is_one(word, "Clicked|clicked|已点击|点击了"));
    clicked && words.next().is_some_and(|role| is_one(role, CHOICES))
}

fn batch(args: &Value) -> Act {
    let mut act = Act::Field;
    each_text(args, &mut |text| {
        let verb = text.split(one_of(" :(")).next().unwrap_or_default();
        if is_one(verb, "click|press|press_key|submit|double_click|点击") {
            act = Act::Commit;
        }
    });
    act
}

/// Every text in a value, keys left out.
#[inline(never)]
pub(crate) fn each_text<'v>(value: &'v Value, visit: &mut dyn FnMut(&'v str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[inline(never)]
pub(crate) fn arg<'a>(step: &Step<'a>, name: &str) -> &'a str {
    step.args.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// How many things a step of many parts did: `3 of 4`, `2/3 项`.
pub(crate) fn share(result: &str) -> Option<(u32, u32)> {
    for (mark, at) in [" of ", "/", "／"].iter().filter_map(|mark| result.find(mark).map(|at| (*mark, at))) {
        let before: String = result
            .get(..at)?
            .chars()
            .rev()
            .take_while(char::is_ascii_digit)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let after: String = result.get(at + mark.len()..)?.chars().take_while(char::is_ascii_digit).collect();
        if let (Ok(done), Ok(all)) = (before.parse(), after.parse()) {
            return Some((done, all));
        }
    }
    None
}

impl<'a> Step<'a> {
    pub(crate) fn failure(&self) -> Option<&'a str> {
        match self.outcome {
            Outcome::Done => None,
            Outcome::Failed(code) => Some(code),
        }
    }

    /// Whether it is one that changes a page, by a control or in a field, whatever came of it.
    pub(crate) fn writes(&self) -> bool {
        matches!(act(self), Act::Commit | Act::Field)
    }

    pub(crate) fn url(&self) -> &'a str {
        self.page.map_or("", |page| page.url)
    }

    pub(crate) fn origin(&self) -> &'a str {
        self.page.map_or("", |page| page.origin)
    }

    /// Whether it has read something: a read that was empty, masked away or still loading has not.
    #[inline(never)]
    pub(crate) fn has_read(&self) -> bool {
        const NOTHING: &str = "(empty)|empty page|no text|no readable|blank page|[masked|0 characters|\
            nothing found on the page|shows nothing|no visible text|no document to read|页面为空|空白|无正文|没有正文|no content|(空)";
        let text = self.result.trim();
        let lower = crate::words::head(text, 60).to_ascii_lowercase();
        let waited_in_vain =
            self.tool == "wait_for" && (lower.contains("not found") || lower.contains("timed out"));
        self.is_done()
            && act(self) == Act::Read
            && !text.is_empty()
            && !holds(&lower, NOTHING)
            && !waited_in_vain
    }
}

/// An address without its fragment and its last slash.
#[inline(never)]
pub(crate) fn bare(url: &str) -> &str {
    let url = url.split('#').next().unwrap_or_default();
    url.strip_suffix('/').unwrap_or(url)
}

#[inline(never)]
pub(crate) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |split| split.1);
    let host = rest.split(one_of("/?#:")).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// The path of an address, without query and fragment.
#[inline(never)]
pub(crate) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |split| split.1);
    let rest = rest.split(one_of("?#")).next().unwrap_or_default();
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default().trim_end_matches('/')
}

/// Hosts that a text names.
#[inline(never)]
pub(crate) fn hosts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for token in
        text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '/' | ':' | '_' | '@')))
    {
        if token.contains('@') {
            continue;
        }
        let name = host(token.trim_matches(one_of(".:/-")));
        let last = name.rsplit('.').next().unwrap_or_default();
        const KINDS: &str = "com|org|net|example|test|io|cn|dev|app|co|uk|de|jp|invalid|localhost|edu";
        if name.contains('.') && is_one(last, KINDS) && !name.starts_with('.') {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Act, act, bare, host, hosts, path, share};
    use crate::turn::{Outcome, Step};
    use serde_json::{Value, json};

    fn judged(tool: &str, args: &Value) -> Act {
        act(&Step { n: 1, tool, args, outcome: Outcome::Done, page: None, result: "" })
    }

    #[test]
    fn typing_commits_only_where_it_submits() {
        assert_eq!(judged("type", &json!({"text": "a"})), Act::Field);
        assert_eq!(judged("type", &json!({"text": "a", "submit": true})), Act::Commit);
        assert_eq!(judged("batch_actions", &json!({"actions": ["type a", "click b"]})), Act::Commit);
        assert_eq!(judged("batch_actions", &json!({"actions": ["type a"]})), Act::Field);
        assert_eq!(judged("hover", &json!({})), Act::Idle);
    }

    #[test]
    fn addresses_are_taken_apart() {
        assert_eq!(bare("https://a.test/b/#c"), "https://a.test/b");
        assert_eq!(host("https://www.a.test:80/b"), "a.test");
        assert_eq!(path("https://a.test/b/?q"), "/b");
        assert_eq!(hosts("see pots.example and 去 a.test/x 看, not e.g. this"), ["pots.example", "a.test"]);
    }

    #[test]
    fn shares_are_read() {
        assert_eq!(share("stopped after 3 of 4 actions"), Some((3, 4)));
        assert_eq!(share("已填 2/3 项"), Some((2, 3)));
        assert_eq!(share("opened https://a.test"), None);
    }
}
