//! What a request needs: deeds on a page, a navigation, a file, a change of the engine's own state, a read, or nothing.

use crate::act::hosts;
use crate::asked::{deed_of, ending_otherwise};
use crate::clause::without_quotes;
use crate::order::{MARKS, Order};
use crate::parts::{Part, parts, without_addresses};
use crate::verbs::{Deed, VERBS};
use crate::words::{Norm, is_one, one_of, words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Deed(Deed),
    Navigate,
    File,
    /// Tabs, memory, plan, reminders, watches: one of these tools, by name.
    Own(&'static str),
}

/// A request as the gate sees it.
#[derive(Debug, Default)]
pub(crate) struct Request {
    pub(crate) needs: Vec<Need>,
    /// It asks for something to be told.
    pub(crate) asks: bool,
    /// The work is inside the answer: rewriting, translating, drafting.
    pub(crate) composes: bool,
    /// It speaks of a page, a tab, a site or an attachment.
    pub(crate) of_page: bool,
    /// It may ask only what the assistant is able to do.
    pub(crate) asks_ability: bool,
    /// It asks whether a deed was done, and no page is meant.
    pub(crate) asks_of_deed: bool,
    /// A deed that it orders in words that no table has.
    pub(crate) order: Option<Order>,
    pub(crate) norm: Norm,
}

const POLITE: &str = "please|can you|could you|would you|will you|help me|help me to|i want you to|i need you to|\
    id like you to|go ahead and|now|then|and|ok|okay|hey|hi|so|also|just|lets|let us|you|to|\
    afterwards|next|finally|first|kindly|quickly|thanks|after that|id like to|i want to|i need to|\
    go and|try to|请帮我|帮我|请|麻烦你|麻烦|给我|替我|帮忙|那就|先|你|去|现在|好|那";

const COMPOSES: &str = "tell me a joke|tell me a story|tell us a|imagine|pretend|sing|rewrite|draft|translate|make this|make it sound|make that|proofread|rephrase|polish|\
    shorten this|write|compose|brainstorm|turn this|turn these|reword|summarize this text|\
    fix the grammar|suggest";
const COMPOSES_CHINESE: &str = "讲个|讲一个|编一个|编个|翻成|翻译|译成|润色|改写|写一条|写一份|写一则|写一封|写一段|写一个|写个|写一篇|写段|写封|起草|拟一|拟个|措辞|语气|说法|更正式|写首|写句|改得|改短|改写成";

const NAVIGATES: &str = "open|go to|go back|take me|navigate|visit|bring up|bring me|switch to the tab|switch to my|\
    head to|pull up|jump to|show me the page|go|return to|load|reload|refresh|switch to|turn to the next|next page";
const NAVIGATES_CHINESE: &str =
    "打开|转到|跳到|跳转到|进入|回到|带我去|访问|前往|点进|返回|刷新|到首页|翻到|翻页|下一页";

const FILES: &str = "download|export|print to pdf|save as";
const FILES_CHINESE: &str = "下载|导出|另存为|生成文件|打包";
/// Of a file where one is named.
const MAKES_CHINESE: &str = "保存成|保存为|存成|存为|做成|生成|整理成|转成|做一份|做一个";
const FILE_WORDS: &str = "file|csv|pdf|markdown|xlsx|spreadsheet|txt|docx|json file|文件|表格文件|excel";

/// Own tools and the words that ask for them.
const OWN: [(&str, &str); 9] = [
    (
        "close the tab*|close the duplicate*|close tab*|close all tabs|close these tabs|close my|\
            close other tabs|关掉标签|关闭标签|标签页都关|标签页关|重复的标签|关掉这个标签|关掉其他标签|把标签页",
        "tab_close",
    ),
    (
        "group the tabs|group these tabs|group my tabs|group tabs|tab group|归成一组|分成一组|标签页归|分组|放到一组|\
            归到一组",
        "tabs_group",
    ),
    (
        "remember that|remember my|remember i|keep in mind|note that i|make a note that|记住|记一下|记得我|帮我记",
        "remember",
    ),
    ("forget that|forget my|forget what|forget about|忘掉|忘记|别再记", "forget"),
    (
        "update the plan|update your plan|change the plan|add to the plan|更新一下计划|更新计划|改一下计划|调整计划|计划更新",
        "plan_update",
    ),
    (
        "remind me|set a reminder|set an alarm|wake me|check again in|check back in|提醒我|提醒一下|定个提醒|\
            设个提醒|设个闹钟|再来看|过会儿再",
        "schedule_resume",
    ),
    (
        "tell me when|let me know when|let me know if|notify me|watch this|watch the|watch that|\
            keep an eye|monitor|alert me|ping me|盯着|盯一下|监控|有变化告诉|就告诉我|就通知我|通知我|了告诉我|了提醒我|了叫我|了喊我|关注一下这个页面",
        "watch_page|schedule_resume",
    ),
    ("bookmark this|bookmark the|加个书签|加入书签|添加书签|存个书签", "bookmark_add|click|remember"),
    ("pin the tab|pin this tab|mute the tab|固定标签", "tab_pin|tab_mute"),
];

const QUESTIONS: &str = "what|whats|which|when|whens|who|whos|where|wheres|how|hows|why|is|are|am|was|were|do|does|did|\
    has|have|had|should|summarise|summarize|tell me|give me|show me|find|look|read|list|compare|\
    check|explain|describe|extract|count|calculate|work out|see|any|price of|get|total|sum up|name|\
    look up|search|report|review|identify|verify|recap|quote|price|whose|can i|could i|may i|\
    will it|would it|how much|how many|convert|rank|analyse|analyze";
const QUESTIONS_CHINESE: &str = "吗|多少|什么|哪|几|怎么|如何|是不是|有没有|是否|谁|为什么|呢|总结|概括|看看|看一下|查一下|查查|查|列出|列一|对比|比较|告诉我|讲了|说说|读|介绍|提取|统计|算一|算算|算出|算下|算清|计算|换算|折算|\
    找出|找一|检查|要点|整理|解释|归纳|核对|确认一下是|汇总";

/// Asks about doing and not for the deed.
const ABOUT: &str = "how do|how to|how can|how would|should i|what happens|what would|is it possible|would it be|\
    can i|may i|what can you|do you think|how will you|what will you|was|did|has|have you|is my|\
    are my|whats your plan|what do you plan|could i|when should|why|what if|whether|do i need|怎么|\
    如何|要不要|该不该|应该|会怎样|能不能取消|可以吗|是不是|有没有|打算怎么|你都能|你能做|你会|了吗|了没|好了没|能退吗|可不可以|需要多久|为什么|哪些|什么时候";

const PAGE: &str = "page|pages|article|tab|tabs|site|website|screen|attached|attachment|statement|table|listing|\
    document|pdf|file|notice|contract|post|section|chapter|this|here|form|profile|cart|inbox|thread|\
    comments|reviews|open|selection|selected|页|页面|网页|文章|标签|网站|附件|通知|当前|这|表格|文档|合同|帖子|购物车|订单|屏幕|店里|\
    官网|评论|列表|名单|榜";

pub(crate) fn read(request: &str) -> Request {
    let masked = without_addresses(&without_quotes(request));
    let norm = Norm::of(&masked);
    let mut read = Request { of_page: norm.any(PAGE) || !hosts(request).is_empty(), ..Request::default() };
    read.composes = norm.any(COMPOSES_CHINESE);
    read.asks_ability = norm
        .starts("what can you|can you|could you|are you able|do you|会不会|你都能|你能|能不能|你可以|你会|可不可以")
        .is_some();
    let parts = parts(&masked);
    let asks = parts.iter().any(|part| part.asks);
    let mut lists = false;
    let mut asking = false;
    for part in &parts {
        // `What is my share if we pay and tip 10%?` is one question to its end.
        if asking && part.asks && part.goes_on {
            continue;
        }
        asking = part.asks && part.norm.starts("what|whats|how|when|where|which|who|why").is_some();
        // What the person means to do, beside a question about it; and an order that the answer's own list is to have.
        let intends = asks
            && part
                .norm
                .starts("我要|我想|我打算|我准备|i want to|i need to|im going to|id like to|i plan to")
                .is_some();
        // `要是我想注销,你会怎么弄?`: nothing is ordered by a condition, but perhaps by what stands behind it.
        let supposes = asks
            && part.norm.starts("要是|如果|假如|假设|万一|倘若").is_some()
            && !part.norm.any("就|帮我|替我|给我|麻烦|请");
        let orders = lists && part.norm.any("sort|sorted|order|rank|排序|排列|从低到高|从高到低");
        if intends || supposes || orders {
            read.asks = true;
        } else {
            of_part(part, &mut read);
        }
        lists = lists || part.norm.any("list|table|show me|列出|表格|整理|汇总|做个表");
    }
    if read.composes && !parts.iter().any(|part| part.norm.any(FILES)) {
        read.needs.retain(|need| matches!(need, Need::Own(_) | Need::File));
    }
    // Beside a question, what has no mark of an order tells something.
    read.order = read.order.filter(|order| !read.asks || order.plain);
    read.norm = norm;
    read
}

/// Whether a text only names a thing, and orders and asks nothing.
pub(crate) fn names_only(text: &str) -> bool {
    let part = Part { norm: Norm::of(text), asks: false, goes_on: true };
    let read = read(text);
    part.is_noun()
        || read.needs.is_empty()
            && !read.asks
            && !read.composes
            && !read.order.is_some_and(|order| order.plain)
}

fn of_part(part: &Part, read: &mut Request) {
    // Said of the talk itself.
    const PAUSES: &str = "stop here|stop for today|stop for now|leave it there|leave it at that|call it a day|take a break|到此为止|先这样|先到这|休息一下";
    const DROPS: &str = "never mind|nevermind|forget it|forget about it|算了|不用了|没事了";
    if part.norm.any(PAUSES) || part.norm.starts(DROPS).is_some() {
        read.composes = true;
        read.of_page = false;
        return;
    }
    // `Send it and confirm`: a look at what was done.
    const LOOKS: &str = "confirm|confirm it|check|check it|verify|verify it|double check|确认|确认一下|核实|核实一下|检查|检查一下";
    if part.goes_on && is_one(part.norm.text(), LOOKS) {
        return;
    }
    if part.forbids() || part.is_noun() {
        return;
    }
    // What a message says asks and orders nothing: `给店家留言问能不能改颜色`.
    const MESSAGES: &str = "留言|留个言|私信|发消息|发信息|发短信|发微信|发邮件|写信|捎话|捎个话|带话|带个话";
    let whole = &match part
        .norm
        .starts("给|向|请给|帮我给|麻烦给|替我给|再给")
        .and_then(|_| part.norm.end_of(MESSAGES))
    {
        Some(end) => part.norm.before(end),
        None => part.norm.clone(),
    };
    let mut norm = whole.clone();
    while let Some(end) = norm.starts(POLITE) {
        norm = norm.after(end);
    }
    if let Some(own) = of_helper(&norm) {
        norm = own;
    }
    if let Some(begun) = of_beginning(&norm) {
        norm = begun;
    }
    let about = whole.starts(ABOUT).is_some()
        || whole.any(ABOUT_CHINESE)
        || part.asks && norm.starts("was|did|has|is|are").is_some();
    let chinese = norm.text().chars().any(crate::words::is_chinese);
    // `Report this as spam` is a deed, `report the total` none.
    let accuses = norm.starts("report").is_some()
        && norm.any("spam|abuse|abusive|fraud|scam|fake|harassment|offensive|inappropriate|as");
    let question =
        !accuses && norm.starts(QUESTIONS).is_some() || norm.any(QUESTIONS_CHINESE) || part.asks && chinese;
    if about {
        let deed = VERBS.iter().any(|verb| {
            norm.any(verb.past)
                || norm.any(verb.chinese)
                || words(verb.base).any(|base| base.len() > 3 && norm.has(base))
                || norm.any("go out|go through|交了|done|办好|弄好")
        });
        let was = norm.any("did|has|have|was|were|了没|了吗|没有|过吗|好了没");
        read.asks_of_deed = read.asks_of_deed || deed && was;
        read.asks = true;
        return;
    }
    if norm.starts("take me|bring me|get me to").is_some() {
        read.needs.push(Need::Navigate);
        return;
    }
    // The person's own memory is asked for, and an opinion.
    let opinion = part.norm.starts("do you think|what do you think|你觉得|你认为|依你看|你说我").is_some();
    if opinion
        || norm
            .any("remind me what|remind me how|remind me why|remind me which|remind me who|remind me where")
    {
        read.asks = true;
        read.composes |= opinion;
        return;
    }
    let of_tabs = norm.any("tab|tabs|window|windows|标签|标签页");
    if of_tabs && (norm.starts("close|shut").is_some() || norm.any("关掉|关闭|关了|都关|关上")) {
        read.needs.push(Need::Own("tab_close"));
        return;
    }
    if of_tabs && norm.starts("pin|unpin|mute|unmute|固定|静音").is_some() {
        read.needs.push(Need::Own("tab_pin|tab_mute"));
        return;
    }
    if of_tabs && (norm.starts("group|bundle|organize|organise").is_some() || norm.any("归|分组|一组")) {
        read.needs.push(Need::Own("tabs_group"));
        return;
    }
    if let Some((_, tools)) = OWN.iter().find(|(words, _)| norm.any(words)) {
        read.needs.push(Need::Own(tools));
        return;
    }
    // `Put it into a table`, `return it as JSON`: the answer's own form.
    const FORMS: &str = "as json|as a table|into a table|in a table|as csv|as a list|as bullet*|as bullets|as a bulleted*|as markdown|\
        into a list|in json|in a list|in a bullet*|as yaml|as text";
    if norm.any(FORMS) && !norm.any("file|save|download|my|the sheet|spreadsheet|into the form") {
        read.asks = true;
        return;
    }
    if norm.starts(COMPOSES).is_some() {
        let file = norm.any(FILE_WORDS);
        if file {
            read.needs.push(Need::File);
        }
        read.composes = !file;
        return;
    }
    const AS_FILE: &str = "as a file|as a pdf|as pdf|as a csv file|as an xlsx|as a spreadsheet|as a docx|成文件|成一个文件|成 pdf|成pdf|成表格文件|成 excel|成excel";
    let file = norm.starts(FILES).is_some()
        || norm.any(AS_FILE)
        || norm.any(FILES_CHINESE)
        || norm.any(MAKES_CHINESE) && norm.any(FILE_WORDS)
        || norm.starts("save|make|create|turn|put|generate|print|保存|打印").is_some()
            && norm.any(FILE_WORDS);
    // `下载页上是哪个版本?` names a page.
    let tells = part.asks && norm.any("哪|什么|多少|几|谁|多大|多久") && !part.norm.any(MARKS);
    if file && !tells {
        read.needs.push(Need::File);
        return;
    }
    // `Check in my other tab whether it is there`
    let looks = norm.starts("check in").is_some()
        && norm.any("whether|tab|page|site|list|folder|inbox|calendar|basket|cart");
    if looks {
        read.asks = true;
        return;
    }
    let box_to_tick = norm.starts("check out|check in|check me in|verify my").is_some()
        || norm.starts("check").is_some() && norm.any("box|checkbox");
    let deed = deed_of(&norm, question && !box_to_tick).or_else(|| ending_otherwise(&part.norm));
    if let Some(deed) = deed {
        let navigates = matches!(deed, Deed::Set) && navigates(&norm);
        read.needs.push(if navigates { Need::Navigate } else { Need::Deed(deed) });
        read.asks = read.asks || norm.any(QUESTIONS_CHINESE);
        return;
    }
    let place = norm.starts(NAVIGATES_CHINESE).is_some()
        || !question && norm.any(NAVIGATES_CHINESE) && !norm.any("打开的");
    if norm.starts(NAVIGATES).is_some() || place {
        read.needs.push(Need::Navigate);
    } else if !question && !part.asks {
        read.order = read.order.take().or_else(|| Order::of(&norm, &part.norm));
    }
    read.asks = read.asks || question || part.asks;
}

const ABOUT_CHINESE: &str = "怎么|如何|要不要|该不该|应该|会怎样|可以吗|是不是|有没有|打算|你都能|你能做|了吗|了没|能退吗|可不可以|为什么|哪些|什么时候|多少钱|能不能|能取消吗|还有几|是否";

fn navigates(norm: &Norm) -> bool {
    const PLACES: &str =
        "tab|page|site|页|标签|网站|网址|首页|链接|主页|官网|中心|章|文档|changelog|tabs|window";
    (norm.any(NAVIGATES_CHINESE) || norm.any("切到|切换到|换到") || norm.starts("switch to").is_some())
        && norm.any(PLACES)
        && !norm.any("改成|改为|设为|设成|勾选|开关|模式|通知|提醒")
}

/// `Have a helper cancel it`: what somebody else is sent to do.
fn of_helper(norm: &Norm) -> Option<Norm> {
    let who = norm.after(norm.starts("have|get|let|ask|send|use|tell")?);
    let who = who.after(who.starts("a|an|the|another|your|one of your").unwrap_or(0));
    let rest = who.after(who.starts("helper|helpers|assistant|agent|subagent|sub agent|bot")?);
    Some(rest.after(rest.starts("to").unwrap_or(0)))
}

/// `Start downloading it`, `start the download`: the file that is to be begun, as an order of it.
fn of_beginning(norm: &Norm) -> Option<Norm> {
    let begun = norm.after(norm.starts("start|begin|kick off")?);
    let begun = begun.after(begun.starts("the|a|an").unwrap_or(0));
    let (word, rest) = begun.text().split_once(one_of(" ")).unwrap_or((begun.text(), ""));
    let verb = word.strip_suffix("ing").unwrap_or(word);
    is_one(verb, FILES).then(|| Norm::of(&[verb, " ", rest].concat()))
}

#[cfg(test)]
mod tests {
    use super::{Need, read};
    use crate::verbs::Deed;

    fn needs(text: &str) -> Vec<Need> {
        read(text).needs
    }

    #[test]
    fn deeds_are_read_in_both_languages() {
        let table = [
            ("Add the blue mug to my cart", Deed::Add),
            ("Please cancel order 7719", Deed::Cancel),
            ("帮我付一下话费", Deed::Buy),
            ("把昵称改成“阿树”", Deed::Set),
            ("Can you send the form?", Deed::Send),
            ("预订周五晚上七点两个人的位子", Deed::Book),
            ("Please 把评论发出去", Deed::Send),
            ("清空回收站", Deed::Delete),
        ];
        for (text, deed) in table {
            assert_eq!(needs(text), [Need::Deed(deed)], "{text}");
        }
    }

    #[test]
    fn questions_and_writing_need_no_deed() {
        for text in [
            "Should I upgrade?",
            "How do I cancel?",
            "要不要 upgrade 到 Pro?",
            "Rewrite this: 'Send it'",
            "把“会议已改到3月5日”翻成英文",
            "我的订单是不是都发货了?",
            "What does it cost?",
            "看看另一个标签页里这本书有没有货",
        ] {
            assert_eq!(needs(text), [], "{text}");
        }
    }

    #[test]
    fn an_order_may_begin_something_and_end_otherwise_than_the_table() {
        assert_eq!(needs("Start downloading the archive"), [Need::File]);
        assert_eq!(needs("Begin the export"), [Need::File]);
        assert_eq!(needs("看看哪天有空位,然后替我约上"), [Need::Deed(Deed::Book)]);
    }

    #[test]
    fn a_condition_and_the_name_of_a_page_order_nothing() {
        assert_eq!(needs("要是我想把账号注销,你会怎么弄?"), []);
        assert_eq!(needs("下载页上的固件是哪个版本?"), []);
        assert_eq!(needs("要是有货就帮我下单,好吗?"), [Need::Deed(Deed::Buy)]);
        assert_eq!(needs("帮我下载哪个版本都行,可以吗?"), [Need::File]);
    }

    #[test]
    fn places_files_and_own_tools_are_told_apart() {
        assert_eq!(needs("Open the docs in a new tab"), [Need::Navigate]);
        assert_eq!(needs("切到放发票的那个标签页"), [Need::Navigate]);
        assert_eq!(needs("打开我的订单页"), [Need::Navigate]);
        assert_eq!(needs("把发票下载下来"), [Need::File]);
        assert_eq!(needs("Save the table as a CSV file"), [Need::File]);
        assert!(matches!(needs("Close the duplicate tabs")[..], [Need::Own(_)]));
        assert!(matches!(needs("Tell me when tickets appear on that page")[..], [Need::Own(_)]));
    }
}
