//! The value of boards by temporal differences (Sutton 1988), as a net.
//!
//! Games are played greedily for the net's value of the board after a move; the target of a board
//! is the reward of the move that followed and the discounted value of the board after that one,
//! TD(0). The net learns after a number of games, so that games can be played on any thread.

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Function, Move, Placement, Rating, Reading, Term, View};

use super::accept_or_reject::{layers, units_fit};
use crate::invalid::{Invalid, count, invalid, many, positive, probability, share};
use crate::learners::episode::{Chooser, in_parts, play, unit};
use crate::learners::expansion::choices;
use crate::learners::method::{Log, Method, Parameters, Round, Tick};
use crate::learners::setting::{Setting, derived};
use crate::learners::values::Values;
use crate::nets::{Net, Sparse, Trace, Trainer, quantised};
use crate::parameters::{Range, parameters};

/// What a move earns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Earns {
    /// 1, unless it ends the game.
    #[default]
    Moves,
    /// Its lines.
    Lines,
}

parameters! {
    /// The value of boards by temporal differences (Sutton 1988), as a net.
    pub struct TemporalDifference {
        /// The hidden units. Default here: those of Agent 06, §4.
        pub units: usize = 210, Range::Words("whole, 1 to 512");
        /// What a move earns: `moves`, 1 unless it ends the game, or `lines`. Default here.
        pub reward: Earns = Earns::Moves, Range::Words("moves or lines");
        /// γ: what a reward is worth one move later. Default here.
        pub discount: f64 = 0.95, Range::Share;
        /// The games of an iteration, which are played with one net. Default here.
        pub games: u64 = 20, Range::Many(1);
        /// ε: how often a move is drawn at random. Default here.
        pub random: f64 = 0.02, Range::Probability;
        /// The size of a step (Adam, Kingma & Ba 2015). Default here.
        pub rate: f64 = 0.001, Range::Positive;
        /// The boards of a step. Default here.
        pub batch: usize = 32, Range::Count(1);
        /// How often the boards of an iteration are learnt from. Default here.
        pub passes: u64 = 1, Range::Many(1);
        /// The pieces after which a game is cut. Default here.
        pub max_pieces: u64 = 1000, Range::Many(1);
    }
}

impl Parameters for TemporalDifference {
    const NAME: &'static str = "temporal-difference";
    const SUMMARY: &'static str = "the value of boards as a net, by TD(0) (Sutton 1988)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        if setting.rules.suicide != Suicide::Avoided {
            let right = "a move that ends the game is made only where there is no other: use \
                         avoided";
            return Err(invalid("suicide", "another", right));
        }
        setting.needs_boards()?;
        setting.without_reward()?;
        units_fit(self.units, setting)?;
        share("discount", self.discount)?;
        many("games", self.games, 1)?;
        probability("random", self.random)?;
        positive("rate", self.rate)?;
        count("batch", self.batch, 1)?;
        many("passes", self.passes, 1)?;
        many("max-pieces", self.max_pieces, 1)
    }

    fn start(self, setting: &Setting) -> State {
        let layers = layers(self.units);
        let net = Net::new(
            setting.values().count(),
            &layers,
            derived(setting.seed, START),
        );
        State {
            trainer: Trainer::adam(self.rate, net.parameters().len()),
            net,
            config: self,
        }
    }
}

/// The number of the seed of the first weights.
const START: u64 = u64::MAX - 1;

/// Games to play with one net.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    net: Net,
    seed: u64,
    first: u64,
    count: u64,
}

/// The boards of some games with their targets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// The values of each board, row by row.
    rows: Vec<i64>,
    targets: Vec<f64>,
    lines: u64,
}

/// The least games of a task.
const GAMES_A_TASK: u64 = 5;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: TemporalDifference,
    net: Net,
    trainer: Trainer,
}

