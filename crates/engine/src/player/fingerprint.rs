//! Fingerprints: which controllers are the same, whatever they are called.
//!
//! A fingerprint is the SHA-256 of a canonical form: a text in UTF-8 whose lines end with a line
//! feed. Names, summaries, sources and notes are no part of it.
//!
//! ```text
//! tetrarium fingerprint 1
//! rule NAME VALUE                        every setting, sorted by name
//! search TEXT
//! bands DANGER BOUND…                    where the rating has bands of danger
//! term FEATURE INDEX FUNCTION NUMBERS…   every term that is not zero, sorted as text
//! net SCALE                              where there is a net, with its lines in their order:
//! input FEATURE                          what it reads
//! layer ACTIVATION SHIFT                 each layer, with its units after it
//! unit BIAS WEIGHT…
//! ```
//!
//! FEATURE is the feature with its modifiers, INDEX counts its values from 0, and FUNCTION is one
//! of `linear WEIGHT`, `power WEIGHT EXPONENT`, `displaced WEIGHT EXPONENT DISPLACEMENT`, `table
//! FROM SCORE…` and, with a weight for each band, `bands WEIGHT…`. Numbers are the shortest
//! decimals that read back as the same number, in scientific notation (`-4e0`). A function of one's
//! own is what it says of itself. A controller whose search needs no rating has no terms.
//!
//! An agent that is not a controller has the lines `agent NAME VERSION` and `command WORD…` in
//! place of search and terms, with blanks and backslashes in them escaped by a backslash: it is
//! what it claims to be.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::agent::Agent;
use crate::controller::Controller;
use crate::game::rules::Rules;

/// Which agent played by which rules, or which experiment was run: a SHA-256, written as 64
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint of a controller that plays by these rules.
    ///
    /// ```
    /// use tetrarium_engine::{Controller, Fingerprint, Rules, catalogue};
    /// let rules = Rules::default();
    /// let bcts = catalogue::named("bcts").unwrap();
    /// let mut renamed: Controller = bcts.clone();
    /// renamed.name = "mine".to_string();
    /// assert_eq!(Fingerprint::of(bcts, &rules), Fingerprint::of(&renamed, &rules));
    /// ```
    pub fn of(controller: &Controller, rules: &Rules) -> Fingerprint {
        Fingerprint::of_text(&canonical(controller, rules))
    }

    /// The fingerprint of an agent that plays by these rules, by what it claims to be.
    pub fn of_agent(agent: &dyn Agent, rules: &Rules) -> Fingerprint {
        let mut text = head(rules);
        let words = [agent.name(), agent.version()].map(escaped).join(" ");
        let command: Vec<String> = agent.command().iter().map(|word| escaped(word)).collect();
        let _ = writeln!(text, "agent {words}\ncommand {}", command.join(" "));
        Fingerprint::of_text(&text)
    }

    /// The fingerprint of anything else that has a canonical form: the SHA-256 of that text.
    pub fn of_text(text: &str) -> Fingerprint {
        Fingerprint(Sha256::digest(text).into())
    }

    /// The first 8 digits, for people.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_string()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no fingerprint: one has 64 hexadecimal digits")]
pub struct FingerprintError(pub String);

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Fingerprint, FingerprintError> {
        let error = || FingerprintError(text.chars().take(80).collect());
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(error());
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| error())?;
        }
        Ok(Fingerprint(bytes))
    }
}

impl serde::Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The canonical form of a controller that plays by these rules; the module says how it is made.
pub fn canonical(controller: &Controller, rules: &Rules) -> String {
    let mut text = head(rules);
    let _ = writeln!(text, "search {}", controller.search);
    if !controller.search.needs_rating() {
        return text;
    }
    let bands = &controller.rating.bands;
    if bands.count() > 1 {
        let bounds: Vec<String> = bands.bounds.iter().map(i32::to_string).collect();
        let _ = writeln!(text, "bands {} {}", bands.by.name(), bounds.join(" "));
    }
    let mut terms = Vec::new();
    for term in &controller.rating.terms {
        for (index, function) in term.functions.iter().enumerate() {
            if !function.is_zero() {
                terms.push(format!(
                    "term {} {index} {}",
                    term.reading,
                    function.canonical()
                ));
            }
        }
    }
    terms.sort_unstable();
    for term in terms {
        text.push_str(&term);
        text.push('\n');
    }
    if let Some(net) = &controller.rating.net {
        text.push_str(&net.canonical());
    }
    text
}

