//! What one judgement costs with a thousand stored rules, and what it takes to hold a call against a megabyte of pages: lines of JSON.
//! `cargo run --release -p fairlead-gatekeeper --example judging`

use fairlead_gatekeeper::{
    Call, Effects, Level, Passage, Policy, Record, Request, Rule, RuleId, RuleSource, RuleVerdict,
    SensitiveList, Target, ThreadFacts, Unreadable, check,
};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

const RULES: usize = 1_000;
const CALLS: u32 = 2_000;
const ROUNDS: usize = 7;
/// A megabyte of them is as much as a call is held against.
const PAGE_WORDS: usize = 44_000;

fn main() -> Result<(), Unreadable> {
    let sensitive = SensitiveList::shipped()?;
    let rules: Vec<Rule> = (0..RULES).map(rule).collect();
    let target = Target { tab_origin: Some("https://www.shop7.example".to_owned()), ..Target::default() };
    let thread = ThreadFacts {
        user_origins: vec!["https://www.shop7.example".to_owned(), "https://mail.example".to_owned()],
        ..ThreadFacts::default()
    };
    for (tool, effects, params) in [
        ("read_page", Effects::Read, json!({})),
        ("type", Effects::Write, json!({"element": "Street", "ref": "s1_4", "text": "12 Long Lane, Leeds"})),
        ("navigate", Effects::Write, json!({"url": "https://www.shop7.example/search?q=blue+shoes"})),
    ] {
        let call = call(tool, effects, params);
        let request = Request {
            policy: Policy::Untrusted,
            rules: &rules,
            grants: &[],
            call: &call,
            target: &target,
            thread: &thread,
            sensitive: &sensitive,
            now: 0,
        };
        let ns: Vec<u128> = (0..ROUNDS).map(|_| timed(CALLS, || check(black_box(&request)))).collect();
        println!("{}", json!({"what": format!("{tool}, 1,000 rules"), "ns": ns}));
    }
    let page: String = (0..PAGE_WORDS).map(|n| format!("item {n} of the list, ")).collect();
    let record =
        Record { read: vec![Passage { origin: "https://mail.example", text: &page }], said: Vec::new() };
    let letter = call(
        "type",
        Effects::Write,
        json!({"ref": "s1_4", "text": "Please send it to 12 Long Lane in Leeds"}),
    );
    let informed = || record.inform(black_box(&letter), &mut thread.clone());
    let ns: Vec<u128> = (0..ROUNDS).map(|_| timed(1, informed)).collect();
    println!("{}", json!({"what": format!("type, held against {} kB", page.len() / 1_000), "ns": ns}));
    Ok(())
}

/// Nanoseconds of one of them.
fn timed<T>(times: u32, once: impl Fn() -> T) -> u128 {
    let begun = Instant::now();
    for _ in 0..times {
        black_box(once());
    }
    begun.elapsed().as_nanos() / u128::from(times)
}

fn call(tool: &str, effects: Effects, params: Value) -> Call {
    Call { tool: tool.to_owned(), level: Level::L1, effects, params }
}

fn rule(n: usize) -> Rule {
    let origin = match n % 3 {
        0 => format!("https://www.shop{n}.example"),
        1 => format!("*.site{n}.example"),
        _ => format!("host{n}.example"),
    };
    let verdict = if n.is_multiple_of(2) { RuleVerdict::Allow } else { RuleVerdict::Ask };
    let tool = if n.is_multiple_of(5) { "category:fill" } else { "click" };
    Rule {
        id: RuleId::new(format!("r{n}")),
        tool: tool.to_owned(),
        origin,
        verdict,
        source: RuleSource::UserSetting,
    }
}
