//! Files of recorded games.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use tetrarium_lab::recorded::Recorded;

use crate::failure::{Failure, read_records};
use crate::flags::rules::RuleFlags;

/// The games of a file, if it is one of recorded games: a file of JSON, which no controller is.
pub fn recorded(path: &Path) -> Result<Option<Vec<Recorded>>, Failure> {
    let mut first = [0];
    let begun = match path.is_file() {
        true => File::open(path).and_then(|mut file| file.read(&mut first)),
        false => Ok(0),
    };
    let named = path.extension().is_some_and(|ending| ending == "jsonl");
    if !named && (!matches!(begun, Ok(1)) || first != *b"{") {
        return Ok(None);
    }
    let games = Recorded::from_lines(&read_records(path)?);
    let refused = |why: &dyn Display| Failure::input(format!("{}: {why}", path.display()));
    match games.map_err(|error| refused(&error))? {
        games if games.is_empty() => Err(refused(&"there is no recorded game in it")),
        games => Ok(Some(games)),
    }
}

/// Checks that no flag asks for other rules than those of a recorded game.
pub fn check_rules(flags: &RuleFlags, game: &Recorded) -> Result<(), Failure> {
    flags.agree_with(game.rules()).map_err(|given| {
        Failure::input(format!(
            "a recorded game has the rules it was played by, not {given}: leave the flag out"
        ))
    })
}
