//! Counts, budgets and bounds of an experiment file.

use super::{ExperimentError, File, GAMES_OF_A_RACE, Reader};
use crate::estimate::FEWEST_CLIMBS;
use crate::play::MOST_GAMES;
use crate::training::experiment::file::Kind;

/// More climbs than this are a measurement.
const MOST_CLIMBS: u64 = 1 << 20;

/// More games or pieces than this are a slip of the keyboard.
const MOST: u64 = 1 << 53;

impl Reader<'_> {
    /// Whether the bands of the rating can be, where there are some.
    pub(super) fn bands(&self, file: &File) -> Result<(), ExperimentError> {
        let rating = &file.rating;
        let none = "only a rating of kind = \"bands\" has it: leave it out";
        match (rating.kind, rating.by, &rating.bounds[..]) {
            (Kind::Bands, None, _) => Err(self.error(
                "rating.kind",
                "bands need a measure of danger: by = \"pile\", \"cover\" or \"height\"",
            )),
            (Kind::Bands, _, []) => Err(self.error(
                "rating.kind",
                "bands need bounds, where each but the first begins: bounds = [6, 12]",
            )),
            (Kind::Bands, ..) => {
                let checked = rating.bands().check();
                checked.map_err(|message| self.error("rating.bounds", message))
            }
            (_, Some(_), _) => Err(self.error("rating.by", none)),
            (_, None, [_, ..]) => Err(self.error("rating.bounds", none)),
            (_, None, []) => Ok(()),
        }
    }

    /// Counts and budgets.
    pub(super) fn numbers(&self, file: &File) -> Result<(), ExperimentError> {
        if let Some(reported) = file.reported
            && !(reported.is_finite() && reported >= 0.0)
        {
            return Err(self.error("reported", "it must be a number of lines, 0 or more"));
        }
        let fitness = &file.fitness;
        match (fitness.games, fitness.climbs, &file.racing) {
            (None, None, None) => {
                return Err(self.error(
                    "fitness.games",
                    "it is missing: say how many games a candidate plays, or with how many climbs its mean is estimated",
                ));
            }
            (Some(_), _, Some(_)) => {
                return Err(self.error("fitness.games", GAMES_OF_A_RACE));
            }
            (games, climbs, racing) => self.trial("fitness", games, climbs, racing.is_some())?,
        }
        self.at_least_one("fitness.max-pieces", file.fitness.max_pieces)?;
        if let Some(racing) = &file.racing {
            racing
                .validate()
                .map_err(|error| self.invalid("racing", error))?;
        }
        if let Some(collapse) = &file.collapse {
            collapse
                .validate()
                .map_err(|error| self.invalid("collapse", error))?;
        }
        let budget = &file.budget;
        self.at_least_one("budget.generations", budget.generations)?;
        self.at_least_one("budget.evaluations", budget.evaluations)?;
        self.at_least_one("budget.moves", budget.moves)?;
        if let Some(seconds) = budget.seconds
            && !(seconds > 0.0 && seconds <= 1e9)
        {
            return Err(self.error(
                "budget.seconds",
                format!("{seconds} is not possible: it must be above 0 and at most a billion"),
            ));
        }
        let none = budget
            .generations
            .or(budget.evaluations)
            .or(budget.moves)
            .is_none();
        if none && budget.seconds.is_none() {
            return Err(self.error(
                "budget",
                "it is empty, so the run would never end: give generations, evaluations, moves or seconds",
            ));
        }
        Ok(())
    }

    /// Games or climbs.
    pub(super) fn trial(
        &self,
        path: &str,
        games: Option<u64>,
        climbs: Option<u64>,
        racing: bool,
    ) -> Result<(), ExperimentError> {
        let field = |name: &str| format!("{path}.{name}");
        self.at_least_one(&field("games"), games)?;
        self.memory(&field("games"), 1, games.unwrap_or(1))?;
        let Some(climbs) = climbs else {
            return Ok(());
        };
        if games.is_some() {
            return Err(self.error(
                &field("climbs"),
                "games are played or their mean is estimated by climbs: leave one of the two out",
            ));
        }
        if racing {
            return Err(self.error(
                &field("climbs"),
                "with [racing] candidates play games: leave this out",
            ));
        }
        if !(FEWEST_CLIMBS..=MOST_CLIMBS).contains(&climbs) {
            return Err(self.error(
                &field("climbs"),
                format!("{climbs} is not possible: it must be at least {FEWEST_CLIMBS} and at most {MOST_CLIMBS}"),
            ));
        }
        Ok(())
    }

    /// Refuses more games at a time than the memory is sure to hold: every one keeps its record.
    pub(super) fn memory(
        &self,
        path: &str,
        candidates: usize,
        games: u64,
    ) -> Result<(), ExperimentError> {
        let all = games.saturating_mul(candidates as u64);
        let of = match candidates {
            1 => String::new(),
            candidates => format!("{games} games of {candidates} candidates are "),
        };
        match all > MOST_GAMES {
            false => Ok(()),
            true => Err(self.error(
                path,
                format!("{of}{all} games, and at most {MOST_GAMES} are held in memory at a time: give fewer"),
            )),
        }
    }

    /// Climbs are no games that could be cut.
    pub(super) fn uncut(
        &self,
        path: &str,
        climbs: Option<u64>,
        max_pieces: Option<u64>,
    ) -> Result<(), ExperimentError> {
        match climbs.and(max_pieces) {
            None => Ok(()),
            Some(_) => Err(self.error(
                &format!("{path}.max-pieces"),
                "climbs are not cut after a number of pieces: leave this out",
            )),
        }
    }

    pub(super) fn at_least_one(
        &self,
        path: &str,
        value: Option<u64>,
    ) -> Result<(), ExperimentError> {
        match value {
            Some(value) if value == 0 || value > MOST => Err(self.error(
                path,
                format!("{value} is not possible: it must be at least 1 and at most {MOST}"),
            )),
            _ => Ok(()),
        }
    }
}
