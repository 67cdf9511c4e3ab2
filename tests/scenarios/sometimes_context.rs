//! Situations of small windows, which the schedules together must meet.

use crate::sometimes::Situation;
use fairlead_protocol::run::RunState;

pub(crate) const OF_WINDOWS: &[Situation] = &[
    ("results taken out of view", |past| past.appended("context_masked")),
    ("a masked result read back", |past| {
        past.rows.values().any(|row| row["body"]["tool"] == "recall_result")
            && past.appended("context_masked")
    }),
    ("a request that begins otherwise", |past| past.says("model.requested", "prefix", "changed")),
    ("notes made by the model", |past| past.says("context.noted", "notes", "made")),
    ("notes that could not be made", |past| past.says("context.noted", "notes", "failed")),
    ("notes made without a model", |past| {
        past.rows.values().any(|row| {
            let notes = row["body"]["summary"]["decisions"].as_array();
            notes.is_some_and(|lines| lines.iter().any(|line| line.as_str().is_some_and(is_ours)))
        })
    }),
    ("a death while notes are made", |past| past.died_in(RunState::Compacting)),
    ("a stop while notes are made", |past| past.stopped_in(RunState::Compacting)),
    ("notes asked for again after a death", |past| past.journal("context.noting_again").next().is_some()),
    ("a steer that comes while notes are made", |past| past.in_a_row(&["context.noting", "steer.admitted"])),
    ("a window that was full", |past| past.journal("run.context_full").next().is_some()),
    ("a window that is full whatever goes out of view", |past| {
        past.says("run.context_full", "relief", "none")
    }),
    ("a full window that its person went on in", |past| past.in_a_row(&["run.context_full", "run.resumed"])),
    ("a full window that was widened", |past| {
        past.journal("run.resumed").any(|entry| entry["window"].is_u64())
    }),
    ("a pause that was left", |past| past.journal("run.left").next().is_some()),
    ("a pause that was left, and then went on", |past| past.in_a_row(&["run.left", "run.resumed"])),
    ("a copy that begins with less in view", |past| {
        past.rows.values().any(|row| {
            row["thread"] == "t3"
                && row["body"]["type"].as_str().is_some_and(|kind| kind.starts_with("context_"))
        })
    }),
];

fn is_ours(line: &str) -> bool {
    line.starts_with("The person said: ")
}
