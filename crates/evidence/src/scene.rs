//! A Turn with what is derived of it once: its request as needs, and which of its steps matter.

use crate::act::{Act, act, bare, host, hosts};
use crate::called::is_another;
use crate::caps;
use crate::request::{self, Request};
use crate::turn::{Step, Turn};
use crate::words::{Norm, head, holds};

pub(crate) struct Scene<'a> {
    pub(crate) turn: &'a Turn<'a>,
    pub(crate) answer: &'a str,
    pub(crate) said: Norm,
    pub(crate) request: Request,
    pub(crate) steps: &'a [Step<'a>],
}

impl<'a> Scene<'a> {
    pub(crate) fn of(turn: &'a Turn<'a>, answer: &'a str) -> Self {
        let answer = head(answer, caps::ANSWER_BYTES);
        let from = turn.steps.len().saturating_sub(caps::STEPS);
        let steps = turn.steps.get(from..).unwrap_or_default();
        Self { turn, answer, said: Norm::of(answer), request: request::read(turn.request), steps }
    }

    #[inline(never)]
    pub(crate) fn reads(&self) -> std::vec::IntoIter<&'a Step<'a>> {
        self.steps.iter().filter(|step| step.has_read()).collect::<Vec<_>>().into_iter()
    }

    /// Whether "this page" of the person is meant.
    pub(crate) fn means_tab(&self) -> bool {
        const HERE: &str = "this|here|current|open|the page|the article|these|im on|i have open|i am on|这|当前|本页|页面上|此页|\
            我打开的|我正在看|眼前|该页";
        self.turn.tab.is_some()
            && self.request.norm.any(HERE)
            && !self.means_other_tab()
            && hosts(self.turn.request).is_empty()
    }

    pub(crate) fn means_other_tab(&self) -> bool {
        const OTHER: &str = "other tab|another tab|the tab with|different tab|second tab|另一个标签|另外一个标签|别的标签|另一页|另一个页面|\
            旁边的标签|隔壁标签|另一标签";
        self.request.norm.any(OTHER)
    }

    /// Whether a step was on the page that is meant, where one is named.
    pub(crate) fn is_on_meant_page(&self, step: &Step<'_>) -> bool {
        let Some(page) = step.page else { return true };
        if is_another(self.turn.request, page) {
            return false;
        }
        if self.means_other_tab() {
            return self.turn.tab.is_none_or(|tab| bare(tab.url) != bare(page.url));
        }
        let named = hosts(self.turn.request);
        if !named.is_empty() {
            let here = host(page.url);
            return named.iter().any(|name| here == *name || here.ends_with(name) && here.len() > name.len());
        }
        if self.means_tab() && (!self.has_moved() || self.has_left_unread()) {
            return self.turn.tab.is_none_or(|tab| bare(tab.url) == bare(page.url));
        }
        true
    }

    /// Whether the page in front of the person is what is asked about, and the Turn went elsewhere without a look at it.
    fn has_left_unread(&self) -> bool {
        const ELSEWHERE: &str = "elsewhere|other site*|other shop*|other store*|cheaper|alternative*|compare|reviews of|search for|google|\
            look up|网上|别的|别家|其他|其它|全网|对比|比价|比较|搜|附近|官网";
        let seen = |step: &Step<'_>| self.turn.tab.is_some_and(|tab| bare(tab.url) == bare(step.url()));
        self.request.needs.is_empty()
            && !self.request.norm.any(ELSEWHERE)
            && !self.steps.iter().any(|step| step.is_done() && seen(step))
    }

    /// Whether the Turn itself led the tab elsewhere, so that another page may be meant.
    pub(crate) fn has_moved(&self) -> bool {
        self.steps.iter().any(|step| {
            step.is_done()
                && (act(step) == Act::Navigate
                    || act(step) == Act::Commit
                        && self.turn.tab.is_some_and(|tab| bare(tab.url) != bare(step.url()))
                        && changed_address(step))
        })
    }
}

/// Whether a step's own result says that the tab went elsewhere.
pub(crate) fn changed_address(step: &Step<'_>) -> bool {
    holds(step.result, "navigated|跳转|->|→|opened|address is now|tab went from|being left for|tab is at")
}
