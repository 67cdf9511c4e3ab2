//! What the person wants, told from the words of the request alone, in English and Chinese.

use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Steps and answers written into the request itself.
    Scripted,
    /// One call that the words spell out, as a check of a connection does.
    Call {
        tool: String,
        args: Value,
    },
    BuyCheapestHeadphones,
    Summarise,
    FillForm,
    Count {
        to: u32,
    },
    ListTabs,
    Open {
        place: Place,
    },
    Chat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A path on this server.
    Site(&'static str),
    Address(String),
}

/// The longest count that is streamed.
const MOST: u32 = 5_000;

impl Intent {
    pub(crate) fn of(words: &str) -> Self {
        let lower = words.to_lowercase();
        let has = |any: &[&str]| any.iter().any(|word| lower.contains(word));
        if has(&["[[call ", "[[then ", "[[say ", "[[boast ", "[[quote "]) {
            return Self::Scripted;
        }
        if let Some((tool, args)) = spelled_call(words) {
            return Self::Call { tool, args };
        }
        if has(&["headphone", "耳机"]) && has(&["cart", "basket", "buy", "cheapest", "购物车", "买", "便宜"])
        {
            return Self::BuyCheapestHeadphones;
        }
        if has(&["summaris", "summariz", "summary", "总结", "摘要", "概括"]) {
            return Self::Summarise;
        }
        if has(&["fill in", "fill out", "填写", "填表", "填好"]) {
            return Self::FillForm;
        }
        if let Some(to) = ["count to ", "数到"].iter().find_map(|lead| number_after(&lower, lead)) {
            return Self::Count { to: to.min(MOST) };
        }
        if has(&["my tabs", "open tabs", "list tabs", "标签页"]) && !has(&["new tab", "新标签"]) {
            return Self::ListTabs;
        }
        if has(&["open ", "go to ", "navigate to ", "打开", "前往"])
            && let Some(place) = place(words, &lower)
        {
            return Self::Open { place };
        }
        Self::Chat
    }
}

/// `Call the tool NAME with {…}`.
fn spelled_call(words: &str) -> Option<(String, Value)> {
    let (_, after) = words.split_once("Call the tool ")?;
    let (tool, after) = after.split_once(" with ")?;
    let args = serde_json::Deserializer::from_str(after).into_iter::<Value>().next()?.ok()?;
    Some((tool.trim().to_owned(), args))
}

fn number_after(text: &str, lead: &str) -> Option<u32> {
    let (_, after) = text.split_once(lead)?;
    let digits: String = after.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn place(words: &str, lower: &str) -> Option<Place> {
    let address = words.split_whitespace().find(|w| w.starts_with("http://") || w.starts_with("https://"));
    if let Some(address) = address {
        return Some(Place::Address(address.trim_end_matches(['.', ',', ')', '。', '，']).to_owned()));
    }
    let sites =
        [("/shop/", ["shop", "商店"]), ("/article/", ["article", "文章"]), ("/form/", ["form", "表单"])];
    sites
        .iter()
        .find(|(_, names)| names.iter().any(|name| lower.contains(name)))
        .map(|(path, _)| Place::Site(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_apart_in_both_languages() {
        let table = [
            ("Find the cheapest headphones in stock and put them in my cart", Intent::BuyCheapestHeadphones),
            ("找出有现货的最便宜的耳机并放进购物车", Intent::BuyCheapestHeadphones),
            ("Please summarise this page.", Intent::Summarise),
            ("总结这个页面", Intent::Summarise),
            ("fill in the form with name Ada and email a@b.test", Intent::FillForm),
            ("count to 40", Intent::Count { to: 40 }),
            ("数到 7", Intent::Count { to: 7 }),
            ("count to 99999999", Intent::Count { to: MOST }),
            ("list my tabs", Intent::ListTabs),
            ("open the shop", Intent::Open { place: Place::Site("/shop/") }),
            ("打开商店", Intent::Open { place: Place::Site("/shop/") }),
            (
                "go to https://a.test/x, please",
                Intent::Open { place: Place::Address("https://a.test/x".to_owned()) },
            ),
            ("[[call read_page {}]] summarise", Intent::Scripted),
            (
                "A check. Call the tool report with {\"ready\": true} and write nothing else.",
                Intent::Call { tool: "report".to_owned(), args: serde_json::json!({"ready": true}) },
            ),
            ("hello there", Intent::Chat),
            ("what are headphones?", Intent::Chat),
        ];
        for (words, wanted) in table {
            assert_eq!(Intent::of(words), wanted, "{words}");
        }
    }
}
