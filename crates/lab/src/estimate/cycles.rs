//! The cycles and climbs of an estimate.

use tetrarium_engine::{Counts, Position, State};

use crate::play::{
    Backend, Contender, Continuation, Danger, End, Heights, PlayError, Start, Until, Walk, Watch,
    in_order, position_after,
};

/// The danger of a lost game: higher than that of any board.
pub(super) const LOST: i32 = i32::MAX;

/// If cycles take more moves than this on average, the pile has no cycles.
const MOVES_PER_CYCLE: u64 = 100_000;

/// The cycles of a run before those that count.
pub(super) const WARM_UP: u64 = 10;

/// The most cycles of a run that count.
pub(super) const CYCLES_OF_A_RUN: u64 = 100;

/// The moves of each game that tells ordinary dangers. Its first tenth does not count, because the
/// pile has to reach its usual height first.
pub(super) const ORDINARY_MOVES: u64 = 1000;

/// The contender and the backend of an estimate, its measure of danger, and the danger up to which
/// the pile is low.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    pub contender: Contender<'a>,
    pub seed: u64,
    pub danger: Danger,
    pub low: i32,
    pub backend: &'a dyn Backend,
    pub watch: &'a Watch,
}

/// Where a cycle or a climb first reached a level: a position to continue from, or the end of the
/// game, which lies above all levels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entrance {
    /// The danger there, and the position.
    At(i32, Position),
    Lost,
}

impl Entrance {
    /// The danger there.
    pub fn danger(&self) -> i32 {
        match self {
            Entrance::Lost => LOST,
            Entrance::At(danger, _) => *danger,
        }
    }

    /// A climb from there with the pieces of a stream; none if the game is over.
    fn start(&self, number: u64) -> Option<Start> {
        match *self {
            Entrance::Lost => None,
            Entrance::At(_, position) => Some(Start {
                number,
                position,
                placed: 0,
            }),
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    pub cycles: u64,
    pub lines: u64,
    pub pieces: u64,
    pub heights: Heights,
    /// The moves made, those of the warm-up included.
    pub moves: u64,
}

/// Why playing ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Stopped,
    NoCycles,
    Failed(PlayError),
}

impl Setup<'_> {
    /// What an error comes to: an agent that the same Ctrl-C reached does not fail, it is stopped.
    pub(super) fn halt(&self, error: PlayError) -> Halt {
        match self.watch.stopped() {
            true => Halt::Stopped,
            false => Halt::Failed(error),
        }
    }
}

/// The number of a stream of pieces. It differs from the numbers of all games, which count from 0.
pub(super) fn stream_number(repeat: u64, stage: u64, index: u64) -> u64 {
    1 << 63 | (repeat & 0x7fff) << 48 | (stage & 0xffff) << 32 | index & 0xffff_ffff
}

/// Makes a move and returns the danger after it.
fn step(walk: &mut Walk, setup: Setup) -> Result<i32, Halt> {
    walk.advance().map_err(|error| setup.halt(error))?;
    if walk.is_ended() {
        return Err(Halt::Stopped);
    }
    Ok(match walk.state() {
        State::Playing => walk.danger(setup.danger),
        _ => LOST,
    })
}

/// A game of the contender from its beginning.
fn walk(setup: Setup, number: u64) -> Result<Walk, Halt> {
    let walk = Walk::new(setup.contender, setup.seed, number, setup.watch);
    walk.map_err(|error| setup.halt(error))
}

/// The dangers after the moves of some ordinary games, sorted, and the moves made. Their streams of
/// pieces have the numbers from `first` on. Lost games begin again.
pub(super) fn ordinary_dangers(
    setup: Setup,
    first: u64,
    games: u64,
) -> Result<(Vec<i32>, u64), Halt> {
    let played = side_by_side(setup, games, |game| {
        let mut walk = walk(setup, first + game)?;
        let mut dangers = Vec::new();
        for made in 0..ORDINARY_MOVES {
            match step(&mut walk, setup)? {
                LOST => walk.restart(),
                danger if made >= ORDINARY_MOVES / 10 => dangers.push(danger),
                _ => {}
            }
        }
        Ok(dangers)
    })?;
    let mut dangers = played.concat();
    dangers.sort_unstable();
    Ok((dangers, games * ORDINARY_MOVES))
}

/// The results of tasks in their order, done on the threads of the backend.
pub(super) fn side_by_side<T: Send>(
    setup: Setup,
    tasks: u64,
    task: impl Fn(u64) -> Result<T, Halt> + Sync,
) -> Result<Vec<T>, Halt> {
    let done = in_order(tasks, setup.backend.threads(), setup.watch, task);
    if (done.len() as u64) < tasks {
        return Err(Halt::Stopped);
    }
    done.into_iter().collect()
}

