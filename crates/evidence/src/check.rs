//! From a Turn and an answer to a verdict: what the request needs, what the answer claims, and the figures in it.

use crate::act::{Act, act, hosts};
use crate::caps;
use crate::clause::{Clause, clauses};
use crate::coverage::Coverage;
use crate::deed::Judged;
use crate::figure::Figure;
use crate::figure::count::words_of;
use crate::figure::judge::figures;
use crate::finding::{Claim, Finding, Verdict};
use crate::name;
use crate::navigation;
use crate::reading;
use crate::scene::Scene;
use crate::sources::{code_blocks, is_own_count, ledger};
use crate::tone::{reports_failure, without_names};
use crate::turn::Turn;
use crate::words::holds;
use fairlead_protocol::evidence::{ClaimKind, Missing};
use fairlead_protocol::order::settle;
use std::ops::Range;

/// Judges an answer by what its Turn shows.
pub fn check(turn: &Turn<'_>, answer: &str) -> Finding {
    let scene = Scene::of(turn, answer);
    let mut clauses = clauses(scene.answer);
    for clause in clauses.iter_mut().filter(|clause| clause.tone.fails && !scene.request.asks) {
        clause.tone.fails = reports_failure(&without_names(&clause.norm, &scene.request.norm));
    }
    let mut gate = Gate { clauses, scene, claims: Vec::new(), missing: Vec::new(), honest: false };
    gate.needs();
    gate.unasked_deeds();
    let touches = gate.touches_page();
    if touches {
        gate.reads();
        gate.figures();
    }
    gate.finish(touches)
}

/// Things that only a page can tell: the person's own, and what a finger points at.
const OWN_DATA: &str = "my order|my orders|my balance|my account|my inbox|my cart|my basket|my parcel|my package|my booking|my bookings|\
    my subscription|my bill|this page|that page|that site|that website|that article|that listing|this article|this listing|this product|this item|this shop|this video|right now|at the moment|\
    我的订单|我的余额|我的快递|我的包裹|我的账户|我的账单|我的购物车|我的收件箱|我的预订|这款|这家店|这家酒店|这件|这页|这趟|这台|这辆|这双|这把|\
    这篇文章|这个页面|这个网页|那个页面|那个网页|那个网站|那篇文章|那一页|这个商品|这个视频|这张票|这门课";

/// Words by which an answer says that it has it from a page.
const ATTRIBUTED: &str = "the page says|the page shows|the page lists|the page gives|the article says|the site says|the site lists|the listing says|\
    listed at|according to the page|according to the site|the website says|on the page it says|页面显示|页面上写|页面写|页面说|网页显示|\
    网页上写|官网写|官网显示|公告里写|标价|网站显示|网站上写";

/// Whether it is asked about the site of somebody: `the museum's website`, 官网.
fn names_site(request: &str) -> bool {
    const OWNED: &str = "'s website|’s website|'s site|’s site|'s page|’s page|'s web page|their website|their site|its website|官网|官方网站";
    holds(request, OWNED) && !holds(request, "区别|什么是|是什么|干什么|difference")
}

pub(crate) struct Gate<'a> {
    pub(crate) scene: Scene<'a>,
    pub(crate) clauses: Vec<Clause>,
    claims: Vec<Claim>,
    pub(crate) missing: Vec<Missing>,
    /// The answer says what failed or was left.
    pub(crate) honest: bool,
}

