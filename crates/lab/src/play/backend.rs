//! Who plays: the one seam between what measures, estimates and trains, and what plays the games.
//!
//! Threads of this machine, a GPU, other machines: what comes back is the same whoever plays, because a game is a pure function of the
//! rules, the controller, the seed and its number.

use tetrarium_engine::game::{Position, State};
use tetrarium_engine::{Board, Player, PlayerGame};

use super::danger::Danger;
use super::parallel::in_order;
use super::shard::{End, Record, Shard};
use super::threads::{MOVES_BETWEEN_LOOKS, play_all};
use super::watch::Watch;

/// A range of one player's games.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// Who plays.
    pub player: &'a Player,
    /// Which games.
    pub shard: Shard,
}

/// Why games were not played. Being told to stop is no such reason: the watch knows about that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Games that whoever was asked does not know how to play.
    #[error("{0}")]
    Refused(String),
    /// Whoever was asked cannot play any more: out of memory, a lost device.
    #[error("{0}")]
    Failed(String),
}

/// A game to be played on from where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The stream that the pieces come from.
    pub number: u64,
    /// The board, and what was settled of the pieces when the stream began.
    pub position: Position,
    /// Pieces taken from the stream since then.
    pub placed: u64,
}

/// When to stop playing on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When so many pieces of the stream are placed, or the game is lost before; if it restarts, a lost game goes on with an empty board.
    Placed {
        /// The pieces.
        pieces: u64,
        /// Whether it restarts.
        restarts: bool,
    },
    /// When the danger is at most `low` or at least `level`, or the game is lost. It is looked at after every move.
    Danger {
        /// What is dangerous.
        danger: Danger,
        /// The danger of a low pile.
        low: i32,
        /// The danger to climb to.
        level: i32,
    },
}

/// Games of one player to be played on.
#[derive(Clone, Copy, Debug)]
pub struct On<'a> {
    /// Who plays.
    pub player: &'a Player,
    /// The seed of the streams.
    pub seed: u64,
    /// Where the games stand.
    pub starts: &'a [Start],
    /// When each is stopped.
    pub until: Until,
}

/// Where a game has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// Rows removed since the start.
    pub lines: u64,
    /// Pieces placed since the start.
    pub pieces: u64,
    /// Points since the start.
    pub reward: u64,
    /// Times it was lost since the start.
    pub deaths: u64,
    /// The board.
    pub board: Board,
    /// The most dangerous board since the start, if danger was looked at; not that of a lost game.
    pub highest: i32,
    /// Why it ended; none if it can go on.
    pub end: Option<End>,
}

impl Stand {
    /// A game that has not gone on.
    pub fn at(start: &Start) -> Stand {
        Stand {
            lines: 0,
            pieces: 0,
            reward: 0,
            deaths: 0,
            board: start.position.board,
            highest: i32::MIN,
            end: None,
        }
    }
}

/// Something that plays games.
pub trait Games: Sync {
    /// Plays all games of all work: a list of records for each, in game order. Moves are counted on the watch as they are made, and it is
    /// looked at often. If it ended playing, games still running are recorded as interrupted and games not begun are missing.
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError>;

    /// Plays games on, each from its start until it is told to stop: for all work where each has come to, in the order of the starts. If the
    /// watch ended playing, some have not come so far.
    fn play_on(&self, work: &[On], watch: &Watch) -> Result<Vec<Vec<Stand>>, PlayError>;

    /// About how many games have to be played at once to keep it busy.
    fn at_once(&self) -> u64;

    /// The threads of this machine that are there for what is not played through this trait.
    fn threads(&self) -> usize {
        Threads::default().0
    }

    /// Plays all games of all work, or none if the watch ended playing. Whether the games together have more moves than the watch allows
    /// does not depend on when that was noticed.
    fn play_whole(
        &self,
        work: &[Work],
        watch: &Watch,
    ) -> Result<Option<Vec<Vec<Record>>>, PlayError> {
        let records = self.play(work, watch)?;
        Ok((!watch.ended()).then_some(records))
    }
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
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        let work: Vec<_> = work.iter().map(|one| (one.player, one.shard)).collect();
        Ok(play_all(&work, self.0, watch))
    }

    fn play_on(&self, work: &[On], watch: &Watch) -> Result<Vec<Vec<Stand>>, PlayError> {
        let all: Vec<(&On, &Start)> = work
            .iter()
            .flat_map(|one| one.starts.iter().map(move |start| (one, start)))
            .collect();
        let mut stands = in_order(all.len() as u64, self.0, watch, |index| {
            let (one, start) = all[index as usize];
            played_on(one, start, watch)
        });
        stands.extend(
            all[stands.len()..]
                .iter()
                .map(|(_, start)| Stand::at(start)),
        );
        let mut stands = stands.into_iter();
        let lists = work
            .iter()
            .map(|one| stands.by_ref().take(one.starts.len()).collect());
        Ok(lists.collect())
    }

    fn at_once(&self) -> u64 {
        self.0 as u64
    }

    fn threads(&self) -> usize {
        self.0
    }
}

