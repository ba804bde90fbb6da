//! Boards as arrays of numpy.
//!
//! Cells are `uint8` with the shape (N, H, W), the top row first, 1 for a full cell. Columns are
//! `uint32` with the shape (N, W), bit `y` for row `y` from the floor; they also hold the cells
//! above the top row with which a game ends.

use numpy::ndarray::{Array2, Array3, ArrayViewD};
use numpy::{IntoPyArray, PyArray2, PyArray3, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use tetrarium_engine::{Board, MAX_WIDTH, Size};

use crate::arguments::{described, wrong};

/// The rows above a board in which a piece that ends the game can come to rest.
const ROWS_ABOVE: usize = 4;

/// Writes the cells of a board, the top row first, over cells that are all empty.
///
/// It is most of the work of an environment's step, so it leaves the rows above the pile as they
/// are, and writes as many cells at once as the widest board has: what stands beyond the row is
/// written over by the next.
#[inline]
pub fn write_cells(board: &Board, cells: &mut [u8]) {
    let (width, height) = (board.width(), board.height());
    let mut columns = [0; MAX_WIDTH];
    columns[..width].copy_from_slice(board.columns());
    let pile = board.max_height().min(height);
    for row in height - pile..height {
        let y = height - 1 - row;
        let line: [u8; MAX_WIDTH] = columns.map(|column| (column >> y & 1) as u8);
        let rest = &mut cells[row * width..];
        match rest.first_chunk_mut() {
            Some(whole) => *whole = line,
            None => rest[..width].copy_from_slice(&line[..width]),
        }
    }
}

/// The cells of boards of one size.
pub fn cells<'py, 'b>(
    py: Python<'py>,
    size: Size,
    boards: impl ExactSizeIterator<Item = &'b Board>,
) -> Bound<'py, PyArray3<u8>> {
    let shape = (boards.len(), size.height(), size.width());
    let each = shape.1 * shape.2;
    let mut all = vec![0; shape.0 * each];
    for (part, board) in all.chunks_exact_mut(each).zip(boards) {
        write_cells(board, part);
    }
    let array = Array3::from_shape_vec(shape, all).expect("as many cells as the shape has");
    array.into_pyarray(py)
}

/// The columns of boards of one size.
pub fn columns<'py, 'b>(
    py: Python<'py>,
    size: Size,
    boards: impl ExactSizeIterator<Item = &'b Board>,
) -> Bound<'py, PyArray2<u32>> {
    let shape = (boards.len(), size.width());
    let all: Vec<u32> = boards.flat_map(|board| board.columns().to_vec()).collect();
    let array = Array2::from_shape_vec(shape, all).expect("as many columns as the shape has");
    array.into_pyarray(py)
}

/// Boards from an array of cells or columns, or one board from an array with one dimension less.
/// `height` is that of the boards where the array holds columns.
pub fn read(array: &Bound<'_, PyAny>, height: usize) -> PyResult<Vec<Board>> {
    let in_use = |_| wrong("the array of boards is being written to");
    if let Ok(cells) = array.cast::<PyArrayDyn<u8>>() {
        let cells = cells.try_readonly().map_err(in_use)?;
        return of_cells(array, cells.as_array(), |cell| *cell != 0);
    }
    if let Ok(cells) = array.cast::<PyArrayDyn<bool>>() {
        let cells = cells.try_readonly().map_err(in_use)?;
        return of_cells(array, cells.as_array(), |cell| *cell);
    }
    if let Ok(columns) = array.cast::<PyArrayDyn<u32>>() {
        let columns = columns.try_readonly().map_err(in_use)?;
        return of_columns(array, columns.as_array(), height);
    }
    Err(no_boards(array))
}

fn no_boards(array: &Bound<'_, PyAny>) -> PyErr {
    wrong(format!(
        "boards are an array of uint8 or bool with shape (N, H, W), the top row first, or of uint32 \
         columns with shape (N, W); this is {}",
        described(array)
    ))
}

fn of_cells<T>(
    array: &Bound<'_, PyAny>,
    cells: ArrayViewD<'_, T>,
    is_full: impl Fn(&T) -> bool,
) -> PyResult<Vec<Board>> {
    let (count, height, width) = match *cells.shape() {
        [height, width] => (1, height, width),
        [count, height, width] => (count, height, width),
        _ => return Err(no_boards(array)),
    };
    let size = Size::new(width, height).map_err(wrong)?;
    let mut boards = vec![Board::empty(size); count];
    // The cells come in the order of the shape, whatever their order in memory.
    for (place, cell) in cells.iter().enumerate() {
        if is_full(cell) {
            let (row, x) = (place / width % height, place % width);
            boards[place / (width * height)].fill(x, height - 1 - row);
        }
    }
    Ok(boards)
}

fn of_columns(
    array: &Bound<'_, PyAny>,
    columns: ArrayViewD<'_, u32>,
    height: usize,
) -> PyResult<Vec<Board>> {
    let (count, width) = match *columns.shape() {
        [width] => (1, width),
        [count, width] => (count, width),
        _ => return Err(no_boards(array)),
    };
    let size = Size::new(width, height).map_err(wrong)?;
    let all: Vec<u32> = columns.iter().copied().collect();
    let rows = height + ROWS_ABOVE;
    if let Some(high) = all.iter().find(|column| **column >> (rows - 1) > 1) {
        return Err(wrong(format!(
            "the column {high:#x} has cells above row {rows}, where no piece can come to rest on a \
             board of {size}"
        )));
    }
    let boards = (0..count).map(|index| Board::from_columns(size, &all[index * width..]));
    Ok(boards.collect())
}

/// One board: an array, or a picture as text.
pub fn read_one(value: &Bound<'_, PyAny>, size: Size) -> PyResult<Board> {
    if let Ok(text) = value.extract::<String>() {
        return Board::from_picture(&text, size).map_err(wrong);
    }
    let mut found = read(value, size.height())?;
    match (found.pop(), found.pop()) {
        (Some(board), None) if board.size() == size => Ok(board),
        (Some(board), None) => Err(wrong(format!(
            "the board has the size {}, and the rules say {size}",
            board.size()
        ))),
        _ => Err(wrong(format!(
            "one board was expected, not {}",
            described(value)
        ))),
    }
}
