//! What was taken out of the model's view on a path. Stored nodes never change for it: it is said by nodes of its own.

use crate::fault::{Fault, active};
use crate::tokens::estimate;
use fairlead_protocol::context::Summary;
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::order::settle;

pub(crate) struct Cut<'a> {
    /// In the order of their ids.
    masked: Vec<&'a NodeId>,
    pub(crate) noted: Option<Noted<'a>>,
}

/// The newest summary; what older ones stood for is in them.
pub(crate) struct Noted<'a> {
    pub(crate) node: &'a Node,
    pub(crate) summary: &'a Summary,
    /// The last place of the path that they stand for.
    pub(crate) until: usize,
    kept: &'a [NodeId],
}

impl<'a> Cut<'a> {
    pub(crate) fn of(path: &[&'a Node]) -> Self {
        let mut masked = Vec::new();
        let mut noted = None;
        for node in path {
            match &node.body {
                NodeBody::ContextMasked { results } => masked.extend(results),
                NodeBody::ContextCompacted { until, kept, summary } => {
                    let place = path.iter().position(|earlier| earlier.id == *until);
                    noted = place.map(|until| Noted { node, summary, until, kept }).or(noted);
                }
                NodeBody::TurnContext { .. }
                | NodeBody::UserMessage { .. }
                | NodeBody::AssistantMessage { .. }
                | NodeBody::ToolCall { .. }
                | NodeBody::ToolResult { .. }
                | NodeBody::ApprovalDecision { .. }
                | NodeBody::InteractionResponse { .. }
                | NodeBody::CompletionRejected { .. }
                | NodeBody::ContextNote { .. }
                | NodeBody::Tombstone
                | NodeBody::SystemNotice { .. } => {}
            }
        }
        settle(&mut masked);
        Self { masked, noted }
    }

    pub(crate) fn is_masked(&self, result: &NodeId) -> bool {
        self.masked.binary_search(&result).is_ok()
    }

    /// Summary stand for it.
    pub(crate) fn hides(&self, place: usize, node: &Node) -> bool {
        self.noted.as_ref().is_some_and(|noted| place <= noted.until && !noted.kept.contains(&node.id))
    }
}

/// In the place of a result: how it is read back.
pub(crate) fn pointer(result: &NodeId, tool: &str, plain: &str) -> String {
    if active(Fault::MaskWithoutPointer) {
        return "[masked]".to_owned();
    }
    format!(
        "[masked: the result of {tool} was taken out of view to save room, about {} tokens. recall_result with node \"{result}\" reads it back as it was; for what is on the page now, look at the page again.]",
        estimate(plain)
    )
}
