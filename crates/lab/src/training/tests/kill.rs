//! Runs that die at any moment, and what they leave behind.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicI64, Ordering};

use super::{Temporary, files, run, tiny, tiny_ones};
use crate::files::{Disk, SystemDisk};
use crate::play::Threads;
use crate::play::Watch;
use crate::training::{Ending, Experiment, Run, RunError};

/// A disk that does a number of steps and then fails, the last one half done.
struct Faulty {
    left: AtomicI64,
    dies: bool,
}

/// What a process that is killed says before each step of its disk, so that who kills it need not
/// look at a clock.
const STEP: &[u8] = b"step\n";

impl Faulty {
    /// Whether this step still succeeds.
    fn step(&self) -> bool {
        if self.dies {
            io::stderr().write_all(STEP).unwrap();
        }
        self.left.fetch_sub(1, Ordering::Relaxed) > 0
    }

    fn fail(&self) -> io::Result<()> {
        if self.dies {
            // As abrupt as kill -9: nothing is unwound, nothing flushed.
            std::process::abort();
        }
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}

/// A disk that is full after a number of steps.
pub(super) fn full_after(steps: i64) -> Box<dyn Disk> {
    Box::new(Faulty {
        left: AtomicI64::new(steps),
        dies: false,
    })
}

impl Disk for Faulty {
    fn create(&self, path: &Path, like: &Path, bytes: &[u8]) -> io::Result<()> {
        if self.step() {
            return SystemDisk.create(path, like, bytes);
        }
        SystemDisk.create(path, like, &bytes[..bytes.len() / 2])?;
        self.fail()
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if self.step() {
            return SystemDisk.append(path, bytes);
        }
        SystemDisk.append(path, &bytes[..bytes.len() / 2])?;
        self.fail()
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        // What a test can see does not depend on it, and it would take most of its time.
        let _ = path;
        if self.step() { Ok(()) } else { self.fail() }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if self.step() {
            return SystemDisk.rename(from, to);
        }
        self.fail()
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        if self.step() { Ok(()) } else { self.fail() }
    }

    fn cut(&self, path: &Path, bytes: u64) -> io::Result<()> {
        if self.step() {
            return SystemDisk.cut(path, bytes);
        }
        self.fail()
    }
}

/// Starts a run or goes on with it, on a disk that fails after a number of steps. How often the run
/// is kept depends on that number.
fn attempt(
    folder: &Path,
    experiment: &Experiment,
    steps: i64,
    dies: bool,
) -> Result<Ending, RunError> {
    let disk = Box::new(Faulty {
        left: AtomicI64::new(steps),
        dies,
    });
    start_or_resume(disk, folder, experiment, moves_between(steps as u64))
}

/// After every generation, after some, or after none of a tiny experiment.
pub(super) fn moves_between(n: u64) -> u64 {
    [0, 1500, u64::MAX][(n % 3) as usize]
}

/// Starts a run on a disk or goes on with it. It is kept after a number of moves.
pub(super) fn start_or_resume(
    disk: Box<dyn Disk>,
    folder: &Path,
    experiment: &Experiment,
    moves_between: u64,
) -> Result<Ending, RunError> {
    let mut run = if folder.join("experiment.toml").exists() {
        Run::resume_on(disk, folder)?
    } else {
        Run::start_on(disk, folder, experiment, None)?
    };
    run.moves_between = moves_between;
    run.go(&Threads(1), &Watch::default(), &mut ())
}

const FOLDER: &str = "TETRARIUM_TEST_FOLDER";
const STEPS: &str = "TETRARIUM_TEST_STEPS";

/// Not a test: what the processes do that the tests below start and kill.
#[test]
fn child() {
    let Ok(folder) = std::env::var(FOLDER) else {
        return;
    };
    let steps = std::env::var(STEPS).unwrap().parse().unwrap();
    let ending = attempt(Path::new(&folder), &tiny(), steps, true).unwrap();
    assert!(matches!(ending, Ending::Finished(_)));
}

fn start_child(folder: &Path, steps: i64, stderr: Stdio) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["training::tests::kill::child", "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .env(STEPS, steps.to_string())
        .stdout(Stdio::null())
        .stderr(stderr)
        .spawn()
        .unwrap()
}

/// Numbers that look random.
pub(super) fn mixed(n: u64) -> u64 {
    let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}

/// Processes that die at a step of the disk: half through a write, between write and rename,
/// between one file and the next. Each goes on where the last one died.
#[test]
fn a_run_that_dies_at_steps_of_the_disk() {
    let there = Temporary::new();
    run(&there.join("whole"), &tiny(), 2);
    let expected = files(&there.join("whole"));
    let mut deaths = 0;
    for attempt in 0..4 {
        let folder = there.join(&format!("killed-{attempt}"));
        // Resuming takes some steps itself: more than those make the run get on.
        for death in 0.. {
            assert!(death < 500, "the run does not get on");
            let steps = (mixed(attempt * 1000 + death) % 30) as i64;
            if start_child(&folder, steps, Stdio::null())
                .wait()
                .unwrap()
                .success()
            {
                break;
            }
            deaths += 1;
        }
        assert_eq!(files(&folder), expected, "attempt {attempt}");
    }
    assert!(deaths > 20, "{deaths}");
}

/// The same with kill -9, somewhere behind a step.
#[test]
fn a_run_that_is_killed() {
    let there = Temporary::new();
    run(&there.join("whole"), &tiny(), 1);
    let expected = files(&there.join("whole"));
    let mut kills = 0;
    // Several runs: a kill may come late, when its run is over.
    for attempt in 0..5 {
        let folder = there.join(&format!("killed-{attempt}"));
        for n in 0.. {
            assert!(n < 500, "the run does not get on");
            let mut child = start_child(&folder, i64::MAX, Stdio::piped());
            let mut said = vec![0; STEP.len() * (1 + mixed(attempt * 1000 + n) % 30) as usize];
            // Fails where the process ended before it came to that step.
            if child.stderr.take().unwrap().read_exact(&mut said).is_ok() {
                child.kill().unwrap();
            }
            if child.wait().unwrap().success() {
                break;
            }
            kills += 1;
        }
        assert_eq!(
            files(&folder),
            expected,
            "attempt {attempt}, after {kills} kills"
        );
    }
    assert!(kills > 1);
}

/// A disk that is full at any step is said to be so, and when there is room again the run goes on
/// to the same end.
#[test]
fn a_full_disk() {
    for experiment in tiny_ones() {
        let there = Temporary::new();
        run(&there.join("whole"), &experiment, 1);
        let expected = files(&there.join("whole"));
        let folder = there.join("full");
        let mut failures = 0;
        for n in 0.. {
            assert!(n < 500, "the run does not get on");
            match attempt(&folder, &experiment, (mixed(n) % 40) as i64, false) {
                Ok(_) => break,
                Err(error @ RunError::Io { .. }) => {
                    let says = error.to_string();
                    let tried = ["cannot write", "cannot make"];
                    assert!(tried.iter().any(|tried| says.starts_with(tried)), "{says}");
                    failures += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(failures > 3);
        assert_eq!(files(&folder), expected, "after {failures} failures");
    }
}