impl Gate<'_> {
    pub(crate) fn lacks(&mut self, span: Range<usize>, kind: ClaimKind, judged: Judged) {
        let (lacks, by) = match judged {
            Ok(by) => (None, by),
            Err((missing, by)) => {
                self.missing.push(missing);
                (Some(missing), by)
            }
        };
        self.claims.push(Claim { span, kind, lacks, by, operation: None });
    }

    /// Whether the Turn touches a page, an attachment or live data.
    fn touches_page(&self) -> bool {
        let turn = self.scene.turn;
        // `check it again` looks at a page, `say that again` does not; and small talk asks nothing.
        const STILL: &str = "still|yet|so far|current*|any new|anything new|还是|目前|最新|还有|还剩|剩多少|还在|还没|还能|还要";
        const NOW: &str = "now|现在|如今|这会儿";
        const AGAIN: &str = "again|再|重新";
        const LOOKS: &str = "check|look|read|see|find|refresh|is it|are there|查|看|读|刷新|试";
        let asked = &self.scene.request.norm;
        let live = !turn.earlier.is_empty()
            && !self.scene.request.composes
            && (self.scene.request.asks || self.scene.request.asks_of_deed)
            && (asked.any(STILL)
                || (asked.any(NOW) || asked.any(AGAIN) && asked.any(LOOKS)) && self.speaks_of_earlier());
        // Thanks and praise ask nothing of the page that they point at.
        const TALK: &str = "thanks|thank you|thx|nice|great|cool|wow|haha*|lol|sorry|well done|good job|awesome|perfect|谢|多谢|哈哈|不错|厉害|辛苦|抱歉|真棒|太好了|嗯";
        let talk = asked.starts(TALK).is_some()
            && self.scene.request.needs.is_empty()
            && !self.scene.request.asks
            && !self.scene.request.asks_of_deed;
        let page = turn.tab.is_some() && self.scene.request.of_page && !talk;
        if self.scene.request.composes && self.scene.steps.is_empty() && turn.attached.is_empty() && !page {
            return false;
        }
        !self.scene.steps.is_empty()
            || !turn.attached.is_empty()
            || !hosts(turn.request).is_empty()
            || page
            || live
            || !talk
                && (self.scene.request.norm.any(OWN_DATA)
                    || self.scene.request.asks && names_site(turn.request))
            || self.scene.said.any(ATTRIBUTED)
    }

    /// Whether request or answer names what an earlier Turn saw: something of it, and no word that all talk has.
    fn speaks_of_earlier(&self) -> bool {
        let said = words_of(&[self.scene.turn.request, " ", self.scene.answer].concat());
        let telling = |word: &String| word.len() > 3 && said.contains(word);
        let holds = |text: &str| words_of(text).iter().any(telling);
        self.scene.turn.earlier.iter().any(|earlier| {
            holds(earlier.request)
                || holds(earlier.answer)
                || earlier.results.iter().any(|result| holds(result))
        })
    }

    fn reads(&mut self) {
        const FAILS: &str = "couldnt|could not|cant|cannot|unable|failed|wouldnt load|didnt load|not load|no permission|\
            no access|havent read|havent been able|not been able|didnt read|did not read|\
            only read|dont have|do not have|wasnt able|isnt loaded|nothing to read|not granted|not read|havent opened|no longer|无法|没能|\
            打不开|失败|没读到|读不到|读取不|未能|没法|没有读|还没读|看不到|不能读|没看到|没打开|没有权限|需要权限|无权|需要登录|先登录";
        // What an article may be about, where nothing went wrong.
        const OBSTACLES: &str = "login|log in|sign in|blocked|denied|error|empty page|timed out|timeout|grant|declined|\
            权限|授权|超时|登录|报错|出错|拒绝|空白";
        let request = &self.scene.request;
        let only_needs = !request.needs.is_empty() && !request.asks;
        let own_only = !self.scene.steps.is_empty()
            && self.scene.steps.iter().all(|step| matches!(act(step), Act::Own | Act::File | Act::Idle))
            && !request.asks;
        if only_needs
            || own_only
            || request.composes
                && self.scene.steps.is_empty()
                && self.scene.turn.attached.is_empty()
                && self.scene.turn.tab.is_none()
        {
            return;
        }
        let asks_back = self.clauses.iter().all(|clause| clause.asks);
        if asks_back && !self.clauses.is_empty() {
            return;
        }
        let able = self.clauses.iter().any(|clause| clause.tone.offers);
        if request.asks_ability && able && self.scene.steps.is_empty() {
            return;
        }
        let judged = reading::judge(&self.scene);
        let stumbled = self.scene.steps.iter().any(|step| !step.is_done());
        let plain_failure = (stumbled || request.needs.is_empty() && !request.asks)
            && self.clauses.iter().any(|clause| clause.tone.fails);
        let hindered = stumbled || navigation::judge(&self.scene).is_err();
        let fails = self.scene.said.any(FAILS) || hindered && self.scene.said.any(OBSTACLES) || plain_failure;
        let remembered =
            self.scene.said.any("last time|earlier|previously|you told|remember*|上次|之前|刚才|当时|记得")
                && (!self.scene.turn.earlier.is_empty()
                    || self.scene.steps.iter().any(|step| step.tool == "recall"));
        match judged {
            Err(_) if remembered => return,
            Err(_) if fails => {
                self.honest = true;
                return;
            }
            Err(_)
                if self.clauses.iter().any(|clause| clause.asks)
                    && (self.clauses.len() < 4 || self.offers_first()) =>
            {
                return;
            }
            Err(_)
                if !self.clauses.is_empty()
                    && self.clauses.iter().all(|clause| clause.asks || clause.tone.promises)
                    && self.scene.steps.is_empty()
                    && !request.asks =>
            {
                return;
            }
            Ok(_) | Err(_) => {}
        }
        self.honest = self.honest
            || fails && request.needs.is_empty() && self.scene.steps.iter().any(|step| !step.is_done());
        let covered = Coverage::of(&self.scene);
        let spans: Vec<(Range<usize>, bool)> = self
            .clauses
            .iter()
            .filter(|clause| !clause.asks)
            .map(|clause| (clause.span.clone(), covered.is_lacking(&clause.norm)))
            .collect();
        for (span, lacking) in spans {
            let judged = match judged.clone() {
                Ok(by) if lacking => Err((Missing::CoverageIncomplete, by)),
                judged => judged,
            };
            self.lacks(span, ClaimKind::Read, judged);
        }
    }

    /// Whether it begins with an offer, states nothing before it and ends on a question.
    fn offers_first(&self) -> bool {
        let supposes = |clause: &&Clause| clause.norm.any("的话|要是|如果|if");
        let first = self.clauses.iter().find(|clause| !supposes(clause));
        let last = self.clauses.last();
        first.is_some_and(|clause| clause.tone.offers) && last.is_some_and(|clause| clause.asks)
    }

    fn figures(&mut self) {
        let ledger = ledger(&self.scene);
        let asks: Vec<Range<usize>> = self
            .clauses
            .iter()
            .filter(|clause| clause.asks || clause.tone.offers)
            .map(|clause| clause.span.clone())
            .collect();
        let code = code_blocks(self.scene.answer);
        let answer = self.scene.answer;
        let keep = |figure: &Figure| {
            let at = figure.span.start;
            !asks.iter().chain(&code).any(|span| span.contains(&at)) && !is_own_count(answer, figure)
        };
        let mut found = figures(answer, self.scene.turn.request, &ledger, &keep);
        found.extend(name::unknown(&self.scene, &ledger));
        for claim in found {
            self.missing.extend(claim.lacks.filter(|lacks| *lacks != Missing::FigureUnchecked));
            self.claims.push(claim);
        }
    }

    fn finish(mut self, touches: bool) -> Finding {
        settle(&mut self.missing);
        crate::ordered::order_by(&mut self.claims, |claim| (claim.span.start, claim.span.end));
        self.claims.truncate(caps::CLAIMS);
        let verdict = if !self.missing.is_empty() {
            Verdict::Unproved
        } else if self.honest {
            Verdict::HonestFailure
        } else if self.claims.is_empty() && !touches {
            Verdict::NotNeeded
        } else {
            Verdict::Proved
        };
        Finding { verdict, claims: self.claims, missing: self.missing }
    }
}
