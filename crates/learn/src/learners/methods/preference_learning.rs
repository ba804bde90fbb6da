//! Preferences learnt from a player (Lippmann, Kukolich & Singer 1993).
//!
//! A player is watched, and a rating is fitted that puts the placement that it chose above the
//! others of the same turn. A net that compares two placements, and has the same weights for both,
//! is a logistic regression on the difference of two ratings: so a rating is learnt, and played
//! greedily. The paper is known through Amundsen (2014) alone; the size of its net and its data are
//! not.

mod data;
mod loss;
mod newton;
#[cfg(test)]
mod tests;
mod training;
mod wrong;

use serde::{Deserialize, Serialize};
use tetrarium_engine::rating::net::MOST_UNITS;
use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Player, Rating, catalogue};

use crate::invalid::{Invalid, count, invalid, many, positive};
use crate::learners::expansion::as_moves;
use crate::learners::method::{Log, Method, Parameters, Round, StopReason, Tick};
use crate::learners::playing::play_on;
use crate::learners::setting::{Setting, derived};
use crate::learners::values::Values;
use crate::nets::{Net, Trainer, quantised};
use crate::parameters::{Range, parameters};
use data::{Turn, is_test};
use newton::Newton;
use training::{Trained, layers};
use wrong::Wrong;

pub use loss::Compare;

/// What is fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// A weight for each value.
    #[default]
    Linear,
    /// A net with one hidden layer.
    Net,
}

/// How a net is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Descent {
    /// Adam (Kingma & Ba 2015).
    #[default]
    Adam,
    /// Plain steps along the gradient.
    Gradient,
}

parameters! {
    /// Preferences learnt from a player (Lippmann, Kukolich & Singer 1993).
    pub struct PreferenceLearning {
        /// The controller of the catalogue that is watched, where no recorded games are named. It
        /// plays by the rules of the experiment. Default here: the paper watched a person.
        pub teacher: String = "bcts".into(), Range::Words("the name of a controller");
        /// Files of recorded games, whose player is watched instead.
        pub recorded: Vec<String> = Vec::new(), Range::Words("a list of files");
        /// The turns of the teacher that are learnt from, those of the test included. Default here.
        pub turns: usize = 10_000, Range::Count(1);
        /// The share of games that is kept to test with. Default here.
        pub test: f64 = 0.2, Range::Words("0 or more, and below 1");
        /// What is fitted: `linear`, by Newton's method in one iteration, or `net`.
        pub model: Model = Model::Linear, Range::Words("linear or net");
        /// What is compared: `pairs`, the chosen placement with each other one (Lippmann et al.
        /// 1993), or `turns`, with all others at once. Default here.
        pub compare: Compare = Compare::Turns, Range::Words("pairs or turns");
        /// ρ: what the squares of the weights cost. Choices that a rating explains wholly would
        /// make weights grow without end. Default here.
        pub penalty: f64 = 1e-3, Range::Positive;
        /// The hidden units of a net. Default here.
        pub units: usize = 10, Range::Words("whole, 1 to 512");
        /// How a net is trained: `adam` or `gradient`. Default here.
        pub descent: Descent = Descent::Adam, Range::Words("adam or gradient");
        /// The size of a step of a net. Default here.
        pub rate: f64 = 0.01, Range::Positive;
        /// The turns of a step of a net; none for all of them. Default here.
        pub batch: Option<usize> = None, Range::Count(1);
        /// The steps of an iteration of a net, each over a batch. Default here.
        pub steps: u64 = 50, Range::Many(1);
        /// The iterations of a net. Default here.
        pub iterations: u64 = 10, Range::Many(1);
    }
}

