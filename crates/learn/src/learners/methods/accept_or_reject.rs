//! A net that accepts or rejects moves in turn (Tetris Agent 06, §4).
//!
//! The placements of a piece are tried one after the other. The net reads the board and the piece
//! in its place and says with which probability the move is to be made; the first move above a half
//! is made, and where there is none, the one with the highest probability. The net learns by the
//! lines of whole games: REINFORCE (Williams 1992) on every move accepted or rejected, each drawn
//! with the net's probability. The report says neither how the weights were changed nor what its
//! hidden units do; they are hyperbolic tangents here.
//!
//! As a rating this is min(z, 0), z being the sum that the sigmoid is made of, with the first of
//! equal moves taken: all moves above a half are equal.

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::rating::net::MOST_UNITS;
use tetrarium_engine::rules::{Suicide, Ties};
use tetrarium_engine::{Move, Placement, Rating, View};

use crate::invalid::{Invalid, invalid, many, positive};
use crate::learners::episode::{Chooser, in_parts, play, unit};
use crate::learners::expansion::choices;
use crate::learners::method::{Log, Method, Parameters, Round, Tick};
use crate::learners::setting::{Setting, derived};
use crate::learners::values::Values;
use crate::nets::{Activation, Net, Sparse, Trace, Trainer, quantised};
use crate::parameters::{Range, parameters};

parameters! {
    /// A net that accepts or rejects moves in turn (Tetris Agent 06, §4).
    pub struct AcceptOrReject {
        /// The hidden units (Agent 06, §4).
        pub units: usize = 210, Range::Words("whole, 1 to 512");
        /// The size of a step along the gradient. Default here.
        pub rate: f64 = 0.01, Range::Positive;
        /// The games of an iteration, after which a step is taken. The mean of their lines is what
        /// the next ones are compared with; there is none for the first. Default here.
        pub games: u64 = 100, Range::Many(1);
        /// The pieces after which a game is cut. Default here.
        pub max_pieces: u64 = 1000, Range::Many(1);
    }
}

impl Parameters for AcceptOrReject {
    const NAME: &'static str = "accept-or-reject";
    const SUMMARY: &'static str =
        "a net that accepts or rejects moves in turn, by REINFORCE (Agent 06; Williams 1992)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        if setting.rules.suicide == Suicide::Zero {
            let right = "a probability has no zero to compare such moves with: use avoided or \
                         considered";
            return Err(invalid("suicide", "zero", right));
        }
        if setting.rules.ties != Ties::First {
            let right = "moves above a half are equal, and the first is made: use first";
            return Err(invalid("ties", "another", right));
        }
        units_fit(self.units, setting)?;
        positive("rate", self.rate)?;
        many("games", self.games, 1)?;
        many("max-pieces", self.max_pieces, 1)
    }

    fn start(self, setting: &Setting) -> State {
        let layers = layers(self.units);
        State {
            net: Net::new(
                setting.values().count(),
                &layers,
                derived(setting.seed, START),
            ),
            baseline: None,
            config: self,
        }
    }
}

/// The number of the seed of the first weights.
const START: u64 = u64::MAX - 1;

/// The layers of a net with one output.
pub(super) fn layers(units: usize) -> [(usize, Activation); 2] {
    [(units, Activation::Tanh), (1, Activation::Linear)]
}

/// Refuses a number of hidden units or of inputs that no rating can have.
pub(super) fn units_fit(units: usize, setting: &Setting) -> Result<(), Invalid> {
    if !(1..=MOST_UNITS).contains(&units) {
        let right = format!("it must be between 1 and {MOST_UNITS}");
        return Err(invalid("units", units, right));
    }
    let values = setting.values().count();
    if values > MOST_UNITS {
        let right = format!("a net reads {MOST_UNITS} values at most");
        return Err(invalid("features", format!("{values} values"), right));
    }
    Ok(())
}

/// Games to play with one net.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    net: Net,
    /// The payoff that is neither good nor bad; none before any is known.
    baseline: Option<f64>,
    seed: u64,
    first: u64,
    count: u64,
}

/// What some games came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payoffs {
    /// The gradient of the loss; empty if there is none.
    gradient: Vec<f64>,
    lines: u64,
    /// The games that cleared a line.
    scored: u64,
    pieces: u64,
    /// The moves that were tried.
    tried: u64,
}

/// The least games of a task.
const GAMES_A_TASK: u64 = 10;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: AcceptOrReject,
    net: Net,
    /// The mean payoff of the iteration before.
    baseline: Option<f64>,
}

