//! What a Run stands on: frozen when its Turn is admitted, compared when it goes on. A Run whose ground has moved is not
//! continued on other ground; the person is told what moved.

use crate::input::World;
use crate::precedent;
use crate::task_model;
use crate::versions::versions;
use crate::window;
use fairlead_protocol::canonical;
use fairlead_protocol::caps;
use fairlead_protocol::connection::{Connection, Model};
use fairlead_protocol::context::ContextTerms;
use fairlead_protocol::delegation::Leash;
use fairlead_protocol::ids::{ConnectionId, Digest};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{Catalogue, Drift, Environment, Footing, Overrides, Vision};
use fairlead_protocol::settings::{Limits, ToolChoice};
use fairlead_protocol::to_json;
use serde_json::Value;

/// Of the record.
const FORMAT: u32 = 2;
const FIRST_WITH_FOOTING: u32 = 2;

/// The world of a new Turn.
pub(crate) fn freeze(
    world: World<'_>,
    tab: Option<&TabRef>,
    overrides: &Overrides,
) -> Result<Environment, Refusal> {
    let (connection, model) = chosen(world, overrides)?;
    let limits = overrides.limits.unwrap_or(world.settings.limits).limits();
    if limits.cost_micros.is_some() && model.prices.is_none() {
        let message = format!(
            "a limit of money needs prices: write them at the model {} of {} in the settings, or take the limit away",
            model.id, connection.name
        );
        return Err(Refusal::new(RefusalCode::NoPrices, message).at("limits.cost_micros"));
    }
    let mut environment = Environment {
        format: FORMAT,
        connection: connection.id.clone(),
        model: model.id.clone(),
        policy: overrides.policy.unwrap_or(world.settings.policy),
        tab: tab.cloned(),
        locale: world.locale.to_owned(),
        versions: versions(),
        limits,
        prices: model.prices,
        task: task_model::freeze(world, (connection, &model), limits),
        context: Some(window::terms(world, &model, overrides)),
        completion: Some(world.settings.completion),
        catalogue: catalogue(world, connection, &model),
        vision: if model.capabilities.vision { Vision::Pictures } else { Vision::Blind },
        leash: None,
        footing: Some(Footing {
            wire: connection.wire,
            base_url: connection.base_url.clone(),
            key: connection.key_state(),
            tools: fairlead_tools::generation(),
            digest: Digest::new(""),
        }),
    };
    let digest = digest(&environment);
    if canonical::text(&environment).len() > caps::ENVIRONMENT_BYTES {
        let message =
            format!("what this turn would stand on has more than {} bytes", caps::ENVIRONMENT_BYTES);
        return Err(Refusal::new(RefusalCode::TooLarge, message).at("overrides"));
    }
    if let Some(footing) = &mut environment.footing {
        footing.digest = digest;
    }
    Ok(environment)
}

/// The world of a delegated Run: that of its caller, without the caller's tab.
pub(crate) fn lent(environment: &Environment, limits: Limits, leash: Leash) -> Environment {
    let mut lent = Environment { tab: None, limits, leash: Some(leash), ..environment.clone() };
    let digest = digest(&lent);
    if let Some(footing) = &mut lent.footing {
        footing.digest = digest;
    }
    lent
}

/// A Turn whose window was full goes on with what the person says of it now; all else stays as it was frozen.
pub(crate) fn rewindow(environment: &mut Environment, window: u32) {
    environment.context = Some(ContextTerms { window, ..window::terms_of(environment) });
    let digest = digest(environment);
    if let Some(footing) = &mut environment.footing {
        footing.digest = digest;
    }
}

/// What is not as it was. A record of format 1 has nothing to compare but its connection.
pub fn drift(world: World<'_>, environment: &Environment) -> Option<Drift> {
    precedent::drift(|| drifted(world, environment))
}

