//! Whether a file was made: a tool finished it, and it is not empty.

use crate::act::{Act, act, arg};
use crate::deed::{Judged, Said};
use crate::finding::Proof;
use crate::partial::ALL;
use crate::scene::Scene;
use crate::turn::Step;
use crate::words::Norm;
use fairlead_protocol::evidence::Missing;

pub(crate) fn judge(scene: &Scene<'_>, said: Said, claim: &str) -> Judged {
    // What is said of a part holds for what was finished.
    let in_part = said == Said::InPart;
    let words = Norm::of(claim);
    let only_started = words.any(
        "started|begun|in progress|is downloading|开始下载|下载已经开始|下载开始|已开始|正在下载|下载中",
    );
    let files: Vec<&Step<'_>> = scene.steps.iter().filter(|step| is_file(step)).collect();
    let by: Vec<Proof> = files.iter().map(|step| Proof::Step(step.n)).collect();
    let Some(last) = files.last() else {
        return Err((
            Missing::NoFile,
            scene.steps.iter().filter(|step| step.page.is_some()).map(|step| Proof::Step(step.n)).collect(),
        ));
    };
    let finished: Vec<&Step<'_>> = files.iter().filter(|step| is_finished(step)).copied().collect();
    if only_started && files.iter().any(|step| step.is_done()) {
        return Ok(by);
    }
    if finished.iter().any(|step| is_empty(step)) && is_empty(last) {
        return Err((Missing::EmptyFile, by));
    }
    let failures = files.iter().filter(|step| !step.is_done() && !is_redone(step, &files)).count();
    let many = words.any(ALL) || scene.request.norm.any(ALL);
    if failures > 0 && many && !in_part && !finished.is_empty() {
        return Err((Missing::Partial, by));
    }
    let packed = files.iter().any(|step| Norm::of(step.result).any("zip|rar|7z|压缩|打包"));
    let fewer = crate::partial::things(claim).is_some_and(|said| said > finished.len());
    if fewer && !packed && finished.len() > 1 {
        return Err((Missing::Partial, by));
    }
    if !last.is_done() && (!in_part || finished.is_empty()) {
        return Err((Missing::NoFile, by));
    }
    if finished.is_empty() {
        return Err((Missing::NoFile, by));
    }
    Ok(by)
}

fn is_file(step: &Step<'_>) -> bool {
    act(step) == Act::File
        || act(step) == Act::Commit
            && Norm::of(step.result).any("download started|downloading|开始下载|已开始下载")
}

/// Made by success, or a download that says that it is complete.
fn is_finished(step: &Step<'_>) -> bool {
    let text = Norm::of(step.result);
    let complete = text
        .any("complete|completed|finished|saved|created|done|完成|已保存|已创建|已生成|bytes|kb|mb")
        && !text.any("incomplete|in progress|未完成|interrupted|中断|canceled|cancelled");
    step.is_done()
        && (matches!(step.tool, "artifact" | "save_file" | "export" | "print_page" | "save_page")
            || complete && act(step) == Act::File)
}

fn is_empty(step: &Step<'_>) -> bool {
    let text = Norm::of(step.result);
    text.any("0 bytes|0 b|0 kb|0 字节|empty file|空文件") && !step.result.contains("0,0")
}

fn is_redone(failed: &Step<'_>, files: &[&Step<'_>]) -> bool {
    let target = arg(failed, "url");
    files.iter().any(|step| {
        step.n > failed.n
            && step.is_done()
            && (target.is_empty() || arg(step, "url") == target || failed.tool == "artifact")
    })
}
