//! A run's folder and its files.

use std::io;
use std::path::{Path, PathBuf};

use super::error::RunError;
use super::lock::Lock;
use super::written::Written;
use crate::files::{self, Disk, beside};

/// The copy of the experiment.
pub(crate) const EXPERIMENT: &str = "experiment.toml";
/// Where the run stands.
pub(super) const CHECKPOINT: &str = "checkpoint.json";
/// A line for every generation.
pub(crate) const GENERATIONS: &str = "generations.jsonl";
/// A line for every candidate.
pub(super) const CANDIDATES: &str = "candidates.jsonl";
/// The measurements at the end.
pub(crate) const MEASUREMENTS: &str = "measurements.jsonl";
/// The resulting controller.
pub(crate) const CONTROLLER: &str = "controller.toml";
/// The best of a learner's last iterations, where that is not the resulting controller.
pub(super) const BEST: &str = "best.toml";
/// The ending of the files of controllers.
pub(super) const TOML: &str = ".toml";
/// Clock readings.
pub(super) const TIMING: &str = "timing.jsonl";

/// Makes a folder, with those it is in.
pub(super) fn make(path: &Path, disk: &dyn Disk) -> Result<(), RunError> {
    let failed = |error| RunError::io("make", path, error);
    std::fs::create_dir_all(path).map_err(failed)?;
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => disk.sync_folder(parent).map_err(failed),
        _ => Ok(()),
    }
}

/// A run's folder, kept from other processes as long as this lives.
pub(super) struct Folder {
    path: PathBuf,
    disk: Box<dyn Disk>,
    lock: Lock,
}

impl Folder {
    /// Takes a folder that exists.
    pub(super) fn take(path: &Path, disk: Box<dyn Disk>) -> Result<Folder, RunError> {
        let lock = Lock::take(path)?;
        Ok(Folder {
            path: path.to_path_buf(),
            disk,
            lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads again what the run has written to a file of `lines` lines, and cuts off what follows:
    /// that was written after the last checkpoint.
    pub(super) fn check_and_cut(
        &self,
        name: &str,
        written: &mut Written,
        lines: u64,
    ) -> Result<(), RunError> {
        written.check(&self.file(name), lines)?;
        self.cut(name, written.bytes())
    }

    /// The text of a file; none where there is none.
    pub(super) fn read(&self, name: &str) -> Result<Option<String>, RunError> {
        read(&self.path, name)
    }

    /// Puts a file in the place of the old one, such that at any moment one of the two is there and
    /// whole.
    pub(super) fn replace(&self, name: &str, contents: impl AsRef<[u8]>) -> Result<(), RunError> {
        self.lock.check(&self.path)?;
        let path = self.file(name);
        let beside = beside(&path, ".new");
        // No other process writes here: what one that died has left can go.
        match std::fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(RunError::io("write", &beside, error));
            }
            _ => {}
        }
        self.disk
            .replace(&path, &beside, contents.as_ref())
            .map_err(|error| RunError::io("write", &path, error))
    }

    /// Writes lines at the end of a file, where other processes see them at once.
    pub(super) fn append(&self, name: &str, lines: &str) -> Result<(), RunError> {
        self.lock.check(&self.path)?;
        let path = self.file(name);
        self.disk
            .append(&path, lines.as_bytes())
            .map_err(|error| RunError::io("write", &path, error))
    }

    /// Waits until what was written to a file is kept.
    pub(super) fn sync(&self, name: &str) -> Result<(), RunError> {
        self.lock.check(&self.path)?;
        let path = self.file(name);
        self.disk
            .sync(&path)
            .map_err(|error| RunError::io("write", &path, error))
    }

    /// Cuts a half-written last line off the clock readings and returns the rest. Nothing depends
    /// on them, so what a loss of power has spoilt is passed over.
    pub(super) fn whole_timing(&self) -> Result<String, RunError> {
        let path = self.file(TIMING);
        let bytes = match files::read_bytes(&path, files::MOST_RECORDS) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(RunError::io("read", &path, error)),
        };
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let whole = &bytes[..end.map_or(0, |end| end + 1)];
        self.cut(TIMING, whole.len() as u64)?;
        Ok(String::from_utf8_lossy(whole).into_owned())
    }

    /// Cuts a file off after `bytes` bytes.
    fn cut(&self, name: &str, bytes: u64) -> Result<(), RunError> {
        let path = self.file(name);
        self.disk
            .cut(&path, bytes)
            .map_err(|error| RunError::io("write", &path, error))
    }
}

/// The text of a file of a folder; none where there is none.
pub(super) fn read(folder: &Path, name: &str) -> Result<Option<String>, RunError> {
    let path = folder.join(name);
    match files::read_plain(&path, files::MOST_RECORDS) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RunError::io("read", &path, error)),
    }
}
