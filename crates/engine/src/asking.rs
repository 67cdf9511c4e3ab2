//! A call as the gatekeeper is asked about it. The same is asked when it is made, when a person has answered, and when it has come to
//! rest somewhere else than it was sent.

use crate::aim::Aim;
use crate::input::Ctx;
use crate::past;
use crate::several;
use crate::state::ThreadState;
use fairlead_gatekeeper::{Call, Field, Grant, HostPermission, Request, Target, ThreadFacts, check};
use fairlead_protocol::permission::Policy;
use fairlead_protocol::run::Run;

pub(crate) struct Asking {
    policy: Policy,
    call: Call,
    target: Target,
    grants: Vec<Grant>,
    facts: ThreadFacts,
}

impl Asking {
    pub(crate) fn of(state: &ThreadState, ctx: &Ctx<'_>, run: &Run, call: Call, aim: &Aim) -> Self {
        let fields = several::fields(aim.binding.as_ref());
        let target = Target {
            tab_origin: aim.origin.clone(),
            frame_origin: aim.binding.as_ref().and_then(|binding| binding.frame.clone()),
            form_origin: aim.binding.as_ref().and_then(|binding| several::form_origin(&call, binding)),
            field: fields.first().cloned(),
            // A missing permission is asked for, not denied; that question is ours.
            host_permission: HostPermission::Unknown,
            mcp_origin: None,
        };
        let held = state.thread.as_ref().map(|thread| thread.grants.as_slice()).unwrap_or_default();
        let grants = held.iter().filter(|grant| grant.session == *ctx.world.session).map(|grant| Grant {
            tool: grant.tool.clone(),
            origin: grant.origin.clone(),
            thread: Some(state.id.clone()),
            expires_at: Some(grant.expires_at.0),
        });
        let facts = past::facts(state, run, &call, ctx.world.sensitive);
        let asking = Self { policy: run.environment.policy, call, target, grants: grants.collect(), facts };
        asking.about_gravest(fields, ctx)
    }

    /// A form is as grave to fill as its gravest field. A batch the gatekeeper takes apart itself.
    fn about_gravest(mut self, fields: Vec<Field>, ctx: &Ctx<'_>) -> Self {
        if self.call.tool != "fill_form" {
            return self;
        }
        let mut gravest = check(&self.request(ctx));
        for field in fields.into_iter().skip(1) {
            let before = self.target.field.replace(field);
            let verdict = check(&self.request(ctx));
            if several::is_graver(&verdict, &gravest) {
                gravest = verdict;
            } else {
                self.target.field = before;
            }
        }
        self
    }

    pub(crate) fn request<'a>(&'a self, ctx: &Ctx<'a>) -> Request<'a> {
        Request {
            policy: self.policy,
            rules: ctx.world.rules,
            grants: &self.grants,
            call: &self.call,
            target: &self.target,
            thread: &self.facts,
            sensitive: ctx.world.sensitive,
            now: ctx.now.0,
        }
    }
}
