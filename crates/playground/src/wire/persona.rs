//! How a model behaves, told from its name: `demo` followed by traits, each with its numbers, e.g.
//! `demo-slow:50-cut:12`. The table in [`Persona::TRAITS`] is what `GET /v1/models` lists.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Persona {
    /// Wait before each delta.
    pub pace: Duration,
    pub thinking: Thinking,
    pub fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thinking {
    Silent,
    /// Reasoning is streamed as `reasoning_content`.
    Aloud,
}

/// `after` counts deltas, `times` the requests of a conversation that are hit before it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// The connection breaks in mid-stream.
    Cut {
        after: usize,
        times: u32,
    },
    /// The stream ends in good order, but without finish reason and `[DONE]`.
    EarlyEnd {
        after: usize,
    },
    /// Nothing more comes, and the connection stays open; with a number, only in that request of a conversation.
    Stall {
        after: usize,
        only: Option<u32>,
    },
    ErrorEvent {
        after: usize,
    },
    BadJson {
        after: usize,
    },
    /// Tool calls without arguments.
    NoArguments,
    /// Tool calls whose arguments are no whole JSON.
    BrokenArguments,
    RateLimited {
        times: u32,
        retry_after_s: u32,
    },
    ServerError {
        times: u32,
    },
    Html,
    /// Headers, then nothing.
    Hang,
    Unauthorised,
}

impl Persona {
    /// Answers at once, and rightly.
    pub(crate) const STEADY: Self =
        Self { pace: Duration::ZERO, thinking: Thinking::Silent, fault: Fault::None };

    pub(crate) const TRAITS: [&'static str; 15] = [
        "demo",
        "demo-reasoning",
        "demo-slow",
        "demo-cut",
        "demo-eof",
        "demo-stall",
        "demo-error",
        "demo-badjson",
        "demo-noargs",
        "demo-badargs",
        "demo-429",
        "demo-500",
        "demo-html",
        "demo-hang",
        "demo-401",
    ];

    /// `None` for a model that does not exist.
    pub(crate) fn of(model: &str) -> Option<Self> {
        let mut persona = Self::STEADY;
        let mut traits = model.split('-');
        if traits.next() != Some("demo") {
            return None;
        }
        for word in traits {
            let mut parts = word.split(':');
            let name = parts.next().unwrap_or_default();
            let numbers: Vec<u32> = parts.map(|n| n.parse().ok()).collect::<Option<_>>()?;
            let first = numbers.first().copied();
            let second = numbers.get(1).copied();
            let after = |default: u32| usize::try_from(first.unwrap_or(default)).unwrap_or(usize::MAX);
            let fault = match name {
                "slow" => {
                    persona.pace = Duration::from_millis(u64::from(first.unwrap_or(50)));
                    continue;
                }
                "reasoning" => {
                    persona.thinking = Thinking::Aloud;
                    continue;
                }
                "cut" => Fault::Cut { after: after(5), times: second.unwrap_or(u32::MAX) },
                "eof" => Fault::EarlyEnd { after: after(5) },
                "stall" => Fault::Stall { after: after(5), only: second },
                "error" => Fault::ErrorEvent { after: after(5) },
                "badjson" => Fault::BadJson { after: after(5) },
                "noargs" => Fault::NoArguments,
                "badargs" => Fault::BrokenArguments,
                "429" => Fault::RateLimited { times: first.unwrap_or(2), retry_after_s: second.unwrap_or(1) },
                "500" => Fault::ServerError { times: first.unwrap_or(u32::MAX) },
                "html" => Fault::Html,
                "hang" => Fault::Hang,
                "401" => Fault::Unauthorised,
                _ => return None,
            };
            persona.fault = fault;
        }
        Some(persona)
    }

    /// The fault that hits a request before which the conversation had `earlier` others.
    pub(crate) fn fault_after(&self, earlier: u32) -> Fault {
        let hit = match self.fault {
            Fault::Cut { times, .. } | Fault::RateLimited { times, .. } | Fault::ServerError { times } => {
                earlier < times
            }
            Fault::Stall { only: Some(nth), .. } => earlier.saturating_add(1) == nth,
            Fault::None
            | Fault::EarlyEnd { .. }
            | Fault::Stall { only: None, .. }
            | Fault::ErrorEvent { .. }
            | Fault::BadJson { .. }
            | Fault::NoArguments
            | Fault::BrokenArguments
            | Fault::Html
            | Fault::Hang
            | Fault::Unauthorised => true,
        };
        if hit { self.fault } else { Fault::None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_and_their_numbers_are_read_from_the_name() {
        assert_eq!(Persona::of("demo"), Some(Persona::STEADY));
        let slow = Persona { pace: Duration::from_millis(20), thinking: Thinking::Aloud, fault: Fault::None };
        assert_eq!(Persona::of("demo-reasoning-slow:20"), Some(slow));
        let cut = Persona { fault: Fault::Cut { after: 12, times: 1 }, ..Persona::STEADY };
        assert_eq!(Persona::of("demo-cut:12:1"), Some(cut));
        for model in ["gpt-4o", "demo-unknown", "demo-slow:x", ""] {
            assert_eq!(Persona::of(model), None, "{model}");
        }
        for model in Persona::TRAITS {
            assert!(Persona::of(model).is_some(), "{model}");
        }
    }

    #[test]
    fn a_fault_that_is_counted_passes() {
        let limited = Persona::of("demo-429:2").unwrap();
        assert_eq!(limited.fault_after(1), Fault::RateLimited { times: 2, retry_after_s: 1 });
        assert_eq!(limited.fault_after(2), Fault::None);
    }

    #[test]
    fn a_stall_can_be_that_of_one_request() {
        let third = Persona::of("demo-stall:4:3").unwrap();
        let stall = Fault::Stall { after: 4, only: Some(3) };
        assert_eq!([1, 2, 3].map(|earlier| third.fault_after(earlier)), [Fault::None, stall, Fault::None]);
        assert_ne!(Persona::of("demo-stall:4").unwrap().fault_after(7), Fault::None);
    }
}
