//! Features as columns of whole numbers.

use tetrarium_engine::features::Kind;
use tetrarium_engine::{Arithmetic, Board, FeatureReader, Move, Reading, Rules, Size, vectorised};

/// The bits after the point of a value that is no whole number of any unit.
const FRACTION_BITS: i32 = 32;

/// The values of a list of features: a column of whole numbers for each value. Features that are no
/// whole numbers of a unit are rounded to multiples of 2⁻³².
#[derive(Clone, Debug)]
pub struct Values {
    columns: Vec<Column>,
    units: Vec<f64>,
    /// Which columns are squares of what is read.
    squares: Vec<bool>,
}

#[derive(Clone, Debug)]
struct Column {
    reading: Reading,
    /// Which value of the feature.
    index: usize,
    rounded: bool,
}

impl Values {
    /// The columns of these features on a board of this size.
    pub fn new(readings: &[Reading], size: Size) -> Values {
        let (mut columns, mut units, mut squares) = (Vec::new(), Vec::new(), Vec::new());
        for reading in readings {
            let divisor = reading.feature.unit.divisor(size);
            let unit = match divisor {
                Some(divisor) if reading.squared => 1.0 / f64::from(divisor * divisor),
                Some(divisor) => 1.0 / f64::from(divisor),
                None => libm::ldexp(1.0, -FRACTION_BITS),
            };
            for index in 0..reading.feature.count.on(size.width()) {
                columns.push(Column {
                    reading: *reading,
                    index,
                    rounded: divisor.is_none(),
                });
                units.push(unit);
                squares.push(reading.squared);
            }
        }
        Values {
            columns,
            units,
            squares,
        }
    }

    /// The number of columns.
    pub fn count(&self) -> usize {
        self.columns.len()
    }

    /// What 1 stands for, in each column.
    pub fn units(&self) -> &[f64] {
        &self.units
    }

    /// The first feature that needs a move to be read, where there is one: without it a board has
    /// values.
    pub fn reads_moves(&self) -> Option<&Reading> {
        let mut readings = self.columns.iter().map(|column| &column.reading);
        readings.find(|reading| {
            let of_move = reading.feature.kind() == Kind::Move && !is_constant(reading);
            reading.delta || of_move
        })
    }

    /// Reads the whole numbers of a move.
    pub fn of_move(&self, played: &Move, row: &mut [i64]) {
        for (column, value) in self.columns.iter().zip(row) {
            let Column { reading, index, .. } = column;
            *value = if column.rounded {
                rounded(reading.value(played, *index))
            } else {
                squared(reading, reading.raw(played, *index))
            };
        }
    }

    /// What reads the whole numbers of many moves at once, for [`Values::add_whole`], with `more`
    /// after them; none where a feature is no whole number of any unit.
    pub(super) fn reader(&self, rules: &Rules, more: &[Reading]) -> Option<FeatureReader> {
        let values = self.columns.iter().map(|one| (one.reading, one.index));
        let values = values.chain(more.iter().map(|reading| (*reading, 0)));
        let is_whole = self.columns.iter().all(|column| !column.rounded);
        is_whole.then(|| FeatureReader::new(rules, &values.collect::<Vec<_>>()))
    }

    /// Appends the whole numbers of a move, given what a reader read of it.
    pub(super) fn add_whole(&self, raw: &[i32], rows: &mut Vec<i64>) {
        let columns = self.columns.iter().zip(raw);
        rows.extend(columns.map(|(column, raw)| squared(&column.reading, *raw)));
    }

    /// Reads the whole numbers of a board.
    ///
    /// # Panics
    ///
    /// If a feature needs a move ([`Values::reads_moves`]).
    pub fn of_board(&self, board: &Board, row: &mut [i64]) {
        const NEEDS: &str = "the features are those of boards";
        for (column, value) in self.columns.iter().zip(row) {
            let Column { reading, index, .. } = column;
            let feature = reading.feature;
            *value = if is_constant(reading) {
                1
            } else if column.rounded {
                let value = feature.on_board(board, *index).expect(NEEDS);
                rounded(if reading.squared {
                    value * value
                } else {
                    value
                })
            } else {
                squared(reading, feature.raw_on_board(board, *index).expect(NEEDS))
            };
        }
    }

    /// The sum of weight × value, in the order of the columns.
    pub fn rated(&self, weights: &[f64], row: &[i64]) -> f64 {
        let terms = weights.iter().zip(row).zip(&self.units);
        terms
            .map(|((weight, value), unit)| weight * (*value as f64 * unit))
            .sum()
    }

