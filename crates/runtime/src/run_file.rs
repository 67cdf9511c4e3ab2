//! The whole journal of a Turn, read page by page for its run file.

use crate::actor::Actor;
use crate::stumble::Stumble;
use fairlead_engine::run_file::run_file;
use fairlead_protocol::caps;
use fairlead_protocol::command::RunContents;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{Seq, TurnId};
use fairlead_protocol::refusal::{Refusal, RefusalCode};

const PAGE: u32 = 500;

impl Actor {
    pub(crate) async fn run_file(&self, turn: &TurnId, contents: RunContents) -> Result<AckBody, Stumble> {
        let mut journal = Vec::new();
        let mut from = Seq(1);
        while journal.len() < caps::RUN_FILE_ENTRIES {
            let mut rows = self.ports.store.journal(turn, from, PAGE).await?.rows;
            let Some(last) = rows.last() else { break };
            from = last.seq.next();
            journal.append(&mut rows);
        }
        let file = run_file(&self.state, turn, journal, contents, self.ports.clock.now());
        Ok(file.ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownTurn, "there is nothing of this turn").at("turn")
        })?)
    }
}
