//! A search through titles and bodies of all Threads, the newest first. It reads page by page and within bounds, and says when
//! it stopped at one.

use fairlead_protocol::caps;
use fairlead_protocol::event::{AckBody, SearchHit, SearchScope};
use fairlead_protocol::ids::Seq;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::thread::Thread;
use fairlead_store::{Store, StoreError};

const PAGE: u32 = 256;
/// Characters of an excerpt on either side.
const AROUND: usize = 60;

/// What is looked for, letter case set aside.
pub(crate) struct Query(Vec<char>);

impl Query {
    pub(crate) fn new(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        if text.is_empty() || text.len() > caps::QUERY_BYTES {
            let message = format!("`query` must have 1 to {} bytes", caps::QUERY_BYTES);
            return Err(Refusal::new(RefusalCode::BadCommand, message).at("query"));
        }
        Ok(Self(one_line(text).chars().map(folded).collect()))
    }

    /// The text around the first place where it stands.
    fn excerpt(&self, text: &str) -> Option<String> {
        let chars: Vec<char> = one_line(text).chars().collect();
        let at = chars
            .windows(self.0.len())
            .position(|window| window.iter().zip(&self.0).all(|(one, other)| folded(*one) == *other))?;
        let from = at.saturating_sub(AROUND);
        let to = (at + self.0.len() + AROUND).min(chars.len());
        let middle: String = chars.get(from..to)?.iter().collect();
        let (before, after) = (if from > 0 { "…" } else { "" }, if to < chars.len() { "…" } else { "" });
        Some(format!("{before}{middle}{after}"))
    }
}

/// A line break between two words does not part a phrase.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One character for one character, so that places stay places.
fn folded(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

pub(crate) async fn search(store: &dyn Store, query: &Query) -> Result<AckBody, StoreError> {
    let mut search = Search { query, hits: Vec::new(), read: 0 };
    // What a child says belongs to the answer of its call.
    let threads = store.threads().await?.rows.into_iter().filter(|thread| thread.delegated.is_none());
    for thread in threads {
        if search.is_full() {
            return Ok(search.answer(SearchScope::Cut));
        }
        search.thread(store, &thread).await?;
    }
    let scope = if search.is_full() { SearchScope::Cut } else { SearchScope::All };
    Ok(search.answer(scope))
}

struct Search<'a> {
    query: &'a Query,
    hits: Vec<SearchHit>,
    read: usize,
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.hits.len() >= caps::SEARCH_HITS || self.read >= caps::SEARCH_NODES
    }

    fn answer(mut self, scope: SearchScope) -> AckBody {
        self.hits.truncate(caps::SEARCH_HITS);
        AckBody::Found { hits: self.hits, scope }
    }

    async fn thread(&mut self, store: &dyn Store, thread: &Thread) -> Result<(), StoreError> {
        let title = thread.title.text().to_owned();
        if let Some(excerpt) = self.query.excerpt(&title) {
            self.hits.push(SearchHit {
                thread: thread.id.clone(),
                title: title.clone(),
                node: None,
                excerpt,
            });
        }
        let mut before = thread.seq.next();
        while before.0 > 1 && !self.is_full() {
            let page = store.nodes_page(&thread.id, before, PAGE).await?;
            self.read += page.rows.len();
            for node in page.rows.iter().rev() {
                let text = match &node.body {
                    NodeBody::UserMessage { text, .. } | NodeBody::AssistantMessage { text, .. } => text,
                    NodeBody::TurnContext { .. }
                    | NodeBody::ToolCall { .. }
                    | NodeBody::ToolResult { .. }
                    | NodeBody::ApprovalDecision { .. }
                    | NodeBody::InteractionResponse { .. }
                    | NodeBody::CompletionRejected { .. }
                    | NodeBody::ContextNote { .. }
                    | NodeBody::ContextMasked { .. }
                    | NodeBody::ContextCompacted { .. }
                    | NodeBody::Tombstone
                    | NodeBody::SystemNotice { .. } => continue,
                };
                if let Some(excerpt) = self.query.excerpt(text) {
                    let (thread, node) = (thread.id.clone(), Some(node.id.clone()));
                    self.hits.push(SearchHit { thread, title: title.clone(), node, excerpt });
                }
            }
            before = Seq(before.0.saturating_sub(u64::from(PAGE)).max(1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Query;

    #[test]
    fn an_excerpt_is_what_stands_around_and_neither_letter_case_nor_line_breaks_count() {
        let query = Query::new(" headPHONES ").unwrap();
        assert_eq!(query.excerpt("The Headphones cost 59").unwrap(), "The Headphones cost 59");
        assert_eq!(query.excerpt("nothing of that"), None);
        let phrase = Query::new("in  stock").unwrap();
        assert_eq!(phrase.excerpt("none is in\nstock").unwrap(), "none is in stock");
        let long = format!("{}价格 headphones{}", "x ".repeat(100), " y".repeat(100));
        let excerpt = query.excerpt(&long).unwrap();
        assert!(excerpt.starts_with('…') && excerpt.ends_with('…') && excerpt.contains("价格 headphones"));
    }

    #[test]
    fn a_query_has_to_say_something() {
        assert_eq!(Query::new("  ").err().unwrap().field.as_deref(), Some("query"));
    }
}
