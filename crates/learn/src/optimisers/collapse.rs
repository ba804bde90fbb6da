//! A collapse of a search, noticed and undone.

use serde::{Deserialize, Serialize};

use super::methods::MethodState;
use crate::invalid::{Invalid, at_least, invalid};
use crate::optimisers::fitness::middle;

/// When a search has collapsed, and what is done then.
///
/// The level of a search is the median, over the last generations, of the median fitness of their
/// candidates: neither one lucky candidate nor one unlucky generation moves it. Where the level
/// falls below a part of the highest one so far, the method goes back to the state in which it was
/// at the highest, with a smaller step. What it draws from then on is new, because random numbers
/// depend on the number of the generation. The first generation after that measures the highest
/// level again: where it was luck, it does not stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Collapse {
    /// The part of the highest level below which a level is a collapse.
    pub below: f64,
    /// Over how many generations a level is taken.
    pub generations: usize,
    /// What the step is multiplied by.
    pub step: f64,
}

impl Default for Collapse {
    fn default() -> Self {
        Collapse {
            below: 0.1,
            generations: 3,
            step: 0.5,
        }
    }
}

impl Collapse {
    /// Whether the numbers can be.
    ///
    /// # Errors
    ///
    /// The first that cannot be, and what would be right.
    pub fn validate(&self) -> Result<(), Invalid> {
        for (field, value) in [("below", self.below), ("step", self.step)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(invalid(field, value, "it must be above 0 and below 1"));
            }
        }
        at_least("generations", self.generations, 1)
    }
}

/// A collapse that was undone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undone {
    /// The generation that the search went back to.
    pub to: u64,
    /// The level that it had fallen from.
    pub from_level: f64,
    /// The level that it had fallen to.
    pub to_level: f64,
}

/// What looks after a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Guard {
    pub config: Collapse,
    /// The medians of the last generations, the oldest first.
    medians: Vec<f64>,
    highest: Option<Highest>,
    /// Whether the next generation is the first after a collapse was undone.
    fresh: bool,
    /// How many collapses have been undone.
    pub count: u64,
    /// The one that the last generation was.
    pub last: Option<Undone>,
}

/// The search at its highest level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Highest {
    level: f64,
    generation: u64,
    /// The method that proposed that generation.
    method: MethodState,
}

impl Guard {
    pub(super) fn new(config: Collapse) -> Self {
        Guard {
            config,
            medians: Vec::new(),
            highest: None,
            fresh: false,
            count: 0,
            last: None,
        }
    }

    /// Sees the fitness of a generation and the method that proposed it, before that learns. Gives
    /// the method to go on with where the search has collapsed.
    pub(super) fn see(
        &mut self,
        generation: u64,
        fitness: &[f64],
        method: &MethodState,
    ) -> Option<MethodState> {
        let median = middle(fitness.to_vec())?;
        self.last = None;
        if std::mem::take(&mut self.fresh)
            && let Some(highest) = &mut self.highest
        {
            highest.level = highest.level.min(median);
        }
        self.medians.push(median);
        if self.medians.len() > self.config.generations {
            self.medians.remove(0);
        }
        if self.medians.len() < self.config.generations {
            return None;
        }
        let level = middle(self.medians.clone())?;
        match &mut self.highest {
            Some(highest) if level < self.config.below * highest.level => {
                highest.method.method_mut().shrink(self.config.step);
                self.last = Some(Undone {
                    to: highest.generation,
                    from_level: highest.level,
                    to_level: level,
                });
                self.count += 1;
                self.medians.clear();
                self.fresh = true;
                Some(highest.method.clone())
            }
            Some(highest) if level < highest.level => None,
            // A generation that is worse than the level may be the first of a collapse.
            _ if median < level => None,
            _ => {
                self.highest = Some(Highest {
                    level,
                    generation,
                    method: method.clone(),
                });
                None
            }
        }
    }

    /// Forgets the levels, which are those of another game from now on.
    pub(super) fn clear(&mut self) {
        self.medians.clear();
        self.highest = None;
        self.fresh = false;
    }

