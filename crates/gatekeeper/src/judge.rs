//! The order of judgement: what denies, then what forces a question, then what allows, then the policy. The first reason is reported.

use crate::batch;
use crate::case::{Case, Findings, Forced, Leave, Step};
use crate::origin::Origin;
use crate::place::{Aim, Place};
use crate::reason::{Flag, Reason};
use crate::registry::{self, Reach, Tool};
use crate::request::{Grant, HostPermission, Request};
use crate::site::site_of;
use crate::verdict::{Grounds, Verdict};
use crate::{denial, lookalike, network, payload, rules, sensitive};
use fairlead_protocol::permission::Policy;
use fairlead_protocol::tool::Level;
use std::ops::ControlFlow;

/// Judges one call. Ask when it is made and again before it is dispatched; the second time through `recheck` if a person approved it.
pub fn check(request: &Request<'_>) -> Verdict {
    let Some(tool) = registry::find(&request.call.tool) else {
        return Verdict::Deny(Grounds::bare(Reason::UnknownTool));
    };
    if request.call.level == Level::Mcp && tool.level != Level::Mcp {
        // A server's tool under a built-in name would be taken for the built-in.
        return Verdict::Deny(Grounds::bare(Reason::UnknownTool));
    }
    match tool.reach {
        Reach::Own => Verdict::Allow(Grounds::bare(Reason::ExemptTool)),
        Reach::Batch => batch::check(request, &tool),
        Reach::Address | Reach::Endpoint | Reach::Browser | Reach::Tab | Reach::Page => {
            check_one(request, &tool)
        }
    }
}

fn check_one(request: &Request<'_>, tool: &Tool) -> Verdict {
    match examine_call(request, tool) {
        Examined::Denied(grounds) => Verdict::Deny(grounds),
        Examined::Open(case, findings) => conclude(&case, findings),
    }
}

/// A call after everything that can deny it, before the question who allowed it.
pub(crate) enum Examined<'a> {
    Denied(Grounds),
    Open(Case<'a>, Findings),
}

pub(crate) fn examine_call<'a>(request: &'a Request<'a>, tool: &'a Tool) -> Examined<'a> {
    let aim = match Aim::take(request, tool) {
        Ok(aim) => aim,
        Err(reason) => return Examined::Denied(Grounds::bare(reason)),
    };
    let Aim { places, address, is_framed } = aim;
    let case = Case { request, tool, places, address, is_framed };
    let mut findings = Findings::default();
    match examine(&case, &mut findings) {
        ControlFlow::Break(reason) => Examined::Denied(findings.grounds(reason, &case)),
        ControlFlow::Continue(()) => Examined::Open(case, findings),
    }
}

fn examine(case: &Case<'_>, findings: &mut Findings) -> Step {
    describe(case, findings);
    network::judge(case, findings)?;
    lookalike::judge(case, findings)?;
    sensitive::judge(case, findings)?;
    judge_host_permission(case)?;
    judge_opaque(case, findings);
    denial::judge(case, findings)?;
    rules::judge(case, findings)?;
    payload::judge(case, findings)?;
    sensitive::judge_aftermath(case, findings);
    if case.tool.is_always_confirmed() || case.hands_over_writes() {
        findings.force(Forced::AlwaysConfirm);
    }
    ControlFlow::Continue(())
}

/// What the card should say in any case.
fn describe(case: &Case<'_>, findings: &mut Findings) {
    if case.uses_debugger() {
        findings.flags.insert(Flag::EscalationL2);
    }
    if case.tool.reads_browsing_data() {
        findings.flags.insert(Flag::BrowserData);
    }
    if case.request.target.form_origin.is_some() {
        findings.flags.insert(Flag::FormElsewhere);
    }
    if case.is_framed {
        findings.flags.insert(Flag::CrossOriginFrame);
    }
}

fn judge_host_permission(case: &Case<'_>) -> Step {
    match case.request.target.host_permission {
        HostPermission::Missing if case.tool.needs_host_permission() => {
            ControlFlow::Break(Reason::HostPermission)
        }
        HostPermission::Missing | HostPermission::Granted | HostPermission::Unknown => {
            ControlFlow::Continue(())
        }
    }
}

fn judge_opaque(case: &Case<'_>, findings: &mut Findings) {
    if case.writes() && case.places.contains(&Place::Opaque) {
        findings.force(Forced::OpaqueOrigin);
    }
}

pub(crate) fn conclude(case: &Case<'_>, mut findings: Findings) -> Verdict {
    let granted = is_granted(case);
    if granted {
        // The one question that a yes for the session answers; the flag stays.
        findings.forced.remove(&Forced::SensitiveRead);
    }
    if let Some(forced) = findings.forced.as_slice().first() {
        let reason = forced.reason();
        return Verdict::Ask(findings.grounds(reason, case));
    }
    if granted {
        return Verdict::Allow(findings.grounds(Reason::SessionGrant, case));
    }
    let (answer, reason) = by_policy(case, findings.leave);
    answer(findings.grounds(reason, case))
}

/// The answer when nothing denies, forces a question or was granted.
fn by_policy(case: &Case<'_>, leave: Leave) -> (fn(Grounds) -> Verdict, Reason) {
    let policy = case.request.policy;
    match (policy, leave) {
        (Policy::Always, Leave::Unsaid | Leave::AllowedEverywhere) => (Verdict::Ask, Reason::PolicyAlways),
        (Policy::Untrusted | Policy::Auto, Leave::AllowedEverywhere) => (Verdict::Allow, Reason::RuleAllow),
        (Policy::Untrusted, Leave::Unsaid) if !case.writes() && case.tool.reads_browsing_data() => {
            (Verdict::Ask, Reason::PolicyBrowserData)
        }
        (Policy::Untrusted | Policy::Auto, Leave::Unsaid) if !case.writes() => {
            (Verdict::Allow, Reason::PolicyRead)
        }
        (Policy::Auto, Leave::Unsaid) => (Verdict::Allow, Reason::PolicyAuto),
        (Policy::Untrusted, Leave::Unsaid) if is_fetch_of_own_site(case) => {
            (Verdict::Allow, Reason::PolicyRead)
        }
        (Policy::Untrusted, Leave::Unsaid) => (Verdict::Ask, Reason::PolicyUntrusted),
    }
}

/// A grant covers a call when there is one for every place that it touches.
fn is_granted(case: &Case<'_>) -> bool {
    !case.tool.is_ungrantable()
        && case.places.iter().all(|place| case.request.grants.iter().any(|grant| covers(grant, case, place)))
}

fn covers(grant: &Grant, case: &Case<'_>, place: &Place) -> bool {
    let request = case.request;
    let named = match place {
        Place::Site(_) | Place::Browser => Place::try_from(grant.origin.clone()).ok(),
        Place::Opaque | Place::Blank => None,
    };
    grant.tool == case.tool.name
        && named.as_ref() == Some(place)
        && grant.thread.as_ref() == Some(&request.thread.id)
        && grant.expires_at.is_none_or(|end| request.now < end)
}

fn is_fetch_of_own_site(case: &Case<'_>) -> bool {
    case.tool.name == "fetch_url"
        && case
            .places
            .iter()
            .all(|place| place.site().is_some_and(|origin| is_first_party(case.request, origin)))
}

/// Same schemeful site as something that the person brought in.
pub(crate) fn is_first_party(request: &Request<'_>, origin: &Origin) -> bool {
    let site = site_of(origin);
    request.thread.user_origins.iter().filter_map(|text| Origin::parse(text)).any(|own| site_of(&own) == site)
}