impl Parameters for PreferenceLearning {
    const NAME: &'static str = "preference-learning";
    const SUMMARY: &'static str =
        "a rating that prefers what a teacher chose (Lippmann, Kukolich & Singer 1993)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        if setting.rules.suicide == Suicide::Zero {
            let right = "preferences have no zero to compare such moves with: use avoided or \
                         considered";
            return Err(invalid("suicide", "zero", right));
        }
        match self.recorded.is_empty() {
            true => self.check_teacher(setting)?,
            false => self.check_choices(setting)?,
        }
        count("turns", self.turns, 1)?;
        if !(self.test >= 0.0 && self.test < 1.0) {
            return Err(invalid(
                "test",
                self.test,
                "it must be 0 or more, and below 1",
            ));
        }
        positive("penalty", self.penalty)?;
        positive("rate", self.rate)?;
        if let Some(batch) = self.batch {
            count("batch", batch, 1)?;
        }
        many("steps", self.steps, 1)?;
        many("iterations", self.iterations, 1)?;
        if !(1..=MOST_UNITS).contains(&self.units) {
            let right = format!("it must be between 1 and {MOST_UNITS}");
            return Err(invalid("units", self.units, right));
        }
        if self.model == Model::Net {
            let values = setting.values().count();
            if values > MOST_UNITS {
                let right = format!("a net reads {MOST_UNITS} values at most");
                return Err(invalid("features", format!("{values} values"), right));
            }
        }
        Ok(())
    }

    fn start(self, setting: &Setting) -> State {
        let columns = setting.values().count();
        let rate = self.rate;
        let trainer = |parameters| match self.descent {
            Descent::Adam => Trainer::adam(rate, parameters),
            Descent::Gradient => Trainer::gradient(rate),
        };
        let fitted = match self.model {
            Model::Linear => Fitted::Linear(vec![0.0; columns]),
            Model::Net => {
                let seed = derived(setting.seed, START);
                Fitted::Net(Box::new(Trained::new(columns, self.units, trainer, seed)))
            }
        };
        State {
            config: self,
            iterations: 0,
            fitted,
            turns: None,
        }
    }
}

impl PreferenceLearning {
    fn check_teacher(&self, setting: &Setting) -> Result<(), Invalid> {
        let wrong = |right: String| invalid("teacher", format!("`{}`", self.teacher), right);
        let teacher = catalogue::named(&self.teacher).map_err(|error| wrong(error.to_string()))?;
        match Player::new(teacher, &setting.rules) {
            Ok(_) => Ok(()),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    fn check_choices(&self, setting: &Setting) -> Result<(), Invalid> {
        let wrong = |right: &str| Err(invalid("recorded", self.recorded.join(", "), right));
        if setting.choices.is_empty() {
            return wrong("no turns were read from there");
        }
        let possible = |choice: &super::super::Choice| choice.played(&setting.rules).is_some();
        match setting.choices.iter().all(possible) {
            true => Ok(()),
            false => wrong("a turn is not possible by the rules of this experiment"),
        }
    }
}

/// The numbers of the seeds for the teacher's games and for the first weights of a net.
const GAMES: u64 = u64::MAX;
const START: u64 = u64::MAX - 1;

/// The turns of one task. No game of a task reaches into another, so a task is either learnt from
/// or tested with.
const TURNS_A_TASK: usize = 100;

/// What is to be done: turns to be read off, or a rating to be fitted to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// The teacher plays.
    Watch {
        /// The seed of its games.
        seed: u64,
        /// How many turns.
        turns: usize,
        /// Whether they are kept to test with.
        test: bool,
    },
    /// Recorded choices.
    Read {
        /// The first.
        first: usize,
        /// How many.
        count: usize,
    },
    /// The fit.
    Fit(Fitted, Vec<Turn>),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// The turns.
    Turns(Vec<Turn>),
    /// What was fitted, and what is to be logged of it.
    Fit(Fitted, Log),
}

/// What is fitted, as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitted {
    /// The weights.
    Linear(Vec<f64>),
    /// The net.
    Net(Box<Trained>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: PreferenceLearning,
    iterations: u64,
    fitted: Fitted,
    /// The turns, between the two rounds of an iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turns: Option<Vec<Turn>>,
}

impl Method for State {
    type Parameters = PreferenceLearning;
    type Task = Work;
    type Answer = Done;

