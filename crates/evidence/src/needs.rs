//! What a request needs, held against what the answer says of it: done, done in part, already so, failed, promised, or passed over in
//! silence. Also deeds that the answer claims though nobody asked.

use crate::act::{Act, act, arg};
use crate::caps;
use crate::check::Gate;
use crate::clause::{Clause, sentence_at};
use crate::deed::{self, Judged, Said};
use crate::figure::count::words_of;
use crate::filing;
use crate::finding::Proof;
use crate::listed::leaves_one_unsaid;
use crate::navigation;
use crate::order::{self, Order};
use crate::partial::{ALL, things};
use crate::reported::Reported;
use crate::request::Need;
use crate::scene::Scene;
use crate::tone::reports_failure;
use crate::turn::Step;
use crate::verbs::{Deed, VERBS};
use crate::words::{Norm, is_one, one_of, part, words};
use fairlead_protocol::evidence::{ClaimKind, Missing};
use std::ops::Range;

impl Gate<'_> {
    pub(crate) fn needs(&mut self) {
        let needs = self.scene.request.needs.clone();
        for (at, need) in needs.iter().enumerate() {
            self.need(*need, needs.len() > 1 && at > 0);
        }
        self.dropped(&needs);
    }

    /// What opens a list or a page by its name may be ordered like a switch that is turned on: the step that was done tells.
    fn as_done(&self, need: Need) -> Need {
        let led = |step: &&Step<'_>| step.is_done() && act(step) == Act::Navigate;
        let opens =
            need == Need::Deed(Deed::Set) && self.scene.request.norm.any("打开|点开") && !self.wrote();
        let there = |step: &Step<'_>| {
            navigation::names_page(&self.scene, step.url(), step.page.map_or("", |page| page.title))
        };
        if opens && self.scene.steps.iter().rfind(led).is_some_and(there) { Need::Navigate } else { need }
    }

    /// What an answer must say or show for one need.
    fn need(&mut self, need: Need, later_part: bool) {
        let need = self.as_done(need);
        let spoken: Vec<Clause> = self.clauses.iter().filter(|clause| !clause.asks).cloned().collect();
        let fails: Vec<&Clause> = spoken.iter().filter(|clause| fails_at(clause, need)).collect();
        let states = |clause: &Clause| !fails_at(clause, need) && !clause.asks && !clause.tone.promises;
        let positive: Vec<&Clause> = spoken
            .iter()
            .filter(|clause| {
                states(clause) && claims_need(&clause.norm, need) && !self.is_reason(clause, &fails)
            })
            .collect();
        let already = spoken.iter().find(|clause| clause.tone.already);
        if !positive.is_empty() {
            let said = if !fails.is_empty() {
                Said::InPart
            } else if already.is_some()
                && !positive.iter().any(|clause| !clause.tone.already && names_deed(&clause.norm, need))
                && !positive.iter().any(|clause| clause.tone.by_me)
                && matches!(need, Need::Deed(_))
                && !self.wrote()
            {
                Said::Already
            } else {
                Said::Done
            };
            let claim = positive.iter().map(|clause| self.text(&clause.span)).collect::<Vec<_>>().join(", ");
            self.honest = self.honest || !fails.is_empty();
            let judged = self.judge(need, said, &claim);
            let spans: Vec<Range<usize>> = positive.iter().map(|clause| clause.span.clone()).collect();
            for span in spans {
                self.lacks(span, kind_of(need), judged.clone());
            }
            return;
        }
        if !fails.is_empty() {
            self.honest = true;
            return;
        }
        if self.clauses.iter().any(|clause| clause.asks) {
            return;
        }
        if let Some(clause) = already {
            let (span, text) = (clause.span.clone(), self.text(&clause.span));
            let judged = self.judge(need, Said::Already, &text);
            self.lacks(span, kind_of(need), judged);
            return;
        }
        // The last step is the person's, and the answer says so.
        const YOURS: &str = "once you|until you|only you can|you still need|you still have to|your confirmation|等你|由你|需你|你点击|你确认|你再";
        if self.wrote() && spoken.iter().any(|clause| clause.tone.promises && clause.norm.any(YOURS)) {
            self.honest = true;
            return;
        }
        let able = self.scene.said.any("i can|i could|i am able|im able|我可以|我能|可以帮|能帮");
        if self.scene.request.asks_ability && able && self.scene.steps.is_empty() {
            return;
        }
        if !spoken.is_empty()
            && spoken.iter().any(|clause| clause.tone.promises)
            && matches!(need, Need::Deed(_))
        {
            let judged = self.judge(need, Said::Done, "");
            if judged.is_err() {
                self.missing.push(Missing::NoWrite);
            }
            return;
        }
        let span = spoken.first().map_or(0..0, |clause| clause.span.clone());
        match self.judge(need, Said::Done, self.scene.answer) {
            Err(_) if later_part || self.scene.request.asks => self.missing.push(Missing::RequestPartMissing),
            judged => self.lacks(span, kind_of(need), judged),
        }
    }

    /// `I couldn't leave it: comments are closed.` What ends the sentence of a failure behind a colon or a because says why.
    fn is_reason(&self, clause: &Clause, fails: &[&Clause]) -> bool {
        let answer = self.scene.answer;
        let before = part(answer, ..clause.span.start).trim_end();
        let told =
            fails.iter().any(|fail| before.trim_end_matches(one_of(":\u{ff1a}—– ")).len() == fail.span.end);
        let led = before.ends_with(one_of(":\u{ff1a}—–"))
            || clause.norm.starts("because|since|as|因为|由于").is_some();
        let sentence = sentence_at(answer, clause.span.start);
        let is_after =
            |other: &&Clause| other.span.start > clause.span.start && sentence.contains(&other.span.start);
        let ends = self.clauses.iter().filter(is_after).all(|other| other.tone.fails);
        told && led && !clause.tone.by_me && ends
    }

    fn text(&self, span: &Range<usize>) -> String {
        self.scene.answer.get(span.clone()).unwrap_or_default().to_owned()
    }

    fn wrote(&self) -> bool {
        self.scene.steps.iter().any(|step| step.is_done() && step.writes())
    }

    fn judge(&self, need: Need, said: Said, claim: &str) -> Judged {
        match need {
            Need::Deed(deed) => deed::judge(&self.scene, deed, said, claim),
            Need::Navigate => navigation::judge(&self.scene),
            Need::File => filing::judge(&self.scene, said, claim),
            Need::Own(tools) => own(&self.scene, tools, said, claim),
        }
    }

    /// What a page wants an assistant to say, said as if it were so.
    fn repeated_orders(&mut self) {
        const TOLD: &str = "ai|assistant*|agent*|bot|bots|model|models|助手|机器人|模型|智能体";
        const SAY: &str =
            "tell|say|report|inform|announce|state|confirm|告诉|说|回复|宣称|声称|宣布|转告|回答";
        const OF_PAGE: &str =
            "page|site|text|instruct*|message|claims|addressed|页面|网页|文字|写|要求|自称|指示|一段话|声称";
        if self.wrote() || self.scene.said.any(OF_PAGE) {
            return;
        }
        let mut orders = Vec::new();
        for read in self.scene.reads() {
            let is_order = |line: &&str| {
                let says = Norm::of(line);
                says.any(SAY) && says.any(TOLD)
            };
            orders.extend(read.result.lines().take(caps::ROWS).filter(is_order).map(words_of));
        }
        let is_repeated = |clause: &&Clause| {
            let words = words_of(clause.norm.text());
            let held = |order: &Vec<String>| words.iter().filter(|word| order.contains(word)).count();
            clause.states()
                && words.len() > 2
                && orders.iter().any(|order| held(order) * 5 >= words.len() * 3)
        };
        if let Some(span) = self.clauses.iter().find(is_repeated).map(|clause| clause.span.clone()) {
            self.lacks(span, ClaimKind::Action, Err((Missing::NoWrite, Vec::new())));
        }
    }

    /// Deeds of a request that nobody did and nobody speaks of.
    fn dropped(&mut self, needs: &[Need]) {
        // An order in words that no table has, and nobody speaks of it.
        let unsaid =
            |order: &&Order| order.plain && !self.clauses.iter().any(|clause| order.is_named(&clause.norm));
        let ordered = self.scene.request.order.iter().filter(unsaid).count();
        let deeds = needs.iter().filter(|need| matches!(need, Need::Deed(_))).count() + ordered;
        let of = |wanted: fn(Deed) -> bool| {
            needs.iter().filter(|need| matches!(need, Need::Deed(deed) if wanted(*deed))).count()
        };
        let field_deeds = of(Deed::is_of_fields);
        let chosen_deeds = of(|deed| deed.is_of_fields() || deed.may_be_chosen());
        let done = |wanted: &dyn Fn(&Step<'_>) -> bool| {
            self.scene.steps.iter().filter(|step| step.is_done() && wanted(step)).count()
        };
        let typed = done(&|step| act(step) == Act::Field && deed::is_typed(step));
        let chosen = done(&|step| act(step) == Act::Field && !deed::is_typed(step));
        // Where only fields are to be changed, the button that saves them all is no deed of its own.
        const SAVES: &str = "save*|submit*|apply|confirm*|update|ok|done|next|continue|保存|提交|确定|确认|应用|完成|下一步|更新";
        let of_fields = chosen_deeds + ordered == deeds && typed + chosen > 0;
        let commits = done(&|step| match act(step) {
            Act::Commit => {
                let element = Norm::of(arg(step, "element"));
                !(of_fields && element.any(SAVES)) || self.scene.request.norm.has(element.text())
            }
            Act::Delegate | Act::Own | Act::File => true,
            Act::Read | Act::Field | Act::Navigate | Act::Idle => false,
        });
        let writes = commits + (typed.min(field_deeds) + chosen).min(chosen_deeds);
        let batch = self
            .scene
            .steps
            .iter()
            .any(|step| matches!(step.tool, "batch_actions" | "fill_form" | "delegate"));
        let told = self.honest || self.clauses.iter().any(|clause| clause.asks);
        if deeds > 1 && writes < deeds && !batch && !told && self.missing.is_empty() {
            self.missing.push(Missing::RequestPartMissing);
        }
        let spares = self.scene.said.any(ALL) || things(self.scene.answer).is_some();
        let unsaid = || leaves_one_unsaid(self.scene.turn.request, self.scene.answer);
        if !needs.is_empty() && !told && !spares && self.missing.is_empty() && unsaid() {
            self.missing.push(Missing::RequestPartMissing);
        }
        let figure_asked =
            self.scene.request.norm.any("how much|how many|what the total|what the price|what it costs|多少")
                && !needs.is_empty();
        let has_digit = self
            .scene
            .answer
            .chars()
            .any(|c| c.is_ascii_digit() || crate::figure::numeral::digit(c).is_some());
        let words = "one|two|three|four|five|six|seven|eight|nine|ten|free|none|no|免费";
        if figure_asked && !has_digit && !self.scene.said.any(words) && !told {
            self.missing.push(Missing::RequestPartMissing);
        }
    }

    /// Deeds that the answer claims of itself and that nobody asked for.
    pub(crate) fn unasked_deeds(&mut self) {
        const GRAVE: [Deed; 7] =
            [Deed::Send, Deed::Buy, Deed::Book, Deed::Cancel, Deed::Join, Deed::Delete, Deed::Upload];
        self.deeds_asked_about();
        self.ordered();
        self.repeated_orders();
        let asked = self
            .scene
            .request
            .needs
            .iter()
            .any(|need| matches!(need, Need::Deed(_) | Need::Own(_) | Need::File));
        if asked || self.scene.request.composes {
            return;
        }
        let within = |norm: &Norm| {
            norm.any("list|table|below|above|summary|summarised|summarized|figures|list below|列|表|总结|整理|查|算|读|看|最|\
                your message|the page|页面")
        };
        let found: Vec<(Range<usize>, Deed)> = self
            .clauses
            .iter()
            .filter(|clause| {
                clause.states()
                    && clause.tone.by_me
                    && clause.norm.starts("why|how|what|when|where|who").is_none()
                    && !within(&clause.norm)
            })
            .filter_map(|clause| {
                let verb = VERBS.iter().find(|verb| {
                    GRAVE.contains(&verb.deed)
                        && (has_own_word(&clause.norm, verb.past)
                            || has_own_word(&clause.norm, verb.chinese) && clause.norm.any("已|了|好|过"))
                })?;
                Some((clause.span.clone(), verb.deed))
            })
            .collect();
        for (span, deed) in found {
            let text = self.text(&span);
            let judged = deed::judge(&self.scene, deed, Said::Done, &text);
            self.lacks(span, ClaimKind::Action, judged);
        }
    }

    /// A deed that the request orders in words that no table has.
    fn ordered(&mut self) {
        let composes = self.scene.request.composes;
        let Some(order) = self.scene.request.order.clone().filter(|_| !composes) else { return };
        let fails = self.clauses.iter().any(|clause| clause.tone.fails);
        if self
            .scene
            .steps
            .iter()
            .any(|step| step.is_done() && act(step) == Act::Own && order.is_for(step.tool))
        {
            return;
        }
        let known = order.has_control(&self.scene);
        if !known && !self.wrote() && (fails || order::carries_work(self.scene.answer)) {
            self.honest = self.honest || fails;
            return;
        }
        let read = if known { Reported::default() } else { Reported::of(&self.scene) };
        let claimed: Vec<Clause> =
            self.clauses.iter().filter(|clause| order.is_claimed(clause, &read)).cloned().collect();
        if !claimed.is_empty() {
            let already = !self.wrote() && claimed.iter().all(|clause| clause.tone.already);
            let said = if fails {
                Said::InPart
            } else if already {
                Said::Already
            } else {
                Said::Done
            };
            let claim = claimed.iter().map(|clause| self.text(&clause.span)).collect::<Vec<_>>().join(", ");
            self.honest = self.honest || fails;
            let judged = deed::judge(&self.scene, Deed::Other, said, &claim);
            for clause in claimed {
                self.lacks(clause.span, ClaimKind::Action, judged.clone());
            }
            return;
        }
        let asks = self.clauses.iter().any(|clause| clause.asks);
        let taken_up = order.plain && !self.clauses.is_empty() && self.clauses.iter().all(order::is_taken_up);
        if !fails && !asks && !self.wrote() && (taken_up || known) {
            self.missing.push(Missing::NoWrite);
        }
    }

    /// "Did it go out?" and a yes that nothing shows.
    fn deeds_asked_about(&mut self) {
        let turn = self.scene.turn;
        let shown = self.scene.steps.iter().any(Step::is_done)
            || !turn.attached.is_empty()
            || turn.earlier.iter().any(|earlier| !earlier.results.is_empty());
        if !self.scene.request.asks_of_deed || shown || !self.scene.request.needs.is_empty() {
            return;
        }
        let yes = self.clauses.iter().find(|clause| {
            let did =
                VERBS.iter().any(|verb| clause.norm.any(verb.past)) || clause.norm.any("已|了|过|done|yes");
            clause.states() && did
        });
        if let Some(span) = yes.map(|clause| clause.span.clone()) {
            self.lacks(span, ClaimKind::Action, Err((Missing::NoWrite, Vec::new())));
        }
    }
}

