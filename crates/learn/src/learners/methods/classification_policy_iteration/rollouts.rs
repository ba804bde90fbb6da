//! Rollouts: what placements, and positions, are worth under the present policy.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{
    Board, Move, Pieces, Player, PlayerGame, Position, Settled, State as Playing, catalogue,
};

use super::config::ClassificationPolicyIteration;
use super::loss::{Block, worth};
use super::states::states;
use crate::algebra::LeastSquares;
use crate::learners::expansion::{choices, read_choice};
use crate::learners::method::Tick;
use crate::learners::playing::player;
use crate::learners::setting::{Setting, derived};
use crate::learners::values::Values;

/// States to find, and rollouts to play from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rollouts {
    /// β: the weights of the policy.
    pub(super) policy: Vec<f64>,
    /// α: the weights of the value; none for no value.
    pub(super) value: Option<Vec<f64>>,
    pub(super) seed: u64,
    pub(super) number: u64,
    pub(super) states: u64,
}

/// What the rollouts came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolled {
    pub(super) block: Block,
    /// The states that were found.
    pub(super) states: u64,
    /// The fit of the value; none for no value.
    pub(super) problem: Option<LeastSquares>,
}

impl Rollouts {
    pub(super) fn perform(
        &self,
        setting: &Setting,
        parameters: &ClassificationPolicyIteration,
        tick: Tick,
    ) -> Option<Rolled> {
        let controller = catalogue::named(&parameters.controller).ok()?;
        let met_by = Player::new(controller, &setting.rules).ok()?;
        let of_states = (self.states, self.states * parameters.pool);
        let from = (self.seed, self.number);
        let found = states(&met_by, parameters.height, from, of_states, tick)?;
        let mut rolling = Rolling::new(self, setting, parameters);
        for (place, state) in found.iter().enumerate() {
            rolling.add(state, place as u64, tick)?;
        }
        Some(Rolled {
            block: rolling.block,
            states: found.len() as u64,
            problem: rolling.problem,
        })
    }
}

/// Rollouts at work.
pub(super) struct Rolling<'a> {
    setting: &'a Setting,
    parameters: &'a ClassificationPolicyIteration,
    player: Player,
    values: Values,
    value: Option<Value<'a>>,
    /// The seed of the rollouts of this task.
    seed: u64,
    pub block: Block,
    pub problem: Option<LeastSquares>,
    moves: u64,
}

/// The value of a state, by the move that led to it.
struct Value<'a> {
    values: Values,
    weights: &'a [f64],
    row: Vec<i64>,
}

impl Value<'_> {
    fn of(&mut self, played: &Move) -> f64 {
        self.values.of_move(played, &mut self.row);
        self.values.rated(self.weights, &self.row)
    }
}

impl<'a> Rolling<'a> {
    pub fn new(
        task: &'a Rollouts,
        setting: &'a Setting,
        parameters: &'a ClassificationPolicyIteration,
    ) -> Rolling<'a> {
        let value = task.value.as_ref().map(|weights| Value {
            values: parameters.values(setting),
            weights,
            row: vec![0; weights.len()],
        });
        Rolling {
            setting,
            parameters,
            player: player(&setting.rules, setting.rating(&task.policy)),
            values: setting.values(),
            problem: task
                .value
                .as_ref()
                .map(|weights| LeastSquares::new(weights.len())),
            value,
            // The pieces of rollouts are not those of the games that met the states.
            seed: derived(task.seed, task.number),
            block: Block::default(),
            moves: 0,
        }
    }

    /// Plays from a state: the board after a move.
    pub fn add(&mut self, state: &Move, place: u64, tick: Tick) -> Option<()> {
        let rollouts = self.parameters.rollouts;
        // Number 0 of a state is the rollout of the value, and has the piece of the others.
        let number = place * (rollouts + 1);
        if let Some(mut problem) = self.problem.take() {
            let target = self.rollout(&state.after, self.parameters.horizon, number);
            let value = self.value.as_mut().expect("there is a value to be fitted");
            value.values.of_move(state, &mut value.row);
            problem.add(&value.row, target);
            self.problem = Some(problem);
        }
        let rules = &self.setting.rules;
        let piece = Pieces::new(self.seed, number).get(&rules.pieces, 0)?;
        let (mut worths, mut rows, mut row) =
            (Vec::new(), Vec::new(), vec![0; self.values.count()]);
        for played in choices(rules, &state.after, piece) {
            read_choice(&self.values, rules, &played, &mut row);
            rows.extend(self.values.real(&row).iter().map(|value| *value as f32));
            let mut total = 0;
            for rollout in 1..=rollouts {
                let ahead = match played.ends {
                    true => 0.0,
                    false => self.rollout(&played.after, self.parameters.horizon, number + rollout),
                };
                total += worth(f64::from(played.lines) + ahead);
            }
            worths.push(total);
        }
        if !worths.is_empty() {
            self.block.add(&worths, &rows);
        }
        tick(std::mem::take(&mut self.moves)).then_some(())
    }

    /// The lines of some moves of the policy from a board on, and the value of where they lead.
    fn rollout(&mut self, board: &Board, horizon: u64, number: u64) -> f64 {
        let position = Position {
            board: *board,
            settled: Settled::NOTHING,
        };
        let mut game = PlayerGame::from_position(&self.player, &position, self.seed, number);
        let unseen = horizon - u64::from(self.value.is_some());
        for _ in 0..unseen {
            if !game.advance() {
                break;
            }
        }
        let mut value = 0.0;
        if let Some(of_state) = &mut self.value
            && let Some(last) = game.step()
            && game.state() == Playing::Playing
        {
            value = of_state.of(&last);
        }
        let counts = game.counts();
        self.moves += counts.pieces;
        counts.lines as f64 + value
    }
}
