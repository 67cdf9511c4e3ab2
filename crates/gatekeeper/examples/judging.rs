//! What one judgement costs with a thousand stored rules, as a line of JSON a kind of call: `cargo run --release -p fairlead-gatekeeper
//! --example judging`.

use fairlead_gatekeeper::{
    Call, Effects, Level, Policy, Request, Rule, RuleId, RuleSource, RuleVerdict, SensitiveList, Target,
    ThreadFacts, Unreadable, check,
};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

const RULES: usize = 1_000;
const CALLS: u32 = 2_000;
const ROUNDS: usize = 7;

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
        let ns: Vec<u128> = (0..ROUNDS).map(|_| timed(&request)).collect();
        println!("{}", json!({"tool": tool, "ns": ns}));
    }
    Ok(())
}

/// Nanoseconds of one judgement.
fn timed(request: &Request<'_>) -> u128 {
    let begun = Instant::now();
    for _ in 0..CALLS {
        black_box(check(black_box(request)));
    }
    begun.elapsed().as_nanos() / u128::from(CALLS)
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
