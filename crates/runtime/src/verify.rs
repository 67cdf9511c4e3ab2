//! A check of a connection: is it reachable, is the key right, does it stream, does it call a tool? The first that fails ends it.

use crate::asking::named;
use crate::model_call::{Caller, told};
use fairlead_engine::ModelFailure;
use fairlead_protocol::connection::{Connection, VerifyOutcome, VerifyStage, VerifyStep};
use fairlead_protocol::conversation::{
    CallArgs, Message, ModelErrorKind, ModelRequest, Reply, Role, ToolSpec,
};
use fairlead_protocol::json::object;
use fairlead_protocol::run::{RunError, RunErrorCode};

/// The tool of the check; it exists nowhere else and nothing runs for it.
const TOOL: &str = "report_ready";

/// With each key of the connection: the first that something fails with has the last word.
pub(crate) async fn verify(caller: &Caller, connection: &Connection) -> Vec<VerifyStep> {
    let [_, _, ..] = connection.keys.as_slice() else { return check(caller, connection).await };
    for key in &connection.keys {
        let with_one = Connection { keys: vec![key.clone()], current: None, ..connection.clone() };
        let mut steps = check(caller, &with_one).await;
        if let Some(VerifyOutcome::Failed { error }) = steps.last_mut().map(|last| &mut last.outcome) {
            error.message = format!("{}: {}", named(key), error.message);
            return steps;
        }
    }
    STAGES.map(passed).to_vec()
}

async fn check(caller: &Caller, connection: &Connection) -> Vec<VerifyStep> {
    let asked = ModelRequest {
        model: connection.models.first.id.clone(),
        messages: vec![Message::text(
            Role::User,
            format!(
                "This is a connection check. Call the tool {TOOL} with {{\"ready\": true}} and write nothing else."
            ),
        )],
        tools: vec![ToolSpec {
            name: TOOL.to_owned(),
            description: "Report that the connection works.".to_owned(),
            schema: object([
                ("type", "object".into()),
                ("properties", object([("ready", object([("type", "boolean".into())]))])),
                ("required", vec!["ready"].into()),
                ("additionalProperties", false.into()),
            ]),
        }],
    };
    match caller.quietly(connection, &asked).await {
        Ok((reply, pieces)) => answered(&reply, pieces),
        Err(failure) => failed(failure),
    }
}

fn answered(reply: &Reply, pieces: u32) -> Vec<VerifyStep> {
    let called = reply.calls.iter().any(|call| {
        call.name == TOOL && matches!(&call.args, CallArgs::Parsed { value } if value.is_object())
    });
    let (stage, kind, message) = match (pieces, called) {
        (0, _) => (VerifyStage::Streaming, ModelErrorKind::Protocol, "the reply came in one piece"),
        (_, false) => (
            VerifyStage::ToolCall,
            ModelErrorKind::ToolUseFailed,
            "the model answered in words where a tool call was asked for",
        ),
        (_, true) => return STAGES.map(passed).to_vec(),
    };
    up_to(stage, RunError { code: RunErrorCode::Model { kind }, message: message.to_owned() })
}

fn failed(failed: ModelFailure) -> Vec<VerifyStep> {
    let error = told(&failed);
    match error.code {
        RunErrorCode::Model { kind } => up_to(stage_of(kind), error),
        // Nothing was sent, so nothing else is known.
        RunErrorCode::KeyUnreadable | RunErrorCode::KeysLocked => vec![failure(VerifyStage::Key, error)],
        RunErrorCode::NoConnection
        | RunErrorCode::AttachmentUnreadable
        | RunErrorCode::Unrecorded
        | RunErrorCode::EnvironmentDrift { .. }
        | RunErrorCode::ProtocolViolation => vec![failure(VerifyStage::Reachable, error)],
    }
}

/// In the order they are tried.
const STAGES: [VerifyStage; 4] =
    [VerifyStage::Reachable, VerifyStage::Key, VerifyStage::Streaming, VerifyStage::ToolCall];

