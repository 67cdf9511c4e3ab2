//! Whether a deed was done: the last attempt, a write that fits, a later read of that page, and what that read says.

use crate::act::{Act, act, arg, each_text, share};
use crate::contradiction::{Goal, affirms, denies, denies_part};
use crate::figure::count::words_of;
use crate::finding::Proof;
use crate::outcome::THROUGH;
use crate::partial;
use crate::scene::Scene;
use crate::snapshot::{Line, lines};
use crate::tone::reports_failure;
use crate::turn::Step;
use crate::verbs::{Deed, Verb};
use crate::words::{Norm, is_one, one_of, words};
use fairlead_protocol::evidence::Missing;

/// What an answer says of a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// That all of it was done.
    Done,
    /// That a part was done, and what was not.
    InPart,
    /// That it already was so.
    Already,
}

/// Proof, or what is missing and the steps that were looked at.
pub(crate) type Judged = Result<Vec<Proof>, (Missing, Vec<Proof>)>;

pub(crate) fn judge(scene: &Scene<'_>, deed: Deed, said: Said, claim: &str) -> Judged {
    let goal = Goal { deed, request: scene.turn.request, claim, steps: scene.steps };
    if said == Said::Already {
        return already(scene, &goal);
    }
    let delegated = scene
        .steps
        .iter()
        .find(|step| step.is_done() && act(step) == Act::Delegate && is_verified(step.result));
    let mut attempts: Vec<&Step<'_>> = scene
        .steps
        .iter()
        .filter(|step| fits(scene, step, deed) && !is_incidental(scene, step, deed))
        .collect();
    // What failed is told: the rest is judged by what was done.
    if said == Said::InPart && attempts.iter().any(|step| step.is_done()) {
        attempts.retain(|step| step.is_done());
    }
    let Some(last) = attempts.last() else {
        let own = scene.steps.iter().rev().find(|step| step.is_done() && step.tool.starts_with("bookmark"));
        return match delegated.or(own) {
            Some(step) => Ok(vec![Proof::Step(step.n)]),
            None => Err(without_write(scene)),
        };
    };
    if let Some(code) = last.failure() {
        return after_failure(scene, &goal, last, code);
    }
    let done: Vec<&Step<'_>> = attempts.iter().filter(|step| step.is_done()).copied().collect();
    let by = |read: Option<&Step<'_>>| {
        let mut by: Vec<Proof> = done.iter().map(|step| Proof::Step(step.n)).collect();
        by.extend(read.map(|step| Proof::Step(step.n)));
        by
    };
    if !done.iter().any(|step| scene.is_on_meant_page(step)) {
        return Err((Missing::WrongPage, by(None)));
    }
    let Some(read) = newest_read(scene, last) else {
        return if shows_itself(&done, deed) && partial::lack(scene, deed, &done, None, claim).is_none() {
            Ok(by(None))
        } else {
            Err((Missing::NoReadAfterWrite, by(None)))
        };
    };
    let lack = partial::lack(scene, deed, &done, Some(read), claim).filter(|_| said == Said::Done);
    if lack.is_some() {
        return Err((Missing::Partial, by(Some(read))));
    }
    if denies_said(read, &goal, said) {
        return Err((Missing::ReadContradicts, by(Some(read))));
    }
    if is_unsaved(deed, &attempts, read)
        || is_unsent(scene, deed, read)
        || is_left_unpressed(deed, &done, read)
    {
        return Err((Missing::NoWrite, by(Some(read))));
    }
    Ok(by(Some(read)))
}

/// The last that was done was to type, and the button that sends it stands there.
fn is_unsent(scene: &Scene<'_>, deed: Deed, read: &Step<'_>) -> bool {
    let last = scene.steps.iter().rfind(|step| step.is_done() && step.writes());
    !matches!(deed, Deed::Fill | Deed::Set | Deed::Upload | Deed::Press)
        && last.is_some_and(|step| act(step) == Act::Field && is_typed(step))
        && waits_to_be_sent(read)
}

