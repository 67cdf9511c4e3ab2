//! An order by its form: a request for a deed whose verb no table has, and the words by which an answer says that it was done. What
//! ties them is what they share: the verb's stem, or the thing that it was to be done to.

use crate::clause::Clause;
use crate::figure::count::words_of;
use crate::reported::Reported;
use crate::scene::Scene;
use crate::snapshot::lines;
use crate::words::{Norm, is_chinese, is_digit, is_letter, is_one, words};

/// What a part of a request orders.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Its first word in English, its first sign in Chinese.
    verb: String,
    /// It points at what it is about, or asks for a favour: no mere remark.
    pub(crate) plain: bool,
    words: Vec<String>,
    text: Norm,
}

/// First words that start no order: what points, joins, greets, feels or speaks of the talk, and what is done within an answer.
const NO_VERBS: &str = "i|im|ive|id|you|youre|he|she|it|its|we|were|they|theyre|this|that|thats|these|those|my|your|our|their|the|a|an|no|not|yes|\
    and|or|but|if|for|from|with|in|on|at|of|as|by|about|because|since|than|between|without|under|over|into|\
    hello|hi|hey|good|great|nice|cool|sorry|wow|well|maybe|perhaps|thanks|thank|sounds|looks|seems|love|like|hope|think|guess|feel|wish|\
    know|mean|need|want|got|one|two|both|all|only|very|really|too|there|here|any|some|more|same|another|lets|\
    walk|critique|simplify|estimate|recommend|plan|teach|solve|paraphrase|outline|define|spell|continue|expand|elaborate|clarify|\
    consider|predict|play|help|assume|suppose|remember|wait|try|use|work|figure|figures|discuss|debate|quiz|note|highlight|\
    point|judge|grade|sketch|propose|advise|invent|name|say|talk|chat|condense|summarize|summarise|answer|prices|plus";

/// What stands in front of the thing that an order is about.
const POINTS: &str = "the|a|an|my|me|this|that|these|those|it|them|him|her|us|our|his|their|all|both|every|each|your|two|three|four|five";

/// Second words that make the first a noun or a remark.
const JOINS: &str = "for|to|from|is|are|was|were|of|and|or|than|about|in|on|at|by|as|but|if|that|i|you|we|has|have|will|can|question|job|morning";

/// Second words that are of the verb.
const PARTICLES: &str = "in|on|off|out|up|down|over|away|back";

/// What is done with them in an answer.
const WITHIN: &str = "break|lay|pick|boil|write|read|draw|map|run|list|set|sum|spell|think|start|come|clear|dig|flesh|round|double|zoom";

/// First signs of a Chinese sentence that is no order.
const NO_VERB_SIGNS: &str = "我你您他她它这那今昨明有没不很太真谢嗯哦哈对嗨早晚其因所但和或跟与什怎哪谁多几为是会可能好听说觉想最共还另";

pub(crate) const MARKS: &str = "帮我|帮忙|替我|给我|麻烦|请|把";

/// Pairs of signs that any two sentences may share.
const COMMON: &str = "帮我|替我|给我|一下|这个|那个|这条|那条|这张|一个|我的|你的|麻烦|现在|已经|可以|the|my|your|and|for|with|this|that|please|from";

/// The share of its words that a clause has from a page where it reports what stands there.
const REPORTED: f64 = 0.4;

impl Order {
    /// Of a part of a request that asks nothing and whose verb no table has, politeness left out.
    pub(crate) fn of(part: &Norm, whole: &Norm) -> Option<Self> {
        let mut tokens = part.text().split(' ');
        let (first, second) = (tokens.next().unwrap_or_default(), tokens.next().unwrap_or_default());
        let sign = part.text().chars().next().unwrap_or_default();
        let marked = whole.any(MARKS);
        let object = tokens.next().unwrap_or_default();
        let is_object = |word: &str| is_one(word, POINTS) || word.starts_with(is_digit);
        // `Hand in my homework`, `take the post down`
        let parted = is_one(second, PARTICLES) && is_object(object) && !is_one(first, WITHIN);
        let english = first.chars().all(is_letter)
            && first.len() > 2
            && !second.is_empty()
            && !is_one(first, NO_VERBS)
            && (parted || !is_one(second, JOINS));
        let points = parted || is_object(second);
        let short = part.text().chars().count() < 40;
        let chinese = is_chinese(sign) && short && (marked || !NO_VERB_SIGNS.contains(sign));
        let told = words_of(part.text());
        (english || chinese).then(|| Self {
            verb: if english { first.to_owned() } else { sign.to_string() },
            plain: if english { points } else { marked },
            words: told.into_iter().filter(|word| word.len() > 2 && !is_one(word, COMMON)).collect(),
            text: part.clone(),
        })
    }

