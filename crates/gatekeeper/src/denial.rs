//! A declined call is not repeated as it was. The memory lasts for one message of the person; it is what keeps a model from wearing the
//! person down.

use crate::address;
use crate::case::{Case, Findings, Forced, Step};
use crate::place::Place;
use crate::reason::Reason;
use crate::registry::{self, Reach, takes_address};
use fairlead_protocol::canonical;
use serde_json::Value;
use std::ops::ControlFlow;

/// Refusals in one turn after which nothing more is asked for writes.
pub const DENIALS_TO_STOP: usize = 3;

pub(crate) fn judge(case: &Case<'_>, findings: &mut Findings) -> Step {
    let thread = case.request.thread;
    let of_now = || thread.denials.iter().filter(|denial| denial.turn == thread.turn);
    let asked = as_asked(&case.tool.name, &case.request.call.params);
    let mut alike = of_now()
        .filter(|denial| denial.tool == case.tool.name)
        .filter(|denial| {
            let place = Place::try_from(denial.origin.clone()).ok();
            place.is_some_and(|place| case.places.contains(&place))
        })
        .peekable();
    let is_known = alike.peek().is_some();
    if alike.any(|denial| as_asked(&denial.tool, &denial.params) == asked) {
        return ControlFlow::Break(Reason::RepeatAfterDenial);
    }
    if case.writes() && of_now().count() >= DENIALS_TO_STOP {
        return ControlFlow::Break(Reason::TooManyDenials);
    }
    if is_known {
        findings.force(Forced::AfterDenial);
    }
    ControlFlow::Continue(())
}

/// The call as it was asked for. What the browser says of the fields of a batch is not: it is known anew at each call, and a page that
/// renames a field does not make another call of it.
fn as_asked(tool: &str, params: &Value) -> String {
    let mut params = params.clone();
    if registry::find(tool).is_some_and(|tool| tool.reach == Reach::Batch) {
        let items = params.get_mut("actions").and_then(Value::as_array_mut).into_iter().flatten();
        for item in items.filter_map(Value::as_object_mut) {
            item.remove("field");
        }
    }
    normal(tool, params)
}

/// What makes two calls of one tool the same: canonical JSON, and for an address the serialised one.
pub(crate) fn same_call(tool: &str, params: &Value) -> String {
    normal(tool, params.clone())
}

fn normal(tool: &str, mut params: Value) -> String {
    if takes_address(tool)
        && let Some(url) = params.get_mut("url")
        && let Ok(parsed) = address::judge(url.as_str())
    {
        *url = Value::String(parsed.into());
    }
    canonical::text(&params)
}
