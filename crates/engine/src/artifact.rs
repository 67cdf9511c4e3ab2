//! A file that the model writes into the conversation: what of it may be kept. The person opens and saves it; nothing else does.

use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::invisible::is_invisible;
use fairlead_protocol::tool::ToolFailure;
use fairlead_tools::Artifact;

const PLAIN: &str = "text/plain";

/// As it will be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) name: String,
    pub(crate) media_type: String,
    pub(crate) content: String,
}

pub(crate) fn written(asked: &Artifact, state: &ThreadState) -> Result<Written, ToolFailure> {
    let name = asked.name.trim();
    let media_type = asked.media_type.as_deref().map(str::trim).filter(|given| !given.is_empty());
    let media_type = media_type.unwrap_or(PLAIN).to_ascii_lowercase();
    let wrong = if !is_file_name(name) {
        format!("`name` is no file name of at most {} characters", caps::ATTACHMENT_NAME_CHARS)
    } else if state.attachments.values().any(|held| held.name == name) {
        // A call that gives files to a page knows them by their names: none may stand in for another.
        format!("this conversation has a file \"{name}\" already")
    } else if asked.content.is_empty() {
        "`content` is empty".to_owned()
    } else if !is_of_text(&media_type) {
        "`media_type` must be one of text, JSON, XML or YAML".to_owned()
    } else {
        return Ok(Written { name: name.to_owned(), media_type, content: asked.content.clone() });
    };
    Err(ToolFailure::wrong_arguments(wrong))
}

/// Of one file, in whatever folder; what a person reads of it is all that it says.
fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().count() <= caps::ATTACHMENT_NAME_CHARS
        && !name.starts_with('.')
        && !name.contains(|c: char| matches!(c, '/' | '\\' | ':') || c.is_control() || is_invisible(c))
}

fn is_of_text(media_type: &str) -> bool {
    let Some((kind, format)) = media_type.split_once('/') else { return false };
    let is_written = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    let format_is_text = match kind {
        "text" => !format.is_empty(),
        "application" => matches!(format, "json" | "xml" | "yaml" | "csv") || is_suffixed(format),
        _ => is_suffixed(format),
    };
    format_is_text && media_type.len() <= caps::MEDIA_TYPE_BYTES && format.chars().all(is_written)
}

/// RFC 6839.
fn is_suffixed(format: &str) -> bool {
    format.ends_with("+json") || format.ends_with("+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_one_that_a_person_can_read_and_no_path() {
        for name in ["prices.csv", "Über mich.md", "价格.txt"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["", ".bashrc", "../up.txt", "a\\b.txt", "c:d.txt", "a\nb.txt", "invoice\u{202e}txt.exe"]
        {
            assert!(!is_file_name(name), "{name:?}");
        }
        assert!(!is_file_name(&"n".repeat(caps::ATTACHMENT_NAME_CHARS + 1)));
    }

    #[test]
    fn only_types_of_text_are_taken() {
        for media_type in ["text/csv", "application/json", "image/svg+xml", "application/ld+json"] {
            assert!(is_of_text(media_type), "{media_type}");
        }
        for media_type in
            ["", "text", "text/", "image/png", "application/zip", "text/html;charset=x", "text/a b"]
        {
            assert!(!is_of_text(media_type), "{media_type}");
        }
    }
}
