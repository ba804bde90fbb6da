//! What a run does to the disk, in steps small enough that a test can break any of them.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The steps.
pub(super) trait Disk: Send + Sync {
    /// Writes a new file, or an old one anew.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Writes at the end of a file, which is made if there is none.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Returns when the contents of a file will survive a loss of power.
    fn sync(&self, path: &Path) -> io::Result<()>;
    /// Gives a file another name, in the place of what had it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Returns when the names in a folder will survive a loss of power.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// Cuts a file off after so many bytes.
    fn cut(&self, path: &Path, bytes: u64) -> io::Result<()>;
}

/// The disk of this machine.
pub(super) struct RealDisk;

impl Disk for RealDisk {
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        File::create(path)?.write_all(bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(bytes)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        OpenOptions::new().append(true).open(path)?.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        // Only Unix opens folders; elsewhere the file system keeps names by itself.
        if cfg!(unix) {
            File::open(path)?.sync_all()
        } else {
            Ok(())
        }
    }

    fn cut(&self, path: &Path, bytes: u64) -> io::Result<()> {
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        if file.metadata()?.len() > bytes {
            file.set_len(bytes)?;
        }
        Ok(())
    }
}
