//! All, every, a number: whether as many were done and seen as the answer says.

use crate::act::{Act, act, arg, each_text};
use crate::deed::stopped_short;
use crate::figure::Figure;
use crate::figure::count::words_of;
use crate::figure::scan::{Reading, scan};
use crate::figure::surroundings::is_measured;
use crate::scene::Scene;
use crate::snapshot::{Line, lines};
use crate::turn::Step;
use crate::verbs::Deed;
use crate::words::{Norm, is_digit, is_letter, is_letter_or_digit, is_one, one_of, part, words};

pub(crate) const ALL: &str =
    "all|every|each|both|everything|everyone|都|全部|所有|全|各|每|俩|一并|逐一|逐个";

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
    let failed =
        scene.steps.iter().any(|step| !step.is_done() && step.writes() && !is_made_good(scene, step));
    let like = done.len() > 1 || all;
    if failed && like && all {
        return Some(());
    }
    let listed = items(scene.answer);
    let written = scene.steps.iter().filter(|step| step.is_done() && step.writes()).count();
    if listed > 1 && written < listed && !sweeps(scene) {
        return Some(());
    }
    let wanted = things(claim)
        .or_else(|| if claims.any(ALL) || claim.is_empty() { things(scene.turn.request) } else { None });
    if let Some(wanted) = wanted {
        let one_each = matches!(deed, Deed::Delete | Deed::Approve | Deed::Join | Deed::Cancel | Deed::Move);
        let fields = deed == Deed::Set && all && written > 1;
        // `All three are on the shelf`, after one press of a button.
        let pressed = done.iter().filter(|step| act(step) == Act::Commit).count();
        let of_things =
            matches!(deed, Deed::Add | Deed::Send | Deed::Upload) && claims.any(ALL) && pressed > 0;
        let typed =
            scene.steps.iter().any(|step| !arg(step, "text").is_empty() || step.tool == "upload_file");
        if of_things && !typed && pressed < wanted && !sweeps(scene) {
            return Some(());
        }
        if seen_fewer(read, wanted, &claims) || (one_each || fields) && written < wanted && !sweeps(scene) {
            return Some(());
        }
        if done_fewer(deed, done, wanted) {
            return Some(());
        }
    }
    // `row "Deep Water | renewal limit reached"`, where all is said to be done.
    const REFUSED: &str = "failed|failure|error|limit reached|rejected|declined|not sent|not saved|could not|失败|错误|未通过|未发送|无法";
    let refused = |line: Line<'_>| line.is_entry() && Norm::of(line.name).any(REFUSED);
    if all && read.is_some_and(|read| lines(read.result).any(refused)) {
        return Some(());
    }
    if all && read.is_some_and(|read| leaves_some(scene, read)) {
        return Some(());
    }
    if leaves_one_out(scene, deed, claim) {
        return Some(());
    }
    let open = read.is_some_and(|read| all && left_open(deed, read, scene));
    open.then_some(())
}

/// `70 unread`, 未读 70: a number of those that are not in the state that all were to be in.
fn leaves_some(scene: &Scene<'_>, read: &Step<'_>) -> bool {
    // Others than those that were meant may be left.
    const LIMITS: &str = "from|by|about|older|newer|before|since|in|来自|发的|里|中|前|后";
    let request = &scene.request.norm;
    if request.any(LIMITS) {
        return false;
    }
    let is_undone = |says: &str| {
        // Unread and read, 未读 and 已读.
        let is_of = |state: Option<&str>| state.is_some_and(|state| state.len() > 3 && request.has(state));
        let english = says.split(' ').any(|word| is_of(word.strip_prefix("un")));
        let sign = says.split(one_of("未")).nth(1).and_then(|rest| rest.get(..3)).unwrap_or("—");
        english || request.has(&["已", sign].concat())
    };
    let counts_some = |name: &str| {
        let found = scan(name, Reading::Source, None, 4).figures;
        !found.is_empty()
            && found.iter().all(|figure| figure.amount().is_some_and(|(number, _)| number > 0.0))
    };
    lines(read.result).any(|line| {
        let short = line.is_message() && line.name.chars().count() < 40;
        short && is_undone(Norm::of(line.name).text()) && counts_some(line.name)
    })
}

/// `eggs and bread are on the list`, where some step speaks of eggs and none of bread.
fn leaves_one_out(scene: &Scene<'_>, deed: Deed, claim: &str) -> bool {
    let of_things = matches!(
        deed,
        Deed::Add | Deed::Buy | Deed::Delete | Deed::Send | Deed::Approve | Deed::Join | Deed::Upload
    );
    if !of_things {
        return false;
    }
    let asked = words_of(scene.turn.request);
    let parts = claim.replace(" and ", ",").replace(one_of("和、\u{ff0c}"), ",");
    let named = |thing: &str| -> Vec<String> {
        // What they were put into, and what was done to them, names none of them.
        let end = words(" to | from | in | on | into | has | have | was | were | is | are ")
            .filter_map(|word| thing.find(word))
            .min();
        let thing = part(thing, ..end.unwrap_or(thing.len()));
        words_of(thing)
            .into_iter()
            .filter(|word| word.len() > 1 && asked.contains(word) && !is_one(word, LITTLE))
            .collect()
    };
    let things: Vec<Vec<String>> = parts.split(',').map(named).filter(|names| !names.is_empty()).collect();
    if things.len() < 2 {
        return false;
    }
    let mut shown = Vec::new();
    for step in scene.steps {
        shown.extend(words_of(step.result));
        each_text(step.args, &mut |text| shown.extend(words_of(text)));
    }
    let is_seen = |names: &Vec<String>| names.iter().any(|name| shown.contains(name));
    things.iter().any(is_seen) && !things.iter().all(is_seen)
}

