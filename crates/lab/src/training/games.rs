//! The seam through which training plays games.

use tetrarium_engine::Player;

use crate::measure::{Record, Shard, Watch, play_all};

/// A range of one player's games.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// Who plays.
    pub player: &'a Player,
    /// Which games.
    pub shard: Shard,
}

/// Playing ended before all games were played: the watch said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Something that plays games: the threads of this machine, a GPU, other machines. What comes back is the same whoever plays.
pub trait Games: Sync {
    /// Plays all games of all work: a list of records for each, in game order. Moves are counted on the watch as they are made, and
    /// it is looked at often.
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, Interrupted>;
}

/// Games on this many threads of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Default for Threads {
    /// As many threads as the machine runs at once.
    fn default() -> Self {
        Threads(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Games for Threads {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, Interrupted> {
        let work: Vec<_> = work.iter().map(|one| (one.player, one.shard)).collect();
        let records = play_all(&work, self.0, watch);
        // Whether the games together have too many moves does not depend on when that was noticed.
        if watch.ended() {
            return Err(Interrupted);
        }
        Ok(records)
    }
}
