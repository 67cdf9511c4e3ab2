//! Summarising: the article is extracted and its own title and sentences with figures are quoted.

use super::{Situation, places};
use crate::model::outcome::{Outcome, clip};
use crate::model::reply::Reply;
use serde_json::json;

/// How many sentences make a summary.
const SENTENCES: usize = 4;

pub(super) fn next(situation: &Situation) -> Reply {
    let Some(step) = situation.turn.last() else {
        let text = situation.language().pick("I'll read the article first.", "我先读一下这篇文章。");
        let reply = if situation.tools.offers("extract") {
            situation.call("extract", json!({}))
        } else {
            situation.call("read_page", json!({ "mode": "article" }))
        };
        return if reply.calls.is_empty() { reply } else { reply.saying(text) };
    };
    match step.outcome() {
        Outcome::Done => Reply::say(summary(situation, &step.result)),
        outcome @ (Outcome::Denied { .. } | Outcome::Stale | Outcome::Unknown | Outcome::Failed { .. }) => {
            situation.give_up(step, &outcome)
        }
    }
}

fn summary(situation: &Situation, result: &str) -> String {
    let title = markdown_title(result).or_else(|| places::title(result));
    let sentences = telling_sentences(result);
    let language = situation.language();
    if sentences.is_empty() {
        return language.pick(
            format!("The page holds little text to summarise. It begins: “{}”", clip(result, 200)),
            format!("页面上可供总结的文字很少。开头是：“{}”", clip(result, 200)),
        );
    }
    let title = title.unwrap_or_else(|| language.pick("This page", "此页面").to_owned());
    let lead = language.pick(format!("**{title}** in short:"), format!("**{title}** 的要点："));
    let points: Vec<String> = sentences.iter().map(|sentence| format!("- {sentence}")).collect();
    format!("{lead}\n{}", points.join("\n"))
}

fn markdown_title(result: &str) -> Option<String> {
    result.lines().find_map(|line| line.trim().strip_prefix("# ")).map(|title| title.trim().to_owned())
}

/// Sentences of the prose that state a figure, spread over the text; without figures, its first sentences.
fn telling_sentences(result: &str) -> Vec<String> {
    let prose: Vec<&str> = result.lines().map(str::trim).filter(|line| is_prose(line)).collect();
    let sentences: Vec<&str> = prose.iter().flat_map(|line| split_sentences(line)).collect();
    let with_figures: Vec<&str> =
        sentences.iter().copied().filter(|s| s.chars().any(|c| c.is_ascii_digit())).collect();
    let pool = if with_figures.is_empty() { sentences } else { with_figures };
    let stride = pool.len().div_ceil(SENTENCES).max(1);
    pool.into_iter().step_by(stride).take(SENTENCES).map(str::to_owned).collect()
}

fn is_prose(line: &str) -> bool {
    let starts_like_markup = line.starts_with(['#', '|', '<', '`', '-', '*', '>', '[', '!', '{']);
    let is_header =
        line.split_once(':').is_some_and(|(key, _)| key.chars().count() <= 16 && !key.contains(' '));
    let is_address = line.starts_with("url ") || line.starts_with("page \"");
    line.chars().count() >= 40 && !starts_like_markup && !is_header && !is_address
}

/// Ends at a full stop before white space, so that decimals stay whole; a closing quotation mark belongs to it.
fn split_sentences(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut end = at + c.len_utf8();
        if let Some((_, mark)) =
            chars.next_if(|(_, next)| matches!(c, '.' | '!' | '?' | '。') && matches!(next, '”' | '"'))
        {
            end += mark.len_utf8();
        }
        let before_space = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if matches!(c, '。' | '！' | '？') || (matches!(c, '.' | '!' | '?') && before_space) {
            sentences.extend(line.get(start..end).map(str::trim).filter(|s| s.chars().count() > 12));
            start = end;
        }
    }
    sentences
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_sentence_keeps_its_decimals_and_its_closing_quotation_mark() {
        let line =
            "It rings every 7.5 seconds. He wrote: “Came on a clear day.” 一九三一年开始记录的雾钟至今仍在。";
        assert_eq!(
            split_sentences(line),
            [
                "It rings every 7.5 seconds.",
                "He wrote: “Came on a clear day.”",
                "一九三一年开始记录的雾钟至今仍在。"
            ]
        );
    }
}
