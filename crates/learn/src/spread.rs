//! How much features differ among the placements of a move in good play.

use tetrarium_engine::{
    Board, Move, Piece, Player, PlayerGame, Reading, Rules, catalogue, landings,
};

use crate::learners::derived;

/// The player whose moves are looked at.
const PLAYER: &str = "dellacherie";

/// How many moves are looked at.
const MOVES: u64 = 1_000;

/// The number that the seed of the games is derived by.
const NUMBER: u64 = u64::MAX;

/// The spread of sums of features among the placements of a move: the root of the mean, over 1,000
/// moves of the controller `dellacherie` by the rules, of the variance among the placements that do
/// not end the game. `ties` has, for each value of the features, the number of the sum that it is
/// added to. A sum that is the same for all placements has a spread of 0.
///
/// The same arguments give the same spreads on every machine.
///
/// # Errors
///
/// If `dellacherie` cannot play by the rules.
///
/// ```
/// use tetrarium_engine::{Reading, Rules};
/// let names = ["height-deviation", "holes", "squared-height-differences"];
/// let readings = names.map(|name| Reading::named(name).unwrap());
/// let spreads = tetrarium_learn::spreads(&Rules::default(), &readings, &[0, 1, 2], 1).unwrap();
/// assert!(spreads[0] < 0.4 && spreads[1] > 1.5 && spreads[2] > 10.0);
/// ```
pub fn spreads(
    rules: &Rules,
    readings: &[Reading],
    ties: &[usize],
    seed: u64,
) -> Result<Vec<f64>, String> {
    let player = spread_player(rules)?;
    let mut sums = Sums {
        rules,
        readings,
        ties,
        moves: 0,
        variances: vec![0.0; ties.iter().max().map_or(0, |last| last + 1)],
    };
    let seed = derived(seed, NUMBER);
    let mut made = 0;
    for number in 0.. {
        let mut game = PlayerGame::new(&player, seed, number);
        let before = made;
        while made < MOVES {
            let board = *game.board();
            let Some(played) = game.step() else { break };
            sums.add(&board, played.piece);
            made += 1;
        }
        if made == before {
            break;
        }
    }
    let moves = sums.moves.max(1) as f64;
    let spread = |variance: &f64| (variance / moves).sqrt();
    Ok(sums.variances.iter().map(spread).collect())
}

/// The player whose moves [`spreads`] looks at.
///
/// # Errors
///
/// If it cannot play by the rules.
pub fn spread_player(rules: &Rules) -> Result<Player, String> {
    let controller = catalogue::named(PLAYER).map_err(|error| error.to_string())?;
    let player = Player::new(controller, rules);
    player.map_err(|error| {
        format!(
            "`{PLAYER}`, by whose moves features are measured, cannot play by these rules: {error}"
        )
    })
}

/// The variances of some moves.
struct Sums<'a> {
    rules: &'a Rules,
    readings: &'a [Reading],
    ties: &'a [usize],
    moves: u64,
    variances: Vec<f64>,
}

impl Sums<'_> {
    /// Adds the variances among the placements of a move.
    fn add(&mut self, board: &Board, piece: Piece) {
        let all = landings(self.rules, board, piece);
        let moves = all
            .iter()
            .map(|landing| Move::new(self.rules, board, piece, *landing));
        let rows: Vec<Vec<f64>> = moves
            .filter(|played| !played.ends)
            .map(|played| self.row(&played))
            .collect();
        if rows.len() < 2 {
            return;
        }
        self.moves += 1;
        let count = rows.len() as f64;
        for (place, variance) in self.variances.iter_mut().enumerate() {
            let mean = rows.iter().map(|row| row[place]).sum::<f64>() / count;
            let squares = rows
                .iter()
                .map(|row| (row[place] - mean) * (row[place] - mean));
            *variance += squares.sum::<f64>() / count;
        }
    }

    /// The sums of a placement.
    fn row(&self, played: &Move) -> Vec<f64> {
        let mut row = vec![0.0; self.variances.len()];
        let width = self.rules.board.width();
        let values = self.readings.iter().flat_map(|reading| {
            let values = reading.feature.count.on(width);
            (0..values).map(move |value| reading.value(played, value))
        });
        for (tie, value) in self.ties.iter().zip(values) {
            row[*tie] += value;
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(board: &str) -> Rules {
        let mut rules = Rules::default();
        rules.set("board", board).unwrap();
        rules
    }

    fn of(board: &str, names: &[&str], ties: &[usize], seed: u64) -> Vec<f64> {
        let readings: Vec<Reading> = names
            .iter()
            .map(|one| Reading::named(one).unwrap())
            .collect();
        spreads(&rules(board), &readings, ties, seed).unwrap()
    }

    /// Two measurements agree to some parts in a hundred, and are not the same.
    #[test]
    fn spreads_are_steady() {
        let names = [
            "holes",
            "cumulative-wells",
            "landing-height",
            "row-transitions",
        ];
        let ties = [0, 1, 2, 3];
        let (one, two) = (of("10x10", &names, &ties, 1), of("10x10", &names, &ties, 2));
        assert_ne!(one, two);
        assert_eq!(one, of("10x10", &names, &ties, 1));
        for (one, two) in one.iter().zip(&two) {
            assert!((one / two - 1.0).abs() < 0.15, "{one} {two}");
        }
    }

    /// Every line of the four cells of a piece raises one column or another: the sum of the column
    /// heights is that of the feature.
    #[test]
    fn values_that_are_tied_are_added() {
        let all = of("6x12", &["column-height"], &[0; 6], 3);
        let sum = of("6x12", &["sum-height"], &[0], 3);
        assert!((all[0] - sum[0]).abs() < 1e-9, "{all:?} {sum:?}");
        assert_eq!(of("6x12", &["constant"], &[0], 3), [0.0]);
    }

    /// A width at which a player loses at once, and games that end soon, are no trouble.
    #[test]
    fn small_boards() {
        for board in ["4x4", "5x5"] {
            let spread = of(board, &["holes"], &[0], 1);
            assert!(spread[0] > 0.1 && spread[0].is_finite(), "{spread:?}");
        }
    }
}
