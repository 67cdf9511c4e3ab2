//! Why an input changed nothing: refused, or the store could not take it.

use crate::storage;
use fairlead_engine::decide::Rejection;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_store::StoreError;

pub(crate) enum Stumble {
    Refused(Refusal),
    Store(StoreError),
}

impl Stumble {
    /// For the sender of a command.
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::Store(error) => storage::refusal(&error),
        }
    }
}

impl From<StoreError> for Stumble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Refusal> for Stumble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Rejection> for Stumble {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Refused(refusal) => Self::Refused(refusal),
            Rejection::NobodyWaits(effect) => {
                Self::Refused(Refusal::new(RefusalCode::NotAllowed, format!("nobody waits for {effect}")))
            }
        }
    }
}
