//! A conversation to take away: as Markdown for people, as JSON for programs. The path that is shown, without what was erased.

use crate::state::ThreadState;
use crate::view::item;
use fairlead_protocol::command::ExportFormat;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::evidence::Standing;
use fairlead_protocol::item::{Item, ItemBody, StepStatus};
use fairlead_protocol::json::object;
use fairlead_protocol::to_json;
use serde_json::Value;
use std::fmt::Write as _;

/// Of the JSON form.
const FORMAT: u32 = 1;

/// `None` for a Thread that does not exist.
pub fn export(state: &ThreadState, format: ExportFormat) -> Option<AckBody> {
    let thread = state.thread.as_ref()?;
    let items: Vec<Item> = state.path().into_iter().filter_map(|node| item(state, node)).collect();
    let title = match thread.title.text() {
        "" => "Fairlead",
        title => title,
    };
    let (suffix, media_type, text) = match format {
        ExportFormat::Markdown => ("md", "text/markdown", markdown(title, &items)),
        ExportFormat::Json => {
            let whole = object([
                ("format", Value::from(FORMAT)),
                ("id", to_json::value(&thread.id)),
                ("title", Value::from(title)),
                ("created_at", to_json::value(&thread.created_at)),
                ("updated_at", to_json::value(&thread.updated_at)),
                ("stats", to_json::value(&thread.stats)),
                ("items", to_json::value(&items)),
            ]);
            ("json", "application/json", format!("{whole:#}"))
        }
    };
    let name = format!("{}.{suffix}", file_name(title));
    Some(AckBody::Exported { name, media_type: media_type.to_owned(), text })
}

fn markdown(title: &str, items: &[Item]) -> String {
    let mut out = format!("# {title}\n");
    for item in items {
        // Writing to a text does not fail.
        let _ = match &item.body {
            ItemBody::UserMessage { text, attachments, .. } => {
                let files: String =
                    attachments.iter().map(|file| format!("\n> [{}]", one_line(&file.link.name))).collect();
                write!(out, "\n## \u{1f464}\n\n{}{files}\n", quoted(text))
            }
            ItemBody::AssistantMessage { text, .. } if text.is_empty() => Ok(()),
            ItemBody::AssistantMessage { text, evidence, .. } => {
                match evidence.as_ref().map(|evidence| evidence.standing) {
                    // It was no answer: a line among the steps says that it was tried.
                    Some(Standing::Rejected) => write!(out, "\n- \u{2717} {}\n", one_line(text)),
                    Some(Standing::Unverified) => {
                        write!(out, "\n{text}\n\n_Not verified: no step shows it._\n")
                    }
                    Some(Standing::Proved | Standing::Admitted) | None => write!(out, "\n{text}\n"),
                }
            }
            ItemBody::ToolCall { tool, arguments, status, .. } => {
                write!(out, "\n- {} {} {}\n", code(tool), mark(status), code(&arguments.to_string()))
            }
            ItemBody::Notice { text, .. } => write!(out, "\n_{text}_\n"),
        };
    }
    out
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}

/// A code span (CommonMark, section 6.1): its fence is longer than any run of backticks inside.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    match longest {
        0 => format!("`{text}`"),
        _ => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn mark(status: &StepStatus) -> &'static str {
    match status {
        StepStatus::Done { .. } => "\u{2713}",
        StepStatus::Failed { .. } => "\u{2717}",
        StepStatus::Uncertain => "?",
        StepStatus::Waiting
        | StepStatus::AwaitingApproval { .. }
        | StepStatus::AwaitingInteraction { .. }
        | StepStatus::Running { .. } => "\u{2026}",
    }
}

/// Whatever no file system takes becomes a space.
fn file_name(title: &str) -> String {
    let legal: String =
        title.chars().map(|c| if c.is_control() || "\\/:*?\"<>|.".contains(c) { ' ' } else { c }).collect();
    let name = one_line(&legal);
    if name.is_empty() { "conversation".to_owned() } else { name }
}
