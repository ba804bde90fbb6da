//! When a run is kept, and what others see of it before.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::kill::full_after;
use super::{Temporary, files, run, tiny, tiny_genetic, tiny_handover, tiny_learner};
use crate::files::{Disk, SystemDisk};
use crate::play::{Threads, Watch};
use crate::training::{
    Experiment, GenerationLine, Observer, Run, RunState, Standing, generations, list,
};

/// A disk that counts how often it is waited for, and does not wait.
struct Counted(Arc<AtomicU64>);

impl Disk for Counted {
    fn create(&self, path: &Path, like: &Path, bytes: &[u8]) -> io::Result<()> {
        SystemDisk.create(path, like, bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        SystemDisk.append(path, bytes)
    }

    fn sync(&self, _: &Path) -> io::Result<()> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        SystemDisk.rename(from, to)
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn cut(&self, path: &Path, bytes: u64) -> io::Result<()> {
        SystemDisk.cut(path, bytes)
    }
}

/// How often a run waits for the disk.
fn waits(experiment: &Experiment, moves_between: Option<u64>) -> u64 {
    let there = Temporary::new();
    let count = Arc::new(AtomicU64::new(0));
    let disk = Box::new(Counted(Arc::clone(&count)));
    let mut run = Run::start_on(disk, &there.join("run"), experiment, None).unwrap();
    if let Some(moves) = moves_between {
        run.moves_between = moves;
    }
    run.go(&Threads(1), &Watch::default(), &mut ()).unwrap();
    count.load(Ordering::Relaxed)
}

/// An experiment with as many generations as this.
fn lasting(experiment: &Experiment, generations: u64) -> Experiment {
    let budget = format!("[budget]\ngenerations = {generations}");
    let text = experiment.text();
    Experiment::from_toml(&text.replace("[budget]\ngenerations = 8", &budget)).unwrap()
}

#[test]
fn a_run_waits_for_the_disk_by_moves() {
    // Two logs, the checkpoint and the folder.
    const EACH: u64 = 4;
    let eight = waits(&tiny_genetic(), None);
    assert_eq!(waits(&lasting(&tiny_genetic(), 40), None), eight);
    // The end of the first stage and the end of training are kept in any case.
    let every = waits(&tiny_genetic(), Some(0));
    assert_eq!(every, eight + (8 - 1) * EACH);
    // An iteration of a learner takes more than its moves tell.
    assert_eq!(
        waits(&tiny_learner(), None),
        waits(&tiny_learner(), Some(0))
    );
    // So do a search that looks ahead, and the iterations after a handover, which is kept too.
    let ahead = tiny_genetic().text().replace(
        "[fitness]",
        "[search]\nkind = \"expectimax\"\ndepth = 2\n[fitness]",
    );
    let ahead = ahead.replace("max-pieces = 300", "max-pieces = 5");
    let ahead = Experiment::from_toml(&ahead).unwrap();
    assert_eq!(waits(&ahead, None), every);
    let handover = waits(&tiny_handover(), Some(0));
    assert_eq!(waits(&tiny_handover(), None), handover - 3 * EACH);
}

/// Looks at a run's folder after every generation, and copies it after one of them, as a process
/// that is killed then would leave it.
struct Onlooker {
    folder: PathBuf,
    copied: (u64, PathBuf),
    seen: u64,
}

impl Observer for Onlooker {
    fn generation(&mut self, line: &GenerationLine, standing: &Standing) {
        self.seen += 1;
        assert_eq!(generations(&self.folder).unwrap().last(), Some(line));
        // The last one by name; the copy is before it.
        let listed = list(self.folder.parent().unwrap()).unwrap().pop().unwrap();
        assert_eq!(listed.state, RunState::Running);
        assert_eq!(listed.standing.totals, standing.totals);
        if line.generation == self.copied.0 {
            std::fs::create_dir_all(&self.copied.1).unwrap();
            for (name, text) in files(&self.folder) {
                std::fs::write(self.copied.1.join(name), text).unwrap();
            }
        }
    }
}

/// The folder of the tiny experiment as a kill after its sixth generation leaves it. The end of its
/// first stage, of three generations, was kept.
fn left(there: &Temporary) -> PathBuf {
    let (folder, copy) = (there.join("whole"), there.join("left/run"));
    let mut run = Run::start(&folder, &tiny(), None).unwrap();
    let mut onlooker = Onlooker {
        folder,
        copied: (5, copy.clone()),
        seen: 0,
    };
    run.go(&Threads(1), &Watch::default(), &mut onlooker)
        .unwrap();
    assert_eq!(onlooker.seen, 8);
    copy
}

#[test]
fn others_see_generations_at_once_and_a_kill_takes_those_that_were_not_kept() {
    let there = Temporary::new();
    let folder = left(&there);
    assert_eq!(generations(&folder).unwrap().len(), 6);
    let listed = list(folder.parent().unwrap()).unwrap().remove(0);
    assert_eq!(listed.state, RunState::Interrupted);
    assert_eq!(listed.standing.totals.generations, 3);
    let mut resumed = Run::resume(&folder).unwrap();
    assert_eq!(resumed.generations().unwrap().len(), 3);
    resumed.go(&Threads(2), &Watch::default(), &mut ()).unwrap();
    assert_eq!(files(&folder), files(&there.join("whole")));
}

#[test]
fn lines_that_were_not_kept_may_be_spoilt() {
    let there = Temporary::new();
    let folder = left(&there);
    let log = folder.join("generations.jsonl");
    let mut bytes = std::fs::read(&log).unwrap();
    let ends = (0..bytes.len()).filter(|&at| bytes[at] == b'\n');
    let fourth = ends.clone().nth(2).unwrap() + 1..ends.clone().nth(3).unwrap();
    bytes[fourth].fill(0);
    std::fs::write(&log, bytes).unwrap();
    assert_eq!(generations(&folder).unwrap().len(), 3);
    let listed = list(folder.parent().unwrap()).unwrap().remove(0);
    assert_eq!(listed.state, RunState::Interrupted);
    let mut resumed = Run::resume(&folder).unwrap();
    resumed.go(&Threads(1), &Watch::default(), &mut ()).unwrap();
    assert_eq!(files(&folder), files(&there.join("whole")));
}

#[test]
fn the_clock_counts_a_generation_that_was_played_again_once() {
    let there = Temporary::new();
    let folder = left(&there);
    let line = |number: u64, seconds: f64| {
        format!(
            "{{\"event\":\"done\",\"what\":\"generation {number}\",\"seconds\":{seconds},\
             \"moves\":1,\"moves_per_second\":1.0}}\n"
        )
    };
    let readings = [(0, 1.0), (1, 2.0), (2, 4.0), (1, 8.0), (2, 16.0), (3, 32.0)];
    let text: String = readings.map(|(number, of)| line(number, of)).concat();
    std::fs::write(folder.join("timing.jsonl"), text).unwrap();
    let resumed = Run::resume(&folder).unwrap();
    assert_eq!(resumed.standing().seconds, 1.0 + 8.0 + 16.0);
}

/// Where the disk itself fails, nothing is said to be kept that is not.
#[test]
fn what_a_full_disk_has_not_kept_is_not_counted() {
    let there = Temporary::new();
    let mut lost = 0;
    for steps in 0..60 {
        let folder = there.join(&steps.to_string());
        let full = Run::start_on(full_after(steps), &folder, &tiny_genetic(), None);
        let Ok(mut full) = full else { continue };
        assert!(full.go(&Threads(1), &Watch::default(), &mut ()).is_err());
        let (done, kept) = (full.standing().totals, full.kept());
        lost += done.generations - kept.generations;
        drop(full);
        let resumed = Run::resume(&folder).unwrap().standing().totals;
        assert!(resumed.generations >= kept.generations);
    }
    assert!(lost > 10, "{lost}");
}

#[test]
fn a_run_that_fails_keeps_its_generations() {
    use crate::play::PlayError;
    use crate::play::testing::Faltering;
    let there = Temporary::new();
    let folder = there.join("run");
    let mut failing = Run::start(&folder, &tiny_genetic(), None).unwrap();
    let lost = || Some(PlayError::Failed("the device is lost".to_string()));
    let games = Faltering::new(2, lost);
    assert!(failing.go(&games, &Watch::default(), &mut ()).is_err());
    assert_eq!(failing.kept().generations, 2);
    drop(failing);
    let mut resumed = Run::resume(&folder).unwrap();
    assert_eq!(resumed.standing().totals.generations, 2);
    resumed.go(&Threads(1), &Watch::default(), &mut ()).unwrap();
    run(&there.join("whole"), &tiny_genetic(), 1);
    assert_eq!(files(&folder), files(&there.join("whole")));
}
