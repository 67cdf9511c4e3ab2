//! Words that a replay takes as they were given, because its file lacks what they were given on: rules and grants, the texts of
//! pages and files, the settings of that day. What follows from them is decided anew.
//!
//! Nothing can set one without the feature `precedents`, which no shipped crate asks for: there the policy is always asked.

#[cfg(feature = "precedents")]
pub use kept::{Given, Precedents, during};
#[cfg(feature = "precedents")]
pub(crate) use kept::{answer, arrival, drift, word};

#[cfg(not(feature = "precedents"))]
pub(crate) use none::{answer, arrival, drift, word};

#[cfg(not(feature = "precedents"))]
mod none {
    use crate::evidence::Checked;
    use crate::probe::CallPlace;
    use fairlead_gatekeeper::Verdict;
    use fairlead_protocol::run::Drift;

    #[inline]
    pub(crate) fn word(_: CallPlace, asked: Verdict) -> Verdict {
        asked
    }

    #[inline]
    pub(crate) fn arrival(_: CallPlace, asked: Verdict) -> Verdict {
        asked
    }

    #[inline]
    pub(crate) fn drift(found: impl FnOnce() -> Option<Drift>) -> Option<Drift> {
        found()
    }

    #[inline]
    pub(crate) fn answer(checked: impl FnOnce() -> Checked) -> Checked {
        checked()
    }
}

#[cfg(feature = "precedents")]
mod kept {
    use crate::evidence::Checked;
    use crate::judgement::Word;
    use crate::probe::CallPlace;
    use fairlead_evidence::Verdict as Shown;
    use fairlead_gatekeeper::{Flag, Grounds, Reason, Verdict};
    use fairlead_protocol::evidence::{Evidence, Standing};
    use fairlead_protocol::ids::RuleId;
    use fairlead_protocol::run::Drift;
    use std::cell::RefCell;

    /// What was said in one decision.
    #[derive(Clone, Debug, Default)]
    pub struct Precedents {
        pub words: Vec<Given>,
        pub drift: Option<Drift>,
        /// What stands beside the answer.
        pub evidence: Option<Evidence>,
    }

    /// The word on the call at one place of its reply, in codes.
    #[derive(Clone, Debug)]
    pub struct Given {
        pub call: CallPlace,
        pub word: Word,
        pub reason: String,
        pub flags: Vec<String>,
        pub rule: Option<RuleId>,
    }

    thread_local! {
        static SET: RefCell<Option<Precedents>> = const { RefCell::new(None) };
    }

    /// Whatever is decided inside is decided on these.
    pub fn during<T>(precedents: Precedents, decide: impl FnOnce() -> T) -> T {
        SET.set(Some(precedents));
        let decided = decide();
        SET.set(None);
        decided
    }

    /// A reason that this version does not know leaves the policy's own word: the replay will see that it differs.
    pub(crate) fn word(place: CallPlace, asked: Verdict) -> Verdict {
        let given = SET.with_borrow(|set| {
            set.as_ref().and_then(|set| set.words.iter().find(|given| given.call == place).cloned())
        });
        let Some(given) = given else { return asked };
        let Some(reason) = Reason::ALL.iter().find(|reason| reason.code() == given.reason) else {
            return asked;
        };
        let flags =
            Flag::ALL.iter().copied().filter(|flag| given.flags.iter().any(|code| code == flag.code()));
        let grounds =
            Grounds { reason: *reason, flags: flags.collect(), rule: given.rule, ..asked.grounds().clone() };
        match given.word {
            Word::Allow => Verdict::Allow(grounds),
            Word::Ask => Verdict::Ask(grounds),
            Word::Deny => Verdict::Deny(grounds),
        }
    }

    /// On where an address led: a word is written down only where a result was kept back.
    pub(crate) fn arrival(place: CallPlace, asked: Verdict) -> Verdict {
        let is_silent = |set: &Precedents| set.words.iter().all(|given| given.call != place);
        if SET.with_borrow(|set| set.as_ref().is_some_and(is_silent)) {
            return Verdict::Allow(asked.grounds().clone());
        }
        word(place, asked)
    }

    pub(crate) fn drift(found: impl FnOnce() -> Option<Drift>) -> Option<Drift> {
        match SET.with_borrow(|set| set.as_ref().map(|set| set.drift)) {
            Some(given) => given,
            None => found(),
        }
    }

    /// An answer without evidence needed none. What the model is told of one that lacks something is in its node.
    pub(crate) fn answer(checked: impl FnOnce() -> Checked) -> Checked {
        let Some(evidence) = SET.with_borrow(|set| set.as_ref().map(|set| set.evidence.clone())) else {
            return checked();
        };
        let verdict = match evidence.as_ref().map(|evidence| evidence.standing) {
            None => Shown::NotNeeded,
            Some(Standing::Proved) => Shown::Proved,
            Some(Standing::Admitted) => Shown::HonestFailure,
            Some(Standing::Rejected | Standing::Unverified) => Shown::Unproved,
        };
        let (claims, missing) = evidence.map(|told| (told.claims, told.missing)).unwrap_or_default();
        Checked { verdict, claims, missing, instruction: String::new() }
    }
}
