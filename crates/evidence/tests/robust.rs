//! Odd and endless texts: every answer gets a verdict, and no more claims than the cap allows.

use fairlead_evidence::{Attached, Day, Outcome, Page, Step, Turn, Verdict, caps, check};
use serde_json::json;

const PAGE: Page<'_> = Page { origin: "https://a.test", url: "https://a.test/x", title: "X" };

fn judged(request: &str, result: &str, answer: &str) -> (Verdict, usize) {
    let args = json!({});
    let step = |n, tool, outcome| Step { n, tool, args: &args, outcome, page: Some(PAGE), result };
    let steps = [
        step(1, "click", Outcome::Failed("timeout")),
        step(2, "read_page", Outcome::Done),
        step(3, "fill_form", Outcome::Done),
    ];
    let attached = [Attached { origin: "", text: result }];
    let turn = Turn {
        request,
        tab: Some(PAGE),
        attached: &attached,
        earlier: &[],
        steps: &steps,
        today: Day::parse("2026-02-28"),
    };
    let finding = check(&turn, answer);
    assert!(finding.claims.iter().all(|claim| answer.get(claim.span.clone()).is_some()), "{answer}");
    (finding.verdict, finding.claims.len())
}

#[test]
fn every_odd_text_gets_a_verdict_whatever_its_place() {
    let odd = [
        "",
        " ",
        "。",
        "\u{0}",
        "(((",
        "\u{ff08}5\u{ff08}",
        "“",
        "```",
        "|||\n|-|\n|1|",
        "🎉🎉1️⃣2️⃣",
        "１２３,４５６ 元",
        "= 5 = 6 =",
        "1 ÷ 0 = 0",
        "99999999999999999999 亿亿亿 %",
        "0:00 24:00 25:61 1:2:3 5'20\"",
        "2026-13-45 31/31/2026 2月30日",
        "零零零 百万分之 廿 半半半",
        "$ ¥ € - – — ~ 至",
        "[ref= [level= [",
        "页 共 / 第 页",
        "-−-5 °C, −",
        "a\u{301}\u{200b}\u{202e}",
        "gone: + ~ - \"",
    ];
    for (at, result) in odd.iter().enumerate() {
        for answer in odd {
            let request = odd.iter().cycle().nth(at * 7 + answer.len()).copied().unwrap_or_default();
            judged(request, result, answer);
            judged(answer, answer, result);
        }
    }
}

#[test]
fn an_endless_answer_has_no_more_claims_than_the_cap() {
    for piece in ["1 2,3 ", "(a) ", "已删除了", "一万二", "It is 5. ", "| 1 | 2 |\n", "\"'“", "5 × 6 = 30 "]
    {
        let answer = piece.repeat(2500);
        let (_, claims) = judged("Delete all 3 and tell me the total", &piece.repeat(60), &answer);
        assert!(claims <= caps::CLAIMS, "{piece}: {claims}");
    }
}
