//! The model that is asked beside a Turn, for titles and notes: a smaller one does for those. It is frozen with the Turn and stands
//! on a footing of its own; where that has moved or the model is gone, the Turn's own model serves.

use crate::footing::connection_named;
use crate::input::World;
use crate::window;
use fairlead_protocol::connection::{Connection, Model, Prices};
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::run::{Answerer, Environment, TaskModel};
use fairlead_protocol::settings::Limits;

/// What a new Turn freezes. A model without prices does not serve where money is counted: what it costs would count as nothing.
pub(crate) fn freeze(world: World<'_>, own: (&Connection, &Model), limits: Limits) -> Option<TaskModel> {
    let choice = world.settings.task_model.as_ref()?;
    let connection = connection_named(world, &choice.connection)?;
    let model = match &choice.model {
        Some(id) => connection.models.find(id)?,
        None => &connection.models.first,
    };
    let is_own = connection.id == own.0.id && model.id == own.1.id;
    let is_uncounted = limits.cost_micros.is_some() && model.prices.is_none();
    (!is_own && !is_uncounted).then(|| TaskModel {
        connection: connection.id.clone(),
        model: model.id.clone(),
        window: window::of(model),
        prices: model.prices,
        wire: connection.wire,
        base_url: connection.base_url.clone(),
        key: connection.key_state(),
    })
}

/// Who may be asked now, in that order.
pub fn answerers(world: World<'_>, environment: &Environment) -> Vec<Answerer> {
    let task = environment.task.as_ref().filter(|task| stands(world, task));
    task.map(|_| Answerer::Task).into_iter().chain([Answerer::Own]).collect()
}

fn stands(world: World<'_>, task: &TaskModel) -> bool {
    connection_named(world, &task.connection).is_some_and(|connection| {
        connection.models.find(&task.model).is_some()
            && connection.wire == task.wire
            && connection.base_url == task.base_url
            && connection.key_state() == task.key
    })
}

pub fn connection_of(environment: &Environment, by: Answerer) -> &ConnectionId {
    task(environment, by).map_or(&environment.connection, |task| &task.connection)
}

pub(crate) fn name_of(environment: &Environment, by: Answerer) -> &str {
    task(environment, by).map_or(&environment.model, |task| &task.model)
}

pub(crate) fn window_of(environment: &Environment, by: Answerer) -> u32 {
    task(environment, by).map_or_else(|| window::terms_of(environment).window, |task| task.window)
}

pub(crate) fn prices_of(environment: &Environment, by: Answerer) -> Option<&Prices> {
    task(environment, by).map_or(environment.prices.as_ref(), |task| task.prices.as_ref())
}

fn task(environment: &Environment, by: Answerer) -> Option<&TaskModel> {
    match by {
        Answerer::Own => None,
        Answerer::Task => environment.task.as_ref(),
    }
}
