//! Turns of a game whose placements come from a list or a function.

use std::borrow::Borrow;

use super::moves::Move;
use super::placement::Placement;
use super::rules::Rules;
use super::state::{Game, PlaceError, Turn, View};

impl<R: Borrow<Rules>> Game<R> {
    /// Plays one turn: the piece is placed where `choose` says. None if the game is over.
    ///
    /// In the original game a piece that cannot fall comes to rest without being asked about, and
    /// the game is lost where no placement is left.
    ///
    /// # Errors
    ///
    /// That of `choose`, or that of [`Game::place`]. The game is then unchanged.
    ///
    /// ```
    /// use tetrarium_engine::{Game, PlaceError, Rules};
    /// let mut game = Game::new(Rules::default(), 1, 0);
    /// while let Some(played) = game.play(|view| Ok::<_, PlaceError>(view.landings()[0].placement))? {
    ///     assert!(played.lines <= 4);
    /// }
    /// assert!(game.counts().pieces > 5);
    /// # Ok::<(), PlaceError>(())
    /// ```
    pub fn play<E: From<PlaceError>>(
        &mut self,
        choose: impl FnOnce(&View) -> Result<Placement, E>,
    ) -> Result<Option<Move>, E> {
        let piece = match self.turn() {
            Turn::Over => return Ok(None),
            Turn::Locks(piece, landing) => return Ok(Some(self.land(piece, landing))),
            Turn::Chooses(piece) => piece,
        };
        let view = self.view_of(piece);
        if view.landings().is_empty() {
            self.lose();
            return Ok(None);
        }
        let placement = choose(&view)?;
        Ok(Some(self.place(placement)?))
    }
}
