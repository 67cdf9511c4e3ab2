//! Decision vectors: reading a file of them, judging each, and saying where an answer differs from the expected one.

use fairlead_gatekeeper::{
    ApprovalAnswer, Call, Caution, Grant, HostPermission, Observed, OwnSite, PayloadClass, Policy, Reason,
    Request, Rule, SensitiveList, Target, ThreadFacts, Verdict, check, check_redirects, recheck,
};
use fairlead_protocol::ids::ThreadId;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Groups of vectors that are judged. Any other group is counted as not yet judged, never as passed.
pub(crate) const SUPPORTED_GROUPS: &[&str] = &[
    "policy", "rules", "dest", "grant", "url", "sens", "frame", "denial", "net", "dispatch", "batch", "mcp",
    "redirect", "egress", "pay",
];

/// Grants and facts that name no Thread belong to this one.
const DEFAULT_THREAD: &str = "t1";

#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) passed: usize,
    pub(crate) not_yet_judged: usize,
    /// One line for each case that differs.
    pub(crate) failures: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    header: Header,
    vectors: Vec<Value>,
}

#[derive(Deserialize)]
struct Header {
    sensitive: SensitiveList,
    default_rules: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "group")]
    _group: String,
    #[serde(rename = "note")]
    _note: Option<String>,
    policy: Policy,
    rules: Vec<Rule>,
    session_grants: Vec<Grant>,
    #[serde(default)]
    sensitive_extra: Vec<String>,
    call: Call,
    target: Target,
    thread: ThreadFacts,
    #[serde(default)]
    now: i64,
    approval: Option<ApprovalAnswer>,
    observed: Option<Seen>,
    expect: String,
    reason: Reason,
    flags: Vec<String>,
    payload: Option<Vec<PayloadClass>>,
    rule: Option<String>,
}

#[derive(Clone, Default, Deserialize)]
struct Seen {
    #[serde(flatten)]
    target: Observed,
    redirect_chain: Option<Vec<String>>,
}

/// Every `*.json` of the repository's own cases, and of `$FAIRLEAD_CASES/gatekeeper` if that is set.
pub(crate) fn files() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/gatekeeper");
    let more = std::env::var_os("FAIRLEAD_CASES").map(|root| PathBuf::from(root).join("gatekeeper"));
    let mut files: Vec<PathBuf> = [Some(own), more]
        .into_iter()
        .flatten()
        .filter_map(|directory| std::fs::read_dir(directory).ok())
        .flat_map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
}

pub(crate) fn run(path: &Path) -> Outcome {
    match std::fs::read_to_string(path) {
        Ok(text) => run_text(&text),
        Err(error) => {
            Outcome { failures: vec![format!("{}: {error}", path.display())], ..Outcome::default() }
        }
    }
}

pub(crate) fn run_text(text: &str) -> Outcome {
    let mut outcome = Outcome::default();
    let file: File = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            outcome.failures.push(format!("unreadable file: {error}"));
            return outcome;
        }
    };
    for value in &file.vectors {
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or("?").to_owned();
        if !SUPPORTED_GROUPS.contains(&text("group").as_str()) {
            outcome.not_yet_judged += 1;
            continue;
        }
        let difference = Vector::deserialize(value)
            .map_err(|error| format!("unreadable: {error}"))
            .and_then(|vector| vector.difference(&file.header));
        match difference {
            Ok(None) => outcome.passed += 1,
            Ok(Some(what)) | Err(what) => {
                outcome.failures.push(format!("{} ({}): {what}", text("id"), text("group")));
            }
        }
    }
    outcome
}

impl Vector {
    fn difference(&self, header: &Header) -> Result<Option<String>, String> {
        let verdict = self.judge(header)?;
        let grounds = verdict.grounds();
        let flags: Vec<String> = grounds.flags.iter().map(ToString::to_string).collect();
        let rule = grounds.rule.as_ref().map(|rule| rule.as_str());
        let mut wrong = Vec::new();
        if verdict.word() != self.expect || grounds.reason != self.reason {
            wrong.push(format!(
                "expected {} {}, got {} {}",
                self.expect,
                self.reason,
                verdict.word(),
                grounds.reason
            ));
        }
        let mut expected_flags = self.flags.clone();
        expected_flags.sort();
        if self.expect != "deny" && flags != expected_flags {
            wrong.push(format!("expected flags {expected_flags:?}, got {flags:?}"));
        }
        if let Some(payload) = &self.payload {
            let mut expected = payload.clone();
            expected.sort_unstable();
            if grounds.payload != expected {
                wrong.push(format!("expected payload {expected:?}, got {:?}", grounds.payload));
            }
        }
        if self.rule.is_some() && rule != self.rule.as_deref() {
            wrong.push(format!("expected rule {:?}, got {rule:?}", self.rule));
        }
        Ok((!wrong.is_empty()).then(|| wrong.join("; ")))
    }

    fn judge(&self, header: &Header) -> Result<Verdict, String> {
        let own: Vec<OwnSite> = self.sensitive_extra.iter().map(|site| own_site(site)).collect();
        let sensitive = header.sensitive.clone().with_own(&own);
        let rules: Vec<Rule> = header.default_rules.iter().chain(&self.rules).cloned().collect();
        let home = ThreadId::new(DEFAULT_THREAD);
        let mut grants = self.session_grants.clone();
        for grant in &mut grants {
            grant.thread.get_or_insert_with(|| home.clone());
        }
        let mut thread = self.thread.clone();
        if thread.id.as_str().is_empty() {
            thread.id = home;
        }
        let seen = self.observed.clone().unwrap_or_default();
        let mut target = self.target.clone();
        if seen.target.host_permission == HostPermission::Missing && self.approval.is_none() {
            target.host_permission = HostPermission::Missing;
        }
        let request = Request {
            policy: self.policy,
            rules: &rules,
            grants: &grants,
            call: &self.call,
            target: &target,
            thread: &thread,
            sensitive: &sensitive,
            now: self.now,
        };
        Ok(match (&self.approval, &seen.redirect_chain) {
            (Some(approval), _) => recheck(&request, approval, &seen.target),
            (None, Some(chain)) => check_redirects(&request, chain),
            (None, None) => check(&request),
        })
    }
}

/// As the person adds one: reading asks, writing is refused.
fn own_site(site: &str) -> OwnSite {
    OwnSite { site: site.to_owned(), reading: Caution::Ask, writing: Caution::Deny }
}