/// Whether a word long enough to mean the deed by itself is met.
fn has_own_word(norm: &Norm, table: &str) -> bool {
    let long = |word: &&str| word.is_ascii() && word.len() > 3 || word.chars().count() > 1;
    words(table).filter(long).any(|word| norm.has(word))
}

fn kind_of(need: Need) -> ClaimKind {
    match need {
        Need::Deed(_) | Need::Own(_) => ClaimKind::Action,
        Need::Navigate => ClaimKind::Navigation,
        Need::File => ClaimKind::File,
    }
}

/// Whether a clause reports that a need was not met. `The number is blocked` reports none where a number was to be blocked.
fn fails_at(clause: &Clause, need: Need) -> bool {
    let Need::Deed(deed) = need else { return clause.tone.fails };
    let past = deed.verb().map_or("", |verb| verb.past);
    let rest = words(past).filter(|word| !word.is_empty()).find_map(|word| clause.norm.find(word));
    clause.tone.fails && rest.is_none_or(|(start, end)| reports_failure(&clause.norm.without(start, end)))
}

/// Whether a clause names the deed itself.
fn names_deed(norm: &Norm, need: Need) -> bool {
    match need {
        Need::Deed(deed) => {
            deed.verb().is_some_and(|verb| norm.any(verb.past) || norm.any_verb(verb.chinese))
        }
        Need::Navigate | Need::File | Need::Own(_) => false,
    }
}

