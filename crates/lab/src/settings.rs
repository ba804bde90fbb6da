//! The rules of a record: the settings by name, as records print them.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use tetrarium_engine::Rules;
use tetrarium_engine::rules::Setting;

/// Settings and their values.
pub(crate) type Settings = BTreeMap<String, String>;

/// The settings of some rules, all of them.
pub(crate) fn of(rules: &Rules) -> Settings {
    let settings = rules.settings();
    settings
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

/// Reads the settings of a record, each by the name that it has now: records of earlier versions
/// may have its old name.
pub(crate) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
    let settings = Settings::deserialize(from)?.into_iter();
    let current =
        |(name, value): (String, String)| (Setting::current_name(&name).to_string(), value);
    Ok(settings.map(current).collect())
}

#[cfg(test)]
mod tests {
    use tetrarium_engine::{Player, Rules, catalogue};

    use crate::compare::Compared;
    use crate::measure::{Measurement, merge};
    use crate::{Length, Shard, Watch, play};

    fn measured(first: u64) -> Measurement {
        let mut rules = Rules::default();
        rules.set("board", "6x6").unwrap();
        rules.set("feature-board", "before-clear").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let shard = Shard {
            seed: 1,
            first,
            games: 5,
            length: Length::Whole,
        };
        let records = play(&player, &shard, 1, &Watch::default());
        Measurement::new(&player, &shard, &records).keeping_scores(&records)
    }

    #[test]
    fn records_with_old_names_of_settings_are_equal_to_new_ones() {
        let new = serde_json::to_string(&measured(0)).unwrap();
        let old = new
            .replace("feature-board", "rated")
            .replace("search-board", "between")
            .replace("search-score", "rate");
        assert_ne!(old, new);
        let old: Measurement = serde_json::from_str(&old).unwrap();
        assert_eq!(old, measured(0));
        assert!(merge(&[old.clone(), measured(5)]).is_ok());
        let compared = Compared::of(&[old, measured(0)]).unwrap();
        assert!(compared.differences.is_empty());
    }
}