impl Method for State {
    type Parameters = TemporalDifference;
    type Task = Games;
    type Answer = Targets;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Games> {
        in_parts(self.config.games, GAMES_A_TASK)
            .map(|(first, count)| Games {
                net: self.net.clone(),
                seed,
                first,
                count,
            })
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &TemporalDifference,
        task: &Games,
        tick: Tick,
    ) -> Option<Targets> {
        let values = setting.values();
        let mut net = Sparse::new(&task.net);
        let mut found = Targets::default();
        for number in task.first..task.first + task.count {
            let mut boards = Boards {
                values: &values,
                parameters,
                net: &mut net,
                draws: Stream::new(task.seed, number, Purpose::Learning),
                found: &mut found,
                pending: false,
            };
            let (game, most) = ((task.seed, number), parameters.max_pieces);
            play(&setting.rules, game, most, tick, &mut boards)?;
            // The last board of a game that was cut has no target.
            let known = found.targets.len() * values.count();
            found.rows.truncate(known);
        }
        Some(found)
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Targets>) -> Round {
        let values = setting.values();
        let (mut rows, mut lines) = (Vec::new(), 0);
        for answer in &answers {
            let of_answer = answer.rows.chunks_exact(values.count());
            rows.extend(
                of_answer
                    .map(|row| values.real(row))
                    .zip(answer.targets.iter().copied()),
            );
            lines += answer.lines;
        }
        let mut squares = 0.0;
        for _ in 0..self.config.passes {
            squares = self.learn(&rows);
        }
        let boards = rows.len() as f64;
        let log = [
            ("mean-before", lines as f64 / self.config.games as f64),
            ("boards", boards),
            ("residual", (squares / boards.max(1.0)).sqrt()),
        ];
        Round::Done(Log::from(
            log.map(|(name, value)| (name.to_string(), value)),
        ))
    }

    fn genes(&self) -> Vec<f64> {
        self.net.parameters().to_vec()
    }

    fn rating(setting: &Setting, parameters: &TemporalDifference, genes: &[f64]) -> Rating {
        let size = setting.rules.board;
        let (mut terms, mut beside) = (Vec::new(), 0.0);
        if parameters.reward == Earns::Lines {
            let reading = Reading::named("removed-lines").expect("the catalogue has the reward");
            let weight = 1.0 / parameters.discount;
            beside = weight * f64::from(reading.range(size).1);
            terms.push(Term {
                reading,
                functions: vec![Function::linear(weight)],
            });
        }
        let net = Net::of(setting.values().count(), &layers(parameters.units), genes);
        let net = net.expect("the numbers are those of the net");
        Rating::of_net(terms, quantised(&net, &setting.readings, size, beside))
    }
}

impl State {
    /// Takes a step for each batch of boards: the sum of the squared errors before them. A batch
    /// takes boards that are far apart, because neighbours in a game are alike.
    fn learn(&mut self, rows: &[(Vec<f64>, f64)]) -> f64 {
        let batches = rows.len().div_ceil(self.config.batch);
        let mut trace = Trace::default();
        let mut gradient = vec![0.0; self.net.parameters().len()];
        let mut squares = 0.0;
        for batch in 0..batches {
            gradient.fill(0.0);
            let of_batch = rows.iter().skip(batch).step_by(batches);
            let count = of_batch.len() as f64;
            for (input, target) in of_batch {
                let error = self.net.forward(input, &mut trace)[0] - target;
                self.net
                    .backward(&mut trace, &[2.0 * error / count], &mut gradient);
                squares += error * error;
            }
            self.trainer.step(self.net.parameters_mut(), &gradient);
        }
        squares
    }
}

/// A game that is played for the targets of its boards.
struct Boards<'a> {
    values: &'a Values,
    parameters: &'a TemporalDifference,
    net: &'a mut Sparse,
    draws: Stream,
    found: &'a mut Targets,
    /// Whether the last board has no target yet.
    pending: bool,
}

impl Chooser for Boards<'_> {
    fn choose(&mut self, view: &View, turn: u64) -> Option<Placement> {
        let moves: Vec<Move> = choices(view.rules, view.board, view.piece).collect();
        let [chance, which, ..] = self.draws.block(turn);
        if unit(chance) < self.parameters.random {
            let drawn = moves.get(below(which, moves.len() as u32) as usize);
            return drawn.map(|played| played.landing.placement);
        }
        let mut best: Option<(f64, Placement)> = None;
        for played in &moves {
            let worth = self.worth(played);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, played.landing.placement));
            }
        }
        best.map(|(_, placement)| placement)
    }

    fn made(&mut self, played: &Move) {
        self.found.lines += u64::from(played.lines);
        if self.pending {
            let target = if played.ends { 0.0 } else { self.worth(played) };
            self.found.targets.push(target);
        }
        self.pending = !played.ends;
        if !played.ends {
            let end = self.found.rows.len();
            self.found.rows.resize(end + self.values.count(), 0);
            self.values.of_move(played, &mut self.found.rows[end..]);
        }
    }
}

impl Boards<'_> {
    /// What a move earns, and the discounted value of the board after it.
    fn worth(&mut self, played: &Move) -> f64 {
        let mut row = vec![0; self.values.count()];
        self.values.of_move(played, &mut row);
        let earned = match self.parameters.reward {
            Earns::Moves => 1.0,
            Earns::Lines => f64::from(played.lines),
        };
        earned + self.parameters.discount * self.net.outputs(&self.values.real(&row))[0]
    }
}

#[cfg(test)]
mod tests;
