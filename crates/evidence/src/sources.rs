//! What the figures of an answer may rest on, and which numbers of it are none of its figures: programs, offers, its author's own counts.

use crate::act::{Act, act, bare};
use crate::caps;
use crate::figure::Figure;
use crate::figure::ledger::{Ledger, Standing};
use crate::finding::Proof;
use crate::reading::changes_page;
use crate::scene::Scene;
use crate::turn::Step;
use crate::words::{Norm, head, part, words};
use fairlead_protocol::order::settle;
use std::ops::Range;

/// What the figures of the answer may rest on.
pub(crate) fn ledger<'a>(scene: &Scene<'a>) -> Ledger<'a> {
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
        let title = step.page.map_or("", |page| page.title);
        ledger.add(Proof::Step(step.n), standing, step.result, title);
        // What was read carries its title.
        if step.has_read() && !step.result.contains(title) {
            ledger.add(Proof::Step(step.n), standing, title, title);
        }
    }
    for (earlier, at) in scene.turn.earlier.iter().zip(0..) {
        for result in earlier.results {
            ledger.add(Proof::Earlier(at), Standing::Earlier, result, "");
        }
        ledger.add(Proof::Earlier(at), Standing::Earlier, earlier.answer, "");
        ledger.add(Proof::Earlier(at), Standing::Earlier, earlier.request, "");
    }
    ledger.tries = tries(scene);
    ledger
}

/// How often something was tried, done and failed, tool by tool; reads are no deeds.
fn tries(scene: &Scene<'_>) -> Vec<usize> {
    let mut tries = Vec::new();
    let deeds = || {
        scene.steps.iter().filter(|step| matches!(act(step), Act::Commit | Act::Field | Act::File | Act::Own))
    };
    for step in deeds().take(caps::TRIES) {
        let of_tool = || deeds().filter(|other| other.tool == step.tool);
        let done = of_tool().filter(|other| other.is_done()).count();
        let all = of_tool().count();
        tries.extend([all, done, all - done]);
        // One step for several tabs.
        let lists = step.args.as_object().filter(|_| act(step) == Act::Own).into_iter();
        tries.extend(lists.flat_map(|args| args.values()).filter_map(|value| value.as_array().map(Vec::len)));
    }
    settle(&mut tries);
    tries
}

/// A read of a page that changed afterwards in its place and was not read again.
fn is_outdated(scene: &Scene<'_>, place: usize) -> bool {
    let Some(read) = scene.steps.get(place).filter(|step| act(step) == Act::Read) else { return false };
    let later = scene.steps.get(place + 1..).unwrap_or_default();
    let changed = later.iter().rposition(|step| {
        step.is_done()
            && (act(step) != Act::Navigate || matches!(step.tool, "reload" | "tab_reload"))
            && changes_page(step)
            && (bare(step.url()) == bare(read.url()))
    });
    changed.is_some_and(|at| !later.get(at + 1..).unwrap_or_default().iter().any(Step::has_read))
}

/// Blocks of a program: their digits are no figures. Data that answers a request for it is.
pub(crate) fn code_blocks(answer: &str) -> Vec<Range<usize>> {
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
pub(crate) fn is_own_count(answer: &str, figure: &Figure) -> bool {
    let after = Norm::of(head(part(answer, figure.span.end..), 40));
    let before = part(answer, ..figure.span.start).trim_end();
    // Ten thousand steps were walked.
    let few = figure.number().is_none_or(|number| number.value < 100.0);
    let own = few
        && after
            .starts("attempts|tries|steps|calls|retries|searches|more tries|次尝试|步操作|次重试")
            .is_some();
    let tried = words("试了|点了|重试了|尝试了|读了|tried|retried").any(|word| before.ends_with(word))
        && (after.text().starts_with('次')
            || after.text().starts_with('遍')
            || after.text().starts_with("times"));
    own || tried || before.ends_with("tried")
}
