//! Sites where a mistake costs money, health or identity. The list is data: a shipped one, read at compile time, and what the person
//! adds. No rule, grant or approval lifts a `deny` of it.

use crate::case::{Case, Findings, Forced, Step};
use crate::origin::{Origin, Unreadable};
use crate::pattern::OriginPattern;
use crate::place::Place;
use crate::reason::Reason;
use crate::site::site_of;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::permission::{Caution, OwnSite};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::OnceLock;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(transparent)]
pub struct SensitiveList(pub Vec<SensitiveSite>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
pub struct SensitiveSite {
    pub pattern: OriginPattern,
    pub category: SensitiveCategory,
    pub read: Guard,
    pub write: Guard,
}

/// Entries of the shipped list that have all but the site in common.
#[derive(FromJson)]
struct Group {
    category: SensitiveCategory,
    read: Guard,
    write: Guard,
    sites: Vec<OriginPattern>,
}

const SHIPPED_TEXT: &str = include_str!("../data/sensitive.json");

impl Group {
    fn sites(self) -> impl Iterator<Item = SensitiveSite> {
        let Self { category, read, write, sites } = self;
        sites.into_iter().map(move |pattern| SensitiveSite { pattern, category, read, write })
    }
}

/// What is done about a call; the greatest of all entries that match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    Default,
    Ask,
    Deny,
}

impl From<Caution> for Guard {
    fn from(caution: Caution) -> Self {
        match caution {
            Caution::Ask => Self::Ask,
            Caution::Deny => Self::Deny,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum SensitiveCategory {
    Bank,
    Payment,
    Government,
    Health,
    PasswordManager,
    Crypto,
    Webmail,
    CloudConsole,
    /// Added by the person.
    Personal,
}

impl SensitiveList {
    /// The list that is shipped. Whoever cannot read it has no list and must not go on without one.
    pub fn shipped() -> Result<Self, Unreadable> {
        // Its text never changes, so neither does what is read of it.
        static SHIPPED: OnceLock<Result<SensitiveList, Unreadable>> = OnceLock::new();
        SHIPPED
            .get_or_init(|| {
                let groups: Vec<Group> = serde_json::from_str(SHIPPED_TEXT)
                    .map_err(|error| Unreadable::SensitiveList(error.to_string()))?;
                Ok(Self(groups.into_iter().flat_map(Group::sites).collect()))
            })
            .clone()
    }

    /// With the person's own sites. One that cannot be read may mean any.
    #[must_use]
    pub fn with_own(mut self, own: &[OwnSite]) -> Self {
        self.0.extend(own.iter().map(|own| SensitiveSite {
            pattern: OriginPattern::parse(&own.site).unwrap_or(OriginPattern::Any),
            category: SensitiveCategory::Personal,
            read: own.reading.into(),
            write: own.writing.into(),
        }));
        self
    }

    /// Whether reading there is more than ordinary.
    pub fn guards_reading(&self, origin: &str) -> bool {
        Place::try_from(origin.to_owned())
            .is_ok_and(|place| self.guard(&place, |site| site.read) != Guard::Default)
    }

    pub(crate) fn patterns(&self) -> impl Iterator<Item = &OriginPattern> {
        self.0.iter().map(|site| &site.pattern)
    }

    fn guard(&self, place: &Place, pick: impl Fn(&SensitiveSite) -> Guard) -> Guard {
        self.0
            .iter()
            .filter(|site| site.pattern.matches_wide(place))
            .map(pick)
            .max()
            .unwrap_or(Guard::Default)
    }
}

pub(crate) fn judge(case: &Case<'_>, findings: &mut Findings) -> Step {
    if case.tool.leaves_page_alone() {
        return ControlFlow::Continue(());
    }
    let (pick, ask): (fn(&SensitiveSite) -> Guard, Forced) = if case.writes() {
        (|site| site.write, Forced::SensitiveWriteConfirm)
    } else {
        (|site| site.read, Forced::SensitiveRead)
    };
    let guard = case.places.iter().map(|place| case.request.sensitive.guard(place, pick)).max();
    match guard.unwrap_or(Guard::Default) {
        Guard::Default => {}
        Guard::Ask => findings.force(ask),
        Guard::Deny => return ControlFlow::Break(Reason::SensitiveSite),
    }
    ControlFlow::Continue(())
}

/// What was read on a sensitive site must not leave for another one unseen, in whatever words.
pub(crate) fn judge_aftermath(case: &Case<'_>, findings: &mut Findings) {
    if !case.writes() || case.tool.leaves_page_alone() {
        return;
    }
    let read = case
        .request
        .thread
        .sensitive_reads
        .iter()
        .map(|text| Origin::parse(text).map(|origin| site_of(&origin)));
    for site_read in read {
        let leaves = case.places.iter().any(|place| match place {
            Place::Site(origin) => site_read.as_ref() != Some(&site_of(origin)),
            Place::Opaque => true,
            Place::Blank | Place::Browser => false,
        });
        if leaves {
            findings.force(Forced::CrossSiteAfterSensitive);
        }
    }
}
