//! Composed features drawn at random: the pool that a search over expressions chooses from.

use tetrarium_engine::Reading;
use tetrarium_engine::features::Count;
use tetrarium_engine::random::{Purpose, Stream, below};

/// The most that a rating has.
pub(super) const MOST: usize = 1000;

/// How often a feature that cannot be, or is there already, is drawn again.
const ATTEMPTS: usize = 100;

/// The numbers that minima and conditions compare with.
pub(super) const NUMBERS: [u32; 8] = [1, 2, 3, 4, 6, 8, 10, 12];

/// How many forms there are.
pub(super) const FORMS: usize = 4;

/// The text of an expression of one of the forms: a product, a ratio, a minimum with a number, and
/// a condition that a feature exceeds a number.
pub(super) fn text(form: usize, first: &Reading, second: &Reading, number: u32) -> String {
    match form {
        0 => format!("({first}) * ({second})"),
        1 => format!("({first}) / ({second})"),
        2 => format!("min({first}, {number})"),
        _ => format!("({first}) if ({second}) > {number}"),
    }
}

/// Draws `count` different composed features over those that have one value. The same
/// arguments give the same ones.
pub(super) fn drawn(over: &[Reading], count: usize, seed: u64) -> Result<Vec<Reading>, String> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if count > MOST {
        return Err(format!("{count} is not possible: draw at most {MOST}"));
    }
    let parts: Vec<&Reading> = over
        .iter()
        .filter(|reading| reading.feature.count == Count::One)
        .collect();
    if parts.is_empty() {
        return Err("no feature that is named has one value: there is nothing to compose".into());
    }
    let stream = Stream::new(seed, u64::MAX, Purpose::Sampling);
    let mut next = 0;
    let mut draw = |bound: usize| {
        next += 1;
        below(stream.word(next), bound as u32) as usize
    };
    let mut found: Vec<Reading> = Vec::new();
    for _ in 0..count * ATTEMPTS {
        let [first, second] = [0, 1].map(|_| parts[draw(parts.len())]);
        let number = NUMBERS[draw(NUMBERS.len())];
        let text = text(draw(FORMS), first, second, number);
        let Ok(reading) = Reading::named(&text) else {
            continue;
        };
        if !found.contains(&reading) && !over.contains(&reading) {
            found.push(reading);
        }
        if found.len() == count {
            return Ok(found);
        }
    }
    Err(format!(
        "{count} is not possible: the features that are named gave only {} different ones",
        found.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::Experiment;

    fn named(names: &[&str]) -> Vec<Reading> {
        let named = names.iter().map(|name| Reading::named(name).unwrap());
        named.collect()
    }

    #[test]
    fn the_seed_draws_different_features_that_are_composed_of_those_named() {
        let over = named(&["holes", "max-height", "column-height", "squared-wells"]);
        let pool = drawn(&over, 40, 1).unwrap();
        assert_eq!(drawn(&over, 40, 1).unwrap(), pool);
        assert_ne!(drawn(&over, 40, 2).unwrap(), pool);
        for (place, reading) in pool.iter().enumerate() {
            assert!(!pool[..place].contains(reading));
            let text = reading.to_string();
            assert!(
                [" * ", " / ", "min(", " if "]
                    .iter()
                    .any(|sign| text.contains(sign))
            );
            assert!(!text.contains("column-height"), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let error = |names: &[&str], count| drawn(&named(names), count, 1).unwrap_err();
        assert!(error(&["column-height"], 3).contains("nothing to compose"));
        assert!(error(&["holes"], 100).contains("gave only 18 different ones"));
        assert!(error(&["holes"], 1_000_000).contains("at most 1000"));
    }

    #[test]
    fn an_experiment_is_the_same_under_every_seed() {
        let text = "schema = 1\nname = \"pool\"\nrating = { features = [\"holes\", \"wells\"], \
                    selection = true, composed = 5 }\noptimiser.genetic = {}\nfitness = { games = 1 \
                    }\nbudget = { generations = 1 }\n";
        let experiment = Experiment::from_toml(text).unwrap();
        let other = experiment.with_seed(2).unwrap();
        assert_eq!(experiment.readings().len(), 7);
        assert_eq!(experiment.readings()[..2], other.readings()[..2]);
        assert_ne!(experiment.readings()[2..], other.readings()[2..]);
        assert_eq!(experiment.fingerprint(), other.fingerprint());
        let fewer = Experiment::from_toml(&text.replace("composed = 5", "composed = 4")).unwrap();
        assert_ne!(experiment.fingerprint(), fewer.fingerprint());
        let wrong = Experiment::from_toml(&text.replace("composed = 5", "composed = 5000"));
        assert_eq!(wrong.unwrap_err().field.as_deref(), Some("rating.composed"));
    }
}