const LITTLE: &str = "a|an|of|my|me|it|is|be|the|for|you|your|them|both|all|up|as|at|by|so|do|go|us|no";

/// Whether one step may do many things.
fn sweeps(scene: &Scene<'_>) -> bool {
    let asked = words_of(scene.turn.request);
    // `Merge contacts`, where two contacts were to be merged.
    let names_many = |step: &Step<'_>| {
        let many = |word: &String| word.len() > 4 && word.ends_with('s') && asked.contains(word);
        words_of(arg(step, "element")).iter().any(many)
    };
    scene.steps.iter().filter(|step| step.is_done()).any(|step| {
        let many =
            is_one(step.tool, "batch_actions|fill_form|request_user_action|delegate|run_script|evaluate");
        many || names_many(step)
            || Norm::of(arg(step, "element")).any(SWEEPING)
            || arg(step, "text").contains(one_of(",\n、;"))
    })
}

const SWEEPING: &str = "all|every|selected|bulk|everything|全部|全选|所有|批量|一键|清空|整理|全都";

/// Lines of the answer that each say of one thing that it is done: rows of a table, ticked boxes, items.
fn items(answer: &str) -> usize {
    const DONE: &str = "done|x|updated|sent|deleted|removed|added|approved|cancelled|canceled|archived|booked|paid|submitted|closed|completed|complete|saved|\
        changed|moved|uploaded|已|完成|成功|好了|✅|✔|☑|√|搞定";
    answer
        .lines()
        .map(str::trim_start)
        .filter(|line| line.starts_with(one_of("|-*✅☑✔")) || line.starts_with(is_digit))
        .filter(|line| Norm::of(line).any(DONE) && !crate::tone::reports_failure(&Norm::of(line)))
        .count()
}

fn is_made_good(scene: &Scene<'_>, failed: &Step<'_>) -> bool {
    let same = |other: &Step<'_>| {
        let (one, two) = (arg(failed, "element"), arg(other, "element"));
        one.is_empty() || two.is_empty() || one == two || other.tool != failed.tool
    };
    scene.steps.iter().any(|other| other.n > failed.n && other.is_done() && other.writes() && same(other))
}

/// How many things a text speaks of: a small whole number without a unit.
pub(crate) fn things(text: &str) -> Option<usize> {
    let masked = crate::clause::without_quotes(text);
    // What is counted stands behind the number.
    let is_followed =
        |figure: &Figure| is_measured(&masked, figure.span.end) || figure.span.end - figure.span.start > 3;
    // A number that something is set to counts nothing.
    let is_value = |figure: &Figure| {
        let before = part(&masked, ..figure.span.start).trim_end();
        words("to|at|for|=|成|为|到|:|of|size|no").any(|word| {
            before
                .strip_suffix(word)
                .is_some_and(|head| !word.is_ascii() || !head.ends_with(is_letter_or_digit))
        })
    };
    // `PR 51 is merged`: a name.
    let is_name = |figure: &Figure| {
        let after = Norm::of(part(&masked, figure.span.end..));
        let alone = after.text().is_empty()
            || after.starts("is|are|was|were|has|have|now|from|in|on|and|to|已|被|这|吧|的").is_some();
        let before = part(&masked, ..figure.span.start).trim_end();
        let word = Norm::of(before.rsplit(one_of(" \n")).next().unwrap_or_default());
        let points = word.any("all|both|the|these|those|of|other|only|just|and|of|your|my");
        // `4 out of 5 stars`
        let of_scale = after.starts("out of").is_some() || before.ends_with("out of");
        of_scale || alone && !points && before.ends_with(is_letter)
    };
    let is_count = |figure: &Figure| {
        let number = figure.number().filter(|number| {
            figure.unit.is_bare()
                && number.value.floor() == number.value
                && number.value > 1.0
                && number.value < 100.0
                && is_followed(figure)
                && !is_value(figure)
                && !is_name(figure)
        })?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
        Some(number.value as usize)
    };
    scan(&masked, Reading::Answer, None, 20).figures.iter().find_map(is_count)
}

/// A message of the page says that it were fewer: `已邀请 3 人` for four.
fn seen_fewer(read: Option<&Step<'_>>, wanted: usize, claim: &Norm) -> bool {
    let Some(read) = read else { return false };
    lines(read.result).filter(|line| matches!(line.role, "status" | "alert" | "text" | "heading")).any(
        |line| {
            let says = Norm::of(line.name);
            let done = says.any(
                "sent|invited|deleted|removed|archived|added|updated|uploaded|moved|approved|saved|selected|\
                imported|done|succeeded|completed|已|成功",
            );
            let found = things(line.name);
            done && found.is_some_and(|found| found < wanted && !claim.has(&found.to_string()))
                && !says.has(&wanted.to_string())
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
    let sweeping = commits.iter().any(|step| Norm::of(arg(step, "element")).any(SWEEPING));
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
