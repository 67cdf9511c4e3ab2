//! One call before it runs: are its arguments right, is its target there, what does the gatekeeper say, and what exactly is
//! bound. Asked when the call is made and again when the person has answered, with the target as it is then.

use crate::decide::FIRST;
use crate::delegation::leash::{barred, unfit};
use crate::fact::{Judgement, Tally, Word};
use crate::fault::{Fault, active};
use crate::input::Ctx;
use crate::own::{self, Own, own};
use crate::precedent;
use crate::probe::Sight;
use crate::recall::recalled;
use crate::state::ThreadState;
use crate::wait::{Plan, Spot, plan};
use fairlead_gatekeeper::{
    Call, Denial, Field, Grant, Grounds, HostPermission, Reason, Request, Target, ThreadFacts, Verdict, check,
};
use fairlead_protocol::approval::{Answer, Approval, ApprovalStatus, Ask, AskTarget, Scope};
use fairlead_protocol::canonical;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::{BrokenArgs, CallArgs};
use fairlead_protocol::ids::{ApprovalId, Digest, InteractionId, NodeId, TurnId};
use fairlead_protocol::interaction::{Interaction, InteractionStatus};
use fairlead_protocol::json::object;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::page::{Binding, TabRef};
use fairlead_protocol::run::{Dispatch, Run};
use fairlead_protocol::to_json;
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure, Trust};
use fairlead_tools::{Descriptor, Reach, Tool, descriptor, meant, parse};
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
    /// It concerns our own notes alone, and is carried out at once.
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

/// Where a call would act, as seen just now.
#[derive(Clone, Default)]
struct Aim {
    tab: Option<TabRef>,
    origin: Option<String>,
    binding: Option<Binding>,
    /// Chrome has not let the extension onto this site: its match pattern.
    locked: Option<String>,
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
    let (plan, own) = match inward(&tool) {
        Ok(inward) => inward,
        Err(failure) => return Finding::refused(failure, Tally::Failure, Trust::Trusted),
    };
    let aim = match aim(&tool, ctx.probes.sight(place)) {
        Ok(aim) => aim,
        Err(failure) => return Finding::refused(failure, Tally::Failure, Trust::Untrusted),
    };
    let effects = tool.effects(own::effects(descriptor, state));
    let verdict = precedent::word(place, verdict(state, ctx, run, descriptor, effects, &value, &aim));
    let judgement = Judgement {
        verdict: match &verdict {
            Verdict::Allow(_) => Word::Allow,
            Verdict::Ask(_) => Word::Ask,
            Verdict::Deny(_) => Word::Deny,
        },
        reason: verdict.reason().code(),
        flags: verdict.grounds().flags.iter().map(|flag| flag.code().to_owned()).collect(),
        rule: verdict.grounds().rule.clone(),
    };
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
        Verdict::Allow(_) | Verdict::Ask(_) if aim.locked.is_some() => {
            match approved.map(|approval| &approval.ask) {
                Some(Ask::HostAccess { .. }) => Finding::Refused {
                    failure: ToolFailure::new(
                        ToolErrorCode::NoPermission,
                        "the browser still keeps the extension off this site",
                        "Tell the person that access to the site is missing.",
                    ),
                    tally: Tally::Neutral,
                    trust: Trust::Trusted,
                    judgement: Some(judgement),
                },
                Some(Ask::Call { .. }) | None => {
                    let ask = Ask::HostAccess {
                        origin: aim.origin.clone().unwrap_or_default(),
                        pattern: aim.locked.clone().unwrap_or_default(),
                        tool: name.clone(),
                    };
                    Finding::Ask { judgement, approval: question(ask) }
                }
            }
        }
        Verdict::Allow(_) => match drift(approved, &digest) {
            Some(finding) => finding,
            None => dispatch(judgement),
        },
        Verdict::Ask(grounds) => match approved {
            Some(approval) if covers(approval, grounds) => match drift(approved, &digest) {
                Some(finding) => finding,
                None => dispatch(judgement),
            },
            Some(_) | None => {
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
                    rule: grounds.rule.clone(),
                    scopes: scopes(grounds),
                };
                Finding::Ask { judgement, approval: question(ask) }
            }
        },
    }
}

/// What a call asks of ourselves: a wait, or our own notes. Before any question: nobody is asked about what cannot be.
fn inward(tool: &Tool) -> Result<(Option<Plan>, Option<Own>), ToolFailure> {
    if let Some(failure) = unfit(tool) {
        return Err(failure);
    }
    Ok((plan(tool).transpose()?, own(tool).transpose()?))
}

