//! Tasks that run side by side and have their games played together. This serves backends that play
//! many games at once far faster than a few.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::Builder;

use super::backend::{Backend, PlayError, Work};
use super::contender::Contender;
use super::continuation::{Continuation, Standing, Start, Until};
use super::shard::Record;
use super::watch::Watch;

/// Runs one task for each contender, each on a thread of its own, and returns their results in
/// order. When every running task has asked for games to be continued, the backend plays all of
/// them at once. Each task must be a pure function of its number; then the order in which they wait
/// changes nothing. Where the system lets fewer threads begin, a thread runs several tasks, one
/// after the other.
pub(crate) fn together<T: Send>(
    contenders: &[Contender],
    backend: &dyn Backend,
    watch: &Watch,
    task: impl Fn(usize, &dyn Backend) -> T + Sync,
) -> Vec<T> {
    let shared = Shared {
        contenders,
        backend,
        watch,
        next: AtomicUsize::new(0),
        state: Mutex::new(State {
            working: contenders.len(),
            requests: Vec::new(),
            answers: vec![None; contenders.len()],
            playing: false,
        }),
        turn: Condvar::new(),
    };
    let worker = || {
        let _working = Working(&shared);
        let shared = &shared;
        let mut done = Vec::new();
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number >= contenders.len() {
                return done;
            }
            done.push((number, task(number, &TaskBackend { shared, number })));
        }
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..contenders.len())
            .map_while(|_| Builder::new().spawn_scoped(scope, worker).ok())
            .collect();
        // Nothing waits for a thread that could not begin.
        for _ in workers.len().max(1)..contenders.len() {
            drop(Working(&shared));
        }
        if workers.is_empty() && !contenders.is_empty() {
            return worker();
        }
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a task does not panic"))
            .collect()
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// What the tasks share.
struct Shared<'a> {
    contenders: &'a [Contender<'a>],
    backend: &'a dyn Backend,
    watch: &'a Watch,
    /// The next task to run.
    next: AtomicUsize,
    state: Mutex<State>,
    turn: Condvar,
}

struct State {
    /// The number of threads that run tasks.
    working: usize,
    requests: Vec<Request>,
    /// The answer to each task's request, until the task takes it.
    answers: Vec<Option<Answer>>,
    /// Whether a task is having a round of requests played.
    playing: bool,
}

type Answer = Result<Vec<Standing>, PlayError>;

/// Games that a task waits for.
struct Request {
    number: usize,
    seed: u64,
    starts: Vec<Start>,
    until: Until,
}

impl Shared<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }

    /// Waits for the answer to a request. The task that finds that every running task has asked has
    /// all requests played.
    fn answer(&self, request: Request) -> Answer {
        let number = request.number;
        let mut state = self.state();
        state.requests.push(request);
        loop {
            if let Some(answer) = state.answers[number].take() {
                return answer;
            }
            if state.playing || state.requests.len() < state.working {
                state = self.turn.wait(state).expect("no holder panics");
                continue;
            }
            state.playing = true;
            let mut round = Round {
                shared: self,
                requests: std::mem::take(&mut state.requests),
                answers: Vec::new(),
            };
            drop(state);
            round.answers = self.play(&round.requests);
            drop(round);
            state = self.state();
        }
    }

    fn play(&self, requests: &[Request]) -> Vec<Answer> {
        let work: Vec<Continuation> = requests
            .iter()
            .map(|request| Continuation {
                contender: self.contenders[request.number],
                seed: request.seed,
                starts: &request.starts,
                until: request.until,
            })
            .collect();
        match self.backend.continue_games(&work, self.watch) {
            Ok(lists) => lists.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error); requests.len()],
        }
    }
}

/// The requests of one round and their answers. The answers are handed out when the round is
/// dropped, so that a panic of the backend does not leave the other tasks waiting for ever.
struct Round<'a> {
    shared: &'a Shared<'a>,
    requests: Vec<Request>,
    answers: Vec<Answer>,
}

impl Drop for Round<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let mut answers = self.answers.drain(..);
        for request in &self.requests {
            let none = || Err(PlayError::Failed("the backend gave up".to_string()));
            state.answers[request.number] = Some(answers.next().unwrap_or_else(none));
        }
        state.playing = false;
        self.shared.turn.notify_all();
    }
}

/// A thread that runs tasks.
struct Working<'a>(&'a Shared<'a>);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.state().working -= 1;
        // The other threads may have waited for this one alone.
        self.0.turn.notify_all();
    }
}

/// The backend that one task is given.
struct TaskBackend<'a> {
    shared: &'a Shared<'a>,
    number: usize,
}

impl Backend for TaskBackend<'_> {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        self.shared.backend.play(work, watch)
    }

    /// Continues games of the task's own contender alone.
    fn continue_games(
        &self,
        work: &[Continuation],
        _: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        work.iter()
            .map(|one| {
                assert!(one.contender.is(&self.shared.contenders[self.number]));
                self.shared.answer(Request {
                    number: self.number,
                    seed: one.seed,
                    starts: one.starts.to_vec(),
                    until: one.until,
                })
            })
            .collect()
    }

    fn at_once(&self) -> u64 {
        self.shared.backend.at_once()
    }

    fn threads(&self) -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::super::backend::testing::Faltering;
    use super::*;
    use crate::estimate::{Settings, estimate};
    use crate::play::Threads;
    use tetrarium_engine::{Player, Rules, catalogue};

    fn players() -> Vec<Player> {
        let mut rules = Rules::default();
        rules.set("board", "10x8").unwrap();
        ["bcts", "dellacherie", "dt-10"]
            .map(|name| Player::new(catalogue::named(name).unwrap(), &rules).unwrap())
            .into()
    }

    fn settings() -> Settings {
        Settings {
            climbs: 40,
            repeats: 2,
            ..Settings::default()
        }
    }

    /// The tasks ask for different numbers of rounds.
    #[test]
    fn tasks_run_together_give_the_results_of_tasks_run_alone() {
        let (players, watch) = (players(), Watch::default());
        let contenders: Vec<Contender> = players.iter().map(Contender::from).collect();
        let found = together(&contenders, &Threads(2), &watch, |number, backend| {
            estimate(contenders[number], 1, &settings(), backend, &watch)
        });
        for (player, found) in players.iter().zip(found) {
            let alone = estimate(player, 1, &settings(), &Threads(1), &watch);
            assert!(alone.as_ref().unwrap().levels.len() > 1);
            assert_eq!(found, alone);
        }
    }

    #[test]
    fn an_error_of_the_backend_reaches_every_task() {
        let (players, watch) = (players(), Watch::default());
        let contenders: Vec<Contender> = players.iter().map(Contender::from).collect();
        let error = PlayError::Failed("lost".to_string());
        let backend = Faltering::new(1, || Some(error.clone()));
        let failed = together(&contenders, &backend, &watch, |number, backend| {
            estimate(contenders[number], 1, &settings(), backend, &watch).unwrap_err()
        });
        assert_eq!(failed, vec![error.into(); 3]);
    }

    #[test]
    #[should_panic(expected = "a task does not panic")]
    fn a_panic_of_the_backend_ends_every_task() {
        let (players, watch) = (players(), Watch::default());
        let contenders: Vec<Contender> = players.iter().map(Contender::from).collect();
        let backend = Faltering::new(1, || panic!("a bug"));
        together(&contenders, &backend, &watch, |number, backend| {
            estimate(contenders[number], 1, &settings(), backend, &watch)
        });
    }
}
