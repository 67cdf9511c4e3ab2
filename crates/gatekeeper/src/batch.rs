//! `batch_actions` is not a tool to be allowed but several: each item is judged alone with its own frame and field, the worst verdict
//! stands, and what all items type is also looked at joined together. A rule on the batch itself can only restrict.

use crate::case::{Case, Findings, Step};
use crate::judge::{self, Examined};
use crate::place::Aim;
use crate::reason::Reason;
use crate::registry::{self, Tool};
use crate::request::{Call, Field, Request, Target};
use crate::verdict::{Grounds, Verdict};
use crate::{denial, payload, rules};
use fairlead_protocol::from_json::FromJson;
use serde_json::Value;
use std::ops::ControlFlow;

/// Most items of one batch that are judged.
pub const BATCH_ITEMS: usize = 8;

const BATCHABLE: &[&str] = &["click", "type", "select_option"];

pub(crate) fn check(request: &Request<'_>, batch: &Tool) -> Verdict {
    let (aim, items) = match Aim::take(request, batch).and_then(|aim| Ok((aim, items(request)?))) {
        Ok(taken) => taken,
        Err(reason) => return Verdict::Deny(Grounds::bare(reason)),
    };
    let Aim { places, address, is_framed } = aim;
    let mut case = Case { request, tool: batch, places, address, is_framed };
    let mut findings = Findings::default();
    let mut worst: Option<Verdict> = None;
    for item in &items {
        let call = item.call();
        let target = item.target(request.target);
        let request = Request { call: &call, target: &target, ..*request };
        let (item_case, found) = match judge::examine_call(&request, &item.tool) {
            Examined::Denied(grounds) => return Verdict::Deny(grounds),
            Examined::Open(case, found) => (case, found),
        };
        findings.absorb(found.clone());
        for place in &item_case.places {
            if !case.places.contains(place) {
                case.places.push(place.clone());
            }
        }
        let verdict = judge::conclude(&item_case, found);
        if worst.as_ref().is_none_or(|worst| worst.severity() < verdict.severity()) {
            worst = Some(verdict);
        }
    }
    if let ControlFlow::Break(reason) = judge_whole(&case, &items, &mut findings) {
        return Verdict::Deny(findings.grounds(reason, &case));
    }
    if let Some(forced) = findings.forced.as_slice().first() {
        let reason = forced.reason();
        return Verdict::Ask(findings.grounds(reason, &case));
    }
    match worst {
        Some(Verdict::Allow(grounds)) => Verdict::Allow(findings.grounds(grounds.reason, &case)),
        Some(Verdict::Ask(grounds)) => Verdict::Ask(findings.grounds(grounds.reason, &case)),
        Some(Verdict::Deny(grounds)) => Verdict::Deny(findings.grounds(grounds.reason, &case)),
        None => Verdict::Deny(Grounds::bare(Reason::BatchTooLarge)),
    }
}

fn judge_whole(case: &Case<'_>, items: &[Item], findings: &mut Findings) -> Step {
    denial::judge(case, findings)?;
    rules::judge(case, findings)?;
    let typed: String = items.iter().filter_map(Item::typed).collect();
    payload::judge_typed(case, &typed, findings)
}

fn items(request: &Request<'_>) -> Result<Vec<Item>, Reason> {
    let listed = request.call.params.get("actions").and_then(Value::as_array).ok_or(Reason::BatchTooLarge)?;
    if listed.is_empty() || listed.len() > BATCH_ITEMS {
        return Err(Reason::BatchTooLarge);
    }
    listed
        .iter()
        .map(|item| {
            Written::from_json(&mut item.clone()).ok().and_then(Item::read).ok_or(Reason::BatchToolNotAllowed)
        })
        .collect()
}

/// An item as the call has it, with what the browser said about its element.
#[derive(FromJson)]
struct Written {
    tool: String,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    frame_origin: Option<String>,
    #[serde(default)]
    field: Option<Field>,
}

struct Item {
    tool: Tool,
    params: Value,
    frame_origin: Option<String>,
    field: Option<Field>,
}

impl Item {
    fn read(written: Written) -> Option<Self> {
        let Written { tool, params, frame_origin, field } = written;
        if !BATCHABLE.contains(&tool.as_str()) {
            return None;
        }
        registry::find(&tool).map(|tool| Self { tool, params, frame_origin, field })
    }

    fn call(&self) -> Call {
        let Tool { name, level, effects, .. } = &self.tool;
        Call { tool: name.clone(), level: *level, effects: *effects, params: self.params.clone() }
    }

    fn target(&self, whole: &Target) -> Target {
        Target {
            frame_origin: self.frame_origin.clone().or_else(|| whole.frame_origin.clone()),
            field: self.field.clone().or_else(|| whole.field.clone()),
            ..whole.clone()
        }
    }

    fn typed(&self) -> Option<&str> {
        (self.tool.name == "type").then(|| self.params.get("text").and_then(Value::as_str)).flatten()
    }
}