/// Plays one game on.
fn played_on(on: &On, start: &Start, watch: &Watch) -> Stand {
    let &On {
        player,
        seed,
        until,
        ..
    } = on;
    let mut stand = Stand::at(start);
    let mut game = PlayerGame::from_position(player, &start.position, seed, start.number)
        .advanced_to(start.placed, start.position.board);
    let first = game.counts();
    let mut seen = first;
    let look = |game: &PlayerGame| match until {
        Until::Placed { .. } => i32::MIN,
        Until::Danger { danger, .. } => danger.of(game.board()),
    };
    let mut danger = look(&game);
    stand.highest = danger;
    let mut heights = watch.no_heights_yet();
    let goes_on = |game: &PlayerGame, danger: i32| match until {
        Until::Placed { pieces, .. } => game.counts().pieces < pieces,
        Until::Danger { low, level, .. } => danger > low && danger < level,
    };
    while stand.end.is_none() && goes_on(&game, danger) {
        game.advance();
        match game.state() {
            State::Playing => {
                danger = look(&game);
                stand.highest = stand.highest.max(danger);
                if let Some(heights) = &mut heights {
                    heights.record(game.board());
                }
            }
            State::OutOfPieces => stand.end = Some(End::Cut),
            State::Lost => {
                stand.deaths += 1;
                match until {
                    Until::Placed { restarts: true, .. } => game.restart(),
                    _ => stand.end = Some(End::Lost),
                }
            }
        }
        let counts = game.counts();
        if counts.pieces >= seen.pieces + MOVES_BETWEEN_LOOKS {
            watch.count_moves(counts.pieces - seen.pieces, counts.lines - seen.lines);
            seen = counts;
            if watch.ended() {
                break;
            }
        }
    }
    let counts = game.counts();
    watch.count_moves(counts.pieces - seen.pieces, counts.lines - seen.lines);
    watch.add_heights(heights);
    stand.lines = counts.lines - first.lines;
    stand.pieces = counts.pieces - first.pieces;
    stand.reward = counts.reward - first.reward;
    stand.board = *game.board();
    stand
}

#[cfg(test)]
pub(crate) mod testing {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    /// Someone who plays some rounds well; before every later one something happens, perhaps an error.
    pub struct Faltering<T> {
        rounds: AtomicI64,
        then: T,
    }

    impl<T: Fn() -> Option<PlayError> + Sync> Faltering<T> {
        pub fn new(rounds: i64, then: T) -> Self {
            let rounds = rounds.into();
            Faltering { rounds, then }
        }

        fn round(&self) -> Result<(), PlayError> {
            match self.rounds.fetch_sub(1, Ordering::Relaxed) {
                left if left > 0 => Ok(()),
                _ => (self.then)().map_or(Ok(()), Err),
            }
        }
    }

    impl<T: Fn() -> Option<PlayError> + Sync> Games for Faltering<T> {
        fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
            self.round()?;
            Threads(1).play(work, watch)
        }

        fn play_on(&self, work: &[On], watch: &Watch) -> Result<Vec<Vec<Stand>>, PlayError> {
            self.round()?;
            Threads(1).play_on(work, watch)
        }

        fn at_once(&self) -> u64 {
            100
        }

        fn threads(&self) -> usize {
            2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Length, play};
    use tetrarium_engine::{Rules, catalogue};

    fn player(settings: &[(&str, &str)]) -> Player {
        let mut rules = Rules::default();
        for (setting, value) in settings {
            rules.set(setting, value).unwrap();
        }
        Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
    }

    /// A game played on in two parts is the game.
    #[test]
    fn parts_of_a_game_are_the_game() {
        for settings in [
            &[("board", "6x8")][..],
            &[("board", "6x8"), ("pieces", "bag")],
            &[("board", "6x8"), ("pieces", "cycle:SZLTOIJ")],
        ] {
            let player = player(settings);
            let watch = Watch::default();
            let shard = Shard {
                seed: 2,
                first: 5,
                games: 20,
                length: Length::AtMost(400),
            };
            let whole = play(&player, &shard, 1, &watch);
            for (number, record) in (5..).zip(&whole) {
                let mut start = Start {
                    number,
                    position: PlayerGame::new(&player, 2, number).position(),
                    placed: 0,
                };
                let to = |pieces| Until::Placed {
                    pieces,
                    restarts: false,
                };
                let on = |start, until| {
                    let on = On {
                        player: &player,
                        seed: 2,
                        starts: &[start],
                        until,
                    };
                    Threads(2).play_on(&[on], &watch).unwrap()[0][0]
                };
                let half = on(start, to(23));
                start.placed += half.pieces;
                start.position.board = half.board;
                let (mut lines, mut pieces, mut end) = (half.lines, half.pieces, half.end);
                if end.is_none() {
                    let rest = on(start, to(400));
                    (lines, pieces) = (lines + rest.lines, pieces + rest.pieces);
                    end = rest.end;
                }
                assert_eq!((lines, pieces), (record.lines, record.pieces));
                assert_eq!(end.unwrap_or(End::Cut), record.end);
            }
        }
    }

    #[test]
    fn those_who_were_not_begun_stand_where_they_stood() {
        let player = player(&[]);
        let watch = Watch::default();
        watch.stop();
        let start = Start {
            number: 0,
            position: PlayerGame::new(&player, 1, 0).position(),
            placed: 0,
        };
        let until = Until::Placed {
            pieces: 10,
            restarts: false,
        };
        let three = [start; 3];
        let on = |starts| On {
            player: &player,
            seed: 1,
            starts,
            until,
        };
        let work = [on(&three), on(&[]), on(&three[..1])];
        let stands = Threads(1).play_on(&work, &watch).unwrap();
        assert_eq!(
            stands,
            [3, 0, 1].map(|count| vec![Stand::at(&start); count])
        );
    }
}
