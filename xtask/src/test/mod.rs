//! The layers of tests in order, cheapest first; the first that fails ends it. What the layers are is data in `layers`; this file
//! only goes through them, times them and adds up.

mod count;
pub(crate) mod journey;
pub(crate) mod layers;
mod real_model;
mod run;

use crate::error::{Error, Result};
use crate::place::Place;
use count::Count;
use layers::{LAYERS, Layer, REAL_MODEL};
use std::time::{Duration, Instant};

/// Prints one last line `N passed, N failed`, whatever happened.
pub(crate) fn all(place: &Place) -> Result<()> {
    through(place, LAYERS)
}

pub(crate) fn one(place: &Place, name: &str) -> Result<()> {
    let layer = LAYERS.iter().find(|layer| layer.name == name).ok_or_else(|| {
        let names: Vec<&str> = LAYERS.iter().map(|layer| layer.name).collect();
        Error::Usage(format!("no layer `{name}`; there are {}", names.join(", ")))
    })?;
    through(place, std::slice::from_ref(layer))
}

pub(crate) fn with_real_model(place: &Place) -> Result<()> {
    through(place, &[REAL_MODEL])
}

fn through(place: &Place, layers: &[Layer]) -> Result<()> {
    let mut total = Count::default();
    let mut times: Vec<(&str, Count, Duration)> = Vec::new();
    let mut outcome = Ok(());
    for layer in layers {
        println!("\n== {}: {}", layer.name, layer.about);
        let started = Instant::now();
        let count = layer_of(place, layer);
        total = total + count;
        times.push((layer.name, count, started.elapsed()));
        if count.failed > 0 {
            outcome = Err(Error::Layer { layer: layer.name });
            break;
        }
    }
    println!();
    for (name, count, time) in times {
        println!("{name:<8} {count:<24} {:>6.1} s", time.as_secs_f64());
    }
    println!("{total}");
    outcome
}

fn layer_of(place: &Place, layer: &Layer) -> Count {
    let mut sum = Count::default();
    for run in layer.runs {
        let count = run::perform(place, layer, run).unwrap_or_else(|why| {
            // What could not even be started counts as one failure, so that the last line tells the truth.
            eprintln!("xtask: {why}");
            Count { passed: 0, failed: 1 }
        });
        sum = sum + count;
        if sum.failed > 0 {
            break;
        }
    }
    sum
}
