//! Which deed a part of a request asks for, by the verbs of the tables.

use crate::order::MARKS;
use crate::verbs::{Deed, VERBS, Verb};
use crate::words::{Norm, is_chinese, is_one, one_of, words};

/// The deed that a part asks for: its first verb in English, any in Chinese.
pub(crate) fn deed_of(norm: &Norm, question: bool) -> Option<Deed> {
    if !question {
        // `Tell the seller that I take it` is a message, `tell the price` an answer.
        if norm.starts("tell the").is_some() && norm.has("that") {
            return Some(Deed::Send);
        }
        let english = VERBS.iter().find(|verb| norm.starts(verb.base).is_some());
        if let Some(verb) = english {
            // What is put into a field fills it.
            let fills = verb.deed == Deed::Add && norm.any("form|field|fields|box|cell|cells|blank|blanks");
            return Some(if fills { Deed::Fill } else { verb.deed });
        }
    }
    if question && !norm.any("把|帮我|给我|替我|请") {
        return None;
    }
    // Questions that only look for something are none, whatever nouns they name.
    if norm.any("看看|看一下|查一下|查查|总结|告诉我|列出|对比|比较|统计|找出|念|读一|检查")
        && !norm.any("把")
    {
        return None;
    }
    if norm.any("换算|折算|折合|送一|送二|加起来|相加|加总|加在一起|加一下") {
        return None;
    }
    if tells_me(norm) {
        return None;
    }
    if norm.any("把") && norm.any("列出来|整理成|总结|念给|告诉我|找出来|讲一|说一") {
        return None;
    }
    let chinese =
        |verb: &&Verb| words(verb.chinese).filter(|word| word.chars().count() > 1).any(|word| norm.has(word));
    // The earliest word wins, a longer one before a shorter.
    let mut best: Option<(usize, usize, Deed)> = None;
    for verb in &VERBS {
        for word in words(verb.chinese) {
            if let Some((start, end)) = norm.find(word) {
                let rank = (start, usize::MAX - (end - start));
                if best.is_none_or(|(at, length, _)| rank < (at, length)) {
                    best = Some((rank.0, rank.1, verb.deed));
                }
            }
        }
    }
    let mixed = VERBS.iter().find(|verb| {
        norm.text().chars().any(is_chinese) && words(verb.base).any(|base| base.len() > 3 && norm.has(base))
    });
    let best = best.map(|(_, _, deed)| deed);
    let parted = || VERBS.iter().find(|verb| norm.any_verb(verb.chinese)).map(|verb| verb.deed);
    VERBS.iter().find(chinese).and(best).or(mixed.map(|verb| verb.deed)).or(best).or_else(parted)
}

/// `把规则抄给我`, `贴给我看`: the answer itself is to have it.
fn tells_me(norm: &Norm) -> bool {
    const BRINGS: &str = "发|寄|买|订|转|留|送|递|享|载|存|还|退|开|打|抢|约|交|付";
    let told = words("给我|给我看|给我听|给我看看|给我看一下").find_map(|end| norm.text().strip_suffix(end));
    told.is_some_and(|told| !told.is_empty() && !words(BRINGS).any(|verb| told.ends_with(verb)))
}

/// The deed of an order that ends on a table's verb with another ending: 约上, where the table has 约好.
pub(crate) fn ending_otherwise(part: &Norm) -> Option<Deed> {
    let ordered = part.text().trim_end_matches(one_of("吧呗啊哦呀")).strip_suffix('上')?;
    let sign = ordered.chars().next_back().filter(|_| part.any(MARKS))?;
    let is_of_it = |word: &str| {
        let ending = word.strip_prefix(sign).unwrap_or_default();
        is_one(ending, "好|了|一")
    };
    VERBS.iter().find(|verb| words(verb.chinese).any(is_of_it)).map(|verb| verb.deed)
}
