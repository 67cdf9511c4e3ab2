//! One call before it runs: are its arguments right, is its target there, what does the gatekeeper say, and what exactly is
//! bound. Asked when the call is made and again when the person has answered, with the target as it is then.

use crate::aim::{Aim, Lock};
use crate::asking::Asking;
use crate::consent;
use crate::decide::FIRST;
use crate::delegation::leash::{barred, unfit};
use crate::fact::Tally;
use crate::fault::{Fault, active};
use crate::input::Ctx;
use crate::judgement::Judgement;
use crate::own::{self, Own, own};
use crate::precedent;
use crate::recall::recalled;
use crate::several;
use crate::state::ThreadState;
use crate::wait::{Plan, Spot, plan};
use fairlead_gatekeeper::{Call, Grounds, Reason, Verdict, check, confirm, is_ungrantable};
use fairlead_protocol::approval::{Approval, ApprovalStatus, Ask, AskTarget, Scope};
use fairlead_protocol::canonical;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::{BrokenArgs, CallArgs};
use fairlead_protocol::ids::{ApprovalId, Digest, InteractionId, NodeId, TurnId};
use fairlead_protocol::interaction::{Interaction, InteractionStatus};
use fairlead_protocol::json::object;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Dispatch, Run};
use fairlead_protocol::to_json;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};
use fairlead_tools::{Descriptor, Tool, descriptor, meant, parse};
use serde_json::Value;

/// What is to be done about a call.
pub(crate) enum Finding {
    Refused {
        failure: ToolFailure,
        tally: Tally,
        trust: Trust,
        judgement: Option<Judgement>,
    },
    Dispatch {
        judgement: Judgement,
        dispatch: Dispatch,
        touches: Option<String>,
    },
    Ask {
        judgement: Judgement,
        approval: Approval,
    },
    /// It sends nothing out and is answered from what is stored.
    Answer {
        judgement: Judgement,
        outcome: ResultOutcome,
        trust: Trust,
    },
    /// It concerns what is our own alone, and is carried out at once.
    Own {
        judgement: Judgement,
        own: Own,
    },
    /// It sends nothing out and waits.
    Wait {
        judgement: Judgement,
        interaction: Interaction,
    },
}

impl Finding {
    /// Before the gatekeeper was asked.
    pub(crate) fn refused(failure: ToolFailure, tally: Tally, trust: Trust) -> Self {
        Self::Refused { failure, tally, trust, judgement: None }
    }
}

