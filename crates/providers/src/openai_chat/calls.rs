//! Puts tool calls together from fragments. Which call a fragment belongs to is told by its index, its id and its name,
//! and every server leaves out, repeats or blanks some of them.

use super::EXTRA_CONTENT;
use crate::caps::CALLS;
use crate::fields::text;
use crate::replied::arguments;
use fairlead_protocol::conversation::{Delta, ModelStop, Opaque, ReplyCall};
use serde_json::Value;

/// More calls than any reply has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyCalls;

#[derive(Debug, Default)]
pub(super) struct Calls {
    slots: Vec<Slot>,
}

#[derive(Debug, Default)]
struct Slot {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    extra: Option<Value>,
}

impl Calls {
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// One entry of `tool_calls`.
    pub(super) fn push(&mut self, fragment: &Value, deltas: &mut Vec<Delta>) -> Result<(), TooManyCalls> {
        let function = fragment.get("function").unwrap_or(&Value::Null);
        let index = fragment.get("index").and_then(Value::as_u64);
        self.place(index, text(fragment, "id"), function, fragment.get("extra_content"), deltas)
    }

    /// More arguments of a call that is known; `None` if it is not.
    pub(super) fn push_more(&mut self, index: u64, arguments: &str) -> Option<()> {
        let known = self.slots.iter_mut().rfind(|slot| slot.index == Some(index))?;
        known.arguments.push_str(arguments);
        Some(())
    }

    /// An entry of a reply that came in one piece, where the position is the index.
    pub(super) fn push_at(
        &mut self,
        at: u64,
        call: &Value,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), TooManyCalls> {
        let function = call.get("function").unwrap_or(&Value::Null);
        self.place(Some(at), text(call, "id"), function, call.get("extra_content"), deltas)
    }

    /// The one call of the wire's older form.
    pub(super) fn push_legacy(
        &mut self,
        function: &Value,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), TooManyCalls> {
        self.place(None, "", function, None, deltas)
    }

    fn place(
        &mut self,
        index: Option<u64>,
        id: &str,
        function: &Value,
        extra: Option<&Value>,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), TooManyCalls> {
        let name = text(function, "name");
        let at = match self.slot_of(index, id, name) {
            Some(at) => at,
            None if self.slots.len() >= CALLS => return Err(TooManyCalls),
            None => {
                self.slots.push(Slot { index, ..Slot::default() });
                self.slots.len() - 1
            }
        };
        let Some(slot) = self.slots.get_mut(at) else { return Ok(()) };
        if slot.id.is_empty() {
            id.clone_into(&mut slot.id);
        }
        if slot.name.is_empty() && !name.is_empty() {
            name.clone_into(&mut slot.name);
            let index = u32::try_from(at).unwrap_or(u32::MAX);
            deltas.push(Delta::ToolCallStarted { index, name: name.to_owned() });
        }
        match function.get("arguments") {
            None | Some(Value::Null) => {}
            Some(Value::String(fragment)) => slot.arguments.push_str(fragment),
            Some(whole) => slot.arguments = whole.to_string(),
        }
        if let Some(extra) = extra.filter(|extra| !extra.is_null()) {
            slot.extra = Some(extra.clone());
        }
        Ok(())
    }

    /// The call that a fragment continues; none if it opens one.
    fn slot_of(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        match index {
            Some(_) => {
                let at = self.slots.iter().rposition(|slot| slot.index == index)?;
                let known = self.slots.get(at)?;
                let other_id = !id.is_empty() && !known.id.is_empty() && known.id != id;
                let opens = other_id && !name.is_empty();
                (!opens).then_some(at)
            }
            None => {
                let last = self.slots.last()?;
                (id.is_empty() || last.id == id).then(|| self.slots.len() - 1)
            }
        }
    }

    /// The calls, in the order in which they appeared.
    pub(super) fn into_reply(self, stop: &ModelStop) -> Vec<ReplyCall> {
        let calls = self.slots.into_iter().map(|slot| ReplyCall {
            id: slot.id,
            name: slot.name,
            args: arguments(slot.arguments, stop),
            opaque: slot.extra.map(|value| Opaque { format: EXTRA_CONTENT.to_owned(), value }),
        });
        calls.collect()
    }
}
