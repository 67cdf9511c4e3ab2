//! From a Turn and an answer to a verdict: what the request needs, what the answer claims, and the figures in it.

use crate::act::{Act, act, bare, hosts};
use crate::caps;
use crate::clause::{Clause, clauses};
use crate::coverage;
use crate::deed::{self, Judged, Said};
use crate::figure::Figure;
use crate::figure::judge::figures;
use crate::figure::ledger::{Ledger, Standing};
use crate::filing;
use crate::finding::{Claim, ClaimKind, Finding, Missing, Proof, State, Verdict};
use crate::name;
use crate::navigation;
use crate::partial::ALL;
use crate::reading::{self, changes_page};
use crate::request::Need;
use crate::scene::Scene;
use crate::tone::{is_by_me, is_future, reports_failure, says_already};
use crate::turn::{Step, Turn};
use crate::verbs::{Deed, VERBS};
use crate::words::Norm;
use std::ops::Range;

/// Judges an answer by what its Turn shows.
pub fn check(turn: &Turn<'_>, answer: &str) -> Finding {
    let scene = Scene::of(turn, answer);
    let mut gate = Gate {
        clauses: clauses(scene.answer),
        scene,
        claims: Vec::new(),
        missing: Vec::new(),
        honest: false,
    };
    gate.needs();
    gate.unasked_deeds();
    let touches = gate.touches_page();
    if touches {
        gate.reads();
        gate.figures();
    }
    gate.finish(touches)
}

struct Gate<'a> {
    scene: Scene<'a>,
    clauses: Vec<Clause>,
    claims: Vec<Claim>,
    missing: Vec<Missing>,
    /// The answer says what failed or was left.
    honest: bool,
}

