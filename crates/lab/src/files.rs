//! Files on disk, written so that a reader finds the old file or the new one, never a part.
//!
//! The bytes survive a loss of power once the call has returned.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file, in the place of an old one if there is one. At any moment the old file or the new
/// one is there and whole. A path that is no plain file (a pipe, a device) is written to directly.
///
/// ```
/// let path = std::env::temp_dir().join(format!("tetrarium-files-{}", std::process::id()));
/// tetrarium_lab::files::write(&path, b"old")?;
/// tetrarium_lab::files::write(&path, b"new")?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// # std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the folder is missing, full or not writable. Then the old file is unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed, so that it stays one.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    // Two processes that write the same file must not share what they write first.
    let beside = beside(&path, &format!(".{}.new", std::process::id()));
    let written = SystemDisk.replace(&path, &beside, bytes);
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Writes at the end of a file, which is created if there is none.
///
/// # Errors
///
/// If the file cannot be written. A part of the bytes may have been written.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    SystemDisk.append_kept(path, bytes)
}

/// The path of a file with something added to its name.
pub(crate) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(more);
    path.with_file_name(name)
}

/// What is done to a disk, in steps small enough that a test can break any of them.
pub(crate) trait Disk: Send + Sync {
    /// Writes a new file, or an old one anew.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Writes at the end of a file, which is created if there is none.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Returns when the contents of a file will survive a loss of power.
    fn sync(&self, path: &Path) -> io::Result<()>;
    /// Gives a file another name, in the place of what had it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Returns when the names in a folder will survive a loss of power.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// Cuts a file off after this number of bytes.
    fn cut(&self, path: &Path, bytes: u64) -> io::Result<()>;

    /// Puts a file in the place of the old one, such that at any moment one of the two is there and
    /// whole. It is written under the name `beside` first, in the same folder.
    fn replace(&self, path: &Path, beside: &Path, bytes: &[u8]) -> io::Result<()> {
        self.create(beside, bytes)?;
        self.sync(beside)?;
        self.rename(beside, path)?;
        self.sync_folder(folder_of(path))
    }

    /// Writes at the end of a file and waits until that is kept.
    fn append_kept(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.append(path, bytes)?;
        self.sync(path)
    }
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The disk of this machine.
pub(crate) struct SystemDisk;

impl Disk for SystemDisk {
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
        fs::rename(from, to)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let name = format!("tetrarium-files-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn nothing_is_left_beside_a_file() {
        let folder = scratch("beside");
        let path = folder.join("page.html");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        append(&path, b"er").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(write(&folder, b"x").is_err(), "a folder is no file");
        let error = write(&folder.join("nowhere/page.html"), b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = scratch("links");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(link.is_symlink());
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
        fs::remove_dir_all(folder).unwrap();
    }
}
