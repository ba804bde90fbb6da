//! Functions of boards: a value that is a sum of weight × function.

use std::fmt;
use std::str::FromStr;

use tetrarium_engine::{Reading, Size, UnknownFeature};
use tetrarium_learn::learners::Values;

use super::boards::{Boards, CHUNK};
use super::error::{MAX_WEIGHTS, SolveError};
use super::grid::Code;
use super::problem::Problem;
use super::solver::Solver;
use super::sweep::shared;

/// The most cells of a window: its patterns are looked up in a table.
const MAX_WINDOW: usize = 16;

/// Functions of size 1 are dependent if what others leave of their squares is less.
const DEPENDENT: f64 = 1e-9;

/// What comes before the size of a window.
const WINDOW: &str = "window-";

/// Functions of boards: features of boards, and windows. A window of some size has one function for
/// each place on the board and each pattern of cells that can be seen there: 1 where it is seen, 0
/// elsewhere.
///
/// ```
/// use tetrarium_lab::solve::Basis;
/// let basis: Basis = "constant,holes,window-2x2".parse().unwrap();
/// assert_eq!(basis.to_string(), "constant,holes,window-2x2");
/// assert!("landing-height".parse::<Basis>().is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Basis {
    features: Vec<Reading>,
    /// Widths and heights of windows.
    windows: Vec<(usize, usize)>,
    text: String,
}

/// Why a list names no functions of boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BasisError {
    /// No feature.
    #[error(transparent)]
    Feature(#[from] UnknownFeature),
    /// A feature of a move.
    #[error("`{0}` reads the move, and a bound needs features of boards, for example holes")]
    Move(String),
    /// No window.
    #[error("`{0}` is no window: width and height of at most {MAX_WINDOW} cells, as in window-2x3")]
    Window(String),
}

impl FromStr for Basis {
    type Err = BasisError;