    fn ask(&self, setting: &Setting, _: u64) -> Vec<Work> {
        if let Some(turns) = &self.turns {
            return vec![Work::Fit(self.fitted.clone(), turns.clone())];
        }
        let recorded = !self.config.recorded.is_empty();
        let all = match recorded {
            true => setting.choices.len(),
            false => self.config.turns,
        };
        // The same games in every iteration: only their seeds need to be kept.
        let games = derived(setting.seed, GAMES);
        let task = |(number, first): (u64, usize)| {
            let count = TURNS_A_TASK.min(all - first);
            match recorded {
                true => Work::Read { first, count },
                false => Work::Watch {
                    seed: derived(games, number),
                    turns: count,
                    test: is_test(number, self.config.test),
                },
            }
        };
        (0..)
            .zip((0..all).step_by(TURNS_A_TASK))
            .map(task)
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &PreferenceLearning,
        task: &Work,
        tick: Tick,
    ) -> Option<Done> {
        let values = setting.values();
        match task {
            Work::Watch { seed, turns, test } => {
                let teacher = catalogue::named(&parameters.teacher).ok()?;
                let player = Player::new(teacher, &setting.rules).ok()?;
                let mut found = Vec::new();
                play_on(&player, *seed, *turns as u64, tick, |_, played| {
                    found.extend(Turn::of(setting, &values, played, *test));
                })?;
                counted(found, &values, tick)
            }
            Work::Read { first, count } => {
                let mut found = Vec::new();
                let (mut number, mut before) = (0, None);
                for (place, choice) in setting.choices[..first + count].iter().enumerate() {
                    if before.is_some_and(|game| game != choice.game()) {
                        number += 1;
                    }
                    before = Some(choice.game());
                    if place >= *first
                        && let Some(played) = choice.played(&setting.rules)
                    {
                        let test = is_test(number, parameters.test);
                        found.extend(Turn::of(setting, &values, &played, test));
                    }
                }
                counted(found, &values, tick)
            }
            Work::Fit(fitted, turns) => {
                let (fitted, mut log) = fit(fitted, turns, &values, parameters, tick)?;
                let wrong = Wrong::of(setting, parameters, &fitted.genes(), turns);
                wrong.add_to(&mut log);
                Some(Done::Fit(fitted, log))
            }
        }
    }

    fn tell(&mut self, _: &Setting, answers: Vec<Done>) -> Round {
        let mut all = Vec::new();
        for answer in answers {
            match answer {
                Done::Turns(turns) => all.extend(turns),
                Done::Fit(fitted, log) => {
                    self.fitted = fitted;
                    self.turns = None;
                    self.iterations += 1;
                    return Round::Done(log);
                }
            }
        }
        self.turns = Some(all);
        Round::More
    }

    fn genes(&self) -> Vec<f64> {
        self.fitted.genes()
    }

    fn rating(setting: &Setting, parameters: &PreferenceLearning, genes: &[f64]) -> Rating {
        match parameters.model {
            Model::Linear => setting.rating(genes),
            Model::Net => {
                let net = net_of(setting, parameters, genes);
                let net = quantised(&net, &setting.readings, setting.rules.board, 0.0);
                Rating::of_net(Vec::new(), net)
            }
        }
    }

    fn stop(&self) -> Option<StopReason> {
        let enough = match self.config.model {
            Model::Linear => 1,
            Model::Net => self.config.iterations,
        };
        (self.iterations >= enough).then_some(StopReason::Complete)
    }
}

impl Fitted {
    fn genes(&self) -> Vec<f64> {
        match self {
            Fitted::Linear(weights) => weights.clone(),
            Fitted::Net(trained) => trained.genes(),
        }
    }
}

/// The net of a learner's numbers, over values as they are.
fn net_of(setting: &Setting, parameters: &PreferenceLearning, genes: &[f64]) -> Net {
    let net = Net::of(setting.values().count(), &layers(parameters.units), genes);
    net.expect("the numbers are those of the net")
}

/// The turns, after their placements were counted.
fn counted(turns: Vec<Turn>, values: &Values, tick: Tick) -> Option<Done> {
    let numbers: usize = turns.iter().map(|turn| turn.rows.len()).sum();
    let placements = numbers / values.count().max(1);
    tick(as_moves(placements as u64)).then_some(Done::Turns(turns))
}

/// The next fit; none if the work was ended.
fn fit(
    fitted: &Fitted,
    turns: &[Turn],
    values: &Values,
    parameters: &PreferenceLearning,
    tick: Tick,
) -> Option<(Fitted, Log)> {
    let (compare, penalty) = (parameters.compare, parameters.penalty);
    let learnt = turns.iter().filter(|turn| !turn.test).count();
    let mut log = Log::from([("turns".to_string(), learnt as f64)]);
    let fitted = match fitted {
        Fitted::Linear(_) => {
            let problem = Newton::new(turns, values, compare, penalty);
            let (weights, loss, steps) = problem.solve(tick)?;
            log.insert("loss".to_string(), loss / (learnt as f64).max(1.0));
            log.insert("steps".to_string(), steps as f64);
            Fitted::Linear(weights)
        }
        Fitted::Net(trained) => {
            let mut trained = trained.clone();
            let steps = (parameters.steps, parameters.batch);
            let loss = trained.train(turns, values, (compare, penalty), steps, tick)?;
            log.insert("loss".to_string(), loss);
            Fitted::Net(trained)
        }
    };
    Some((fitted, log))
}
