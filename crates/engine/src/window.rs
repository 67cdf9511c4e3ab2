//! How large a model's window is, how much of it a request may take, and from where on room is made.

use crate::footing;
use crate::input::World;
use fairlead_protocol::connection::Model;
use fairlead_protocol::context::{ContextTerms, Saving};
use fairlead_protocol::run::{Environment, Overrides};

/// Of a model that nobody has said anything about: small enough for most of what runs at home.
const UNKNOWN: u32 = 32_768;

/// Beginnings of names as providers write them, the first that fits. A path before the name does not count.
const KNOWN: [(&str, u32); 33] = [
    ("gpt-4.1", 1_047_576),
    ("gpt-4o", 128_000),
    ("gpt-4-turbo", 128_000),
    ("gpt-5", 400_000),
    ("o1", 200_000),
    ("o3", 200_000),
    ("o4", 200_000),
    ("claude", 200_000),
    ("gemini", 1_048_576),
    ("gemma-3", 128_000),
    ("gemma3", 128_000),
    ("deepseek", 128_000),
    ("kimi-k2", 256_000),
    ("kimi", 128_000),
    ("moonshot-v1-8k", 8_192),
    ("moonshot-v1-32k", 32_768),
    ("moonshot-v1-128k", 131_072),
    ("glm-4.6", 200_000),
    ("glm-4", 128_000),
    ("qwen3", 128_000),
    ("qwen-max", 32_768),
    ("qwen-plus", 128_000),
    ("qwen-turbo", 128_000),
    ("mistral", 128_000),
    ("ministral", 128_000),
    ("magistral", 40_000),
    ("devstral", 128_000),
    ("codestral", 128_000),
    ("grok-4", 256_000),
    ("grok", 131_072),
    ("llama-3.1", 128_000),
    ("llama-3.3", 128_000),
    ("gpt-oss", 131_072),
];

/// Room for the reply: a share of a small window, and no more than this of a large one.
const REPLY_SHARE: u32 = 4;
const REPLY_MOST: u32 = 8_192;

/// Per mille of the room at which something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Old results are taken out of view.
    pub mask: u64,
    /// The middle of the history becomes notes.
    pub compact: u64,
    /// The Turn stops.
    pub stop: u64,
}

pub fn thresholds(saving: Saving) -> Thresholds {
    match saving {
        Saving::Normal => Thresholds { mask: 600, compact: 800, stop: 920 },
        Saving::Saver => Thresholds { mask: 450, compact: 700, stop: 920 },
    }
}

/// What a new Turn freezes.
pub(crate) fn terms(world: World<'_>, model: &Model, overrides: &Overrides) -> ContextTerms {
    ContextTerms { window: of(model), saving: overrides.saving.unwrap_or(world.settings.saving) }
}

/// As the person wrote it, or by its name.
pub(crate) fn of(model: &Model) -> u32 {
    model.context_window.unwrap_or_else(|| known(&model.id))
}

/// The window that a new Turn would freeze on the ground of an old one, if it is another.
pub(crate) fn since(world: World<'_>, environment: &Environment) -> Option<u32> {
    let connection = footing::connection_of(world, environment)?;
    let window = of(&footing::model_of(connection, &environment.model));
    (window != terms_of(environment).window).then_some(window)
}

/// Of records without them: they are older than the budget.
pub(crate) fn terms_of(environment: &Environment) -> ContextTerms {
    let of_the_name = || ContextTerms { window: known(&environment.model), saving: Saving::Normal };
    environment.context.unwrap_or_else(of_the_name)
}

/// Tokens that a request may have.
pub fn room(window: u32) -> u32 {
    window - (window / REPLY_SHARE).min(REPLY_MOST)
}

pub fn known(model: &str) -> u32 {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    KNOWN.iter().find(|(begins, _)| name.starts_with(begins)).map_or(UNKNOWN, |(_, window)| *window)
}

#[cfg(test)]
mod tests {
    use super::{UNKNOWN, known, room};

    #[test]
    fn a_model_is_known_by_the_beginning_of_its_name_whatever_path_and_case_it_stands_in() {
        for (model, window) in [
            ("gpt-4.1-mini", 1_047_576),
            ("openai/gpt-4o-mini", 128_000),
            ("anthropic/Claude-Sonnet-4.5", 200_000),
            ("accounts/x/models/kimi-k2-instruct", 256_000),
            ("my-own-model", UNKNOWN),
            ("", UNKNOWN),
        ] {
            assert_eq!(known(model), window, "{model}");
        }
    }

    #[test]
    fn a_reply_has_a_quarter_of_a_small_window_and_a_fixed_room_in_a_large_one() {
        assert_eq!([4_096, 32_768, 200_000].map(room), [3_072, 24_576, 191_808]);
    }
}
