//! Situations that the schedules together must meet: what never happens is not proved by a search that finds nothing.
//!
//! A new one is a line of `ALL`: its words, and the question that it asks of a world at its end. What rows and answers do not
//! tell, the world's chronicle does.

use crate::sometimes_context::OF_WINDOWS;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::{Recovery, ToolErrorCode};
use fairlead_sim::fault::{self, Fault};
use fairlead_sim::panel::Answered;
use fairlead_sim::{Happened, Point, World};
use fairlead_store::{Snapshot, StoreError};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

pub(crate) type Situation = (&'static str, fn(&Past) -> bool);

const ALL: &[Situation] = &[
    // The engine dies.
    ("a death before a commit", |past| past.died_at(Point::BeforeCommit)),
    ("a death behind a commit", |past| past.died_at(Point::AfterCommit)),
    ("a death as the model is asked", |past| past.died_at(Point::ModelAsked)),
    ("a death amid a reply", |past| past.died_at(Point::ModelMidway)),
    ("a death with a whole reply that is not stored", |past| past.died_at(Point::ModelAnswered)),
    ("a death before a call acts", |past| past.died_at(Point::BeforeTool)),
    ("a death between a call's effect and its result", |past| past.died_at(Point::AfterTool)),
    ("a death while a card waits", |past| past.died_in(RunState::WaitingApproval)),
    ("a death while an outcome is uncertain", |past| past.died_in(RunState::PausedUncertain)),
    ("a death with a retry-safe call out", |past| past.died_with(Recovery::RetrySafe)),
    ("a death with an inspect-first call out", |past| past.died_with(Recovery::InspectFirst)),
    ("a death with a never-retry call out", |past| past.died_with(Recovery::NeverRetry)),
    ("a death with two calls out", |past| past.happened.deaths.iter().any(|death| death.beside > 0)),
    ("a death with a call out and a later one back", |past| {
        past.happened.deaths.iter().any(|death| death.back > 0)
    }),
    ("calls that came back in another order", |past| past.came_back_out_of_order()),
    ("a death while messages wait", |past| past.happened.deaths.iter().any(|death| death.queue > 0)),
    ("a death while nothing runs", |past| past.happened.deaths.iter().any(|death| death.state.is_none())),
    ("four deaths in one schedule", |past| past.happened.deaths.len() >= 4),
    ("a Run stopped after three resumptions", |past| {
        past.journal("run.interrupted").any(|entry| entry["counters"]["resumptions"] == 3)
    }),
    // The person says Stop, or deletes, or comes back.
    ("a stop amid a reply", |past| past.stopped_in(RunState::StreamingModel)),
    ("a stop while a call is out", |past| past.stopped_in(RunState::ExecutingTool)),
    ("a stop while a card waits", |past| past.stopped_in(RunState::WaitingApproval)),
    ("a stop while an outcome is uncertain", |past| past.stopped_in(RunState::PausedUncertain)),
    ("a reply that a stop cut and kept", |past| past.partial("interrupted")),
    ("a Thread deleted amid a reply", |past| past.deleted_in(RunState::StreamingModel)),
    ("a Thread deleted while a call is out", |past| past.deleted_in(RunState::ExecutingTool)),
    ("a Thread deleted while a card waits", |past| past.deleted_in(RunState::WaitingApproval)),
    ("a panel that comes amid a reply", |past| past.visited_in(RunState::StreamingModel)),
    ("a panel that comes while a call is out", |past| past.visited_in(RunState::ExecutingTool)),
    ("a panel that comes while a card waits", |past| past.visited_in(RunState::WaitingApproval)),
    ("two panels on one Thread", |past| past.happened.most_panels >= 2),
    ("a panel that comes back with unanswered commands", |past| past.happened.resent > 0),
    ("a Turn paused because the person used the page", |past| past.says("run.taken_over", "how", "touched")),
    ("a Turn resumed after the person had the page", |past| past.resumed_after("run.taken_over")),
    // Commands.
    ("a submission answered from its receipt", |past| past.met(Fault::ReceiptIgnored)),
    ("an id used for another command", |past| past.refused(RefusalCode::ReusedSubmission)),
    ("a full queue", |past| past.refused(RefusalCode::QueueFull)),
    ("a message that waited and ran", |past| past.queued_and_ran()),
    ("a message taken out of the queue", |past| past.removed_from_queue()),
    ("a Turn resumed after a failure", |past| past.resumed_after("run.failed")),
    ("a Turn resumed after a stop", |past| past.resumed_after("run.interrupted")),
    ("a Turn resumed after a pause", |past| past.resumed_after("run.paused")),
    ("a resume that is refused", |past| past.refused(RefusalCode::NotResumable)),
    ("a command to a Thread that is gone", |past| past.refused(RefusalCode::UnknownThread)),
    ("a Thread created twice", |past| past.refused(RefusalCode::ThreadExists)),
    // Cards.
    ("a card allowed", |past| past.says("approval.answered", "answer", "allow")),
    ("a card denied", |past| past.says("approval.answered", "answer", "deny")),
    ("a card denied with a stop", |past| past.says("approval.answered", "answer", "deny_and_stop")),
    ("a card closed by a stop", |past| past.says("approval.closed", "why", "interrupted")),
    ("an answer to another card refused", |past| past.refused(RefusalCode::ApprovalChanged)),
    ("a card answered twice", |past| past.refused(RefusalCode::AlreadyAnswered)),
    ("a page that changed between question and answer", |past| past.met(Fault::DriftIgnored)),
    ("a rule that the person made", |past| past.has_rows("rules/")),
    ("access to a site asked for", |past| past.asked_for("host_access")),
    ("a lost outcome tried again", |past| past.says("tool.uncertainty_resolved", "resolution", "retry")),
    ("a lost outcome marked done", |past| past.says("tool.uncertainty_resolved", "resolution", "mark_done")),
    // Effects.
    ("an outcome that nobody waits for", |past| past.met(Fault::StaleOutcomeAccepted)),
    ("a read that ran again", |past| past.journal("tool.dispatched").any(|entry| entry["attempt"] == 2)),
    ("a reply asked for again", |past| past.journal("model.restarted").next().is_some()),
    ("a reply that broke and was kept", |past| past.partial("stream_broke")),
    ("arguments that nobody can read", |past| past.failed_with(ToolErrorCode::InvalidArguments)),
    ("a tab that was closed", |past| past.failed_with(ToolErrorCode::TabGone)),
    ("a page that changed under a call", |past| past.failed_with(ToolErrorCode::TargetChanged)),
    ("calls that a stop left unrun", |past| past.failed_with(ToolErrorCode::NotRun)),
    ("an outcome unknown to the model", |past| past.failed_with(ToolErrorCode::OutcomeUnknown)),
    ("an answer of a page that was lost on its way", |past| past.failed_with(ToolErrorCode::MaybeDone)),
    // Answers that nothing shows.
    ("an answer set aside", |past| past.journal("completion.rejected").next().is_some()),
    ("an answer set aside, and then one that is shown", |past| past.repented()),
    ("a Turn that ends with an answer that nothing shows", |past| {
        past.says("run.completed", "stop", "unverified")
            && past.journal("completion.unverified").next().is_some()
    }),
    ("a death behind an answer that was set aside", |past| {
        past.in_a_row(&["completion.rejected", "model.requested", "run.taken_up", "model.restarted"])
    }),
    // Messages that join a Turn.
    ("a death while a steer is to be read", |past| past.happened.deaths.iter().any(|death| death.steers > 0)),
    ("a steer that overtakes an answer", |past| past.journal("model.overtaken").next().is_some()),
    ("a steer read with two others", |past| {
        past.in_a_row(&["steer.read", "node.appended", "steer.read", "node.appended", "steer.read"])
    }),
    ("a steer that a stop keeps", |past| past.in_a_row(&["steer.read", "node.appended", "run.interrupted"])),
    ("a steer that a failure keeps", |past| past.in_a_row(&["steer.read", "node.appended", "run.failed"])),
    ("a steer for a Turn that is over", |past| past.refused(RefusalCode::StaleTurn)),
    ("a steer that was sent anew", |past| past.sent_anew > 0),
    // Messages that wait.
    ("a message that lined up", |past| past.acknowledged("turn.enqueue")),
    ("a waiting message changed", |past| past.journal("run.queue_changed").next().is_some()),
    ("a waiting message moved", |past| past.journal("run.queue_moved").next().is_some()),
    ("a waiting message that joined the Turn", |past| past.acknowledged("queue.steer")),
    ("a waiting message sent now", |past| past.acknowledged_as("run.resume", "turn_started")),
    ("a line held", |past| past.acknowledged("queue.hold")),
    ("a line released", |past| past.acknowledged_as("queue.release", "turn_started")),
    ("a line that is held at the end", |past| past.rows.values().any(|row| row["queue"] == "held")),
    // The tree.
    ("another Turn beside one", |past| past.acknowledged("turn.fork")),
    ("another Turn beside one, with two panels looking", |past| {
        past.acknowledged("turn.fork") && past.happened.forks_seen_by.iter().any(|panels| *panels > 1)
    }),
    ("a branch chosen", |past| past.acknowledged("thread.select_branch")),
    ("a Turn erased", |past| past.journal("run.erased").next().is_some()),
    ("a branch asked for while a Turn runs", |past| past.refused(RefusalCode::Busy)),
    ("a Thread copied", |past| past.acknowledged("thread.fork")),
    ("a copy that goes on", |past| {
        past.rows.values().any(|row| row["parent"] == "t1" && row["stats"]["output_tokens"] != 0)
    }),
    // Waits.
    ("a death while a wait is open", |past| past.died_in(RunState::WaitingInteraction)),
    ("a stop while a wait is open", |past| past.stopped_in(RunState::WaitingInteraction)),
    ("a question answered", |past| past.response("answer")),
    ("a wait skipped", |past| past.response("skip")),
    ("a question answered by two panels", |past| past.refused(RefusalCode::AlreadyAnswered)),
    ("a step that the person took", |past| past.response("done")),
    ("a page that showed what was waited for", |past| past.journal("interaction.met").next().is_some()),
    ("a wait for a change that began", |past| past.journal("interaction.began").next().is_some()),
    ("a page that never showed it", |past| past.failed_with(ToolErrorCode::Timeout)),
    ("a watched tab that went elsewhere", |past| past.met(Fault::LookUnjudged)),
    ("a time that came", |past| past.journal("interaction.elapsed").next().is_some()),
    ("an engine that slept and was woken by an alarm", |past| past.happened.woken > 0),
    // Notes.
    ("a plan written anew", |past| past.journal("plan.updated").any(|entry| entry["done"] == 1)),
    ("a thing remembered", |past| past.says("memory.kept", "source", "conversation")),
    ("a thing remembered after text of others was read", |past| past.says("memory.kept", "source", "read")),
    ("a thing recalled", |past| past.journal("memory.recalled").any(|entry| entry["found"] != 0)),
    ("a thing forgotten by a call", |past| past.journal("memory.forgotten").next().is_some()),
    ("a memory that the person changed", |past| past.acknowledged("memory.update")),
    ("a memory that the person deleted", |past| past.acknowledged("memory.delete")),
    ("what has changed told to a running Turn", |past| {
        past.in_a_row(&["context.refreshed", "node.appended"])
    }),
    ("a refresh with nothing to tell", |past| past.refused(RefusalCode::NothingNew)),
    ("a refresh with nobody to be told", |past| past.refused(RefusalCode::NothingRuns)),
    // What a Turn stands on.
    ("a resume that other ground refuses", |past| past.refused(RefusalCode::EnvironmentDrift)),
    ("a Run that failed on other ground", |past| {
        past.journal("run.failed").any(|entry| entry["code"].to_string().contains("environment_drift"))
    }),
    // Children.
    ("a child that came to its end", |past| past.journal("delegate.counted").next().is_some()),
    ("a child that changed a page", |past| {
        past.in_a_child("tool.dispatched", |row| past.clicks(&row["payload"]["call"]))
    }),
    ("a death while a child works", |past| past.happened.deaths.iter().any(|death| death.children > 0)),
    ("a death while two children work", |past| past.happened.deaths.iter().any(|death| death.children > 1)),
    ("a death while a child waits for the person", |past| {
        past.happened.deaths.iter().any(|death| death.child_waits)
    }),
    ("a death between a stop and the children's", |past| past.happened.orphans > 0),
    ("a death between a child's end and that of its tabs", |past| past.happened.tabs_left > 0),
    ("a child's card", |past| past.in_a_child("approval.asked", |_| true)),
    ("a child's card denied", |past| {
        past.in_a_child("approval.answered", |row| row["payload"]["answer"] == "deny")
    }),
    ("a child's card denied with a stop", |past| {
        past.in_a_child("approval.answered", |row| row["payload"]["answer"] == "deny_and_stop")
    }),
    ("a child's card closed by a stop", |past| past.in_a_child("approval.closed", |_| true)),
    ("a child's write whose outcome was lost", |past| past.in_a_child("tool.outcome_lost", |_| true)),
    ("a reply of a child asked for again", |past| past.in_a_child("model.restarted", |_| true)),
    ("a child stopped alone", |past| past.fails_with_words("the delegated task was stopped")),
    ("a stop while children work", |past| {
        past.delegated_and_failed_with(ToolErrorCode::Interrupted, "the turn was stopped")
    }),
    ("a stop while a child works that may write", |past| {
        past.delegated_and_failed_with(ToolErrorCode::OutcomeUnknown, "the turn was stopped")
    }),
    ("a child that its caller's Thread took along", |past| past.happened.children_deleted > 0),
    ("a child that failed", |past| past.failed_with(ToolErrorCode::DelegateFailed)),
    ("a steer while children work", |past| past.steered_while_delegating()),
    ("a command that no child takes", |past| past.refused(RefusalCode::NotAllowed)),
    ("a child's tab that the person made their own", |past| past.happened.tabs_kept > 0),
    // Files and titles.
    ("a file that a message brings along", |past| {
        past.rows.values().any(|row| row["body"]["attachments"][0].is_object())
    }),
    ("a file removed", |past| past.acknowledged("attachments.remove")),
    ("a file that a message holds", |past| past.refused(RefusalCode::UnusableAttachment)),
    ("a title from the model", |past| past.rows.values().any(|row| row["title"]["by"] == "model")),
    ("a title that the person wrote meanwhile", |past| past.happened.named_meanwhile > 0),
    ("a death while a title is looked for", |past| past.happened.deaths.iter().any(|death| death.titling)),
    ("a Thread pinned and put away", |past| {
        past.rows.values().any(|row| row["pinned"] == true && row["archived"] == true)
    }),
    // The disk.
    ("a failed commit of a command", |past| past.refused(RefusalCode::StorageFull)),
    ("a failed commit amid a reply", |past| past.disk_failed_in(Some(RunState::StreamingModel))),
    ("a failed commit while a call is out", |past| past.disk_failed_in(Some(RunState::ExecutingTool))),
    ("a failed commit while a card waits", |past| past.disk_failed_in(Some(RunState::WaitingApproval))),
    ("a failed commit while nothing runs", |past| past.disk_failed_in(None)),
    ("a disk that was full", |past| {
        past.happened.failures.iter().any(|(error, _)| *error == StoreError::QuotaExceeded)
    }),
];

fn all() -> impl Iterator<Item = &'static Situation> {
    ALL.iter().chain(OF_WINDOWS)
}

