//! What a person does at a panel, one method a deed. Whatever else a command can say is sent with `World::send`.

use crate::world::{PanelId, World};
use fairlead_protocol::attachment::AttachmentDraft;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{ConnectionDraft, DraftKey, Model, Secret, Wire};
use fairlead_protocol::context::Carry;
use fairlead_protocol::ids::{
    AttachmentId, ConnectionId, InteractionId, KeyId, NodeId, SubmissionId, ThreadId, TurnId,
};
use fairlead_protocol::interaction::Response;
use fairlead_protocol::pause::{Gesture, HandOnPage};
use fairlead_protocol::run::Overrides;

impl World {
    /// The person writes with the shop in front.
    pub fn submit(&mut self, panel: PanelId, text: &str) -> SubmissionId {
        self.submit_with(panel, text, &[])
    }

    pub fn submit_with(&mut self, panel: PanelId, text: &str, attached: &[&str]) -> SubmissionId {
        let body = CommandBody::TurnSubmit {
            thread: self.thread_of(panel),
            text: text.to_owned(),
            tab: self.front(),
            attachments: attached.iter().map(|id| AttachmentId::new(*id)).collect(),
            overrides: Overrides::default(),
        };
        self.send(panel, body)
    }

    pub fn enqueue(&mut self, panel: PanelId, text: &str) -> SubmissionId {
        let body = CommandBody::TurnEnqueue {
            thread: self.thread_of(panel),
            text: text.to_owned(),
            tab: self.front(),
            attachments: Vec::new(),
            overrides: Overrides::default(),
        };
        self.send(panel, body)
    }

    /// Joins the Turn that the panel shows. If it is over by then, the panel sends the text as a new message.
    pub fn steer(&mut self, panel: PanelId, text: &str) -> Option<SubmissionId> {
        let body = CommandBody::TurnSteer {
            thread: self.thread_of(panel),
            expected_turn: self.turn(panel)?,
            text: text.to_owned(),
            attachments: Vec::new(),
        };
        Some(self.send(panel, body))
    }

    pub fn interrupt(&mut self, panel: PanelId) -> Option<SubmissionId> {
        let turn = self.turn(panel)?;
        let thread = self.thread_of(panel);
        Some(self.send(panel, CommandBody::TurnInterrupt { thread, turn }))
    }

    pub fn resume(&mut self, panel: PanelId) -> Option<SubmissionId> {
        let turn = self.turn(panel)?;
        let thread = self.thread_of(panel);
        Some(self.send(panel, CommandBody::RunResume { thread, turn }))
    }

    /// On the page that the Turn of this panel acts on.
    pub fn on_page(&mut self, panel: PanelId, gesture: Gesture) {
        if let Some(turn) = self.turn(panel) {
            let thread = self.thread_of(panel);
            self.gesture(HandOnPage { thread, turn, gesture });
        }
    }

    /// "Stop here", at a pause.
    pub fn leave(&mut self, panel: PanelId) -> Option<SubmissionId> {
        let turn = self.turn(panel)?;
        let thread = self.thread_of(panel);
        Some(self.send(panel, CommandBody::RunLeave { thread, turn }))
    }

    /// Another Turn beside this one: with a text it is the edited message, without it the same one again.
    pub fn fork_turn(&mut self, panel: PanelId, sibling_of: TurnId, text: Option<&str>) -> SubmissionId {
        let body = CommandBody::TurnFork {
            thread: self.thread_of(panel),
            sibling_of,
            text: text.map(str::to_owned),
            tab: self.front(),
            overrides: Overrides::default(),
        };
        self.send(panel, body)
    }

    pub fn fork_thread(&mut self, panel: PanelId, at_node: NodeId, into: &str) -> SubmissionId {
        self.carry_over(panel, at_node, into, Carry::Whole)
    }

    pub fn carry_over(&mut self, panel: PanelId, at_node: NodeId, into: &str, carry: Carry) -> SubmissionId {
        let (thread, into) = (self.thread_of(panel), ThreadId::new(into));
        self.send(panel, CommandBody::ThreadFork { thread, at_node, into, carry })
    }

    /// Content in base64.
    pub fn attach(&mut self, panel: PanelId, id: &str, name: &str, data: &str) -> SubmissionId {
        let attachment = AttachmentDraft {
            id: AttachmentId::new(id),
            name: name.to_owned(),
            media_type: "text/plain".to_owned(),
            data: data.to_owned(),
        };
        let thread = self.thread_of(panel);
        self.send(panel, CommandBody::AttachmentsAdd { thread, attachment })
    }

    pub fn respond(
        &mut self,
        panel: PanelId,
        interaction: InteractionId,
        response: Response,
    ) -> SubmissionId {
        let thread = self.thread_of(panel);
        self.send(panel, CommandBody::InteractionRespond { thread, interaction, response })
    }

    /// The person writes down how much the model can hold.
    pub fn narrow(&mut self, panel: PanelId, tokens: u32) -> SubmissionId {
        let mut connection = connection("https://models.example/v1");
        connection.models.iter_mut().for_each(|model| model.context_window = Some(tokens));
        self.send(panel, CommandBody::ConnectionsSave { connection })
    }

    /// The connection is moved to another address in the settings.
    pub fn move_connection(&mut self, panel: PanelId, base_url: &str) -> SubmissionId {
        self.send(panel, CommandBody::ConnectionsSave { connection: connection(base_url) })
    }
}

/// The one that every world has, at this address.
pub fn connection(base_url: &str) -> ConnectionDraft {
    ConnectionDraft {
        id: ConnectionId::new("c1"),
        name: "Simulated".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: base_url.to_owned(),
        models: vec![Model::named("sim-1")],
        quirks: Default::default(),
        // Released journals are of the time when a connection had one.
        keys: vec![DraftKey { id: KeyId::of_one(), secret: Some(Secret("sk-simulated".to_owned())) }],
        headers: Vec::new(),
    }
}
