//! All, every, a number: whether as many were done and seen as the answer says.

use crate::act::{Act, act, arg};
use crate::deed::stopped_short;
use crate::figure::Figure;
use crate::figure::scan::{Reading, scan};
use crate::scene::Scene;
use crate::snapshot::lines;
use crate::turn::Step;
use crate::verbs::Deed;
use crate::words::Norm;

pub(crate) const ALL: &[&str] = &[
    "all",
    "every",
    "each",
    "both",
    "everything",
    "everyone",
    "都",
    "全部",
    "所有",
    "全",
    "各",
    "每",
    "俩",
    "一并",
    "逐一",
    "逐个",
];

/// Why it was done in part only, if it was.
pub(crate) fn lack(
    scene: &Scene<'_>,
    deed: Deed,
    done: &[&Step<'_>],
    read: Option<&Step<'_>>,
    claim: &str,
) -> Option<()> {
    let claims = Norm::of(claim);
    let request = &scene.request.norm;
    let all = claims.any(ALL) || request.any(ALL);
    // A batch that stopped, and was not taken up again.
    let resumed = |step: &Step<'_>| done.iter().any(|other| other.n > step.n);
    if done.iter().any(|step| stopped_short(step) && !resumed(step)) {
        return Some(());
    }
    // One of several like steps failed and was not done another way.
    let failed = scene.steps.iter().any(|step| {
        !step.is_done() && matches!(act(step), Act::Commit | Act::Field) && !is_made_good(scene, step)
    });
    let like = done.len() > 1 || all;
    if failed && like && all {
        return Some(());
    }
    let wanted = things(claim)
        .or_else(|| if claims.any(ALL) || claim.is_empty() { things(scene.turn.request) } else { None });
    if let Some(wanted) = wanted {
        if seen_fewer(read, wanted, &claims) {
            return Some(());
        }
        if done_fewer(deed, done, wanted) {
            return Some(());
        }
    }
    let open = read.is_some_and(|read| all && left_open(deed, read, scene));
    open.then_some(())
}

fn is_made_good(scene: &Scene<'_>, failed: &Step<'_>) -> bool {
    let same = |other: &Step<'_>| {
        let (one, two) = (arg(failed, "element"), arg(other, "element"));
        one.is_empty() || two.is_empty() || one == two || other.tool != failed.tool
    };
    scene.steps.iter().any(|other| {
        other.n > failed.n && other.is_done() && matches!(act(other), Act::Commit | Act::Field) && same(other)
    })
}

/// How many things a text speaks of: a small whole number without a unit.
fn things(text: &str) -> Option<usize> {
    let is_count = |figure: &Figure| {
        let number = figure.number().filter(|number| {
            figure.unit.is_bare() && number.value.fract() == 0.0 && number.value > 1.0 && number.value < 100.0
        })?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
        Some(number.value as usize)
    };
    let masked = crate::clause::without_quotes(text);
    scan(&masked, Reading::Answer, None, 20).figures.iter().find_map(is_count)
}

/// A message of the page says that it were fewer: `已邀请 3 人` for four.
fn seen_fewer(read: Option<&Step<'_>>, wanted: usize, claim: &Norm) -> bool {
    let Some(read) = read else { return false };
    lines(read.result).filter(|line| matches!(line.role, "status" | "alert" | "text" | "heading")).any(
        |line| {
            let says = Norm::of(line.name);
            let done = says.any(&[
                "sent",
                "invited",
                "deleted",
                "removed",
                "archived",
                "added",
                "updated",
                "uploaded",
                "moved",
                "approved",
                "saved",
                "selected",
                "imported",
                "done",
                "succeeded",
                "completed",
                "已",
                "成功",
            ]);
            let found = things(line.name);
            done && found.is_some_and(|found| found < wanted && !claim.has(&found.to_string()))
                && !says.any(&[&wanted.to_string()])
        },
    )
}

/// Single deeds for single things, and too few of them.
fn done_fewer(deed: Deed, done: &[&Step<'_>], wanted: usize) -> bool {
    if done.iter().any(|step| {
        step.tool == "batch_actions" || step.tool == "fill_form" || step.tool == "request_user_action"
    }) {
        return false;
    }
    let commits: Vec<&&Step<'_>> =
        done.iter().filter(|step| act(step) == Act::Commit || deed.is_of_fields()).collect();
    let sweeping = commits.iter().any(|step| {
        Norm::of(arg(step, "element"))
            .any(&["all", "every", "selected", "bulk", "全部", "全选", "所有", "批量", "一键", "清空"])
    });
    let element = |step: &Step<'_>| Norm::of(arg(step, "element")).text().to_owned();
    let first = commits.first().map(|step| element(step)).unwrap_or_default();
    // The same control on several pages, or controls that are called alike: one each.
    let alike = commits.iter().filter(|step| verb_of(&element(step)) == verb_of(&first)).count();
    let each = matches!(
        deed,
        Deed::Delete
            | Deed::Approve
            | Deed::Join
            | Deed::Cancel
            | Deed::Add
            | Deed::Send
            | Deed::Set
            | Deed::Upload
            | Deed::Move
    );
    each && !sweeping && !first.is_empty() && alike > 1 && alike < wanted
}

fn verb_of(element: &str) -> String {
    let first = element.split(' ').next().unwrap_or_default();
    if first.chars().next().is_some_and(crate::words::is_chinese) {
        first.chars().take(2).collect()
    } else {
        first.to_owned()
    }
}

/// Rows or fields that stand open where all were to be filled.
fn left_open(deed: Deed, read: &Step<'_>, scene: &Scene<'_>) -> bool {
    matches!(deed, Deed::Fill)
        && lines(read.result).any(|line| {
            let dash = line.is_entry()
                && (line.name.ends_with('—')
                    || line.name.ends_with(" -")
                    || line.name.ends_with("(empty)")
                    || line.name.ends_with("空"));
            let named = scene.request.norm.has(Norm::of(line.name).text());
            dash || line.value.is_some_and(|value| value.trim().is_empty()) && named
        })
}
