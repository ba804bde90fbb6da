//! Files on disk: written so that a reader finds the old file or the new one, never a part, and
//! read up to a size that is stated.
//!
//! The bytes survive a loss of power once the call has returned.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest text that people write: a controller, an experiment, a drawn board. In bytes.
pub const MOST_TEXT: u64 = 16 << 20;

/// The largest file of records, in bytes.
pub const MOST_RECORDS: u64 = 1 << 30;

/// Reads a text file of at most `most` bytes. A pipe or a device is read like a file: this is for
/// what a person names, who may mean one.
///
/// # Errors
///
/// If the file cannot be read, is not UTF-8, or is larger. Of a larger one no more is read.
pub fn read(path: &Path, most: u64) -> io::Result<String> {
    read_from(File::open(path)?, most)
}

/// Reads a plain text file of at most `most` bytes: one that another file names, or that belongs to
/// a run.
///
/// # Errors
///
/// As [`read`], and if it is no plain file.
pub fn read_plain(path: &Path, most: u64) -> io::Result<String> {
    check_plain(path)?;
    read(path, most)
}

/// Reads a plain file of at most `most` bytes, whatever they are.
pub(crate) fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    check_plain(path)?;
    bytes_from(File::open(path)?, most)
}

/// Refuses what is no plain file before it is opened: who opens a pipe waits for its other end, and
/// to open a device may do something.
///
/// # Errors
///
/// If there is no such file, or if it is a pipe, a device, a socket or a folder.
pub fn check_plain(path: &Path) -> io::Result<()> {
    match fs::metadata(path)? {
        about if about.is_file() => Ok(()),
        about if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other("it is no plain file")),
    }
}

/// Reads files that lie beside this one, by their names: what
/// [`Controller::from_files`](tetrarium_engine::Controller::from_files) asks for. The error is a
/// sentence.
///
/// # Errors
///
/// If the file is no plain file, cannot be read, or is larger than [`MOST_TEXT`].
pub fn beside_this(path: &Path) -> impl Fn(&str) -> Result<Vec<u8>, String> + use<> {
    let folder = folder_of(path).to_path_buf();
    move |name| {
        read_bytes(&folder.join(name), MOST_TEXT).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                format!("the file {name} is missing: it belongs beside this one")
            }
            _ => format!("the file {name} beside this one cannot be read: {error}"),
        })
    }
}

/// Reads a text of at most `most` bytes to its end.
///
/// # Errors
///
/// As [`read`].
pub fn read_from(source: impl Read, most: u64) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8");
    String::from_utf8(bytes_from(source, most)?).map_err(no_text)
}

fn bytes_from(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let most = most >> 20;
        let message = format!("it is larger than {most} MiB, the most that is read of such a file");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Writes a file, in the place of an old one if there is one. At any moment the old file or the new
/// one is there and whole. The new file has the permissions of the old one. A path that is no plain
/// file (a pipe, a device) is written to directly.
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
    write_by(path, |out| out.write_all(bytes))
}

/// As [`write`], with the bytes that a function writes, so that they need not be in memory at once.
pub(crate) fn write_by(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let filled = |file: File| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        fill(&mut out)?;
        out.flush()
    };
    // A link is followed, so that it stays one.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return filled(OpenOptions::new().write(true).open(path)?);
    }
    // Two that write the same file must not share what they write first: a name that exists, if
    // only as a link, is left alone and another one is tried.
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    for _ in 0..1000 {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let beside = beside(&path, &format!(".{}-{number}.new", std::process::id()));
        match created(&beside, &path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            created => {
                let written = created.and_then(filled);
                let written = written.and_then(|()| SystemDisk.put(&path, &beside));
                if written.is_err() {
                    let _ = fs::remove_file(&beside);
                }
                return written;
            }
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
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
    /// Writes a new file with the permissions of the file `like`, if that is there. It is an error
    /// if the name is taken, also by a link.
    fn create(&self, path: &Path, like: &Path, bytes: &[u8]) -> io::Result<()>;
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
        self.create(beside, path, bytes)?;
        self.put(path, beside)
    }

    /// Puts the file `beside`, which was just written, in the place of the old one.
    fn put(&self, path: &Path, beside: &Path) -> io::Result<()> {
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

/// A new file with the permissions of the file `like`, if that is there.
fn created(path: &Path, like: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Ok(old) = fs::metadata(like) {
        file.set_permissions(old.permissions())?;
    }
    Ok(file)
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
    fn create(&self, path: &Path, like: &Path, bytes: &[u8]) -> io::Result<()> {
        created(path, like)?.write_all(bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(bytes)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        let open = OpenOptions::new().append(true).open(path);
        // A file that takes the place of a read-only one is read-only too.
        open.or_else(|_| File::open(path))?.sync_all()
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
    fn a_link_that_waits_under_a_temporary_name_is_not_followed() {
        let folder = scratch("waiting");
        let (path, victim) = (folder.join("page.html"), folder.join("victim"));
        fs::write(&victim, "mine").unwrap();
        // The next names of this process, which other tests may use some of.
        for number in 0..200 {
            let name = format!(".{}-{number}.new", std::process::id());
            std::os::unix::fs::symlink(&victim, beside(&path, &name)).unwrap();
        }
        write(&path, b"page").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"page");
        assert_eq!(fs::read(&victim).unwrap(), b"mine");
        let error = SystemDisk.create(
            &beside(&path, &format!(".{}-0.new", std::process::id())),
            &path,
            b"x",
        );
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = scratch("permissions");
        let path = folder.join("private");
        for mode in [0o600, 0o444, 0o640] {
            write(&path, b"old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write(&path, b"new").unwrap();
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_text_is_read_up_to_its_limit() {
        assert_eq!(read_from(&b"four"[..], 4).unwrap(), "four");
        let endless = io::repeat(0);
        let error = read_from(endless, 1 << 20).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().contains("larger than 1 MiB"), "{error}");
        let error = read_from(&b"\xff"[..], 4).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
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
