//! How long the phases are.

use serde::{Deserialize, Serialize};

use super::error::AdaptError;

/// How the agent believes, tunes and keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// As Thiery & Scherrer's agent of the 2008 competition does.
    Published,
    /// With a posterior, a library of controllers and successive elimination.
    Library,
}

/// How long the phases are, in steps (placements).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The form of the agent.
    pub form: Form,
    /// The steps of the whole game.
    pub steps: u64,
    /// The steps of the first phase, in which the agent looks.
    pub look: u64,
    /// The steps of the last phase, in which controllers are tried.
    pub trial: u64,
    /// The vectors of one generation of tuning.
    pub population: u64,
    /// The generations of tuning.
    pub generations: u64,
    /// The steps, in the believed game, by which a vector is judged.
    pub candidate_steps: u64,
    /// The seed of the game and of the tuning.
    pub seed: u64,
}

/// What judges the mean of a generation, in steps for each step of a vector: 1,000,000 for 50,000
/// in the published agent.
const JUDGED_BY: u64 = 20;

/// The part of the first phase whose points do not count: 2,000 of 50,000 steps in the published
/// agent.
const UNCOUNTED: u64 = 25;

/// The largest of each setting: no sum of them overflows.
const MOST: u64 = 1_000_000_000_000;

impl Settings {
    /// The settings of a form: those of the published agent, and less tuning for the library's,
    /// which begins with a controller that plays.
    pub fn new(form: Form) -> Settings {
        let (population, generations, candidate_steps) = match form {
            Form::Published => (250, 100, 50_000),
            Form::Library => (16, 60, 20_000),
        };
        Settings {
            form,
            steps: 5_000_000,
            look: 50_000,
            trial: 50_000,
            population,
            generations,
            candidate_steps,
            seed: 1,
        }
    }

    /// Whether the settings can be.
    pub(super) fn check(&self) -> Result<(), AdaptError> {
        let least_population = match self.form {
            // The best tenth is kept.
            Form::Published => 10,
            Form::Library => 4,
        };
        let wrong = |name, value, right: String| Err(AdaptError::Setting { name, value, right });
        for (name, value, least, most) in [
            ("steps", self.steps, 1, MOST),
            ("look", self.look, 100, MOST),
            ("trial", self.trial, 100, MOST),
            ("population", self.population, least_population, 1_000_000),
            ("generations", self.generations, 1, 1_000_000),
            ("candidate-steps", self.candidate_steps, 1, 1_000_000_000),
        ] {
            if !(least..=most).contains(&value) {
                return wrong(name, value, format!("it must be from {least} to {most}"));
            }
        }
        let phases = self.look + self.trial;
        if self.steps < phases {
            let right = format!("it must be at least look + trial, which is {phases}");
            return wrong("steps", self.steps, right);
        }
        Ok(())
    }

    /// The steps by which a mean is judged.
    pub(super) fn judged_steps(&self) -> u64 {
        JUDGED_BY * self.candidate_steps
    }

    /// The first steps of the first phase, which do not count.
    pub(super) fn uncounted(&self) -> u64 {
        self.look / UNCOUNTED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_be_are_refused_by_name() {
        let published = Settings::new(Form::Published);
        assert_eq!(published.check(), Ok(()));
        assert_eq!(published.judged_steps(), 1_000_000);
        assert_eq!(published.uncounted(), 2000);
        let refused = |change: &dyn Fn(&mut Settings)| {
            let mut settings = published;
            change(&mut settings);
            settings.check().unwrap_err().to_string()
        };
        assert!(refused(&|one| one.population = 9).contains("population is 9: it must be from 10"));
        assert!(refused(&|one| one.generations = 0).contains("generations is 0"));
        let short = refused(&|one| one.steps = 99_999);
        assert!(
            short.contains("at least look + trial, which is 100000"),
            "{short}"
        );
    }
}