/// A world at its end.
pub(crate) struct Past {
    pub(crate) rows: Snapshot,
    happened: Happened,
    answers: Vec<Answered>,
    sent_anew: usize,
    met: BTreeMap<Fault, u64>,
}

/// Which of `ALL` this world met, in their order.
pub(crate) fn met(world: &World) -> Vec<bool> {
    let past = Past {
        rows: world.rows.snapshot(),
        happened: world.chronicle.read().clone(),
        answers: world.answers().cloned().collect(),
        sent_anew: world.sent_anew(),
        met: fault::met(),
    };
    all().map(|(_, is_met)| is_met(&past)).collect()
}

/// How many schedules met each.
#[derive(Default)]
pub(crate) struct Counts {
    met: Vec<u64>,
}

impl Counts {
    pub(crate) fn add(&mut self, situations: &[bool]) {
        self.met.resize(situations.len(), 0);
        for (count, is_met) in self.met.iter_mut().zip(situations) {
            *count += u64::from(*is_met);
        }
    }

    pub(crate) fn never(&self) -> Vec<&'static str> {
        all().zip(&self.met).filter(|(_, count)| **count == 0).map(|((name, _), _)| *name).collect()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        all().zip(&self.met).try_for_each(|((name, _), count)| writeln!(f, "{count:>7} {name}"))
    }
}

