//! Q-learning with a Gaussian process (Ramon & Driessens 2004; Driessens, Ramon & Gärtner 2006).
//!
//! The value of a move is a function of the values after it, learnt by regression: the target of a
//! move is its reward and the discounted value of the best move that follows. The papers learn
//! after every game; here a number of games is played with one function, and then all their moves
//! are learnt, so that games can be played on any thread. The kernel is polynomial, so whatever the
//! dictionary, the function is a quadratic form of the values, which a net of squares plays. Known
//! of the papers are the method and the features, not the parameters.

mod process;
mod quadratic;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Function, Move, Placement, Rating, Reading, Term, View};

use crate::invalid::{Invalid, at_most, count, invalid, many, positive, probability, share};
use crate::learners::episode::{Chooser, in_parts, play, unit};
use crate::learners::expansion::choices;
use crate::learners::method::{Log, Method, Parameters, Round, Tick};
use crate::learners::setting::Setting;
use crate::learners::values::Values;
use crate::parameters::{Range, parameters};
use process::{Form, Process};
use quadratic::{Scale, at, coefficients, form_of, net_of};

/// Where the reward of a move comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reward {
    /// The rules say it; what follows the move is learnt.
    #[default]
    Known,
    /// The value of a move includes its reward, which is learnt like the rest.
    Learnt,
}

parameters! {
    /// Q-learning with a Gaussian process (Ramon & Driessens 2004).
    pub struct GaussianProcessQLearning {
        /// d of the kernel (1 + x·x′/n)ᵈ over n values of mean 0 and deviation 1. Default here.
        pub degree: u32 = 2, Range::Words("1 or 2");
        /// σ²: the variance of the noise of targets. Default here.
        pub noise: f64 = 1.0, Range::Positive;
        /// The part of its own kernel that the dictionary has to leave unexplained of a point that
        /// is added to it. Default here.
        pub novelty: f64 = 0.01, Range::Positive;
        /// The most points of the dictionary. Default here.
        pub points: usize = 300, Range::Words("whole, 1 to 2000");
        /// γ: what a line is worth one move later. Default here.
        pub discount: f64 = 0.9, Range::Share;
        /// Where the reward of a move comes from: `known`, from the rules, or `learnt`, as a part
        /// of the value of the move. Default here.
        pub reward: Reward = Reward::Known, Range::Words("known or learnt");
        /// The games of an iteration, which are played with one function. Default here; the papers
        /// learn after every game.
        pub games: u64 = 10, Range::Many(1);
        /// The games of the first iteration, which are played at random. Their moves give the means
        /// and the deviations of the values. Default here.
        pub first: u64 = 40, Range::Many(1);
        /// ε: how often a move is drawn at random. Default here.
        pub random: f64 = 0.1, Range::Probability;
        /// What the former is multiplied by after every game. Default here.
        pub random_falls: f64 = 0.99, Range::Share;
        /// The share of what was learnt before that still counts after an iteration. Default here.
        pub memory: f64 = 1.0, Range::Share;
        /// The pieces after which a game is cut. Default here.
        pub max_pieces: u64 = 10_000, Range::Many(1);
    }
}

/// The most points of a dictionary: a target takes the square of their number in time.
const MOST_POINTS: usize = 2000;

/// The most values: a form has a coefficient for each pair.
const MOST_VALUES: usize = 100;

impl Parameters for GaussianProcessQLearning {
    const NAME: &'static str = "gaussian-process-q-learning";
    const SUMMARY: &'static str =
        "the value of moves by a Gaussian process (Ramon & Driessens 2004)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        if setting.rules.suicide == Suicide::Considered {
            let right = "a move that ends the game is worth 0 here: use zero or avoided";
            return Err(invalid("suicide", "considered", right));
        }
        if self.reward == Reward::Known {
            setting.without_reward()?;
        }
        if !(1..=2).contains(&self.degree) {
            return Err(invalid("degree", self.degree, "it must be 1 or 2"));
        }
        positive("noise", self.noise)?;
        positive("novelty", self.novelty)?;
        count("points", self.points, 1)?;
        at_most("points", self.points, MOST_POINTS, "for the time's sake")?;
        share("discount", self.discount)?;
        many("games", self.games, 1)?;
        many("first", self.first, 1)?;
        probability("random", self.random)?;
        share("random-falls", self.random_falls)?;
        share("memory", self.memory)?;
        many("max-pieces", self.max_pieces, 1)?;
        let values = setting.values().count();
        if values > MOST_VALUES {
            let right = format!("{MOST_VALUES} values are possible: use fewer features");
            return Err(invalid("features", format!("{values} values"), right));
        }
        Ok(())
    }

    fn start(self, setting: &Setting) -> State {
        State {
            process: Process::new(Form {
                degree: self.degree,
                noise: self.noise,
                novelty: self.novelty,
                most: self.points,
            }),
            form: vec![0.0; coefficients(setting.values().count())],
            scale: None,
            games: 0,
            config: self,
        }
    }
}

/// Games to play with one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    form: Vec<f64>,
    random: f64,
    seed: u64,
    first: u64,
    count: u64,
}

/// The moves of some games with their targets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// The values after each move, row by row.
    rows: Vec<i64>,
    targets: Vec<f64>,
    lines: u64,
}

/// The least games of a task.
const GAMES_A_TASK: u64 = 5;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: GaussianProcessQLearning,
    /// The means and deviations of the first iteration; none before it.
    scale: Option<Scale>,
    process: Process,
    /// The coefficients of the function.
    form: Vec<f64>,
    /// The games played.
    games: u64,
}

