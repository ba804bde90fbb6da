//! Games side by side: those still running have all placed the same number of pieces.
//!
//! What is cut at a number of pieces, not at a moment of the clock, depends neither on threads nor on how long single games last; and games of equal
//! length keep all lanes of a machine busy that plays thousands at once.

use tetrarium_engine::game::Position;
use tetrarium_engine::pieces::Settled;
use tetrarium_engine::{Board, Player};

use crate::play::{End, Length, Record, Shard, Watch};
use crate::play::{Games, On, PlayError, Start, Until};

/// Games that have come so far.
pub(crate) struct Abreast<'a> {
    player: &'a Player,
    seed: u64,
    games: Vec<Played>,
    /// The most pieces of a game.
    limit: u64,
    restarts: bool,
    /// Pieces that every running game has placed.
    placed: u64,
}

struct Played {
    number: u64,
    board: Board,
    record: Record,
    running: bool,
}

impl<'a> Abreast<'a> {
    /// The games of a shard, at their beginning.
    pub fn new(player: &'a Player, shard: &Shard) -> Abreast<'a> {
        let (limit, restarts) = match shard.length {
            Length::Whole => (u64::MAX, false),
            Length::AtMost(pieces) => (pieces, false),
            Length::Restarting(pieces) => (pieces, true),
        };
        let begin = |index| Played {
            number: shard.first.wrapping_add(index),
            board: Board::empty(player.rules().board),
            record: Record {
                lines: 0,
                pieces: 0,
                reward: 0,
                deaths: 0,
                end: End::Cut,
            },
            running: limit > 0,
        };
        Abreast {
            player,
            seed: shard.seed,
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

    /// Plays on until every running game has placed so many pieces; returns the moves that took.
    pub fn go_on(
        &mut self,
        until: u64,
        games: &dyn Games,
        watch: &Watch,
    ) -> Result<u64, PlayError> {
        let until = until.min(self.limit);
        let running: Vec<usize> = (0..self.games.len())
            .filter(|&index| self.games[index].running)
            .collect();
        let starts: Vec<Start> = running
            .iter()
            .map(|&index| {
                let game = &self.games[index];
                Start {
                    number: game.number,
                    position: Position {
                        board: game.board,
                        settled: Settled::NOTHING,
                    },
                    placed: self.placed,
                }
            })
            .collect();
        let to = Until::Placed {
            pieces: until,
            restarts: self.restarts,
        };
        let on = On {
            player: self.player,
            seed: self.seed,
            starts: &starts,
            until: to,
        };
        let stands = games.play_on(&[on], watch)?.remove(0);
        let (mut moves, mut ended, mut deaths) = (0, 0, 0);
        for (index, stand) in running.into_iter().zip(stands) {
            let game = &mut self.games[index];
            game.board = stand.board;
            game.record.lines += stand.lines;
            game.record.pieces += stand.pieces;
            game.record.reward += stand.reward;
            game.record.deaths += stand.deaths;
            moves += stand.pieces;
            deaths += stand.deaths;
            let cut = (game.record.pieces >= self.limit).then_some(End::Cut);
            if let Some(end) = stand.end.or(cut) {
                game.record.end = end;
                game.running = false;
                ended += 1;
            }
        }
        watch.count_games(ended, deaths);
        self.placed = until;
        Ok(moves)
    }

    /// What came of the games so far, in game order. Those still running are cut; if somebody stopped them, they are interrupted, and games not begun
    /// say nothing.
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

/// Plays a range of games that may use so many moves together, shared out equally in rounds; games still running when they are spent
/// are cut. The shard's length is a further limit for each game.
pub fn play_within(
    player: &Player,
    shard: &Shard,
    budget: u64,
    games: &dyn Games,
    watch: &Watch,
) -> Result<Vec<Record>, PlayError> {
    let mut abreast = Abreast::new(player, shard);
    spend(&mut abreast, budget, games, watch)?;
    Ok(abreast.records(watch.ended()))
}

/// Shares out moves among the games still running, until they are spent or no game is left.
pub(crate) fn spend(
    abreast: &mut Abreast,
    mut left: u64,
    games: &dyn Games,
    watch: &Watch,
) -> Result<(), PlayError> {
    loop {
        let share = left / abreast.running().max(1);
        // A round in which no game ends spends all that can be shared, so rounds are no more than games.
        if abreast.running() == 0 || share == 0 || watch.ended() {
            return Ok(());
        }
        let until = abreast.placed().saturating_add(share);
        left = left.saturating_sub(abreast.go_on(until, games, watch)?);
    }
}
