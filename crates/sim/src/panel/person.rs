//! The person in front of a panel: what they say to cards, and to calls of which nobody knows the outcome.

use crate::browser::Web;
use fairlead_protocol::approval::{Answer, Approval, Ask, Scope};
use fairlead_protocol::command::Resolution;
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::interaction::{Interaction, Response, Wait};
use std::cell::RefCell;
use std::rc::Rc;

type Cards = Rc<dyn Fn(&Approval, &RefCell<Web>) -> Option<Answer>>;
type Waits = Rc<dyn Fn(&Interaction) -> Option<Response>>;
type Losses = Rc<dyn Fn(&NodeId, &RefCell<Web>) -> Option<Resolution>>;

#[derive(Clone)]
pub struct Person {
    pub cards: Cards,
    pub losses: Losses,
    pub waits: Waits,
}

impl Person {
    /// Only looks.
    pub fn away() -> Self {
        Self { cards: Rc::new(|_, _| None), losses: Rc::new(|_, _| None), waits: Rc::new(|_| None) }
    }

    pub fn answering(answer: Answer) -> Self {
        Self { cards: Rc::new(move |_, _| Some(answer.clone())), ..Self::attentive() }
    }

    /// Allows as far as the card offers, up to `scope`.
    pub fn with_scope(scope: Scope) -> Self {
        let cards: Cards = Rc::new(move |approval, _| {
            let offered = match &approval.ask {
                Ask::Call { scopes, .. } => scopes.contains(&scope),
                Ask::HostAccess { .. } | Ask::Permission { .. } => false,
            };
            Some(Answer::Allow { scope: if offered { scope } else { Scope::Once } })
        });
        Self { cards, ..Self::attentive() }
    }

    /// Answers questions, with the first of the answers offered, does what only they can do, and lets times and pages come.
    ///
    /// Allows each call once and lets the browser give access where it is asked for. If an outcome was lost they look at the
    /// cart: what is in it has worked.
    pub fn attentive() -> Self {
        Self {
            cards: Rc::new(|approval, web| {
                match &approval.ask {
                    Ask::HostAccess { origin, .. } => drop(web.borrow_mut().locked.remove(origin)),
                    Ask::Permission { permission, .. } => {
                        web.borrow_mut().withheld.retain(|withheld| withheld != permission);
                    }
                    Ask::Call { .. } => {}
                }
                Some(Answer::Allow { scope: Scope::Once })
            }),
            losses: Rc::new(|_, web| {
                Some(if web.borrow().cart.is_empty() { Resolution::Retry } else { Resolution::MarkDone })
            }),
            waits: Rc::new(|interaction| match &interaction.wait {
                Wait::Question { options, .. } => Some(Response::Answer {
                    text: options.first().cloned().unwrap_or_else(|| "the blue one".to_owned()),
                }),
                Wait::Action { .. } => Some(Response::Done),
                Wait::Until { .. } | Wait::Watch { .. } => None,
            }),
        }
    }
}
