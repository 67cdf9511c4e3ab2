//! The prompt layer that is always there. Stable text comes first; what changes from Turn to Turn is appended, never edited in.

use crate::delegation::leash::told;
use crate::state::newest_ground;
use fairlead_protocol::node::Node;
use fairlead_protocol::run::{Catalogue, Environment};

/// A change of this text is a change of behaviour: it has a name of its own, in `versions`, and is told to new Turns only.
const KERNEL: &str = include_str!("prompt/kernel_3.txt");

/// For Turns that were begun with them.
const EARLIER: [(&str, &str); 1] = [("kernel-2", include_str!("prompt/kernel_2.txt"))];

const CHAT_ONLY: &str = "This model takes no tools: you cannot see or touch a tab, keep a plan or remember anything. Answer from the conversation and what is attached to it, and say so when that is not enough.";

/// Kernel, then what the newest Turn of the path froze of the person's own instructions. The same for all of its calls.
pub(crate) fn layers(path: &[&Node]) -> String {
    let newest = newest_ground(path);
    let name = newest.map_or("", |(environment, _)| environment.versions.prompt.as_str());
    let earlier = EARLIER.iter().find(|(known, _)| *known == name);
    let mut layers = vec![earlier.map_or(KERNEL, |(_, text)| text).to_owned()];
    if let Some((environment, notes)) = newest {
        match environment.catalogue {
            Catalogue::Whole | Catalogue::ByIntent => {}
            Catalogue::None => layers.push(CHAT_ONLY.to_owned()),
        }
        layers.extend(notes.instructions.as_ref().map(|instructions| {
            format!("The person's standing instructions, for every conversation:\n{instructions}")
        }));
    }
    layers.join("\n\n")
}

/// What this Turn's environment adds, at the end of the person's message.
pub(crate) fn surroundings(environment: &Environment) -> String {
    if let Some(leash) = &environment.leash {
        return told(leash);
    }
    match &environment.tab {
        Some(tab) => format!("[The tab in front is {} (tab_id {}).]", site(&tab.url), tab.id),
        None => "[No tab belongs to this conversation yet.]".to_owned(),
    }
}

/// Scheme, host and port. The rest of an address and the title are the page's words and come with its results, fenced.
pub(crate) fn site(url: &str) -> String {
    fairlead_gatekeeper::Origin::parse(url)
        .map_or_else(|| "not a web page".to_owned(), |origin| origin.to_string())
}

#[cfg(test)]
mod tests {
    use super::KERNEL;
    use crate::tokens::estimate;

    /// Three characters a token is more than any tokenizer makes of English prose.
    const CHARS_A_TOKEN: usize = 3;

    #[test]
    fn the_kernel_has_at_most_1300_tokens() {
        assert!(KERNEL.chars().count() <= 1_300 * CHARS_A_TOKEN, "{}", KERNEL.chars().count());
        assert!(estimate(KERNEL) <= 1_300, "{}", estimate(KERNEL));
    }

    #[test]
    fn no_earlier_kernel_has_the_name_of_the_one_that_is_told_now() {
        assert!(
            super::EARLIER
                .iter()
                .all(|(name, text)| *name != crate::versions::versions().prompt && *text != KERNEL)
        );
    }

    #[test]
    fn the_kernel_names_only_tools_that_there_are_and_the_bound_that_holds() {
        let words = KERNEL.split(|c: char| !c.is_ascii_lowercase() && c != '_');
        let named: Vec<&str> = words.filter(|word| word.contains('_')).collect();
        assert!(named.len() >= 10, "{named:?}");
        for name in named {
            assert!(fairlead_tools::descriptor(name).is_some(), "{name}");
        }
        assert!(KERNEL.contains("at most eight") && fairlead_protocol::caps::CALLS_PER_REPLY == 8);
    }
}
