//! Rule sets: rules that papers play by, known by name.

use super::generalised;
use super::rules::Rules;

/// A rule set with a name.
#[non_exhaustive]
pub struct RuleSet {
    /// Its name.
    pub name: &'static str,
    /// What it is and where it comes from.
    pub about: &'static str,
    /// The settings that differ from the default.
    pub settings: &'static [(&'static str, &'static str)],
}

/// The rule sets known by name. Besides these, `generalised:SEED` draws one: the generalised game
/// of the 2008 Reinforcement Learning Competition, with board, piece weights and rewards drawn at
/// random.
pub static RULE_SETS: [RuleSet; 6] = [
    RuleSet {
        name: "simplified",
        about: "The game almost every paper measures; the default (Thiery & Scherrer 2009, §3.1).",
        settings: &[],
    },
    RuleSet {
        name: "bertsekas",
        about: "The game ends when the top row is touched (Bertsekas & Tsitsiklis 1996).",
        settings: &[("overflow", "top-row")],
    },
    RuleSet {
        name: "thiery-training",
        about: "Full rows go before the overflow is looked at, as in Thiery's training programs.",
        settings: &[("overflow", "clears-first")],
    },
    RuleSet {
        name: "two-piece",
        about: "The simplified game with the next piece shown (Böhm et al. 2005).",
        settings: &[("visible", "2")],
    },
    RuleSet {
        name: "original",
        about: "Fahey's Standard Tetris with Dellacherie's tie-break (Fahey 2003).",
        settings: &[("game", "original"), ("ties", "dellacherie")],
    },
    RuleSet {
        name: "burgiel",
        about: "S and Z alternating for ever, which no player survives (Burgiel 1997).",
        settings: &[("pieces", "alternating")],
    },
];

/// No rule set of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no rule set `{0}`: there are {names}, and generalised:SEED",
    names = RULE_SETS.each_ref().map(|set| set.name).join(", ")
)]
pub struct UnknownRuleSet(pub String);

impl Rules {
    /// The rules of a named rule set.
    ///
    /// # Errors
    ///
    /// If no rule set has the name; the error lists those there are.
    ///
    /// ```
    /// use tetrarium_engine::Rules;
    /// let rules = Rules::named("bertsekas").unwrap();
    /// assert_eq!(rules.get("overflow").as_deref(), Some("top-row"));
    /// ```
    pub fn named(name: &str) -> Result<Rules, UnknownRuleSet> {
        let unknown = || UnknownRuleSet(name.to_string());
        if let Some(seed) = name.strip_prefix("generalised:") {
            return Ok(generalised::rules(seed.parse().map_err(|_| unknown())?));
        }
        let mut sets = RULE_SETS.iter();
        let set = sets.find(|set| set.name == name).ok_or_else(unknown)?;
        let mut rules = Rules::default();
        for (setting, value) in set.settings {
            rules
                .set(setting, value)
                .expect("rule sets name settings that exist");
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_reads_back_what_it_prints() {
        for set in &RULE_SETS {
            let rules = Rules::named(set.name).unwrap();
            let mut copy = Rules::default();
            for (name, value) in rules.settings() {
                copy.set(name, &value).unwrap();
            }
            assert_eq!(copy, rules);
            assert!(rules.check().is_ok());
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_those_there_are() {
        let error = Rules::named("nowhere").unwrap_err().to_string();
        assert!(error.contains("simplified"), "{error}");
    }
}
