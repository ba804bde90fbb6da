//! Games as the kernel is given them.

use tetrarium_engine::Player;
use tetrarium_engine::source::{Pieces, Source};
use tetrarium_lab::Length;
use tetrarium_lab::games::{Stand, Start, Until};

use crate::Refusal;
use crate::params::Params;

/// Games to be played, one job each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs {
    /// Who plays, by place among the candidates.
    pub candidate: Vec<u32>,
    pub seed: Vec<u64>,
    /// The game's number.
    pub game: Vec<u64>,
    /// Of games that are played on from a position: what is settled of their pieces, as the kernel has it.
    pub settled: Vec<u32>,
    /// Pieces placed before.
    pub placed: Vec<u64>,
    /// Their boards, column by column.
    pub columns: Vec<u32>,
}

/// What ends a game besides being lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pieces: u64,
    restart: bool,
    low: i32,
    level: i32,
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

    /// One player's games on from their starts.
    pub fn on_from(player: &Player, seed: u64, starts: &[Start]) -> Result<Jobs, Refusal> {
        let numbers = starts.iter().map(|start| (0, seed, start.number));
        let mut jobs = Jobs::from_beginning(numbers);
        jobs.placed = starts.iter().map(|start| start.placed).collect();
        jobs.settled = starts
            .iter()
            .map(|start| settled(player, seed, start))
            .collect::<Option<_>>()
            .ok_or_else(|| Refusal {
                player: player.name().to_string(),
                reason: "its sequence of pieces is too long".to_string(),
            })?;
        for x in 0..player.rules().board.width() {
            let column = starts.iter().map(|start| start.position.board.columns()[x]);
            jobs.columns.extend(column);
        }
        Ok(jobs)
    }

    pub fn len(&self) -> usize {
        self.game.len()
    }
}

/// What is settled of the pieces of a game, as the kernel's `Stream` has it.
fn settled(player: &Player, seed: u64, start: &Start) -> Option<u32> {
    let source = &player.rules().pieces;
    let mut pieces = Pieces::going_on(source, &start.position.settled, seed, start.number);
    let origin = u32::try_from(pieces.origin()).ok()?;
    Some(match source {
        Source::Uniform | Source::Weighted(_) => pieces.shown().map_or(0, |piece| piece as u32 + 1),
        Source::Bag => {
            let bag = pieces.first_bag()?.into_iter().rev();
            bag.fold(origin, |word, piece| word << 4 | piece as u32)
        }
        _ => origin,
    })
}

/// Which games have to be sent. The kernel looks at the danger after moves, so who need not move at all is not; of the others too it is said how
/// dangerous their boards are.
pub(crate) fn moving(stands: &mut [Stand], until: Until) -> Vec<usize> {
    if let Until::Danger { danger, .. } = until {
        for stand in stands.iter_mut() {
            stand.highest = danger.of(&stand.board);
        }
    }
    let sent = |stand: &Stand| match until {
        Until::Placed { .. } => true,
        Until::Danger { low, level, .. } => stand.highest > low && stand.highest < level,
    };
    (0..stands.len())
        .filter(|&index| sent(&stands[index]))
        .collect()
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
            low: i32::MIN,
            level: i32::MAX,
        }
    }

    pub fn of_until(until: Until) -> Limits {
        match until {
            Until::Placed { pieces, restarts } => Limits {
                pieces,
                restart: restarts,
                ..Limits::of_length(Length::Whole)
            },
            Until::Danger { low, level, .. } => Limits {
                low,
                level,
                ..Limits::of_length(Length::Whole)
            },
        }
    }

    /// Tells the kernel.
    pub fn set(&self, params: &mut Params) {
        params.limit = self.pieces;
        params.restart = self.restart.into();
        params.low = self.low;
        params.level = self.level;
    }
}
