//! How a clause speaks: reports a failure, promises, offers, asks, says that something already was so.

use crate::words::{Norm, words};

/// Taken out before anything is judged: they sound like failures and report none.
const NO_FAILURE: &str = "no errors|no error|no problems|no problem|without problems|without any problems|without errors|\
    without a hitch|without any issues|no issues|not only|no longer|nothing else|nothing more|nothing to|no further|\
    dont worry|no need|i declined|ive declined|and declined|i rejected|ive rejected|and rejected|没有报错|没报错|没有任何问题|没问题|没有问题|没错|没再操作|没再动|没有再|没出错|没有出错|没有错误|不用担心|没关系|不用再|不用切换|\
    不用改|没变|不客气|差不多|不仅|不止|无误|一个不落|没落下|没有遗漏|没遗漏|毫无问题|未读|未完成的|没用的|不需要的|没用到的|失败的|报错的|常见报错|报错信息|常见错误|错误码|common errors|error messages|error codes|error handling|unread";

const FAILURE: &str = "couldnt|could not|cant|cannot|can not|unable|failed|fails|failure|fail|didnt|did not|havent|\
    have not|hasnt|has not|wasnt|was not|werent|were not|isnt|is not|arent|are not|not yet|doesnt|\
    does not|dont|wont let|wouldnt|would not|declined|denied|refused|blocked|rejected|\
    may or may not|unknown|not sure|unclear|uncertain|unfortunately|timed out|timeout|expired|\
    need you to|needs you|needs your|needs a login|log in first|sign in first|stopped|remain*|\
    still on|still empty|still there|still open|still shows|still needs|still says|still listed|\
    ran into|no access|not allowed|not found|not been|not done|not possible|not permitted|not able|\
    not completed|but not|not saved|not sent|not confirmed|no permission|never got|never loaded|nothing|nobody|no one|none|neither|stuck|sold out|fully booked|out of stock|unavailable|error|errors|login page|sign in page|\
    cant tell|only part|gave up|left undone|left to do|left out|skipped|except|missing|yourself|\
    without success|tried to|could only|only managed|no reply|unanswered|went wrong|had no effect|to no avail|wont load|wont open|wont work|wont accept|wont go through|wont save|wont submit|wont budge|wont respond|没|未能|无法|不能|不了|\
    失败|没法|未|约满|已满|满员|满了|拒绝|不成功|报错|出错|错误|被拦|拦截|受阻|超时|过期|失效|缺货|售罄|卡住|卡在|需要你|需要您|得你|请你先|请您先|等你|不确定|不知道|不清楚|说不准|\
    停在|只完成|剩下|还差|登录页|打不开|不可用|不让|不允许|不支持|禁止|尚|仍是|仍然|还是空|还在|中断|暂时|不行|不存在|找不到|可能已|跳过|不进去|不上去|看不到|收不到|拿不到|点不到|做不到|查不到|不出来|不动|不开|不成|不下来|不掉|空着";

const FUTURE: &str = "ill|i will|will|im going to|going to|i can|i could|could|can|would|should i|shall i|may|might|\
    if|once|when you|want me to|let me know|about to|plan to|happy to|able to|ready to|id suggest|\
    i suggest|recommend|please|you need to|you should|next step|let me|to be|before i|in order to|\
    shortly|in a moment|next ill|one sec|会先|我会|将会|将要|将在|将于|我这就|这就|马上|打算|准备|可以|能帮|能替|要不要|如果|若|假如|\
    一旦|建议|稍后|接下来|等会|待会|一会儿|请先|请你|需要的话|想要|是否|要是|下一步|才能|才可以|之后会|就去|前先|前再|会在|会自动|会为|会帮|会给|随后|正要|喊我|叫我|告诉我|跟我说|回复我|联系我";

const ALREADY: &str = "already|no change needed|was on|was off|nothing to change|to begin with|之前已|早就|早已|本来就|原本就|\
    现在就是|已经是|原来就|你已经|您已经|不用再|不用切换|不用改|无需|没再操作|本就|不需要再|当前就是|目前就是|就已经|一直是";

