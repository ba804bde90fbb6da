//! The desk: work lies on it until machines take it, and their results come back to it.

use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::job::{Job, Limits};
use super::message::{Answers, Done, Items, Sent, Versioned};
use super::pace::Pace;
use crate::play::{PlayError, Progress, Watch};

/// How often a call that waits for results looks at its watch.
const LOOK: Duration = Duration::from_millis(50);

/// Work that lies there until machines take it, in shards.
#[derive(Debug)]
pub struct Desk {
    version: String,
    state: Mutex<State>,
    changed: Condvar,
}

/// Why a result was not taken. The work on the desk has failed with the same sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GiveError {
    /// The result is of another version of the program.
    #[error(
        "a worker has tetrarium {theirs}, and this is tetrarium {ours}: install the same version \
         everywhere"
    )]
    Version {
        /// The worker's version.
        theirs: String,
        /// The version of the desk.
        ours: String,
    },
    /// The result cannot be read.
    #[error("a worker gave no result of a shard: {0}")]
    Unreadable(String),
    /// The shard could not be done.
    #[error("{0}")]
    Failed(String),
}

/// What a desk has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Shards that were handed out.
    pub taken: u64,
    /// Shards whose results came back.
    pub given: u64,
    /// What was counted in them.
    pub progress: Progress,
}

#[derive(Default)]
struct State {
    workers: usize,
    next: u64,
    jobs: BTreeMap<u64, Job>,
    /// The job that a shard was taken from last.
    last: u64,
    /// What items of each kind took in the job of that kind that was done last.
    paces: Vec<(Discriminant<Items>, Pace)>,
    finished: bool,
    failure: Option<PlayError>,
    counts: Counts,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} jobs, {:?}", self.jobs.len(), self.counts)
    }
}

