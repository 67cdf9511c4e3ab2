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

/// Contents by id, in base64, as far as they are still there.
pub type Contents = OrderedMap<AttachmentId, String>;

/// Whose contents a request of this Thread needs.
pub fn wanted(state: &ThreadState) -> Vec<AttachmentId> {
    let mut wanted: Vec<AttachmentId> = state
        .path()
        .into_iter()
        .filter_map(|node| match &node.body {
            NodeBody::UserMessage { attachments, .. } => Some(attachments),
            _ => None,
        })
        .flatten()
        .filter(|link| state.attachments.get(&link.id).is_some_and(|held| held.kept == Kept::Whole))
        .map(|link| link.id.clone())
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    wanted
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

/// What every wire takes as a picture.
pub(crate) fn is_image(media_type: &str) -> bool {
    matches!(media_type, "image/png" | "image/jpeg" | "image/webp" | "image/gif")
}