pub(crate) fn judge(
    state: &ThreadState,
    ctx: &Ctx<'_>,
    turn: &TurnId,
    call: &NodeId,
    place: u32,
    approved: Option<&Approval>,
) -> Finding {
    let (Some(run), Some(NodeBody::ToolCall { tool: name, arguments, .. })) =
        (state.runs.get(turn), state.node(call).map(|node| &node.body))
    else {
        return mistaken(ToolErrorCode::Internal, "this call is not stored", "Make the call again.");
    };
    let (descriptor, tool, value) = match readable(name, arguments) {
        Ok(readable) => readable,
        Err(failure) => return Finding::refused(failure, Tally::Failure, Trust::Trusted),
    };
    if let Some(failure) = barred(state, run, descriptor, &tool) {
        return Finding::refused(failure, Tally::Neutral, Trust::Trusted);
    }
    let (plan, own) = match inward(&tool, state) {
        Ok(inward) => inward,
        Err(failure) => return Finding::refused(failure, Tally::Failure, Trust::Trusted),
    };
    let aim = match Aim::taken(&tool, ctx.probes.sight(place)) {
        Ok(aim) => aim,
        Err(failure) => return Finding::refused(failure, Tally::Failure, Trust::Untrusted),
    };
    let effects = tool.effects(own::effects(descriptor, state));
    let call_made = Call {
        tool: name.clone(),
        level: descriptor.level,
        effects,
        params: several::params(name, &value, aim.binding.as_ref()),
    };
    let (verdict, settled) = weigh(state, ctx, run, call_made, &aim, place, approved);
    let judgement = Judgement::from(&verdict);
    let grounds = verdict.grounds();
    let digest = digest(name, &value, &aim, grounds.dispatch_url.as_deref());
    let question = |ask: Ask| Approval {
        id: ApprovalId(ctx.ids.fresh("a")),
        thread: state.id.clone(),
        turn: turn.clone(),
        call: call.clone(),
        digest: digest.clone(),
        ask,
        asked_at: ctx.now,
        status: ApprovalStatus::Open,
    };
    let spot = Spot { tab: aim.tab.as_ref(), origin: aim.origin.as_deref(), judgement: &judgement };
    let wait = plan.and_then(|plan| plan.begin(ctx.now, &spot));
    let dispatch = |judgement: Judgement| match (own.clone(), wait.clone(), recalled(state, &tool)) {
        (Some(own), _, _) => Finding::Own { judgement, own },
        (None, None, Some((outcome, trust))) => Finding::Answer { judgement, outcome, trust },
        (None, Some(wait), _) => Finding::Wait {
            judgement,
            interaction: Interaction {
                id: InteractionId(ctx.ids.fresh("i")),
                thread: state.id.clone(),
                turn: turn.clone(),
                call: call.clone(),
                wait,
                asked_at: ctx.now,
                status: InteractionStatus::Open,
            },
        },
        (None, None, None) => Finding::Dispatch {
            judgement,
            dispatch: Dispatch {
                at: ctx.now,
                tab: aim.tab.clone(),
                binding: aim.binding.clone(),
                url: grounds.dispatch_url.clone(),
                attempt: FIRST,
            },
            touches: grounds.places.first().map(ToString::to_string).or(aim.origin.clone()),
        },
    };
    match &verdict {
        Verdict::Deny(grounds) => Finding::Refused {
            failure: denied(grounds.reason),
            tally: Tally::Neutral,
            trust: Trust::Trusted,
            judgement: Some(judgement),
        },
        // Chrome's own prompt comes before our question: without it there is no page to ask about.
        Verdict::Allow(_) | Verdict::Ask(_) if let Some(lock) = &aim.lock => {
            match approved.map(|approval| &approval.ask) {
                Some(Ask::HostAccess { .. } | Ask::Permission { .. }) => Finding::Refused {
                    failure: still_locked(lock),
                    tally: Tally::Neutral,
                    trust: Trust::Trusted,
                    judgement: Some(judgement),
                },
                Some(Ask::Call { .. }) | None => Finding::Ask {
                    judgement,
                    approval: question(opening(
                        lock,
                        aim.origin.clone().unwrap_or_else(|| asked_origin(grounds, &aim)),
                        name,
                    )),
                },
            }
        }
        Verdict::Allow(_) | Verdict::Ask(_) => match &settled {
            Verdict::Allow(_) => dispatch(judgement),
            Verdict::Deny(_) => drifted(),
            Verdict::Ask(grounds) => {
                let ask = Ask::Call {
                    tool: name.clone(),
                    effects,
                    arguments: value,
                    target: AskTarget {
                        origin: asked_origin(grounds, &aim),
                        tab: aim.tab.clone(),
                        element: aim.binding.as_ref().and_then(|binding| binding.element.clone()),
                        binding: aim.binding.clone(),
                    },
                    reason: grounds.reason.code().to_owned(),
                    flags: judgement.flags.clone(),
                    forced: grounds.forced.iter().map(|reason| reason.code().to_owned()).collect(),
                    rule: grounds.rule.clone(),
                    scopes: scopes(name, grounds),
                };
                Finding::Ask { judgement, approval: question(ask) }
            }
        },
    }
}

/// The question that Chrome's own prompt answers.
fn opening(lock: &Lock, origin: String, tool: &str) -> Ask {
    let tool = tool.to_owned();
    match lock {
        Lock::Site { pattern } => Ask::HostAccess { origin, pattern: pattern.clone(), tool },
        Lock::Browser(permission) => Ask::Permission { permission: *permission, tool },
    }
}

/// The person said yes, and Chrome did not hear it.
fn still_locked(lock: &Lock) -> ToolFailure {
    let (what, next) = match lock {
        Lock::Site { .. } => (
            "the browser still keeps the extension off this site".to_owned(),
            "Tell the person that access to the site is missing.",
        ),
        Lock::Browser(permission) => (
            format!("the browser has not given the extension its permission `{}`", permission.name()),
            "Go on without it, and tell the person what is missing.",
        ),
    };
    ToolFailure::new(ToolErrorCode::NoPermission, what, next)
}

/// What a call asks of ourselves: a wait, or something of our own. Before any question: nobody is asked about what cannot be.
fn inward(tool: &Tool, state: &ThreadState) -> Result<(Option<Plan>, Option<Own>), ToolFailure> {
    if let Some(failure) = unfit(tool) {
        return Err(failure);
    }
    Ok((plan(tool).transpose()?, own(tool, state).transpose()?))
}

