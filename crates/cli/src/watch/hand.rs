//! The piece in the hand of a person who plays.

use tetrarium_engine::{Landing, Piece, View};

/// A piece that a person moves and turns before it is dropped. It goes from placement to placement,
/// over those that the rules leave open.
#[derive(Clone, Debug)]
pub struct Hand {
    piece: Piece,
    landings: Vec<Landing>,
    at: usize,
}

impl Hand {
    /// The piece of a view, in the middle; none if there is no place for it.
    pub fn new(view: &View) -> Option<Hand> {
        let mut hand = Hand {
            piece: view.piece,
            landings: view.landings().to_vec(),
            at: 0,
        };
        hand.landings.first()?;
        hand.seek(0, view.board.width());
        Some(hand)
    }

    /// Where the piece would come to rest.
    pub fn landing(&self) -> Landing {
        self.landings[self.at]
    }

    /// One placement to the left.
    pub fn left(&mut self) {
        let now = self.landing().placement;
        let left = self.of(now.orientation).filter(|(_, x)| *x < now.column);
        self.at = left.last().map_or(self.at, |(index, _)| index);
    }

    /// One placement to the right.
    pub fn right(&mut self) {
        let now = self.landing().placement;
        let right = self.of(now.orientation).find(|(_, x)| *x > now.column);
        self.at = right.map_or(self.at, |(index, _)| index);
    }

    /// The next orientation, or the one before.
    pub fn turn(&mut self, back: bool) {
        let now = self.landing();
        let centre = 2 * usize::from(now.placement.column) + self.width(now.placement.orientation);
        let count = self.piece.orientations().len();
        let from = usize::from(now.placement.orientation);
        for by in 1..count {
            let by = if back { count - by } else { by };
            let orientation = ((from + by) % count) as u8;
            if self.of(orientation).next().is_some() {
                return self.seek(orientation, centre);
            }
        }
    }

    fn width(&self, orientation: u8) -> usize {
        usize::from(self.piece.orientations()[usize::from(orientation)].width)
    }

    /// The placements of an orientation: their indices and columns, from the left.
    fn of(&self, orientation: u8) -> impl Iterator<Item = (usize, u8)> + '_ {
        let placements = self.landings.iter().map(|one| one.placement).enumerate();
        let these = placements.filter(move |(_, one)| one.orientation == orientation);
        these.map(|(index, one)| (index, one.column))
    }

    /// Takes the placement of an orientation whose doubled centre is nearest to this one; any
    /// placement where the orientation has none.
    fn seek(&mut self, orientation: u8, centre: usize) {
        let width = self.width(orientation);
        let far = |x: u8| (2 * usize::from(x) + width).abs_diff(centre);
        let nearest = self.of(orientation).min_by_key(|(_, x)| far(*x));
        self.at = nearest.map_or(0, |(index, _)| index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Game, Placement, Rules};

    fn hand(game: &str, sequence: &str) -> Hand {
        let mut rules = Rules::default();
        rules.set("game", game).unwrap();
        rules
            .set("pieces", &format!("sequence:{sequence}"))
            .unwrap();
        Hand::new(&Game::new(rules, 1, 0).view().unwrap()).unwrap()
    }

    #[test]
    fn a_piece_goes_from_wall_to_wall_and_around() {
        for game in ["simplified", "original"] {
            let mut hand = hand(game, "T");
            let first = hand.landing().placement;
            assert_eq!(first.orientation, 0);
            (0..20).for_each(|_| hand.left());
            assert_eq!(hand.landing().placement.column, 0);
            (0..20).for_each(|_| hand.right());
            assert_eq!(hand.landing().placement.column, 8);
            hand.turn(false);
            let turned = Placement {
                orientation: 1,
                column: 7,
            };
            assert_eq!(
                hand.landing().placement,
                turned,
                "it stays within the walls"
            );
            hand.turn(true);
            assert_eq!(hand.landing().placement.orientation, 0);
            (0..4).for_each(|_| hand.turn(false));
            assert_eq!(hand.landing().placement.orientation, 0);
        }
    }

    #[test]
    fn a_piece_of_one_orientation_does_not_turn() {
        let mut hand = hand("simplified", "O");
        let before = hand.landing();
        assert_eq!(before.placement.column, 4);
        hand.turn(false);
        assert_eq!(hand.landing(), before);
    }
}