    /// The rating of every placement that a reader read: what [`Values::rated`] gives, to the last
    /// bit.
    pub(super) fn rate_all(&self, weights: &[f64], reader: &FeatureReader, into: &mut Vec<f64>) {
        into.clear();
        vectorised(Rating {
            values: self,
            weights,
            reader,
            into,
        });
    }

    /// The values themselves.
    pub fn real(&self, row: &[i64]) -> Vec<f64> {
        let mut values = Vec::with_capacity(row.len());
        self.add_real(row, &mut values);
        values
    }

    /// Appends the values of some rows.
    pub fn add_real(&self, rows: &[i64], values: &mut Vec<f64>) {
        // Without columns there are no rows.
        for row in rows.chunks_exact(self.count().max(1)) {
            let terms = row.iter().zip(&self.units);
            values.extend(terms.map(|(value, unit)| *value as f64 * unit));
        }
    }
}

/// The placements that are rated side by side.
const LANES: usize = 8;

/// The rating of all placements.
struct Rating<'a> {
    values: &'a Values,
    weights: &'a [f64],
    reader: &'a FeatureReader,
    into: &'a mut Vec<f64>,
}

impl Arithmetic for Rating<'_> {
    type Output = ();

    #[inline(always)]
    fn perform(self) {
        let Values { units, squares, .. } = self.values;
        let (size, count) = (units.len(), self.reader.placements().len());
        for first in (0..count).step_by(LANES) {
            // The last placement stands for those that are missing.
            let row = |lane: usize| &self.reader.row((first + lane).min(count - 1))[..size];
            let rows: [&[i32]; LANES] = std::array::from_fn(row);
            // A sum of nothing is -0.
            let mut sums = [-0.0; LANES];
            for index in 0..size {
                let (weight, unit, squared) = (self.weights[index], units[index], squares[index]);
                for (sum, row) in sums.iter_mut().zip(rows) {
                    let raw = f64::from(row[index]);
                    let whole = if squared { raw * raw } else { raw };
                    *sum += weight * (whole * unit);
                }
            }
            self.into.extend_from_slice(&sums);
        }
        self.into.truncate(count);
    }
}

/// Whether it is 1 on every board, although the catalogue counts it among the features of moves.
fn is_constant(reading: &Reading) -> bool {
    reading.feature.name == "constant"
}

fn rounded(value: f64) -> i64 {
    libm::rint(libm::ldexp(value, FRACTION_BITS)) as i64
}

