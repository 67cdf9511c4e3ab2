//! Deliberate faults, each a mistake that this code could have made. A test turns one on to see that what must hold notices it.
//!
//! Nothing can turn one on without the feature `faults`, which no shipped crate asks for: then every question is a constant.

/// One wrong line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A call that must not be repeated goes out again after a crash instead of being asked about.
    WriteRepeatedAfterCrash,
    /// An outcome counts although nobody waits for it.
    StaleOutcomeAccepted,
    /// A card is answered by a word that was given to another one.
    AnyDigestAccepted,
    /// What was allowed runs although its target has changed since.
    DriftIgnored,
    ResultStoredTwice,
    ResultOmitted,
    /// A Turn ends with the reply that asked for tools.
    CompletedWithOpenCalls,
    /// A stop leaves the calls behind the one at hand without results.
    RestLeftOpen,
    SeqSkipped,
    EndToldTwice,
    /// Nothing follows a Turn that ended.
    QueueForgotten,
    /// A stopped Turn hides what the person has seen of its reply.
    PartialReplyDropped,
    /// A command's transaction lacks its receipt.
    ReceiptLeftOut,
    /// A submission that was answered before is carried out again.
    ReceiptIgnored,
    /// A transaction lacks the row of the Run that it changed.
    RunLeftOut,
    /// Panels hear of what is not stored yet.
    ToldBeforeStored,
    /// A command is acknowledged whose transaction failed.
    AcknowledgedUnstored,
    /// What is due does not begin.
    EffectForgotten,
    /// A Turn ends early and forgets what was to join it.
    SteerLostAtEnd,
    /// What joins a Turn is put above the reply that had not read it.
    SteerReadTooEarly,
    /// Waiting messages lose their places when they are loaded.
    LineLostAtLoad,
    /// The model reads results as they came, and not as it made the calls.
    ResultsByArrival,
    /// Two calls change something in one tab at once.
    LeaseIgnored,
    /// A call that changes something goes out beside others.
    WriteBesideReads,
    /// One call leaves two memories behind.
    RememberedTwice,
    /// What is to be remembered is stored before the commit that says so.
    RememberedEarly,
    /// What the model is to read next is taken out of its view.
    NewestResultMasked,
    /// A copy that was to have room begins as full as what it was copied from.
    CopyAsFull,
    /// A result goes out of view and nothing says how it is read back.
    MaskWithoutPointer,
    /// An answer that is given twice goes on with the Turn twice.
    WaitContinuedTwice,
    /// An answer ends its Turn whether it is shown or not.
    GateSkipped,
    /// A page that is waited for is not looked at.
    WatchForgotten,
    /// A page is looked at wherever its tab went.
    LookUnjudged,
    /// A notification of what a panel shows already.
    NoticeToALooker,
    /// A page is read that the person has for a step of their own.
    TakenPageRead,
    /// A child makes calls that it may not make.
    LeashIgnored,
    /// A child is offered tools for ever.
    LastReplyOffered,
    /// A child goes on although nobody waits for it.
    ChildForgotten,
    /// A Thread is deleted and its children stay.
    ChildLeftBehind,
    /// A file gives way whatever its Thread begins with it meanwhile.
    OwnerNotAsked,
    /// Every worker that starts asks for the title that none has got.
    TitleAskedForEver,
    /// What the model wrote into a call stays in a redacted file.
    ArgumentLeftIn,
    /// A child does not know what its caller has been near.
    ChildUnwarned,
    /// What a child has been near is forgotten with its answer.
    ExposureForgotten,
    /// A child is over and its tabs stay.
    TabsLeftOpen,
    /// A child's tabs are closed while it works.
    TabsClosedAtWork,
}

#[cfg(feature = "faults")]
pub use armed::{active, met, turn_on};

/// Whether the code at hand is to be wrong in this way.
#[cfg(not(feature = "faults"))]
#[inline]
pub const fn active(_: Fault) -> bool {
    false
}

#[cfg(feature = "faults")]
mod armed {
    use super::Fault;
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    thread_local! {
        static ON: Cell<Option<Fault>> = const { Cell::new(None) };
        static MET: RefCell<BTreeMap<Fault, u64>> = const { RefCell::new(BTreeMap::new()) };
    }

    /// Whether the code at hand is to be wrong in this way; counts that it could have been.
    pub fn active(fault: Fault) -> bool {
        MET.with_borrow_mut(|met| *met.entry(fault).or_default() += 1);
        ON.get() == Some(fault)
    }

    /// From here on, in this thread.
    pub fn turn_on(fault: Option<Fault>) {
        ON.set(fault);
    }

    /// How often each fault could have mattered in this thread since this was asked last.
    pub fn met() -> BTreeMap<Fault, u64> {
        MET.take()
    }
}
