//! Whether a statement about all or none rests on all: every page, nothing cut, nothing folded.

use crate::act::bare;
use crate::caps;
use crate::figure::count::words_of;
use crate::figure::number::count_digits;
use crate::scene::Scene;
use crate::snapshot::role;
use crate::turn::Step;
use crate::words::{Norm, holds, is_digit, is_one, one_of, part};
use fairlead_protocol::order::settle;

const ALL_OR_NONE: &str = "all|every|each|everyone|everything|none|no|not|never|nowhere|nothing|nobody|only|anywhere|any|\
    entire|whole|isnt|arent|doesnt|cheapest|lowest|highest|best|most|least|largest|smallest|oldest|\
    newest|latest|longest|shortest|in total|unique|duplicates|dearest|都|所有|全部|没有|没|唯一|\
    只有|最|每|全|均|逐一|无|不存在|一共|总共|共有|仅有|完全|整个|整篇|通篇";

/// The statement is about what was read and says so.
const LIMITED: &str = "on the first page|on this page|on page 1|on page one|in the part|in what i|so far|page 1|page one|pages 1|are left|unread|left to read|of the first|\
    among the first|the first|that i read|that i could see|i could only|only read|only saw|i only|\
    only covers|havent read|havent checked|not checked the|visible|shown here|of those shown|\
    on screen|in the excerpt|not the full|incomplete|不完整|不是全部|the rest|loaded|前|第一页|本页|这一页|首页|目前显示|当前显示|已加载|我看到的|已读|读到的|只看了|只读了|\
    看过的|可见|其余|其他页|剩下|还没看|没看|未读|后面的|显示出来的|截断|在这部分|这部分";

const CUT: &str = "cut|truncated|folded|collapsed|load more|show more|more below|more rows|more items|more results|\
    scroll for more|virtual list|virtualised|virtualized|not loaded|continue with|omitted|\
    rows hidden|from_char|characters follow|texts shortened|text shortened|more not shown|next page|see all|view all|截断|折叠|省略|加载更多|查看更多|下方还有|还有更多|虚拟滚动|未加载|\
    继续读取|未显示|更多结果|下一页|查看全部|未展开";

/// A list that is sorted by what is compared shows its end first.
const SORTED: &str = "sort|order=|排序|升序|降序|从低到高|从高到低";

/// What the reads of a Turn leave open, looked at once for all clauses of its answer.
pub(crate) struct Coverage {
    /// Something was cut, folded or left on another page, and the answer does not say so.
    lacks: bool,
    /// The request itself asks for all or none.
    asks_all: bool,
    /// What the reads themselves say of all or none, line by line.
    sayings: Vec<Vec<String>>,
}

impl Coverage {
    pub(crate) fn of(scene: &Scene<'_>) -> Self {
        let asks_all = scene.request.norm.any(
            "all|every|any|anywhere|none|duplicates|cheapest|lowest|highest|most|oldest|best|\
            都|所有|全部|有没有|最|是否有|重复|每|哪些|一共|总共",
        );
        let lacks = !scene.said.any(LIMITED) && !is_sorted(scene) && reads_lack(scene);
        let mut sayings = Vec::new();
        if lacks && !asks_all {
            for read in scene.reads() {
                let universal = read.result.lines().filter(|line| Norm::of(line).any(ALL_OR_NONE));
                sayings.extend(universal.take(caps::ROWS).map(words_of));
            }
        }
        Self { lacks, asks_all, sayings }
    }

    /// Whether a clause states something about all or none that the reads do not cover.
    pub(crate) fn is_lacking(&self, clause: &Norm) -> bool {
        self.lacks && (self.asks_all || clause.any(ALL_OR_NONE) && !self.is_said(clause))
    }

    /// Whether a line that was read says so itself: most words of the clause are its words.
    fn is_said(&self, clause: &Norm) -> bool {
        let telling = |word: &String| word.len() > 3;
        let words: Vec<String> = words_of(clause.text()).into_iter().filter(telling).collect();
        let alike = |one: &str, other: &str| one.starts_with(other) || other.starts_with(one);
        let held = |line: &Vec<String>| {
            words.iter().filter(|word| line.iter().any(|other| telling(other) && alike(word, other))).count()
        };
        self.sayings.iter().any(|line| held(line) * 5 >= words.len() * 2)
    }
}

fn is_sorted(scene: &Scene<'_>) -> bool {
    let compared = scene.request.norm.any(
        "cheapest|cheaper|lowest|lower|highest|higher|most|best|oldest|newest|latest|under|below|above|over|less|more|\
            最|更|低于|高于|便宜|以下|以上",
    );
    let sorted =
        |step: &Step<'_>| holds(step.url(), SORTED) || holds(&step.result.to_ascii_lowercase(), SORTED);
    compared && scene.steps.iter().any(sorted)
}