/// Where a call ends that fails in this way.
fn stage_of(kind: ModelErrorKind) -> VerifyStage {
    match kind {
        ModelErrorKind::Network
        | ModelErrorKind::OriginForbidden
        | ModelErrorKind::NotFound
        | ModelErrorKind::Server
        | ModelErrorKind::Overloaded => VerifyStage::Reachable,
        ModelErrorKind::Auth
        | ModelErrorKind::Permission
        | ModelErrorKind::Quota
        | ModelErrorKind::RateLimit => VerifyStage::Key,
        ModelErrorKind::ToolUseFailed => VerifyStage::ToolCall,
        ModelErrorKind::Timeout
        | ModelErrorKind::BadRequest
        | ModelErrorKind::UnsupportedParam
        | ModelErrorKind::ContextLength
        | ModelErrorKind::ContentFilter
        | ModelErrorKind::TooLarge
        | ModelErrorKind::TruncatedStream
        | ModelErrorKind::Protocol => VerifyStage::Streaming,
    }
}

fn up_to(stage: VerifyStage, error: RunError) -> Vec<VerifyStep> {
    let before = STAGES.into_iter().take_while(|earlier| *earlier != stage);
    before.map(passed).chain([failure(stage, error)]).collect()
}

fn passed(step: VerifyStage) -> VerifyStep {
    VerifyStep { step, outcome: VerifyOutcome::Passed }
}

fn failure(step: VerifyStage, error: RunError) -> VerifyStep {
    VerifyStep { step, outcome: VerifyOutcome::Failed { error } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairlead_protocol::conversation::ModelError;

    /// Where each failure is found, which says what is known to work: the stages before it.
    const TABLE: [(ModelErrorKind, VerifyStage); 18] = [
        (ModelErrorKind::Network, VerifyStage::Reachable),
        (ModelErrorKind::OriginForbidden, VerifyStage::Reachable),
        (ModelErrorKind::NotFound, VerifyStage::Reachable),
        (ModelErrorKind::Server, VerifyStage::Reachable),
        (ModelErrorKind::Overloaded, VerifyStage::Reachable),
        (ModelErrorKind::Auth, VerifyStage::Key),
        (ModelErrorKind::Permission, VerifyStage::Key),
        (ModelErrorKind::Quota, VerifyStage::Key),
        (ModelErrorKind::RateLimit, VerifyStage::Key),
        (ModelErrorKind::Timeout, VerifyStage::Streaming),
        (ModelErrorKind::BadRequest, VerifyStage::Streaming),
        (ModelErrorKind::UnsupportedParam, VerifyStage::Streaming),
        (ModelErrorKind::ContextLength, VerifyStage::Streaming),
        (ModelErrorKind::ContentFilter, VerifyStage::Streaming),
        (ModelErrorKind::TooLarge, VerifyStage::Streaming),
        (ModelErrorKind::TruncatedStream, VerifyStage::Streaming),
        (ModelErrorKind::Protocol, VerifyStage::Streaming),
        (ModelErrorKind::ToolUseFailed, VerifyStage::ToolCall),
    ];

    #[test]
    fn each_failure_ends_at_its_stage_and_the_stages_before_it_have_passed() {
        for (kind, stage) in TABLE {
            let error = ModelError { kind, ..fairlead_providers::failure(kind, "said") };
            let steps = failed(ModelFailure::Provider { error, partial: None });
            let (last, before) = steps.split_last().unwrap();
            assert!(before.iter().all(|step| step.outcome == VerifyOutcome::Passed), "{kind}");
            let tried: Vec<VerifyStage> = steps.iter().map(|step| step.step).collect();
            assert_eq!(tried, STAGES[..tried.len()], "{kind}");
            let error = RunError { code: RunErrorCode::Model { kind }, message: "said".to_owned() };
            assert_eq!(*last, failure(stage, error), "{kind}");
        }
    }

    #[test]
    fn where_nothing_was_sent_nothing_is_said_to_have_passed() {
        for (code, stage) in [
            (RunErrorCode::KeyUnreadable, VerifyStage::Key),
            (RunErrorCode::Unrecorded, VerifyStage::Reachable),
        ] {
            let steps = failed(ModelFailure::Unsent { code, message: String::new() });
            assert_eq!(steps, [failure(stage, RunError { code, message: String::new() })]);
        }
    }
}
