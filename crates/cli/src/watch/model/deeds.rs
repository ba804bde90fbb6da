//! What keys do to the model.

use tetrarium_engine::{Landing, PlaceError};
use tetrarium_lab::numbers::{fixed, whole};

use super::Model;
use crate::watch::hand::Hand;
use crate::watch::machine::Machine;
use crate::watch::timeline::{KEPT, Step};

impl Model {
    /// Pauses, or goes on.
    pub fn pause(&mut self) {
        self.paused = !self.paused;
        self.clock.begin_move();
        self.message = None;
    }

    /// One move on.
    pub fn forward(&mut self) {
        self.paused = true;
        self.clock.begin_move();
        if !self.timeline.forward() && !self.finished {
            self.owed = 1;
        }
        self.want();
    }

    /// One move back.
    pub fn back(&mut self) {
        self.paused = true;
        self.clock.begin_move();
        if !self.timeline.back() && self.pieces() > 0 {
            let kept = whole(KEPT as u64);
            self.message = Some(format!(
                "The last {kept} moves are kept: this is the first."
            ));
        }
        self.want();
    }

    /// The game from its first move.
    pub fn restart(&mut self) {
        self.message = None;
        self.begin();
    }

    /// Another one of the roster plays the same pieces.
    pub fn choose(&mut self, who: usize) {
        match self.roster.machine(who, self.game) {
            Ok(_) => {
                self.who = who;
                self.message = None;
                self.begin();
            }
            Err(why) => self.message = Some(why),
        }
    }

    /// A game with another seed, if one was typed.
    pub fn type_seed(&mut self, digits: &str) {
        if digits.is_empty() {
            return;
        }
        self.message = match (digits.parse(), &self.machine) {
            (_, Machine::Recorded(..)) => {
                let words = "A recorded game has its seed: c chooses a controller to play another.";
                Some(words.to_string())
            }
            (Err(_), _) => Some(format!("A seed is at most {}.", u64::MAX)),
            (Ok(seed), _) => {
                self.seed = seed;
                None
            }
        };
        if self.message.is_none() {
            self.begin();
        }
    }

    /// The next game: of the file, or under the seed.
    pub fn next_game(&mut self) {
        match self.roster.games(self.who).len() {
            0 => self.number = self.number.saturating_add(1),
            games => self.game = (self.game + 1) % games,
        }
        self.message = None;
        self.begin();
    }

    /// A person takes the pieces, or gives them back.
    pub fn take_over(&mut self) {
        self.message = None;
        if self.hand.take().is_some() {
            self.paused = false;
            self.clock.begin_move();
            return self.want();
        }
        self.timeline.cut();
        self.another_line();
        if let Machine::Recorded(_, player) = &self.machine {
            let Some(player) = player.clone() else {
                self.message = Some(
                    "The record holds no controller that could play on: r begins it again."
                        .to_string(),
                );
                return self.want();
            };
            self.machine = Machine::Player(player);
            self.ask_begin();
        }
        self.pick_up();
        self.want();
    }

    /// The next piece comes into the person's hand.
    fn pick_up(&mut self) {
        let mut game = self.timeline.tip().game.clone();
        self.hand = game.view().and_then(|view| Hand::new(&view));
        if self.hand.is_none() {
            self.finished = true;
            self.message = None;
        }
    }

    /// The person's piece, while one plays.
    pub fn hand_mut(&mut self) -> Option<&mut Hand> {
        self.hand.as_mut()
    }

    /// The person drops the piece.
    pub fn drop_piece(&mut self) {
        let Some(landing) = self.hand.as_ref().map(Hand::landing) else {
            return;
        };
        self.message = self.verdict(landing);
        let before = self.timeline.tip().clone();
        let mut after = before.clone();
        after.placed += 1;
        let made = after.game.play(|_| Ok::<_, PlaceError>(landing.placement));
        if let Ok(Some(played)) = made {
            self.timeline.push(Step { before, played }, after);
            self.timeline.forward();
        }
        self.another_line();
        self.pick_up();
        self.want();
    }

    /// The person takes a move back.
    pub fn take_back(&mut self) {
        self.message = None;
        if self.timeline.back() {
            self.timeline.cut();
            self.another_line();
            self.pick_up();
            self.want();
        }
    }

    /// What a person's move costs by the machine's rating.
    fn verdict(&self, landing: Landing) -> Option<String> {
        let explanation = self.advice_here()?.explanation.as_ref()?;
        let ranked = explanation.placements.iter();
        let rank = ranked.clone().position(|one| one.landing == landing)?;
        let (best, own) = (&explanation.placements[0], &explanation.placements[rank]);
        let count = explanation.placements.len();
        if best.value == own.value {
            return Some("That was the best move by the machine's rating.".to_string());
        }
        let rank = rank + 1;
        Some(match (best.value, own.value) {
            (Some(a), Some(b)) if a.doom == b.doom => {
                let cost = explanation.rating_of(a) - explanation.rating_of(b);
                let cost = fixed(cost, 2);
                format!("Your move was number {rank} of {count}: {cost} behind the best.")
            }
            _ => format!("Your move was number {rank} of {count}."),
        })
    }
}
