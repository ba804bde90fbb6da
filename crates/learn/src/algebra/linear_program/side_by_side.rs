//! The rows of a linear program, eight side by side, so that vectors compute all violations.

use tetrarium_engine::{Arithmetic, vectorised};

use super::Group;

/// The rows that are computed side by side.
const LANES: usize = 8;

/// A number for each of the rows that are computed side by side.
type Lanes = [f64; LANES];

/// The rows of all groups, in their order.
pub(super) struct SideBySide {
    size: usize,
    count: usize,
    /// For each eight rows their values, one after the other; 0 after the last row.
    values: Vec<Lanes>,
    /// For each eight rows what they have to come to.
    rights: Vec<Lanes>,
}

impl SideBySide {
    /// The rows of groups, with `size` values each.
    pub fn new(groups: &[Group], size: usize) -> SideBySide {
        let count = groups.iter().map(|group| group.rows.len()).sum::<usize>();
        let eights = count.div_ceil(LANES);
        let mut values = vec![[0.0; LANES]; eights * size];
        let mut rights = vec![[0.0; LANES]; eights];
        let rows = groups.iter().flat_map(|group| &group.rows);
        for (number, row) in rows.enumerate() {
            let (eight, lane) = (number / LANES, number % LANES);
            rights[eight][lane] = row.right;
            for (to, value) in values[eight * size..].iter_mut().zip(&row.values) {
                to[lane] = *value;
            }
        }
        SideBySide {
            size,
            count,
            values,
            rights,
        }
    }

    /// By how much unknowns violate each row: what [`Row::violation`] is, to the last bit.
    ///
    /// [`Row::violation`]: super::Row::violation
    pub fn violations(&self, unknowns: &[f64], into: &mut Vec<f64>) {
        into.clear();
        vectorised(Violations {
            rows: self,
            unknowns,
            into,
        });
        into.truncate(self.count);
    }
}

struct Violations<'a> {
    rows: &'a SideBySide,
    unknowns: &'a [f64],
    into: &'a mut Vec<f64>,
}

impl Arithmetic for Violations<'_> {
    type Output = ();

    #[inline(always)]
    fn perform(self) {
        let eights = self.rows.values.chunks_exact(self.rows.size);
        for (values, rights) in eights.zip(&self.rows.rights) {
            // A sum of nothing is -0.
            let mut sums = [-0.0; LANES];
            for (values, unknown) in values.iter().zip(self.unknowns) {
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum += value * unknown;
                }
            }
            let mut violations = *rights;
            for (violation, sum) in violations.iter_mut().zip(sums) {
                *violation -= sum;
            }
            self.into.extend_from_slice(&violations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::linear_program::Row;
    use crate::draws::Draws;

    #[test]
    fn violations_are_those_of_the_rows_to_the_last_bit() {
        for seed in 0..300 {
            let mut draws = Draws::of_generation(seed, 0);
            let size = 1 + draws.below(30);
            let group = |draws: &mut Draws| Group {
                price: None,
                rows: (0..draws.below(5))
                    .map(|_| Row {
                        values: draws.normals(size),
                        right: draws.normal(),
                    })
                    .collect(),
                key: None,
            };
            let groups: Vec<Group> = (0..draws.below(20)).map(|_| group(&mut draws)).collect();
            let unknowns = draws.normals(size);
            let rows = groups.iter().flat_map(|group| &group.rows);
            let right: Vec<u64> = rows.map(|row| row.violation(&unknowns).to_bits()).collect();
            let mut found = vec![1.0];
            SideBySide::new(&groups, size).violations(&unknowns, &mut found);
            let found: Vec<u64> = found.into_iter().map(f64::to_bits).collect();
            assert_eq!(found, right, "seed {seed}");
        }
    }
}
