//! Names of runs: folders within the folder of runs, and nothing else.

use std::path::{Component, Path, PathBuf};

use crate::answers::Refusal;

/// The folder of runs, by whose names requests speak of runs.
#[derive(Clone, Debug)]
pub struct Names(PathBuf);

impl Names {
    /// The names within a folder, which need not be there yet.
    pub fn within(folder: &Path) -> Names {
        Names(folder.to_path_buf())
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// The folder of a run or a tournament. A name cannot lead out of the folder of runs, neither
    /// by its parts nor by links.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Refusal> {
        let unknown = || Refusal::missing(format!("there is no run {name:?}"));
        let parts: Vec<Component> = Path::new(name).components().collect();
        let plain = parts.iter().all(|part| match part {
            Component::Normal(part) => part.to_str().is_some_and(|part| !part.starts_with('.')),
            _ => false,
        });
        // A run, or a run of a tournament.
        if !plain || !(1..=2).contains(&parts.len()) || name.contains('\\') {
            return Err(unknown());
        }
        let path = self.0.join(name);
        let within = |path: &Path| path.canonicalize().ok();
        match (within(&self.0), within(&path)) {
            (Some(root), Some(found)) if found.starts_with(&root) && found.is_dir() => Ok(path),
            _ => Err(unknown()),
        }
    }

    /// The name of a folder that is within.
    pub fn name_of(&self, path: &Path) -> Option<String> {
        let name = path.strip_prefix(&self.0).ok()?;
        Some(name.to_str()?.replace('\\', "/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let root = std::env::temp_dir().join(format!("tetrarium-names-{}", std::process::id()));
        let runs = root.join("runs");
        std::fs::create_dir_all(runs.join("tour/one")).unwrap();
        std::fs::create_dir_all(root.join("outside")).unwrap();
        std::fs::create_dir_all(runs.join(".hidden")).unwrap();
        std::fs::write(runs.join("file"), "").unwrap();
        let names = Names::within(&runs);
        assert!(names.folder("tour").is_ok());
        assert!(names.folder("tour/one").is_ok());
        let outside = root.join("outside");
        for name in [
            "",
            ".",
            "..",
            "../outside",
            "tour/../../outside",
            "/etc",
            "tour/one/two",
            ".hidden",
            "file",
            "nothing",
            "tour/..",
            "..\\outside",
            outside.to_str().unwrap(),
        ] {
            assert!(names.folder(name).is_err(), "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("outside"), runs.join("link")).unwrap();
            assert!(names.folder("link").is_err());
        }
        assert_eq!(
            names.name_of(&runs.join("tour/one")).as_deref(),
            Some("tour/one")
        );
        std::fs::remove_dir_all(root).unwrap();
    }
}
