//! Games side by side: all games still running have placed the same number of pieces.
//!
//! Games are cut at a number of pieces, not at a moment of the clock. So the cut depends neither on
//! threads nor on the lengths of single games. Games of equal length also keep all lanes busy on a
//! machine that plays thousands at once.

use tetrarium_engine::{Board, Position, Settled};

use crate::play::{
    Backend, Contender, Continuation, End, Length, PlayError, Record, Shard, Start, Until, Watch,
};

/// The least number of games that the backend is given at once.
const PART: usize = 1 << 16;

/// Games of one contender that are played side by side.
pub(crate) struct SideBySide<'a> {
    contender: Contender<'a>,
    seed: u64,
    /// The number of the first game.
    first: u64,
    games: Vec<Played>,
    /// The limit of pieces of a game.
    limit: u64,
    restarts: bool,
    /// Pieces that every running game has placed.
    placed: u64,
}

struct Played {
    board: Board,
    record: Record,
    running: bool,
}

impl<'a> SideBySide<'a> {
    /// The games of a shard, at their beginning.
    pub fn new(contender: Contender<'a>, shard: &Shard) -> SideBySide<'a> {
        let (limit, restarts) = match shard.length {
            Length::Whole => (u64::MAX, false),
            Length::AtMost(pieces) => (pieces, false),
            Length::Restarting(pieces) => (pieces, true),
        };
        let begin = |_| Played {
            board: Board::empty(contender.rules().board),
            record: Record {
                lines: 0,
                pieces: 0,
                reward: 0,
                deaths: 0,
                end: End::Cut,
            },
            running: limit > 0,
        };
        SideBySide {
            contender,
            seed: shard.seed,
            first: shard.first,
            games: (0..shard.games).map(begin).collect(),
            limit,
            restarts,
            placed: 0,
        }
    }

    /// Games still running.
    pub fn running(&self) -> u64 {
        self.games.iter().filter(|game| game.running).count() as u64
    }

    /// Pieces that every running game has placed.
    pub fn placed(&self) -> u64 {
        self.placed
    }

    /// Plays on until every running game has placed `until` pieces. Returns the number of moves
    /// made.
    pub fn go_on(
        &mut self,
        until: u64,
        backend: &dyn Backend,
        watch: &Watch,
    ) -> Result<u64, PlayError> {
        let until = until.min(self.limit);
        let running: Vec<usize> = (0..self.games.len())
            .filter(|&index| self.games[index].running)
            .collect();
        // A part at a time: what is played is kept small, what is known of all games smaller.
        let part = PART.max(usize::try_from(backend.at_once()).unwrap_or(PART));
        let mut moves = 0;
        for part in running.chunks(part) {
            moves += self.go_on_with(part, until, backend, watch)?;
        }
        self.placed = until;
        Ok(moves)
    }

    /// Plays these games on until each has placed `until` pieces. Returns the number of moves made.
    fn go_on_with(
        &mut self,
        part: &[usize],
        until: u64,
        backend: &dyn Backend,
        watch: &Watch,
    ) -> Result<u64, PlayError> {
        let start = |&index: &usize| Start {
            number: self.first.wrapping_add(index as u64),
            position: Position {
                board: self.games[index].board,
                settled: Settled::NOTHING,
            },
            placed: self.placed,
        };
        let starts: Vec<Start> = part.iter().map(start).collect();
        let to = Until::Placed {
            pieces: until,
            restarts: self.restarts,
        };
        let continuation = Continuation {
            contender: self.contender,
            seed: self.seed,
            starts: &starts,
            until: to,
        };
        let standings = backend.continue_games(&[continuation], watch)?.remove(0);
        let (mut moves, mut ended, mut deaths) = (0, 0, 0);
        for (&index, standing) in part.iter().zip(standings) {
            let game = &mut self.games[index];
            game.board = standing.board;
            game.record.lines += standing.lines;
            game.record.pieces += standing.pieces;
            game.record.reward += standing.reward;
            game.record.deaths += standing.deaths;
            moves += standing.pieces;
            deaths += standing.deaths;
            let cut = (game.record.pieces >= self.limit).then_some(End::Cut);
            if let Some(end) = standing.end.or(cut) {
                game.record.end = end;
                game.running = false;
                ended += 1;
            }
        }
        watch.count_games(ended, deaths);
        Ok(moves)
    }

    /// The records of the games so far, in game order. Games still running are recorded as cut. If
    /// playing was `stopped`, they are recorded as interrupted and games not begun are left out.
    pub fn records(&self, stopped: bool) -> Vec<Record> {
        self.games
            .iter()
            .filter(|game| !stopped || game.record.pieces > 0)
            .map(|game| {
                let mut record = game.record;
                if stopped && game.running {
                    record.end = End::Interrupted;
                }
                record
            })
            .collect()
    }
}

/// Plays a shard whose games may use `budget` moves together. Every running game gets an equal part
/// of the moves that are left, round after round; games still running when the moves are spent are
/// cut. The shard's length is a further limit for each game.
///
/// # Errors
///
/// If the backend refuses the games, or it or the agent fails.
pub fn play_within<'a>(
    contender: impl Into<Contender<'a>>,
    shard: &Shard,
    budget: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Vec<Record>, PlayError> {
    let mut games = SideBySide::new(contender.into(), shard);
    spend(&mut games, budget, backend, watch)?;
    Ok(games.records(watch.ended()))
}

/// Shares out `left` moves among the games still running, until the moves are spent or no game is
/// left.
pub(crate) fn spend(
    games: &mut SideBySide,
    mut left: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<(), PlayError> {
    loop {
        let share = left / games.running().max(1);
        // A round in which no game ends spends all that can be shared, so there are at most as many
        // rounds as games.
        if games.running() == 0 || share == 0 || watch.ended() {
            return Ok(());
        }
        let until = games.placed().saturating_add(share);
        left = left.saturating_sub(games.go_on(until, backend, watch)?);
    }
}
