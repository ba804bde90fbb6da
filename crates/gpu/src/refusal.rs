//! Why a player cannot play on the GPU.

use tetrarium_engine::Player;

/// Why a player cannot play on the GPU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} cannot play on the GPU: {reason}")]
pub struct Refusal {
    /// The player.
    pub player: String,
    /// What the GPU does not do.
    pub reason: String,
}

impl Refusal {
    /// The refusal of a player.
    pub(crate) fn new(player: &Player, reason: impl Into<String>) -> Refusal {
        Refusal {
            player: player.name().to_string(),
            reason: reason.into(),
        }
    }
}