impl Desk {
    pub(super) fn new(workers: usize, version: &str) -> Desk {
        let state = State {
            workers: workers.max(1),
            next: 1,
            ..State::default()
        };
        Desk {
            version: version.to_string(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a shard, if there is work now.
    pub fn take(&self) -> Option<String> {
        let mut state = self.state();
        if state.failure.is_some() {
            return None;
        }
        // Jobs take turns.
        let open = |(id, job): (&u64, &Job)| job.has_more().then_some(*id);
        let after = state.jobs.range(state.last + 1..).find_map(open);
        let id = after.or_else(|| state.jobs.iter().find_map(open))?;
        let (number, workers) = (state.next, state.workers);
        state.next += 1;
        state.last = id;
        state.counts.taken += 1;
        let job = state.jobs.get_mut(&id)?;
        let limits = job.limits();
        let sent = Sent {
            version: self.version.clone(),
            number,
            moves: limits.moves,
            seconds: limits.seconds(),
            heights: limits.heights,
            items: job.cut(number, workers),
        };
        drop(state);
        Some(serde_json::to_string(&sent).expect("names and numbers can be written"))
    }

    /// Gives the result of a shard back. One that came before, or that no call waits for any more,
    /// is ignored.
    ///
    /// # Errors
    ///
    /// If it is no result of a shard of this version, or the shard could not be done. Then all work
    /// on the desk fails.
    pub fn give(&self, result: &str) -> Result<(), GiveError> {
        let taken = self.taken(result);
        if let Err(error) = &taken {
            self.fail(PlayError::Failed(error.to_string()));
        }
        taken
    }

    fn taken(&self, result: &str) -> Result<(), GiveError> {
        let unreadable = |error: serde_json::Error| GiveError::Unreadable(error.to_string());
        let read: Versioned = serde_json::from_str(result).map_err(unreadable)?;
        if read.version != self.version {
            return Err(GiveError::Version {
                theirs: read.version,
                ours: self.version.clone(),
            });
        }
        let mut done: Done = serde_json::from_str(result).map_err(unreadable)?;
        let nothing = Ok(Answers::Errands(Vec::new()));
        let answers = match std::mem::replace(&mut done.answers, nothing) {
            Ok(answers) => answers,
            Err(failure) => return Err(GiveError::Failed(PlayError::from(failure).to_string())),
        };
        let mut state = self.state();
        state.counts.given += 1;
        let number = done.number;
        let job = state.jobs.values_mut().find_map(|job| {
            let expects = job.expects(number)?;
            Some((job, expects))
        });
        let Some((job, expects)) = job else {
            return Ok(());
        };
        if answers.len() as u64 != expects {
            let sentence = format!("{} answers to {expects} items", answers.len());
            return Err(GiveError::Unreadable(sentence));
        }
        if job.take(&done, answers) {
            let sum = &mut state.counts.progress;
            sum.games += done.counted.games;
            sum.moves += done.counted.moves;
            sum.lines += done.counted.lines;
            sum.deaths += done.counted.deaths;
        }
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    /// Waits until there is a shard to take, the work is finished or failed,
    /// [`Desk::wake`] is called, or the time is up. False once nothing more will come.
    pub fn wait(&self, most: Duration) -> bool {
        let is_quiet = |state: &mut State| {
            let more = state.jobs.values().any(Job::has_more);
            !(more || state.finished || state.failure.is_some())
        };
        let mut state = self.state();
        if is_quiet(&mut state) {
            let waited = self.changed.wait_timeout(state, most);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        !state.finished && state.failure.is_none()
    }

    /// Whether there is a shard to take.
    pub fn has_shards(&self) -> bool {
        let state = self.state();
        state.failure.is_none() && state.jobs.values().any(Job::has_more)
    }

    /// Ends a wait.
    pub fn wake(&self) {
        self.changed.notify_all();
    }

    /// Says that no more work will come.
    pub fn finish(&self) {
        self.state().finished = true;
        self.changed.notify_all();
    }

    /// Ends all work on the desk, and all that will come.
    pub fn fail(&self, error: PlayError) {
        let mut state = self.state();
        state.failure.get_or_insert(error);
        drop(state);
        self.changed.notify_all();
    }

    /// Says how many machines there are now.
    pub fn set_workers(&self, workers: usize) {
        self.state().workers = workers.max(1);
    }

    /// The number of machines.
    pub fn workers(&self) -> usize {
        self.state().workers
    }

    /// The shards that are out: taken, wanted, and not given back.
    pub fn shards_out(&self) -> usize {
        self.state().jobs.values().map(Job::shards_out).sum()
    }

    /// What the desk has seen so far.
    pub fn counts(&self) -> Counts {
        self.state().counts
    }

    /// Has items done. Their answers by the numbers of the first of each part; parts are missing
    /// where the watch ended it.
    pub(super) fn have_done(
        &self,
        items: Items,
        watch: &Watch,
    ) -> Result<BTreeMap<u64, Answers>, PlayError> {
        let kind = discriminant(&items);
        let mut state = self.state();
        let known = state.paces.iter().find(|(of, _)| *of == kind);
        let pace = known.map_or_else(Pace::default, |(_, pace)| *pace);
        let id = state.next;
        state.next += 1;
        let job = Job::new(items, pace, Limits::of(watch));
        state.jobs.insert(id, job);
        self.changed.notify_all();
        loop {
            let job = state.jobs.get_mut(&id).expect("it is removed here alone");
            watch.add(&std::mem::take(&mut job.counted));
            watch.add_heights(Some(std::mem::take(&mut job.heights)));
            let failure = state.failure.clone();
            let job = &state.jobs[&id];
            if failure.is_some() || job.is_done() || watch.ended() {
                let job = state.jobs.remove(&id).expect("it is there");
                if job.pace.is_known() {
                    state.paces.retain(|(of, _)| *of != kind);
                    state.paces.push((kind, job.pace.remembered()));
                }
                return match failure {
                    Some(error) if !watch.stopped() => Err(error),
                    _ => Ok(job.answers),
                };
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