fn squared(reading: &Reading, raw: i32) -> i64 {
    let raw = i64::from(raw);
    if reading.squared { raw * raw } else { raw }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::LeastSquares;
    use tetrarium_engine::features::FEATURES;
    use tetrarium_engine::random::{Purpose, Stream, below};
    use tetrarium_engine::{Game, Piece, Rules, landings};

    /// Some games at random, move by move.
    fn moves(board: &str, count: u64) -> Vec<Move> {
        let mut rules = Rules::default();
        rules.set("board", board).unwrap();
        let mut game = Game::new(&rules, 3, 0);
        let mut moves = Vec::new();
        for turn in 0..count {
            let Some(view) = game.view() else {
                game.restart();
                continue;
            };
            let landings = view.landings();
            let chosen = landings[(turn * 7919) as usize % landings.len()].placement;
            moves.push(game.place(chosen).unwrap());
        }
        moves
    }

    #[test]
    fn a_whole_number_times_its_unit_is_the_value() {
        for board in ["10x20", "5x7"] {
            let played = moves(board, 300);
            let size = played[0].before.size();
            for feature in FEATURES {
                for name in [
                    feature.name.to_string(),
                    format!("squared-{}", feature.name),
                ] {
                    let Ok(reading) = Reading::named(&name) else {
                        continue;
                    };
                    let values = Values::new(&[reading], size);
                    let mut row = vec![0; values.count()];
                    for played in &played {
                        values.of_move(played, &mut row);
                        for (index, value) in values.real(&row).into_iter().enumerate() {
                            let right = reading.value(played, index);
                            let near = (value - right).abs() <= 1e-9 * right.abs().max(1.0);
                            assert!(near, "{name}[{index}]: {value}, {right}");
                        }
                        if values.reads_moves().is_none() {
                            let after = row.clone();
                            values.of_board(&played.after, &mut row);
                            assert_eq!(row, after, "{name}");
                        }
                    }
                }
            }
        }
    }

    /// Moves on boards whose cells are drawn, also such moves that end the game.
    fn drawn_moves(board: &str, count: u64) -> Vec<Move> {
        let mut rules = Rules::default();
        rules.set("board", board).unwrap();
        let (width, height) = (rules.board.width(), rules.board.height());
        let full_row = |columns: &[u32]| columns.iter().fold(!0, |row, column| row & column);
        let draw = |number| {
            let stream = Stream::new(11, number, Purpose::Learning);
            let word = |place: usize| stream.word(place as u64);
            let column = |x: usize| {
                let high = below(word(2 * x), height as u32 + 1);
                word(2 * x + 1) & ((1 << high) - 1)
            };
            let mut columns: Vec<u32> = (0..width).map(column).collect();
            let gap = below(word(2 * width), width as u32) as usize;
            columns[gap] &= !full_row(&columns);
            let board = Board::from_columns(rules.board, &columns);
            let piece = Piece::ALL[below(word(2 * width + 1), 7) as usize];
            let landings = landings(&rules, &board, piece);
            let landing = below(word(2 * width + 2), landings.len() as u32) as usize;
            Move::new(&rules, &board, piece, landings[landing])
        };
        (0..count).map(draw).collect()
    }

    fn cells(board: &Board) -> u32 {
        board
            .columns()
            .iter()
            .map(|column| column.count_ones())
            .sum()
    }

    const BOARDS: [&str; 5] = ["10x20", "7x9", "4x8", "5x5", "12x10"];

    /// The identities that make linear systems singular, on every move.
    #[test]
    fn dependent_features_are_dependent() {
        let value = |name: &str, played: &Move| Reading::named(name).unwrap().value(played, 0);
        for board in BOARDS {
            let drawn = drawn_moves(board, 500);
            assert!(drawn.iter().any(|played| played.ends));
            for played in moves(board, 500).iter().chain(&drawn) {
                let width = played.before.size().width() as f64;
                let at = |name| value(name, played);
                let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}: {played:?}");
                near(
                    at("sum-height"),
                    f64::from(cells(&played.after)) + at("holes"),
                );
                let lines = f64::from(played.cleared.count_ones());
                near(
                    width * at("delta-mean-height"),
                    4.0 + at("delta-holes") - width * lines,
                );
                let every = |name: &str| {
                    let reading = Reading::named(name).unwrap();
                    let count = reading.feature.count.on(played.before.size().width());
                    (0..count).map(|i| reading.value(played, i)).sum::<f64>()
                };
                near(at("height-differences"), every("column-difference"));
                near(at("mean-height"), every("column-height") / width);
                let (most, mean, least) = (at("max-height"), at("mean-height"), at("min-height"));
                near(at("max-minus-mean-height"), most - mean);
                near(at("mean-minus-min-height"), mean - least);
                near(
                    at("column-transitions"),
                    width + 2.0 * at("adjacent-column-holes"),
                );
            }
        }
    }

    /// Of the 27 features of Ramon & Driessens (2004) three are sums of others.
    #[test]
    fn of_27_features_24_are_independent() {
        let names = "max-height holes column-height column-difference mean-height wells min-height \
                     max-minus-mean-height mean-minus-min-height mean-hole-depth";
        let readings = names.split(' ').map(|name| Reading::named(name).unwrap());
        let readings: Vec<Reading> = readings.collect();
        for board in BOARDS {
            let mut played = drawn_moves(board, 1000);
            played.extend(moves(board, 1000));
            let values = Values::new(&readings, played[0].before.size());
            let mut problem = LeastSquares::new(values.count());
            let mut row = vec![0; values.count()];
            for played in &played {
                values.of_move(played, &mut row);
                problem.add(&row, 0.0);
            }
            let rank = problem.solve(values.units()).rank;
            assert_eq!(rank, values.count() - 3, "{board}");
            assert!(board != "10x20" || rank == 24);
        }
    }

    /// A piece adds four cells, and a line takes away as many as the board is wide.
    #[test]
    fn the_pieces_tell_the_number_of_cells_but_for_whole_rows() {
        for board in BOARDS {
            let mut rules = Rules::default();
            rules.set("board", board).unwrap();
            let mut game = Game::new(&rules, 5, 0);
            let (width, mut pieces) = (rules.board.width() as u32, 0);
            for turn in 0..400 {
                let Some(view) = game.view() else {
                    game.restart();
                    pieces = 0;
                    continue;
                };
                let moves: Vec<Move> = view.moves().collect();
                // A row is removed wherever one can be.
                let drawn = &moves[turn * 7919 % moves.len()];
                let clears = moves.iter().find(|played| played.lines > 0);
                let chosen = clears.unwrap_or(drawn).landing.placement;
                let played = game.place(chosen).unwrap();
                pieces += 1;
                assert_eq!(cells(&played.after) % width, 4 * pieces % width, "{board}");
            }
        }
    }
}
