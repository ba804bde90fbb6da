//! The rules as flags.

use clap::Args;
use tetrarium_engine::{Controller, Kernel, Player, Rules, Search};

use crate::failure::Failure;

/// Rules: a rule set, then what the controller needs, then what is said here.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Rules (`list rules` explains them)")]
pub struct RuleFlags {
    /// A rule set to begin with: simplified, original, bertsekas, …, generalised:SEED
    #[arg(long = "rules", value_name = "NAME")]
    rule_set: Option<String>,
    /// Width and height, for example 10x20
    #[arg(long, value_name = "WxH")]
    board: Option<String>,
    /// simplified, original
    #[arg(long, value_name = "KIND")]
    game: Option<String>,
    /// ends, clears-first, top-row
    #[arg(long, value_name = "KIND")]
    overflow: Option<String>,
    /// avoided, considered, zero
    #[arg(long, value_name = "KIND")]
    suicide: Option<String>,
    /// first, random, dellacherie
    #[arg(long, value_name = "KIND")]
    ties: Option<String>,
    /// Pieces the player sees: 1 or 2
    #[arg(long, value_name = "N")]
    visible: Option<String>,
    /// leaf, sum
    #[arg(long, value_name = "KIND")]
    rate: Option<String>,
    /// uniform, bag, weighted:I=1,…, sequence:IOTS, cycle:SZ, only:S, alternating
    #[arg(long, value_name = "SOURCE")]
    pieces: Option<String>,
    /// Points for 1, 2, 3 and 4 rows at once, for example 1,3,7,13
    #[arg(long, value_name = "A,B,C,D")]
    reward: Option<String>,
    /// after-clear, before-clear
    #[arg(long, value_name = "KIND")]
    rated: Option<String>,
    /// cleared, uncleared
    #[arg(long, value_name = "KIND")]
    between: Option<String>,
    /// Play with another search: greedy, two-piece, expectimax:DEPTH, minimax:DEPTH
    #[arg(long, value_name = "SEARCH")]
    search: Option<String>,
    /// Rate placements with this kernel: reference, portable, avx2 or avx512; the best there is unless said otherwise
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<String>,
}

impl RuleFlags {
    fn settings(&self) -> impl Iterator<Item = (&'static str, &String)> {
        [
            ("board", &self.board),
            ("game", &self.game),
            ("overflow", &self.overflow),
            ("suicide", &self.suicide),
            ("ties", &self.ties),
            ("visible", &self.visible),
            ("rate", &self.rate),
            ("pieces", &self.pieces),
            ("reward", &self.reward),
            ("rated", &self.rated),
            ("between", &self.between),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }

    /// The rules without a controller.
    pub fn rules(&self) -> Result<Rules, Failure> {
        self.over(self.base()?)
    }

    fn base(&self) -> Result<Rules, Failure> {
        match &self.rule_set {
            Some(name) => Rules::named(name).map_err(Failure::input),
            None => Ok(Rules::default()),
        }
    }

    fn over(&self, mut rules: Rules) -> Result<Rules, Failure> {
        for (name, value) in self.settings() {
            rules.set(name, value).map_err(Failure::input)?;
        }
        rules.check().map_err(Failure::input)?;
        Ok(rules)
    }

    /// The controller with the search asked for, and the rules it plays by.
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
    /// The controller made ready to play by these rules.
    pub fn player(&self, controller: &Controller) -> Result<Player, Failure> {
        let (controller, rules) = self.apply(controller)?;
        self.ready(&controller, &rules)
    }

    /// A controller made ready to play by given rules, with the kernel asked for.
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
