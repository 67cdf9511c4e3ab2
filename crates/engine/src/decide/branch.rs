//! The tree: another Turn beside one that is over, another branch, and what a person wants gone. Only while nothing runs: a live
//! Turn owns the leaf.

use super::draft::Draft;
use super::message;
use super::submit::{admit, frozen, new_run};
use super::title;
use crate::attached::links;
use crate::fact::Fact;
use crate::tree;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{Opening, Overrides, Phase};

/// Edit and resend, or the same message again.
pub(super) fn fork(
    draft: &mut Draft<'_>,
    sibling: &TurnId,
    text: Option<&str>,
    tab: Option<&TabRef>,
    overrides: &Overrides,
) -> Result<(), Refusal> {
    free(draft)?;
    let first = tree::first_of(&draft.state, sibling).ok_or_else(unknown_turn)?;
    let said = draft.state.turn_nodes(sibling).find_map(|node| match &node.body {
        NodeBody::UserMessage { text, tab, attachments, .. } => {
            Some((text.clone(), tab.clone(), attachments.clone()))
        }
        _ => None,
    });
    let Some((original, original_tab, attachments)) = said else {
        let message = "this message was deleted: write it anew";
        return Err(Refusal::new(RefusalCode::UnknownTurn, message).at("sibling_of"));
    };
    let opening = Opening {
        text: text.map_or(original, str::to_owned),
        tab: tab.map(message::tab).or(original_tab),
        attachments,
        overrides: overrides.clone(),
    };
    message::checked(&opening.text, &opening.attachments)?;
    message::overrides(overrides)?;
    let environment = frozen(draft, &opening)?;
    let parent = draft.state.node(&first).and_then(|node| node.parent.clone());
    draft.add(Fact::BranchSelected { leaf: parent });
    let id = TurnId(draft.ctx.ids.fresh("r"));
    let run = new_run(draft, id, environment, Phase::Ready);
    admit(draft, run, opening);
    Ok(())
}

pub(super) fn select(draft: &mut Draft<'_>, node: &NodeId) -> Result<(), Refusal> {
    free(draft)?;
    if !tree::is_branch(&draft.state, node) {
        let message = "this message is not part of the conversation";
        return Err(Refusal::new(RefusalCode::UnknownNode, message).at("node"));
    }
    let leaf = tree::deepest(&draft.state, node);
    if draft.state.leaf() != Some(&leaf) {
        draft.add(Fact::BranchSelected { leaf: Some(leaf) });
    }
    Ok(())
}

/// What was said and done in it is gone; its place in the tree stays, so that what follows still follows.
pub(super) fn erase(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    free(draft)?;
    let first = tree::first_of(&draft.state, turn).ok_or_else(unknown_turn)?;
    if draft.state.turn_nodes(turn).all(|node| node.body == NodeBody::Tombstone) {
        return Ok(());
    }
    let links: Vec<_> = draft.state.turn_nodes(turn).flat_map(|node| links(&node.body)).cloned().collect();
    for link in links {
        if draft.state.attachments.contains_key(&link.id) && !draft.state.links_to(&link.id, Some(turn)) {
            draft.add(Fact::AttachmentRemoved { attachment: link.id });
        }
    }
    let erased = title::Erased::of(draft, turn);
    draft.add(Fact::TurnErased { turn: turn.clone() });
    // An end that is empty now makes way for what stands beside it, or for what it followed.
    if draft.state.turn_at_leaf().as_ref() == Some(turn) {
        let leaf = tree::end_without(&draft.state, &first);
        draft.add(Fact::BranchSelected { leaf });
    }
    title::without(draft, &erased);
    Ok(())
}

fn free(draft: &Draft<'_>) -> Result<(), Refusal> {
    if draft.state.live_run().is_some() {
        let message = "a task runs in this conversation: stop it or let it end first";
        return Err(Refusal::new(RefusalCode::Busy, message));
    }
    Ok(())
}

fn unknown_turn() -> Refusal {
    Refusal::new(RefusalCode::UnknownTurn, "this turn is not known here").at("turn")
}