const DONE: &str = "done|all set|complete*|finished|success*|taken care of|✅|✔|☑|🎉|sorted|confirmed|is in|are in|\
    is now|are now|youre now|youre all|youre in|went through|good to go|x|it worked|ready|搞定|完成|\
    成功|好了|完毕|办妥|妥了|已|好啦|完了|设好|齐了|到位|ok 了|都能看到";

/// Whether a clause says that a need was met.
fn claims_need(norm: &Norm, need: Need) -> bool {
    if norm.any(DONE) {
        return true;
    }
    let ends = |text: &str| text.contains(one_of("了好")) || text.ends_with('啦');
    match need {
        Need::Deed(deed) => deed.verb().is_some_and(|verb| {
            // Put, set and filled say the same of a field.
            let filled = matches!(deed, Deed::Add | Deed::Set) && norm.any("ive entered|ive typed|ive filled|i entered|i typed|i filled|entered|填好|填上|填入");
            filled || norm.any(verb.past) || norm.any_verb(verb.chinese) && ends(norm.text())
        }),
        Need::Navigate => norm.any("opened|open|switched|taken you|brought|navigated|on the|here is|here you|youre on|youre at|\
            im on|went to|landed|now showing|loaded|打开|切到|切换到|来到|跳转|进入|转到|回到|到了|带你"),
        Need::File => norm.any("saved|downloaded|exported|created|made|is in|are in|file is|attached|generated|下载|导出|生成|保存|做好|\
            存好|打包"),
        Need::Own(_) => norm.any("closed|grouped|saved|noted|remembered|remember|forgotten|forgot|updated|set|scheduled|watching|\
            ill remind|reminder|pinned|muted|记住|记下|忘|关|归|分组|更新|提醒|盯|设"),
    }
}