    /// Whether what was read back can be one of a method that fits.
    pub(super) fn fits(&self, fits: impl Fn(&MethodState) -> bool) -> bool {
        self.config.validate().is_ok()
            && self.medians.len() <= self.config.generations
            && self.highest.iter().all(|highest| fits(&highest.method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;
    use crate::optimisers::testing::{outcome, sphere};
    use crate::optimisers::{Candidate, Config, Fitness, Optimiser, Outcome, Space};

    fn optimiser(name: &str) -> Optimiser {
        let space = Space::linear(4).unwrap();
        let plain = Optimiser::new(Config::named(name).unwrap(), space, Fitness::Lines, 1);
        plain.unwrap().with_collapse(Collapse::default()).unwrap()
    }

    /// Tells a generation whose candidates have about this many lines, the nearer to 0 the more.
    fn tell(optimiser: &mut Optimiser, lines: f64) -> Vec<Candidate> {
        let asked = optimiser.ask();
        let outcomes: Vec<Outcome> = asked
            .iter()
            .map(|one| {
                let far = sphere(&one.genes).min(1.0);
                outcome(one.id, &[(lines * (1.1 - 0.1 * far)) as u64])
            })
            .collect();
        optimiser.tell(&outcomes).unwrap();
        asked
    }

    /// The methods that have a distribution.
    fn names() -> impl Iterator<Item = &'static str> {
        let all = Config::NAMES.iter().copied();
        all.filter(|name| Config::named(name).is_some_and(|config| config.has_distribution()))
    }

    #[test]
    fn a_collapse_is_undone_with_a_smaller_step_and_new_candidates() {
        for name in names() {
            let mut search = optimiser(name);
            for _ in 0..5 {
                tell(&mut search, 1e6);
            }
            for lines in [2e6, 3e6] {
                tell(&mut search, lines);
            }
            let highest = search.distribution();
            let first = tell(&mut search, 2.5e6);
            for _ in 0..3 {
                tell(&mut search, 1.2e6);
            }
            tell(&mut search, 100.0);
            assert_eq!(
                search.undone(),
                None,
                "{name}: one generation is no collapse"
            );
            let mut loaded: Optimiser =
                serde_json::from_str(&serde_json::to_string(&search).unwrap()).unwrap();
            tell(&mut search, 100.0);
            tell(&mut loaded, 100.0);
            assert_eq!(search, loaded);
            let undone = search.undone().expect(name);
            assert!(undone.to_level < 200.0 && undone.from_level > 1e6);
            assert_eq!((undone.to, search.collapses()), (7, 1), "{name}");
            assert_eq!(search.distribution().mean, highest.mean, "{name}");
            let asked = tell(&mut search, 1e6);
            assert_ne!(asked, first, "{name}");
            assert_eq!((search.undone(), search.collapses()), (None, 1));
        }
    }

    /// The state that is gone back to is that of the highest level, with half the step.
    #[test]
    fn the_step_is_halved() {
        for name in names() {
            let mut search = optimiser(name);
            let mut at = Vec::new();
            for _ in 0..5 {
                at.push(search.distribution());
                tell(&mut search, 1e6);
            }
            tell(&mut search, 0.0);
            tell(&mut search, 0.0);
            let undone = search.undone().expect(name);
            let (was, is) = (&at[undone.to as usize], search.distribution());
            assert_eq!(is.mean, was.mean, "{name}");
            for (is, was) in is.sd.iter().zip(&was.sd) {
                assert!((is / was - 0.5).abs() < 1e-9, "{name}: {is} {was}");
            }
            // Once more, to the same state with a quarter of the step.
            for lines in [1e6, 0.0, 0.0] {
                tell(&mut search, lines);
            }
            assert_eq!(search.collapses(), 2, "{name}");
            for (is, was) in search.distribution().sd.iter().zip(&was.sd) {
                assert!((is / was - 0.25).abs() < 1e-9, "{name}: {is} {was}");
            }
        }
    }

    /// Games are common to a generation, five of them, and geometric: the noise that the guard has
    /// to bear. A generation that is twenty times as lucky as the others is forgotten.
    #[test]
    fn noise_is_no_collapse_and_luck_does_not_stay() {
        let mut search = optimiser("cma-es");
        let mut draws = Draws::of_generation(5, 5);
        for generation in 0..2000 {
            let five: f64 = (0..5).map(|_| -libm::log(1.0 - draws.uniform())).sum();
            tell(&mut search, 1000.0 * five / 5.0);
            assert_eq!(search.collapses(), 0, "generation {generation}");
        }
        for _ in 0..3 {
            tell(&mut search, 40_000.0);
        }
        for _ in 0..50 {
            tell(&mut search, 1000.0);
        }
        assert_eq!(search.collapses(), 1, "the luck is undone once");
    }

    #[test]
    fn another_game_has_other_levels() {
        let mut search = optimiser("cma-es");
        for _ in 0..4 {
            tell(&mut search, 1e6);
        }
        search.change_game();
        for _ in 0..4 {
            tell(&mut search, 10.0);
        }
        assert_eq!(search.collapses(), 0);
    }

    #[test]
    fn impossible_numbers_and_methods() {
        let check = |change: &dyn Fn(&mut Collapse), field: &str| {
            let mut config = Collapse::default();
            change(&mut config);
            assert_eq!(config.validate().unwrap_err().field, field);
        };
        check(&|c| c.below = 0.0, "below");
        check(&|c| c.below = f64::NAN, "below");
        check(&|c| c.step = 1.0, "step");
        check(&|c| c.generations = 0, "generations");
        let space = Space::linear(3).unwrap();
        let genetic = Optimiser::new(Config::named("genetic").unwrap(), space, Fitness::Lines, 1);
        let error = genetic.unwrap().with_collapse(Collapse::default());
        assert!(error.unwrap_err().right.contains("`cross-entropy`"));
    }

    #[test]
    fn a_kept_state_that_does_not_fit_is_refused() {
        let mut search = optimiser("cma-es");
        for _ in 0..4 {
            tell(&mut search, 1e6);
        }
        let text = serde_json::to_string(&search).unwrap();
        let (head, guard) = text.split_at(text.find("\"guard\"").unwrap());
        let other = format!(
            "{head}{}",
            guard.replacen("\"mean\":[", "\"mean\":[0.0,", 1)
        );
        assert_ne!(other, text);
        assert!(serde_json::from_str::<Optimiser>(&other).is_err());
    }
}