fn head(rules: &Rules) -> String {
    let mut settings: Vec<(&str, String)> = rules.settings().collect();
    settings.sort_unstable();
    let mut text = "tetrarium fingerprint 1\n".to_string();
    for (name, value) in settings {
        let _ = writeln!(text, "rule {name} {value}");
    }
    text
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            ' ' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::search::Search;

    fn lee() -> Controller {
        let file = "schema = 1\nname = \"lee\"\n[rating]\nkind = \"linear\"\n[rating.weights]\n\
                    sum-height = -0.51\nremoved-lines = 0.76\nholes = -0.36\nwells = 0\n\
                    column-difference = [0.5, 0, -2]\n";
        Controller::from_toml(file).unwrap()
    }

    fn small() -> Rules {
        let mut rules = Rules::default();
        rules.set("board", "4x6").unwrap();
        rules
    }

    /// A change of this text is a change of every fingerprint: it needs a new version.
    #[test]
    fn the_canonical_form() {
        assert_eq!(
            canonical(&lee(), &small()),
            "tetrarium fingerprint 1\n\
             rule board 4x6\n\
             rule feature-board after-clear\n\
             rule game simplified\n\
             rule overflow ends\n\
             rule pieces uniform\n\
             rule reward 1,2,3,4\n\
             rule search-board cleared\n\
             rule search-score leaf\n\
             rule suicide avoided\n\
             rule ties first\n\
             rule visible 1\n\
             search greedy\n\
             term column-difference 0 linear 5e-1\n\
             term column-difference 2 linear -2e0\n\
             term holes 0 linear -3.6e-1\n\
             term removed-lines 0 linear 7.6e-1\n\
             term sum-height 0 linear -5.1e-1\n"
        );
        let fit = canonical(catalogue::named("fit").unwrap(), &small());
        assert!(fit.ends_with("search fit\n"), "{fit}");
    }

    /// The hashes were made from the canonical forms by another program.
    #[test]
    fn known_fingerprints() {
        assert_eq!(
            Fingerprint::of(&lee(), &small()).to_string(),
            "a711c753f8736e26dcf30f1f59b0ab9a00da85f6aef088d778fea555d8d36711"
        );
        let bcts = catalogue::named("bcts").unwrap();
        assert_eq!(
            Fingerprint::of(bcts, &Rules::default()).to_string(),
            "999c63df869a75d16e58f821c017bee08d9c42f3525bf8d24c61be9cadcd2acf"
        );
    }

    #[test]
    fn names_and_the_order_of_terms_do_not_matter_and_all_else_does() {
        let (base, rules) = (lee(), small());
        let print = Fingerprint::of(&base, &rules);
        let mut other = base.clone();
        other.name = "another".to_string();
        other.rating.terms.reverse();
        assert_eq!(Fingerprint::of(&other, &rules), print);
        other.search = Search::TWO_PIECE;
        assert_ne!(Fingerprint::of(&other, &rules), print);
        let mut fewer = base.clone();
        fewer.rating.terms.pop();
        assert_ne!(Fingerprint::of(&fewer, &rules), print);
        let mut bag = rules.clone();
        bag.set("pieces", "bag").unwrap();
        assert_ne!(Fingerprint::of(&base, &bag), print);
    }

    #[test]
    fn fingerprints_are_read_as_they_are_written() {
        let print = Fingerprint::of(&lee(), &small());
        assert_eq!(print.to_string().parse(), Ok(print));
        assert_eq!(print.short().len(), 8);
        for wrong in ["", "12", &"g".repeat(64), &"é".repeat(32)] {
            assert!(wrong.parse::<Fingerprint>().is_err(), "{wrong}");
        }
    }
}
