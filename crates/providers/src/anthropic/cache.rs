//! Where the server may keep what it has read: behind the tools, behind the system prompt, and at the end of the history, which the
//! next call will begin with. Four places are all there are.

use super::is_thinking;
use super::messages::Turn;
use fairlead_protocol::json::object;
use serde_json::Value;

/// From a breakpoint the server looks for what it has kept over so many blocks and no further.
const LOOK_BACK: usize = 20;

pub(super) fn mark(tools: &mut [Value], system: &mut [Value], turns: &mut [Turn]) {
    mark_last(tools);
    mark_last(system);
    let Some((last, before)) = turns.split_last_mut() else { return };
    // The call before this one ended there. A step of many calls may have left it out of sight.
    if let Some(place) = before.iter().rposition(|turn| turn.role == "user") {
        let behind = before.get(place + 1..).unwrap_or_default();
        let blocks = last.blocks.len() + behind.iter().map(|turn| turn.blocks.len()).sum::<usize>();
        if let Some(end) = before.get_mut(place).filter(|_| blocks >= LOOK_BACK) {
            mark_last(&mut end.blocks);
        }
    }
    mark_last(&mut last.blocks);
}

/// What was thought takes no mark.
fn mark_last(blocks: &mut [Value]) {
    let block = blocks.iter_mut().rev().find(|block| !is_thinking(block));
    if let Some(fields) = block.and_then(Value::as_object_mut) {
        fields.insert("cache_control".to_owned(), object([("type", "ephemeral".into())]));
    }
}
