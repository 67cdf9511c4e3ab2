//! Searches what ships for what must not ship: code made from text, markup made from text, and anything loaded from elsewhere.
//! The content security policy forbids most of it at run time; this says so at build time.

use crate::error::{Error, Result};
use crate::place;
use std::path::Path;

struct Rule {
    endings: &'static [&'static str],
    needle: &'static str,
    why: &'static str,
}

const CODE: &[&str] = &["js", "html"];
const MARKUP: &[&str] = &["html"];
const STYLE: &[&str] = &["css", "html"];

const RULES: &[Rule] = &[
    Rule { endings: CODE, needle: "eval(", why: "code made from text" },
    Rule { endings: CODE, needle: "new Function", why: "code made from text" },
    Rule { endings: CODE, needle: "innerHTML", why: "markup made from text" },
    Rule { endings: CODE, needle: "outerHTML=", why: "markup made from text" },
    Rule { endings: CODE, needle: "insertAdjacentHTML", why: "markup made from text" },
    Rule { endings: CODE, needle: "document.write(", why: "markup made from text" },
    Rule { endings: CODE, needle: "import(\"http", why: "a remote script" },
    Rule { endings: CODE, needle: "importScripts(\"http", why: "a remote script" },
    Rule { endings: CODE, needle: "src=\"http", why: "a remote source" },
    Rule { endings: CODE, needle: "src:\"http", why: "a remote source" },
    Rule { endings: CODE, needle: "src=\"//", why: "a remote source" },
    Rule { endings: MARKUP, needle: "<link rel=\"stylesheet\" href=\"http", why: "a remote style" },
    Rule { endings: MARKUP, needle: "<script>", why: "an inline script" },
    Rule { endings: MARKUP, needle: " onclick=", why: "an inline script" },
    Rule { endings: STYLE, needle: "url(http", why: "a remote source" },
    Rule { endings: STYLE, needle: "url(\"http", why: "a remote source" },
    Rule { endings: STYLE, needle: "@import\"http", why: "a remote style" },
    Rule { endings: STYLE, needle: "@import \"http", why: "a remote style" },
];

pub(crate) fn run(out: &Path) -> Result<()> {
    let mut findings = Vec::new();
    for path in place::files_below(out)? {
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if RULES.iter().any(|rule| rule.endings.contains(&ending.as_str())) {
            let name = path.strip_prefix(out).unwrap_or(&path).display().to_string();
            findings.extend(search(&name, &ending, &place::read(&path)?));
        }
    }
    Error::unless_clean("what ships holds what must not ship", findings)
}

fn search(name: &str, ending: &str, text: &str) -> Vec<String> {
    RULES
        .iter()
        .filter(|rule| rule.endings.contains(&ending))
        .filter_map(|rule| text.find(rule.needle).map(|at| (rule, at)))
        .map(|(rule, at)| format!("{name}: {}: {}", rule.why, excerpt(text, at)))
        .collect()
}

/// Enough around a hit to recognise whose code it is.
fn excerpt(text: &str, at: usize) -> String {
    let before: Vec<char> = text.get(..at).unwrap_or_default().chars().rev().take(40).collect();
    let after: String = text.get(at..).unwrap_or_default().chars().take(60).collect();
    before.into_iter().rev().chain(after.chars()).collect::<String>().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::search;

    #[test]
    fn code_from_text_is_found() {
        assert_eq!(search("a.js", "js", "x=eval('1')"), ["a.js: code made from text: x=eval('1')"]);
        assert_eq!(search("a.js", "js", "new Function('return 1')").len(), 1);
    }

    #[test]
    fn markup_from_text_is_found() {
        assert_eq!(search("a.js", "js", "e.innerHTML=t").len(), 1);
    }

    #[test]
    fn remote_sources_are_found_in_markup_and_style() {
        assert_eq!(search("a.html", "html", "<script src=\"https://cdn.example/x.js\"></script>").len(), 1);
        assert_eq!(search("a.css", "css", "@import \"https://fonts.example/a.css\";").len(), 1);
        assert_eq!(search("a.css", "css", "a{background:url(https://a.example/x.png)}").len(), 1);
    }

    #[test]
    fn an_address_in_a_text_is_nobody_s_source() {
        assert!(search("a.js", "js", "const base=\"https://api.example/v1\";fetch(base)").is_empty());
    }
}
