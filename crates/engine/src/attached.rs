//! What a message brings along, as a model is shown it. A file is somebody's text: it comes fenced, like a page.

use crate::fence::fenced;
use crate::ordered::OrderedMap;
use crate::state::ThreadState;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fairlead_protocol::attachment::{AttachmentLink, Kept};
use fairlead_protocol::caps;
use fairlead_protocol::conversation::Part;
use fairlead_protocol::ids::{AttachmentId, NodeId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::order::settle;

/// Of a picture, whatever its size: about what a page's screenshot has.
pub(crate) const IMAGE_TOKENS: u32 = 1_200;
/// Of the words in place of a file that is not kept.
const GONE_TOKENS: u32 = 12;

/// Contents by id, in base64, as far as they are still there.
pub type Contents = OrderedMap<AttachmentId, String>;

/// Whose contents a request of this Thread needs.
pub fn wanted(state: &ThreadState) -> Vec<AttachmentId> {
    let mut wanted: Vec<AttachmentId> = state
        .path()
        .into_iter()
        .flat_map(|node| shown(&node.body))
        .filter(|link| state.attachments.get(&link.id).is_some_and(|held| held.kept == Kept::Whole))
        .map(|link| link.id.clone())
        .collect();
    settle(&mut wanted);
    wanted
}

/// Those that a request brings along. What a model made it is not shown again: a file stands in the call that wrote it, and no
/// wire takes a picture in a reply.
pub(crate) fn shown(body: &NodeBody) -> impl Iterator<Item = &AttachmentLink> {
    links(body).iter().filter(move |link| match body {
        NodeBody::AssistantMessage { .. } => false,
        NodeBody::ToolResult { .. } => is_image(&link.media_type),
        _ => true,
    })
}

/// The files of a message, and those that a result or a reply brought.
pub(crate) fn links(body: &NodeBody) -> &[AttachmentLink] {
    match body {
        NodeBody::UserMessage { attachments: links, .. }
        | NodeBody::AssistantMessage { pictures: links, .. }
        | NodeBody::ToolResult { pictures: links, .. } => links,
        NodeBody::TurnContext { .. }
        | NodeBody::ToolCall { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        | NodeBody::CompletionRejected { .. }
        | NodeBody::ContextNote { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone
        | NodeBody::SystemNotice { .. } => &[],
    }
}

/// Of a file that is not at hand, by its size: three bytes of prose are no more than a token, whatever its language.
pub(crate) fn tokens(state: &ThreadState, link: &AttachmentLink) -> u32 {
    match state.attachments.get(&link.id) {
        Some(held) if held.kept == Kept::Whole && is_image(&held.media_type) => IMAGE_TOKENS,
        Some(held) if held.kept == Kept::Whole => {
            let bytes = held.bytes.min(caps::ATTACHED_TEXT_BYTES as u64);
            u32::try_from(bytes / 3).unwrap_or(u32::MAX)
        }
        Some(_) | None => GONE_TOKENS,
    }
}

pub(crate) fn part(node: &NodeId, link: &AttachmentLink, contents: &Contents) -> Part {
    let Some(data) = contents.get(&link.id) else {
        return Part::Text { text: "[A file was attached here. Its content is no longer kept.]".to_owned() };
    };
    if is_image(&link.media_type) {
        return Part::Image { media_type: link.media_type.clone(), data_b64: data.clone() };
    }
    let text = decoded(data).and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let text = format!("{}\n\n{}", link.name, caps::clip(&text, caps::ATTACHED_TEXT_BYTES));
    Part::Text { text: fenced(node, "attached file", &text) }
}

pub(crate) fn decoded(data: &str) -> Option<Vec<u8>> {
    STANDARD.decode(data).ok()
}

pub(crate) fn encoded(content: &[u8]) -> String {
    STANDARD.encode(content)
}

/// What every wire takes as a picture.
pub(crate) fn is_image(media_type: &str) -> bool {
    matches!(media_type, "image/png" | "image/jpeg" | "image/webp" | "image/gif")
}
