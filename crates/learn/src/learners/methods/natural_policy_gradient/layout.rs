//! Features of placements, in the order in which vectors read them.

/// The numbers that are computed side by side.
pub(super) const LANES: usize = 8;

/// Numbers side by side.
pub(super) type Lanes<T> = [T; LANES];

/// What a feature is kept as.
pub(super) trait Number: Copy + Default {
    /// The number for a feature, which has to be exact.
    fn of(value: f64) -> Self;

    /// The feature.
    fn real(self) -> f64;
}

impl Number for f64 {
    #[inline(always)]
    fn of(value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn real(self) -> f64 {
        self
    }
}

impl Number for f32 {
    #[inline(always)]
    fn of(value: f64) -> f32 {
        value as f32
    }

    #[inline(always)]
    fn real(self) -> f64 {
        f64::from(self)
    }
}

/// The features of the placements of turns. They are kept twice, because sums are taken over the
/// features of a placement and over the placements of a feature, each in its order; what lies side
/// by side is added to different sums. What is missing at the end of eight is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout<T> {
    /// Eight placements side by side, feature by feature.
    by_feature: Vec<Lanes<T>>,
    /// Eight features side by side, placement by placement.
    by_placement: Vec<Lanes<T>>,
}

/// Where the features of a turn are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    placements: usize,
    by_feature: usize,
    by_placement: usize,
}

/// The features of the placements of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a, T> {
    /// The number of placements.
    pub placements: usize,
    by_feature: &'a [Lanes<T>],
    by_placement: &'a [Lanes<T>],
}

impl<T: Number> Layout<T> {
    /// Forgets all turns.
    pub fn clear(&mut self) {
        self.by_feature.clear();
        self.by_placement.clear();
    }

    /// Adds a turn, given by `size` features of each of its placements.
    pub fn add(&mut self, rows: &[f64], size: usize) -> Place {
        let place = Place {
            placements: rows.len() / size,
            by_feature: self.by_feature.len(),
            by_placement: self.by_placement.len(),
        };
        for eight in rows.chunks(LANES * size) {
            for feature in 0..size {
                let mut lanes = [T::default(); LANES];
                for (lane, row) in lanes.iter_mut().zip(eight.chunks_exact(size)) {
                    *lane = T::of(row[feature]);
                }
                self.by_feature.push(lanes);
            }
        }
        for first in (0..size).step_by(LANES) {
            for row in rows.chunks_exact(size) {
                let mut lanes = [T::default(); LANES];
                for (lane, value) in lanes.iter_mut().zip(&row[first..]) {
                    *lane = T::of(*value);
                }
                self.by_placement.push(lanes);
            }
        }
        place
    }

    /// A turn of `size` features.
    #[inline(always)]
    pub fn at(&self, place: Place, size: usize) -> Rows<'_, T> {
        let groups = place.placements.div_ceil(LANES);
        let blocks = size.div_ceil(LANES);
        Rows {
            placements: place.placements,
            by_feature: &self.by_feature[place.by_feature..][..groups * size],
            by_placement: &self.by_placement[place.by_placement..][..blocks * place.placements],
        }
    }
}

impl<'a, T: Number> Rows<'a, T> {
    /// For each eight placements their features, one after the other.
    #[inline(always)]
    pub fn groups(self, size: usize) -> impl Iterator<Item = &'a [Lanes<T>]> {
        self.by_feature.chunks_exact(size)
    }

    /// For each eight features those of all placements.
    #[inline(always)]
    pub fn blocks(self) -> impl Iterator<Item = &'a [Lanes<T>]> {
        self.by_placement.chunks_exact(self.placements)
    }
}
