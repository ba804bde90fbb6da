//! The first phase: what is seen of the game, and the way of playing that shows the points of four
//! rows at once.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Piece, Placement, Player, View};

/// The rows below which the rightmost column is kept free.
const FREE_BELOW: usize = 8;

/// What was seen of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// How often each piece came, in the order I O T S Z J L.
    pub pieces: [u64; 7],
    /// How often 1, 2, 3 and 4 rows were removed at once.
    pub clears: [u64; 4],
    /// The points of these, in all.
    pub points: [u64; 4],
}

impl Seen {
    /// Adds a move.
    pub(super) fn record(&mut self, piece: Piece, lines: usize, points: u64) {
        self.pieces[piece as usize] += 1;
        if let Some(place) = lines.checked_sub(1).filter(|place| *place < 4) {
            self.clears[place] += 1;
            self.points[place] += points;
        }
    }

    /// The mean points of `rows` rows; none where they were never removed at once.
    pub(super) fn mean_points(&self, rows: usize) -> Option<f64> {
        let count = self.clears[rows - 1];
        (count > 0).then(|| self.points[rows - 1] as f64 / count as f64)
    }
}

/// The placement that the player rates best among those that leave the rightmost column free, while
/// the pile is lower than [`FREE_BELOW`] rows; else, and where there is none, among all. Moves that
/// end the game are the last resort.
pub(super) fn keeping_free(player: &Player, view: &View) -> Placement {
    let ratings = player.rate(view.board, view.piece);
    let last = view.board.width() - 1;
    let best = |free: bool| {
        let goes_on = |index: &usize| {
            let landing = &ratings.landings[*index];
            let right = usize::from(landing.placement.column)
                + usize::from(landing.shape(view.piece).width);
            let covers = free && right > last;
            !ratings.ends(*index) && !covers
        };
        // The first of equal scores.
        (0..ratings.landings.len())
            .filter(goes_on)
            .reduce(
                |best, one| match ratings.scores[one] > ratings.scores[best] {
                    true => one,
                    false => best,
                },
            )
    };
    let low = view.board.max_height() < FREE_BELOW;
    let chosen = best(low).or_else(|| best(false)).unwrap_or(0);
    ratings.landings[chosen].placement
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Game, Rules, catalogue};

    #[test]
    fn the_column_stays_free_until_the_pile_is_high_and_four_rows_are_seen() {
        let rules = Rules::default();
        let player = Player::new(catalogue::named("competition").unwrap(), &rules).unwrap();
        let mut game = Game::new(&rules, 1, 0);
        let mut clears = [0; 5];
        for _ in 0..2000 {
            let view = game.view().unwrap();
            let low = view.board.max_height() < FREE_BELOW;
            let before = view.board.column_height(9);
            let placement = keeping_free(&player, &view);
            let played = game.place(placement).unwrap();
            clears[played.lines as usize] += 1;
            let after = game.board().column_height(9);
            assert!(!low || after <= before, "{}", game.board());
        }
        assert!(clears[4] > 0, "{clears:?}");
    }

    #[test]
    fn moves_are_counted_by_piece_and_rows() {
        let mut seen = Seen::default();
        seen.record(Piece::I, 4, 16);
        seen.record(Piece::I, 0, 0);
        seen.record(Piece::L, 4, 16);
        assert_eq!(seen.pieces[Piece::I as usize], 2);
        assert_eq!(seen.mean_points(4), Some(16.0));
        assert_eq!(seen.mean_points(1), None);
    }
}
