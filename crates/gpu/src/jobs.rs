//! Games as the kernel is given them.

use tetrarium_engine::{Pieces, Rules, Source};
use tetrarium_lab::Length;
use tetrarium_lab::play::{Continuation, Standing, Start, Until};

use crate::params::Params;
use crate::refusal::Refusal;

/// Games to be played, one job each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs {
    /// Who plays, by place among the candidates.
    pub candidate: Vec<u32>,
    pub seed: Vec<u64>,
    /// The game's number.
    pub game: Vec<u64>,
    /// Of games that are played on from a position: what is settled of their pieces, as the kernel
    /// has it.
    pub settled: Vec<u32>,
    /// Pieces placed before.
    pub placed: Vec<u64>,
    /// Their boards, column by column.
    pub columns: Vec<u32>,
}

/// What ends a game besides being lost.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pieces: u64,
    restart: bool,
    /// The dangers that end a game of each candidate: at most the one, or at least the other.
    pub bounds: Vec<i32>,
}

impl Jobs {
    /// Games from their beginning: candidate, seed and number.
    pub fn from_beginning(games: impl Iterator<Item = (u32, u64, u64)>) -> Jobs {
        let mut jobs = Jobs::default();
        for (candidate, seed, game) in games {
            jobs.candidate.push(candidate);
            jobs.seed.push(seed);
            jobs.game.push(game);
        }
        jobs
    }

    /// Games on from their starts: which of the work, and which of its starts.
    pub fn on_from(work: &[Continuation], games: &[(usize, usize)]) -> Result<Jobs, Refusal> {
        let all = games.iter().map(|&(which, index)| {
            let one = &work[which];
            (which as u32, one, &one.starts[index])
        });
        let numbers = all.clone();
        let numbers = numbers.map(|(candidate, one, start)| (candidate, one.seed, start.number));
        let mut jobs = Jobs::from_beginning(numbers);
        jobs.placed = all.clone().map(|(_, _, start)| start.placed).collect();
        let settled = all.clone().map(|(_, one, start)| {
            settled(one.contender.rules(), one.seed, start).ok_or_else(|| Refusal {
                player: one.contender.name().to_string(),
                reason: "its sequence of pieces is too long".to_string(),
            })
        });
        jobs.settled = settled.collect::<Result<_, _>>()?;
        let width = work
            .first()
            .map_or(0, |one| one.contender.rules().board.width());
        for x in 0..width {
            let column = all.clone();
            let column = column.map(|(_, _, start)| start.position.board.columns()[x]);
            jobs.columns.extend(column);
        }
        Ok(jobs)
    }

    pub fn len(&self) -> usize {
        self.game.len()
    }
}

/// What is settled of the pieces of a game, as the kernel's `Stream` has it.
fn settled(rules: &Rules, seed: u64, start: &Start) -> Option<u32> {
    let source = &rules.pieces;
    let mut pieces = Pieces::continuing(source, &start.position.settled, seed, start.number);
    let origin = u32::try_from(pieces.origin()).ok()?;
    Some(match source {
        Source::Uniform | Source::Weighted(_) => pieces.shown().map_or(0, |piece| piece as u32 + 1),
        Source::Bag => {
            let bag = pieces.first_bag(source)?.into_iter().rev();
            bag.fold(origin, |word, piece| word << 4 | piece as u32)
        }
        _ => origin,
    })
}

/// Where the games of all work stand, and which of them have to be sent. The kernel looks at the
/// danger after moves, so who need not move at all is not; of the others too it is said how
/// dangerous their boards are.
pub(crate) fn moving(work: &[Continuation]) -> (Vec<Vec<Standing>>, Vec<(usize, usize)>) {
    let mut sent = Vec::new();
    let stands = work.iter().enumerate().map(|(which, one)| {
        let stands = one.starts.iter().enumerate().map(|(index, start)| {
            let mut stand = Standing::at(start);
            let moves = match one.until {
                Until::Placed { .. } => true,
                Until::Danger { danger, low, level } => {
                    stand.highest = danger.of(&stand.board);
                    stand.highest > low && stand.highest < level
                }
            };
            if moves {
                sent.push((which, index));
            }
            stand
        });
        stands.collect()
    });
    (stands.collect(), sent)
}

/// Work that one kernel with the same limits plays: until as many pieces are placed, or until a
/// danger of one kind, whatever its bounds.
pub(crate) fn alike(work: &[Continuation]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Until, Vec<usize>)> = Vec::new();
    for (which, one) in work.iter().enumerate() {
        let kind = match one.until {
            Until::Danger { danger, .. } => Until::Danger {
                danger,
                low: 0,
                level: 0,
            },
            placed => placed,
        };
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, group)) => group.push(which),
            None => groups.push((kind, vec![which])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

impl Limits {
    pub fn of_length(length: Length) -> Limits {
        let (pieces, restart) = match length {
            Length::Whole => (u64::MAX, false),
            Length::AtMost(pieces) => (pieces, false),
            Length::Restarting(pieces) => (pieces, true),
        };
        Limits {
            pieces,
            restart,
            bounds: Vec::new(),
        }
    }

    /// Those of work that is [`alike`].
    pub fn of_work(work: &[Continuation]) -> Limits {
        let mut limits = Limits::of_length(Length::Whole);
        for one in work {
            match one.until {
                Until::Placed { pieces, restarts } => {
                    (limits.pieces, limits.restart) = (pieces, restarts);
                }
                Until::Danger { low, level, .. } => limits.bounds.extend([low, level]),
            }
        }
        limits
    }

    /// Tells the kernel.
    pub fn set(&self, params: &mut Params) {
        params.limit = self.pieces;
        params.restart = self.restart.into();
    }
}
