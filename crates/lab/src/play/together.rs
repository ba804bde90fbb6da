//! Pieces of work side by side whose games are played together: for backends that play many games at
//! once far faster than a few.

use std::sync::{Condvar, Mutex, MutexGuard};

use super::backend::{Backend, PlayError, Work};
use super::contender::Contender;
use super::continuation::{Continuation, Standing, Start, Until};
use super::shard::Record;
use super::watch::Watch;

/// Does one piece of work for each contender, each on a thread of its own, and returns their results
/// in order. The games that a piece of work continues are played when every piece still at work has
/// asked for some: all at once, by the backend. Each piece of work must be a pure function of its
/// number; then it does not matter which of them waited.
pub(crate) fn together<T: Send>(
    contenders: &[Contender],
    backend: &dyn Backend,
    watch: &Watch,
    work: impl Fn(usize, &dyn Backend) -> T + Sync,
) -> Vec<T> {
    let table = Table {
        contenders,
        backend,
        watch,
        state: Mutex::new(State {
            at_work: contenders.len(),
            asked: Vec::new(),
            answers: vec![None; contenders.len()],
            playing: false,
        }),
        turn: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..contenders.len())
            .map(|number| {
                let (table, work) = (&table, &work);
                scope.spawn(move || {
                    let seat = Seat { table, number };
                    work(number, &seat)
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("work does not panic"))
            .collect()
    })
}

/// Where everyone comes together.
struct Table<'a> {
    contenders: &'a [Contender<'a>],
    backend: &'a dyn Backend,
    watch: &'a Watch,
    state: Mutex<State>,
    turn: Condvar,
}

struct State {
    /// How many have not finished.
    at_work: usize,
    asked: Vec<Request>,
    answers: Vec<Option<Answer>>,
    /// Whether somebody is playing what was asked for.
    playing: bool,
}

type Answer = Result<Vec<Standing>, PlayError>;

/// Games that one of them waits for.
struct Request {
    number: usize,
    seed: u64,
    starts: Vec<Start>,
    until: Until,
}

impl Table<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics while holding it")
    }

    /// Waits for the answer; whoever finds that everyone has asked plays for all.
    fn answer(&self, request: Request) -> Answer {
        let number = request.number;
        let mut state = self.state();
        state.asked.push(request);
        loop {
            if let Some(answer) = state.answers[number].take() {
                return answer;
            }
            if state.playing || state.asked.len() < state.at_work {
                state = self
                    .turn
                    .wait(state)
                    .expect("nobody panics while holding it");
                continue;
            }
            state.playing = true;
            let mut round = Round {
                table: self,
                asked: std::mem::take(&mut state.asked),
                answers: Vec::new(),
            };
            drop(state);
            round.answers = self.play(&round.asked);
            drop(round);
            state = self.state();
        }
    }

    fn play(&self, asked: &[Request]) -> Vec<Answer> {
        let work: Vec<Continuation> = asked
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
            Err(error) => vec![Err(error); asked.len()],
        }
    }
}

/// What everyone has asked for, and the answers, which are handed out at its end: also if whoever plays panics, or the others would wait for ever.
struct Round<'a> {
    table: &'a Table<'a>,
    asked: Vec<Request>,
    answers: Vec<Answer>,
}

impl Drop for Round<'_> {
    fn drop(&mut self) {
        let mut state = self.table.state();
        let mut answers = self.answers.drain(..);
        for request in &self.asked {
            let none = || Err(PlayError::Failed("the backend gave up".to_string()));
            state.answers[request.number] = Some(answers.next().unwrap_or_else(none));
        }
        state.playing = false;
        self.table.turn.notify_all();
    }
}

/// One of those at the table.
struct Seat<'a> {
    table: &'a Table<'a>,
    number: usize,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.table.state().at_work -= 1;
        // The others may have waited for this one alone.
        self.table.turn.notify_all();
    }
}

impl Backend for Seat<'_> {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        self.table.backend.play(work, watch)
    }

    /// Of the own player alone.
    fn continue_games(
        &self,
        work: &[Continuation],
        _: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        work.iter()
            .map(|one| {
                assert!(one.contender.is(&self.table.contenders[self.number]));
                self.table.answer(Request {
                    number: self.number,
                    seed: one.seed,
                    starts: one.starts.to_vec(),
                    until: one.until,
                })
            })
            .collect()
    }

    fn at_once(&self) -> u64 {
        self.table.backend.at_once()
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

    /// Who asks for different numbers of rounds does not keep the others waiting, and nothing changes.
    #[test]
    fn together_as_alone() {
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
    fn an_error_is_everyones() {
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
    #[should_panic(expected = "work does not panic")]
    fn a_panic_ends_everyone() {
        let (players, watch) = (players(), Watch::default());
        let contenders: Vec<Contender> = players.iter().map(Contender::from).collect();
        let backend = Faltering::new(1, || panic!("a bug"));
        together(&contenders, &backend, &watch, |number, backend| {
            estimate(contenders[number], 1, &settings(), backend, &watch)
        });
    }
}