impl Method for State {
    type Parameters = GaussianProcessQLearning;
    type Task = Games;
    type Answer = Targets;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Games> {
        in_parts(self.games_of_iteration(), GAMES_A_TASK)
            .map(|(first, count)| Games {
                form: self.form.clone(),
                random: self.random(),
                seed,
                first,
                count,
            })
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &GaussianProcessQLearning,
        task: &Games,
        tick: Tick,
    ) -> Option<Targets> {
        let values = setting.values();
        let mut found = Targets::default();
        for number in task.first..task.first + task.count {
            let mut episode = Episode {
                values: &values,
                parameters,
                task,
                draws: Stream::new(task.seed, number, Purpose::Learning),
                found: &mut found,
                before: None,
            };
            let (game, most) = ((task.seed, number), parameters.max_pieces);
            play(&setting.rules, game, most, tick, &mut episode)?;
            // The last move of a game that was cut has no target.
            let known = found.targets.len() * values.count();
            found.rows.truncate(known);
        }
        Some(found)
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Targets>) -> Round {
        let values = setting.values();
        let (mut rows, mut targets, mut lines) = (Vec::new(), Vec::new(), 0);
        for answer in &answers {
            rows.extend(
                answer
                    .rows
                    .chunks_exact(values.count())
                    .map(|row| values.real(row)),
            );
            targets.extend_from_slice(&answer.targets);
            lines += answer.lines;
        }
        let (games, random) = (self.games_of_iteration(), self.random());
        let scale = self
            .scale
            .get_or_insert_with(|| Scale::of(&rows, values.count()));
        self.process.fade(self.config.memory);
        let mut squares = 0.0;
        for (row, target) in rows.iter().zip(&targets) {
            let error = target - at(&self.form, row);
            squares += error * error;
            self.process.add(&scale.standard(row), *target);
        }
        self.form = form_of(&self.process, self.config.degree, scale);
        self.games += games;
        let residual = (squares / (targets.len() as f64).max(1.0)).sqrt();
        let log = [
            ("points", self.process.points().len() as f64),
            ("residual", residual),
            ("random", random),
            ("mean-before", lines as f64 / games as f64),
        ];
        Round::Done(Log::from(
            log.map(|(name, value)| (name.to_string(), value)),
        ))
    }

    fn genes(&self) -> Vec<f64> {
        self.form.clone()
    }

    fn rating(setting: &Setting, parameters: &GaussianProcessQLearning, genes: &[f64]) -> Rating {
        let size = setting.rules.board;
        let mut terms = Vec::new();
        let mut beside = 0.0;
        if parameters.reward == Reward::Known {
            let reading = Reading::named("removed-lines").expect("the catalogue has the reward");
            let weight = 1.0 / parameters.discount;
            beside = weight * f64::from(reading.range(size).1);
            terms.push(Term {
                reading,
                functions: vec![Function::linear(weight)],
            });
        }
        Rating::of_net(terms, net_of(genes, &setting.readings, size, beside))
    }
}

impl State {
    fn games_of_iteration(&self) -> u64 {
        match self.scale {
            None => self.config.first,
            Some(_) => self.config.games,
        }
    }

    /// How often a move of this iteration is drawn at random.
    fn random(&self) -> f64 {
        match self.scale {
            None => 1.0,
            Some(_) => self.config.random * libm::pow(self.config.random_falls, self.games as f64),
        }
    }
}

/// A game that is played for its targets.
struct Episode<'a> {
    values: &'a Values,
    parameters: &'a GaussianProcessQLearning,
    task: &'a Games,
    draws: Stream,
    found: &'a mut Targets,
    /// The lines of the move before, whose target is not yet known.
    before: Option<u32>,
}

impl Chooser for Episode<'_> {
    fn choose(&mut self, view: &View, turn: u64) -> Option<Placement> {
        let mut row = vec![0; self.values.count()];
        let (mut placements, mut worths) = (Vec::new(), Vec::new());
        for played in choices(view.rules, view.board, view.piece) {
            placements.push(played.landing.placement);
            worths.push(self.worth(&played, &mut row));
        }
        let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if let Some(lines) = self.before.take() {
            // Without a move that does not end the game nothing follows.
            let follows = if worths.is_empty() { 0.0 } else { best };
            self.found.targets.push(match self.parameters.reward {
                Reward::Learnt => f64::from(lines) + self.parameters.discount * follows,
                Reward::Known => follows,
            });
        }
        let [chance, which, ..] = self.draws.block(turn);
        let is_random = unit(chance) < self.task.random;
        // Equal moves are drawn from, or a function that is 0 would learn from one move alone.
        let from = (0..worths.len()).filter(|place| is_random || worths[*place] == best);
        let from: Vec<usize> = from.collect();
        let drawn = from.get(below(which, from.len() as u32) as usize)?;
        Some(placements[*drawn])
    }

    fn made(&mut self, played: &Move) {
        self.found.lines += u64::from(played.lines);
        if !played.ends {
            let end = self.found.rows.len();
            self.found.rows.resize(end + self.values.count(), 0);
            self.values.of_move(played, &mut self.found.rows[end..]);
            self.before = Some(played.lines);
        }
    }
}

impl Episode<'_> {
    /// What a move is worth by the function; 0 if it ends the game.
    fn worth(&self, played: &Move, row: &mut [i64]) -> f64 {
        if played.ends {
            return 0.0;
        }
        self.values.of_move(played, row);
        let learnt = at(&self.task.form, &self.values.real(row));
        match self.parameters.reward {
            Reward::Learnt => learnt,
            Reward::Known => f64::from(played.lines) + self.parameters.discount * learnt,
        }
    }
}
