//! The games of a kernel: where they begin, and how far it looks.

use tetrarium_engine::rules::{FeatureBoard, GameKind, Overflow, SearchBoard, Ties};
use tetrarium_engine::search::{Method, Unseen};
use tetrarium_engine::{Player, Source};
use tetrarium_lab::play::Danger;

use crate::refusal::Refusal;

/// Where the games of a kernel begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// With an empty board.
    Beginning,
    /// On from a position, until a number of pieces.
    Position,
    /// On from a position, until a danger.
    PositionUntil(Danger),
    /// Wherever rough estimates by this danger have them begin.
    Splitting(Danger),
}

/// How far the kernel looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookAhead {
    Greedy = 0,
    TwoPiece = 1,
    Expectimax = 2,
}

impl LookAhead {
    /// How far a player looks; refused if the kernel does not look as far, or does not know its
    /// rules.
    pub fn of(player: &Player) -> Result<LookAhead, Refusal> {
        let rules = player.rules();
        let refuse = |reason: &str| Err(Refusal::new(player, reason));
        if rules.game != GameKind::Simplified {
            return refuse("only the simplified game is played there");
        }
        if rules.feature_board != FeatureBoard::AfterClear {
            return refuse("it rates boards before full rows go (feature-board = before-clear)");
        }
        match rules.ties {
            Ties::Random => return refuse("ties are settled by chance (ties = random)"),
            Ties::Dellacherie if rules.overflow != Overflow::Ends => {
                return refuse("ties = dellacherie goes there only with overflow = ends");
            }
            Ties::First | Ties::Dellacherie => {}
        }
        let shown = rules.visible >= 2;
        let fixed = !matches!(
            rules.pieces,
            Source::Uniform | Source::Weighted(_) | Source::Bag
        );
        let search = player.search();
        if !search.needs_rating() {
            return refuse(&format!("the search `{}` has no rating", search.name()));
        }
        let Method::Tree(unseen) = search.method() else {
            return refuse(&format!(
                "the search `{}` is not known there",
                search.name()
            ));
        };
        let look = match (search.depth(), unseen) {
            (1, _) => LookAhead::Greedy,
            (2, Unseen::Ignored) if shown => LookAhead::TwoPiece,
            (2, Unseen::Ignored) => LookAhead::Greedy,
            (2, Unseen::Averaged | Unseen::Worst) if shown || fixed => LookAhead::TwoPiece,
            (2, Unseen::Averaged) => LookAhead::Expectimax,
            (2, Unseen::Worst) => return refuse("it takes the worst unknown piece (minimax)"),
            _ => return refuse("it looks further than two pieces"),
        };
        if look != LookAhead::Greedy && rules.search_board != SearchBoard::Cleared {
            return refuse("it leaves full rows between its two pieces (search-board = uncleared)");
        }
        Ok(look)
    }
}
