//! What a command is answered: with the receipt of the earlier time, with what is only read, or by a step of the Thread.

use super::{Actor, DECISIONS};
use crate::mailbox::Letter;
use crate::ports::PortId;
use crate::reading::Submitted;
use crate::receipts::{ack_body, acknowledged, earlier, receipt, rejected};
use crate::room::Room;
use crate::storage;
use crate::stumble::Stumble;
use fairlead_engine::attached::Contents;
use fairlead_engine::delegation::has_work;
use fairlead_engine::export::export;
use fairlead_engine::{Input, Probes, view};
use fairlead_protocol::approval::Ask;
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::{ApprovalId, ElementRef};
use fairlead_protocol::refusal::{Refusal, RefusalCode};

impl Actor {
    pub(super) async fn take(&mut self, port: PortId, command: Submitted) {
        let (input, again) = (Input::Command(command.body.clone()), command.clone());
        let seen = move |probes| Letter::Seen { port, command: again, probes };
        if self.sound().await.is_ok() && self.look_first(&input, seen) {
            self.is_looking = true;
        } else {
            self.command(port, &command, &Probes::none()).await;
        }
    }

    pub(super) fn next_held(&mut self) -> Option<(PortId, Submitted)> {
        if self.is_looking { None } else { self.held.pop_front() }
    }

    pub(super) async fn command(&mut self, port: PortId, command: &Submitted, probes: &Probes) {
        let mut tries = 1;
        let answered = loop {
            match self.answer(port, command, probes).await {
                Err(stumble) if tries < DECISIONS && self.is_overtaken(&stumble) => tries += 1,
                answered => break answered,
            }
        };
        let event = answered.unwrap_or_else(|stumble| rejected(&command.submission_id, stumble.refusal()));
        self.hub.tell(port, &event);
    }

    async fn answer(&mut self, port: PortId, command: &Submitted, probes: &Probes) -> Result<Event, Stumble> {
        // First of all: what was carried out is answered as it was, though nothing else can be written now.
        if let Some(event) = earlier(self.ports.store.as_ref(), command, self.ports.clock.now()).await? {
            return Ok(event);
        }
        self.sound().await?;
        match &command.body {
            CommandBody::ThreadSubscribe { .. } => {
                let snapshot = view::snapshot(&self.state, self.live.item()).ok_or_else(unknown_thread)?;
                if self.is_child() {
                    // Of one that is over nothing else will be told.
                    if has_work(&self.state) {
                        self.hub.follow(port, &self.id);
                    }
                } else {
                    self.hub.subscribe(port, &self.id);
                }
                self.seen();
                self.hub.tell(port, &Event::ThreadSnapshot { snapshot });
                return Ok(acknowledged(&command.submission_id, AckBody::Done));
            }
            CommandBody::ApprovalShow { approval, .. } => {
                self.show(approval).await?;
                return Ok(acknowledged(&command.submission_id, AckBody::Done));
            }
            CommandBody::ThreadExport { format, .. } => {
                let body = export(&self.state, *format).ok_or_else(unknown_thread)?;
                return Ok(acknowledged(&command.submission_id, body));
            }
            CommandBody::RunExport { turn, contents, .. } => {
                let body = self.run_file(turn, *contents).await?;
                return Ok(acknowledged(&command.submission_id, body));
            }
            CommandBody::ThreadFork { at_node, into, carry, .. } => {
                return self.fork(command, at_node, into, *carry).await;
            }
            _ => {}
        }
        let room = match &command.body {
            CommandBody::AttachmentsAdd { .. } => self.room(caps::ATTACHMENT_BYTES as u64).await?,
            _ => Room::default(),
        };
        let waiting = self.state.queue.len();
        let now = self.ports.clock.now();
        let input = Input::Command(command.body.clone());
        let stepped = self
            .step(&input, probes, &room, &Contents::new(), |facts| {
                let body = ack_body(waiting, facts);
                Some((receipt(command, &body, now), body))
            })
            .await;
        if let Err(Stumble::Store(error)) = &stepped
            && !storage::left_as_it_was(error, &self.id)
        {
            self.lose_track();
        }
        let body = stepped?;
        if let CommandBody::ThreadCreate { .. } = command.body {
            self.hub.subscribe(port, &self.id);
            self.seen();
        }
        Ok(acknowledged(&command.submission_id, body.unwrap_or(AckBody::Done)))
    }

    async fn show(&self, approval: &ApprovalId) -> Result<(), Stumble> {
        let approval = self.state.approvals.get(approval).ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownApproval, "this question is closed or was never asked")
                .at("approval")
        })?;
        if let Ask::Call { target, arguments, .. } = &approval.ask
            && let (Some(tab), Some(element)) =
                (&target.tab, arguments.get("ref").and_then(|text| text.as_str()))
        {
            self.ports.tools.show(tab.id, ElementRef::new(element)).await;
        }
        Ok(())
    }
}

/// What does not wait behind a look: Stop, and what changes nothing.
pub(super) fn overtakes(body: &CommandBody) -> bool {
    matches!(
        body,
        CommandBody::TurnInterrupt { .. }
            | CommandBody::ThreadDelete { .. }
            | CommandBody::ThreadSubscribe { .. }
            | CommandBody::ApprovalShow { .. }
    )
}

fn unknown_thread() -> Refusal {
    Refusal::new(RefusalCode::UnknownThread, "this conversation does not exist").at("thread")
}
