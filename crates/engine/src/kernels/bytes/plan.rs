//! A rating compiled for vectors of bytes.

use super::by_column::ByColumn;
use super::counts::{Count, change};
use super::digits::digits;
use super::group::Group;
use super::pieces::{PieceBytes, WELLS_BIAS};
use super::places::{BytePlaces, PLACES};
use super::rated::Rated;
use super::tables::ByteTables;
use super::vector::{BYTES, COLUMNS};
use crate::kernels::profile::Profile;
use crate::kernels::slots::{SLOTS, Slot};

/// A rating and the pieces as constants for vectors of bytes.
#[derive(Clone, Debug)]
pub(crate) struct BytePlan {
    /// All bits beyond the width.
    pub walls: [u32; COLUMNS],
    /// Whether the window of a piece at the right edge, with the column after it, comes around to
    /// the left one.
    pub wraps_around: bool,
    /// Number of rows.
    pub height: u8,
    /// All bits for pairs of columns that begin one to the left of each column, in it, and so on.
    pub pairs: [[u8; BYTES]; 5],
    /// The weights of what Dellacherie's family counts.
    pub digits: Digits,
    /// What any other counts, as a set.
    pub counted: u64,
    /// The weights of that.
    pub groups: Vec<Group>,
    /// The tables of that.
    pub tables: ByteTables,
    /// The tables of places.
    pub places: BytePlaces,
    /// The pieces.
    pub pieces: [PieceBytes; 7],
}

impl BytePlan {
    /// For a rating of Dellacherie's family.
    pub fn of_family(rated: Rated) -> BytePlan {
        let weight = rated.weight;
        let own = |profile: &Profile| {
            weight(Slot::LandingHeight)
                .wrapping_mul(profile.rise)
                .wrapping_add(weight(Slot::RowTransitions).wrapping_mul(profile.sides))
                .wrapping_sub(weight(Slot::CumulativeWells).wrapping_mul(WELLS_BIAS))
        };
        BytePlan::new(rated, 0, Vec::new(), own)
    }

    /// For any rating all of whose slots are counted in bytes; none if one is not.
    pub fn of_any(rated: Rated) -> Option<BytePlan> {
        let mut weights = [0i32; Count::ALL];
        let mut counted = 0;
        let mut changes = Vec::new();
        for &slot in rated.slots {
            let change = change(slot, rated.width as i32)?;
            let weight = (rated.weight)(slot);
            for (count, times) in change.counts {
                if times != 0 {
                    let to = &mut weights[count as usize];
                    *to = to.wrapping_add(weight.wrapping_mul(times));
                    counted |= count.alone();
                }
            }
            changes.push((weight, change.fixed));
        }
        let used: Vec<Count> = Count::SINGLE
            .into_iter()
            .filter(|count| weights[*count as usize] != 0)
            .collect();
        let biases = used.iter().fold(0i32, |sum, count| {
            sum.wrapping_add(weights[*count as usize].wrapping_mul(count.bias()))
        });
        let own = |profile: &Profile| {
            changes
                .iter()
                .fold(0i32.wrapping_sub(biases), |sum, (weight, fixed)| {
                    sum.wrapping_add(weight.wrapping_mul(fixed(profile)))
                })
        };
        let groups = used.chunks(4).map(|four| {
            let mut group = ([used[0] as u8; 4], [0; 4]);
            for (i, count) in four.iter().enumerate() {
                group.0[i] = *count as u8;
                group.1[i] = weights[*count as usize];
            }
            Group {
                counts: group.0,
                digits: digits(group.1),
            }
        });
        let has_columns = rated.columns.iter().any(|each| each.has_weights());
        if has_columns {
            counted |= Count::Rise.alone();
        }
        let (tables, offsets) = ByteTables::new(&rated)?;
        let places = BytePlaces::new(&rated)?;
        if !places.is_empty() {
            counted |= PLACES;
        }
        let mut plan = BytePlan::new(rated, counted, groups.collect(), own);
        plan.tables = tables;
        plan.places = places;
        for (piece, offsets) in plan.pieces.iter_mut().zip(offsets) {
            piece.offsets = offsets;
        }
        if has_columns {
            for (piece, profiles) in plan.pieces.iter_mut().zip(rated.profiles) {
                let (width, window) = (rated.width, piece.window);
                piece.by_column =
                    ByColumn::of_piece(profiles, width, window, rated.columns, &mut piece.own);
            }
        }
        Some(plan)
    }

    fn new(
        rated: Rated,
        counted: u64,
        groups: Vec<Group>,
        own: impl Fn(&Profile) -> i32,
    ) -> BytePlan {
        let width = rated.width;
        let pair = |byte: usize, from: usize| {
            let has_pair = (1..width).contains(&(byte / 4 + from));
            if has_pair { u8::MAX } else { 0 }
        };
        BytePlan {
            walls: std::array::from_fn(|x| if x < width { 0 } else { u32::MAX }),
            wraps_around: width > COLUMNS - 4,
            height: rated.height as u8,
            pairs: std::array::from_fn(|from| std::array::from_fn(|byte| pair(byte, from))),
            digits: Digits::new(rated.weight),
            counted,
            groups,
            tables: ByteTables::default(),
            places: BytePlaces::default(),
            pieces: rated
                .profiles
                .each_ref()
                .map(|profiles| PieceBytes::new(profiles, width, &own)),
        }
    }
}

/// What is to be rated.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub plan: &'a BytePlan,
    pub piece: &'a PieceBytes,
    pub columns: &'a [u32; COLUMNS],
    /// The score of a move that changed nothing, without what tables say.
    pub start: i32,
    /// The numbers of the board before that have a table.
    pub numbers: &'a [i32; SLOTS],
}

/// The weights of what Dellacherie's family counts, each as four digits with a sign of a number of
/// base 256.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    /// Digit by digit, of: rows, holes, lids, cells that cover.
    pub first: [[u8; 4]; 4],
    /// Of: rows with holes, sides that touch, low and high byte of cumulative wells.
    pub second: [[u8; 4]; 4],
}

impl Digits {
    /// The digits of the weights of the slots.
    fn new(weight: impl Fn(Slot) -> i32) -> Digits {
        let wells = weight(Slot::CumulativeWells);
        Digits {
            first: digits([
                weight(Slot::LandingHeight).wrapping_mul(2),
                weight(Slot::Holes),
                weight(Slot::ColumnTransitions).wrapping_mul(2),
                weight(Slot::HoleDepth),
            ]),
            second: digits([
                weight(Slot::RowsWithHoles),
                weight(Slot::RowTransitions).wrapping_mul(-2),
                wells,
                wells.wrapping_mul(256),
            ]),
        }
    }
}
