//! A check of a connection: is it reachable, is the key right, does it stream, does it call a tool? The first that fails ends it.

use crate::model_call::Caller;
use crate::ports::Ports;
use fairlead_engine::ModelFailure;
use fairlead_protocol::connection::{Connection, VerifyOutcome, VerifyStage, VerifyStep};
use fairlead_protocol::conversation::{
    CallArgs, Message, ModelErrorKind, ModelRequest, Reply, Role, ToolSpec,
};
use fairlead_protocol::json::object;
use fairlead_protocol::run::RunErrorCode;

/// The tool of the check; it exists nowhere else and nothing runs for it.
const TOOL: &str = "report_ready";

pub(crate) async fn verify(ports: &Ports, connection: &Connection) -> Vec<VerifyStep> {
    let asked = ModelRequest {
        model: connection.model.clone(),
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
    match Caller::new(ports).quietly(connection, &asked).await {
        Ok((reply, pieces)) => answered(&reply, pieces),
        Err(failure) => failed(failure),
    }
}

fn answered(reply: &Reply, pieces: u32) -> Vec<VerifyStep> {
    let mut steps = vec![passed(VerifyStage::Reachable), passed(VerifyStage::Key)];
    if pieces == 0 {
        steps.push(failure(
            VerifyStage::Streaming,
            ModelErrorKind::Protocol,
            "the reply came in one piece".to_owned(),
        ));
        return steps;
    }
    steps.push(passed(VerifyStage::Streaming));
    let called = reply.calls.iter().any(|call| {
        call.name == TOOL && matches!(&call.args, CallArgs::Parsed { value } if value.is_object())
    });
    steps.push(if called {
        passed(VerifyStage::ToolCall)
    } else {
        let message = "the model answered in words where a tool call was asked for".to_owned();
        failure(VerifyStage::ToolCall, ModelErrorKind::ToolUseFailed, message)
    });
    steps
}

fn failed(failed: ModelFailure) -> Vec<VerifyStep> {
    let (kind, message) = match failed {
        ModelFailure::Provider { error, .. } => (error.kind, error.message),
        ModelFailure::Unsent { code, message } => {
            let kind = match code {
                RunErrorCode::Model { kind } => kind,
                RunErrorCode::KeyUnreadable
                | RunErrorCode::NoConnection
                | RunErrorCode::AttachmentUnreadable
                | RunErrorCode::EnvironmentDrift { .. }
                | RunErrorCode::ProtocolViolation => ModelErrorKind::Auth,
            };
            (kind, message)
        }
    };
    match kind {
        ModelErrorKind::Network
        | ModelErrorKind::OriginForbidden
        | ModelErrorKind::NotFound
        | ModelErrorKind::Server
        | ModelErrorKind::Overloaded => vec![failure(VerifyStage::Reachable, kind, message)],
        ModelErrorKind::Auth
        | ModelErrorKind::Permission
        | ModelErrorKind::Quota
        | ModelErrorKind::RateLimit => {
            vec![passed(VerifyStage::Reachable), failure(VerifyStage::Key, kind, message)]
        }
        ModelErrorKind::ToolUseFailed => vec![
            passed(VerifyStage::Reachable),
            passed(VerifyStage::Key),
            passed(VerifyStage::Streaming),
            failure(VerifyStage::ToolCall, kind, message),
        ],
        ModelErrorKind::Timeout
        | ModelErrorKind::BadRequest
        | ModelErrorKind::UnsupportedParam
        | ModelErrorKind::ContextLength
        | ModelErrorKind::ContentFilter
        | ModelErrorKind::TooLarge
        | ModelErrorKind::TruncatedStream
        | ModelErrorKind::Protocol => vec![
            passed(VerifyStage::Reachable),
            passed(VerifyStage::Key),
            failure(VerifyStage::Streaming, kind, message),
        ],
    }
}

fn passed(step: VerifyStage) -> VerifyStep {
    VerifyStep { step, outcome: VerifyOutcome::Passed }
}

fn failure(step: VerifyStage, kind: ModelErrorKind, message: String) -> VerifyStep {
    VerifyStep { step, outcome: VerifyOutcome::Failed { kind, message } }
}
