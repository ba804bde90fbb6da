//! Playing on the GPU, with the contract of the lab's trait.

use tetrarium_engine::{Board, Player};
use tetrarium_lab::play::Record;
use tetrarium_lab::play::{
    Backend, Continuation, PlayError, RoughCounts, RoughWork, Standing, Until, Work,
};
use tetrarium_lab::{Contender, Length, Shard, Threads, Watch};

use crate::batch::Batch;
use crate::error::GpuError;
use crate::gpu::Gpu;
use crate::jobs::{Jobs, Limits, alike, moving};
use crate::refusal::Refusal;
use crate::source::{KernelSource, Origin};

/// Jobs that lie on the GPU at once.
const MOST_JOBS: usize = 1 << 22;
/// About the games that keep a large GPU busy: a number that depends on no device, so that no
/// result does.
const AT_ONCE: u64 = 1 << 16;

impl Gpu {
    /// Plays a shard, with the contract of [`Backend::play`]: the records are in game order;
    /// if the watch was told to stop, games still running are recorded as interrupted and games not
    /// begun are missing.
    pub fn play(
        &self,
        player: &Player,
        shard: &Shard,
        watch: &Watch,
    ) -> Result<Vec<Record>, GpuError> {
        let mut lists = self.play_all(&[(player, *shard)], watch)?;
        Ok(lists.pop().expect("one shard, one list"))
    }

    /// The number of games of a player that it plays at once, which keeps it busy.
    pub fn games_at_once(&self, player: &Player) -> Result<u64, GpuError> {
        let kernel = self.kernel(&KernelSource::new(&[player])?)?;
        Ok(u64::from(kernel.grids.full.all_warps() * 32))
    }

    /// Plays several shards at once: a list of records for each. Players of all shards have to
    /// share rules and search, so that one kernel plays them; shards of different lengths are
    /// played one length after the other.
    pub fn play_all(
        &self,
        work: &[(&Player, Shard)],
        watch: &Watch,
    ) -> Result<Vec<Vec<Record>>, GpuError> {
        let mut lists: Vec<Vec<Record>> = vec![Vec::new(); work.len()];
        let mut lengths: Vec<Length> = Vec::new();
        for (_, shard) in work {
            if !lengths.contains(&shard.length) {
                lengths.push(shard.length);
            }
        }
        let players: Vec<&Player> = distinct(work.iter().map(|(player, _)| *player));
        if players.is_empty() {
            return Ok(lists);
        }
        let source = KernelSource::new(&players)?;
        let kernel = self.kernel(&source)?;
        for length in lengths {
            let of_length = work
                .iter()
                .enumerate()
                .filter(|(_, (_, shard))| shard.length == length);
            let mut games = of_length.flat_map(|(which, (player, shard))| {
                let candidate = place(&players, player);
                let shard = *shard;
                (0..shard.games)
                    .map(move |index| (which, (candidate, shard.seed, shard.first + index)))
            });
            while !watch.ended() {
                let (which, some): (Vec<usize>, Vec<_>) = games.by_ref().take(MOST_JOBS).unzip();
                if which.is_empty() {
                    break;
                }
                let jobs = Jobs::from_beginning(some.into_iter());
                let limits = Limits::of_length(length);
                let played = Batch::new(self, &kernel, &source, &jobs, &limits)?.run(watch)?;
                // Jobs are begun in order, so those that were not are the last.
                for (which, played) in which.iter().zip(played) {
                    lists[*which].push(played.record());
                }
            }
        }
        Ok(lists)
    }

    /// Plays games on, with the contract of [`Backend::continue_games`].
    pub fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, GpuError> {
        let mut lists = vec![Vec::new(); work.len()];
        for group in alike(work) {
            let some: Vec<Continuation> = group.iter().map(|&which| work[which]).collect();
            for (which, stands) in group.into_iter().zip(self.play_alike(&some, watch)?) {
                lists[which] = stands;
            }
        }
        Ok(lists)
    }

    /// Plays work that is [`alike`]: all of it at once.
    fn play_alike(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, GpuError> {
        let players = work.iter().map(|one| player_of(one.contender));
        let players: Vec<&Player> = players.collect::<Result<_, _>>()?;
        let until = work[0].until;
        let origin = match until {
            Until::Placed { .. } => Origin::Position,
            Until::Danger { danger, .. } => Origin::PositionUntil(danger),
        };
        let source = KernelSource::playing(&players, origin)?;
        let kernel = self.kernel(&source)?;
        let size = players[0].rules().board;
        let limits = Limits::of_work(work);
        let (mut stands, moving) = moving(work);
        for some in moving.chunks(MOST_JOBS) {
            if watch.ended() {
                break;
            }
            let jobs = Jobs::on_from(work, some)?;
            let mut batch = Batch::new(self, &kernel, &source, &jobs, &limits)?;
            let played = batch.run(watch)?;
            let boards = batch.boards(&played)?;
            let came = some.iter().zip(&played).zip(boards);
            for ((&(which, index), played), (columns, highest)) in came {
                let stand = &mut stands[which][index];
                stand.lines = played.lines;
                stand.pieces = played.pieces;
                stand.reward = played.reward;
                stand.deaths = played.deaths;
                stand.end = played.end;
                stand.board = Board::from_columns(size, &columns);
                if matches!(until, Until::Danger { .. }) {
                    stand.highest = highest;
                }
            }
        }
        Ok(stands)
    }
}

impl Backend for Gpu {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        let work = work
            .iter()
            .map(|one| Ok((player_of(one.contender)?, one.shard)));
        let work: Vec<_> = work.collect::<Result<_, GpuError>>()?;
        Ok(self.play_all(&work, watch)?)
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        Ok(Gpu::continue_games(self, work, watch)?)
    }

    fn rough_estimates(
        &self,
        work: &RoughWork,
        watch: &Watch,
    ) -> Option<Result<Vec<Option<RoughCounts>>, PlayError>> {
        let players = work.contenders.iter().map(|(one, _)| player_of(*one));
        match players.collect::<Result<Vec<_>, GpuError>>() {
            Ok(players) => Some(self.split(work, &players, watch)?.map_err(PlayError::from)),
            Err(error) => Some(Err(error.into())),
        }
    }

    fn at_once(&self) -> u64 {
        AT_ONCE
    }

    fn threads(&self) -> usize {
        Threads::default().0
    }
}

impl From<GpuError> for PlayError {
    fn from(error: GpuError) -> PlayError {
        match error {
            GpuError::Refused(refusal) => PlayError::Refused(refusal.to_string()),
            other => PlayError::Failed(other.to_string()),
        }
    }
}

/// The player that a contender is; any other agent plays on the threads alone.
fn player_of(contender: Contender<'_>) -> Result<&Player, GpuError> {
    contender.player().ok_or_else(|| {
        GpuError::Refused(Refusal {
            player: contender.name().to_string(),
            reason: "only controllers play there, and it is another agent".to_string(),
        })
    })
}

/// The players, each once; the same player is the same address.
fn distinct<'a>(players: impl Iterator<Item = &'a Player>) -> Vec<&'a Player> {
    let mut list: Vec<&Player> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for player in players {
        if seen.insert(std::ptr::from_ref(player)) {
            list.push(player);
        }
    }
    list
}

fn place(players: &[&Player], player: &Player) -> u32 {
    let found = players
        .iter()
        .position(|other| std::ptr::eq(*other, player));
    found.expect("every player is in the list") as u32
}