/// The button that is called after the deed stands there, and what was pressed is called otherwise.
fn is_left_unpressed(deed: Deed, done: &[&Step<'_>], read: &Step<'_>) -> bool {
    let Some(verb) = deed.verb().filter(|_| !deed.is_of_fields()) else { return false };
    let named = |name: &Norm| is_called_after(verb, name);
    // What was confirmed, saved or pressed by its key may have done it.
    const ANY: &str = "confirm*|ok|yes|save*|submit*|done|continue|apply|确定|确认|提交|保存|完成|是|好";
    let pressed = |step: &&Step<'_>| {
        let element = Norm::of(arg(step, "element"));
        step.tool != "click"
            || element.text().is_empty()
            || element.any(ANY)
            || named(&element)
            || element.any(verb.chinese)
    };
    let waits = |line: Line<'_>| {
        line.role == "button" && !line.flags.contains("disabled") && named(&Norm::of(line.name))
    };
    !done.iter().any(pressed) && lines(read.result).any(waits)
}

/// Whether a control is called after a deed, and not after its state: `Follow`, and not `Following`.
fn is_called_after(verb: &Verb, name: &Norm) -> bool {
    let chinese = words(verb.chinese)
        .filter(|word| word.chars().count() == 2)
        .any(|word| name.find(word).is_some_and(|(start, _)| start <= 1));
    chinese || name.starts(verb.base).is_some()
}

/// Whether the page offers what is said to be so already.
fn is_on_offer(deed: Deed, read: &Step<'_>) -> bool {
    let named = |name: &str| {
        let name = Norm::of(name.trim_start_matches(one_of("+ ")));
        deed.verb().is_some_and(|verb| is_called_after(verb, &name))
    };
    matches!(deed, Deed::Join | Deed::Approve | Deed::Cancel)
        && lines(read.result).any(|line| {
            line.role == "button" && !line.is_on() && !line.flags.contains("disabled") && named(line.name)
        })
}

/// Whether a field that the request names holds what neither it nor the answer speaks of.
fn has_other_value(read: &Step<'_>, goal: &Goal<'_>) -> bool {
    let (request, said) = (Norm::of(goal.request), Norm::of(&goal.said()));
    let is_other = |line: Line<'_>| {
        let (name, value) = (Norm::of(line.name), Norm::of(line.value.unwrap_or_default()));
        name.text().chars().count() > 1
            && request.has(name.text())
            && !value.text().is_empty()
            && !said.has(value.text())
    };
    goal.deed.is_of_fields() && lines(read.result).any(is_other)
}

/// Of a part that was done, only its own names are held against it: what the page says of the rest is told.
fn denies_said(read: &Step<'_>, goal: &Goal<'_>, said: Said) -> bool {
    match said {
        Said::Done | Said::Already => denies(read, goal),
        Said::InPart => denies_part(read, &Goal { request: "", ..*goal }),
    }
}

fn is_verified(result: &str) -> bool {
    let text = Norm::of(result);
    text.any("verified|已核实|已验证|核实")
        && !text.any(
            "not verified|not granted|unverified|read only|only read|no change*|unchanged|只读|没动|原样",
        )
        && !reports_failure(&text)
}

/// A write that could do the deed.
fn fits(scene: &Scene<'_>, step: &Step<'_>, deed: Deed) -> bool {
    match act(step) {
        Act::Field => {
            deed.is_of_fields()
                || matches!(deed, Deed::Upload | Deed::Press | Deed::Other)
                || chooses(step, deed)
        }
        Act::Commit => !is_other_control(scene, step, deed),
        Act::Read | Act::Navigate | Act::File | Act::Own | Act::Delegate | Act::Idle => false,
    }
}

/// A status, a person or a folder is chosen from a list; a box is ticked.
fn chooses(step: &Step<'_>, deed: Deed) -> bool {
    !is_typed(step) && deed.may_be_chosen()
}

pub(crate) fn is_typed(step: &Step<'_>) -> bool {
    matches!(step.tool, "type" | "fill_form" | "set_value" | "clear")
}

