//! Whether the newest read of a page says that a deed did not happen: alerts, login pages, one more step, the old value, the thing
//! still listed, an empty state. Silence is no contradiction.

use crate::act::{Act, act, arg, each_text, path};
use crate::clause::quoted;
use crate::figure::count::words_of;
use crate::outcome::{Outcome, THROUGH};
use crate::snapshot::{Line, lines};
use crate::turn::Step;
use crate::unpressed::{stands_as_before, waits_for_a_button};
use crate::verbs::Deed;
use crate::words::{Norm, holds, is_one, one_of, words};

/// What the page should show.
#[derive(Debug)]
pub(crate) struct Goal<'a> {
    pub(crate) deed: Deed,
    pub(crate) request: &'a str,
    /// What the answer says, failures left out.
    pub(crate) claim: &'a str,
    /// The steps up to the read.
    pub(crate) steps: &'a [Step<'a>],
}

impl Goal<'_> {
    /// What was asked for and what is claimed.
    pub(crate) fn said(&self) -> String {
        [self.request, " ", self.claim].concat()
    }
}

const LOGIN: &str = "登录后才|session expired|session has expired|please log in|please sign in|log in to continue|\
    sign in to continue|you have been logged out|会话已过期|会话过期|请先登录|请重新登录|登录已失效|登录过期|登录超时|请登录|\
    session timed out";

/// In an alert, a status or a heading.
pub(crate) const FAILED: &str = "failed|failure|could not|couldnt|cannot|cant be|error|invalid|not valid|is required|\
    are required|required field|must be|permission|not allowed|not available|no longer available|\
    unavailable|sold out|out of stock|declined|try again|expired|unsuccessful|rejected|not saved|\
    not sent|not submitted|too long|too many|already taken|limit reached|full|went wrong|not found|\
    insufficient|denied|incorrect|does not match|blocked|undeliverable|conflict|失败|错误|无效|必填|\
    不能为空|请填写|请输入|请选择|缺货|售罄|已满|已抢光|抢完|未通过|过期|重试|不足|权限|拒绝|未保存|未发送|未提交|不正确|不存在|已下架|无法|异常|超出|超时|冲突|\
    被占用|不可用|不支持|已截止|违规|未成功|不符";

/// The deed has begun and is not through.
const ONE_MORE: &str = "one more step|one last step|almost done|almost there|last step|not yet|unsaved|are you sure|\
    confirm your|to complete|to finish|awaiting payment|payment pending|pending payment|unpaid|\
    verification code|verify your|review your order|step 1 of|step 2 of|step 2 of 3|step 3 of 4|\
    please confirm|check your inbox|check your email|还差一步|最后一步|还需|请先|必须先|complete your profile|尚未|确认删除|确定要|确认要|是否确认|待付款|待支付|\
    未支付|未付款|请确认|验证码|待确认|未完成|下一步|待验证|待激活|草稿|draft|saving|保存中|提交中|处理中|发送中|loading|加载中|sending|queued|\
    排队中";

const EMPTY: &str = "is empty|are empty|0 items|no items|cart 0|basket 0|bag 0|nothing here|no results|\
    nothing in your|no bookings|no orders|no reservations|no messages|no comments|no files|\
    no upcoming|havent|have no|空空如也|是空的|为空|暂无|还没有|没有任何|没有预订|没有订单|购物车 0|0 件|共 0";

const UNCHANGED_CANCEL: &str = "status active|status open|status confirmed|status shipped|active|open|confirmed|renews|\
    subscribed|auto renew on|next billing|shipped|delivered|进行中|有效|已确认|已发货|订阅中|生效中|已生效|使用中|已开通|\
    自动续费中|下次扣款|已报名|已预约|正常";
const CANCELLED: &str = "cancel*|closed|unsubscribed|ended|refund*|withdrawn|left|no longer|已取消|已关闭|已退订|已退|已撤|已停|\
    取消成功|退订成功|退款|已注销|inactive";

const PENDING_APPROVAL: &str = "pending|awaiting|waiting for|review required|not approved|unconfirmed|open|待审批|待确认|待处理|未确认|\
    未批准|未处理|审核中|changes requested";
const APPROVED: &str = "approved|accepted|confirmed|merged|resolved|done|completed|已批准|已同意|已确认|已合并|已通过|已完成|已处理|closed";

