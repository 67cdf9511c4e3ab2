//! The journals there are: how each was made, and how it goes on.

use super::making::{
    FIRST, asks, away, hands_over, long_page, looks_around, narrow, nothing, pages, put_back_to_ready,
    resume, sleeps, standings, takes_notes, watches,
};
use super::{Golden, Moment};
use crate::completion::boaster;
use crate::keys::locked;
use crate::stage::REQUEST;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::Carry;
use fairlead_protocol::evidence::Standing;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::item::{Item, ItemBody, StepStatus};
use fairlead_protocol::node::Delivery;
use fairlead_protocol::pause::{Asking, Gesture};
use fairlead_protocol::run::{Overrides, Phase, RunState};
use fairlead_protocol::settings::{Limits, LimitsProfile, Settings};
use fairlead_protocol::thread::QueueMode;
use fairlead_sim::model::{Fault, Say, shopper};
use fairlead_sim::panel::Answered;
use fairlead_sim::{Person, Setup, World};
use std::rc::Rc;

pub(super) const ALL: [Golden; 30] = [
    Golden {
        name: "completed",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "unverified",
        state: RunState::Completed,
        make: || away(boaster),
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(
                standings(world, panel),
                [Standing::Rejected, Standing::Rejected, Standing::Unverified]
            );
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "with_a_rejection",
        state: RunState::StreamingModel,
        make: || {
            let mut world = away(boaster);
            world.until(|world| world.model.count() == 2);
            world
        },
        moment: Moment::Midway,
        take_up: |world, panel| {
            world.settle();
            assert_eq!(standings(world, panel).first(), Some(&Standing::Rejected));
        },
    },
    Golden {
        name: "failed",
        state: RunState::Failed,
        make: || away(|_| Say::text("It begins").failing(Fault::Broken { percent: 60 })),
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "interrupted",
        state: RunState::Interrupted,
        make: || {
            let mut world = away(shopper);
            world.until(|world| !world.view(FIRST).approvals.is_empty());
            world.interrupt(FIRST);
            world
        },
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "paused_budget",
        state: RunState::PausedBudget,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            let limits = Limits { tokens: Some(1), ..Limits::default() };
            let overrides = Overrides { limits: Some(LimitsProfile::Own { limits }), ..Overrides::default() };
            let (thread, text, tab) = (world.thread_of(panel), REQUEST.to_owned(), world.front());
            let attachments = Vec::new();
            world.send(panel, CommandBody::TurnSubmit { thread, text, tab, attachments, overrides });
            world.until(|world| world.view(panel).state() == Some(RunState::PausedBudget));
            world
        },
        moment: Moment::AtRest,
        // Each time it is granted what one call of the model takes.
        take_up: |world, panel| {
            while world.view(panel).state() == Some(RunState::PausedBudget) {
                let asked = world.resume(panel).unwrap();
                world.settle();
                if let Some(Answered::Rejected(_)) = world.answer(panel, &asked) {
                    break;
                }
            }
        },
    },
    Golden {
        name: "paused_limit",
        state: RunState::PausedLimit,
        make: || away(|_| Say::raw_calls([("read_page", "{".to_owned())])),
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "paused_context",
        state: RunState::PausedContext,
        make: || narrow(long_page),
        moment: Moment::AtRest,
        // What is too much to be read at once goes out of view, and the model looks for what it needs.
        take_up: resume,
    },
    Golden {
        name: "paused_context_left",
        state: RunState::PausedContext,
        make: || {
            let mut world = narrow(long_page);
            world.until(|world| world.view(FIRST).state() == Some(RunState::PausedContext));
            let last = world.view(FIRST).items.last().unwrap().id.clone();
            world.carry_over(FIRST, last, "t2", Carry::Abridged);
            world.leave(FIRST);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(world.view(panel).run.map(|run| run.asking), Some(Asking::Left));
            let there = world.look_at("t2");
            world.submit(there, REQUEST);
            world.settle();
            world.resume(panel);
        },
    },
    Golden {
        name: "waiting_keys",
        state: RunState::WaitingKeys,
        make: || locked(shopper).0,
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "compacting",
        state: RunState::Compacting,
        make: || {
            let mut world = narrow(pages);
            world.until(|world| world.view(FIRST).state() == Some(RunState::Compacting));
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "with_a_summary",
        state: RunState::WaitingApproval,
        make: || narrow(pages),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "paused_takeover",
        state: RunState::PausedTakeover,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world.until(|world| world.view(panel).asked == 1);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.on_page(panel, Gesture::Touch);
            world
        },
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "paused_uncertain",
        state: RunState::PausedUncertain,
        make: || {
            let person = Person { losses: Rc::new(|_, _| None), ..Person::attentive() };
            let mut world = World::new(Setup { person, ..Setup::default() });
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world.until(|world| world.view(panel).asked == 1);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.crash();
            world
        },
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_approval",
        state: RunState::WaitingApproval,
        make: || away(shopper),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_question",
        state: RunState::WaitingInteraction,
        make: || away(asks),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_timer",
        state: RunState::WaitingInteraction,
        make: || {
            let mut world = away(sleeps);
            world.until(|world| !world.view(FIRST).interactions.is_empty());
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_action",
        state: RunState::WaitingInteraction,
        make: || away(hands_over),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_watch",
        state: RunState::WaitingInteraction,
        make: || {
            let mut world = away(watches);
            world.until(|world| world.web.borrow().glances == 2);
            world
        },
        moment: Moment::Midway,
        // The last minutes of its day.
        take_up: |world, _| "Take".clone_into(&mut world.web.borrow_mut().wording),
    },
    Golden {
        name: "ready",
        state: RunState::Ready,
        make: || {
            let mut world = away(shopper);
            world.until(|world| world.view(FIRST).state() == Some(RunState::StreamingModel));
            put_back_to_ready(&world);
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "streaming_model",
        state: RunState::StreamingModel,
        make: || {
            let mut world = away(shopper);
            world.until(|world| world.view(FIRST).state() == Some(RunState::StreamingModel));
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "executing_tool",
        state: RunState::ExecutingTool,
        make: || {
            let mut world = away(shopper);
            world.until(|world| world.view(FIRST).state() == Some(RunState::ExecutingTool));
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "executing_side_by_side",
        state: RunState::ExecutingTool,
        make: || {
            let mut world = away(looks_around);
            world.until(|world| {
                let back = |item: &Item| {
                    matches!(&item.body, ItemBody::ToolCall { status: StepStatus::Done { .. }, .. })
                };
                world.view(FIRST).items.iter().any(back)
            });
            let state = world.stored(&ThreadId::new("t1")).unwrap();
            let Phase::ExecutingTool { beside, .. } = &state.run().unwrap().phase else { panic!() };
            assert_eq!(beside.len(), 1, "one has come back, two are out");
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "queued",
        state: RunState::Queued,
        make: || {
            let mut world = away(shopper);
            world.until(|world| !world.view(FIRST).approvals.is_empty());
            world.enqueue(FIRST, "Is it in the cart?");
            world.enqueue(FIRST, REQUEST);
            world.until(|world| world.view(FIRST).queue.len() == 2);
            let (thread, turn) = (ThreadId::new("t1"), world.view(FIRST).queue[1].turn.clone());
            world.send(FIRST, CommandBody::QueueMove { thread, turn, to: 0 });
            world.interrupt(FIRST);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(world.view(panel).queue_mode, QueueMode::Held);
            let texts: Vec<String> =
                world.view(panel).queue.into_iter().map(|waiting| waiting.text).collect();
            assert_eq!(texts, [REQUEST, "Is it in the cart?"]);
            let (thread, turn) = (ThreadId::new("t1"), world.view(panel).queue[1].turn.clone());
            world.send(panel, CommandBody::QueueRemove { thread: thread.clone(), turn });
            world.send(panel, CommandBody::QueueRelease { thread });
        },
    },
    Golden {
        name: "with_steers",
        state: RunState::WaitingApproval,
        make: || {
            let mut world = away(shopper);
            world.until(|world| !world.view(FIRST).approvals.is_empty());
            world.steer(FIRST, "the cheapest of them");
            world.steer(FIRST, "the cheapest of them, in stock");
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            world.settle();
            let said = |item: &&Item| {
                matches!(&item.body, ItemBody::UserMessage { delivery: Delivery::Steered, .. })
            };
            assert_eq!(world.view(panel).items.iter().filter(said).count(), 2);
        },
    },
    Golden {
        name: "with_a_tree",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            for text in ["Good morning", "Good day"] {
                world.submit(panel, text);
                world.settle();
            }
            for text in ["Good evening", "Good night"] {
                let turn = world.turn(panel).unwrap();
                world.fork_turn(panel, turn, Some(text));
                world.settle();
            }
            let (thread, turn) = (ThreadId::new("t1"), world.turn(panel).unwrap());
            world.send(panel, CommandBody::TurnDelete { thread, turn });
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            let fork = world.view(panel).forks[0].clone();
            assert_eq!((fork.siblings.len(), fork.at), (2, 1));
            let (thread, node) = (ThreadId::new("t1"), fork.siblings[0].clone());
            world.send(panel, CommandBody::ThreadSelectBranch { thread, node });
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "with_attachments",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.attach(panel, "file1", "notes.txt", "QXVyb3Jh");
            world.attach(panel, "file2", "unsent.txt", "Qm9yZWFsaXM=");
            world.submit_with(panel, "What does it say?", &["file1"]);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            world.submit_with(panel, REQUEST, &["file2"]);
            world.settle();
            let asked = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
            assert!(asked.contains("notes.txt") && asked.contains("Borealis"));
        },
    },
    Golden {
        name: "with_notes",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup { brain: Rc::new(takes_notes), ..Setup::default() });
            let panel = world.open("t1");
            let settings = Settings { instructions: "In prose.".to_owned(), ..Settings::default() };
            world.send(panel, CommandBody::SettingsSet { settings });
            world.submit(panel, "I take size 42");
            world.settle();
            world.submit(panel, "And now?");
            world.until(|world| world.view(panel).live.is_some());
            world.send(panel, CommandBody::SettingsSet { settings: Settings::default() });
            let (thread, tab) = (world.thread_of(panel), None);
            world.send(panel, CommandBody::ContextRefresh { thread, tab });
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(world.view(panel).plan.map(|plan| plan.steps.len()), Some(2));
            world.submit(panel, REQUEST);
            world.settle();
            let asked = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
            assert!(
                asked.contains("Shoe size 42") && asked.contains("taken their standing instructions back")
            );
        },
    },
    Golden {
        name: "with_a_copy",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, "Good morning");
            world.settle();
            let last = world.view(panel).items.last().unwrap().id.clone();
            world.fork_thread(panel, last, "t2");
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            let there = world.look_at("t2");
            world.submit(there, "Good evening");
            world.settle();
            assert_eq!(world.view(there).items.len(), 4);
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "with_a_title_wanted_again",
        state: RunState::StreamingModel,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world.until(|world| world.model.titles().len() == 1);
            world.crash();
            world.until(|world| world.model.titles().len() == 2);
            world
        },
        moment: Moment::Midway,
        take_up: |world, _| {
            world.settle();
            assert_eq!(world.model.titles().len(), 0, "it was asked for twice");
        },
    },
];
