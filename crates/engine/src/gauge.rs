//! What a provider counted of earlier requests corrects what is estimated of the next one. Kept for each model in the row of the
//! Thread, so that it is there after a crash and nothing has to be counted again.

use fairlead_protocol::caps;
use fairlead_protocol::context::Gauge;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::run::Environment;

/// A correction beyond these is an error of somebody's, in per mille.
const LEAST: u64 = 500;
const MOST: u64 = 4_000;
/// A count that differs more from the estimate is of something else: of what a cache did not hold, or made up.
const BELIEVED: std::ops::RangeInclusive<u64> = 250..=8_000;

/// All that the model read, cached or not. `None`: nobody counted it, or not this request.
pub(crate) fn counted(usage: Usage, raw: u32) -> Option<u32> {
    let counted = usage.input + usage.cache_read + usage.cache_write;
    let per_mille = counted * 1_000 / u64::from(raw).max(1);
    if BELIEVED.contains(&per_mille) { u32::try_from(counted).ok() } else { None }
}

pub(crate) fn of<'a>(gauges: &'a [Gauge], environment: &Environment) -> Option<&'a Gauge> {
    gauges.iter().find(|gauge| gauge.connection == environment.connection && gauge.model == environment.model)
}

/// What a request of this estimate will be counted as: what the newest one was counted as, and what has come since or gone.
pub(crate) fn corrected(gauge: Option<&Gauge>, raw: u32) -> u32 {
    let Some(gauge) = gauge else { return raw };
    let change = scaled(raw.abs_diff(gauge.raw), factor(gauge));
    if raw >= gauge.raw { gauge.counted.saturating_add(change) } else { gauge.counted.saturating_sub(change) }
}

/// A part of a request in the same measure as the whole.
pub(crate) fn share(part: u32, raw: u32, corrected: u32) -> u32 {
    scaled(part, u64::from(corrected) * 1_000 / u64::from(raw).max(1))
}

/// In per mille.
fn factor(gauge: &Gauge) -> u64 {
    (u64::from(gauge.counted_before) * 1_000 / u64::from(gauge.raw_before).max(1)).clamp(LEAST, MOST)
}

fn scaled(tokens: u32, per_mille: u64) -> u32 {
    u32::try_from(u64::from(tokens) * per_mille / 1_000).unwrap_or(u32::MAX)
}

/// The newest count weighs as much as all before it.
pub(crate) fn learn(gauges: &mut Vec<Gauge>, environment: &Environment, raw: u32, counted: u32) {
    let (raw_before, counted_before) =
        of(gauges, environment).map_or((0, 0), |known| (known.raw_before / 2, known.counted_before / 2));
    gauges.retain(|gauge| gauge.connection != environment.connection || gauge.model != environment.model);
    gauges.push(Gauge {
        connection: environment.connection.clone(),
        model: environment.model.clone(),
        raw,
        counted,
        raw_before: raw_before.saturating_add(raw),
        counted_before: counted_before.saturating_add(counted),
    });
    let beyond = gauges.len().saturating_sub(caps::GAUGES);
    gauges.drain(..beyond);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairlead_protocol::ids::ConnectionId;

    fn gauge(raw: u32, counted: u32, raw_before: u32, counted_before: u32) -> Gauge {
        let (connection, model) = (ConnectionId::new("c"), "m".to_owned());
        Gauge { connection, model, raw, counted, raw_before, counted_before }
    }

    #[test]
    fn a_request_is_the_newest_count_and_the_corrected_estimate_of_what_has_changed() {
        assert_eq!(corrected(None, 700), 700);
        let known = gauge(1_000, 1_200, 2_000, 2_600);
        assert_eq!(corrected(Some(&known), 1_000), 1_200);
        assert_eq!(corrected(Some(&known), 1_100), 1_330);
        assert_eq!(corrected(Some(&known), 900), 1_070);
        assert_eq!(corrected(Some(&known), 0), 0);
    }

    #[test]
    fn no_correction_is_beyond_reason() {
        assert_eq!(corrected(Some(&gauge(1_000, 1_000, 1_000, 90_000)), 1_100), 1_400);
        assert_eq!(corrected(Some(&gauge(1_000, 1_000, 90_000, 1)), 1_100), 1_050);
    }

    #[test]
    fn counts_of_something_else_are_not_believed() {
        let usage = |input, cache_read| Usage { input, cache_read, ..Usage::default() };
        assert_eq!(counted(usage(100, 900), 1_000), Some(1_000));
        assert_eq!(counted(usage(100, 0), 1_000), None);
        assert_eq!(counted(usage(9_000, 0), 1_000), None);
    }
}
