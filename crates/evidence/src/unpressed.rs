//! Buttons that stand there and were not pressed: the deed stopped before them.

use crate::act::arg;
use crate::contradiction::{Goal, alike};
use crate::outcome::Outcome;
use crate::snapshot::Line;
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