/// A control that is plainly for something else: a banner, a menu, a way back.
fn is_other_control(scene: &Scene<'_>, step: &Step<'_>, deed: Deed) -> bool {
    const KEYS: &str = "escape|tab|arrow*|pagedown|pageup|end|home";
    const OTHERS: &str = "cookies|cookie|dismiss|show more|load more|menu|next page|previous|not now|maybe later|got it|\
        see details|learn more|accept all|help|back|关闭弹窗|知道了|展开|查看更多|加载更多|下一页|上一页|以后再说|返回|帮助|菜单";
    if Norm::of(arg(step, "key")).any(KEYS) {
        return true;
    }
    let element = Norm::of(arg(step, "element"));
    // These open something, and what they open was not used.
    const OPENERS: &str = "edit|preview|settings|options|more|more options|details|view|编辑|预览|设置|选项|更多|详情|查看|更多操作";
    let last = element.text().rsplit(' ').next().unwrap_or_default();
    let opens = is_one(element.text(), OPENERS) || is_one(last, "options|menu|more|details|选项|菜单|更多");
    if !matches!(deed, Deed::Press) && opens {
        return true;
    }
    // What the request names is meant.
    let asked = words_of(scene.turn.request);
    if words_of(arg(step, "element")).iter().any(|word| {
        asked.iter().any(|other| word == other || other.len() > 3 && word.starts_with(other.as_str()))
    }) {
        return false;
    }
    let away = !matches!(deed, Deed::Cancel | Deed::Press | Deed::Delete)
        && matches!(element.text(), "close" | "cancel" | "取消" | "关闭" | "x");
    !matches!(deed, Deed::Press) && element.any(OTHERS) || away
}

/// A failed step that neither request nor answer names, beside one that did the work.
fn is_incidental(scene: &Scene<'_>, step: &Step<'_>, deed: Deed) -> bool {
    if step.is_done() {
        return false;
    }
    let element = arg(step, "element");
    let words = words_of(element);
    let named = [scene.turn.request, " ", scene.answer].concat();
    let told = words_of(&named);
    let shared = words.iter().any(|word| told.contains(word));
    let done_after_or_before = scene.steps.iter().any(|other| {
        other.is_done()
            && act(other) == Act::Commit
            && fits(scene, other, deed)
            && other.n != step.n
            && Norm::of(arg(other, "element")) != Norm::of(element)
            && scene.steps.iter().any(|read| read.n > other.n && read.has_read())
    });
    !shared && done_after_or_before && !element.is_empty()
}

/// The newest successful read of the page that a write changed or led to.
fn newest_read<'a>(scene: &Scene<'a>, write: &Step<'_>) -> Option<&'a Step<'a>> {
    let tab = |step: &Step<'_>| step.args.get("tab_id").and_then(serde_json::Value::as_i64);
    let place = scene.steps.iter().position(|step| step.n == write.n)?;
    let later = scene.steps.get(place + 1..)?;
    let mut moved = false;
    let mut found = None;
    for step in later {
        moved = moved || step.is_done() && act(step) == Act::Navigate && step.tool != "reload";
        let apart = matches!((tab(step), tab(write)), (Some(one), Some(other)) if one != other);
        let near = step.page.is_none() || write.page.is_none() || step.origin() == write.origin();
        if step.has_read() && (near || !moved && speaks_of_deed(scene, step)) && !apart {
            found = Some(step);
        }
    }
    found
}

/// Whether a page of another site is one that the write may have led to: it says that something went through, or has a word of what was
/// asked for.
fn speaks_of_deed(scene: &Scene<'_>, read: &Step<'_>) -> bool {
    let asked = words_of(scene.turn.request);
    Norm::of(read.result).any(THROUGH)
        || words_of(read.result).iter().any(|word| word.len() > 3 && asked.contains(word))
}