impl Past {
    /// A node of this kind.
    pub(crate) fn appended(&self, kind: &str) -> bool {
        self.rows.values().any(|row| row["body"]["type"] == kind)
    }

    fn died_at(&self, point: Point) -> bool {
        self.happened.deaths.iter().any(|death| death.point == Some(point))
    }

    pub(crate) fn died_in(&self, state: RunState) -> bool {
        self.happened.deaths.iter().any(|death| death.state == Some(state))
    }

    fn died_with(&self, recovery: Recovery) -> bool {
        self.happened.deaths.iter().any(|death| death.out == Some(recovery))
    }

    pub(crate) fn stopped_in(&self, state: RunState) -> bool {
        self.happened.stops.contains(&state)
    }

    fn deleted_in(&self, state: RunState) -> bool {
        self.happened.deletions.contains(&state)
    }

    fn visited_in(&self, state: RunState) -> bool {
        self.happened.visits.contains(&state)
    }

    fn disk_failed_in(&self, state: Option<RunState>) -> bool {
        self.happened.failures.iter().any(|(_, doing)| *doing == state)
    }

    /// Code that a fault would have changed was reached.
    fn met(&self, fault: Fault) -> bool {
        self.met.contains_key(&fault)
    }

    fn refused(&self, code: RefusalCode) -> bool {
        self.answers
            .iter()
            .any(|answer| matches!(answer, Answered::Rejected(refusal) if refusal.code == code))
    }

