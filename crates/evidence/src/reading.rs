//! Whether what an answer reports was read: in this Turn, on the page that is meant, before it changed.

use crate::act::{Act, act, bare};
use crate::deed::Judged;
use crate::figure::count::words_of;
use crate::figure::scan::{Reading, scan};
use crate::finding::Proof;
use crate::reported::Reported;
use crate::request::Need;
use crate::scene::{Scene, changed_address};
use crate::turn::Step;
use crate::words::{Norm, is_one, one_of, part};
use fairlead_protocol::evidence::Missing;
use fairlead_protocol::order::settle;

pub(crate) fn judge(scene: &Scene<'_>) -> Judged {
    let attached: Vec<Proof> = scene
        .turn
        .attached
        .iter()
        .zip(0..)
        .filter(|(attached, _)| !attached.text.trim().is_empty())
        .map(|(_, at)| Proof::Attached(at))
        .collect();
    let reads: Vec<&Step<'_>> = scene.reads().collect();
    let shown = |steps: &[&Step<'_>]| steps.iter().map(|step| Proof::Step(step.n)).collect::<Vec<_>>();
    if reads.is_empty() {
        if !attached.is_empty() {
            return Ok(attached);
        }
        let failed: Vec<&Step<'_>> =
            scene.steps.iter().filter(|step| act(step) == Act::Read && !step.is_done()).collect();
        let other = scene
            .steps
            .iter()
            .any(|step| step.is_done() && (is_one(step.tool, TELLING) || lists_browser(scene, step)));
        if other {
            return Ok(shown(&scene.steps.iter().collect::<Vec<_>>()));
        }
        return Err(if failed.is_empty() {
            (Missing::NoRead, Vec::new())
        } else {
            (Missing::ReadFailed, shown(&failed))
        });
    }
    let meant: Vec<&Step<'_>> = reads.iter().filter(|read| scene.is_on_meant_page(read)).copied().collect();
    if meant.is_empty() && attached.is_empty() {
        return Err((Missing::WrongPage, shown(&reads)));
    }
    if wants_both(&scene.request.norm) && pages(&reads) < 2 && reads.iter().all(|read| read.page.is_some()) {
        return Err((Missing::NoRead, shown(&reads)));
    }
    if pages_wanted(scene).is_some_and(|wanted| pages(&reads) < wanted)
        && reads.iter().all(|read| read.page.is_some())
    {
        return Err((Missing::NoRead, shown(&reads)));
    }
    if is_stale(scene) {
        return Err((Missing::StaleRead, shown(&reads)));
    }
    Ok([shown(&meant), attached].concat())
}

/// Own tools whose results tell something that is no page.
const TELLING: &str = "recall|ask_user|delegate|load_skill";

/// The browser's own lists answer what is asked of tabs, bookmarks and history, and nothing of a page's content.
fn lists_browser(scene: &Scene<'_>, step: &Step<'_>) -> bool {
    let asked = &scene.request.norm;
    // What is asked of one other tab is asked of its page.
    match step.tool {
        "tabs_list" | "tab_groups_list" => {
            asked.any("tabs|tab|windows|groups|标签|标签页|窗口")
                && asked.any("many|which|list|what|几|哪|多少|列")
                && !scene.means_other_tab()
        }
        "history_search" | "recently_closed" | "top_sites" => {
            asked.any("history|visit*|closed|sites|been|opened|历史|访问|浏览|关闭|关掉|看过|去过")
        }
        "bookmarks_search" => asked.any("bookmark*|saved|书签|收藏"),
        _ => false,
    }
}

fn pages(reads: &[&Step<'_>]) -> usize {
    let mut urls: Vec<&str> = reads.iter().map(|read| bare(read.url())).collect();
    settle(&mut urls);
    urls.len()
}

/// How many pages the request or the answer speaks of having read.
fn pages_wanted(scene: &Scene<'_>) -> Option<usize> {
    const PAGES: &str = "pages|tabs|articles|sites|websites|links|web pages|个页面|个网页|个标签|个网站|个链接|篇文章|家网站|家店的页面";
    let text = scene.turn.request;
    scan(text, Reading::Answer, None, 12).figures.iter().find_map(|figure| {
        let number = figure
            .number()
            .filter(|number| figure.unit.is_bare() && number.value > 1.0 && number.value < 10.0)?;
        let after = Norm::of(part(text, figure.span.end..));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // below ten
        after.starts(PAGES).is_some().then_some(number.value as usize)
    })
}

fn wants_both(request: &Norm) -> bool {
    request.any("two open tabs|both tabs|two tabs|both pages|two pages|both sites|two sites|open tabs|\
        both articles|both listings|two shops|both shops|两个标签|两个页面|两页|两家店|两个网站|两篇|两个网页|这两个标签|两边的页面")
}

/// The last thing that happened to the page is a change, and nobody read it since.
fn is_stale(scene: &Scene<'_>) -> bool {
    let last_read = scene.steps.iter().rposition(Step::has_read);
    let Some(last_read) = last_read else { return false };
    // A request that reads first and goes on afterwards may end on the going.
    let reads_first = !matches!(scene.request.needs.first(), Some(Need::Navigate | Need::Deed(_)));
    let later = scene.steps.get(last_read + 1..).unwrap_or_default();
    let changed = later.iter().any(|step| step.is_done() && changes_page(step));
    changed && scene.request.asks && (!reads_first || !is_reported(scene))
}

/// Whether a step may have put another page or other content into the tab.
pub(crate) fn changes_page(step: &Step<'_>) -> bool {
    match act(step) {
        Act::Navigate => step.tool != "tab_focus",
        Act::Commit => {
            changed_address(step)
                || step.result.lines().any(|line| line.starts_with(one_of("~+-")))
                || Norm::of(step.result).any("loading|加载中|changed|updated|更新")
        }
        Act::Field => {
            step.result.lines().any(|line| line.starts_with(one_of("~+-")))
                || Norm::of(step.result).any("loading|加载中")
        }
        Act::Read | Act::File | Act::Own | Act::Delegate | Act::Idle => false,
    }
}

/// Whether the answer has more words of the pages than chance and the request give it.
fn is_reported(scene: &Scene<'_>) -> bool {
    const CHANCE: f64 = 0.25;
    let asked = words_of(scene.turn.request);
    let mut own = words_of(scene.answer);
    own.retain(|word| !asked.contains(word));
    own.is_empty() || Reported::of(scene).share(own.iter()) > CHANCE
}