fn reads_lack(scene: &Scene<'_>) -> bool {
    let reads: Vec<(&Step<'_>, bool)> = scene.reads().map(|read| (read, is_cut(read))).collect();
    let mut pages: Vec<&str> = reads.iter().map(|(read, _)| bare(read.url())).collect();
    settle(&mut pages);
    // A search that shows some of what it found tells that there is such a thing, and not of each.
    let asks_each = scene.request.norm.any("all|every|each|both|都|每|全部|所有|全是");
    paged(scene.reads()) || pages.iter().any(|page| is_cut_page(page, &reads, asks_each))
}

/// A search of the page covers it, and so does a read of all of it, or a later read that is not cut.
fn is_cut_page(page: &str, reads: &[(&Step<'_>, bool)], asks_each: bool) -> bool {
    let of_page: Vec<&(&Step<'_>, bool)> =
        reads.iter().filter(|(read, _)| bare(read.url()) == page).collect();
    let Some(at) = of_page.iter().position(|(_, cut)| *cut) else { return false };
    let searched = of_page
        .iter()
        .any(|(read, _)| read.tool == "find_in_page" && !(asks_each && shows_part(read.result)));
    let made_up = of_page.iter().enumerate().any(|(place, (read, cut))| {
        !cut && read.tool != "screenshot"
            && (place > at || is_one(read.tool, "extract_table|read_page_deep|extract"))
    });
    !searched && !made_up
}

/// Lines that say that there is more. Entries and controls of the page itself speak of other things.
fn is_cut(read: &Step<'_>) -> bool {
    const ENTRIES: &str = "link|button|row|listitem|article|option|cell|textbox|heading";
    let mut more = false;
    for line in read.result.lines() {
        let role = role(line);
        if is_one(role, ENTRIES) && !line.contains("(") {
            continue;
        }
        // Which pages there are and were read is counted.
        let norm = Norm::of(line);
        if page_of(line, &norm).is_some() {
            continue;
        }
        if norm.any("end of list|no more|已到底|没有更多了|全部显示|all shown") {
            return shows_part(read.result);
        }
        more = more
            || norm.any(CUT)
                && !norm.any("0 rows hidden|nothing cut|not cut|haircut|无更多|没有更多|已全部|全部加载");
    }
    more || shows_part(read.result)
}

/// `showing 20 of 96`, `1–30 of 412`, `当前显示 1–30` beside `共 412`.
fn shows_part(text: &str) -> bool {
    for line in text.lines() {
        let numbers = numbers(line);
        if numbers.len() < 2 {
            continue;
        }
        let norm = Norm::of(line);
        let shows = norm
            .any("showing|shown|displaying|显示|条中|项中|列出|rows of|results of|items of|已加载")
            || is_run_of(line);
        let of = norm.any("of|共|/|out of|in total|total");
        let largest = numbers.iter().max();
        if shows && of && numbers.iter().any(|number| Some(number) < largest && *number > 1) {
            return true;
        }
    }
    false
}

/// `rows 1-50 of 132`, `第 1–20 条,共 96 条`: a run that begins with the first.
fn is_run_of(line: &str) -> bool {
    line.match_indices(one_of("-–—~～至到")).any(|(at, mark)| {
        let first = part(line, ..at).trim_end();
        let behind = part(line, at + mark.len()..).trim_start();
        let starts = first.ends_with('1') && !part(first, ..first.len() - 1).ends_with(is_digit);
        starts && behind.starts_with(is_digit)
    })
}

fn numbers(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = count_digits(text, at);
        if digits > 0 {
            found.extend(text.get(at..at + digits).and_then(|number| number.parse::<u32>().ok()));
        }
        at += digits.max(1);
    }
    found
}

/// `page 1 of 3`, `第 1 页 / 共 3 页`: whether pages are left unread.
fn paged<'a>(reads: impl Iterator<Item = &'a Step<'a>>) -> bool {
    let mut seen: Vec<u32> = Vec::new();
    let mut all = 0;
    for read in reads {
        for line in read.result.lines() {
            if let Some((at, of)) = page_of(line, &Norm::of(line)) {
                seen.push(at);
                all = all.max(of);
            }
        }
    }
    settle(&mut seen);
    all > 1 && u32::try_from(seen.len()).is_ok_and(|count| count < all)
}

/// Which page of how many a line says that it is.
fn page_of(line: &str, norm: &Norm) -> Option<(u32, u32)> {
    let said = norm.any("page") && norm.has("of")
        || line.contains('页') && (line.contains('共') || line.contains('/'));
    match numbers_after_page(line).as_slice() {
        [at, of, ..] if said && at <= of && *of < 1000 => Some((*at, *of)),
        _ => None,
    }
}

fn numbers_after_page(line: &str) -> Vec<u32> {
    let lower = line.to_ascii_lowercase();
    let start = lower.find("page").or_else(|| line.find('第')).unwrap_or(0);
    let mut found = numbers(part(&lower, start..));
    // 共 3 页，第 1 页
    if line.contains('共') && line.find('共') < line.find('第') {
        found = numbers(line);
        found.truncate(2);
        found.reverse();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{numbers_after_page, shows_part};

    #[test]
    fn parts_of_a_whole_are_seen() {
        assert!(shows_part("showing 20 of 96"));
        assert!(shows_part("共 412 位联系人,当前显示 1–30"));
        assert!(!shows_part("共 4 款,已全部显示"));
        assert!(shows_part("[rows 1-50 of 132]") && shows_part("第 1–20 条,共 96 条"));
        assert!(!shows_part("[rows 1-50 of 50]") && !shows_part("Step 1-2 weeks"));
        assert!(!shows_part("showing 4 of 4"));
    }

    #[test]
    fn pages_are_counted() {
        assert_eq!(numbers_after_page("Results, page 1 of 3"), [1, 3]);
        assert_eq!(numbers_after_page("第 1 页 / 共 3 页"), [1, 3]);
        assert_eq!(numbers_after_page("共 3 页,第 2 页"), [2, 3]);
    }
}
