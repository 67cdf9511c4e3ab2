//! Talk that needs no page: a friendly echo, and a long count for whoever wants to interrupt.

use super::Situation;
use crate::model::outcome::clip;
use crate::model::reply::Reply;

pub(super) fn answer(situation: &Situation) -> Reply {
    let said = clip(&situation.turn.request, 200);
    Reply::say(situation.language().pick(
        format!(
            "You said: “{said}”. I am the scripted demo model. Ask me to find the cheapest headphones, to summarise a page or to fill in a form."
        ),
        format!("您说：“{said}”。我是按脚本回答的演示模型。您可以让我找最便宜的耳机、总结页面或填写表单。"),
    ))
    .thinking("No page is needed for this.")
}

/// One number a line.
pub(super) fn count(to: u32) -> Reply {
    let lines: Vec<String> = (1..=to).map(|n| n.to_string()).collect();
    Reply::say(lines.join("\n"))
}
