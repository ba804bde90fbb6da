//! Playing games in parallel on the threads of this machine.

use std::sync::atomic::{AtomicU64, Ordering};

use tetrarium_engine::game::State;
use tetrarium_engine::{Player, PlayerGame};

use super::shard::{End, Length, Record, Shard};
use super::watch::Watch;

/// How many moves a game makes between two looks at the watch.
pub(crate) const MOVES_BETWEEN_LOOKS: u64 = 256;

/// Plays a shard on some threads. The records are in game order; if the watch was told to stop, games still running
/// are recorded as interrupted and games not begun are missing.
pub fn play(player: &Player, shard: &Shard, threads: usize, watch: &Watch) -> Vec<Record> {
    let work = [(player, *shard)];
    play_all(&work, threads, watch)
        .pop()
        .expect("one shard, one list")
}

/// Plays several shards as one flat list of games, so that threads stay busy when shards are small: a list of records for each shard,
/// as [`play`] would give it.
pub fn play_all(work: &[(&Player, Shard)], threads: usize, watch: &Watch) -> Vec<Vec<Record>> {
    // The place of every shard's first game in the flat list, and the length of the list.
    let mut starts = vec![0];
    for (_, shard) in work {
        starts.push(starts[starts.len() - 1] + shard.games);
    }
    let games = starts[work.len()];
    let next = AtomicU64::new(0);
    let worker = || {
        let mut records = Vec::new();
        while !watch.ended() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= games {
                break;
            }
            let which = starts.partition_point(|start| *start <= place) - 1;
            let (player, shard) = &work[which];
            let game = PlayerGame::new(player, shard.seed, shard.first + (place - starts[which]));
            records.push((place, which, play_game(game, shard.length, watch)));
        }
        records
    };
    let threads = (threads.max(1) as u64).min(games.max(1)) as usize;
    let mut records: Vec<(u64, usize, Record)> = if threads == 1 {
        worker()
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("a worker does not panic"))
                .collect()
        })
    };
    records.sort_unstable_by_key(|(place, ..)| *place);
    let mut lists = vec![Vec::new(); work.len()];
    for (_, which, record) in records {
        lists[which].push(record);
    }
    lists
}

fn play_game(mut game: PlayerGame, length: Length, watch: &Watch) -> Record {
    let limit = match length {
        Length::Whole => u64::MAX,
        Length::AtMost(pieces) | Length::Restarting(pieces) => pieces,
    };
    let mut deaths = 0;
    let mut heights = watch.no_heights_yet();
    let mut seen = game.counts();
    let end = loop {
        let counts = game.counts();
        let done = counts.pieces >= limit;
        if done || counts.pieces >= seen.pieces + MOVES_BETWEEN_LOOKS {
            watch.count_moves(counts.pieces - seen.pieces, counts.lines - seen.lines);
            seen = counts;
            if done {
                break End::Cut;
            }
            if watch.ended() {
                break End::Interrupted;
            }
        }
        game.advance();
        match game.state() {
            State::Playing => {
                if let Some(heights) = &mut heights {
                    heights.record(game.board());
                }
            }
            State::OutOfPieces => break End::Cut,
            State::Lost => {
                deaths += 1;
                match length {
                    Length::Restarting(_) => game.restart(),
                    _ => break End::Lost,
                }
            }
        }
    };
    let counts = game.counts();
    watch.count_moves(counts.pieces - seen.pieces, counts.lines - seen.lines);
    watch.add_heights(heights);
    watch.count_games(1, deaths);
    Record {
        lines: counts.lines,
        pieces: counts.pieces,
        reward: counts.reward,
        deaths,
        end,
    }
}