/// Tool and arguments, or what is wrong with them.
fn readable(name: &str, arguments: &CallArgs) -> Result<(&'static Descriptor, Tool, Value), ToolFailure> {
    let Some(descriptor) = descriptor(name) else {
        let known: Vec<&str> = fairlead_tools::CATALOGUE.iter().map(|descriptor| descriptor.name).collect();
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

fn aim(tool: &Tool, sight: Option<&Sight>) -> Result<Aim, ToolFailure> {
    match (tool.reach(), sight) {
        (_, Some(Sight::Failed { failure })) => Err(failure.clone()),
        // Which tab it is goes on the card; nothing is done there that a site could be judged for.
        (Reach::Tab { .. }, Some(Sight::Tab { tab, .. })) => {
            Ok(Aim { tab: Some(tab.clone()), ..Aim::default() })
        }
        (Reach::Nobody | Reach::Browser, _) | (Reach::Address { .. } | Reach::Tab { .. }, None) => {
            Ok(Aim::default())
        }
        (_, Some(Sight::Tab { tab, origin })) => {
            Ok(Aim { tab: Some(tab.clone()), origin: Some(origin.clone()), ..Aim::default() })
        }
        (_, Some(Sight::Page { tab, binding })) => Ok(Aim {
            tab: Some(tab.clone()),
            origin: Some(binding.origin.clone()),
            binding: Some(binding.clone()),
            locked: None,
        }),
        (_, Some(Sight::NoAccess { tab, origin, pattern })) => Ok(Aim {
            tab: Some(tab.clone()),
            origin: Some(origin.clone()),
            binding: None,
            locked: Some(pattern.clone()),
        }),
        (Reach::Page { .. }, None) => Err(ToolFailure::new(
            ToolErrorCode::TabGone,
            "no tab belongs to this conversation",
            "Call tabs_list and pass a tab_id, or open an address with tab_open.",
        )),
    }
}

fn verdict(
    state: &ThreadState,
    ctx: &Ctx<'_>,
    run: &Run,
    descriptor: &Descriptor,
    effects: Effects,
    arguments: &Value,
    aim: &Aim,
) -> Verdict {
    let call = Call {
        tool: descriptor.name.to_owned(),
        level: descriptor.level,
        effects,
        params: arguments.clone(),
    };
    let element = aim.binding.as_ref().and_then(|binding| binding.element.as_ref());
    let target = Target {
        tab_origin: aim.origin.clone(),
        frame_origin: None,
        field: element
            .map(|element| Field { kind: element.kind.clone(), autocomplete: element.autocomplete.clone() }),
        // A missing permission is asked for, not denied; that question is ours.
        host_permission: HostPermission::Unknown,
        mcp_origin: None,
    };
    let thread = state.thread.as_ref();
    let grants: Vec<Grant> = thread
        .map(|thread| thread.grants.as_slice())
        .unwrap_or_default()
        .iter()
        .filter(|grant| grant.session == *ctx.world.session)
        .map(|grant| Grant {
            tool: grant.tool.clone(),
            origin: grant.origin.clone(),
            thread: Some(state.id.clone()),
            expires_at: Some(grant.expires_at.0),
        })
        .collect();
    let facts = ThreadFacts {
        id: state.id.clone(),
        turn: 1,
        touched_origins: thread.map(|thread| thread.touched_origins.clone()).unwrap_or_default(),
        user_origins: thread.map(|thread| thread.user_origins.clone()).unwrap_or_default(),
        denials: denials(state, &run.id),
        ..ThreadFacts::default()
    };
    check(&Request {
        policy: run.environment.policy,
        rules: ctx.world.rules,
        grants: &grants,
        call: &call,
        target: &target,
        thread: &facts,
        sensitive: ctx.world.sensitive,
        now: ctx.now.0,
    })
}

/// Calls of this Turn that the person declined; the next message clears them, because it is another Turn.
fn denials(state: &ThreadState, turn: &TurnId) -> Vec<Denial> {
    state
        .turn_nodes(turn)
        .filter_map(|node| match &node.body {
            NodeBody::ApprovalDecision {
                call,
                answer: Answer::Deny { .. } | Answer::DenyAndStop,
                origin,
                ..
            } => {
                let NodeBody::ToolCall { tool, arguments, .. } = &state.node(call)?.body else { return None };
                let params = meant(descriptor(tool)?, arguments)?;
                Some(Denial { tool: tool.clone(), origin: origin.clone(), params, turn: 1 })
            }
            _ => None,
        })
        .collect()
}

/// The same approval must name the same thing when it is used.
fn drift(approved: Option<&Approval>, digest: &Digest) -> Option<Finding> {
    let approval = approved.filter(|approval| matches!(approval.ask, Ask::Call { .. }))?;
    (approval.digest != *digest && !active(Fault::DriftIgnored)).then(|| {
        let failure = ToolFailure::new(
            ToolErrorCode::TargetChanged,
            "the page or the element is not what the person was asked about; nothing was done",
            "Read the page again and decide anew.",
        );
        Finding::refused(failure, Tally::Neutral, Trust::Trusted)
    })
}

/// An approval covers the reasons that its card showed, and no other.
fn covers(approval: &Approval, grounds: &Grounds) -> bool {
    match &approval.ask {
        Ask::Call { reason, flags, .. } => {
            *reason == grounds.reason.code()
                && grounds.flags.iter().all(|flag| flags.iter().any(|shown| shown == flag.code()))
        }
        Ask::HostAccess { .. } => false,
    }
}

/// Wider scopes are offered only where they would silence the question.
fn scopes(grounds: &Grounds) -> Vec<Scope> {
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
        ("element", to_json::value(&binding.and_then(|binding| binding.element.as_ref()))),
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
