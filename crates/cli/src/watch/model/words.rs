//! What the model says of itself.

use tetrarium_engine::State;
use tetrarium_lab::recorded::Ended;

use super::Model;
use crate::style::plain;
use crate::watch::machine::Machine;

impl Model {
    /// The line about the state of the game.
    pub fn status(&self) -> String {
        if self.failure.is_some() {
            return "The agent has failed: r begins again.".to_string();
        }
        if let Some(message) = &self.message {
            return message.clone();
        }
        if self.hand.is_some() {
            return match self.wants_advice && !self.machine.advises() {
                true => "This agent cannot be asked for advice.".to_string(),
                false => "You play.".to_string(),
            };
        }
        if self.finished && self.timeline.ahead() == 0 {
            return self.end();
        }
        let thinks = self.timeline.ahead() == 0 && self.waits_for_moves;
        match (self.paused, thinks) {
            (true, false) => "Paused.".to_string(),
            (_, true) => format!("{} is thinking.", plain(self.machine.name())),
            (false, false) => format!("Plays {}.", self.clock.words()),
        }
    }

    /// How the game ended.
    fn end(&self) -> String {
        let state = match &self.machine {
            Machine::Recorded(game, _) => match game.end() {
                Ended::Lost => State::Lost,
                Ended::OutOfPieces => State::OutOfPieces,
                Ended::Cut => return "The record ends here.".to_string(),
            },
            _ => {
                let mut game = self.timeline.tip().game.clone();
                match game.view() {
                    Some(_) => State::Lost,
                    None => game.state(),
                }
            }
        };
        match state {
            State::OutOfPieces => "The piece sequence has ended: r begins again.".to_string(),
            _ => "The game is over: r begins again.".to_string(),
        }
    }
}
