//! Runs that lose their power: of what was not yet kept, any part may be gone.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::kill::{mixed, moves_between, start_or_resume};
use super::{Temporary, files, run, tiny, tiny_genetic, tiny_learner};
use crate::files::{Disk, SystemDisk};
use crate::training::RunError;

/// What a disk has been made to keep. A file's contents are kept when it is synced, its name when
/// its folder is.
#[derive(Default)]
struct Kept {
    /// The steps that are left before the power goes.
    left: u64,
    /// What each file has kept, by a number that it keeps when it is renamed.
    contents: Vec<Vec<u8>>,
    names: BTreeMap<PathBuf, usize>,
    kept_names: BTreeMap<PathBuf, usize>,
}

impl Kept {
    /// All that is in a folder is kept.
    fn all_of(folder: &Path, left: u64) -> Kept {
        let mut kept = Kept {
            left,
            ..Kept::default()
        };
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            kept.names.insert(path.clone(), kept.contents.len());
            kept.contents.push(std::fs::read(&path).unwrap());
        }
        kept.kept_names = kept.names.clone();
        kept
    }

    fn new_file(&mut self, path: &Path) {
        self.names.insert(path.to_path_buf(), self.contents.len());
        self.contents.push(Vec::new());
    }

    /// Makes the folder what it may be when the power is back: with the kept names or the last
    /// ones, and of every file what was kept, or what was written last, or a part of that, or that
    /// with its end never written.
    fn lose_power(&self, folder: &Path, luck: u64) {
        let mut last = self.contents.clone();
        for (path, &file) in &self.names {
            last[file] = std::fs::read(path).unwrap();
        }
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
        let names = [&self.kept_names, &self.names][(luck % 2) as usize];
        for (path, &file) in names {
            let (kept, last) = (&self.contents[file], &last[file]);
            let grown = last.len().saturating_sub(kept.len());
            let text = match mixed(luck ^ file as u64) % 4 {
                0 => kept.clone(),
                1 if grown > 0 => last[..kept.len() + grown / 2].to_vec(),
                2 if grown > 0 => {
                    let mut zeros = last[..kept.len()].to_vec();
                    zeros.resize(last.len(), 0);
                    zeros
                }
                _ => last.clone(),
            };
            std::fs::write(path, text).unwrap();
        }
    }
}

/// A disk whose power goes after a number of steps.
struct Forgetful(Arc<Mutex<Kept>>);

impl Forgetful {
    fn step(&self, done: impl FnOnce(&mut Kept) -> io::Result<()>) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap();
        if kept.left == 0 {
            return Err(io::Error::other("no power"));
        }
        kept.left -= 1;
        done(&mut kept)
    }
}

impl Disk for Forgetful {
    fn create(&self, path: &Path, like: &Path, bytes: &[u8]) -> io::Result<()> {
        self.step(|kept| {
            kept.new_file(path);
            SystemDisk.create(path, like, bytes)
        })
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.step(|kept| {
            if !kept.names.contains_key(path) {
                kept.new_file(path);
            }
            SystemDisk.append(path, bytes)
        })
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.step(|kept| {
            let file = kept.names[path];
            kept.contents[file] = std::fs::read(path)?;
            Ok(())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(|kept| {
            let file = kept.names.remove(from).unwrap();
            kept.names.insert(to.to_path_buf(), file);
            SystemDisk.rename(from, to)
        })
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.step(|kept| {
            kept.kept_names = kept.names.clone();
            Ok(())
        })
    }

    fn cut(&self, path: &Path, bytes: u64) -> io::Result<()> {
        self.step(|kept| {
            if !kept.names.contains_key(path) {
                kept.new_file(path);
            }
            SystemDisk.cut(path, bytes)
        })
    }
}

#[test]
fn a_run_that_loses_its_power_goes_on_to_the_same_end() {
    for (experiment, first) in [
        (tiny(), 0),
        (tiny_genetic(), 1_000),
        (tiny_learner(), 2_000),
    ] {
        let there = Temporary::new();
        run(&there.join("whole"), &experiment, 1);
        let expected = files(&there.join("whole"));
        let folder = there.join("powerless");
        let mut losses = 0;
        for luck in first.. {
            assert!(losses < 500, "the run does not get on");
            let kept = Kept::all_of(&folder, mixed(luck) % 40);
            let kept = Arc::new(Mutex::new(kept));
            let disk = Box::new(Forgetful(Arc::clone(&kept)));
            match start_or_resume(disk, &folder, &experiment, moves_between(luck)) {
                Ok(_) => break,
                Err(RunError::Io { .. }) => {}
                Err(other) => panic!("{other} (luck {luck})"),
            }
            kept.lock().unwrap().lose_power(&folder, mixed(luck * 7));
            losses += 1;
        }
        assert!(losses > 5, "{losses}");
        assert_eq!(files(&folder), expected, "after {losses} losses");
    }
}
