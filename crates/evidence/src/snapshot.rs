//! The lines of a page as the reads show them: role, name, value and flags. What is no such line is text.

use crate::words::{one_of, part};

/// The first word of a line, past the dash or the sign of a change that it stands behind.
pub(crate) fn role(line: &str) -> &str {
    line.trim_start_matches(one_of(" -+~")).split(' ').next().unwrap_or_default()
}

/// One line of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// Empty for text.
    pub(crate) role: &'a str,
    pub(crate) name: &'a str,
    pub(crate) value: Option<&'a str>,
    /// What stands behind the name: `[checked]`, `[invalid]`.
    pub(crate) flags: &'a str,
}

#[inline(never)]
pub(crate) fn lines(text: &str) -> std::vec::IntoIter<Line<'_>> {
    let mut found = Vec::new();
    for written in text.lines() {
        elements(written, &mut found);
    }
    found.into_iter()
}

/// Lines of one written line: snapshots put several short elements beside each other.
fn elements<'a>(text: &'a str, found: &mut Vec<Line<'a>>) {
    let text = text.trim().trim_start_matches(one_of("-+~")).trim_start();
    let before = found.len();
    let mut rest = text;
    while let Some((role, tail)) = rest.split_once(" \"") {
        let role = role.rsplit(one_of(" :\u{ff1a}")).next().unwrap_or_default();
        if role.is_empty() || !role.chars().all(|c| c.is_ascii_lowercase()) {
            break;
        }
        let Some((name, behind)) = tail.split_once('"') else { break };
        let end = next_element(behind);
        let flags = part(behind, ..end);
        let value =
            flags.split_once("value=\"").and_then(|(_, value)| value.split_once('"')).map(|(value, _)| value);
        found.push(Line { role, name, value, flags });
        rest = part(behind, end..);
    }
    if found.len() == before {
        found.push(Line { role: "", name: text, value: None, flags: "" });
    }
}

/// Where the next `role "name"` starts behind an element.
fn next_element(behind: &str) -> usize {
    let mut at = 0;
    while let Some(found) = behind.get(at..).and_then(|rest| rest.find(" \"")).map(|found| at + found) {
        let head = part(behind, ..found);
        let start = head.rfind(' ').map_or(0, |space| space + 1);
        let role = part(head, start..);
        if !role.is_empty() && role.chars().all(|c| c.is_ascii_lowercase()) {
            return start;
        }
        at = found + 2;
    }
    behind.len()
}

impl Line<'_> {
    /// Speaks of the page's state and is no control and no entry of a list.
    pub(crate) fn is_message(&self) -> bool {
        matches!(
            self.role,
            "" | "status"
                | "text"
                | "heading"
                | "alert"
                | "dialog"
                | "alertdialog"
                | "banner"
                | "paragraph"
                | "note"
                | "log"
                | "generic"
                | "main"
                | "region"
        )
    }

    pub(crate) fn is_entry(&self) -> bool {
        matches!(
            self.role,
            "row" | "listitem" | "article" | "option" | "treeitem" | "gridcell" | "cell" | "card"
        )
    }

    pub(crate) fn is_switch(&self) -> bool {
        matches!(
            self.role,
            "checkbox" | "switch" | "radio" | "menuitemcheckbox" | "menuitemradio" | "togglebutton"
        )
    }

    pub(crate) fn is_on(&self) -> bool {
        let negated = self.flags.contains("not checked")
            || self.flags.contains("unchecked")
            || self.flags.contains("=false");
        !negated
            && ["checked", "pressed", "selected", "[on]", "=true"]
                .iter()
                .any(|flag| self.flags.contains(flag))
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, lines};

    #[test]
    fn a_snapshot_is_read_line_by_line() {
        let text = "textbox \"Name\" value=\"Ann\" [ref=s1_2]\nswitch \"Dark mode\" [checked]\ntext \"a\" text \"b\"\nplain words";
        let found: Vec<Line<'_>> = lines(text).collect();
        assert_eq!((found[0].role, found[0].name, found[0].value), ("textbox", "Name", Some("Ann")));
        assert!(found[1].is_switch() && found[1].is_on());
        assert_eq!((found[2].name, found[3].name), ("a", "b"));
        assert_eq!((found[4].role, found[4].name), ("", "plain words"));
    }
}