/// Says that the speaker did it now.
const BY_ME: &str = "ive|i have|i|we|ive just|for you|帮你|替你|给你|为你|帮您|替您|为您|给您|我已|我把|我都|我刚|刚刚|我给|我在|我为|我帮|我替|我将";

/// A norm without the phrases that only sound like failures.
fn plain(norm: &Norm) -> Norm {
    let mut text = norm.clone();
    for phrase in words(NO_FAILURE) {
        while let Some((start, end)) = text.find(phrase) {
            text = text.without(start, end);
        }
    }
    text
}

/// Words of failure that name a thing as well: `the failed job`, `the missing invoice`.
const NAMES: &str = "failed|error|errors|missing|expired|blocked|rejected|declined|denied|stuck|unanswered|skipped|unavailable|失败|错误|报错|过期|失效|超时|拒绝|未|缺货|没";

/// Without the words of failure by which a request names its thing.
pub(crate) fn without_names(norm: &Norm, request: &Norm) -> Norm {
    let mut text = norm.clone();
    for word in words(NAMES).filter(|word| request.has(word)) {
        while let Some((start, end)) = text.find(word) {
            text = text.without(start, end);
        }
    }
    text
}

#[inline(never)]
pub(crate) fn reports_failure(norm: &Norm) -> bool {
    // `The page wants a login`
    const DOORS: &str = "login|log in|sign in|password|captcha|登录|验证码|密码";
    const SHUT: &str = "need*|want*|require*|ask*|behind|first|demand*|要求|需|先|才";
    let plain = plain(norm);
    plain.any(FAILURE) || plain.any(DOORS) && plain.any(SHUT)
}

fn is_future(norm: &Norm) -> bool {
    norm.any(FUTURE)
}

fn says_already(norm: &Norm) -> bool {
    norm.any(ALREADY) && !norm.any(BY_ME)
}

/// The speaker's own advice; what a page or a maker recommends is none.
fn suggests(norm: &Norm) -> bool {
    norm.any("id suggest|i suggest|id recommend|i recommend|id aim|我建议|建议你|建议您|不妨")
        || norm.any("建议") && !norm.any("建议零售|建议售|建议价|建议用|建议年龄|建议每|建议摄|建议服|官方建议|页面建议|文章建议|医生建议|商家建议")
}

/// How one clause speaks, looked at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tone {
    pub(crate) fails: bool,
    /// A promise, an offer or a condition, and no deed beside it.
    pub(crate) promises: bool,
    /// What the speaker will or can do.
    pub(crate) offers: bool,
    pub(crate) already: bool,
    pub(crate) by_me: bool,
}

impl Tone {
    pub(crate) fn of(norm: &Norm) -> Self {
        Self {
            fails: reports_failure(norm),
            promises: is_future(norm) && !norm.any("已|ive|have been|has been|成功|done"),
            offers: norm.any("ill|id|i will|i can|i could|let me|我会|我可以|我将|稍后|我这就")
                || suggests(norm),
            already: says_already(norm),
            by_me: norm.any(BY_ME),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_future, reports_failure, says_already};
    use crate::words::Norm;

    #[test]
    fn failures_are_told_from_what_sounds_like_them() {
        for text in ["I couldn’t send it", "没能提交", "the site did not answer", "丙没删成", "需要你先登录"]
        {
            assert!(reports_failure(&Norm::of(text)), "{text}");
        }
        for text in ["Sent without problems", "“x” no longer shows up", "没问题,已提交", "it is done"]
        {
            assert!(!reports_failure(&Norm::of(text)), "{text}");
        }
    }

    #[test]
    fn promises_and_states_are_told_from_deeds() {
        assert!(is_future(&Norm::of("I'll cancel it")) && is_future(&Norm::of("我这就去换")));
        assert!(!is_future(&Norm::of("I cancelled it")));
        assert!(says_already(&Norm::of("Dark mode was already on")));
        assert!(!says_already(&Norm::of("I have already sent it")));
    }
}
