//! One function judges every call of a tool: `check` answers allow, ask or deny, with its grounds. `recheck` asks again before an approved
//! call is sent, `check_redirects` after a navigation has come to rest.
//!
//! Pure: no browser, clock, storage or model; no approval logic lives in tools. It does not resolve names, does not decide where
//! grants are kept, and makes no sentences.

mod address;
mod batch;
mod case;
mod denial;
mod dispatch;
mod flow;
mod judge;
mod lookalike;
mod network;
mod origin;
mod pattern;
mod payload;
mod place;
mod reason;
mod record;
mod redirect;
mod registry;
mod request;
mod rules;
mod sensitive;
mod site;
mod sought;
mod suffix;
mod verdict;
mod vocabulary;
mod withdrawn;

pub use address::ADDRESS_CHARS;
pub use batch::BATCH_ITEMS;
pub use denial::DENIALS_TO_STOP;
pub use dispatch::{ApprovalAnswer, Bound, Decision, Observed, Sender, Usage, confirm, recheck};
pub use fairlead_protocol::ids::RuleId;
pub use fairlead_protocol::permission::{Caution, OwnSite, Policy, Rule, RuleSource, RuleVerdict};
pub use fairlead_protocol::tool::{Effects, Level};
pub use judge::check;
pub use origin::{Origin, Scheme, Unreadable};
pub use pattern::{OriginPattern, ToolPattern};
pub use payload::looks_secret;
pub use place::Place;
pub use reason::{Flag, PayloadClass, Reason};
pub use record::{Passage, Record};
pub use redirect::check_redirects;
pub use registry::{Category, is_ungrantable, known_tools, takes_address};
pub use request::{Call, Denial, Field, Grant, HostPermission, Request, Tainted, Target, ThreadFacts, Typed};
pub use sensitive::{Guard, SensitiveCategory, SensitiveList, SensitiveSite};
pub use site::{Site, is_public_suffix, site_of};
pub use verdict::{Grounds, Verdict};
pub use withdrawn::is_withdrawn;
