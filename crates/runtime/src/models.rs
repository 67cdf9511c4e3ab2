//! The list of an endpoint's models. Each is asked for beside everything else and within a time of its own: a slow one holds nobody up.

use crate::connections::checked;
use crate::desk::{Desk, unknown_connection};
use crate::exchange::{Occasion, Outgoing, Recorder, Recording};
use crate::model_call::{ModelHttp, ModelStream, told, transport};
use crate::ports::{PortId, Ports};
use crate::receipts::acknowledged;
use crate::stumble::Stumble;
use fairlead_engine::ModelFailure;
use fairlead_protocol::caps::MODEL_LIST_MS;
use fairlead_protocol::connection::{
    Connection, ConnectionDraft, Endpoint, ListedModel, Model, ModelList, ModelsOf, Secret,
};
use fairlead_protocol::conversation::{ModelError, ModelErrorKind};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::exchange::{Ending, Method, Purpose};
use fairlead_protocol::ids::SubmissionId;
use fairlead_protocol::run::{RunError, RunErrorCode};
use fairlead_providers::{EVENT_BYTES, failure, models_request, parse_models};
use futures::StreamExt;
use futures::future::{Either, select};
use std::pin::pin;

impl Desk {
    pub(crate) fn models(
        &self,
        port: PortId,
        submission: &SubmissionId,
        of: &ModelsOf,
    ) -> Result<(), Stumble> {
        let (connection, entered) = self.asked(of)?;
        let recorder = self.common.borrow().recorder.clone();
        let (hub, ports, submission) = (self.hub.clone(), self.ports.clone(), submission.clone());
        self.ports.spawner.spawn(Box::pin(async move {
            let list = match list(&ports, &recorder, &connection, entered).await {
                Ok(models) => ModelList::Listed { models },
                Err(error) => ModelList::Failed { error },
            };
            hub.tell(port, &acknowledged(&submission, AckBody::Models { list }));
        }));
        Ok(())
    }

    /// Whom to ask, and the key if it was only just entered.
    fn asked(&self, of: &ModelsOf) -> Result<(Connection, Option<Secret>), Stumble> {
        let common = self.common.borrow();
        match of {
            ModelsOf::Stored { connection } => {
                let connection = common.connection(connection).cloned().ok_or_else(unknown_connection)?;
                Ok((connection, None))
            }
            ModelsOf::Draft { endpoint } => {
                let draft = drafted(endpoint);
                let connection = checked(&draft, common.connection(&endpoint.id))?;
                let key = connection.key_in_use().map(|key| key.id.clone());
                let entered = draft.keys.into_iter().find(|entered| Some(&entered.id) == key.as_ref());
                Ok((connection, entered.and_then(|entered| entered.secret)))
            }
        }
    }
}

/// What it lacks to be a connection is nothing that its endpoint is told.
fn drafted(endpoint: &Endpoint) -> ConnectionDraft {
    let Endpoint { id, wire, base_url, quirks, keys, headers } = endpoint.clone();
    let (name, models) = (id.0.clone(), vec![Model::named("any")]);
    ConnectionDraft { id, name, wire, base_url, models, quirks, keys, headers }
}

async fn list(
    ports: &Ports,
    recorder: &Recorder,
    connection: &Connection,
    entered: Option<Secret>,
) -> Result<Vec<ListedModel>, RunError> {
    let request = models_request(connection).map_err(|error| RunError {
        code: RunErrorCode::Model { kind: ModelErrorKind::BadRequest },
        message: error.to_string(),
    })?;
    let outgoing = Outgoing {
        connection,
        model: None,
        attempt: 1,
        method: Method::Get,
        url: &request.url,
        headers: &request.headers,
        body: None,
    };
    let occasion = Occasion { purpose: Purpose::Models, turn: None };
    let mut recording = recorder.begin(&occasion, outgoing).await.map_err(|error| RunError {
        code: RunErrorCode::Unrecorded,
        message: format!("the request could not be written down: {error}"),
    })?;
    let call = ModelHttp::get(connection.clone(), entered, request);
    let listed = {
        let asking = pin!(ask(ports, connection, call, &mut recording));
        match select(asking, ports.clock.sleep(MODEL_LIST_MS)).await {
            Either::Left((listed, _)) => listed,
            Either::Right(_) => Err(provider(failure(
                ModelErrorKind::Timeout,
                "the endpoint did not list its models within 4 seconds",
            ))),
        }
    };
    let listed = listed.map_err(|failure| told(&failure));
    recording.ends(
        match &listed {
            Ok(_) => Ending::Complete,
            Err(error) => Ending::Failed { error: error.clone() },
        },
        None,
    );
    listed
}

async fn ask(
    ports: &Ports,
    connection: &Connection,
    call: ModelHttp,
    recording: &mut Recording,
) -> Result<Vec<ListedModel>, ModelFailure> {
    let stream = ports.model.open(call).await.map_err(|error| transport(&error))?;
    let ModelStream { head, mut body, veil } = stream;
    recording.answered(&head, veil);
    let mut bytes = Vec::new();
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(|error| transport(&error))?;
        recording.came(&piece);
        bytes.extend_from_slice(&piece);
        if bytes.len() > EVENT_BYTES {
            let message = "the list of models is larger than any endpoint's";
            return Err(provider(failure(ModelErrorKind::Protocol, message)));
        }
    }
    parse_models(connection, head, &bytes, ports.clock.now()).map_err(provider)
}

fn provider(error: ModelError) -> ModelFailure {
    ModelFailure::Provider { error, partial: None }
}
