//! Games by name, and ranges of them.

use tetrarium_engine::Rules;

use super::error::AdaptError;

/// The most games of one range.
const MOST: u64 = 100_000;

/// A game to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its name, for people to read.
    pub name: String,
    /// Its rules.
    pub rules: Rules,
}

impl Game {
    /// The games that a text stands for: the name of a rule set, `generalised:SEED` among them, or
    /// `generalised:FIRST..LAST` for many.
    ///
    /// # Errors
    ///
    /// If there is no such rule set, or the range is none.
    pub fn named(text: &str) -> Result<Vec<Game>, AdaptError> {
        let names = names(text)?.into_iter();
        let game = |name: String| {
            let rules = Rules::named(&name)?;
            Ok(Game { name, rules })
        };
        names.map(game).collect()
    }
}

/// The names of games that a text stands for.
fn names(text: &str) -> Result<Vec<String>, AdaptError> {
    let range = text
        .split_once(':')
        .and_then(|(kind, seeds)| Some((kind, seeds.split_once("..")?)));
    let Some((kind, (first, last))) = range else {
        return Ok(vec![text.to_string()]);
    };
    match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last && last - first < MOST => Ok((first..=last)
            .map(|seed| format!("{kind}:{seed}"))
            .collect()),
        _ => Err(AdaptError::Range {
            text: text.to_string(),
            most: MOST,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends() {
        let of = |text: &str| names(text).map_err(|error| error.to_string());
        assert_eq!(of("simplified").unwrap(), ["simplified"]);
        assert_eq!(of("generalised:7").unwrap(), ["generalised:7"]);
        assert_eq!(
            of("generalised:7..8").unwrap(),
            ["generalised:7", "generalised:8"]
        );
        for text in [
            "generalised:8..7",
            "generalised:1..",
            "generalised:0..100000",
        ] {
            assert!(of(text).unwrap_err().contains("1..100"), "{text}");
        }
    }
}
