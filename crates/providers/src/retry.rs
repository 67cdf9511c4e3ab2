//! When to try a failed model call again: only for failures that may pass, only a few times, later each time. Whether
//! output has begun is the caller's to know; after that nothing is tried again.

use fairlead_protocol::caps::MODEL_TRIES;
use fairlead_protocol::conversation::{ModelError, ModelErrorKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Tries in all, the first included.
    pub tries: u32,
    /// Tries in all of a call whose tool call the server could not read: a slip of the model that may repeat.
    pub slip_tries: u32,
    /// The wait after the first failure; it doubles.
    pub first_ms: u64,
    /// The longest wait of our own making.
    pub longest_ms: u64,
    /// The longest wait that a server may ask for. Beyond it nothing is tried: it said that it would be in vain.
    pub longest_asked_ms: u64,
}

impl RetryPolicy {
    pub const DEFAULT: Self = Self {
        tries: MODEL_TRIES,
        slip_tries: 2,
        first_ms: 500,
        longest_ms: 8_000,
        longest_asked_ms: 120_000,
    };

    /// Milliseconds to wait after failure number `attempt` (from 1); none if there is no point in another try.
    /// `jitter` in 0..1 takes away up to half of a wait of our own making, so that callers do not return in step.
    pub fn delay(&self, error: &ModelError, attempt: u32, jitter: f64) -> Option<u64> {
        let tries = if error.kind == ModelErrorKind::ToolUseFailed { self.slip_tries } else { self.tries };
        if !error.retryable || attempt >= tries {
            return None;
        }
        let doublings = attempt.saturating_sub(1).min(16);
        let own = self.first_ms.saturating_mul(1_u64 << doublings).min(self.longest_ms);
        match error.retry_after_ms {
            Some(asked) if asked > self.longest_asked_ms => None,
            // A server that says 0 does not want a storm.
            Some(asked) => Some(asked.max(jittered(self.first_ms, jitter))),
            None => Some(jittered(own, jitter)),
        }
    }
}

/// [`RetryPolicy::delay`] of the default policy.
pub fn retry_delay(error: &ModelError, attempt: u32, jitter: f64) -> Option<u64> {
    RetryPolicy::DEFAULT.delay(error, attempt, jitter)
}

fn jittered(wait: u64, jitter: f64) -> u64 {
    let share = if jitter.is_finite() { jitter.clamp(0.0, 1.0) } else { 0.0 };
    let thousandths = (share * 1_000.0) as u64;
    wait - wait / 2 * thousandths / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::failure;

    fn overloaded(retry_after_ms: Option<u64>) -> ModelError {
        ModelError { retry_after_ms, ..failure(ModelErrorKind::Overloaded, "busy") }
    }

    #[test]
    fn waits_double_and_end_after_the_third_try() {
        let error = overloaded(None);
        assert_eq!(retry_delay(&error, 1, 0.0), Some(500));
        assert_eq!(retry_delay(&error, 2, 0.0), Some(1_000));
        assert_eq!(retry_delay(&error, 3, 0.0), None);
    }

    #[test]
    fn jitter_takes_at_most_half_and_nonsense_nothing() {
        let error = overloaded(None);
        assert_eq!(retry_delay(&error, 1, 1.0), Some(250));
        assert_eq!(retry_delay(&error, 1, 7.0), Some(250));
        assert_eq!(retry_delay(&error, 1, f64::NAN), Some(500));
    }

    #[test]
    fn what_the_server_asks_for_is_kept_up_to_the_cap() {
        assert_eq!(retry_delay(&overloaded(Some(26_000)), 1, 0.5), Some(26_000));
        assert_eq!(retry_delay(&overloaded(Some(0)), 1, 1.0), Some(250));
        assert_eq!(retry_delay(&overloaded(Some(120_001)), 1, 0.0), None);
    }

    #[test]
    fn failures_that_will_not_pass_are_not_tried_again() {
        for kind in [
            ModelErrorKind::Auth,
            ModelErrorKind::Quota,
            ModelErrorKind::BadRequest,
            ModelErrorKind::ContextLength,
            ModelErrorKind::ContentFilter,
            ModelErrorKind::Protocol,
        ] {
            assert_eq!(retry_delay(&failure(kind, "no"), 1, 0.0), None, "{kind}");
        }
    }

    #[test]
    fn a_slip_of_the_model_is_tried_once_more() {
        let error = failure(ModelErrorKind::ToolUseFailed, "slip");
        assert_eq!(retry_delay(&error, 1, 0.0), Some(500));
        assert_eq!(retry_delay(&error, 2, 0.0), None);
    }
}
