//! Whether a page was opened: the step's final address is what was asked for, or a redirect to the thing itself.

use crate::act::{Act, act, arg, bare, host, hosts, path};
use crate::called::is_another;
use crate::deed::Judged;
use crate::figure::count::words_of;
use crate::finding::Proof;
use crate::scene::{Scene, changed_address};
use crate::turn::Step;
use crate::words::{Norm, holds, is_one};
use fairlead_protocol::evidence::Missing;

const ELSEWHERE: &str = "login|signin|sign-in|sign_in|/auth|sso|404|not-found|notfound|403|error|denied|forbidden|\
    captcha|verify|blocked|consent|paywall|expired|unavailable|maintenance|passport|410|500";
const ELSEWHERE_TITLE: &str = "log in|login|sign in|not found|404|403|forbidden|access denied|error|unavailable|verify you are|\
    maintenance|something went wrong|expired|登录|未找到|不存在|无权|错误|出错|验证|禁止访问|已下架|维护";

pub(crate) fn judge(scene: &Scene<'_>) -> Judged {
    let moves: Vec<&Step<'_>> = scene.steps.iter().filter(|step| is_move(step)).collect();
    let Some(last) = moves.iter().rev().find(|step| step.is_done()) else {
        // The tab may be there already, and a read shows it.
        let there =
            scene.reads().find(|read| read.page.is_some_and(|page| names_page(scene, page.url, page.title)));
        let by: Vec<Proof> = moves.iter().map(|step| Proof::Step(step.n)).collect();
        return match there {
            Some(read) if moves.is_empty() => Ok(vec![Proof::Step(read.n)]),
            Some(_) | None => Err((Missing::NotNavigated, by)),
        };
    };
    let failed_later = moves.last().is_some_and(|step| {
        !step.is_done() && arg(step, "url") != arg(last, "url") && !arg(step, "url").is_empty()
    });
    let by: Vec<Proof> = moves.iter().filter(|step| step.is_done()).map(|step| Proof::Step(step.n)).collect();
    if failed_later {
        return Err((Missing::NotNavigated, by));
    }
    if is_another_tab(scene, last) || is_front(scene, last) {
        return Err((Missing::NotNavigated, by));
    }
    if last.page.is_some_and(|page| is_another(scene.turn.request, page)) {
        return Err((Missing::WrongPage, by));
    }
    if is_elsewhere(scene, last) {
        return Err((Missing::Redirected, by));
    }
    let named = hosts(scene.turn.request);
    let here = host(last.url());
    if last.page.is_some()
        && !named.is_empty()
        && !named.iter().any(|name| here == *name || here.ends_with(name) || name.ends_with(here))
    {
        return Err((Missing::NotNavigated, by));
    }
    Ok(by)
}

/// What is said of any tab.
const OF_TABS: &str = "tabs|page|pages|site|open|opened|with|that|this|switch|back|标签|签页|页面|打开|切到|切换|换到|回到|那个";

/// Whether the tab that was brought to the front is called otherwise than the request says, and another of the list is called so.
fn is_another_tab(scene: &Scene<'_>, step: &Step<'_>) -> bool {
    let Some(page) = step.page.filter(|_| step.tool == "tab_focus") else { return false };
    let asked = words_of(scene.turn.request);
    let named = |text: &str| {
        let telling = |word: &String| word.len() > 3 && !is_one(word, OF_TABS) && asked.contains(word);
        words_of(text).iter().any(telling)
    };
    if named(&[page.title, " ", page.url].concat()) {
        return false;
    }
    for list in scene.steps {
        let mut tabs = list.result.lines();
        if list.is_done() && list.tool == "tabs_list" && tabs.any(|tab| !tab.contains(page.url) && named(tab))
        {
            return true;
        }
    }
    false
}

fn is_move(step: &Step<'_>) -> bool {
    match act(step) {
        Act::Navigate => true,
        Act::Commit => changed_address(step) || step.tool == "click" && !step.is_done(),
        Act::Read | Act::Field | Act::File | Act::Own | Act::Delegate | Act::Idle => false,
    }
}

pub(crate) fn names_page(scene: &Scene<'_>, url: &str, title: &str) -> bool {
    let words = words_of(title);
    let asked = words_of(scene.turn.request);
    !words.is_empty() && words.iter().any(|word| asked.contains(word))
        || hosts(scene.turn.request).iter().any(|name| host(url).ends_with(name))
}

/// Whether a step ended on another page than it was sent to.
fn is_elsewhere(scene: &Scene<'_>, step: &Step<'_>) -> bool {
    let Some(page) = step.page else { return false };
    let wanted = arg(step, "url");
    let asked = Norm::of(scene.turn.request);
    let at_login = |text: &str, table: &str| holds(text, table);
    let wants_login = asked.any("log in|login|sign in|登录|登陆|404");
    let place = path(page.url).to_ascii_lowercase();
    let went = wanted.is_empty() || bare(wanted) != bare(page.url);
    if wants_login {
        return false;
    }
    let title = Norm::of(page.title);
    if went && (at_login(&place, ELSEWHERE) && !at_login(&path(wanted).to_ascii_lowercase(), ELSEWHERE)) {
        return true;
    }
    if title.any(ELSEWHERE_TITLE) {
        return true;
    }
    // A page that shows an error to the read that followed.
    let after = scene
        .steps
        .iter()
        .find(|read| read.n > step.n && read.has_read() && bare(read.url()) == bare(page.url));
    let broken = after.is_some_and(|read| {
        crate::snapshot::lines(read.result)
            .any(|line| line.role == "heading" && Norm::of(line.name).any(ELSEWHERE_TITLE))
    });
    // Sent to a page of a site, and left on its front page or on another site.
    let deep = !path(wanted).is_empty() && wanted.contains("://");
    let front = deep && went && path(page.url).is_empty();
    let (sent, here) = (host(wanted), host(page.url));
    let abroad = wanted.contains("://") && sent != here && !here.ends_with(sent) && !sent.ends_with(here);
    let above = sent == here && is_above(page.url, wanted, &asked, &title);
    broken || front || above || abroad && !shares_words(wanted, page.url)
}

/// `/tickets` for `/tickets/204`: the list, and not the thing that was asked for.
fn is_above(here: &str, wanted: &str, asked: &Norm, title: &Norm) -> bool {
    let Some(rest) = path(wanted).strip_prefix(path(here)).and_then(|rest| rest.strip_prefix('/')) else {
        return false;
    };
    words_of(rest).iter().any(|word| asked.has(word) && !title.has(word))
}

/// A control that led to the front page of a site, where something else of it was asked for.
fn is_front(scene: &Scene<'_>, step: &Step<'_>) -> bool {
    const FRONT: &str = "home|homepage|front|main|start|previous|last page|首页|主页|官网|上一";
    let Some(page) = step.page else { return false };
    let led = arg(step, "url").is_empty() && step.tool != "tab_focus";
    led && !page.url.is_empty()
        && !page.url.contains('?')
        && path(page.url).is_empty()
        && !scene.request.norm.any(FRONT)
        && !names_page(scene, page.url, page.title)
}

/// An address that moved to another host keeps its last name.
fn shares_words(one: &str, other: &str) -> bool {
    let last = |url: &str| path(url).rsplit('/').next().unwrap_or_default().to_owned();
    !last(one).is_empty() && last(one) == last(other)
}