/// Whether a read denies the deed.
pub(crate) fn denies(read: &Step<'_>, goal: &Goal<'_>) -> bool {
    let found: Vec<Line<'_>> = lines(read.result).collect();
    let outcome = Outcome::of(read, goal);
    is_login(read, goal, &found)
        || messages_deny(&found, goal, &outcome)
        || is_pending(&found, goal, &outcome)
        || values_deny(&found, goal)
        || switches_deny(&found, goal)
        || states_deny(&found, goal)
        || labels_deny(&found, goal)
        || waits_for_a_button(&found, goal, &outcome)
        || stands_as_before(&found, goal, &outcome)
        || another_is_chosen(&found, goal)
        || is_still_listed(&found, goal)
        || status_denies(&found, goal)
}

/// Whether a read denies what is said to be done, where the answer tells what was not: messages are of that.
pub(crate) fn denies_part(read: &Step<'_>, goal: &Goal<'_>) -> bool {
    let found: Vec<Line<'_>> = lines(read.result).collect();
    values_deny(&found, goal) || switches_deny(&found, goal) || is_still_listed(&found, goal)
}

fn is_login(read: &Step<'_>, goal: &Goal<'_>, found: &[Line<'_>]) -> bool {
    let asked = Norm::of(goal.request).any("log in|sign in|login|登录|登陆");
    let text = Norm::of(read.result);
    if text.any(LOGIN) && !asked {
        return true;
    }
    let at_login = holds(path(read.url()), "login|signin|sign-in|passport|/auth");
    let heading = found
        .iter()
        .any(|line| line.role == "heading" && Norm::of(line.name).any("log in|sign in|login|登录"));
    (at_login || heading) && !asked
}

fn messages_deny(found: &[Line<'_>], goal: &Goal<'_>, outcome: &Outcome<'_>) -> bool {
    let claim = Norm::of(goal.claim);
    let wanted = Norm::of(goal.request);
    found.iter().any(|line| {
        if line.flags.contains("invalid") && !matches!(goal.deed, Deed::Delete) {
            return true;
        }
        if !line.is_message() || outcome.is_beside(line, goal) {
            return false;
        }
        let says = Norm::of(line.name);
        // What the answer itself reports is not hidden.
        let told = |table: &str| {
            let words: Vec<&str> = words(table).filter(|word| says.has(word)).collect();
            !words.is_empty() && words.iter().all(|word| claim.has(word) || wanted.has(word))
        };
        let strong = matches!(line.role, "alert" | "status" | "alertdialog" | "dialog" | "");
        let positive =
            says.any("success*|thank*|成功|complete|placed|received|已收到|no error*|without error*");
        let failed = |weak: bool| says.any(FAILED) && !told(FAILED) && !(weak && positive);
        // An alert that says no, in whatever words.
        const NO: &str =
            "not|no|missing|must|please|already|without|only|wrong|unknown|cannot|未|不|无|请|满|没|缺|错";
        if line.role == "alert" && says.any(NO) && !positive && !told(NO) {
            return true;
        }
        let told_all = claim.has(says.text());
        if line.role == "alert" && !says.any(THROUGH) && !positive && !told_all && outcome.is_of_deed(line) {
            return true;
        }
        if strong && !line.role.is_empty() && failed(line.role != "alert")
            || line.role != "alert" && failed(true) && line.name.chars().count() < 80
        {
            return true;
        }
        // Thanks do not end what a mail still has to confirm.
        const MAIL: &str = "check your inbox|check your email|confirm your email|confirm your address|to finish|to complete|verify your|查收邮件|激活";
        let through = positive && !says.any(MAIL);
        if says.any(ONE_MORE) && !told(ONE_MORE) && !through && !matches!(goal.deed, Deed::Fill) {
            return true;
        }
        if line.role == "dialog" && (line.name.contains(one_of("?\u{ff1f}"))) {
            return true;
        }
        let fills = matches!(
            goal.deed,
            Deed::Add | Deed::Buy | Deed::Book | Deed::Send | Deed::Upload | Deed::Save | Deed::Join
        );
        // `No contacts yet`
        let none_yet = says.starts("no").is_some() && says.text().ends_with(" yet");
        fills && (says.any(EMPTY) && !told(EMPTY) || none_yet) && !positive
    }) || matches!(goal.deed, Deed::Add)
        && found.iter().any(|line| line.role == "link" && is_empty_cart(line.name))
}

fn is_empty_cart(name: &str) -> bool {
    let norm = Norm::of(name);
    norm.any("cart 0|basket 0|bag 0|购物车 0|购物车0")
}

/// Label and value that the writes were to set.
fn intended<'a>(goal: &Goal<'a>) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    for step in goal.steps.iter().filter(|step| step.is_done()) {
        match step.tool {
            "type" | "set_value" => found.push((arg(step, "element"), arg(step, "text"))),
            "select_option" | "select" => {
                let value =
                    if arg(step, "value").is_empty() { arg(step, "option") } else { arg(step, "value") };
                found.push((arg(step, "element"), if value.is_empty() { arg(step, "label") } else { value }));
            }
            _ => {}
        }
    }
    found.retain(|(label, value)| !label.is_empty() && !value.is_empty());
    found
}

