//! Small random worlds for properties: few names, so that rules, grants and calls meet often. A seed gives the same world for ever.

use fairlead_gatekeeper::{
    Call, Denial, Effects, Field, Grant, HostPermission, Level, Policy, Request, Rule, RuleId, RuleSource,
    RuleVerdict, SensitiveList, Tainted, Target, ThreadFacts, Verdict, check,
};
use fairlead_protocol::ids::ThreadId;
use serde_json::{Value, json};

/// SplitMix64.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.roll(at + 1));
        }
    }
}

const TOOLS: &[&str] = &[
    "click",
    "type",
    "read_page",
    "navigate",
    "tab_open",
    "fetch_url",
    "download",
    "run_javascript",
    "upload_file",
    "history_search",
    "mcp__notes__add",
    "batch_actions",
    "press_key",
    "screenshot",
    "unheard_of",
    "ask_user",
];
const TOOL_PATTERNS: &[&str] = &[
    "click",
    "type",
    "read_page",
    "navigate",
    "fetch_url",
    "run_javascript",
    "download",
    "batch_actions",
    "category:click",
    "category:fill",
    "category:read",
    "category:navigate",
    "mcp__notes__*",
    "mcp__no*",
    "*",
];
const ORIGINS: &[&str] = &[
    "https://shop.test",
    "http://shop.test",
    "https://shop.test.",
    "https://eu.shop.test",
    "https://shop.test:8443",
    "https://evil.test",
    "https://www.bank.test",
    "https://mail.test",
    "https://vault.test",
    "http://localhost:3000",
    "https://alice.github.io",
    "https://xn--shp-tmd.test",
    "null",
    "",
    "chrome://settings",
    "chrome-extension://abc",
];
const ORIGIN_PATTERNS: &[&str] = &[
    "https://shop.test",
    "http://shop.test",
    "shop.test",
    "*.shop.test",
    "*.test",
    "*",
    "https://evil.test",
    "bank.test",
    "*.bank.test",
    "*.github.io",
    "https://mail.test",
    "http://localhost:3000",
    "https://mcp.notes.test",
];
const ADDRESSES: &[&str] = &[
    "https://shop.test/cart",
    "https://SHOP.test:443/a b?q=1",
    "https://evil.test/?n=4111111111111111",
    "https:\\\\www.bank.test\\login",
    "http://10.0.0.1/x",
    "http://2852039166/",
    "about:blank",
    "javascript:alert(1)",
    "https://u@shop.test/",
    "https://sh\u{43e}p.test/",
    "https://evil.test/?e=ada%40example.org",
    "nowhere",
    "https://shop.test./?k=AKIAABCDEFGHIJKLMNOP",
    "https://mail.test/?q=OTP402113",
    "http://localhost:3000/next",
];
const TEXTS: &[&str] =
    &["hello", "", "4111 1111 1111 1111", "OTP 402113", "ada@example.org", "AKIAABCDEFGHIJKLMNOP"];

pub(crate) struct World {
    pub(crate) policy: Policy,
    pub(crate) rules: Vec<Rule>,
    pub(crate) grants: Vec<Grant>,
    pub(crate) call: Call,
    pub(crate) target: Target,
    pub(crate) thread: ThreadFacts,
    pub(crate) sensitive: SensitiveList,
    pub(crate) now: i64,
}

impl World {
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let call = call(dice);
        Self {
            policy: dice.pick(&[Policy::Always, Policy::Untrusted, Policy::Auto]),
            rules: (0..dice.roll(6)).map(|n| rule(dice, n)).collect(),
            grants: (0..dice.roll(4)).map(|_| grant(dice, &call.tool)).collect(),
            target: target(dice),
            thread: thread(dice, &call),
            sensitive: sensitive(),
            now: dice.roll(2000) as i64,
            call,
        }
    }

    pub(crate) fn request(&self) -> Request<'_> {
        Request {
            policy: self.policy,
            rules: &self.rules,
            grants: &self.grants,
            call: &self.call,
            target: &self.target,
            thread: &self.thread,
            sensitive: &self.sensitive,
            now: self.now,
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        check(&self.request())
    }
}

pub(crate) fn severity(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Allow(_) => 0,
        Verdict::Ask(_) => 1,
        Verdict::Deny(_) => 2,
    }
}

