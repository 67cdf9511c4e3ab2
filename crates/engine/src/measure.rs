//! A request before it is planned: how many tokens it will have, what they are, and whether it begins as the one before did.

use crate::attached::IMAGE_TOKENS;
use crate::context::{Kind, Shown, history};
use crate::gauge;
use crate::intent;
use crate::state::ThreadState;
use crate::tokens::estimate;
use crate::window;
use fairlead_protocol::context::{ContextParts, CountedBy, Measure, Occupancy};
use fairlead_protocol::conversation::{Message, Part, Role, ToolSpec};
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::run::{Environment, ToolOffer};

/// Of a message or a tool beside its own words.
const FRAME: u32 = 4;

/// How the messages of a request begin, compared with the newest request of the same Turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    First,
    /// With all that it had.
    Kept,
    Changed,
}

impl Prefix {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Kept => "kept",
            Self::Changed => "changed",
        }
    }
}

/// Of the request that would be made now. `None` for a Turn that is not known.
pub(crate) fn measure(state: &ThreadState, turn: &TurnId, offer: ToolOffer) -> Option<(Measure, Prefix)> {
    let run = state.runs.get(turn)?;
    let tools = intent::told(state, run, offer);
    Some(of_environment(state, &run.environment, &tools, run.measure.as_ref()))
}

/// The same where no Run has to have begun. `newest` is that of the request before.
pub(crate) fn of_environment(
    state: &ThreadState,
    environment: &Environment,
    tools: &[ToolSpec],
    newest: Option<&Measure>,
) -> (Measure, Prefix) {
    let shown = history(state, None);
    let tools = tools.iter().map(of_tool).sum();
    let mut parts = ContextParts { tools, ..ContextParts::default() };
    let mut print = Fingerprint::default();
    let mut before = None;
    for (number, one) in (1..).zip(&shown) {
        *part(&mut parts, one.kind) += tokens(one);
        print.take(one);
        if newest.is_some_and(|newest| newest.messages == number) {
            before = Some(print.text());
        }
    }
    let raw = parts.prompt + parts.tools + parts.messages + parts.results + parts.summary + parts.notes;
    let gauges = state.thread.as_ref().map(|thread| thread.gauges.as_slice()).unwrap_or_default();
    let used = gauge::corrected(gauge::of(gauges, environment), raw);
    let share = |part: u32| gauge::share(part, raw, used);
    let measure = Measure {
        raw,
        messages: u32::try_from(shown.len()).unwrap_or(u32::MAX),
        fingerprint: print.text(),
        occupancy: Occupancy {
            room: window::room(window::terms_of(environment).window),
            used,
            by: CountedBy::Estimate,
            parts: ContextParts {
                prompt: share(parts.prompt),
                tools: share(parts.tools),
                messages: share(parts.messages),
                results: share(parts.results),
                summary: share(parts.summary),
                notes: share(parts.notes),
            },
        },
    };
    let prefix = match newest {
        None => Prefix::First,
        Some(newest) if before.as_ref() == Some(&newest.fingerprint) => Prefix::Kept,
        Some(_) => Prefix::Changed,
    };
    (measure, prefix)
}

fn part<'a>(parts: &'a mut ContextParts, kind: Kind<'_>) -> &'a mut u32 {
    match kind {
        Kind::Prompt => &mut parts.prompt,
        Kind::Said => &mut parts.messages,
        Kind::Result(_) => &mut parts.results,
        Kind::Summary => &mut parts.summary,
        Kind::Note => &mut parts.notes,
    }
}

pub(crate) fn tokens(shown: &Shown<'_>) -> u32 {
    FRAME + shown.beside + shown.message.content.iter().map(of_part).sum::<u32>()
}

fn of_part(part: &Part) -> u32 {
    match part {
        Part::Text { text } | Part::Reasoning { text, .. } => estimate(text),
        Part::Image { .. } => IMAGE_TOKENS,
        Part::ToolCall { name, args, .. } => FRAME + estimate(name) + estimate(&args.to_string()),
        Part::ToolResult { content, .. } => content.iter().map(of_part).sum(),
    }
}

fn of_tool(tool: &ToolSpec) -> u32 {
    FRAME + estimate(&tool.name) + estimate(&tool.description) + estimate(&tool.schema.to_string())
}

/// FNV-1a of 64 bits: cheap, and the same in every build.
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn take(&mut self, shown: &Shown<'_>) {
        let Message { role, content, .. } = &shown.message;
        self.bytes(match role {
            Role::System => b"\x01s",
            Role::User => b"\x01u",
            Role::Assistant => b"\x01a",
            Role::Tool => b"\x01t",
        });
        self.bytes(&shown.beside.to_le_bytes());
        content.iter().for_each(|part| self.part(part));
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Text { text } => self.words(b"\x02", &[text]),
            Part::Reasoning { text, .. } => self.words(b"\x03", &[text]),
            Part::Image { media_type, data_b64 } => self.words(b"\x04", &[media_type, data_b64]),
            Part::ToolCall { id, name, args, .. } => self.words(b"\x05", &[id, name, &args.to_string()]),
            Part::ToolResult { call_id, content, .. } => {
                self.words(b"\x06", &[call_id]);
                content.iter().for_each(|part| self.part(part));
            }
        }
    }

    fn words(&mut self, mark: &[u8], words: &[&str]) {
        self.bytes(mark);
        for word in words {
            self.bytes(word.as_bytes());
            self.bytes(b"\x00");
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