pub(crate) fn alike(left: &str, right: &str) -> bool {
    Norm::of(left) == Norm::of(right)
}

fn values_deny(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    let set = intended(goal);
    let (request, claim) = (Norm::of(goal.request), Norm::of(goal.claim));
    let speaks_of = |norm: &Norm| request.has(norm.text()) || claim.has(norm.text());
    let last = |label: &str| set.iter().rev().find(|(other, _)| alike(other, label)).map(|(_, value)| *value);
    let stays = goal.deed.is_of_fields() || matches!(goal.deed, Deed::Save | Deed::Approve);
    let fields = || found.iter().filter_map(|line| line.value.map(|value| (line, value)));
    if stays {
        let wrong = fields().any(|(line, value)| match last(line.name) {
            Some(wanted) => !alike(wanted, value) && !covers(wanted, value),
            None => {
                let named = line.name.chars().count() > 1 && speaks_of(&Norm::of(line.name));
                let known = speaks_of(&Norm::of(value));
                let mut written = false;
                for step in goal.steps.iter().filter(|step| step.is_done()) {
                    each_text(step.args, &mut |text| written |= alike(text, value));
                }
                let known = known || written && !value.trim().is_empty();
                let told = !quoted(goal.request).is_empty() || goal.deed == Deed::Fill;
                named && told && (value.trim().is_empty() || !known)
            }
        });
        // A heading that should carry the new name and carries the old.
        return wrong || filled_but_empty(found, goal);
    }
    // What was typed is still in its box: it was not sent.
    matches!(goal.deed, Deed::Send)
        && fields().any(|(line, value)| {
            !value.trim().is_empty()
                && last(line.name).is_some_and(|typed| alike(typed, value))
                && found.iter().filter(|other| other.name.contains(value)).count() == 0
        })
}

/// The page may show a value in another form: `1,000` for `1000`, a longer text.
fn covers(wanted: &str, value: &str) -> bool {
    let digits =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_ascii_lowercase();
    let (wanted, value) = (digits(wanted), digits(value));
    !value.is_empty() && !wanted.is_empty() && (wanted == value || value.contains(&wanted))
}

/// A field that the request names stands empty after a form was filled.
fn filled_but_empty(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    if goal.deed != Deed::Fill {
        return false;
    }
    let said = words_of(&goal.said());
    found.iter().any(|line| {
        let empty = line.value.is_some_and(|value| value.trim().is_empty());
        let words = words_of(line.name);
        empty && said.iter().any(|word| words.contains(word))
    })
}

/// On or off, as the request says.
pub(crate) fn wanted_state(request: &str, claim: &str) -> Option<bool> {
    const ON: &str = "turn on|enable|switch on|tick|check|activate|select|turned on|is on|on|ticked|enabled|checked|\
        打开|开启|启用|勾选|勾上|勾掉|打勾|选中|开着|开了|已开|star|starred|like|follow|关注|收藏|点赞|订阅";
    const OFF: &str = "turn off|disable|switch off|untick|uncheck|deactivate|turned off|is off|off|unticked|disabled|\
        unchecked|mute|关掉|关闭|停用|禁用|取消勾选|关了|关上|去掉|已关|unstar|取消|stop";
    for text in [request, claim] {
        let norm = Norm::of(text);
        if norm.any(OFF) {
            return Some(false);
        }
        if norm.any(ON) {
            return Some(true);
        }
    }
    None
}

