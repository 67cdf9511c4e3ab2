//! Rules as the person sees, writes and tries them. A change holds from the next judgement on, also of Turns that run.

use crate::common::Common;
use crate::desk::Desk;
use crate::hub::Hub;
use crate::reading::Submitted;
use crate::stumble::Stumble;
use fairlead_engine::rules::{tried, written};
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::RuleId;
use fairlead_protocol::permission::{RuleDraft, Trial};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_store::{Batch, Delete, RowKey};

impl Desk {
    pub(crate) fn rules(&self) -> AckBody {
        AckBody::Rules { rules: self.common.borrow().rules.clone() }
    }

    pub(crate) async fn save_rule(&self, command: &Submitted, draft: &RuleDraft) -> Result<AckBody, Stumble> {
        let rule = written(draft)?;
        self.keep(command, Batch::new().put(rule.clone()), &AckBody::Done).await?;
        {
            let rules = &mut self.common.borrow_mut().rules;
            rules.retain(|held| held.id != rule.id);
            rules.push(rule);
        }
        told(&self.common.borrow(), &self.hub);
        Ok(AckBody::Done)
    }

    pub(crate) async fn delete_rule(&self, command: &Submitted, id: &RuleId) -> Result<AckBody, Stumble> {
        if !self.common.borrow().rules.iter().any(|rule| rule.id == *id) {
            return Err(Refusal::new(RefusalCode::UnknownRule, "this rule is not there any more")
                .at("rule")
                .into());
        }
        let batch = Batch::new().delete(Delete::Row(RowKey::Rule(id.clone())));
        self.keep(command, batch, &AckBody::Done).await?;
        self.common.borrow_mut().rules.retain(|rule| rule.id != *id);
        told(&self.common.borrow(), &self.hub);
        Ok(AckBody::Done)
    }

    pub(crate) fn try_out(&self, trial: &Trial) -> Result<AckBody, Stumble> {
        let common = self.common.borrow();
        Ok(AckBody::Trialled { trialled: tried(&common.world(), trial, self.ports.clock.now())? })
    }
}

/// All panels know the rules as they are now.
pub(crate) fn told(common: &Common, hub: &Hub) {
    hub.tell_all(&Event::RulesUpdated { rules: common.rules.clone() });
}
