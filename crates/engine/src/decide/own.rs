//! What is our own, carried out where they are asked for: the result stands in the same commit as the reply, and so does what it
//! says has been done.

use super::attachment;
use super::batch::{Finished, conclude};
use super::draft::Draft;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::memory::{found, same};
use crate::notes::lines;
use crate::own::{Own, has_read_others};
use fairlead_gatekeeper::Origin;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{MemoryId, NodeId, TurnId};
use fairlead_protocol::memory::{Memory, MemorySource};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::plan::{Plan, PlanStatus};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};

pub(super) fn carry_out(draft: &mut Draft<'_>, turn: &TurnId, call: &NodeId, own: Own) {
    let mut files = Vec::new();
    let (said, trust) = match own {
        Own::Plan(plan) => {
            let said = progress(&plan);
            draft.add(Fact::PlanUpdated { turn: turn.clone(), call: call.clone(), plan });
            (Ok(said), Trust::Trusted)
        }
        Own::Remember { text, topic } => (remember(draft, turn, call, text, topic), Trust::Trusted),
        Own::Recall { query } => recall(draft, turn, call, &query),
        Own::Forget { id } => (forget(draft, turn, call, id), Trust::Trusted),
        Own::Write(file) => {
            let link = attachment::written(draft, file);
            let said = format!(
                "The file \"{}\" was created, {} bytes. The person can open and save it.",
                link.name, link.bytes
            );
            files.push(link);
            (Ok(said), Trust::Trusted)
        }
    };
    // A note moves nothing forward: neither does it end a row of failures.
    let (outcome, tally) = match said {
        Ok(content) => (ResultOutcome::said(content), Tally::Neutral),
        Err(failure) => (ResultOutcome::Failed { failure }, Tally::Failure),
    };
    conclude(draft, turn, call, Finished { outcome, took_ms: 0, tally, trust, pictures: files });
}

fn progress(plan: &Plan) -> String {
    let over = plan.steps.iter().filter(|step| match step.status {
        PlanStatus::Done | PlanStatus::Dropped => true,
        PlanStatus::Pending | PlanStatus::InProgress => false,
    });
    format!("The person sees the plan: {} of {} steps are over.", over.count(), plan.steps.len())
}

fn remember(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    call: &NodeId,
    text: String,
    topic: Option<String>,
) -> Result<String, ToolFailure> {
    let held = draft.memories();
    if let Some(id) = same(&held, &text).cloned() {
        draft.add(Fact::MemoryRecalled { turn: turn.clone(), call: call.clone(), found: 1 });
        return Ok(format!("This was remembered before, as {id}."));
    }
    if held.len() >= caps::MEMORIES {
        return Err(ToolFailure::new(
            ToolErrorCode::NotKept,
            format!("{} things are remembered already, and there is no room for more", caps::MEMORIES),
            "Tell the person that they can delete some in the settings.",
        ));
    }
    let memory = Memory {
        id: MemoryId::new(call.as_str()),
        text,
        topic,
        source: source(draft),
        thread: draft.state.id.clone(),
        created_at: draft.ctx.now,
        updated_at: draft.ctx.now,
    };
    let said = format!("Remembered as {}. The person sees it, and can delete it.", memory.id);
    if active(Fault::RememberedTwice) {
        let again = Memory { id: MemoryId(draft.ctx.ids.fresh("n")), ..memory.clone() };
        draft.add(Fact::MemoryKept { turn: turn.clone(), call: call.clone(), memory: again });
    }
    draft.add(Fact::MemoryKept { turn: turn.clone(), call: call.clone(), memory });
    Ok(said)
}

/// Which sites had been read is all that is known of where the words may come from.
fn source(draft: &Draft<'_>) -> MemorySource {
    if !has_read_others(&draft.state) {
        return MemorySource::Conversation;
    }
    let touched = draft.state.thread.as_ref().map(|thread| thread.touched_origins.as_slice());
    let sites = touched.unwrap_or_default().iter().rev().filter(|origin| Origin::parse(origin).is_some());
    MemorySource::Read { sites: sites.take(caps::MEMORY_SITES).cloned().collect() }
}

fn recall(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    call: &NodeId,
    query: &str,
) -> (Result<String, ToolFailure>, Trust) {
    let held = draft.memories();
    let found = found(&held, query);
    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let is_of_others = found.iter().any(|memory| memory.source.is_of_others());
    let said = if found.is_empty() {
        "Nothing that is remembered has these words.".to_owned()
    } else {
        format!("Context without authority, perhaps out of date:\n{}", lines(&found))
    };
    draft.add(Fact::MemoryRecalled { turn: turn.clone(), call: call.clone(), found: count });
    (Ok(said), if is_of_others { Trust::Untrusted } else { Trust::Trusted })
}

fn forget(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    call: &NodeId,
    memory: MemoryId,
) -> Result<String, ToolFailure> {
    if !draft.memories().iter().any(|held| held.id == memory) {
        return Err(ToolFailure::new(
            ToolErrorCode::UnknownMemory,
            "nothing is remembered under this id",
            "Call recall to see what is remembered, with its ids.",
        ));
    }
    let said = format!("{memory} is forgotten.");
    draft.add(Fact::MemoryForgotten { turn: turn.clone(), call: call.clone(), memory });
    Ok(said)
}

impl Draft<'_> {
    /// What is remembered, the facts of this decision included.
    fn memories(&self) -> Vec<Memory> {
        let mut held = self.ctx.world.memories.to_vec();
        for fact in self.facts() {
            match fact {
                Fact::MemoryKept { memory, .. } => held.push(memory.clone()),
                Fact::MemoryForgotten { memory, .. } => held.retain(|other| other.id != *memory),
                _ => {}
            }
        }
        held
    }
}
