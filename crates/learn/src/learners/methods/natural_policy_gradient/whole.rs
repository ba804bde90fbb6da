//! Whole numbers in little memory.

use serde::{Deserialize, Serialize};

/// A list of whole numbers. Most features are small: they are kept in two bytes, until one does not
/// fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Whole {
    Small(Vec<i16>),
    Large(Vec<i64>),
}

impl Default for Whole {
    fn default() -> Whole {
        Whole::Small(Vec::new())
    }
}

impl Whole {
    /// Appends numbers.
    pub fn extend(&mut self, numbers: &[i64]) {
        if let Whole::Small(list) = self {
            let misfit = numbers
                .iter()
                .fold(0, |misfit, number| misfit | misfit_of(*number));
            if misfit == 0 {
                list.extend(numbers.iter().map(|number| *number as i16));
                return;
            }
            *self = Whole::Large(list.iter().map(|number| i64::from(*number)).collect());
        }
        if let Whole::Large(list) = self {
            list.extend_from_slice(numbers);
        }
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        match self {
            Whole::Small(list) => list.len(),
            Whole::Large(list) => list.len(),
        }
    }

    /// Reads the numbers of a part of the list.
    pub fn read(&self, part: std::ops::Range<usize>, into: &mut Vec<i64>) {
        into.clear();
        match self {
            Whole::Small(list) => into.extend(list[part].iter().map(|number| i64::from(*number))),
            Whole::Large(list) => into.extend_from_slice(&list[part]),
        }
    }

    /// Whether all numbers fit into two bytes.
    pub fn is_small(&self) -> bool {
        matches!(self, Whole::Small(_))
    }
}

/// Not 0 if the number needs more than two bytes.
fn misfit_of(number: i64) -> i64 {
    i64::from(number as i16) ^ number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_whatever_their_size() {
        let parts: [&[i64]; 4] = [
            &[1, -2, 32_767, -32_768],
            &[],
            &[5, 32_768],
            &[-32_769, 3, i64::MAX],
        ];
        let (mut whole, mut all) = (Whole::default(), Vec::new());
        for part in parts {
            whole.extend(part);
            all.extend_from_slice(part);
            let mut read = Vec::new();
            whole.read(0..whole.len(), &mut read);
            assert_eq!(read, all);
            assert_eq!(whole.is_small(), all.len() < 5);
        }
        let mut read = Vec::new();
        whole.read(3..6, &mut read);
        assert_eq!(read, [-32_768, 5, 32_768]);
    }
}
