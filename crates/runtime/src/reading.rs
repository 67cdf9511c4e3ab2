//! From the text of a Port to a command. Bounds come before parsing, and every refusal names what is wrong.

use fairlead_protocol::canonical;
use fairlead_protocol::caps;
use fairlead_protocol::command::{Command, CommandBody};
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::{ClientId, Digest, SubmissionId};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use serde_json::Value;

/// A text that is no command, and whom to tell if it said so.
#[derive(Debug, PartialEq)]
pub(crate) struct Unreadable {
    pub(crate) submission: SubmissionId,
    pub(crate) refusal: Refusal,
}

/// A command as it was sent.
#[derive(Clone, Debug)]
pub(crate) struct Submitted {
    pub(crate) client_id: ClientId,
    pub(crate) submission_id: SubmissionId,
    pub(crate) body: CommandBody,
    /// SHA-256 of the canonical form (RFC 8785) of the payload: what makes the same submission the same.
    pub(crate) digest: Digest,
}

pub(crate) fn command(text: &str) -> Result<Submitted, Unreadable> {
    let nameless = |refusal| Unreadable { submission: SubmissionId::new(""), refusal };
    if text.len() > caps::COMMAND_BYTES {
        let message = format!("the command has {} bytes; {} are the limit", text.len(), caps::COMMAND_BYTES);
        return Err(nameless(Refusal::new(RefusalCode::TooLarge, message)));
    }
    if depth(text) > caps::COMMAND_DEPTH {
        let message = format!("the command is nested deeper than {} levels", caps::COMMAND_DEPTH);
        return Err(nameless(Refusal::new(RefusalCode::BadCommand, message)));
    }
    let mut value: Value = serde_json::from_str(text)
        .map_err(|error| nameless(Refusal::new(RefusalCode::BadCommand, format!("not JSON: {error}"))))?;
    let submission =
        SubmissionId::new(value.get("submission_id").and_then(Value::as_str).unwrap_or_default());
    let refuse = |refusal| Unreadable { submission: submission.clone(), refusal };
    for field in ["client_id", "submission_id"] {
        let id = value.get(field).and_then(Value::as_str).unwrap_or_default();
        if id.is_empty() || id.len() > caps::ID_BYTES {
            let message = format!("`{field}` must be a text of 1 to {} bytes", caps::ID_BYTES);
            return Err(refuse(Refusal::new(RefusalCode::BadCommand, message).at(field)));
        }
    }
    let digest = canonical::digest(value.get("body").unwrap_or(&Value::Null));
    let command = Command::from_json(&mut value).map_err(|misfit| {
        refuse(
            Refusal::new(RefusalCode::BadCommand, format!("not a command of this version: {misfit}"))
                .at("body"),
        )
    })?;
    if let Some(thread) = command.body.thread()
        && (thread.0.is_empty() || thread.0.len() > caps::ID_BYTES)
    {
        let message = format!("`thread` must be a text of 1 to {} bytes", caps::ID_BYTES);
        return Err(refuse(Refusal::new(RefusalCode::BadCommand, message).at("thread")));
    }
    let Command { client_id, submission_id, body } = command;
    Ok(Submitted { client_id, submission_id, body, digest })
}

/// Deepest nesting of brackets outside of texts; one pass, nothing is built.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (RefusalCode, Option<String>, String) {
        let unreadable = command(text).unwrap_err();
        (unreadable.refusal.code, unreadable.refusal.field, unreadable.submission.0)
    }

    #[test]
    fn a_command_is_read() {
        let text = r#"{"client_id":"c","submission_id":"s","body":{"type":"thread.create","thread":"t"}}"#;
        assert_eq!(command(text).unwrap().body.name(), "thread.create");
    }

    #[test]
    fn what_is_wrong_is_named_and_answered_to_its_submission() {
        let bad = RefusalCode::BadCommand;
        assert_eq!(refused("{"), (bad, None, String::new()));
        assert_eq!(
            refused(r#"{"submission_id":"s","body":{}}"#),
            (bad, Some("client_id".into()), "s".into())
        );
        let unknown = r#"{"client_id":"c","submission_id":"s","body":{"type":"turn.dance"}}"#;
        assert_eq!(refused(unknown), (bad, Some("body".into()), "s".into()));
        let extra =
            r#"{"client_id":"c","submission_id":"s","body":{"type":"thread.create","thread":"t","x":1}}"#;
        assert_eq!(refused(extra), (bad, Some("body".into()), "s".into()));
        let nameless = r#"{"client_id":"c","submission_id":"s","body":{"type":"thread.create","thread":""}}"#;
        assert_eq!(refused(nameless), (bad, Some("thread".into()), "s".into()));
    }

    #[test]
    fn size_and_depth_are_bounded_before_parsing() {
        assert_eq!(refused(&"[".repeat(40)).0, RefusalCode::BadCommand);
        assert_eq!(refused(&" ".repeat(caps::COMMAND_BYTES + 1)).0, RefusalCode::TooLarge);
        assert_eq!(depth(r#"{"a":"[[[[\"[[","b":[1]}"#), 2);
    }
}
