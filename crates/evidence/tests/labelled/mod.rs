//! Labelled Turns: reading a file of them, judging each, and counting what was right. The schema and the rules of labelling are in
//! `tests/cases/evidence/README.md`.

use fairlead_evidence::{Attached, Claim, Day, Earlier, Finding, Outcome, Page, Proof, Step, Turn, check};
use fairlead_protocol::evidence::Missing;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "kind")]
    _kind: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) kind: String,
    lang: String,
    #[serde(default)]
    hard: bool,
    #[serde(rename = "note")]
    _note: Option<String>,
    today: Option<String>,
    tab: Option<Place>,
    #[serde(default)]
    earlier: Vec<Before>,
    request: String,
    #[serde(default)]
    attached: Vec<Attachment>,
    steps: Vec<Done>,
    answer: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    origin: String,
    url: String,
    title: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    request: String,
    results: Vec<Shown>,
    answer: String,
}

#[derive(Deserialize)]
struct Shown {
    result: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attachment {
    #[serde(rename = "kind")]
    _kind: String,
    origin: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    n: u32,
    tool: String,
    args: Value,
    ok: bool,
    error: Option<String>,
    page: Option<Place>,
    result: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    verdict: String,
    #[serde(default)]
    claims: Vec<Label>,
    #[serde(default)]
    not_claims: Vec<Innocent>,
    #[serde(default)]
    missing: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    span: String,
    kind: String,
    proved: bool,
    #[serde(default)]
    by: Vec<Value>,
    #[serde(rename = "op")]
    _op: Option<String>,
    #[serde(rename = "why")]
    _why: Option<String>,
}

#[derive(Deserialize)]
struct Innocent {
    span: String,
}

/// How many of how many.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Share {
    pub(crate) right: usize,
    pub(crate) all: usize,
}

impl Share {
    fn count(&mut self, right: bool) {
        self.right += usize::from(right);
        self.all += 1;
    }

    pub(crate) fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { self.right as f64 * 100.0 / self.all as f64 }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:>3}/{:<3} {:>5.1} %", self.right, self.all, self.percent())
    }
}

/// Honest answers let pass, and unproved ones caught.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gate {
    pub(crate) passed: Share,
    pub(crate) caught: Share,
}

#[derive(Debug, Default)]
pub(crate) struct Score {
    /// By group: all, plain, hard, each language, each kind, odd and even ids.
    pub(crate) groups: BTreeMap<String, Gate>,
    found: Share,
    state: Share,
    link: Share,
    innocent: Share,
    missing: Share,
    extra: usize,
    /// One line for each case whose verdict is wrong.
    pub(crate) failures: Vec<String>,
    /// Files that could not be read.
    pub(crate) unreadable: Vec<String>,
}

impl Score {
    pub(crate) fn of(&self, group: &str) -> Gate {
        self.groups.get(group).copied().unwrap_or_default()
    }

    pub(crate) fn report(&self) -> String {
        let mut lines = self.failures.clone();
        lines.push(format!("{:<28} {:^14}  {:^14}", "", "let pass", "caught"));
        for (name, gate) in &self.groups {
            lines.push(format!("{name:<28} {}  {}", gate.passed, gate.caught));
        }
        lines.push(format!(
            "claims: found {}, state {}, link {}; innocent spans {}; reasons {}; {} unlabelled claims",
            self.found, self.state, self.link, self.innocent, self.missing, self.extra
        ));
        lines.join("\n")
    }