fn switches_deny(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    let Some(wanted) = wanted_state(goal.request, goal.claim) else { return false };
    if !matches!(goal.deed, Deed::Set | Deed::Cancel | Deed::Join | Deed::Approve) {
        return false;
    }
    let norm = Norm::of(&goal.said());
    let touched: Vec<&str> = goal
        .steps
        .iter()
        .filter(|step| step.is_done() && act(step) != Act::Read)
        .map(|step| arg(step, "element"))
        .filter(|name| !name.is_empty())
        .collect();
    found.iter().filter(|line| line.is_switch()).any(|line| {
        // Of choices that exclude each other only the one that was pressed tells.
        let exclusive = matches!(line.role, "radio" | "menuitemradio");
        let named = !exclusive && norm.has(Norm::of(line.name).text())
            || touched.iter().any(|name| alike(name, line.name));
        let batch = goal.steps.iter().any(|step| {
            let mut named = false;
            if step.tool == "batch_actions" {
                each_text(step.args, &mut |text| named |= Norm::of(text).has(Norm::of(line.name).text()));
            }
            named
        });
        // `leave the other on`
        let spared = norm.any("keep|leave|except|but not|保留|别动|不要动|除了")
            && !touched.iter().any(|name| alike(name, line.name));
        let explicit = goal
            .steps
            .iter()
            .rev()
            .find(|step| step.tool == "set_checked" && alike(arg(step, "element"), line.name));
        let wanted = explicit
            .and_then(|step| step.args.get("checked").and_then(serde_json::Value::as_bool))
            .unwrap_or(wanted);
        (named || batch) && !spared && line.is_on() != wanted
    })
}

/// `Auto-renewal: on`, where it was to be turned off.
fn states_deny(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    const ON: &str = "on|enabled|active|开启|已开启|开|已开|已启用|启用";
    const OFF: &str = "off|disabled|inactive|关闭|已关闭|关|已关|已停用|停用|未开启|未启用";
    let Some(wanted) = wanted_state(goal.request, goal.claim) else { return false };
    let said = Norm::of(&goal.said());
    // `Captions off`, and that is chosen.
    let is_chosen = |line: &Line<'_>| {
        let name = Norm::of(line.name);
        let (thing, state) = name.text().rsplit_once(' ').unwrap_or_default();
        line.is_on() && said.has(thing) && is_one(state, if wanted { OFF } else { ON })
    };
    if found.iter().any(is_chosen) {
        return true;
    }
    found.iter().filter(|line| line.is_message() || line.is_entry()).any(|line| {
        line.name.split_once(one_of(":\u{ff1a}|")).is_some_and(|(name, state)| {
            let (name, state) = (Norm::of(name), Norm::of(state));
            let is = |table: &str| is_one(state.text(), table);
            name.text().chars().count() > 1 && said.has(name.text()) && is(if wanted { OFF } else { ON })
        })
    })
}

/// What was typed or chosen stands on the page behind its label with another value: `Qty 2`, `Note: none`.
fn labels_deny(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    let (request, said) = (Norm::of(goal.request), Norm::of(&goal.said()));
    let is_other = |line: &Line<'_>| {
        let Some((name, state)) = line.name.split_once(one_of(":\u{ff1a}")) else { return false };
        let (name, state) = (Norm::of(name), Norm::of(state));
        let known = || words_of(state.text()).iter().any(|word| said.has(word)) || state.any(THROUGH);
        name.text().chars().count() > 1
            && request.has(name.text())
            && state.text().chars().any(char::is_alphabetic)
            && !known()
    };
    if goal.deed == Deed::Set && found.iter().filter(|line| line.role == "text").any(is_other) {
        return true;
    }
    let set = intended(goal);
    let Some((label, wanted)) = set.last() else { return false };
    let name = Norm::of(label);
    let mut shown = found.iter().filter(|line| line.is_entry() || line.is_message()).filter_map(|line| {
        if let Some((head, state)) = line.name.split_once(one_of(":\u{ff1a}")) {
            return alike(head, label).then(|| Norm::of(state));
        }
        // A number needs no sign between: `Beans | Qty 2 | $9`.
        let says = Norm::of(line.name);
        let (_, end) = says.find(name.text())?;
        let number = says.after(end).text().split(' ').next().unwrap_or_default().to_owned();
        number.parse::<u32>().is_ok().then(|| Norm::of(&number))
    });
    let is_wanted = |state: &Norm| covers(wanted, state.text()) || covers(state.text(), wanted);
    shown.next().is_some_and(|first| !is_wanted(&first) && !shown.any(|other| is_wanted(&other)))
}

/// One of several was to be chosen, and it is another.
fn another_is_chosen(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    let said = Norm::of(goal.claim);
    let choices: Vec<&Line<'_>> = found
        .iter()
        .filter(|line| matches!(line.role, "radio" | "tab" | "option" | "menuitemradio"))
        .collect();
    let named: Vec<&&Line<'_>> =
        choices.iter().filter(|line| line.name.len() > 1 && said.has(Norm::of(line.name).text())).collect();
    let chosen = choices.iter().find(|line| line.is_on());
    goal.deed == Deed::Set
        && matches!((named.as_slice(), chosen), ([only], Some(other)) if !only.is_on() && only.role == other.role)
}

