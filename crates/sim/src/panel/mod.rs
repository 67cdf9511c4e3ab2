//! A panel on the direct transport: it sends commands as JSON texts, folds events as a panel does, and keeps what was not
//! acknowledged to send it again under the same id after the engine died.

mod family;
mod person;
mod view;

pub use family::Family;
pub(crate) use family::of;
pub use person::Person;
pub use view::{Answered, Live, PanelView};

use fairlead_protocol::command::{Command, CommandBody};
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{ApprovalId, ClientId, InteractionId, NodeId, SubmissionId, ThreadId};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::Overrides;
use fairlead_protocol::{PROTOCOL, SCHEMA_HASH};
use fairlead_runtime::ports::PortId;
use std::collections::{BTreeMap, BTreeSet};

pub struct Panel {
    pub client: ClientId,
    pub thread: ThreadId,
    pub view: PanelView,
    pub family: Family,
    pub person: Person,
    /// It has listened to its Thread from the Thread's beginning.
    pub(crate) has_seen_all: bool,
    pub(crate) port: PortId,
    /// Nobody looks at it, and it has no Port.
    pub(crate) is_away: bool,
    pub(crate) outbox: Vec<Command>,
    /// Everything that was ever sent.
    pub(crate) sent: BTreeMap<SubmissionId, CommandBody>,
    /// Cards and losses that this panel has an answer for on its way.
    answering: BTreeSet<ApprovalId>,
    resolving: BTreeSet<NodeId>,
    responding: BTreeSet<InteractionId>,
    /// Messages for a Turn that was over when they came: they are sent as new ones.
    anew: Vec<CommandBody>,
    /// How many were.
    pub(crate) sent_anew: usize,
}

impl Panel {
    pub(crate) fn new(client: &str, thread: ThreadId, port: PortId, person: Person) -> Self {
        Self {
            client: ClientId::new(client),
            thread,
            view: PanelView::default(),
            family: Family::default(),
            person,
            has_seen_all: false,
            port,
            is_away: false,
            outbox: Vec::new(),
            sent: BTreeMap::new(),
            answering: BTreeSet::new(),
            resolving: BTreeSet::new(),
            responding: BTreeSet::new(),
            anew: Vec::new(),
            sent_anew: 0,
        }
    }

    pub(crate) fn command(&mut self, body: CommandBody) -> Command {
        let submission_id = SubmissionId(format!("{}-{}", self.client, self.sent.len() + 1));
        self.sent.insert(submission_id.clone(), body.clone());
        Command { client_id: self.client.clone(), submission_id, body }
    }

    /// The first text on a new Port.
    pub(crate) fn greeting(&mut self) -> Command {
        let subscribe = Some(self.thread.clone());
        self.command(CommandBody::Initialize {
            protocol: PROTOCOL,
            schema_hash: SCHEMA_HASH.to_owned(),
            subscribe,
        })
    }

    /// A new Port to a new engine: what was seen is forgotten, what was sent is not.
    pub(crate) fn reconnect(&mut self, port: PortId) -> Vec<Command> {
        self.port = port;
        self.has_seen_all = false;
        self.family = Family::default();
        let seen = std::mem::take(&mut self.view);
        self.view = PanelView { answers: seen.answers, lost: seen.lost, ..PanelView::default() };
        let greeting = self.greeting();
        std::iter::once(greeting).chain(self.outbox.iter().cloned()).collect()
    }

    pub(crate) fn hear(&mut self, event: Event) -> Vec<String> {
        if let Event::Ack { submission_id, .. } | Event::Rejected { submission_id, .. } = &event {
            let waited = self.outbox.len();
            self.outbox.retain(|command| command.submission_id != *submission_id);
            if let Event::Rejected { refusal, .. } = &event
                && refusal.code == RefusalCode::StaleTurn
                && self.outbox.len() < waited
            {
                self.send_anew(submission_id);
            }
        }
        if let Event::Rejected { refusal, .. } = &event
            && refusal.code != RefusalCode::UnknownThread
        {
            // The card may be asked about again. What went with its Thread may not: word of that is on its way.
            self.answering.clear();
            self.resolving.clear();
            self.responding.clear();
        }
        match &event {
            Event::ThreadCreated { thread } if thread.id == self.thread => {
                self.view.thread = Some(thread.clone());
            }
            Event::ThreadDeleted { thread } if *thread == self.thread => {
                self.view.forget();
                self.family = Family::default();
            }
            _ => {}
        }
        match self.family.meant(&self.thread, &event) {
            Some(child) => child.fold(event),
            None => self.view.fold(event),
        }
    }

    /// The panel is closed; what was sent is sent again when it comes back.
    pub(crate) fn leave(&mut self) {
        self.is_away = true;
        self.view.is_connected = false;
    }

    fn send_anew(&mut self, refused: &SubmissionId) {
        let Some(CommandBody::TurnSteer { thread, text, attachments, .. }) = self.sent.get(refused) else {
            return;
        };
        self.sent_anew += 1;
        self.anew.push(CommandBody::TurnSubmit {
            thread: thread.clone(),
            text: text.clone(),
            tab: None,
            attachments: attachments.clone(),
            overrides: Overrides::default(),
        });
    }

    /// What the person does about what is on the screen now.
    pub(crate) fn react(&mut self, web: &std::cell::RefCell<crate::browser::Web>) -> Vec<CommandBody> {
        let mut commands = std::mem::take(&mut self.anew);
        commands.extend(self.family.follow(&self.view.items));
        let loses = |view: &PanelView| view.run.as_ref().is_some_and(|run| run.uncertain.is_some());
        if !loses(&self.view) && !self.family.children.values().any(loses) {
            // A call may be lost again.
            self.resolving.clear();
        }
        // Taken out for as long as it is looked at.
        let (own, view) = (self.thread.clone(), std::mem::take(&mut self.view));
        commands.extend(self.react_to(&own, &view, web));
        self.view = view;
        let children = std::mem::take(&mut self.family.children);
        for (thread, view) in &children {
            commands.extend(self.react_to(thread, view, web));
        }
        self.family.children = children;
        commands
    }

    fn react_to(
        &mut self,
        thread: &ThreadId,
        view: &PanelView,
        web: &std::cell::RefCell<crate::browser::Web>,
    ) -> Vec<CommandBody> {
        let mut commands = Vec::new();
        for approval in view.approvals.values() {
            if self.answering.contains(&approval.id) {
                continue;
            }
            if let Some(answer) = (self.person.cards)(approval, web) {
                self.answering.insert(approval.id.clone());
                let (thread, approval, digest) =
                    (thread.clone(), approval.id.clone(), approval.digest.clone());
                commands.push(CommandBody::ApprovalRespond { thread, approval, digest, answer });
            }
        }
        for interaction in view.interactions.values() {
            let response = (self.person.waits)(interaction);
            if let Some(response) = response.filter(|_| self.responding.insert(interaction.id.clone())) {
                let (thread, interaction) = (thread.clone(), interaction.id.clone());
                commands.push(CommandBody::InteractionRespond { thread, interaction, response });
            }
        }
        let lost = view.run.as_ref().and_then(|run| Some((run.turn.clone(), run.uncertain.clone()?)));
        if let Some((turn, call)) = lost
            && !self.resolving.contains(&call)
            && let Some(resolution) = (self.person.losses)(&call, web)
        {
            self.resolving.insert(call.clone());
            commands.push(CommandBody::RunResolveUncertain {
                thread: thread.clone(),
                turn,
                call,
                resolution,
            });
        }
        commands
    }
}
