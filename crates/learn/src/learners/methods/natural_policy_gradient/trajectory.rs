//! Trajectories: moves drawn by the policy, and the sums over them.

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{Board, Game, Position, Rules, Settled};

use super::config::{NaturalPolicyGradient, StepKind};
use super::turn::Turn;
use super::whole::Whole;
use crate::algebra::Matrix;
use crate::learners::expansion::ChoiceReader;
use crate::learners::method::{MOVES_A_TICK, Tick};
use crate::learners::setting::Setting;

/// Moves to draw, from a board on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trajectory {
    pub(super) weights: Vec<f64>,
    /// The columns of the board.
    pub(super) board: Vec<u32>,
    pub(super) seed: u64,
    pub(super) number: u64,
    pub(super) moves: u64,
}

/// What the moves of a trajectory came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// The columns of the last board.
    pub(super) board: Vec<u32>,
    pub(super) reward: u64,
    pub(super) entropy: f64,
    /// The games lost.
    pub(super) lost: u64,
    /// The sums of the natural gradient; empty for the clipped objective.
    pub(super) sums: Sums,
    /// The moves, for the clipped objective; empty otherwise.
    pub(super) record: Record,
}

/// The sums of the natural gradient over moves, in their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sums {
    /// Σ ψψᵀ: the upper triangle, row by row.
    fisher: Vec<f64>,
    /// Σ reward × trace.
    gradient: Vec<f64>,
    /// Σ trace.
    traces: Vec<f64>,
}

impl Sums {
    pub fn new(size: usize) -> Sums {
        Sums {
            fisher: vec![0.0; size * (size + 1) / 2],
            gradient: vec![0.0; size],
            traces: vec![0.0; size],
        }
    }

    /// Adds a move, by its score, its trace and its reward.
    pub fn add(&mut self, score: &[f64], trace: &[f64], reward: f64) {
        let mut rest = &mut self.fisher[..];
        for (index, value) in score.iter().enumerate() {
            let (row, below) = rest.split_at_mut(score.len() - index);
            for (sum, other) in row.iter_mut().zip(&score[index..]) {
                *sum += value * other;
            }
            rest = below;
        }
        for (sum, value) in self.traces.iter_mut().zip(trace) {
            *sum += value;
        }
        if reward != 0.0 {
            for (sum, value) in self.gradient.iter_mut().zip(trace) {
                *sum += reward * value;
            }
        }
    }

    pub fn merge(&mut self, other: &Sums) {
        let add = |into: &mut [f64], from: &[f64]| {
            for (sum, more) in into.iter_mut().zip(from) {
                *sum += more;
            }
        };
        add(&mut self.fisher, &other.fisher);
        add(&mut self.gradient, &other.gradient);
        add(&mut self.traces, &other.traces);
    }

    /// The Fisher information with the ridge, and the gradient with the baseline, a move.
    pub fn means(&self, moves: u64, ridge: f64, baseline: f64) -> (Matrix, Vec<f64>) {
        let (size, moves) = (self.gradient.len(), moves as f64);
        let element = |row: usize, column: usize| {
            let (first, second) = (row.min(column), row.max(column));
            let before = first * (2 * size - first + 1) / 2;
            let mean = self.fisher[before + second - first] / moves;
            if row == column { mean + ridge } else { mean }
        };
        let row = |row| (0..size).map(|column| element(row, column)).collect();
        let fisher = (0..size).map(row).collect();
        let gradient = self.gradient.iter().zip(&self.traces);
        let gradient = gradient.map(|(sum, trace)| (sum - baseline * trace) / moves);
        (fisher, gradient.collect())
    }
}

/// Recorded moves: what the clipped objective is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub moves: Vec<Recorded>,
    /// The features of all placements of all moves, a row a placement.
    pub rows: Whole,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recorded {
    /// How many placements there were; 0 if every one of them ended the game and was avoided.
    pub placements: u32,
    /// Which of them was drawn.
    pub drawn: u32,
    /// The logarithm of its chance.
    pub logarithm: f64,
    pub reward: u32,
    /// Whether the game was lost.
    pub lost: bool,
}