pub(crate) fn sensitive() -> SensitiveList {
    serde_json::from_value(json!([
        {"pattern": "*.bank.test", "category": "bank", "read": "ask", "write": "deny"},
        {"pattern": "vault.test", "category": "password_manager", "read": "deny", "write": "deny"},
        {"pattern": "mail.test", "category": "webmail", "read": "default", "write": "ask"},
    ]))
    .unwrap()
}

pub(crate) fn rule(dice: &mut Dice, n: usize) -> Rule {
    Rule {
        id: RuleId::new(format!("r{n}")),
        tool: dice.pick(TOOL_PATTERNS).to_owned(),
        origin: dice.pick(ORIGIN_PATTERNS).to_owned(),
        verdict: dice.pick(&[RuleVerdict::Allow, RuleVerdict::Ask, RuleVerdict::Deny]),
        source: dice.pick(&[RuleSource::PluginDefault, RuleSource::ApprovalPersist, RuleSource::UserSetting]),
    }
}

pub(crate) fn grant(dice: &mut Dice, tool: &str) -> Grant {
    Grant {
        tool: if dice.roll(3) == 0 { dice.pick(TOOLS).to_owned() } else { tool.to_owned() },
        origin: dice.pick(ORIGINS).to_owned(),
        thread: dice.pick(&[Some(ThreadId::new("t1")), Some(ThreadId::new("t2")), None]),
        expires_at: dice.pick(&[None, Some(1000)]),
    }
}

fn call(dice: &mut Dice) -> Call {
    let tool = dice.pick(TOOLS);
    let params = match tool {
        "navigate" | "tab_open" | "fetch_url" | "download" => json!({"url": dice.pick(ADDRESSES)}),
        "batch_actions" => {
            json!({"actions": (0..dice.roll(4)).map(|_| item(dice)).collect::<Vec<Value>>()})
        }
        _ => json!({"element": "box", "ref": "s1", "text": dice.pick(TEXTS)}),
    };
    let level = if tool.starts_with("mcp__") { Level::Mcp } else { Level::L1 };
    Call { tool: tool.to_owned(), level, effects: dice.pick(&[Effects::Read, Effects::Write]), params }
}

fn item(dice: &mut Dice) -> Value {
    match dice.roll(4) {
        0 => json!({"tool": "click", "params": {"ref": "s1"}}),
        1 => {
            json!({"tool": "type", "params": {"ref": "s2", "text": dice.pick(TEXTS)}, "frame_origin": dice.pick(ORIGINS)})
        }
        2 => json!({"tool": "type", "params": {"ref": "s2", "text": "4111"}}),
        _ => json!({"tool": dice.pick(TOOLS), "params": {}}),
    }
}

fn target(dice: &mut Dice) -> Target {
    let usual = dice.pick(&["https://shop.test", "https://eu.shop.test"]);
    let tab = if dice.roll(2) == 0 { usual } else { dice.pick(ORIGINS) };
    Target {
        tab_origin: Some(tab.to_owned()),
        frame_origin: (dice.roll(4) == 0).then(|| dice.pick(ORIGINS).to_owned()),
        form_origin: None,
        field: (dice.roll(5) == 0).then(|| Field { kind: "password".to_owned(), ..Field::default() }),
        host_permission: if dice.roll(10) == 0 { HostPermission::Missing } else { HostPermission::Granted },
        mcp_origin: Some("https://mcp.notes.test".to_owned()),
    }
}

fn thread(dice: &mut Dice, call: &Call) -> ThreadFacts {
    let denial = Denial {
        tool: call.tool.clone(),
        origin: "https://shop.test".to_owned(),
        params: if dice.roll(2) == 0 { call.params.clone() } else { json!({"other": 1}) },
        turn: 1,
    };
    ThreadFacts {
        id: ThreadId::new("t1"),
        turn: 1,
        user_origins: vec!["https://shop.test".to_owned()],
        tainted: vec![Tainted { origin: "https://mail.test".to_owned(), value: "OTP 402113".to_owned() }],
        sensitive_reads: if dice.roll(6) == 0 {
            vec!["https://www.bank.test".to_owned()]
        } else {
            Vec::new()
        },
        denials: if dice.roll(6) == 0 { vec![denial] } else { Vec::new() },
        ..ThreadFacts::default()
    }
}
