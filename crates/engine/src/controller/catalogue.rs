//! The catalogue: every published controller, usable by name.

use std::sync::LazyLock;

use crate::controller::Controller;
use crate::names::nearest;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Name and file of every controller, in alphabetical order.
        pub static FILES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../controllers/", $name, ".toml")))),+
        ];
    };
}

files![
    "agent-06",
    "agent-06-expectimax",
    "agent-06-minimax",
    "amundsen-bertsekas",
    "amundsen-dellacherie",
    "amundsen-free",
    "amundsen-free-as-run",
    "amundsen-kakade",
    "amundsen-lagoudakis",
    "amundsen-lagoudakis-as-run",
    "amundsen-langenhoven",
    "amundsen-lippmann",
    "amundsen-llima",
    "amundsen-ramon",
    "amundsen-thiery",
    "amundsen-tsitsiklis",
    "bcts",
    "bdu",
    "boehm-exponential",
    "boehm-linear",
    "competition",
    "dellacherie",
    "dellacherie-ce",
    "dt-10",
    "dt-20",
    "el-tetris",
    "fahey",
    "fahey-one-piece",
    "feature-set-4",
    "feature-set-4-exchanged",
    "fit",
    "lee",
    "lspi",
    "tetrarium-3",
    "tetrarium-4",
    "xtris",
    "xtris-fahey",
];

static CONTROLLERS: LazyLock<Vec<Controller>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|(name, text)| {
            Controller::from_toml(text)
                .unwrap_or_else(|error| panic!("the catalogue's {name} can be read: {error}"))
        })
        .collect()
});

/// All controllers, in alphabetical order.
pub fn all() -> &'static [Controller] {
    &CONTROLLERS
}

/// No controller of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no controller `{name}`{}; `tetrarium list controllers` shows all",
    .nearest.as_ref().map(|n| format!(": did you mean `{n}`?")).unwrap_or_default()
)]
pub struct UnknownController {
    /// The name asked for.
    pub name: String,
    /// The nearest name there is.
    pub nearest: Option<String>,
}

/// The controller of that name.
///
/// # Errors
///
/// If no controller has the name; the error has the nearest name there is.
///
/// ```
/// use tetrarium_engine::catalogue;
/// assert_eq!(catalogue::named("bcts").unwrap().rating.terms.len(), 8);
/// let error = catalogue::named("bctz").unwrap_err();
/// assert_eq!(error.nearest.as_deref(), Some("bcts"));
/// ```
pub fn named(name: &str) -> Result<&'static Controller, UnknownController> {
    all()
        .iter()
        .find(|controller| controller.name == name)
        .ok_or_else(|| UnknownController {
            name: name.to_string(),
            nearest: nearest(name, all().iter().map(|c| c.name.as_str())),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_controller_is_named_as_its_file_and_says_where_it_comes_from() {
        for ((file, _), controller) in FILES.iter().zip(all()) {
            assert_eq!(controller.name, *file);
            assert!(!controller.summary.is_empty(), "{file}");
            assert!(!controller.source.is_empty(), "{file}");
        }
        assert!(FILES.is_sorted());
    }

    #[test]
    fn the_list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/controllers");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                entry
                    .unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        there.sort();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(there, listed);
    }

    #[test]
    fn every_controller_is_written_as_it_is_read() {
        for controller in all() {
            let copy = Controller::from_toml(&controller.to_toml().unwrap()).unwrap();
            assert_eq!(copy, *controller);
        }
    }
}
