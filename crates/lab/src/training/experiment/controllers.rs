//! What an experiment names by path: controllers that measurements compare with (or by name in the
//! catalogue), and recorded games.

use std::path::Path;

use tetrarium_engine::{Controller, ControllerError, catalogue};

use super::definition::Experiment;
use super::parts::{ControllerFiles, ExperimentError};
use crate::files;
use crate::recorded::Recorded;

/// The largest file of a controller or of recorded games that an experiment may name, in bytes: a
/// run keeps a copy.
const LARGEST: u64 = 1 << 22;

/// Where controllers that are named by path are.
pub(super) enum Source<'a> {
    /// The text of the experiment has no place on the disk.
    Nowhere,
    /// Paths are relative to this folder.
    Folder(&'a Path),
    /// They were read before.
    Read(&'a ControllerFiles),
}

impl Experiment {
    /// Reads an experiment file that lies in this folder: controllers of measurements may be named
    /// by paths, which are relative to it.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be, with its line and field.
    pub fn from_toml_in(folder: &Path, text: &str) -> Result<Experiment, ExperimentError> {
        Experiment::read(text, &Source::Folder(folder))
    }

    /// Reads an experiment whose controller files were read before.
    pub(in crate::training) fn with_controllers(
        text: &str,
        files: &ControllerFiles,
    ) -> Result<Experiment, ExperimentError> {
        Experiment::read(text, &Source::Read(files))
    }
}

impl Source<'_> {
    /// The controller of a name, or in a file, whose text is added to `copies`. A name with a slash
    /// or the ending `.toml` is a path.
    pub(super) fn controller(
        &self,
        name: &str,
        copies: &mut ControllerFiles,
    ) -> Result<Controller, String> {
        let looks_like_path = name.contains(['/', '\\']) || name.ends_with(".toml");
        if !looks_like_path {
            let known = catalogue::named(name).cloned();
            return known.map_err(|error| error.to_string());
        }
        let mut text = self.text(name)?;
        let wrong = |error: ControllerError| format!("{name}: {error}");
        let mut controller = match self {
            Source::Folder(folder) => {
                let beside = files::beside_this(&folder.join(name));
                let read = Controller::from_files(&text, beside).map_err(wrong)?;
                // A run keeps one text, which holds all scores.
                if Controller::from_toml(&text).is_err() {
                    text = read.to_toml().map_err(|error| error.to_string())?;
                }
                read
            }
            _ => Controller::from_toml(&text).map_err(wrong)?,
        };
        let file_name = Path::new(name).file_name();
        controller.file_name = file_name.map(|name| name.to_string_lossy().into_owned());
        copies.insert(name.to_string(), text);
        Ok(controller)
    }

    /// The recorded games of a file, whose text is added to `files`.
    pub(super) fn recorded(
        &self,
        name: &str,
        files: &mut ControllerFiles,
    ) -> Result<Vec<Recorded>, String> {
        let text = self.text(name)?;
        let games = Recorded::from_lines(&text).map_err(|error| format!("{name}: {error}"))?;
        files.insert(name.to_string(), text);
        Ok(games)
    }

    fn text(&self, name: &str) -> Result<String, String> {
        match self {
            Source::Nowhere => Err(format!(
                "`{name}` is a path, but the experiment is in no folder: put the experiment into a file"
            )),
            Source::Read(files) => match files.get(name) {
                Some(text) => Ok(text.clone()),
                None => Err(format!("the run has no copy of {name}")),
            },
            Source::Folder(folder) => {
                let path = folder.join(name);
                files::read_plain(&path, LARGEST)
                    .map_err(|error| format!("{} cannot be read: {error}", path.display()))
            }
        }
    }
}
