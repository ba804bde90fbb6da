//! The flags of the rules.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use tetrarium_engine::rules::{SETTINGS, Setting};
use tetrarium_engine::{Controller, Kernel, Player, Rules, Search};

use crate::failure::Failure;

/// The rules: a rule set, changed by the controller's own rules, changed by these flags.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Rules (`list rules` explains them)")]
pub struct RuleFlags {
    /// The rule set: simplified, original, bertsekas, …, generalised:SEED
    #[arg(long = "rules", value_name = "NAME")]
    rule_set: Option<String>,
    #[command(flatten)]
    settings: Settings,
    /// Play with another search, for example two-piece or expectimax:2 (`list searches`)
    #[arg(long, value_name = "SEARCH")]
    search: Option<String>,
    /// The kernel that rates placements: reference, portable, neon, avx2 or avx512; by default the
    /// fastest that the machine can run
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<String>,
}

/// The settings that were given, with their values. Each setting of the rules has a flag of its
/// name.
#[derive(Clone, Debug, Default)]
struct Settings(Vec<(&'static str, String)>);

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        command.args(SETTINGS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Settings::augment_args(command)
    }
}

/// The flag of a setting. Its old name is still read, but not shown.
fn flag(setting: &'static Setting) -> Arg {
    let meaning = setting.meaning.trim_end_matches('.');
    let (value, help) = match setting.values {
        [(open, says)] => (*open, format!("{meaning}: {says}")),
        values => {
            let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
            ("VALUE", format!("{meaning}: {}", names.join(", ")))
        }
    };
    Arg::new(setting.name)
        .long(setting.name)
        .aliases(setting.old_name)
        .value_name(value)
        .help(help)
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Settings, clap::Error> {
        let mut settings = Settings::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for setting in &SETTINGS {
            if let Some(value) = matches.get_one::<String>(setting.name) {
                self.0.push((setting.name, value.clone()));
            }
        }
        Ok(())
    }
}

impl RuleFlags {
    /// The rules without a controller.
    pub fn rules(&self) -> Result<Rules, Failure> {
        self.over(self.base()?)
    }

    /// The value that was given for a setting.
    pub fn given(&self, setting: &str) -> Option<&str> {
        let mut given = self.settings.0.iter();
        let (_, value) = given.find(|(name, _)| *name == setting)?;
        Some(value)
    }

    /// Whether the settings that were given are those of these rules; else the one that differs.
    pub fn agree_with(&self, rules: &Rules) -> Result<(), String> {
        let mut given = self.settings.0.iter();
        let other = given.find(|(name, value)| {
            let mut changed = rules.clone();
            changed.set(name, value).is_err() || changed != *rules
        });
        other.map_or(Ok(()), |(name, value)| Err(format!("{name} {value}")))
    }

    fn base(&self) -> Result<Rules, Failure> {
        match &self.rule_set {
            Some(name) => Rules::named(name).map_err(Failure::input),
            None => Ok(Rules::default()),
        }
    }

    fn over(&self, mut rules: Rules) -> Result<Rules, Failure> {
        for (name, value) in &self.settings.0 {
            rules.set(name, value).map_err(Failure::input)?;
        }
        rules.check().map_err(Failure::input)?;
        Ok(rules)
    }

    /// The controller with the search of these flags, and the rules that it plays by.
    pub fn apply(&self, controller: &Controller) -> Result<(Controller, Rules), Failure> {
        let mut controller = controller.clone();
        let mut rules = controller
            .rules_over(&self.base()?)
            .map_err(Failure::input)?;
        if let Some(search) = &self.search {
            let search: Search = search.parse().map_err(Failure::input)?;
            controller = controller.with_search(search).map_err(Failure::input)?;
            rules.visible = rules.visible.max(search.visible());
        }
        Ok((controller, self.over(rules)?))
    }
}

impl RuleFlags {
    /// The controller's player under these rules.
    pub fn player(&self, controller: &Controller) -> Result<Player, Failure> {
        let (controller, rules) = self.apply(controller)?;
        self.ready(&controller, &rules)
    }

    /// The controller's player under given rules, with the kernel of these flags.
    pub fn ready(&self, controller: &Controller, rules: &Rules) -> Result<Player, Failure> {
        let player = Player::new(controller, rules).map_err(Failure::input)?;
        match &self.kernel {
            None => Ok(player),
            Some(name) => {
                let kernel: Kernel = name.parse().map_err(Failure::input)?;
                player.with_kernel(kernel).map_err(Failure::input)
            }
        }
    }
}