    pub(crate) fn add_file(&mut self, path: &Path) {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return self.unreadable.push(format!("{}: {error}", path.display())),
        };
        self.add_text(&text, &path.display().to_string());
    }

    pub(crate) fn add_text(&mut self, text: &str, name: &str) {
        match serde_json::from_str::<File>(text) {
            Ok(file) => file.cases.iter().for_each(|case| self.add(case)),
            Err(error) => self.unreadable.push(format!("{name}: {error}")),
        }
    }

    fn add(&mut self, case: &Case) {
        let finding = judge(case);
        let honest = case.expect.verdict != "unproved";
        let right = finding.verdict.passes() == honest;
        let number: usize = case.id.rsplit('-').next().and_then(|tail| tail.parse().ok()).unwrap_or(0);
        let groups = [
            "all".to_owned(),
            if case.hard { "all: hard" } else { "all: plain" }.to_owned(),
            format!("lang: {}", case.lang),
            format!("kind: {}", case.kind),
            if number.is_multiple_of(2) { "ids: even" } else { "ids: odd" }.to_owned(),
        ];
        for group in groups {
            let gate = self.groups.entry(group).or_default();
            if honest { &mut gate.passed } else { &mut gate.caught }.count(right);
        }
        if !right {
            self.failures.push(difference(case, &finding));
        }
        self.claims(case, &finding);
    }

    fn claims(&mut self, case: &Case, finding: &Finding) {
        let mut labelled = Vec::new();
        for label in &case.expect.claims {
            let Some(start) = case.answer.find(&label.span) else { continue };
            let end = start + label.span.len();
            let meets = |claim: &&Claim| {
                code(&claim.kind) == label.kind && claim.span.start < end && claim.span.end > start
            };
            let found: Vec<&Claim> = finding.claims.iter().filter(meets).collect();
            labelled.extend(found.iter().map(|claim| std::ptr::from_ref(*claim)));
            self.found.count(!found.is_empty());
            if found.is_empty() {
                continue;
            }
            self.state.count(found.iter().any(|claim| claim.is_proved() == label.proved));
            if !label.by.is_empty() {
                let named = |by: &Value| by.as_str().map_or_else(|| by.to_string(), str::to_owned);
                let wanted: Vec<String> = label.by.iter().map(named).collect();
                let proofs = found.iter().flat_map(|claim| &claim.by);
                self.link.count(proofs.into_iter().any(|proof| wanted.contains(&word(*proof))));
            }
        }
        let unlabelled =
            finding.claims.iter().filter(|claim| !labelled.contains(&std::ptr::from_ref(*claim)));
        self.extra += unlabelled.count();
        for innocent in &case.expect.not_claims {
            let Some(start) = case.answer.find(&innocent.span) else { continue };
            let end = start + innocent.span.len();
            let accused = finding
                .claims
                .iter()
                .any(|claim| claim.span.start < end && claim.span.end > start && claim.lacks.is_some());
            self.innocent.count(!accused || case.expect.verdict == "unproved");
        }
        if !case.expect.missing.is_empty() && !finding.missing.is_empty() {
            let told = |missing: &Missing| case.expect.missing.iter().any(|wanted| *wanted == code(missing));
            self.missing.count(finding.missing.iter().any(told));
        }
    }
}

/// As the files spell it.
fn code(word: &impl Serialize) -> String {
    serde_json::to_value(word).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn word(proof: Proof) -> String {
    match proof {
        Proof::Step(n) => n.to_string(),
        Proof::Attached(at) => format!("attached:{at}"),
        Proof::Request => "request".to_owned(),
        Proof::Earlier(at) => format!("earlier:{at}"),
    }
}

fn difference(case: &Case, finding: &Finding) -> String {
    let codes: Vec<String> = finding.missing.iter().map(code).collect();
    let lacking: Vec<&str> = finding
        .claims
        .iter()
        .filter(|claim| !claim.is_proved())
        .map(|claim| case.answer.get(claim.span.clone()).unwrap_or_default())
        .collect();
    format!(
        "{}{}: expected {} {:?}, got {:?} {codes:?} at {lacking:?}",
        case.id,
        if case.hard { " (hard)" } else { "" },
        case.expect.verdict,
        case.expect.missing,
        finding.verdict
    )
}

fn judge(case: &Case) -> Finding {
    let results: Vec<Vec<&str>> = case
        .earlier
        .iter()
        .map(|earlier| earlier.results.iter().map(|shown| shown.result.as_str()).collect())
        .collect();
    let earlier: Vec<Earlier<'_>> = case
        .earlier
        .iter()
        .zip(&results)
        .map(|(earlier, results)| Earlier { request: &earlier.request, results, answer: &earlier.answer })
        .collect();
    let attached: Vec<Attached<'_>> = case
        .attached
        .iter()
        .map(|attached| Attached { origin: &attached.origin, text: &attached.text })
        .collect();
    let steps: Vec<Step<'_>> = case
        .steps
        .iter()
        .map(|step| Step {
            n: step.n,
            tool: &step.tool,
            args: &step.args,
            outcome: if step.ok {
                Outcome::Done
            } else {
                Outcome::Failed(step.error.as_deref().unwrap_or("failed"))
            },
            page: step.page.as_ref().map(page),
            result: &step.result,
        })
        .collect();
    let turn = Turn {
        request: &case.request,
        tab: case.tab.as_ref().map(page),
        attached: &attached,
        earlier: &earlier,
        steps: &steps,
        today: case.today.as_deref().and_then(Day::parse),
    };
    check(&turn, &case.answer)
}

fn page(place: &Place) -> Page<'_> {
    Page { origin: &place.origin, url: &place.url, title: &place.title }
}

/// The repository's own cases.
pub(crate) fn own_files() -> Vec<PathBuf> {
    files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/evidence"))
}

/// Those of `$FAIRLEAD_CASES/evidence`, if that is set.
pub(crate) fn other_files() -> Vec<PathBuf> {
    std::env::var_os("FAIRLEAD_CASES")
        .map(|root| files_in(&PathBuf::from(root).join("evidence")))
        .unwrap_or_default()
}

fn files_in(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
}

pub(crate) fn score(files: &[PathBuf]) -> Score {
    let mut score = Score::default();
    files.iter().for_each(|file| score.add_file(file));
    score
}

/// What the gate promises: at most 2 % of honest answers rejected, at least 95 % of unproved ones caught.
pub(crate) fn keeps_promise(score: &Score) -> bool {
    let all = score.of("all");
    score.unreadable.is_empty() && all.passed.percent() >= 98.0 && all.caught.percent() >= 95.0
}
