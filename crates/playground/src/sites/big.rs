//! Generated pages for benchmarks: rows of a heading, text, a link, a button and an input, `nodes` elements in all.

use crate::sites::markup::{Page, field};
use std::fmt::Write;

const MOST_NODES: usize = 200_000;
const DEFAULT_NODES: usize = 5_000;
/// Elements of one row: li, h2, p, a, button, label, input.
const ROW: usize = 7;

pub(crate) fn page(query: &str) -> String {
    let wanted = field(query, "nodes").and_then(|n| n.parse().ok()).unwrap_or(DEFAULT_NODES).min(MOST_NODES);
    let mut main = format!("<h1>A page of {wanted} nodes</h1>\n<ul aria-label=\"Rows\">\n");
    let rows = wanted / ROW;
    for n in 1..=rows {
        // Sums and names vary with the row, so that no two are alike.
        let pounds = (n * 37) % 900 + 10;
        // Writing to a string cannot fail.
        let _ = writeln!(
            main,
            "<li><h2>Crate {n}</h2><p>Weighs {pounds} kg and stands in bay {bay}.</p><a href=\"#crate-{n}\">Open crate {n}</a> <button type=\"button\" id=\"crate-{n}\">Move crate {n}</button> <label for=\"note-{n}\">Note for crate {n}</label> <input id=\"note-{n}\"></li>",
            bay = n % 24 + 1,
        );
    }
    main.push_str("</ul>");
    let rest: String = (0..wanted - rows * ROW).map(|n| format!("<p>Loose line {n}</p>")).collect();
    main.push_str(&rest);
    Page { title: "A big page", brand: "Warehouse", home: "/big/", main: &main, script: "" }.html()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_as_many_elements_as_were_asked_for() {
        for nodes in [0, 6, 700, 5_000] {
            let html = page(&format!("nodes={nodes}"));
            let elements =
                ["<li>", "<h2>", "<p>Weighs", "<p>Loose", "<a href=\"#", "<button", "<label", "<input"];
            let count: usize = elements.iter().map(|tag| html.matches(tag).count()).sum();
            assert_eq!(count, nodes);
        }
    }
}