impl Method for State {
    type Parameters = AcceptOrReject;
    type Task = Games;
    type Answer = Payoffs;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Games> {
        in_parts(self.config.games, GAMES_A_TASK)
            .map(|(first, count)| Games {
                net: self.net.clone(),
                baseline: self.baseline,
                seed,
                first,
                count,
            })
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &AcceptOrReject,
        task: &Games,
        tick: Tick,
    ) -> Option<Payoffs> {
        let values = setting.values();
        let mut sparse = Sparse::new(&task.net);
        let mut found = Payoffs::default();
        for number in task.first..task.first + task.count {
            let mut tried = Trials {
                values: &values,
                net: &mut sparse,
                draws: Stream::new(task.seed, number, Purpose::Learning),
                decisions: Vec::new(),
                lines: 0,
                pieces: 0,
            };
            let (game, most) = ((task.seed, number), parameters.max_pieces);
            play(&setting.rules, game, most, tick, &mut tried)?;
            found.lines += tried.lines;
            found.scored += u64::from(tried.lines > 0);
            found.pieces += tried.pieces;
            found.tried += tried.decisions.len() as u64;
            let worth = task.baseline.map(|baseline| tried.lines as f64 - baseline);
            if let Some(worth) = worth.filter(|worth| *worth != 0.0) {
                found.gradient.resize(task.net.parameters().len(), 0.0);
                add_gradient(&task.net, &tried.decisions, worth, &mut found.gradient);
            }
        }
        Some(found)
    }

    fn tell(&mut self, _: &Setting, answers: Vec<Payoffs>) -> Round {
        let games = self.config.games as f64;
        let mut gradient = vec![0.0; self.net.parameters().len()];
        let mut all = Payoffs::default();
        for answer in &answers {
            for (sum, more) in gradient.iter_mut().zip(&answer.gradient) {
                *sum += more / games;
            }
            all.lines += answer.lines;
            all.scored += answer.scored;
            all.pieces += answer.pieces;
            all.tried += answer.tried;
        }
        Trainer::gradient(self.config.rate).step(self.net.parameters_mut(), &gradient);
        let mean = all.lines as f64 / games;
        self.baseline = Some(mean);
        let squares: f64 = gradient.iter().map(|slope| slope * slope).sum();
        let log = [
            ("mean-before", mean),
            ("scored", all.scored as f64 / games),
            ("pieces", all.pieces as f64 / games),
            ("tried", all.tried as f64 / (all.pieces as f64).max(1.0)),
            ("gradient", squares.sqrt()),
        ];
        Round::Done(Log::from(
            log.map(|(name, value)| (name.to_string(), value)),
        ))
    }

    fn genes(&self) -> Vec<f64> {
        self.net.parameters().to_vec()
    }

    fn rating(setting: &Setting, parameters: &AcceptOrReject, genes: &[f64]) -> Rating {
        let inputs = setting.values().count();
        // min(z, 0) is -max(-z, 0).
        let (hidden, last) = genes.split_at(parameters.units * (inputs + 1));
        let negated: Vec<f64> = last.iter().map(|parameter| -parameter).collect();
        let layers = [
            (parameters.units, Activation::Tanh),
            (1, Activation::Relu),
            (1, Activation::Linear),
        ];
        let net = Net::of(inputs, &layers, &[hidden, &negated, &[-1.0, 0.0]].concat());
        let net = net.expect("the numbers are those of the net");
        let net = quantised(&net, &setting.readings, setting.rules.board, 0.0);
        Rating::of_net(Vec::new(), net)
    }
}

/// A move that was tried.
struct Decision {
    input: Vec<f64>,
    probability: f64,
    accepted: bool,
}

/// A game whose moves are tried in turn.
struct Trials<'a> {
    values: &'a Values,
    net: &'a mut Sparse,
    draws: Stream,
    decisions: Vec<Decision>,
    lines: u64,
    pieces: u64,
}

impl Chooser for Trials<'_> {
    fn choose(&mut self, view: &View, turn: u64) -> Option<Placement> {
        let mut row = vec![0; self.values.count()];
        let mut highest: Option<(f64, Placement)> = None;
        for (number, played) in (0..).zip(choices(view.rules, view.board, view.piece)) {
            self.values.of_move(&played, &mut row);
            let input = self.values.real(&row);
            let probability = sigmoid(self.net.outputs(&input)[0]);
            // A piece has fewer than 64 placements.
            let accepted = unit(self.draws.word(turn * 64 + number)) < probability;
            self.decisions.push(Decision {
                input,
                probability,
                accepted,
            });
            let placement = played.landing.placement;
            if accepted {
                return Some(placement);
            }
            if highest.is_none_or(|(most, _)| probability > most) {
                highest = Some((probability, placement));
            }
        }
        highest.map(|(_, placement)| placement)
    }

    fn made(&mut self, played: &Move) {
        self.pieces += 1;
        self.lines += u64::from(played.lines);
    }
}

fn sigmoid(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// Adds the gradient of -worth × the logarithm of the decisions' probability.
fn add_gradient(net: &Net, decisions: &[Decision], worth: f64, gradient: &mut [f64]) {
    let mut trace = Trace::default();
    for decision in decisions {
        net.forward(&decision.input, &mut trace);
        let wanted = f64::from(u8::from(decision.accepted));
        let slope = worth * (decision.probability - wanted);
        net.backward(&mut trace, &[slope], gradient);
    }
}

#[cfg(test)]
mod tests;
