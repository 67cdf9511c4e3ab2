//! What a page says of a write as a whole: whether it confirms it, and which of its lines were there before and tell nothing of it.

use crate::contradiction::{FAILED, Goal};
use crate::figure::count::words_of;
use crate::snapshot::{Line, lines};
use crate::turn::Step;
use crate::verbs::Deed;
use crate::words::{Norm, is_one, one_of};

/// Words by which a page says that something went through.
pub(crate) const THROUGH: &str = "success*|confirmed|confirmation|placed|paid|receipt|thank*|sent|submitted|booked|cancelled|\
    canceled|deleted|removed|saved|published|posted|complete|completed|received|0.00|approved|\
    subscribed|unsubscribed|registered|added|just now|merged|closed|archived|updated|成功|已发送|已发布|\
    已提交|已支付|已付|已取消|已删除|已保存|已预订|已预约|已订阅|已退订|已完成|已添加|已更新|刚刚|已报名|收据|订单号|已收到|已读";

/// What the last write left on the page, as its own result and a read tell it.
pub(crate) struct Outcome<'a> {
    /// The page says that it went through.
    pub(crate) confirms: bool,
    /// Words of what was asked for and of what is claimed.
    wanted: Vec<String>,
    before: Vec<&'a str>,
}

impl<'a> Outcome<'a> {
    pub(crate) fn of(read: &Step<'_>, goal: &Goal<'a>) -> Self {
        let wrote = |step: &Step<'_>| step.is_done() && step.writes();
        let last = goal.steps.iter().rposition(|step| step.n < read.n && wrote(step));
        let first = goal.steps.iter().position(wrote).unwrap_or(0);
        let told = last.and_then(|at| goal.steps.get(at)).map_or("", |step| step.result);
        let positive = |line: &Line<'_>| {
            let says = Norm::of(line.name);
            line.is_message() && says.any(THROUGH) && !says.any(FAILED)
        };
        let wanted = words_of(&goal.said());
        let fresh = told.lines().filter(|line| line.trim_start().starts_with(one_of("+~")));
        let confirms = fresh.flat_map(lines).any(|line| positive(&line))
            || lines(read.result)
                .any(|line| matches!(line.role, "status" | "alert" | "heading") && positive(&line))
            || goal.deed == Deed::Delete && takes_away(told, &wanted);
        let before = goal.steps.get(..first).unwrap_or_default().iter().filter(|step| step.has_read());
        Self { confirms, wanted, before: before.map(|step| step.result).collect() }
    }

    /// Whether a line says nothing of the write: it stood there before, or speaks of something else, or the page confirms the write.
    pub(crate) fn is_beside(&self, line: &Line<'_>, goal: &Goal<'_>) -> bool {
        let strong = matches!(line.role, "alert" | "alertdialog" | "dialog" | "status");
        if strong && !line.name.is_empty() {
            return false;
        }
        let known = line.name.len() > 3 && self.before.iter().any(|text| text.contains(line.name));
        self.confirms
            || known && !matches!(goal.deed, Deed::Cancel | Deed::Approve)
            || self.has_other_subject(line)
    }

    /// `Wool throw: sold out`, where nobody speaks of a throw.
    fn has_other_subject(&self, line: &Line<'_>) -> bool {
        let Some((head, _)) = line.name.split_once(one_of(":\u{ff1a}")) else { return false };
        let of_state =
            Norm::of(head).any("error|status|warning|note|notice|state|result|错误|状态|提示|结果|注意");
        let words = words_of(head);
        !of_state
            && line.role != "heading"
            && !words.is_empty()
            && !words.iter().any(|word| self.wanted.contains(word))
            && head.len() < 60
    }

    /// Whether an alert speaks of what was asked for or done.
    pub(crate) fn is_of_deed(&self, line: &Line<'_>) -> bool {
        const EMPTY: &str =
            "the|your|you|and|for|with|that|this|please|are|has|have|was|been|from|will|not|can";
        let words = words_of(line.name);
        words.iter().any(|word| word.len() > 2 && self.wanted.contains(word) && !is_one(word, EMPTY))
    }
}

/// `gone: listitem "Beeswax candle"`, and the candle was to go.
fn takes_away(told: &str, wanted: &[String]) -> bool {
    let named = |line: &str| words_of(line).iter().any(|word| word.len() > 2 && wanted.contains(word));
    told.lines().any(|line| line.trim_start().starts_with("gone:") && named(line))
}
