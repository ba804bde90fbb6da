//! The pace of a watched game.

use std::collections::VecDeque;
use std::time::Duration;

use tetrarium_lab::numbers::whole;

/// The paces in moves a second; the last is as fast as it goes.
const PACES: [Option<u32>; 11] = [
    Some(1),
    Some(2),
    Some(5),
    Some(10),
    Some(20),
    Some(50),
    Some(100),
    Some(1_000),
    Some(10_000),
    Some(100_000),
    None,
];

/// The pace at the beginning: five moves a second.
const USUAL: usize = 2;

/// Up to this pace pieces are seen to come down.
const SEEN: u32 = 20;

/// The time over which the moves a second are counted.
const WINDOW: Duration = Duration::from_secs(2);

/// The pace of a game, and the moves a second that it really has.
#[derive(Clone, Debug)]
pub struct Clock {
    index: usize,
    /// How much of the present move has passed, from 0 to 1.
    phase: f64,
    /// The time and the moves of the last ticks.
    ticks: VecDeque<(Duration, u64)>,
}

impl Clock {
    /// The clock of a new game at the usual pace.
    pub fn new() -> Clock {
        Clock {
            index: USUAL,
            phase: 0.0,
            ticks: VecDeque::new(),
        }
    }

    /// The moves a second that are wanted; none for as many as there can be.
    pub fn pace(&self) -> Option<u32> {
        PACES[self.index]
    }

    /// The pace in words.
    pub fn words(&self) -> String {
        match self.pace() {
            Some(1) => "1 move a second".to_string(),
            Some(pace) => format!("{} moves a second", whole(pace.into())),
            None => "as fast as it goes".to_string(),
        }
    }

    /// The pace in few words.
    pub fn short(&self) -> String {
        match self.pace() {
            Some(pace) => format!("{} a second", whole(pace.into())),
            None => "fastest".to_string(),
        }
    }

    /// The next faster pace.
    pub fn faster(&mut self) {
        self.index = (self.index + 1).min(PACES.len() - 1);
        self.phase = 0.0;
    }

    /// The next slower pace.
    pub fn slower(&mut self) {
        self.index = self.index.saturating_sub(1);
        self.phase = 0.0;
    }

    /// How far the piece has come down: 0 at the top, 1 where it comes to rest.
    pub fn fall(&self) -> f64 {
        match self.pace() {
            // It rests for a while before the next one comes.
            Some(pace) if pace <= SEEN => (self.phase / 0.7).min(1.0),
            _ => 1.0,
        }
    }

    /// The present move begins again.
    pub fn begin_move(&mut self) {
        self.phase = 0.0;
    }

    /// Time passes. Returns the moves that should be made, where the pace has a number.
    pub fn pass(&mut self, time: Duration) -> u64 {
        let Some(pace) = self.pace() else { return 0 };
        self.phase += time.as_secs_f64() * f64::from(pace);
        let moves = self.phase.floor();
        self.phase -= moves;
        moves as u64
    }

    /// Counts the moves that were made in a time.
    pub fn count(&mut self, time: Duration, moves: u64) {
        self.ticks.push_back((time, moves));
        let mut all: Duration = self.ticks.iter().map(|(time, _)| *time).sum();
        while all > WINDOW
            && let Some((oldest, _)) = self.ticks.front()
        {
            all -= *oldest;
            self.ticks.pop_front();
        }
    }

    /// The moves a second of the last seconds; none if no time has passed.
    pub fn rate(&self) -> Option<f64> {
        let time: Duration = self.ticks.iter().map(|(time, _)| *time).sum();
        let moves: u64 = self.ticks.iter().map(|(_, moves)| *moves).sum();
        (!time.is_zero()).then(|| moves as f64 / time.as_secs_f64())
    }

    /// Forgets the moves that were counted.
    pub fn stop_counting(&mut self) {
        self.ticks.clear();
    }

    /// A new game begins.
    pub fn stop(&mut self) {
        self.stop_counting();
        self.phase = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_goes_from_one_move_a_second_to_as_fast_as_it_goes() {
        let mut clock = Clock::new();
        (0..20).for_each(|_| clock.slower());
        assert_eq!(clock.pace(), Some(1));
        assert_eq!(clock.pass(Duration::from_millis(600)), 0);
        assert!(clock.fall() > 0.8 && clock.fall() < 0.9);
        assert_eq!(clock.pass(Duration::from_millis(600)), 1);
        (0..20).for_each(|_| clock.faster());
        assert_eq!(clock.words(), "as fast as it goes");
        assert_eq!(clock.fall(), 1.0);
    }

    #[test]
    fn the_rate_is_that_of_the_last_seconds() {
        let mut clock = Clock::new();
        assert_eq!(clock.rate(), None);
        (0..100).for_each(|_| clock.count(Duration::from_millis(100), 7));
        (0..20).for_each(|_| clock.count(Duration::from_millis(100), 1));
        assert_eq!(clock.rate(), Some(10.0));
    }
}
