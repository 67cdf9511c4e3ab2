//! Filling in a form with what the request says, sending it, and reading what the page makes of it.
//!
//! Nothing is made up: a field for which the request has no value stays as it is, but a country that must be chosen
//! and was not named is answered with the neutral option.

use super::{Situation, places};
use crate::model::outcome::Outcome;
use crate::model::reply::Reply;
use crate::model::snapshot::{Node, Snapshot};
use crate::model::turn::Step;
use serde_json::json;

const UNNAMED_COUNTRY: &str = "Prefer not to say";
const MOST_STALE: usize = 3;

/// What the request asks to be filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wish {
    name: Option<String>,
    email: Option<String>,
    country: Option<String>,
    message: Option<String>,
}

pub(super) fn next(situation: &Situation) -> Reply {
    let Some(last) = situation.turn.last() else {
        let text = situation.language().pick("I'll look at the form first.", "我先看一下表单。");
        let reply = situation.read_page();
        return if reply.calls.is_empty() { reply } else { reply.saying(text) };
    };
    let outcome = last.outcome();
    let stale = situation.turn.steps.iter().filter(|step| step.outcome() == Outcome::Stale).count();
    match &outcome {
        Outcome::Stale if stale < MOST_STALE => situation.read_page(),
        Outcome::Unknown if !last.reads() => situation.read_page(),
        Outcome::Denied { .. } | Outcome::Failed { .. } | Outcome::Stale | Outcome::Unknown => {
            situation.give_up(last, &outcome)
        }
        Outcome::Done => go_on(situation, last),
    }
}

fn go_on(situation: &Situation, last: &Step) -> Reply {
    let sent = situation
        .turn
        .steps
        .iter()
        .any(|s| s.tool == "click" && matches!(s.outcome(), Outcome::Done | Outcome::Unknown));
    match (sent, last.tool == "click") {
        (true, true) => situation.read_page(),
        (true, false) => report(situation, &last.result),
        (false, _) => fill(situation),
    }
}

fn fill(situation: &Situation) -> Reply {
    let steps = &situation.turn.steps;
    let read = steps.iter().rev().find(|step| step.reads() && step.outcome() == Outcome::Done);
    let Some(page) = read.map(|step| Snapshot::parse(&step.result)).filter(|page| !page.is_empty()) else {
        return Reply::say(
            situation.language().pick("I see no form on this page.", "这个页面上没有看到表单。"),
        );
    };
    let wish = wish(&situation.turn.request);
    let fields = [
        (&wish.name, &["name", "姓名"][..]),
        (&wish.email, &["email", "e-mail", "邮箱", "邮件"][..]),
        (&wish.message, &["message", "comment", "question", "留言"][..]),
    ];
    for (value, labels) in fields {
        let Some(value) = value else { continue };
        let Some((label, reference)) = find(&page, &["textbox", "searchbox"], labels) else { continue };
        if !was_done(steps, "type", &reference) {
            return situation.call("type", json!({ "element": label, "ref": reference, "text": value }));
        }
    }
    let option = wish.country.as_deref().unwrap_or(UNNAMED_COUNTRY);
    let refused = |reference: &str| {
        page.iter().any(|(_, n)| n.reference.as_deref() == Some(reference) && n.offers(option) == Some(false))
    };
    if let Some((label, reference)) = find(&page, &["combobox", "listbox"], &["country", "国家"])
        && (wish.country.is_some() || !refused(&reference))
        && !was_done(steps, "select_option", &reference)
        && situation.tools.offers("select_option")
    {
        return Reply::call("select_option", situation.tools.option_args(&label, &reference, option));
    }
    match find(&page, &["button"], &["send", "submit", "register", "book", "提交", "发送"]) {
        Some((label, reference)) => situation.call("click", json!({ "element": label, "ref": reference })),
        None => Reply::say(situation.language().pick(
            "I filled in the fields, but found no button to send the form.",
            "字段已填好，但没有找到提交按钮。",
        )),
    }
}

fn was_done(steps: &[Step], tool: &str, reference: &str) -> bool {
    steps
        .iter()
        .any(|step| step.tool == tool && step.arg("ref") == reference && step.outcome() == Outcome::Done)
}

/// The first node of such a role whose label says one of the words.
fn find(page: &Snapshot, roles: &[&str], words: &[&str]) -> Option<(String, String)> {
    let fits = |node: &Node| {
        let name = node.name.to_lowercase();
        roles.contains(&node.role.as_str()) && words.iter().any(|word| name.contains(word))
    };
    page.iter().filter(|(_, node)| fits(node)).find_map(|(_, n)| Some((n.name.clone(), n.reference.clone()?)))
}

fn report(situation: &Situation, result: &str) -> Reply {
    let page = Snapshot::parse(result);
    let complaints: Vec<String> = page
        .iter()
        .filter(|(_, n)| n.role == "alert" || n.has_state("invalid"))
        .map(|(_, n)| n.name.trim_end_matches('.').to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    let thanks = page.iter().filter(|(_, n)| n.role != "page").map(|(_, n)| n.name.as_str()).find(|name| {
        let lower = name.to_lowercase();
        ["thank", "received", "success", "感谢", "成功"].iter().any(|word| lower.contains(word))
    });
    let language = situation.language();
    Reply::say(match thanks {
        Some(thanks) => language.pick(
            format!("The form was sent. The page says: “{thanks}”."),
            format!("表单已提交。页面显示：“{thanks}”。"),
        ),
        None if complaints.is_empty() => {
            let title = places::title(result).unwrap_or_default();
            language.pick(
                format!(
                    "I pressed the button, but the page “{title}” does not say that the form was received."
                ),
                format!("我点击了按钮，但页面“{title}”没有显示表单已收到。"),
            )
        }
        None => {
            let list = complaints.join("; ");
            language.pick(
                format!("The form was not accepted. The page asks for: {list}."),
                format!("表单未被接受。页面提示：{list}。"),
            )
        }
    })
}

fn wish(request: &str) -> Wish {
    let email = request
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '；' | ';' | '"'))
        .map(|word| {
            word.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).trim_end_matches(['.', '。', ')'])
        })
        .find(|word| word.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.')))
        .map(str::to_owned);
    Wish {
        name: value_after(request, &["name ", "姓名是", "姓名为", "姓名"]),
        email,
        country: value_after(request, &["country ", "国家是", "国家为", "国家"]),
        message: value_after(request, &["message ", "留言"]),
    }
}

/// What stands behind a word, up to the next field.
fn value_after(request: &str, leads: &[&str]) -> Option<String> {
    let (_, after) = leads.iter().find_map(|lead| request.split_once(lead))?;
    let after = after.trim_start_matches([' ', ':', '：', '"', '“']);
    let ends = [
        " and ",
        ", ",
        "，",
        "；",
        ";",
        "\n",
        "\"",
        "”",
        "和",
        "。",
        " with ",
        " email ",
        " country ",
        " message ",
    ];
    let end = ends.iter().filter_map(|end| after.find(end)).min().unwrap_or(after.len());
    let value = after.get(..end)?.trim().trim_end_matches('.');
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn the_wish_is_read_from_the_request() {
        let full = wish(
            "Fill in the form with name Ada Byron, email ada@example.test, country Portugal and message Hello there.",
        );
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            full,
            Wish {
                name: some("Ada Byron"),
                email: some("ada@example.test"),
                country: some("Portugal"),
                message: some("Hello there")
            }
        );
        let chinese = wish("填写表单，姓名是李雷，邮箱 li@example.test。");
        assert_eq!(chinese, Wish { name: some("李雷"), email: some("li@example.test"), ..Wish::default() });
    }
}
