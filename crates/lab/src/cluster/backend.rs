//! The backend whose work other machines do.

use std::sync::Arc;

use tetrarium_learn::learners::{Context, Performed, Task};

use super::desk::Desk;
use super::message::{Answers, Items, PlayedOn};
use crate::play::{Backend, ContenderText, Continuation, PlayError, Record, Standing, Watch, Work};

/// A backend that puts its work on a [`Desk`], for other machines to do.
///
/// It plays controllers alone: an agent of this machine cannot be sent.
#[derive(Clone, Debug)]
pub struct Cluster(Arc<Desk>);

impl Cluster {
    /// A cluster of some workers, each of which does one shard at a time. `version` is that of the
    /// program, which has to be the same everywhere.
    pub fn new(workers: usize, version: &str) -> Cluster {
        Cluster(Arc::new(Desk::new(workers, version)))
    }

    /// Where the shards are taken.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.0
    }

    /// Has items done, and returns an answer for each, none where the watch ended it. `of` are the
    /// answers of the kind that is expected.
    fn done<T>(
        &self,
        items: Items,
        watch: &Watch,
        of: impl Fn(Answers) -> Option<Vec<Option<T>>>,
    ) -> Result<Vec<Option<T>>, PlayError> {
        let count = items.count();
        let parts = self.0.have_done(items, watch)?;
        let foreign = || PlayError::Failed("a worker answered something else".to_string());
        let mut all: Vec<Option<T>> = Vec::new();
        for (first, part) in parts {
            all.resize_with(first as usize, || None);
            all.extend(of(part).ok_or_else(foreign)?);
        }
        all.resize_with(count as usize, || None);
        Ok(all)
    }
}

impl Backend for Cluster {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        let text = |one: &Work| Ok((ContenderText::of(one.contender)?, one.shard));
        let items = Items::Games(work.iter().map(text).collect::<Result<_, PlayError>>()?);
        let records = self.done(items, watch, |answers| match answers {
            Answers::Games(all) => Some(all),
            _ => None,
        })?;
        let mut records = records.into_iter();
        let list = |one: &Work| {
            let own: Vec<_> = records.by_ref().take(one.shard.games as usize).collect();
            // If the watch ended playing, the first games without a gap are the games played.
            own.into_iter()
                .map_while(|one| one)
                .map(Record::from)
                .collect()
        };
        Ok(work.iter().map(list).collect())
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        let text = |one: &Continuation| {
            Ok(PlayedOn {
                contender: ContenderText::of(one.contender)?,
                seed: one.seed,
                starts: one.starts.iter().map(Into::into).collect(),
                until: one.until,
            })
        };
        let items = Items::PlayedOn(work.iter().map(text).collect::<Result<_, PlayError>>()?);
        let standings = self.done(items, watch, |answers| match answers {
            Answers::PlayedOn(all) => Some(all),
            _ => None,
        })?;
        let mut standings = standings.into_iter();
        let list = |one: &Continuation| {
            let size = one.contender.rules().board;
            let own = one.starts.iter().zip(standings.by_ref());
            let own = own.map(|(start, text)| match text {
                None => Ok(Standing::at(start)),
                Some(text) => text.standing(size).ok_or_else(|| {
                    PlayError::Failed("a worker answered with a board of another size".to_string())
                }),
            });
            own.collect()
        };
        work.iter().map(list).collect()
    }

    fn at_once(&self) -> u64 {
        self.0.workers() as u64
    }

    fn threads(&self) -> usize {
        self.0.workers()
    }

    /// All parts put their work on the same desk.
    fn divided(&self, _parts: usize) -> Option<Box<dyn Backend>> {
        Some(Box::new(self.clone()))
    }

    fn perform(
        &self,
        context: &Context,
        tasks: &[Task],
        watch: &Watch,
    ) -> Result<Option<Vec<Performed>>, PlayError> {
        let items = Items::Tasks(Box::new(context.clone()), tasks.to_vec());
        let answers = self.done(items, watch, |answers| match answers {
            Answers::Tasks(all) => Some(all),
            _ => None,
        })?;
        let answers: Option<Vec<Performed>> = answers.into_iter().collect();
        Ok(answers.filter(|_| !watch.ended()))
    }

    fn errands(
        &self,
        errands: &mut dyn FnMut() -> Result<Vec<String>, PlayError>,
        watch: &Watch,
    ) -> Option<Result<Option<Vec<String>>, PlayError>> {
        let done = |errands| {
            let answers = self.done(Items::Errands(errands), watch, |answers| match answers {
                Answers::Errands(all) => Some(all),
                _ => None,
            })?;
            let answers: Option<Vec<String>> = answers.into_iter().collect();
            Ok(answers.filter(|_| !watch.ended()))
        };
        Some(errands().and_then(done))
    }
}
