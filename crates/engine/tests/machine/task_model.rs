//! The model beside a Turn's own: when there is one, what it stands on, and what its answers cost.

use crate::bench::stands::SMALL_WINDOW;
use crate::bench::{Bench, connection, thread};
use crate::inputs::submit;
use fairlead_engine::attached::Contents;
use fairlead_engine::task_model::{answerers, connection_of};
use fairlead_engine::{Ids, Input, Probes, summary, title};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{Connection, Model, ModelChoice, Prices, Wire};
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::run::{Answerer, Environment, Phase};
use fairlead_protocol::settings::{Limits, LimitsProfile, Titles};

const PRICES: Prices = Prices { input: 1_000_000, output: 2_000_000, cache_read: None, cache_write: None };
const USAGE: Usage = Usage { input: 1_000, output: 100, cache_read: 0, cache_write: 0, reasoning: None };

fn small() -> Model {
    Model { context_window: Some(16_384), prices: Some(PRICES), ..Model::named("small") }
}

fn choice(connection: &str, model: Option<&str>) -> Option<ModelChoice> {
    Some(ModelChoice { connection: ConnectionId::new(connection), model: model.map(str::to_owned) })
}

/// With a second connection, whose small model is asked beside each Turn.
fn with_a_small_one(mut bench: Bench) -> Bench {
    bench.connections.push(Connection { id: ConnectionId::new("b"), models: small().into(), ..connection() });
    bench.settings.task_model = choice("b", None);
    bench
}

fn frozen(bench: &mut Bench) -> &Environment {
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("hello"));
    &bench.state.run().unwrap().environment
}

#[test]
fn a_turn_freezes_the_model_beside_it_with_what_that_stands_on() {
    let mut bench = with_a_small_one(Bench::new());
    let environment = frozen(&mut bench).clone();
    let task = environment.task.as_ref().unwrap();
    assert_eq!((task.connection.as_str(), task.model.as_str()), ("b", "small"));
    assert_eq!((task.window, task.prices), (16_384, Some(PRICES)));
    assert_eq!(environment.model, "m");
    assert_eq!(connection_of(&environment, Answerer::Task).as_str(), "b");
    assert_eq!(connection_of(&environment, Answerer::Own).as_str(), "c");
}

#[test]
fn there_is_none_where_none_is_wanted_or_it_is_the_own_one_or_it_is_gone() {
    for wanted in
        [None, choice("c", None), choice("c", Some("m")), choice("b", Some("gone")), choice("gone", None)]
    {
        let mut bench = with_a_small_one(Bench::new());
        bench.settings.task_model = wanted.clone();
        assert_eq!(frozen(&mut bench).task, None, "{wanted:?}");
    }
}

#[test]
fn where_money_is_counted_a_model_without_prices_is_not_asked() {
    for (prices, served) in [(None, false), (Some(PRICES), true)] {
        let mut bench = with_a_small_one(Bench::new());
        bench.connections[0].models.first.prices = Some(PRICES);
        bench.connections[1].models.first.prices = prices;
        let limits = Limits { cost_micros: Some(1_000_000), ..Limits::default() };
        bench.settings.limits = LimitsProfile::Own { limits };
        assert_eq!(frozen(&mut bench).task.is_some(), served);
    }
}

type Move = fn(&mut Connection);

#[test]
fn where_its_ground_has_moved_the_own_model_serves() {
    let moves: [(&str, Move, bool); 6] = [
        ("nothing", |_| {}, true),
        ("another name", |connection| connection.name.push('x'), true),
        ("another address", |connection| connection.base_url.push_str("/x"), false),
        ("another wire", |connection| connection.wire = Wire::Anthropic, false),
        ("another model", |connection| connection.models.first.id.push('x'), false),
        ("gone", |connection| connection.id = ConnectionId::new("x"), false),
    ];
    let mut bench = with_a_small_one(Bench::new());
    let environment = frozen(&mut bench).clone();
    for (name, change, stands) in moves {
        let mut bench = bench.clone();
        change(&mut bench.connections[1]);
        let expected = if stands { vec![Answerer::Task, Answerer::Own] } else { vec![Answerer::Own] };
        let (seen, held, ids) = (Probes::default(), Contents::new(), Ids::new("task"));
        let asked = bench.in_ctx(&seen, &held, &ids, |ctx| answerers(ctx.world, &environment));
        assert_eq!(asked, expected, "{name}");
    }
}

#[test]
fn titles_are_asked_of_it() {
    let mut bench = with_a_small_one(Bench::new());
    bench.settings.titles = Titles::Model;
    frozen(&mut bench);
    let asked = |by| title::request(&bench.state, by).unwrap().model;
    assert_eq!((asked(Answerer::Own), asked(Answerer::Task)), ("m".to_owned(), "small".to_owned()));
}

#[test]
fn what_it_answers_costs_what_it_costs() {
    for (by, cost) in [(Answerer::Own, 0), (Answerer::Task, 1_200)] {
        let mut bench = with_a_small_one(Bench::new());
        bench.connections[0].models.first.context_window = Some(SMALL_WINDOW);
        frozen(&mut bench);
        bench.reads(2_200);
        bench.reads(2_200);
        let Phase::Compacting { compaction } = bench.state.run().unwrap().phase.clone() else { panic!() };
        let before = bench.state.run().unwrap().counters.cost_micros;
        let asked = summary::request(&bench.state, &bench.turn(), &compaction, by).unwrap();
        assert_eq!(asked.model, if by == Answerer::Task { "small" } else { "m" });
        let usage = Some(USAGE);
        bench.must(Input::SummaryMade { effect: bench.effect(), answer: None, usage, by });
        assert_eq!(bench.state.run().unwrap().counters.cost_micros - before, cost, "{by:?}");
    }
}
