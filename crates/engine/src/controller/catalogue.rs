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

/// Name and file of scores of every controller that has one; the file is called as the controller,
/// with the ending `.scores`.
pub static SCORES: &[(&str, &[u8])] = &[(
    "tetrarium-4",
    include_bytes!("../../controllers/tetrarium-4.scores"),
)];

static CONTROLLERS: LazyLock<Vec<Controller>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|(name, text)| {
            let scores = |file: &str| {
                let known = SCORES.iter().find(|(known, _)| known == name);
                let (_, bytes) = known.ok_or_else(|| format!("there is no {file}"))?;
                Ok(bytes.to_vec())
            };
            Controller::from_files(text, scores)
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
    use crate::{Fingerprint, Player, PlayerGame, Rules};

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
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        there.sort();
        let texts = FILES.iter().map(|(name, _)| format!("{name}.toml"));
        let scores = SCORES.iter().map(|(name, _)| format!("{name}.scores"));
        let mut listed: Vec<String> = texts.chain(scores).collect();
        listed.sort();
        assert_eq!(there, listed);
    }

    #[test]
    fn every_controller_is_written_as_it_is_read() {
        for controller in all() {
            let copy = Controller::from_toml(&controller.to_toml().unwrap()).unwrap();
            assert_eq!(copy, *controller);
        }
        for (name, bytes) in SCORES {
            let files = named(name).unwrap().to_files(name).unwrap();
            let (_, text) = FILES.iter().find(|(known, _)| known == name).unwrap();
            assert_eq!(files.text, *text);
            assert_eq!(
                files.scores,
                Some((format!("{name}.scores"), bytes.to_vec()))
            );
        }
    }

    /// What it was when its scores were still written out in its text: the text itself but for the
    /// figures reported, its fingerprints and a game.
    #[test]
    fn tetrarium_4_is_what_it_was() {
        let controller = named("tetrarium-4").unwrap();
        let mut without_figures = controller.clone();
        without_figures.reported.clear();
        let whole = Fingerprint::of_text(&without_figures.to_toml().unwrap());
        let rules = Rules::default();
        let mut low = rules.clone();
        low.set("board", "10x10").unwrap();
        let prints = [&rules, &low].map(|rules| Fingerprint::of(controller, rules));
        assert_eq!(
            [whole, prints[0], prints[1]].map(|print| print.to_string()),
            [
                "754b9525203ad22352a12d5978bf892743b3afebecc55eb9735068a24773ff23",
                "45dc4465f1cd8c7a5c92523951529cd55fee16779db33d966ef604a2095ff1aa",
                "5dc999f2931ac6e21db151da0f2192a512da1a1aa550086fb783023d906255fc",
            ]
        );
        let player = Player::new(controller, &low).unwrap();
        let mut game = PlayerGame::new(&player, 5, 0);
        while game.advance() {}
        assert_eq!((game.counts().lines, game.counts().pieces), (2047, 5139));
    }
}