/// What should be gone stands in a list.
fn is_still_listed(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    if !matches!(goal.deed, Deed::Delete) {
        return false;
    }
    let entries: Vec<&Line<'_>> =
        found.iter().filter(|line| line.is_entry() || line.role == "link").collect();
    let names = targets(goal);
    let claim = Norm::of(goal.claim);
    let listed = |name: &String| entries.iter().any(|line| Norm::of(line.name).has(name));
    if names.iter().any(listed) {
        return true;
    }
    let whole = Norm::of(&goal.said()).any("empty|emptied|everything|清空|空了|是空的");
    let emptied = claim.any("empty|emptied|清空|空了|是空的");
    let only = (names.is_empty() && whole || emptied) && !claim.any("except|除了");
    only && entries.iter().any(|line| line.is_entry())
}

/// Names of what is to be deleted: what the request or the claim quotes, and what a delete control is called after.
fn targets(goal: &Goal<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in quoted(goal.request).into_iter().chain(quoted(goal.claim)) {
        names.push(Norm::of(name).text().to_owned());
    }
    for step in goal.steps.iter().filter(|step| step.is_done()) {
        let element = arg(step, "element");
        for verb in words("Delete |Remove |Archive |删除 |删除|移除 |移除") {
            if let Some(rest) = element.strip_prefix(verb).filter(|rest| !rest.trim().is_empty()) {
                names.push(Norm::of(rest).text().to_owned());
            }
        }
    }
    // Tokens with digits that request and page share: an order, a file.
    for token in goal
        .request
        .split(|c: char| c.is_whitespace() || matches!(c, '、' | ',' | '\u{ff0c}' | '\u{ff1a}' | ':'))
    {
        if token.contains('.') && token.chars().any(char::is_alphanumeric) && !token.ends_with('.')
            || token.len() > 2 && token.chars().all(|c| c.is_ascii_digit())
        {
            names.push(Norm::of(token).text().to_owned());
        }
    }
    let generic = "|all|selected|item|this|it";
    names.retain(|name| !name.is_empty() && !is_one(name, generic));
    names
}

/// `待签收`, `未发布` on a page, where the request says 签收 or 发布 and no 已签收 stands beside it.
fn is_pending(found: &[Line<'_>], goal: &Goal<'_>, outcome: &Outcome<'_>) -> bool {
    let Some(verb) = goal.deed.verb().filter(|_| !outcome.confirms) else { return false };
    let request = Norm::of(goal.request);
    let asked =
        words(verb.chinese).filter(|word| word.chars().count() == 2 && !word.is_ascii() && request.has(word));
    asked.into_iter().any(|word| {
        let held = |mark: &str| {
            let wanted = [mark, word].concat();
            found.iter().any(|line| line.is_message() && line.name.contains(wanted.as_str()))
        };
        (held("待") || held("未")) && !held("已") && !Norm::of(goal.claim).has(&["待", word].concat())
    })
}

fn status_denies(found: &[Line<'_>], goal: &Goal<'_>) -> bool {
    let (before, after) = match goal.deed {
        Deed::Cancel => (UNCHANGED_CANCEL, CANCELLED),
        Deed::Approve => (PENDING_APPROVAL, APPROVED),
        Deed::Buy
        | Deed::Book
        | Deed::Send
        | Deed::Delete
        | Deed::Join
        | Deed::Add
        | Deed::Set
        | Deed::Fill
        | Deed::Save
        | Deed::Upload
        | Deed::Press
        | Deed::Move
        | Deed::Other => {
            return false;
        }
    };
    let whole: Vec<&Line<'_>> = found.iter().filter(|line| line.is_message() || line.is_entry()).collect();
    if whole.iter().any(|line| Norm::of(line.name).any(after)) {
        return false;
    }
    whole
        .iter()
        .filter(|line| line.role != "heading")
        .any(|line| Norm::of(line.name).any(before) && line.name.chars().count() < 60)
}

/// Whether a read shows what a failed attempt was to do.
pub(crate) fn affirms(read: &Step<'_>, goal: &Goal<'_>) -> bool {
    if denies(read, goal) {
        return false;
    }
    let text = Norm::of(read.result);
    let typed = intended(goal);
    let shown =
        |value: &str| lines(read.result).any(|line| line.value.is_none() && line.name.contains(value));
    let failed_typed =
        goal.steps.iter().map(|step| arg(step, "text")).filter(|text| !text.is_empty()).any(shown);
    text.any(THROUGH) || typed.iter().any(|(_, value)| shown(value)) || failed_typed
}