impl Gate<'_> {
    fn lacks(&mut self, span: Range<usize>, kind: ClaimKind, judged: Judged) {
        let (state, by) = match judged {
            Ok(by) => (State::Proved, by),
            Err((missing, by)) => {
                self.missing.push(missing);
                (State::Lacking(missing), by)
            }
        };
        self.claims.push(Claim { span, kind, state, by, op: None });
    }

    fn needs(&mut self) {
        let needs = self.scene.request.needs.clone();
        for (at, need) in needs.iter().enumerate() {
            self.need(*need, needs.len() > 1 && at > 0);
        }
        self.dropped(&needs);
    }

    /// What an answer must say or show for one need.
    fn need(&mut self, need: Need, later_part: bool) {
        let spoken: Vec<Clause> = self.clauses.iter().filter(|clause| !clause.asks).cloned().collect();
        let fails: Vec<&Clause> = spoken.iter().filter(|clause| reports_failure(&clause.norm)).collect();
        let positive: Vec<&Clause> = spoken
            .iter()
            .filter(|clause| {
                !reports_failure(&clause.norm) && !is_promise(&clause.norm) && claims_need(&clause.norm, need)
            })
            .collect();
        let already = spoken.iter().find(|clause| says_already(&clause.norm));
        if let Some(first) = positive.first() {
            let said = if !fails.is_empty() {
                Said::InPart
            } else if already.is_some()
                && !positive.iter().any(|clause| is_by_me(&clause.norm))
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
            let _ = first;
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
        let able = self.scene.said.any("i can|i could|i am able|im able|我可以|我能|可以帮|能帮");
        if self.scene.request.asks_ability && able && self.scene.steps.is_empty() {
            return;
        }
        if !spoken.is_empty()
            && spoken.iter().any(|clause| is_promise(&clause.norm))
            && matches!(need, Need::Deed(_))
        {
            let judged = self.judge(need, Said::Done, "");
            if judged.is_err() {
                self.missing.push(Missing::NoWrite);
            }
            return;
        }
        let whole = self.scene.answer.to_owned();
        match self.judge(need, Said::Done, &whole) {
            Ok(by) => {
                let span = spoken.first().map_or(0..0, |clause| clause.span.clone());
                self.lacks(span, kind_of(need), Ok(by));
            }
            Err(_) if later_part || self.scene.request.asks => self.missing.push(Missing::RequestPartMissing),
            Err(lack) => {
                let span = spoken.first().map_or(0..0, |clause| clause.span.clone());
                self.lacks(span, kind_of(need), Err(lack));
            }
        }
    }

    fn text(&self, span: &Range<usize>) -> String {
        self.scene.answer.get(span.clone()).unwrap_or_default().to_owned()
    }

    fn wrote(&self) -> bool {
        self.scene.steps.iter().any(|step| step.is_done() && matches!(act(step), Act::Commit | Act::Field))
    }

    fn judge(&self, need: Need, said: Said, claim: &str) -> Judged {
        match need {
            Need::Deed(deed) => deed::judge(&self.scene, deed, said, claim),
            Need::Navigate => navigation::judge(&self.scene),
            Need::File => filing::judge(&self.scene, claim),
            Need::Own(tools) => own(&self.scene, tools, claim),
        }
    }

    /// Deeds of a request that nobody did and nobody speaks of.
    fn dropped(&mut self, needs: &[Need]) {
        let deeds = needs.iter().filter(|need| matches!(need, Need::Deed(_))).count();
        let field_deeds =
            needs.iter().filter(|need| matches!(need, Need::Deed(deed) if deed.is_of_fields())).count();
        let done = |wanted: &dyn Fn(Act) -> bool| {
            self.scene.steps.iter().filter(|step| step.is_done() && wanted(act(step))).count()
        };
        let commits = done(&|act| matches!(act, Act::Commit | Act::Delegate | Act::Own | Act::File));
        let writes = commits + done(&|act| act == Act::Field).min(field_deeds);
        let batch = self
            .scene
            .steps
            .iter()
            .any(|step| matches!(step.tool, "batch_actions" | "fill_form" | "delegate"));
        let told = self.honest || self.clauses.iter().any(|clause| clause.asks);
        if deeds > 1 && writes < deeds && !batch && !told && self.missing.is_empty() {
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
        if figure_asked && !has_digit && !self.scene.said.any(&words) && !told {
            self.missing.push(Missing::RequestPartMissing);
        }
    }

    /// Deeds that the answer claims of itself and that nobody asked for.
    fn unasked_deeds(&mut self) {
        const GRAVE: [Deed; 7] =
            [Deed::Send, Deed::Buy, Deed::Book, Deed::Cancel, Deed::Join, Deed::Delete, Deed::Upload];
        self.deeds_asked_about();
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
                !clause.asks
                    && !reports_failure(&clause.norm)
                    && !is_promise(&clause.norm)
                    && is_by_me(&clause.norm)
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
            !clause.asks && !reports_failure(&clause.norm) && !is_promise(&clause.norm) && did
        });
        if let Some(span) = yes.map(|clause| clause.span.clone()) {
            self.lacks(span, ClaimKind::Action, Err((Missing::NoWrite, Vec::new())));
        }
    }

    /// Whether the Turn touches a page, an attachment or live data.
    fn touches_page(&self) -> bool {
        let turn = self.scene.turn;
        let live = !turn.earlier.is_empty()
            && Norm::of(turn.request).any("still|now|current*|again|还是|现在|目前|还|最新");
        let page = turn.tab.is_some() && self.scene.request.of_page;
        if self.scene.request.composes && self.scene.steps.is_empty() && turn.attached.is_empty() && !page {
            return false;
        }
        !self.scene.steps.is_empty()
            || !turn.attached.is_empty()
            || !hosts(turn.request).is_empty()
            || page
            || live
    }

    fn reads(&mut self) {
        const FAILS: &str = "couldnt|could not|cant|cannot|unable|failed|wouldnt load|didnt load|not load|no permission|\
            no access|timed out|timeout|havent read|havent been able|not been able|didnt read|did not read|\
            login|log in|sign in|blocked|denied|error|empty page|only read|dont have|do not have|wasnt able|\
            isnt loaded|nothing to read|grant|not granted|declined|not read|havent opened|no longer|无法|没能|\
            打不开|失败|权限|授权|超时|登录|没读到|读不到|读取不|未能|没法|没有读|还没读|报错|出错|拒绝|看不到|不能读|没看到|没打开|空白";
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
        let judged = reading::judge(&self.scene);
        let plain_failure = request.needs.is_empty()
            && !request.asks
            && self.clauses.iter().any(|clause| reports_failure(&clause.norm));
        let fails = self.scene.said.any(FAILS) || plain_failure;
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
            Err(_) if self.clauses.iter().any(|clause| clause.asks) && self.clauses.len() < 4 => return,
            Err(_)
                if !self.clauses.is_empty()
                    && self.clauses.iter().all(|clause| clause.asks || is_promise(&clause.norm))
                    && self.scene.steps.is_empty()
                    && !request.asks =>
            {
                return;
            }
            Ok(_) | Err(_) => {}
        }
        self.honest = self.honest
            || fails && request.needs.is_empty() && self.scene.steps.iter().any(|step| !step.is_done());
        let spans: Vec<(Range<usize>, bool)> = self
            .clauses
            .iter()
            .filter(|clause| !clause.asks)
            .map(|clause| (clause.span.clone(), coverage::is_lacking(&self.scene, &clause.norm)))
            .collect();
        for (span, lacking) in spans {
            match (&judged, lacking) {
                (Ok(by), true) => {
                    let by = by.clone();
                    self.lacks(span, ClaimKind::Read, Err((Missing::CoverageIncomplete, by)));
                }
                (Ok(_) | Err(_), _) => {
                    let judged = judged.clone();
                    self.lacks(span, ClaimKind::Read, judged);
                }
            }
        }
    }

    fn figures(&mut self) {
        let ledger = ledger(&self.scene);
        let asks: Vec<Range<usize>> = self
            .clauses
            .iter()
            .filter(|clause| clause.asks || is_my_future(&clause.norm))
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
            if let State::Lacking(missing) = claim.state {
                self.missing.push(missing);
            }
            self.claims.push(claim);
        }
    }

    fn finish(mut self, touches: bool) -> Finding {
        self.missing.sort_unstable();
        self.missing.dedup();
        self.claims.sort_unstable_by_key(|claim| (claim.span.start, claim.span.end));
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

/// Whether a word long enough to mean the deed by itself is met.
fn has_own_word(norm: &Norm, table: &str) -> bool {
    let long = |word: &&str| word.is_ascii() && word.len() > 3 || word.chars().count() > 1;
    crate::words::words(table).filter(long).any(|word| norm.has(word))
}

fn kind_of(need: Need) -> ClaimKind {
    match need {
        Need::Deed(_) | Need::Own(_) => ClaimKind::Action,
        Need::Navigate => ClaimKind::Navigation,
        Need::File => ClaimKind::File,
    }
}

/// A promise, an offer or a condition, and no deed beside it.
fn is_promise(norm: &Norm) -> bool {
    is_future(norm) && !norm.any("已|ive|have been|has been|成功|done")
}

fn is_my_future(norm: &Norm) -> bool {
    norm.any("ill|i will|i can|i could|let me|我会|我可以|我将|稍后|我这就")
}

const DONE: &str = "done|all set|complete*|finished|success*|taken care of|✅|✔|☑|🎉|sorted|confirmed|is in|are in|\
    is now|are now|youre now|youre all|youre in|went through|good to go|x|it worked|ready|搞定|完成|\
    成功|好了|完毕|办妥|妥了|已|好啦|完了|设好|齐了|到位|ok 了|都能看到";

/// Whether a clause says that a need was met.
fn claims_need(norm: &Norm, need: Need) -> bool {
    if norm.any(DONE) {
        return true;
    }
    let ends = |text: &str| {
        text.ends_with('了')
            || text.ends_with('啦')
            || text.contains("了 ")
            || text.contains("好")
            || text.contains('了')
    };
    match need {
        Need::Deed(deed) => deed.verb().is_some_and(|verb| {
            norm.any(verb.past) || norm.any(verb.chinese) && ends(norm.text())
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
fn own(scene: &Scene<'_>, tools: &str, claim: &str) -> Judged {
    let calls: Vec<&Step<'_>> =
        scene.steps.iter().filter(|step| crate::words::is_one(step.tool, tools)).collect();
    let by: Vec<Proof> = calls.iter().map(|step| Proof::Step(step.n)).collect();
    let done = calls.iter().filter(|step| step.is_done()).count();
    let failed: Vec<&&Step<'_>> = calls.iter().filter(|step| !step.is_done()).collect();
    let said = Norm::of(claim);
    let all = said.any(ALL) || scene.request.norm.any(ALL);
    match (done, failed.last()) {
        (0, None) => Err((Missing::NoWrite, by)),
        (0, Some(step)) => Err((deed::reason(step.failure().unwrap_or_default()), by)),
        (_, Some(_)) if all => Err((Missing::Partial, by)),
        (_, Some(step)) if calls.last().is_some_and(|last| last.n == step.n) && calls.len() < 3 => {
            Err((deed::reason(step.failure().unwrap_or_default()), by))
        }
        (_, _) => Ok(by),
    }
}

/// What the figures of the answer may rest on.
fn ledger<'a>(scene: &Scene<'a>) -> Ledger<'a> {
    let mut ledger = Ledger { today: scene.turn.today, ..Ledger::default() };
    ledger.add(Proof::Request, Standing::Given, scene.turn.request, "");
    for (attached, at) in scene.turn.attached.iter().zip(0..) {
        ledger.add(Proof::Attached(at), Standing::Current, attached.text, attached.origin);
    }
    for (place, step) in scene.steps.iter().enumerate() {
        let standing = match step.tool {
            _ if !step.is_done() => Standing::Failed,
            "ask_user" => Standing::Given,
            "recall" => Standing::Earlier,
            _ if is_outdated(scene, place) => Standing::Stale,
            _ => Standing::Current,
        };
        ledger.add(Proof::Step(step.n), standing, step.result, step.page.map_or("", |page| page.title));
    }
    for (earlier, at) in scene.turn.earlier.iter().zip(0..) {
        for result in earlier.results {
            ledger.add(Proof::Earlier(at), Standing::Earlier, result, "");
        }
        ledger.add(Proof::Earlier(at), Standing::Earlier, earlier.answer, "");
        ledger.add(Proof::Earlier(at), Standing::Earlier, earlier.request, "");
    }
    ledger
}

/// A read of a page that changed afterwards in its place and was not read again.
fn is_outdated(scene: &Scene<'_>, place: usize) -> bool {
    let Some(read) = scene.steps.get(place).filter(|step| act(step) == Act::Read) else { return false };
    let later = scene.steps.get(place + 1..).unwrap_or_default();
    let changed = later.iter().rposition(|step| {
        step.is_done()
            && act(step) != Act::Navigate
            && changes_page(step)
            && (bare(step.url()) == bare(read.url()))
    });
    changed.is_some_and(|at| !later.get(at + 1..).unwrap_or_default().iter().any(Step::has_read))
}

/// Blocks of a program: their digits are no figures. Data that answers a request for it is.
fn code_blocks(answer: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(start) = answer.get(at..).and_then(|rest| rest.find("```")).map(|found| at + found + 3) {
        let end =
            answer.get(start..).and_then(|rest| rest.find("```")).map_or(answer.len(), |found| start + found);
        let language = answer
            .get(start..end)
            .and_then(|block| block.lines().next())
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        if !matches!(
            language.as_str(),
            "" | "json" | "csv" | "text" | "txt" | "tsv" | "md" | "markdown" | "table" | "yaml"
        ) {
            blocks.push(start..end);
        }
        at = end + 3;
    }
    blocks
}

/// How often the answer's own author tried or did something.
fn is_own_count(answer: &str, figure: &Figure) -> bool {
    let after =
        Norm::of(answer.get(figure.span.end..).map(|rest| crate::words::head(rest, 40)).unwrap_or_default());
    let before = answer.get(..figure.span.start).unwrap_or_default();
    let own =
        after.starts("attempts|tries|steps|calls|retries|searches|more tries|次尝试|步操作|次重试").is_some();
    let tried = crate::words::words("试了|点了|重试了|尝试了|读了|tried |retried ")
        .any(|word| before.ends_with(word))
        && (after.text().starts_with('次')
            || after.text().starts_with('遍')
            || after.text().starts_with("times"));
    own || tried || before.ends_with("tried ")
}
