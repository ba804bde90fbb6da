//! Games that an agent plays side by side, as many at once as the agent's batch holds.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tetrarium_engine::{Agent, AgentError, AgentGames, Danger, Rules, Seat};

use super::backend::PlayError;
use super::continuation::{Standing, Start, Until};
use super::course::Course;
use super::parallel::side_by_side;
use super::walk::agent_start;
use super::watch::Watch;

/// Games of one agent.
pub(super) struct AgentWork<'a> {
    pub agent: &'a dyn Agent,
    pub rules: &'a Rules,
    pub seed: u64,
    pub until: Until,
    /// Whether the watch counts the games. It does not where they are only continued.
    pub counts_games: bool,
}

/// A game being played.
struct Played<'a> {
    index: u64,
    seat: Seat<'a>,
    course: Course,
}

impl AgentWork<'_> {
    /// Plays `count` games on these threads, each from its start. Returns each game's index and
    /// standing, in the order of the indices. If the watch ended playing, games not begun are
    /// missing.
    pub fn play(
        &self,
        count: u64,
        start: impl Fn(u64) -> Start + Sync,
        threads: usize,
        watch: &Watch,
    ) -> Result<Vec<(u64, Standing)>, PlayError> {
        let next = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let ended = || watch.ended() || failed.load(Ordering::Relaxed);
        let worker = || {
            let result = self.worker(&next, count, &start, watch, &ended);
            if result.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            result
        };
        let batches = count.div_ceil(self.agent.batch().max(1) as u64);
        let workers = threads.clamp(1, batches.clamp(1, 1 << 16) as usize);
        let mut standings = Vec::new();
        for result in side_by_side(workers, worker) {
            standings.extend(result?);
        }
        standings.sort_unstable_by_key(|(index, _)| *index);
        Ok(standings)
    }

    /// Plays games in one session of the agent until none is left, or playing has ended.
    fn worker(
        &self,
        next: &AtomicU64,
        count: u64,
        start: &impl Fn(u64) -> Start,
        watch: &Watch,
        ended: &impl Fn() -> bool,
    ) -> Result<Vec<(u64, Standing)>, PlayError> {
        let mut done = Vec::new();
        let mut games = match AgentGames::open(self.agent, self.rules) {
            Err(_) if watch.stopped() => return Ok(done),
            opened => opened?,
        };
        let mut played: VecDeque<Played> = VecDeque::new();
        loop {
            while played.len() < self.agent.batch().max(1) && !ended() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    break;
                }
                let start = start(index);
                let (game, seed) = agent_start(self.rules, self.seed, &start);
                let of_start = |danger: Danger| danger.of(&start.position.board);
                let course = Course::new(&start, self.until, game.counts(), of_start, watch);
                played.push_back(Played {
                    index,
                    seat: games.begin_at(game, seed)?,
                    course,
                });
            }
            let ended = ended();
            for _ in 0..played.len() {
                let Some(one) = played.pop_front() else { break };
                if !ended && one.course.goes_on(one.seat.game().counts()) {
                    played.push_back(one);
                    continue;
                }
                let game = one.seat.game();
                let standing = one.course.finished(game.counts(), game.board(), watch);
                unless_stopped(games.end(one.seat).map(|_| ()), watch)?;
                if self.counts_games {
                    watch.count_games(1, standing.deaths);
                }
                done.push((one.index, standing));
            }
            if played.is_empty() {
                if ended || next.load(Ordering::Relaxed) >= count {
                    return Ok(done);
                }
                continue;
            }
            unless_stopped(self.step(&mut games, &mut played, watch), watch)?;
        }
    }

    /// Makes a move in every game being played.
    fn step<'a>(
        &self,
        games: &mut AgentGames<'a>,
        played: &mut VecDeque<Played<'a>>,
        watch: &Watch,
    ) -> Result<(), AgentError> {
        let mut seats: Vec<&mut Seat> = played.iter_mut().map(|one| &mut one.seat).collect();
        let moves = games.step(&mut seats)?;
        let mut lines = 0;
        let mut made = 0;
        for (one, played) in played.iter_mut().zip(moves) {
            let game = one.seat.game();
            made += u64::from(played.is_some());
            lines += played.map_or(0, |played| u64::from(played.lines));
            let board = game.board();
            let danger = |danger: Danger| danger.of(board);
            if one.course.moved(game.state(), board, danger) {
                one.seat.restart();
            }
        }
        watch.count_moves(made, lines);
        Ok(())
    }
}

/// An error of the agent, unless playing was stopped: an agent that no longer answers then, because
/// the same Ctrl-C reached it, is no failure, and its games are interrupted.
fn unless_stopped(result: Result<(), AgentError>, watch: &Watch) -> Result<(), PlayError> {
    match result {
        Err(error) if !watch.stopped() => Err(error.into()),
        _ => Ok(()),
    }
}
