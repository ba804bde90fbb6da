//! Playing on the threads of this machine.

use tetrarium_engine::{Board, Player, Position, Settled};

use super::agents::AgentWork;
use super::backend::{Backend, PlayError, Work};
use super::contender::Contender;
use super::continuation::{Continuation, Standing, Start, Until};
use super::course::Course;
use super::parallel::in_order_with;
use super::shard::{End, Length, Record, Shard};
use super::walk::Walk;
use super::watch::Watch;

/// The backend that plays on this number of threads of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Default for Threads {
    /// As many threads as the machine runs at once.
    fn default() -> Self {
        Threads(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// Plays a shard of a player on these threads, as [`Backend::play`] of [`Threads`] does. If the
/// watch ended playing, games not begun are missing.
pub fn play(player: &Player, shard: &Shard, threads: usize, watch: &Watch) -> Vec<Record> {
    players_games(&[(player, *shard)], threads, watch)
        .pop()
        .expect("one shard, one list")
}

impl Backend for Threads {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        let players: Vec<(&Player, Shard)> = work
            .iter()
            .filter_map(|one| Some((one.contender.player()?, one.shard)))
            .collect();
        let mut of_players = players_games(&players, self.0, watch).into_iter();
        work.iter()
            .map(|one| match one.contender {
                Contender::Player(_) => Ok(of_players.next().unwrap_or_default()),
                Contender::Agent { agent, rules } => {
                    let games = AgentWork {
                        agent,
                        rules,
                        seed: one.shard.seed,
                        until: until(one.shard.length),
                        counts_games: true,
                    };
                    agents_games(&games, &one.shard, self.0, watch)
                }
            })
            .collect()
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        let all: Vec<(&Continuation, &Player, &Start)> = work
            .iter()
            .filter_map(|one| Some((one, one.contender.player()?)))
            .flat_map(|(one, player)| one.starts.iter().map(move |start| (one, player, start)))
            .collect();
        let count = all.len() as u64;
        let mut standings = in_order_with(count, self.0, watch, no_walk, |walk, index| {
            let (one, player, start) = all[index as usize];
            continued(walk, player, one.seed, start, one.until, watch)
        });
        let rest = all[standings.len()..].iter();
        standings.extend(rest.map(|(.., start)| Standing::at(start)));
        if let [one] = work
            && one.contender.player().is_some()
        {
            return Ok(vec![standings]);
        }
        let mut of_players = standings.into_iter();
        work.iter()
            .map(|one| match one.contender {
                Contender::Player(_) => Ok(of_players.by_ref().take(one.starts.len()).collect()),
                Contender::Agent { agent, rules } => {
                    let games = AgentWork {
                        agent,
                        rules,
                        seed: one.seed,
                        until: one.until,
                        counts_games: false,
                    };
                    let start = |index: u64| one.starts[index as usize];
                    let count = one.starts.len() as u64;
                    let mut all: Vec<Standing> = one.starts.iter().map(Standing::at).collect();
                    for (index, standing) in games.play(count, start, self.0, watch)? {
                        all[index as usize] = standing;
                    }
                    Ok(all)
                }
            })
            .collect()
    }

    fn at_once(&self) -> u64 {
        self.0 as u64
    }

    fn threads(&self) -> usize {
        self.0
    }

    fn divided(&self, parts: usize) -> Option<Box<dyn Backend>> {
        Some(Box::new(Threads((self.0 / parts.max(1)).max(1))))
    }
}

/// Plays the shards of players as one flat list of games, so that threads stay busy when shards are
/// small. Returns a list of records for each shard.
fn players_games(work: &[(&Player, Shard)], threads: usize, watch: &Watch) -> Vec<Vec<Record>> {
    // The place of every shard's first game in the flat list, and the length of the list.
    let mut starts = vec![0];
    for (_, shard) in work {
        starts.push(starts[starts.len() - 1] + shard.games);
    }
    let games = starts[work.len()];
    let records = in_order_with(games, threads, watch, no_walk, |walk, place| {
        let which = starts.partition_point(|start| *start <= place) - 1;
        let (player, shard) = &work[which];
        let board = Board::empty(player.rules().board);
        let start = beginning(board, shard.first + (place - starts[which]));
        let until = until(shard.length);
        let standing = continued(walk, player, shard.seed, &start, until, watch);
        let record = record(&standing, shard.length);
        watch.count_games(1, record.deaths);
        (which, record)
    });
    let mut lists = vec![Vec::new(); work.len()];
    for (which, record) in records {
        lists[which].push(record);
    }
    lists
}

/// Plays a shard of an agent.
fn agents_games(
    games: &AgentWork,
    shard: &Shard,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Record>, PlayError> {
    let board = Board::empty(games.rules.board);
    let start = |index| beginning(board, shard.first + index);
    let standings = games.play(shard.games, start, threads, watch)?;
    let records = standings.iter();
    Ok(records
        .map(|(_, standing)| record(standing, shard.length))
        .collect())
}

/// Game number `number` at its beginning.
fn beginning(board: Board, number: u64) -> Start {
    let settled = Settled::NOTHING;
    Start {
        number,
        position: Position { board, settled },
        placed: 0,
    }
}

/// The condition that stops a game of this length.
fn until(length: Length) -> Until {
    let (pieces, restarts) = match length {
        Length::Whole => (u64::MAX, false),
        Length::AtMost(pieces) => (pieces, false),
        Length::Restarting(pieces) => (pieces, true),
    };
    Until::Placed { pieces, restarts }
}

/// The record of a game that was played from its beginning. A game that has neither ended nor
/// reached its length was interrupted.
fn record(standing: &Standing, length: Length) -> Record {
    let is_cut = match length {
        Length::Whole => false,
        Length::AtMost(pieces) | Length::Restarting(pieces) => standing.pieces >= pieces,
    };
    let open = if is_cut { End::Cut } else { End::Interrupted };
    Record {
        lines: standing.lines,
        pieces: standing.pieces,
        reward: standing.reward,
        deaths: standing.deaths,
        end: standing.end.unwrap_or(open),
    }
}

/// What a thread has kept before its first game.
fn no_walk<'a>() -> Option<Walk<'a>> {
    None
}

/// Continues one game of a player. The walk of the game before on this thread is used again,
/// because what a kernel works with is larger than a short climb needs.
fn continued<'a>(
    walk: &mut Option<Walk<'a>>,
    player: &'a Player,
    seed: u64,
    start: &Start,
    until: Until,
    watch: &'a Watch,
) -> Standing {
    if !walk
        .as_mut()
        .is_some_and(|walk| walk.begins_again(player, seed, start))
    {
        *walk = Some(Walk::of_player(player, seed, start, watch));
    }
    let walk = walk.as_mut().expect("there is one");
    let counts = walk.counts();
    let mut course = Course::new(start, until, counts, |danger| walk.danger(danger), watch);
    while course.goes_on(walk.counts()) {
        walk.advance().expect("a player never fails");
        let danger = |danger| walk.danger(danger);
        if course.moved(walk.state(), walk.board(), danger) {
            walk.restart();
        }
        if walk.is_ended() {
            break;
        }
    }
    walk.report();
    course.finished(walk.counts(), walk.board(), watch)
}

#[cfg(test)]
mod tests {
    use super::*;

    use tetrarium_engine::{PlayerGame, Rules, catalogue};

    fn player(settings: &[(&str, &str)]) -> Player {
        let mut rules = Rules::default();
        for (setting, value) in settings {
            rules.set(setting, value).unwrap();
        }
        Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
    }

    #[test]
    fn a_game_continued_in_two_parts_is_the_whole_game() {
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
                let continued = |start, until| {
                    let work = Continuation {
                        contender: (&player).into(),
                        seed: 2,
                        starts: &[start],
                        until,
                    };
                    Threads(2).continue_games(&[work], &watch).unwrap()[0][0]
                };
                let half = continued(start, to(23));
                start.placed += half.pieces;
                start.position.board = half.board;
                let (mut lines, mut pieces, mut end) = (half.lines, half.pieces, half.end);
                if end.is_none() {
                    let rest = continued(start, to(400));
                    (lines, pieces) = (lines + rest.lines, pieces + rest.pieces);
                    end = rest.end;
                }
                assert_eq!((lines, pieces), (record.lines, record.pieces));
                assert_eq!(end.unwrap_or(End::Cut), record.end);
            }
        }
    }

    #[test]
    fn games_that_were_not_begun_have_the_standing_of_their_start() {
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
        let continuation = |starts| Continuation {
            contender: (&player).into(),
            seed: 1,
            starts,
            until,
        };
        let work = [
            continuation(&three),
            continuation(&[]),
            continuation(&three[..1]),
        ];
        let standings = Threads(1).continue_games(&work, &watch).unwrap();
        assert_eq!(
            standings,
            [3, 0, 1].map(|count| vec![Standing::at(&start); count])
        );
    }
}