/// A field that reads back what it was given needs no other read.
fn shows_itself(done: &[&Step<'_>], deed: Deed) -> bool {
    deed.is_of_fields()
        && done.iter().all(|step| {
            let result = Norm::of(step.result);
            act(step) == Act::Field
                && result.any(
                    "read back|value|checked|selected|filled|it holds|chose|读回|已填|已勾选|已选|unchecked",
                )
        })
        && !done.is_empty()
}

/// Typed into a form whose own button for it was not pressed.
fn is_unsaved(deed: Deed, attempts: &[&Step<'_>], read: &Step<'_>) -> bool {
    let only_fields = attempts
        .iter()
        .all(|step| act(step) == Act::Field && step.tool != "set_checked" || step.tool == "upload_file");
    !matches!(deed, Deed::Fill | Deed::Upload | Deed::Press)
        && only_fields
        && lines(read.result).any(|line| is_waiting(&line, !matches!(deed, Deed::Set)))
}

/// A button that saves, or that sends.
fn is_waiting(line: &Line<'_>, sends: bool) -> bool {
    const SAVES: &str = "save|save changes|update|apply|保存|保存修改|保存更改|应用|更新|提交|确定";
    const SENDS: &str = "submit*|vote|confirm*|send|done|提交*|投票|确认|发送|完成";
    let name = Norm::of(line.name);
    line.role == "button"
        && !line.flags.contains("disabled")
        && (is_one(name.text(), SAVES) || sends && name.any(SENDS))
}

pub(crate) fn waits_to_be_sent(read: &Step<'_>) -> bool {
    lines(read.result).any(|line| is_waiting(&line, true))
}

/// Nothing fits: what was there instead.
fn without_write(scene: &Scene<'_>) -> (Missing, Vec<Proof>) {
    let failed = scene
        .steps
        .iter()
        .rev()
        .find_map(|step| step.failure().filter(|_| step.writes()).map(|code| (step, code)));
    let by = scene.steps.iter().filter(|step| step.page.is_some()).map(|step| Proof::Step(step.n)).collect();
    match failed {
        Some((step, code)) => (reason(code), vec![Proof::Step(step.n)]),
        None => (Missing::NoWrite, by),
    }
}

pub(crate) fn reason(code: &str) -> Missing {
    if code.contains("denied") || code.contains("declined") || code.contains("refused") {
        Missing::Denied
    } else if code.contains("maybe") || code.contains("unknown") {
        Missing::OutcomeUnknown
    } else {
        Missing::WriteFailed
    }
}

/// The last attempt failed: only a later read that shows the state proves it.
fn after_failure(scene: &Scene<'_>, goal: &Goal<'_>, last: &Step<'_>, code: &str) -> Judged {
    let why = reason(code);
    let by = vec![Proof::Step(last.n)];
    match newest_read(scene, last) {
        Some(read) if affirms(read, goal) => Ok(vec![Proof::Step(last.n), Proof::Step(read.n)]),
        Some(read) => Err((why, [by, vec![Proof::Step(read.n)]].concat())),
        None => Err((why, by)),
    }
}

/// "Already so" needs a read that shows it.
fn already(scene: &Scene<'_>, goal: &Goal<'_>) -> Judged {
    let Some(read) = scene.reads().rfind(|read| scene.is_on_meant_page(read)) else {
        return Err((Missing::NoRead, Vec::new()));
    };
    let by: Vec<Proof> = scene
        .steps
        .iter()
        .filter(|step| step.is_done() && step.page.is_some())
        .map(|step| Proof::Step(step.n))
        .collect();
    if denies(read, goal) || is_on_offer(goal.deed, read) || has_other_value(read, goal) {
        Err((Missing::ReadContradicts, by))
    } else {
        Ok(by)
    }
}

/// Whether a step of many parts says that it did fewer than all.
pub(crate) fn stopped_short(step: &Step<'_>) -> bool {
    let mut actions = 0;
    if step.tool == "batch_actions" {
        each_text(step.args, &mut |_| actions += 1);
    }
    let text = Norm::of(step.result);
    share(step.result).is_some_and(|(done, all)| done < all && all < 500)
        || actions > 0 && text.any("stopped after|stopped at|中断于|停在第")
}
