//! What a run has written to a file that grows, and whether the file still holds it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::RunError;
use crate::files;

/// What is wrong with a file that was changed.
pub(super) const NOT_AS_WRITTEN: &str =
    "it is not what the run has written: put it back as it was, or start a new run";

/// The bytes that a run has written to a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    bytes: u64,
    /// The SHA-256 of these bytes; empty where it is not known.
    sha256: String,
    /// The hash that goes on with what is written next.
    #[serde(skip)]
    so_far: Sha256,
}

impl Default for Written {
    fn default() -> Written {
        Written {
            bytes: 0,
            sha256: sha256(b""),
            so_far: Sha256::new(),
        }
    }
}

impl Written {
    /// A number of bytes whose hash is not known.
    pub(super) fn unhashed(bytes: u64) -> Written {
        Written {
            bytes,
            sha256: String::new(),
            so_far: Sha256::new(),
        }
    }

    /// How many bytes there are.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The same with a text behind it.
    pub(super) fn and(&self, text: &str) -> Written {
        let mut so_far = self.so_far.clone();
        so_far.update(text);
        Written {
            bytes: self.bytes + text.len() as u64,
            sha256: hexadecimal(so_far.clone()),
            so_far,
        }
    }

    /// Reads the file again: it must begin with these bytes, and they must be `lines` lines of
    /// JSON. Nothing else is known of a file without a hash.
    pub(super) fn check(&mut self, path: &Path, lines: u64) -> Result<(), RunError> {
        let damaged = |what: String| RunError::Damaged {
            path: path.to_path_buf(),
            what,
        };
        let unreadable = |error| RunError::io("read", path, error);
        let file = match files::check_plain(path).and_then(|()| File::open(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.bytes == 0 => {
                return Ok(());
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(damaged("it is missing".to_string()));
            }
            other => other.map_err(unreadable)?,
        };
        let known = !self.sha256.is_empty();
        let mut reader = BufReader::new(file).take(self.bytes);
        let (mut hash, mut line) = (Sha256::new(), Vec::new());
        let (mut bytes, mut count) = (0, 0);
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            hash.update(&line);
            bytes += read as u64;
            count += 1;
            let json = || serde_json::from_slice::<serde::de::IgnoredAny>(&line).is_ok();
            if !known && !json() {
                return Err(damaged(format!("line {count} is no line of JSON")));
            }
        }
        if bytes < self.bytes {
            return Err(damaged(
                "it is shorter than the checkpoint says".to_string(),
            ));
        }
        let found = hexadecimal(hash.clone());
        if known && found != self.sha256 {
            return Err(damaged(NOT_AS_WRITTEN.to_string()));
        }
        if count != lines {
            return Err(damaged(format!(
                "it has {count} lines, and the checkpoint says {lines}"
            )));
        }
        (self.sha256, self.so_far) = (found, hash);
        Ok(())
    }
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

fn hexadecimal(hash: Sha256) -> String {
    let bytes = hash.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
