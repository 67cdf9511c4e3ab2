//! A result that is read back. It is trusted as much as it was the first time: what a page said stays what a page said.

use crate::context::plain;
use crate::state::ThreadState;
use crate::tokens::beginning;
use fairlead_protocol::caps;
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};
use fairlead_tools::Tool;

/// `None`: a call that asks for something else.
pub(crate) fn recalled(state: &ThreadState, tool: &Tool) -> Option<(ResultOutcome, Trust)> {
    let Tool::RecallResult(asked) = tool else { return None };
    let node = NodeId::new(asked.node.trim());
    // Another branch's results are no part of this conversation.
    let found = state.path().into_iter().find(|earlier| earlier.id == node);
    Some(match found.map(|found| &found.body) {
        Some(NodeBody::ToolResult { trust, outcome, .. }) => {
            let content = page(&plain(outcome), asked.from_char.unwrap_or_default() as usize);
            (ResultOutcome::said(content), *trust)
        }
        Some(_) | None => {
            let failure = ToolFailure::new(
                ToolErrorCode::NotFound,
                "no result of this conversation has this node",
                "Take the node as the masked result or the notes name it, or look at the page again.",
            );
            (ResultOutcome::Failed { failure }, Trust::Trusted)
        }
    })
}

fn page(text: &str, from: usize) -> String {
    let all = text.chars().count();
    caps::page(beginning(text.chars().skip(from), caps::RECALL_TOKENS), from, all)
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::tokens::estimate;
    use fairlead_protocol::caps::RECALL_TOKENS;

    #[test]
    fn a_long_result_comes_in_pages_that_join_to_the_whole() {
        let text = "价格".repeat(RECALL_TOKENS as usize);
        let (mut whole, mut from) = (String::new(), 0);
        for _ in 0..2 {
            let one = page(&text, from);
            let shown = one.split("\n[characters").next().unwrap_or_default();
            assert_eq!(estimate(shown), RECALL_TOKENS);
            from += shown.chars().count();
            whole.push_str(shown);
        }
        assert_eq!(whole, text);
        assert_eq!(page("short", 0), "short");
        assert_eq!(page("short", 99), "");
    }
}
