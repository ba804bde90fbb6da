//! Parts of estimates that are done whole, on whatever machine: repeats, and rough estimates.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cycles::{Halt, Setup};
use super::repeat::{Repeat, repeated};
use super::rough::{Rough, rough};
use crate::play::{Backend, Contender, ContenderText, Danger, Heights, PlayError, Threads, Watch};

/// A part of an estimate: a pure function of what it holds.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Errand {
    /// A repeat.
    Repeat {
        contender: ContenderText,
        seed: u64,
        danger: Danger,
        low: i32,
        levels: Vec<i32>,
        climbs: u64,
        number: u64,
    },
    /// A rough estimate.
    Rough {
        contender: ContenderText,
        seed: u64,
        climbs: u64,
    },
}

/// What a repeat came to.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Repeated {
    Done(Repeat, Heights),
    NoCycles,
}

/// Does an errand; none if the watch ended it.
///
/// # Errors
///
/// If it is none, or its player cannot be made.
pub(crate) fn errand(text: &str, watch: &Watch) -> Result<Option<String>, PlayError> {
    match read(text)? {
        Errand::Repeat {
            contender,
            seed,
            danger,
            low,
            levels,
            climbs,
            number,
        } => {
            let player = contender.player()?;
            let setup = Setup {
                contender: (&player).into(),
                seed,
                danger,
                low,
                backend: &Threads(1),
                watch,
            };
            let answer = match repeated(setup, &levels, climbs, &[number]) {
                Ok(mut done) => {
                    let (repeat, heights) = done.remove(0);
                    Repeated::Done(repeat, heights)
                }
                Err(Halt::NoCycles) => Repeated::NoCycles,
                Err(Halt::Stopped) => return Ok(None),
                Err(Halt::Failed(error)) => return Err(error),
            };
            Ok(Some(written(&answer)?))
        }
        Errand::Rough {
            contender,
            seed,
            climbs,
        } => {
            let player = contender.player()?;
            let found = rough((&player).into(), seed, climbs, &Threads(1), watch)?;
            found.map(|found| written(&found)).transpose()
        }
    }
}

/// Has repeats made as errands; none if the backend does no errands.
pub(super) fn repeats_elsewhere(
    setup: Setup,
    levels: &[i32],
    climbs: u64,
    numbers: &[u64],
) -> Option<Result<Vec<(Repeat, Heights)>, Halt>> {
    let mut errands = || {
        let contender = ContenderText::of(setup.contender)?;
        let errand = |&number: &u64| {
            written(&Errand::Repeat {
                contender: contender.clone(),
                seed: setup.seed,
                danger: setup.danger,
                low: setup.low,
                levels: levels.to_vec(),
                climbs,
                number,
            })
        };
        numbers.iter().map(errand).collect()
    };
    let answers = setup.backend.errands(&mut errands, setup.watch)?;
    Some(match answers {
        Err(error) => Err(setup.halt(error)),
        Ok(None) => Err(Halt::Stopped),
        Ok(Some(answers)) => {
            let answers = answers.iter().map(|answer| match read(answer) {
                Ok(Repeated::Done(repeat, heights)) => Ok((repeat, heights)),
                Ok(Repeated::NoCycles) => Err(Halt::NoCycles),
                Err(error) => Err(Halt::Failed(error)),
            });
            answers.collect()
        }
    })
}

/// Has rough estimates made as errands, each of a contender with a seed; none if the backend does
/// no errands.
pub(super) fn rough_elsewhere(
    contenders: &[(Contender, u64)],
    climbs: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Option<Result<Option<Vec<Rough>>, PlayError>> {
    let mut errands = || {
        let errand = |&(contender, seed): &(Contender, u64)| {
            let contender = ContenderText::of(contender)?;
            written(&Errand::Rough {
                contender,
                seed,
                climbs,
            })
        };
        contenders.iter().map(errand).collect()
    };
    let answers = backend.errands(&mut errands, watch)?;
    Some(answers.and_then(|answers| {
        let read_all = |answers: Vec<String>| answers.iter().map(|answer| read(answer)).collect();
        answers.map(read_all).transpose()
    }))
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, PlayError> {
    serde_json::from_str(text).map_err(|error| PlayError::Failed(format!("an errand: {error}")))
}

fn written(value: &impl Serialize) -> Result<String, PlayError> {
    serde_json::to_string(value).map_err(|error| PlayError::Failed(format!("an errand: {error}")))
}
