//! Controllers and rules as requests name them.

use std::collections::BTreeMap;

use serde::Deserialize;
use tetrarium_engine::{Controller, Player, Rules, Search, catalogue};

/// Who plays: a controller of the catalogue, or one given as the text of its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Who {
    /// The name in the catalogue.
    name: Option<String>,
    /// The text of a controller file.
    text: Option<String>,
    /// Another search than the controller's own.
    search: Option<String>,
}

/// The rules: a rule set, changed by the controller's own rules, changed by these settings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleWords {
    /// The name of the rule set.
    set: Option<String>,
    /// Settings with their values.
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

impl Who {
    fn controller(&self) -> Result<Controller, String> {
        match (&self.name, &self.text) {
            (_, Some(text)) => Controller::from_toml(text).map_err(sentence),
            (Some(name), None) => catalogue::named(name).cloned().map_err(sentence),
            (None, None) => Err("the request names no controller".to_string()),
        }
    }

    /// The player under these rules.
    pub fn player(&self, words: &RuleWords) -> Result<Player, String> {
        let mut controller = self.controller()?;
        let mut rules = controller.rules_over(&words.base()?).map_err(sentence)?;
        if let Some(search) = &self.search {
            let search: Search = search.parse().map_err(sentence)?;
            controller = controller.with_search(search).map_err(sentence)?;
            rules.visible = rules.visible.max(search.visible());
        }
        Player::new(&controller, &words.over(rules)?).map_err(sentence)
    }
}

impl RuleWords {
    fn base(&self) -> Result<Rules, String> {
        match &self.set {
            Some(name) => Rules::named(name).map_err(sentence),
            None => Ok(Rules::default()),
        }
    }

    fn over(&self, mut rules: Rules) -> Result<Rules, String> {
        for (name, value) in &self.settings {
            rules.set(name, value).map_err(sentence)?;
        }
        rules.check().map_err(sentence)?;
        Ok(rules)
    }

    /// The rules without a controller.
    pub fn rules(&self) -> Result<Rules, String> {
        self.over(self.base()?)
    }

    /// The player of a controller of the catalogue under these rules.
    pub fn player_of(&self, controller: &Controller) -> Result<Player, String> {
        let rules = controller.rules_over(&self.base()?).map_err(sentence)?;
        Player::new(controller, &self.over(rules)?).map_err(sentence)
    }
}

/// An error as the sentence that the page shows.
pub fn sentence(error: impl std::fmt::Display) -> String {
    error.to_string()
}