/// The random numbers of a game: one from 0 to 1 for each turn.
fn uniform(stream: &Stream, turn: u64) -> f64 {
    let block = stream.block(turn / 2);
    let [high, low] = match turn % 2 {
        0 => [block[0], block[1]],
        _ => [block[2], block[3]],
    };
    ((u64::from(high) << 32 | u64::from(low)) >> 11) as f64 / (1u64 << 53) as f64
}

/// The games of one trajectory, one after the other. The number of a game is that of the
/// trajectory, and how many were before it.
struct Games<'a> {
    rules: &'a Rules,
    seed: u64,
    next: u64,
    game: Game<&'a Rules>,
    draws: Stream,
}

impl<'a> Games<'a> {
    fn new(rules: &'a Rules, task: &Trajectory) -> Games<'a> {
        let (seed, number) = (task.seed, task.number << 32);
        let position = Position {
            board: Board::from_columns(rules.board, &task.board),
            settled: Settled::NOTHING,
        };
        Games {
            rules,
            seed,
            next: number + 1,
            game: Game::from_position(rules, &position, seed, number),
            draws: Stream::new(seed, number, Purpose::Learning),
        }
    }

    fn restart(&mut self) {
        self.game = Game::new(self.rules, self.seed, self.next);
        self.draws = Stream::new(self.seed, self.next, Purpose::Learning);
        self.next += 1;
    }
}

impl Trajectory {
    pub(super) fn walk(
        &self,
        setting: &Setting,
        parameters: &NaturalPolicyGradient,
        tick: Tick,
    ) -> Option<Walk> {
        let values = setting.values();
        let mut reader = ChoiceReader::new(&values, &setting.rules);
        let size = values.count();
        let recorded = parameters.step == StepKind::Clipped;
        let mut sums = Sums::new(if recorded { 0 } else { size });
        let mut record = Record::default();
        let (mut turn, mut trace, mut score) = (Turn::default(), vec![0.0; size], vec![0.0; size]);
        let (mut reward, mut entropy, mut lost) = (0, 0.0, 0);
        let mut games = Games::new(&setting.rules, self);
        for number in 1..=self.moves {
            if games.game.view().is_none() {
                // A sequence of pieces has come to its end.
                games.restart();
                trace.fill(0.0);
            }
            let at = games.game.counts().pieces;
            let view = games.game.view().expect("a game begins with a piece");
            turn.read(&mut reader, &values, &view);
            let (mut drawn, mut logarithm) = (0, 0.0);
            let placement = if turn.placements.is_empty() {
                score.fill(0.0);
                view.landings()[0].placement
            } else {
                turn.weigh(&self.weights);
                drawn = turn.policy.drawn(uniform(&games.draws, at));
                logarithm = turn.policy.logarithms()[drawn];
                turn.score_of(drawn, &mut score);
                entropy += turn.policy.entropy();
                turn.placements[drawn]
            };
            let played = games.game.place(placement).expect("it is a landing");
            reward += u64::from(played.lines);
            if recorded {
                record.rows.extend(&turn.whole);
                record.moves.push(Recorded {
                    placements: turn.placements.len() as u32,
                    drawn: drawn as u32,
                    logarithm,
                    reward: played.lines,
                    lost: played.ends,
                });
            } else {
                for (trace, score) in trace.iter_mut().zip(&score) {
                    *trace = parameters.discount * *trace + score;
                }
                sums.add(&score, &trace, f64::from(played.lines));
            }
            if played.ends {
                lost += 1;
                games.restart();
                trace.fill(0.0);
            }
            let due = number % MOVES_A_TICK;
            if due == 0 && !tick(MOVES_A_TICK) || number == self.moves && due > 0 && !tick(due) {
                return None;
            }
        }
        Some(Walk {
            board: games.game.board().columns().to_vec(),
            reward,
            entropy,
            lost,
            sums,
            record,
        })
    }
}
