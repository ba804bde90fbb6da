//! Doing a shard, on any machine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::message::{
    Answers, Done, Failure, Items, PlayedOn, RecordText, Sent, StandingText, Versioned,
};
use crate::estimate::errand;
use crate::play::{
    Backend, ContenderText, Continuation, PlayError, Shard, Start, Threads, Watch, Work,
};

/// Does a shard and returns its result: a pure function, on any machine. `version` is that of this
/// program, which has to be that of the desk. Setting `stop` ends it early, with a result that the
/// desk refuses.
pub fn perform(shard: &str, version: &str, stop: &Arc<AtomicBool>) -> String {
    let begun = Instant::now();
    let watch = Watch::stopping_on(stop);
    let read: Result<Versioned, _> = serde_json::from_str(shard);
    let sent: Result<Sent, String> = match read {
        Ok(theirs) if theirs.version != version => Err(format!(
            "a worker has tetrarium {version}, and the shard is of tetrarium {}: install the same \
             version everywhere",
            theirs.version
        )),
        Ok(_) => serde_json::from_str(shard).map_err(|error| format!("no shard: {error}")),
        Err(error) => Err(format!("no shard: {error}")),
    };
    let (number, watch, answers) = match sent {
        Ok(sent) => {
            let watch = match sent.heights {
                true => watch.counting_heights(),
                false => watch,
            };
            watch.limit_moves(sent.moves);
            let time = sent
                .seconds
                .and_then(|s| Duration::try_from_secs_f64(s).ok());
            watch.limit_time(time);
            let answers = answers(&sent.items, &watch).map_err(Failure::from);
            let answers = match watch.stopped() {
                true => Err(Failure::Failed("a worker was stopped".to_string())),
                false => answers,
            };
            (sent.number, watch, answers)
        }
        Err(sentence) => (0, watch, Err(Failure::Failed(sentence))),
    };
    let done = Done {
        version: version.to_string(),
        number,
        seconds: begun.elapsed().as_secs_f64(),
        counted: watch.progress(),
        heights: watch.heights(),
        answers,
    };
    serde_json::to_string(&done).expect("names and numbers can be written")
}

/// An answer for each item.
fn answers(items: &Items, watch: &Watch) -> Result<Answers, PlayError> {
    match items {
        Items::Games(all) => games(all, watch),
        Items::PlayedOn(all) => played_on(all, watch),
        Items::Tasks(context, tasks) => {
            let mut tick = |moves| {
                watch.count_moves(moves, 0);
                !watch.ended()
            };
            let answers = tasks.iter().map(|task| context.perform(task, &mut tick));
            Ok(Answers::Tasks(answers.collect()))
        }
        Items::Errands(errands) => {
            let answers = errands.iter().map(|one| errand(one, watch));
            Ok(Answers::Errands(answers.collect::<Result<_, _>>()?))
        }
    }
}

fn games(all: &[(ContenderText, Shard)], watch: &Watch) -> Result<Answers, PlayError> {
    let mut answers = Vec::new();
    for (contender, shard) in all {
        let player = contender.player()?;
        let work = Work {
            contender: (&player).into(),
            shard: *shard,
        };
        let records = Threads(1).play(&[work], watch)?.remove(0);
        let mut records = records.into_iter().map(RecordText::from);
        answers.extend((0..shard.games).map(|_| records.next()));
    }
    Ok(Answers::Games(answers))
}

fn played_on(all: &[PlayedOn], watch: &Watch) -> Result<Answers, PlayError> {
    let mut answers = Vec::new();
    for one in all {
        let player = one.contender.player()?;
        let size = player.rules().board;
        let starts: Option<Vec<Start>> = one.starts.iter().map(|text| text.start(size)).collect();
        let starts = starts.ok_or_else(|| {
            PlayError::Failed("a shard begins with a board of another size".to_string())
        })?;
        let work = Continuation {
            contender: (&player).into(),
            seed: one.seed,
            starts: &starts,
            until: one.until,
        };
        let standings = Threads(1).continue_games(&[work], watch)?.remove(0);
        answers.extend(
            standings
                .into_iter()
                .map(|one| Some(StandingText::from(one))),
        );
    }
    Ok(Answers::PlayedOn(answers))
}
