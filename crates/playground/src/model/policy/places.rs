//! Going somewhere, and saying what is open.

use super::Situation;
use crate::model::intent::Place;
use crate::model::outcome::{Outcome, clip};
use crate::model::reply::Reply;
use crate::model::snapshot::Snapshot;
use serde_json::json;

pub(super) fn open(situation: &Situation, place: &Place) -> Reply {
    let url = match place {
        Place::Site(path) => format!("{}{path}", situation.base.0),
        Place::Address(address) => address.clone(),
    };
    let Some(step) = situation.turn.last() else {
        let words = situation.turn.request.to_lowercase();
        let wants_tab = words.contains("tab") || words.contains("标签");
        let tool = if wants_tab || !situation.tools.offers("navigate") { "tab_open" } else { "navigate" };
        let text = situation.language().pick(format!("I'll open {url}."), format!("我来打开 {url}。"));
        return situation.call(tool, json!({ "url": url })).saying(text);
    };
    match step.outcome() {
        Outcome::Done if step.reads() => {
            let title = title(&step.result).unwrap_or_else(|| url.clone());
            Reply::say(situation.language().pick(
                format!("The page is open: **{title}** ({url})."),
                format!("页面已打开：**{title}**（{url}）。"),
            ))
        }
        // A tab in the background is not the page that `read_page` means; its own result is the evidence.
        Outcome::Done if step.tool == "navigate" && situation.tools.offers("read_page") => {
            situation.read_page()
        }
        Outcome::Done => Reply::say(situation.language().pick(
            format!("I opened {url}. The browser says: {}", clip(&step.result, 160)),
            format!("已打开 {url}。浏览器提示：{}", clip(&step.result, 160)),
        )),
        outcome @ (Outcome::Denied { .. } | Outcome::Stale | Outcome::Unknown | Outcome::Failed { .. }) => {
            situation.give_up(step, &outcome)
        }
    }
}

pub(super) fn list_tabs(situation: &Situation) -> Reply {
    let Some(step) = situation.turn.last() else {
        return situation.call("tabs_list", json!({}));
    };
    match step.outcome() {
        Outcome::Done => {
            let tabs: Vec<String> = step
                .result
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with(['<', '`']))
                .map(|line| format!("- {}", clip(line.trim_start_matches("- "), 160)))
                .collect();
            let tabs = tabs.join("\n");
            Reply::say(
                situation
                    .language()
                    .pick(format!("These tabs are open:\n{tabs}"), format!("打开的标签页：\n{tabs}")),
            )
        }
        outcome @ (Outcome::Denied { .. } | Outcome::Stale | Outcome::Unknown | Outcome::Failed { .. }) => {
            situation.give_up(step, &outcome)
        }
    }
}

/// The page's title: the head of a snapshot, a `title:` line, else the first heading of the tree.
pub(super) fn title(result: &str) -> Option<String> {
    let page = Snapshot::parse(result);
    let named =
        |role: &str| page.iter().find(|(_, node)| node.role == role).map(|(_, node)| node.name.clone());
    let line = || {
        result.lines().map(str::trim).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            let is_title = matches!(
                key.trim().trim_matches('"').to_lowercase().as_str(),
                "title" | "page title" | "标题"
            );
            is_title
                .then(|| value.trim().trim_matches(['"', ',']).to_owned())
                .filter(|title| !title.is_empty())
        })
    };
    named("page").or_else(line).or_else(|| named("heading"))
}