    /// Whether a clause says that it was done, and does not report it from what was read.
    pub(crate) fn is_claimed(&self, clause: &Clause, read: &Reported) -> bool {
        clause.states()
            && is_through(&clause.norm)
            && (self.is_named(&clause.norm) || self.plain && is_bare(&clause.norm))
            && (clause.tone.by_me || read.share(words_of(clause.norm.text()).iter()) < REPORTED)
    }

    pub(crate) fn is_named(&self, norm: &Norm) -> bool {
        let words = words_of(norm.text());
        let stem = stem(&self.verb);
        words.iter().any(|word| word.starts_with(stem) || self.words.contains(word))
    }

    /// Whether it is for a tool that is called after its verb: `Watch 这个页面`.
    pub(crate) fn is_for(&self, tool: &str) -> bool {
        tool.split('_').any(|word| word.starts_with(stem(&self.verb)))
    }

    /// Whether a control of the pages that were read is called after it: then it is a deed, whatever it sounds like.
    pub(crate) fn has_control(&self, scene: &Scene<'_>) -> bool {
        let is_named = |name: &Norm| {
            let name = name.text();
            if name.starts_with(is_chinese) {
                let short = name.chars().count() < 6;
                name.chars().count() > 1 && self.text.has(name) || short && name.contains(self.verb.as_str())
            } else {
                name.split(' ').next() == Some(self.verb.as_str())
            }
        };
        scene.reads().flat_map(|read| lines(read.result)).any(|line| {
            matches!(line.role, "button" | "link" | "menuitem" | "switch") && is_named(&Norm::of(line.name))
        })
    }
}

/// What a verb's forms have in common: `rota` of rotate and rotated, `ban` of ban and banned.
fn stem(verb: &str) -> &str {
    let length = verb.len().min(if verb.len() > 4 { 4 } else { 3 });
    crate::words::head(verb, length)
}

/// A participle, a state that is new, or a Chinese sign of what is past.
fn is_through(norm: &Norm) -> bool {
    const STATES: &str = "now|again|back|done|gone|set|sent|put|made|went|is in|is out|is up|is off|is on|are in|are out|are up|are off|are on|\
        youre in|youre on|youre off|youre out|on its way|complete*|success*|ready|x|✅|✔|☑|🎉";
    const IRREGULAR: &str = "split|cut|frozen|unfrozen|froze|unfroze|shut|hidden|given|taken|drawn|drew|withdrawn|bound|sold|built|won|kept|held|swung|stuck|unsent|rerun|rewound|undone|redone|thrown|broken|written|begun|let|got|brought";
    const CHINESE: &str = "了|已|好|完|妥|啦|成功|成";
    norm.any(STATES)
        || norm.any(CHINESE) && !norm.any("除了|为了|不了|了解|最好|三成|几成")
        || norm
            .text()
            .split(' ')
            .any(|word| word.len() > 4 && word.ends_with("ed") || is_one(word, IRREGULAR))
}

/// `Done!`, `搞定了`: says nothing of what.
fn is_bare(norm: &Norm) -> bool {
    const BARE: &str = "done|all done|its done|all set|youre all set|sorted|all sorted|finished|complete|completed|taken care of|consider it done|success|搞定|完成|办好|弄好|好了|办妥|成功|妥了|处理好|设好";
    let text = norm.text();
    is_one(text, BARE) || text.chars().count() < 8 && norm.text().starts_with(is_chinese) && norm.any(BARE)
}

/// Whether an answer carries work of its own, a text or a list, behind what it says of it.
pub(crate) fn carries_work(answer: &str) -> bool {
    let lines = answer.lines().filter(|line| !line.trim().is_empty()).count();
    lines > 2 || answer.contains("\n\n") || answer.contains("```")
}

/// Whether a clause only says that the deed is taken up.
pub(crate) fn is_taken_up(clause: &Clause) -> bool {
    const WORDS: &str = "ok|okay|sure|of course|certainly|got it|no problem|understood|on it|im on it|will do|right away|doing that now|doing it now|\
        working on it|one moment|just a moment|hang on|好|好的|好嘞|好哒|没问题|收到|明白|马上|稍等|这就|现在就|立刻|立即|处理中|正在";
    let first = words(WORDS).any(|word| clause.norm.text() == word);
    let doing = clause.norm.any("im|now|right away")
        && clause.norm.text().split(' ').any(|word| word.len() > 4 && word.ends_with("ing"));
    let soon =
        clause.norm.starts("马上|稍等|这就|现在就|立刻|立即|正在|我这就|我现在就|我马上|我来|我去").is_some();
    first || doing || soon || clause.tone.promises
}