/// The number of runs that have `cycles` cycles together.
pub(super) fn number_of_runs(cycles: u64) -> u64 {
    cycles.div_ceil(CYCLES_OF_A_RUN)
}

/// Run `number` of those that have `cycles` cycles together: games one after another, cut into
/// cycles. A cycle begins when the pile has become low again or a new game begins, and ends when
/// the next one begins. `each` is called with the peaks of every cycle after the warm-up. The
/// pieces are those of the stream `first + number`.
pub(super) fn run(
    setup: Setup,
    first: u64,
    number: u64,
    cycles: u64,
    mut each: impl FnMut(&[Entrance]),
) -> Result<Run, Halt> {
    let runs = number_of_runs(cycles);
    let cycles = cycles * (number + 1) / runs - cycles * number / runs;
    let mut walk = walk(setup, first + number)?;
    let mut run = Run::default();
    let mut begun = Counts::default();
    // Where the danger was higher than ever before in the cycle.
    let mut peaks: Vec<Entrance> = Vec::new();
    let mut done = 0;
    while run.cycles < cycles {
        if walk.counts().pieces / MOVES_PER_CYCLE > WARM_UP + cycles {
            return Err(Halt::NoCycles);
        }
        let danger = step(&mut walk, setup)?;
        if danger > peaks.last().map_or(setup.low, Entrance::danger) {
            peaks.push(match danger {
                LOST => Entrance::Lost,
                _ => Entrance::At(danger, walk.position()),
            });
        }
        if danger != LOST && done >= WARM_UP {
            run.heights.record(walk.board());
        }
        let ended = danger == LOST || danger <= setup.low && !peaks.is_empty();
        if !ended {
            continue;
        }
        if danger == LOST {
            walk.restart();
        }
        done += 1;
        if done == WARM_UP {
            begun = walk.counts();
        } else if done > WARM_UP {
            each(&peaks);
            run.cycles += 1;
        }
        peaks.clear();
    }
    let counts = walk.counts();
    run.lines = counts.lines - begun.lines;
    run.pieces = counts.pieces - begun.pieces;
    run.moves = counts.pieces;
    Ok(run)
}

/// The result of a climb.
#[derive(Clone, Copy, Debug)]
pub(super) struct Climbed {
    /// The highest danger.
    pub highest: i32,
    /// Where the climb reached the level, if it did.
    pub entrance: Option<Entrance>,
    pub moves: u64,
}

/// Plays climbs, each from an entrance with the pieces of a stream, until the pile is low again,
/// the game is lost or the level is reached.
pub(super) fn climbs(
    setup: Setup,
    from: &[(&Entrance, u64)],
    level: i32,
) -> Result<impl Iterator<Item = Climbed>, Halt> {
    // An entrance that lies above several levels at once needs no climb.
    let starts: Vec<Start> = from
        .iter()
        .filter(|(entrance, _)| entrance.danger() < level)
        .filter_map(|(entrance, number)| entrance.start(*number))
        .collect();
    let until = Until::Danger {
        danger: setup.danger,
        low: setup.low,
        level,
    };
    let (contender, seed) = (setup.contender, setup.seed);
    let continuation = Continuation {
        contender,
        seed,
        starts: &starts,
        until,
    };
    let standings = setup.backend.continue_games(&[continuation], setup.watch);
    let standings = standings.map_err(|error| setup.halt(error))?.remove(0);
    if setup.watch.ended() {
        return Err(Halt::Stopped);
    }
    let mut played = starts.into_iter().zip(standings);
    let climb = move |(entrance, _): &(&Entrance, u64)| {
        if entrance.danger() >= level {
            return Climbed {
                highest: entrance.danger(),
                entrance: Some(**entrance),
                moves: 0,
            };
        }
        let (start, standing) = played.next().expect("there is one for each start");
        let (highest, entrance) = match standing.end {
            Some(End::Lost) => (LOST, Some(Entrance::Lost)),
            _ if standing.highest >= level => {
                let rules = contender.rules();
                let position = position_after(rules, seed, &start, standing.pieces, standing.board);
                let danger = standing.highest;
                (danger, Some(Entrance::At(danger, position)))
            }
            _ => (standing.highest, None),
        };
        Climbed {
            highest,
            entrance,
            moves: standing.pieces,
        }
    };
    Ok(from.iter().map(climb))
}

/// Where the peaks of a cycle first reach a level.
pub(super) fn reaching(peaks: &[Entrance], level: i32) -> Option<Entrance> {
    peaks.iter().find(|peak| peak.danger() >= level).copied()
}