    /// Payloads of the journal's entries of one kind.
    pub(crate) fn journal<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.rows.values().filter(move |row| row["type"] == kind).map(|row| &row["payload"])
    }

    pub(crate) fn says(&self, kind: &str, field: &str, word: &str) -> bool {
        self.journal(kind).any(|entry| entry[field] == word)
    }

    /// Kinds of the entries of each Run, in order.
    fn runs(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut runs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for row in self.rows.values() {
            if let (Some(run), Some(kind)) = (row["run"].as_str(), row["type"].as_str()) {
                runs.entry(run).or_default().push(kind);
            }
        }
        runs
    }

    /// Entries of one Run, one behind the other.
    pub(crate) fn in_a_row(&self, wanted: &[&str]) -> bool {
        self.runs().values().any(|kinds| kinds.windows(wanted.len()).any(|entries| entries == wanted))
    }

    fn resumed_after(&self, end: &str) -> bool {
        self.in_a_row(&[end, "run.resumed"])
    }

    /// A command that has a receipt, and so changed something.
    fn acknowledged(&self, command: &str) -> bool {
        self.rows.values().any(|row| row["command"] == command && row["response"]["type"] == "acknowledged")
    }

    fn acknowledged_as(&self, command: &str, body: &str) -> bool {
        self.rows.values().any(|row| row["command"] == command && row["response"]["body"]["type"] == body)
    }

    fn response(&self, kind: &str) -> bool {
        self.rows.values().any(|row| row["body"]["response"]["type"] == kind)
    }

    fn repented(&self) -> bool {
        let of = |pointer: &str, word: &str| -> Vec<&Value> {
            let rows =
                self.rows.values().filter(|row| row.pointer(pointer).is_some_and(|value| value == word));
            rows.map(|row| &row["turn"]).collect()
        };
        let proved = of("/body/evidence/standing", "proved");
        of("/body/type", "completion_rejected").iter().any(|turn| proved.contains(turn))
    }

    fn queued_and_ran(&self) -> bool {
        self.runs().values().any(|kinds| kinds.contains(&"run.queued") && kinds.contains(&"run.created"))
    }

    /// The journal of a message that never ran is all that is left of it.
    fn removed_from_queue(&self) -> bool {
        self.runs().iter().any(|(run, kinds)| {
            kinds.contains(&"run.queued")
                && !kinds.contains(&"run.created")
                && !self.rows.keys().any(|key| key.to_string() == format!("runs/{run}"))
        })
    }

    fn failed_with(&self, code: ToolErrorCode) -> bool {
        self.rows.values().any(|row| row["body"]["outcome"]["failure"]["code"] == json!(code))
    }

    /// Two calls of one reply, and the result of the later one was there first.
    fn came_back_out_of_order(&self) -> bool {
        let nodes = |kind: &'static str| {
            self.rows.values().map(|row| (row, &row["body"])).filter(move |(_, body)| body["type"] == kind)
        };
        let back: BTreeMap<String, u64> = nodes("tool_result")
            .filter(|(_, body)| body["outcome"]["type"] == "done")
            .filter_map(|(row, body)| Some((body["call"].as_str()?.to_owned(), row["seq"].as_u64()?)))
            .collect();
        let mut replies: BTreeMap<&str, Vec<(u64, u64)>> = BTreeMap::new();
        for (row, body) in nodes("tool_call") {
            let back = row["id"].as_str().and_then(|id| back.get(id));
            if let (Some(reply), Some(call), Some(back)) = (body["reply"].as_str(), row["seq"].as_u64(), back)
            {
                replies.entry(reply).or_default().push((call, *back));
            }
        }
        replies.into_values().any(|mut calls| {
            calls.sort_unstable();
            !calls.is_sorted_by_key(|(_, back)| *back)
        })
    }

    /// An entry of a child's journal.
    fn in_a_child(&self, kind: &str, is_so: impl Fn(&Value) -> bool) -> bool {
        self.rows.values().any(|row| row["type"] == kind && row["depth"] == 1 && is_so(row))
    }

    fn clicks(&self, call: &Value) -> bool {
        self.rows.values().any(|row| row["id"] == *call && row["body"]["tool"] == "click")
    }

    fn fails_with_words(&self, words: &str) -> bool {
        self.rows.values().any(|row| {
            row["body"]["outcome"]["failure"]["message"].as_str().is_some_and(|said| said.starts_with(words))
        })
    }

    /// A call that had a child.
    fn delegated_and_failed_with(&self, code: ToolErrorCode, words: &str) -> bool {
        let begun: Vec<&Value> = self.journal("delegate.begun").map(|entry| &entry["call"]).collect();
        self.rows.values().map(|row| &row["body"]).any(|body| {
            let failure = &body["outcome"]["failure"];
            begun.contains(&&body["call"])
                && failure["code"] == json!(code)
                && failure["message"].as_str().is_some_and(|said| said.starts_with(words))
        })
    }

    fn steered_while_delegating(&self) -> bool {
        self.runs().values().any(|kinds| {
            let mut behind = kinds.iter().skip_while(|kind| **kind != "delegate.begun");
            behind.any(|kind| *kind == "steer.admitted") && behind.any(|kind| *kind == "delegate.counted")
        })
    }

    fn partial(&self, why: &str) -> bool {
        self.rows.values().any(|row| row["body"]["ending"]["why"] == why)
    }

    fn asked_for(&self, kind: &str) -> bool {
        self.rows.values().any(|row| row["ask"]["type"] == kind)
    }

    fn has_rows(&self, table: &str) -> bool {
        self.rows.keys().any(|key| key.to_string().starts_with(table))
    }
}
