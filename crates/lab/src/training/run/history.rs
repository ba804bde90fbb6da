//! What a run's files say of its past.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tetrarium_learn::learners::Log;

use crate::records::{Raw, read_lines};
use crate::training::checkpoint::{Checkpoint, Totals};
use crate::training::error::RunError;
use crate::training::folder::{self, GENERATIONS};
use crate::training::log::{CandidateLine, GenerationLine, Spread, TimingLine};
use crate::training::trainer::Trainer;

/// The line of a generation that has just been told.
pub(super) fn summary(
    lines: &[CandidateLine],
    trainer: &Trainer,
    log: Log,
    (stage, board): (usize, String),
    (games, moves): (u64, u64),
    totals: Totals,
) -> GenerationLine {
    let of = |probe: bool| {
        let lines = lines.iter().filter(move |line| line.probe == probe);
        lines.map(|line| line.fitness).collect::<Vec<f64>>()
    };
    let nothing = Spread {
        worst: 0.0,
        lower_quartile: 0.0,
        median: 0.0,
        upper_quartile: 0.0,
        best: 0.0,
        mean: 0.0,
    };
    GenerationLine {
        generation: totals.generations - 1,
        stage,
        board,
        candidates: lines.len() as u64,
        games,
        moves,
        total_moves: totals.moves,
        fitness: Spread::of(&of(false)).unwrap_or(nothing),
        mean_candidate: of(true).first().copied(),
        best: trainer.best_so_far(games),
        result: trainer.result(),
        distribution: trainer.distribution(log),
        undone: trainer.undone(),
    }
}

/// The generations written down in a run's folder; what a process is writing at this moment is left
/// out.
///
/// # Errors
///
/// If the log cannot be read.
pub fn generations(folder: &Path) -> Result<Vec<GenerationLine>, RunError> {
    let text = folder::read(folder, GENERATIONS)?.unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    read_lines(whole, Raw::read).or_else(|error| {
        // A loss of power may have spoilt lines that no checkpoint counts on.
        let kept = Checkpoint::read(folder).ok();
        let kept = kept.and_then(|(kept, _)| text.get(..kept.logs.generations.bytes() as usize));
        let lines = kept.and_then(|kept| read_lines(kept, Raw::read).ok());
        lines.ok_or_else(|| RunError::Damaged {
            path: folder.join(GENERATIONS),
            what: error.to_string(),
        })
    })
}

/// Refuses a text that is not what it was.
pub(super) fn unchanged(path: &Path, was: &str, is: &str) -> Result<(), RunError> {
    if was == is {
        return Ok(());
    }
    let (mut old, mut new) = (was.lines(), is.lines());
    let mut line = 1;
    loop {
        match (old.next(), new.next()) {
            (Some(was), Some(is)) if was == is => line += 1,
            (was, is) => {
                return Err(RunError::Changed {
                    path: path.to_path_buf(),
                    line,
                    was: was.unwrap_or_default().to_string(),
                    is: is.unwrap_or_default().to_string(),
                });
            }
        }
    }
}

pub(super) fn done(what: String, seconds: f64, moves: u64) -> TimingLine {
    TimingLine::Done {
        what,
        seconds,
        moves,
        moves_per_second: moves as f64 / seconds.max(1e-9),
    }
}

/// The seconds of the first `generations`, and where the experiment was read from. A generation
/// that was played again counts once.
pub(super) fn clock_readings(timing: &str, generations: u64) -> (f64, Option<PathBuf>) {
    let (mut seconds, mut file) = (BTreeMap::new(), None);
    // The file is for people too: a line that one has spoilt is passed over.
    for line in timing
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
    {
        match line {
            TimingLine::Done {
                what, seconds: of, ..
            } => {
                let number = what.strip_prefix("generation ").map(str::parse::<u64>);
                if let Some(Ok(number)) = number {
                    seconds.insert(number, of);
                }
            }
            TimingLine::Begun {
                experiment_file: Some(known),
                ..
            } => file = Some(PathBuf::from(known)),
            _ => {}
        }
    }
    (seconds.range(..generations).map(|(_, of)| of).sum(), file)
}