/// Tool and arguments, or what is wrong with them.
pub(crate) fn readable(
    name: &str,
    arguments: &CallArgs,
) -> Result<(&'static Descriptor, Tool, Value), ToolFailure> {
    let Some(descriptor) = descriptor(name) else {
        let known: Vec<&str> = fairlead_tools::catalogue().map(|descriptor| descriptor.name).collect();
        return Err(ToolFailure::new(
            ToolErrorCode::UnknownTool,
            format!("there is no tool `{}`", name.chars().take(60).collect::<String>()),
            format!("Use one of: {}.", known.join(", ")),
        ));
    };
    match arguments {
        CallArgs::Broken { why: BrokenArgs::Truncated, .. } => {
            Err(ToolFailure::wrong_arguments("the arguments were cut off before their end"))
        }
        CallArgs::Broken { why: BrokenArgs::InvalidJson, .. } | CallArgs::Parsed { .. } => {
            let Some(value) = meant(descriptor, arguments) else {
                return Err(ToolFailure::wrong_arguments("the arguments are not valid JSON"));
            };
            if canonical::text(&value).len() > caps::ARGUMENT_BYTES {
                return Err(ToolFailure::wrong_arguments(format!(
                    "the arguments have more than {} bytes",
                    caps::ARGUMENT_BYTES
                )));
            }
            match parse(descriptor, &value) {
                Ok(tool) => Ok((descriptor, tool, value)),
                Err(error) => Err(ToolFailure::wrong_arguments(error.to_string())),
            }
        }
    }
}

/// The gatekeeper's word on the call as it is now, and what the person's answer makes of it.
fn weigh(
    state: &ThreadState,
    ctx: &Ctx<'_>,
    run: &Run,
    call: Call,
    aim: &Aim,
    place: u32,
    approved: Option<&Approval>,
) -> (Verdict, Verdict) {
    let asking = Asking::of(state, ctx, run, call, aim);
    let request = asking.request(ctx);
    let verdict = precedent::word(place, check(&request));
    let settled = match approved.and_then(consent::given) {
        Some(answer) if !active(Fault::DriftIgnored) => {
            confirm(verdict.clone(), &request, &answer, &consent::observed(aim))
        }
        Some(_) => Verdict::Allow(verdict.grounds().clone()),
        None => verdict.clone(),
    };
    (verdict, settled)
}

/// What is approved is what runs: not this call, or not on this target.
fn drifted() -> Finding {
    let failure = ToolFailure::new(
        ToolErrorCode::TargetChanged,
        "the page or the element is not what the person was asked about; nothing was done",
        "Read the page again and decide anew.",
    );
    Finding::refused(failure, Tally::Neutral, Trust::Trusted)
}

/// Wider scopes are offered only where they would silence the question.
fn scopes(tool: &str, grounds: &Grounds) -> Vec<Scope> {
    // A wider yes names one place, and would have to hold at each of them.
    if grounds.places.len() > 1 || is_ungrantable(tool) {
        return vec![Scope::Once];
    }
    match grounds.reason {
        Reason::PolicyUntrusted | Reason::PolicyBrowserData => {
            vec![Scope::Once, Scope::Session, Scope::Always]
        }
        Reason::PolicyAlways => vec![Scope::Once, Scope::Session],
        _ => vec![Scope::Once],
    }
}

fn asked_origin(grounds: &Grounds, aim: &Aim) -> String {
    grounds.places.first().map(ToString::to_string).or_else(|| aim.origin.clone()).unwrap_or_default()
}

fn digest(tool: &str, arguments: &Value, aim: &Aim, url: Option<&str>) -> Digest {
    let binding = aim.binding.as_ref();
    canonical::digest(&object([
        ("tool", Value::from(tool)),
        ("arguments", arguments.clone()),
        ("tab", to_json::value(&aim.tab.as_ref().map(|tab| tab.id))),
        ("origin", to_json::value(&aim.origin)),
        ("document", to_json::value(&binding.map(|binding| &binding.document))),
        ("frame", to_json::value(&binding.and_then(|binding| binding.frame.as_ref()))),
        ("element", several::prints(binding)),
        ("url", to_json::value(&url)),
    ]))
}

fn denied(reason: Reason) -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::DeniedByPolicy,
        format!("this call is not allowed ({})", reason.code()),
        "Do not try to get around it. Go on without it, or tell the person what would be needed.",
    )
}

fn mistaken(code: ToolErrorCode, message: &str, next: &str) -> Finding {
    Finding::refused(ToolFailure::new(code, message, next), Tally::Failure, Trust::Trusted)
}
