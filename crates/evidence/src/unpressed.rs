//! Buttons that stand there: not pressed, so that the deed stopped before them, or pressed and as they were.

use crate::act::{Act, act, arg};
use crate::contradiction::{Goal, alike};
use crate::outcome::{Outcome, THROUGH};
use crate::snapshot::Line;
use crate::turn::Step;
use crate::verbs::Deed;
use crate::words::{Norm, is_one};

/// The button that pays, places the order or confirms stands there, was not pressed, and nothing says that it went through.
pub(crate) fn waits_for_a_button(found: &[Line<'_>], goal: &Goal<'_>, outcome: &Outcome<'_>) -> bool {
    const PAYS: &str = "pay|pay now|place order|place your order|complete purchase|complete order|complete booking|confirm booking|confirm order|\
        confirm and pay|buy now|submit order|立即支付|去支付|确认支付|立即付款|确认付款|提交订单|确认订单|确认下单|确认预订|提交预订";
    let deed = matches!(goal.deed, Deed::Buy | Deed::Book);
    let pressed = |line: &Line<'_>| {
        goal.steps
            .iter()
            .any(|step| step.is_done() && step.writes() && alike(arg(step, "element"), line.name))
    };
    // A heading that asks to confirm, and the button for it.
    const ASKS: &str = "confirm|review|check your|please confirm|确认|核对";
    const CONFIRMS: &str = "confirm|confirm transfer|confirm payment|submit|确认|确认转账|确认提交|提交|确定";
    let asks = !goal.deed.is_of_fields()
        && found.iter().any(|line| line.role == "heading" && Norm::of(line.name).starts(ASKS).is_some());
    let waits = |line: &Line<'_>| {
        let name = Norm::of(line.name);
        line.role == "button"
            && (deed && is_one(name.text(), PAYS) || asks && is_one(name.text(), CONFIRMS))
            && !pressed(line)
    };
    // A form's next part: a field without a value, and the button that goes on.
    let goes_on = |line: &Line<'_>| {
        line.role == "button"
            && !pressed(line)
            && is_one(Norm::of(line.name).text(), "next|continue|下一步|继续")
    };
    let unfilled = !goal.deed.is_of_fields()
        && found.iter().any(|line| line.role == "textbox" && line.value == Some(""))
        && found.iter().any(goes_on);
    !outcome.confirms && (unfilled || found.iter().any(waits))
}

/// The one button that was pressed to join or to leave stands there as before, where its opposite should.
pub(crate) fn stands_as_before(found: &[Line<'_>], goal: &Goal<'_>, outcome: &Outcome<'_>) -> bool {
    const TURNING: &str = "leave|join|follow|unfollow|subscribe|unsubscribe|star|unstar|退出|加入|关注|取消关注|取关|订阅|取消订阅|退订|收藏|取消收藏";
    if !matches!(goal.deed, Deed::Cancel | Deed::Join) || outcome.confirms {
        return false;
    }
    // A form keeps its button for the next one.
    if goal.steps.iter().any(|step| step.is_done() && act(step) == Act::Field) {
        return false;
    }
    let mut standing = 0;
    for line in found {
        if line.is_message() && Norm::of(line.name).any(THROUGH) {
            return false;
        }
        let usable = line.role == "button" && !line.is_on() && !line.flags.contains("disabled");
        let turns = usable && Norm::of(line.name).starts(TURNING).is_some();
        let clicked = |step: &Step<'_>| step.tool == "click" && alike(arg(step, "element"), line.name);
        let pressed = turns && goal.steps.iter().any(|step| step.is_done() && clicked(step));
        standing += usize::from(pressed);
    }
    standing == 1
}