fn drifted(world: World<'_>, environment: &Environment) -> Option<Drift> {
    if environment.format > FORMAT {
        return Some(Drift::Format);
    }
    let Some(connection) = connection_of(world, environment) else { return Some(Drift::Connection) };
    let Some(footing) = &environment.footing else {
        return (environment.format >= FIRST_WITH_FOOTING).then_some(Drift::Record);
    };
    if footing.digest != digest(environment) {
        Some(Drift::Record)
    } else if footing.wire != connection.wire || footing.base_url != connection.base_url {
        Some(Drift::Transport)
    } else if footing.key != connection.key_state() {
        Some(Drift::Credential)
    } else if footing.tools != fairlead_tools::generation() {
        Some(Drift::Tools)
    } else {
        None
    }
}

/// The part of the environment that is not as it was, under the name that it has on the wire.
pub fn part(drift: Drift) -> &'static str {
    match drift {
        Drift::Format => "format",
        Drift::Record => "record",
        Drift::Connection => "connection",
        Drift::Transport => "transport",
        Drift::Credential => "credential",
        Drift::Tools => "tools",
    }
}

/// In words for the person.
pub fn told(drift: Drift) -> &'static str {
    match drift {
        Drift::Format => "this turn was begun by a newer version of Fairlead",
        Drift::Record => "what was stored of this turn is damaged",
        Drift::Connection => "the connection that this turn began with is gone",
        Drift::Transport => "the address of the connection has changed since this turn began",
        Drift::Credential => "a key was added to the connection or taken away since this turn began",
        Drift::Tools => "Fairlead's tools have changed since this turn began",
    }
}

fn catalogue(world: World<'_>, connection: &Connection, model: &Model) -> Catalogue {
    if connection.quirks.no_tools || !model.capabilities.tools {
        return Catalogue::None;
    }
    match world.settings.tools {
        ToolChoice::All => Catalogue::Whole,
        ToolChoice::ByIntent => Catalogue::ByIntent,
    }
}

/// What the person wants for this Turn, what they want for all, or the first that there is.
fn chosen<'a>(world: World<'a>, overrides: &Overrides) -> Result<(&'a Connection, Model), Refusal> {
    let preferred = world.settings.model.as_ref().and_then(|choice| {
        let connection = connection_named(world, &choice.connection)?;
        let model = choice.model.as_ref().and_then(|id| connection.models.find(id));
        Some((connection, model.unwrap_or(&connection.models.first)))
    });
    let (connection, usual) = match &overrides.connection {
        Some(id) => {
            let connection = connection_named(world, id).ok_or_else(|| {
                Refusal::new(RefusalCode::UnknownConnection, "this connection is not set up any more")
                    .at("overrides.connection")
            })?;
            (connection, &connection.models.first)
        }
        None => {
            let first = || world.connections.first().map(|first| (first, &first.models.first));
            preferred.or_else(first).ok_or_else(|| {
                let message = "no model is set up: add a connection in the settings";
                Refusal::new(RefusalCode::NoConnection, message)
            })?
        }
    };
    let model = overrides.model.as_ref().map_or_else(|| usual.clone(), |id| model_of(connection, id));
    Ok((connection, model))
}

/// Of a model that a connection does not list, its name is known.
pub(crate) fn model_of(connection: &Connection, id: &str) -> Model {
    connection.models.find(id).cloned().unwrap_or_else(|| Model::named(id))
}

pub(crate) fn connection_named<'a>(world: World<'a>, id: &ConnectionId) -> Option<&'a Connection> {
    world.connections.iter().find(|connection| connection.id == *id)
}

pub(crate) fn connection_of<'a>(world: World<'a>, environment: &Environment) -> Option<&'a Connection> {
    connection_named(world, &environment.connection)
}

/// The tab is left out: it is followed while the Run goes on.
fn digest(environment: &Environment) -> Digest {
    let mut record = to_json::value(environment);
    if let Some(record) = record.as_object_mut() {
        record.remove("tab");
        if let Some(footing) = record.get_mut("footing").and_then(Value::as_object_mut) {
            footing.remove("digest");
        }
    }
    canonical::digest(&record)
}
