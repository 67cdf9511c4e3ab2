//! The next reply to a request, by what the person wants. One file a task.

mod article;
mod chat;
mod directive;
mod form;
mod places;
mod shopping;

use crate::model::intent::Intent;
use crate::model::language::Language;
use crate::model::outcome::{Outcome, clip};
use crate::model::reply::Reply;
use crate::model::request::ChatRequest;
use crate::model::toolset::Toolset;
use crate::model::turn::{Step, Turn};
use serde_json::{Value, json};

/// Where this server is, for a model that is asked to open one of its sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BaseUrl(pub String);

/// Everything that a policy may look at.
pub(crate) struct Situation {
    turn: Turn,
    tools: Toolset,
    base: BaseUrl,
    /// All that it is told but by itself, line by line.
    view: Vec<String>,
}

pub(crate) fn next_reply(request: &ChatRequest, base: BaseUrl) -> Reply {
    let (turn, tools) = (Turn::of(request), Toolset::of(&request.tools));
    let situation = Situation { turn, tools, base, view: request.lines() };
    match Intent::of(&situation.turn.request) {
        Intent::Scripted => directive::next(&situation),
        Intent::Call { tool, args } if situation.turn.steps.is_empty() => situation.call(&tool, args),
        Intent::Call { .. } => chat::answer(&situation),
        Intent::BuyCheapestHeadphones => shopping::next(&situation),
        Intent::Summarise => article::next(&situation),
        Intent::FillForm => form::next(&situation),
        Intent::Count { to } => chat::count(to),
        Intent::ListTabs => places::list_tabs(&situation),
        Intent::Open { place } => places::open(&situation, &place),
        Intent::Chat => chat::answer(&situation),
    }
}

impl Situation {
    fn language(&self) -> Language {
        self.turn.language
    }

    /// A call of an offered tool; without the tool, words that say what is missing.
    fn call(&self, tool: &str, args: Value) -> Reply {
        if self.tools.offers(tool) {
            return Reply::call(tool, self.tools.fit(tool, args));
        }
        Reply::say(self.language().pick(
            format!("I would need the tool `{tool}` for this, and I was not given it."),
            format!("这需要工具 `{tool}`，但我没有得到它。"),
        ))
    }

    fn read_page(&self) -> Reply {
        self.call("read_page", json!({}))
    }

    /// An honest end: the call did not do its work.
    fn give_up(&self, step: &Step, outcome: &Outcome) -> Reply {
        let tool = &step.tool;
        let said = clip(&step.result, 160);
        Reply::say(match outcome {
            Outcome::Denied { note } => self.declined(note.as_deref()),
            Outcome::Done | Outcome::Stale | Outcome::Unknown | Outcome::Failed { .. } => self.language().pick(
                format!("I could not finish this: `{tool}` failed and said “{said}”. I have done nothing further."),
                format!("没能完成：`{tool}` 失败，提示为“{said}”。之后我没有再做任何操作。"),
            ),
        })
    }

    fn declined(&self, note: Option<&str>) -> String {
        match note {
            Some(note) => self.language().pick(
                format!(
                    "Understood: “{note}”. I did not carry out that step and changed nothing on the page."
                ),
                format!("明白了：“{note}”。我没有执行这一步，页面没有任何改动。"),
            ),
            None => self.language().pick(
                "Understood, you declined. I did not carry out that step and changed nothing on the page."
                    .to_owned(),
                "明白了，您拒绝了。我没有执行这一步，页面没有任何改动。".to_owned(),
            ),
        }
    }
}

#[cfg(test)]
mod tests;