    fn from_str(text: &str) -> Result<Basis, BasisError> {
        let (mut features, mut windows) = (Vec::new(), Vec::new());
        for name in text.split(',').map(str::trim) {
            match name.strip_prefix(WINDOW) {
                Some(size) => {
                    let window = window(size).ok_or_else(|| BasisError::Window(name.into()))?;
                    windows.push(window);
                }
                None => features.push(Reading::named(name)?),
            }
        }
        let values = Values::new(&features, Size::STANDARD);
        if let Some(reading) = values.reads_moves() {
            return Err(BasisError::Move(reading.to_string()));
        }
        Ok(Basis {
            features,
            windows,
            text: text.to_string(),
        })
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn window(size: &str) -> Option<(usize, usize)> {
    let (width, height) = size.split_once('x')?;
    let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
    let cells = width.checked_mul(height)?;
    (1..=MAX_WINDOW).contains(&cells).then_some((width, height))
}

impl Basis {
    /// Checks that its windows fit a board.
    pub(super) fn check_windows(&self, size: Size) -> Result<(), SolveError> {
        let mut windows = self.windows.iter();
        let large =
            windows.find(|(width, height)| *width > size.width() || *height > size.height());
        match large {
            Some((width, height)) => Err(SolveError::Window(format!("{width}x{height}"), size)),
            None => Ok(()),
        }
    }
}

/// The functions of a basis on the boards of a game.
pub(super) struct Layout {
    values: Values,
    places: Vec<Place>,
    patterns: Vec<Patterns>,
    /// How many functions there are.
    count: usize,
}

impl Layout {
    /// The functions of a basis on all boards.
    ///
    /// # Errors
    ///
    /// If they are too many, a window is larger than the board, or they need more memory than there
    /// is.
    pub fn new(
        basis: &Basis,
        problem: &Problem,
        boards: &Boards,
        solver: &Solver,
    ) -> Result<Layout, SolveError> {
        let size = problem.rules.board;
        basis.check_windows(size)?;
        let values = Values::new(&basis.features, size);
        let places = windows(basis, size);
        let patterns = patterns(&places, boards);
        let of_windows: usize = patterns.iter().map(|one| one.count).sum();
        let count = values.count() + of_windows;
        if count > MAX_WEIGHTS {
            return Err(SolveError::Weights(count));
        }
        solver.found(problem, boards.len(), 8 * count + 16)?;
        Ok(Layout {
            values,
            places,
            patterns,
            count,
        })
    }
}

/// The values of the functions of a basis on all boards, a row for each board. The last row is the
/// end of the game, where all are 0.
pub(super) struct Columns {
    pub count: usize,
    rows: Vec<f64>,
}

impl Columns {
    /// The functions of a basis on all boards.
    ///
    /// # Errors
    ///
    /// If they cannot be computed ([`Layout::new`]), or the watch stopped the work.
    pub fn new(
        basis: &Basis,
        problem: &Problem,
        boards: &Boards,
        solver: &Solver,
    ) -> Result<Columns, SolveError> {
        let Layout {
            values,
            places,
            patterns,
            count,
        } = Layout::new(basis, problem, boards, solver)?;
        let mut rows = vec![0.0; (boards.len() + 1) * count];
        let parts = rows[..boards.len() * count].chunks_mut(CHUNK * count);
        let task = |(part, rows): (usize, &mut [f64])| {
            let mut whole = vec![0; values.count()];
            for (index, row) in rows.chunks_mut(count).enumerate() {
                let code = boards.codes[part * CHUNK + index];
                values.of_board(&problem.grid.board(code), &mut whole);
                row[..whole.len()].copy_from_slice(&values.real(&whole));
                let mut first = whole.len();
                for (place, patterns) in places.iter().zip(&patterns) {
                    row[first + usize::from(patterns.numbers[place.pattern(code)])] = 1.0;
                    first += patterns.count;
                }
            }
        };
        let (threads, watch) = (solver.threads, solver.watch);
        match shared(parts.enumerate(), boards.len(), threads, watch, task) {
            true => Ok(Columns { count, rows }),
            false => Err(SolveError::Interrupted),
        }
    }

    /// The functions on the board in this place.
    pub fn row(&self, place: usize) -> &[f64] {
        &self.rows[place * self.count..(place + 1) * self.count]
    }

    /// The value of each board, and of the end of the game.
    pub fn values(&self, weights: &[f64]) -> Vec<f64> {
        let value = |row: &[f64]| row.iter().zip(weights).map(|(x, w)| x * w).sum();
        self.rows.chunks(self.count).map(value).collect()
    }

    /// The mean of each function over all boards.
    pub fn means(&self) -> Vec<f64> {
        let mut means = vec![0.0; self.count];
        let boards = (self.rows.len() / self.count) as f64;
        for row in self.rows.chunks(self.count) {
            means
                .iter_mut()
                .zip(row)
                .for_each(|(mean, x)| *mean += x / boards);
        }
        means
    }

    /// Functions of which none is a sum of the others, and of which the others are sums. Each comes
    /// with the root of its mean square.
    pub fn independent(&self) -> Vec<(usize, f64)> {
        let boards = (self.rows.len() / self.count) as f64;
        let mut gram = vec![vec![0.0; self.count]; self.count];
        for row in self.rows.chunks(self.count) {
            let filled: Vec<usize> = (0..self.count).filter(|&i| row[i] != 0.0).collect();
            for (number, &i) in filled.iter().enumerate() {
                for &j in &filled[..=number] {
                    gram[i][j] += row[i] * row[j] / boards;
                }
            }
        }
        let sizes: Vec<f64> = (0..self.count).map(|i| gram[i][i].sqrt()).collect();
        // Cholesky factors of the functions that were taken, each of which is scaled to size 1.
        let mut factors: Vec<Vec<f64>> = Vec::new();
        let mut taken = Vec::new();
        for index in (0..self.count).filter(|&index| sizes[index] > 0.0) {
            let mut factor = Vec::with_capacity(taken.len() + 1);
            for (number, &(other, size)) in taken.iter().enumerate() {
                let product = gram[index][other] / (sizes[index] * size);
                factor.push((product - dot(&factor, &factors[number])) / factors[number][number]);
            }
            let rest = 1.0 - dot(&factor, &factor);
            if rest > DEPENDENT {
                factor.push(rest.sqrt());
                factors.push(factor);
                taken.push((index, sizes[index]));
            }
        }
        taken
    }
}

/// The sum of products, as far as both reach.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A window in one place.
struct Place {
    /// The first cell of each of its rows.
    rows: Vec<usize>,
    width: usize,
}

impl Place {
    /// What is seen in it.
    fn pattern(&self, code: Code) -> usize {
        let mask = (1 << self.width) - 1;
        let rows = self.rows.iter().enumerate();
        let rows = rows.map(|(y, first)| (code >> first & mask) << (y * self.width));
        rows.sum::<Code>() as usize
    }
}

/// All windows of a basis, in all places. They fit the board.
fn windows(basis: &Basis, size: Size) -> Vec<Place> {
    let mut places = Vec::new();
    for &(width, height) in &basis.windows {
        for y in 0..=size.height() - height {
            for x in 0..=size.width() - width {
                places.push(Place {
                    rows: (y..y + height).map(|row| row * size.width() + x).collect(),
                    width,
                });
            }
        }
    }
    places
}

/// The patterns that are seen in one place.
struct Patterns {
    /// The number of each pattern that is seen.
    numbers: Vec<u16>,
    count: usize,
}

fn patterns(places: &[Place], boards: &Boards) -> Vec<Patterns> {
    let of_place = |place: &Place| {
        let mut seen = vec![false; 1 << (place.width * place.rows.len())];
        for code in &boards.codes {
            seen[place.pattern(*code)] = true;
        }
        let mut count = 0;
        let number = |seen: bool| {
            count += usize::from(seen);
            // Where there are more than fit, the basis is refused for its number of weights.
            count.saturating_sub(1) as u16
        };
        Patterns {
            numbers: seen.into_iter().map(number).collect(),
            count,
        }
    };
    places.iter().map(of_place).collect()
}
