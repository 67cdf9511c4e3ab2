//! Reads the accessibility tree that a page tool put into its result: `- role "name" [state] [value="…"] [ref=s1_2]`.
//!
//! Lenient on purpose: fences, addresses and prose around the tree are skipped, the dash and the quotes may be
//! missing. What the nodes mean for a shop or a form is not known here.

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    indent: usize,
    parent: Option<NodeId>,
    pub role: String,
    pub name: String,
    /// What stood in brackets, in order, the ref apart: `level=1`, `disabled`, `value="x"`.
    pub states: Vec<String>,
    pub reference: Option<String>,
}

impl Node {
    pub(crate) fn has_state(&self, state: &str) -> bool {
        self.states.iter().any(|s| s == state || s.strip_suffix("=true") == Some(state))
    }

    /// Whether a list names this choice; `None` if it names none at all.
    pub(crate) fn offers(&self, option: &str) -> Option<bool> {
        let options = self.states.iter().find_map(|s| s.strip_prefix("options:"))?;
        Some(options.contains(&format!("\"{option}\"")))
    }

    pub(crate) fn value(&self) -> Option<&str> {
        self.states.iter().find_map(|s| s.strip_prefix("value=")).map(|v| v.trim_matches('"'))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(usize);

/// The nodes in document order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Snapshot {
    nodes: Vec<Node>,
}

impl Snapshot {
    pub(crate) fn parse(text: &str) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<NodeId> = Vec::new();
        for mut node in text.lines().filter_map(parse_line) {
            while open.last().and_then(|id| nodes.get(id.0)).is_some_and(|above| above.indent >= node.indent)
            {
                open.pop();
            }
            node.parent = open.last().copied();
            open.push(NodeId(nodes.len()));
            nodes.push(node);
        }
        Self { nodes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(at, node)| (NodeId(at), node))
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0)
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).and_then(|node| node.parent)
    }

    /// The node itself and all below it, in document order.
    pub(crate) fn subtree(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let depth = self.node(id).map_or(0, |node| node.indent);
        self.iter()
            .skip(id.0)
            .enumerate()
            .take_while(move |(n, (_, node))| *n == 0 || node.indent > depth)
            .map(|(_, it)| it)
    }

    /// The nodes after `after` (or from the start) up to and including `until`.
    pub(crate) fn between(
        &self,
        after: Option<NodeId>,
        until: NodeId,
    ) -> impl Iterator<Item = (NodeId, &Node)> {
        self.iter().filter(move |(id, _)| after.is_none_or(|after| *id > after) && *id <= until)
    }
}

/// Names and values of some nodes as running text, one node a line.
pub(crate) fn text_of<'a>(nodes: impl Iterator<Item = (NodeId, &'a Node)>) -> String {
    let mut text = String::new();
    for (_, node) in nodes {
        if is_struck(node) {
            continue;
        }
        text.push_str(&node.name);
        if let Some(value) = node.value() {
            text.push(' ');
            text.push_str(value);
        }
        text.push('\n');
    }
    text
}

/// Text that HTML marks as no longer true.
fn is_struck(node: &Node) -> bool {
    matches!(node.role.as_str(), "deletion" | "del" | "s" | "strikethrough")
}

/// Whether a line belongs to a tree rather than to the tool's own words about it.
pub(crate) fn is_node_line(line: &str) -> bool {
    parse_line(line).is_some()
}

fn parse_line(line: &str) -> Option<Node> {
    // Marks of a difference or a match take the column of a space.
    let (sign, unsigned) = match line.strip_prefix(['+', '~', '*', '>']) {
        Some(unsigned) => (1, unsigned),
        None => (0, line),
    };
    let trimmed = unsigned.trim_start();
    let columns = unsigned.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 2 } else { 1 });
    let indent = sign + columns.sum::<usize>();
    let (dashed, body) = match trimmed.strip_prefix("- ") {
        Some(body) => (Dash::Present, body.trim_start()),
        None => (Dash::Missing, trimmed),
    };
    let end = body.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).unwrap_or(body.len());
    let (role, rest) = body.split_at(end);
    if !role.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let colon = rest.starts_with(':');
    let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    let (name, tail) = if rest.starts_with('"') { quoted(rest) } else { bare(rest) };
    let shaped = rest.starts_with('"') || rest.starts_with('[') || (colon && role == "text");
    match dashed {
        // Without the dash only a known role tells a node from a sentence with a quotation in it.
        Dash::Missing if !shaped || !ROLES.contains(&role) => return None,
        Dash::Present if !shaped && !name.is_empty() && !colon => return None,
        Dash::Missing | Dash::Present => {}
    }
    let (states, reference) = brackets(tail);
    // `role "name": text` carries its text after the colon.
    let trailing = tail.rsplit(']').next().unwrap_or_default().trim().trim_start_matches(':').trim();
    let name = match (name.is_empty(), trailing.is_empty()) {
        (_, true) => name,
        (true, false) => trailing.trim_matches('"').to_owned(),
        (false, false) => format!("{name} {}", trailing.trim_matches('"')),
    };
    Some(Node { indent, parent: None, role: role.to_owned(), name, states, reference })
}

/// Roles that are believed without a dash.
const ROLES: [&str; 30] = [
    "page",
    "text",
    "heading",
    "button",
    "link",
    "list",
    "listitem",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "option",
    "checkbox",
    "radio",
    "switch",
    "region",
    "main",
    "navigation",
    "banner",
    "contentinfo",
    "complementary",
    "status",
    "alert",
    "dialog",
    "group",
    "form",
    "table",
    "row",
    "article",
    "generic",
];

enum Dash {
    Present,
    Missing,
}

/// A quoted name with its backslash escapes undone, and what follows the closing quote.
fn quoted(text: &str) -> (String, &str) {
    let mut name = String::new();
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match (escaped, c) {
            (true, _) => {
                name.push(c);
                escaped = false;
            }
            (false, '\\') => escaped = true,
            (false, '"') => return (name, text.get(at + 1..).unwrap_or_default()),
            (false, _) => name.push(c),
        }
    }
    (name, "")
}

fn bare(text: &str) -> (String, &str) {
    let end = text.find('[').unwrap_or(text.len());
    let (name, tail) = text.split_at(end);
    (name.trim().to_owned(), tail)
}

fn brackets(mut text: &str) -> (Vec<String>, Option<String>) {
    let mut states = Vec::new();
    let mut reference = None;
    while let Some(open) = text.find('[') {
        let inside = text.get(open + 1..).unwrap_or_default();
        let Some(close) = closing(inside) else { break };
        let (state, rest) = inside.split_at(close);
        match state.strip_prefix("ref=") {
            Some(found) => reference = Some(found.trim_matches('"').to_owned()),
            None => states.push(state.to_owned()),
        }
        text = rest.get(1..).unwrap_or_default();
    }
    (states, reference)
}

/// The first closing bracket outside quotes.
fn closing(text: &str) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => quoted = !quoted,
            ']' if !quoted => return Some(at),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
#[path = "snapshot_tests.rs"]
mod tests;
