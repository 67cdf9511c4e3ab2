//! The replay itself: one decision after another on the state that the engine made of those before.

use crate::compare::{MARK, Twins};
use crate::decision::{Decision, decisions};
use crate::delegated;
use crate::error::Error;
use crate::file::{Line, RunFile};
use crate::inputs::Source;
use crate::world::Ground;
use fairlead_engine::attached::Contents;
use fairlead_engine::decide::Rejection;
use fairlead_engine::precedent::{Precedents, during};
use fairlead_engine::probe::CallPlace;
use fairlead_engine::{Ctx, Fact, Hoard, Ids, Input, Probes, ThreadState, apply, decide};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::delegation::Leash;
use fairlead_protocol::ids::{ThreadId, Timestamp};
use fairlead_protocol::thread::QueueMode;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Every entry came out as it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    pub facts: usize,
    /// Words of the policy that were taken as they were given.
    pub given: usize,
}

struct Entry {
    kind: String,
    payload: Map<String, Value>,
}

struct Replay<'a> {
    file: &'a RunFile,
    ground: Ground,
    state: ThreadState,
    twins: Twins,
    /// Of each recorded call in its reply.
    places: BTreeMap<String, CallPlace>,
    decided: usize,
    agreed: Agreement,
}

/// The first difference, or that there is none.
pub fn replay(file: &RunFile) -> Result<Agreement, Error> {
    let (before, decisions) = decisions(&file.journal)?;
    let mut replay = Replay {
        file,
        ground: Ground::of(&file.environment),
        state: ThreadState::absent(ThreadId::new("replay")),
        twins: Twins::default(),
        places: BTreeMap::new(),
        decided: 0,
        agreed: Agreement { facts: 0, given: 0 },
    };
    replay.open(before)?;
    for decision in &decisions {
        replay.again(decision)?;
    }
    Ok(replay.agreed)
}

impl Replay<'_> {
    fn open(&mut self, before: &[Line]) -> Result<(), Error> {
        let create = Input::Command(CommandBody::ThreadCreate { thread: self.state.id.clone() });
        let now = self.file.journal.first().map_or(0, |line| line.ts);
        let facts = self.before(&create, Timestamp(now))?;
        self.applied(&facts, Timestamp(now));
        match &self.file.environment.leash {
            Some(leash) => self.open_child(leash, before, Timestamp(now)),
            None => Ok(()),
        }
    }

    /// As its caller wrote it: one Turn that waits to begin.
    fn open_child(&mut self, leash: &Leash, before: &[Line], now: Timestamp) -> Result<(), Error> {
        let decision = Decision { cause: None, lines: &[] };
        let source = Source { file: self.file, decision: &decision, state: &self.state, twins: &self.twins };
        let facts = self.before(&source.submit()?, now)?;
        if let Some(thread) = &mut self.state.thread {
            delegated::mark(thread);
        }
        let queued = facts.iter().find_map(|fact| delegated::queued(fact, &facts, leash));
        let entries = self.applied(queued.as_slice(), now);
        self.compare(before, entries)
    }

    /// What was decided before the first entry of the file.
    fn before(&self, input: &Input, now: Timestamp) -> Result<Vec<Fact>, Error> {
        let facts = self.decide(input, &Probes::none(), now, None);
        facts.map_err(|why| Error::unplayable(0, why.to_string()))
    }

    fn again(&mut self, decision: &Decision<'_>) -> Result<(), Error> {
        for line in decision.lines.iter().filter(|line| line.kind == "tools.proposed") {
            let calls = line.payload.get("calls").and_then(Value::as_array);
            let calls = calls.into_iter().flatten().filter_map(Value::as_str);
            self.places.extend(calls.map(str::to_owned).zip(0..));
        }
        self.ground.stand_for(decision, self.file);
        let now = Timestamp(decision.lines.first().map_or(0, |line| line.ts));
        if let Some(thread) = self.state.thread.as_mut().filter(|_| decision.has("run.queued")) {
            // What it waited behind is in no file: here it waits because the line is held.
            thread.queue = QueueMode::Held;
        }
        let source = Source { file: self.file, decision, state: &self.state, twins: &self.twins };
        let (input, live, sights) = (source.input()?, source.live(), decision.sights()?);
        let precedents = Precedents { evidence: source.evidence(), ..decision.precedents(&self.places) };
        self.agreed.given += precedents.words.len();
        let decided = during(precedents, || self.decide(&input, &sights, now, live));
        let entries = match decided {
            Ok(facts) => self.applied(&facts, now),
            Err(why) => return Err(differs(decision.lines.first(), Some(format!("refused: {why}")))),
        };
        self.compare(decision.lines, entries)
    }

    /// Entries as they were recorded, and as they came out.
    fn compare(&mut self, lines: &[Line], entries: Vec<Entry>) -> Result<(), Error> {
        let mut entries = entries.into_iter();
        for line in lines {
            match entries.next() {
                Some(entry) if entry.kind == line.kind && self.twins.alike(&line.payload, &entry.payload) => {
                    self.agreed.facts += 1;
                }
                other => {
                    return Err(differs(Some(line), other.map(|entry| told(&entry.kind, &entry.payload))));
                }
            }
        }
        match (entries.next(), lines.last()) {
            (Some(more), Some(last)) => Err(Error::Differs {
                seq: last.seq + 1,
                recorded: "nothing more of this decision".to_owned(),
                replayed: told(&more.kind, &more.payload),
            }),
            _ => Ok(()),
        }
    }

    fn decide(
        &self,
        input: &Input,
        probes: &Probes,
        now: Timestamp,
        live: Option<fairlead_engine::LiveReply>,
    ) -> Result<Vec<Fact>, Rejection> {
        let ids = Ids::new(format!("{MARK}{}{MARK}", self.decided));
        let (hoard, contents) = (Hoard::default(), Contents::default());
        let world = self.ground.world();
        let ctx = Ctx { now, ids: &ids, world, probes, live, hoard: &hoard, contents: &contents };
        decide(&self.state, input, &ctx)
    }

    /// Applies the facts; what their Run's journal has of them.
    fn applied(&mut self, facts: &[Fact], now: Timestamp) -> Vec<Entry> {
        self.decided += 1;
        let mut entries = Vec::new();
        for fact in facts {
            apply(&mut self.state, fact, now);
            let run = fact.turn().and_then(|turn| self.state.runs.get(turn));
            let entry = run.and_then(|run| fact.journal(run.counters));
            entries.extend(entry.map(|entry| Entry { kind: entry.kind.to_owned(), payload: entry.payload }));
        }
        entries
    }
}

fn differs(line: Option<&Line>, replayed: Option<String>) -> Error {
    Error::Differs {
        seq: line.map_or(0, |line| line.seq),
        recorded: line.map_or_else(String::new, |line| told(&line.kind, &line.payload)),
        replayed: replayed.unwrap_or_else(|| "nothing more".to_owned()),
    }
}

/// Without what led to it.
fn told(kind: &str, payload: &Map<String, Value>) -> String {
    let mut payload = payload.clone();
    payload.remove("cause");
    format!("{kind} {}", Value::Object(payload))
}
