//! Where the time of climbs goes: nanoseconds a move of games, of the moves that climbs make, and
//! of an estimate.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example climbs -- CONTROLLER CLIMBS TURNS
//! ```
//!
//! All rows are timed in turn, and the least time of each is shown. Games and the moves of climbs
//! are timed without and with the danger of each board.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::Instant;

use tetrarium_engine::{Danger, Player, PlayerGame, Rules, catalogue};
use tetrarium_lab::estimate::{Settings, estimate};
use tetrarium_lab::play::{Backend, Continuation, PlayError, Record, Standing, Start, Until, Work};
use tetrarium_lab::{Threads, Watch};

/// One thread, which keeps the climbs that it plays.
#[derive(Default)]
struct Keeping(Mutex<Vec<Climbs>>);

/// Climbs that were played together, and what they came to.
struct Climbs {
    seed: u64,
    until: Until,
    starts: Vec<Start>,
    standings: Vec<Standing>,
}

impl Backend for Keeping {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        Threads(1).play(work, watch)
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        let standings = Threads(1).continue_games(work, watch)?;
        let climbs = work.iter().zip(&standings).map(|(one, standings)| Climbs {
            seed: one.seed,
            until: one.until,
            starts: one.starts.to_vec(),
            standings: standings.clone(),
        });
        self.0.lock().expect("nothing panics").extend(climbs);
        Ok(standings)
    }

    fn at_once(&self) -> u64 {
        1
    }

    fn threads(&self) -> usize {
        1
    }

    fn divided(&self, _: usize) -> Option<Box<dyn Backend>> {
        None
    }
}

/// Makes moves of a game that begins again where it is lost.
fn games(player: &Player, moves: u64, mut each: impl FnMut(&PlayerGame)) -> u64 {
    let mut game = PlayerGame::new(player, 1, 0);
    for _ in 0..moves {
        if !game.advance_unseen() {
            game.restart();
        }
        each(&game);
    }
    moves
}

/// Makes the moves of climbs again.
fn again(player: &Player, all: &[Climbs], mut each: impl FnMut(&PlayerGame)) -> u64 {
    let mut game = PlayerGame::new(player, 1, 0);
    let mut moves = 0;
    for climbs in all {
        for (start, standing) in climbs.starts.iter().zip(&climbs.standings) {
            game.continue_from(&start.position, climbs.seed, start.number, start.placed);
            for _ in 0..standing.pieces {
                game.advance_unseen();
                each(&game);
            }
            moves += standing.pieces;
        }
    }
    moves
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, climbs, turns] = &words[..] else {
        return Err("CONTROLLER CLIMBS TURNS are needed".into());
    };
    let turns: u64 = turns.parse()?;
    let player = Player::new(catalogue::named(name)?, &Rules::default())?;
    let watch = Watch::default();
    let settings = Settings {
        climbs: climbs.parse()?,
        repeats: 4,
        ..Settings::default()
    };
    let estimated = |backend: &dyn Backend| {
        estimate(&player, 1, &settings, backend, &watch).map(|estimate| estimate.moves)
    };
    let keeping = Keeping::default();
    estimated(&keeping)?;
    let all = keeping.0.into_inner().expect("nothing panics");

    let look = |game: &PlayerGame| {
        black_box(game.danger(Danger::Pile));
    };
    let by_the_backend = || {
        for climbs in &all {
            let continuation = Continuation {
                contender: (&player).into(),
                seed: climbs.seed,
                starts: &climbs.starts,
                until: climbs.until,
            };
            let played = Threads(1).continue_games(&[continuation], &watch);
            black_box(played.expect("a player never fails"));
        }
        moves_of(&all)
    };
    let some = moves_of(&all).min(5_000_000);
    let rows: [(&str, &dyn Fn() -> u64); 6] = [
        ("games", &|| games(&player, some, |_| ())),
        ("games, with the danger of each board", &|| {
            games(&player, some, look)
        }),
        ("the moves of climbs", &|| again(&player, &all, |_| ())),
        ("the moves of climbs, with dangers", &|| {
            again(&player, &all, look)
        }),
        ("climbs by the backend", &by_the_backend),
        ("the whole estimate", &|| {
            estimated(&Threads(1)).expect("it was made before")
        }),
    ];
    let mut least = [f64::INFINITY; 6];
    for _ in 0..turns {
        for ((_, row), least) in rows.iter().zip(&mut least) {
            let began = Instant::now();
            let moves = row();
            *least = least.min(1e9 * began.elapsed().as_secs_f64() / moves as f64);
        }
    }
    println!("{name} on 10x20, one thread; the least of {turns} turns");
    println!("{:38} {:>7} {:>6}", "", "ns/move", "rate");
    for ((title, _), nanoseconds) in rows.iter().zip(least) {
        let rate = least[0] / nanoseconds;
        println!("{title:38} {nanoseconds:7.1} {rate:6.3}");
    }
    Ok(())
}

/// The moves of climbs.
fn moves_of(all: &[Climbs]) -> u64 {
    let standings = all.iter().flat_map(|climbs| &climbs.standings);
    standings.map(|standing| standing.pieces).sum()
}