/// Tabs, memory, plan, waits: the tool's own success.
fn own(scene: &Scene<'_>, tools: &str, said: Said, claim: &str) -> Judged {
    let calls: Vec<&Step<'_>> = scene.steps.iter().filter(|step| is_one(step.tool, tools)).collect();
    let by: Vec<Proof> = calls.iter().map(|step| Proof::Step(step.n)).collect();
    let done = calls.iter().filter(|step| step.is_done()).count();
    let failed: Vec<&&Step<'_>> = calls.iter().filter(|step| !step.is_done()).collect();
    let told = said == Said::InPart;
    let all = !told && (Norm::of(claim).any(ALL) || scene.request.norm.any(ALL));
    let more = match tools {
        "tab_close" => things(claim).is_some_and(|said| said > done),
        "tabs_group" => !told && leaves_tabs_out(scene, claim, &calls),
        _ => false,
    };
    match (done, failed.last()) {
        (1.., _) if more => Err((Missing::Partial, by)),
        (0, None) => Err((Missing::NoWrite, by)),
        (0, Some(step)) => Err((deed::reason(step.failure().unwrap_or_default()), by)),
        (_, Some(_)) if all => Err((Missing::Partial, by)),
        (_, Some(step)) if !told && calls.last().is_some_and(|last| last.n == step.n) && calls.len() < 3 => {
            Err((deed::reason(step.failure().unwrap_or_default()), by))
        }
        (_, _) => Ok(by),
    }
}

/// Whether the results tell of fewer tabs than were to be grouped, or of one that was not to be had.
fn leaves_tabs_out(scene: &Scene<'_>, claim: &str, calls: &[&Step<'_>]) -> bool {
    let Some(wanted) = things(claim).or_else(|| things(scene.turn.request)) else { return false };
    let mut told = 0;
    for step in calls.iter().filter(|step| step.is_done()) {
        if reports_failure(&Norm::of(step.result)) {
            return true;
        }
        told += things(step.result).unwrap_or_default();
    }
    told > 0 && told < wanted
}
