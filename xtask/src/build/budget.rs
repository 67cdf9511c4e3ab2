//! What ships has a weight limit. The table is printed with every build; a row over its limit fails it.

use crate::build::bundle::Graph;
use crate::build::recipe::{Budgets, Recipe};
use crate::build::weight::Weight;
use crate::error::{Error, Result};
use std::path::Path;

struct Row {
    name: &'static str,
    weight: Weight,
    limit: Option<u64>,
}

pub(crate) fn check(out: &Path, recipe: &Recipe, graph: &Graph) -> Result<()> {
    let rows = rows(out, recipe.budgets, graph)?;
    println!("{:<22} {:>10} {:>10} {:>10}", "what ships", "raw", "gzip", "limit");
    for row in &rows {
        let limit = row.limit.map(kilobytes).unwrap_or_else(|| "-".to_owned());
        println!(
            "{:<22} {:>10} {:>10} {limit:>10}",
            row.name,
            kilobytes(row.weight.raw),
            kilobytes(row.weight.gzip)
        );
    }
    Error::unless_clean("over the size budget", over(&rows))
}

fn rows(out: &Path, budgets: Budgets, graph: &Graph) -> Result<Vec<Row>> {
    let file = |name| Weight::of(&out.join(name));
    // The graph names files by paths of the bundler's own; what matters is which of them lie in the folder.
    let eager = |entry: &str| {
        graph.eager(entry).into_iter().filter(|path| path.ends_with(".js")).try_fold(
            Weight::default(),
            |sum, path| {
                let inside = if path.contains("/chunks/") { "chunks" } else { "" };
                let name = Path::new(path).file_name().unwrap_or_default();
                Ok::<_, Error>(sum + Weight::of(&out.join(inside).join(name))?)
            },
        )
    };
    Ok(vec![
        Row { name: "engine.wasm", weight: file("engine.wasm")?, limit: Some(budgets.engine_wasm * 1000) },
        Row {
            name: "panel.js, eager",
            weight: eager("panel.js")?,
            limit: Some(budgets.panel_eager_js * 1000),
        },
        Row { name: "panel.css", weight: file("panel.css")?, limit: Some(budgets.panel_css * 1000) },
        Row { name: "settings.js, eager", weight: eager("settings.js")?, limit: None },
        Row { name: "background.js", weight: file("background.js")?, limit: None },
        Row { name: "content.js", weight: file("content.js")?, limit: None },
    ])
}

fn over(rows: &[Row]) -> Vec<String> {
    rows.iter()
        .filter_map(|row| row.limit.filter(|limit| row.weight.gzip > *limit).map(|limit| (row, limit)))
        .map(|(row, limit)| {
            format!("{}: {} after gzip, limit {}", row.name, kilobytes(row.weight.gzip), kilobytes(limit))
        })
        .collect()
}

fn kilobytes(bytes: u64) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::{Row, Weight, over};

    #[test]
    fn a_row_at_its_limit_passes_and_one_byte_more_does_not() {
        let row = |gzip| Row { name: "x", weight: Weight { raw: 9000, gzip }, limit: Some(1000) };
        assert!(over(&[row(1000)]).is_empty());
        assert_eq!(over(&[row(1001)]), ["x: 1.0 kB after gzip, limit 1.0 kB"]);
    }

    #[test]
    fn a_row_without_a_limit_may_weigh_anything() {
        assert!(
            over(&[Row { name: "x", weight: Weight { raw: 1, gzip: u64::MAX }, limit: None }]).is_empty()
        );
    }
}
