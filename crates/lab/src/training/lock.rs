//! The lock of a folder that a process works in.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use super::error::RunError;
use crate::files;

/// The file that is locked.
pub(super) const LOCK: &str = "lock";

/// A folder that is kept from other processes as long as this lives. The system gives the lock back
/// when its process ends, however that ends.
///
/// Both the folder itself and a file in it are locked. The folder cannot be deleted and made anew
/// unnoticed, as the file can; the file is for systems that do not lock folders, and for versions
/// of this program that look at the file alone.
#[derive(Debug)]
pub(super) struct Lock {
    folder: Option<File>,
    file: File,
}

impl Lock {
    /// Takes the lock of a folder.
    ///
    /// # Errors
    ///
    /// If another process has it.
    pub(super) fn take(folder: &Path) -> Result<Lock, RunError> {
        // `tetrarium runs` holds the lock for a moment to see whether it is held: that is no reason
        // to give up.
        for _ in 0..5 {
            if let Some(lock) = Lock::try_take(folder)? {
                return Ok(lock);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Lock::try_take(folder)?.ok_or_else(|| RunError::Locked(folder.to_path_buf()))
    }

    fn try_take(folder: &Path) -> Result<Option<Lock>, RunError> {
        let itself = open_folder(folder);
        if let Some(itself) = &itself
            && matches!(itself.try_lock(), Err(TryLockError::WouldBlock))
        {
            return Ok(None);
        }
        let path = folder.join(LOCK);
        let file = open_lock(&path).map_err(|error| RunError::io("open", &path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock {
                folder: itself,
                file,
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(RunError::io("lock", &path, error)),
        }
    }

    /// Whether a process has the lock of a folder. Nothing is written, so that a folder of another
    /// user can be looked at.
    pub(super) fn is_held(folder: &Path) -> bool {
        let held = |file: &File| match file.try_lock() {
            Ok(()) => {
                let _ = file.unlock();
                false
            }
            Err(error) => matches!(error, TryLockError::WouldBlock),
        };
        let path = folder.join(LOCK);
        let file = || {
            files::check_plain(&path).ok()?;
            OpenOptions::new().write(true).open(&path).ok()
        };
        open_folder(folder).as_ref().is_some_and(held) || file().as_ref().is_some_and(held)
    }

    /// Refuses to go on in a folder that is not the locked one any more: another process may work
    /// in what has its name now.
    ///
    /// # Errors
    ///
    /// If the folder was moved, deleted or replaced.
    pub(super) fn check(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(LOCK);
        let (file, path) = match &self.folder {
            Some(itself) => (itself, folder),
            None => (&self.file, path.as_path()),
        };
        match (file.metadata(), std::fs::metadata(path)) {
            (Ok(locked), Ok(now)) if same(&locked, &now) => Ok(()),
            _ => Err(RunError::Replaced(folder.to_path_buf())),
        }
    }
}

impl Drop for Lock {
    /// Gives the lock back by word. To close the files is not enough: a program that another thread
    /// is just starting has copies of them for a moment.
    fn drop(&mut self) {
        let _ = self.file.unlock();
        if let Some(folder) = &self.folder {
            let _ = folder.unlock();
        }
    }
}

/// The folder as a file, on systems that open folders.
fn open_folder(folder: &Path) -> Option<File> {
    cfg!(unix).then(|| File::open(folder).ok()).flatten()
}

/// Opens the file that is locked, and makes it if there is none. On Windows neither the file nor
/// the folder that it is in can be deleted or moved while it is open.
fn open_lock(path: &Path) -> io::Result<File> {
    match files::check_plain(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // Others may read (1) and write (2), but not delete (4).
        options.share_mode(1 | 2);
    }
    options.open(path)
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere the open file has kept the folder where it is ([`open_lock`]).
#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    true
}
