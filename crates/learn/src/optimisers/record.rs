//! The games of every genome seen.
//!
//! Amundsen (2014, §5.2) found that a genome which is proposed again (an elite, or by chance) and
//! keeps the best of its noisy scores halts evolution. Here its games are pooled, never replaced,
//! so that its fitness gets surer, not luckier.

use super::fitness::{Fitness, GameCount, Sums};
use super::space::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What makes two genomes the same controller: the genes of the features that are on, bit by bit.
pub(super) type Key = Vec<Option<u64>>;

/// The key of a genome.
pub(super) fn key(space: &Space, genes: &[f64], enabled: &[bool]) -> Key {
    genes
        .iter()
        .enumerate()
        .map(|(gene, value)| {
            let on = enabled.is_empty() || enabled[space.feature(gene)];
            // Adding 0 turns -0 into 0.
            on.then(|| (value + 0.0).to_bits())
        })
        .collect()
}

/// The games of every genome seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Record {
    entries: Vec<Entry>,
    #[serde(skip)]
    index: BTreeMap<Key, usize>,
}

/// One genome with its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub id: u64,
    pub genes: Vec<f64>,
    pub enabled: Vec<bool>,
    pub sums: Sums,
}

impl Record {
    /// Makes the index of a record that was read back; false where a genome does not fit.
    pub(super) fn index(&mut self, space: &Space) -> bool {
        let features = space.features().len();
        let bits = if space.selection() { features } else { 0 };
        self.index.clear();
        for (place, entry) in self.entries.iter().enumerate() {
            if entry.genes.len() != space.genes() || entry.enabled.len() != bits {
                return false;
            }
            let key = key(space, &entry.genes, &entry.enabled);
            self.index.insert(key, place);
        }
        true
    }

    /// Adds games to a genome's and gives back all of them.
    pub(super) fn pool(
        &mut self,
        space: &Space,
        id: u64,
        genes: &[f64],
        enabled: &[bool],
        games: &[GameCount],
    ) -> Sums {
        let key = key(space, genes, enabled);
        let place = *self.index.entry(key).or_insert_with(|| {
            self.entries.push(Entry {
                id,
                genes: genes.to_vec(),
                enabled: enabled.to_vec(),
                sums: Sums::default(),
            });
            self.entries.len() - 1
        });
        let sums = &mut self.entries[place].sums;
        sums.add(games);
        *sums
    }

    /// The games of a genome.
    pub(super) fn sums(&self, space: &Space, genes: &[f64], enabled: &[bool]) -> Sums {
        match self.index.get(&key(space, genes, enabled)) {
            Some(&place) => self.entries[place].sums,
            None => Sums::default(),
        }
    }

    /// The fittest genome; of equals the first seen.
    pub(super) fn best(&self, fitness: Fitness) -> Option<&Entry> {
        let mut best: Option<&Entry> = None;
        for entry in &self.entries {
            if best.is_none_or(|best| fitness.of(&entry.sums) > fitness.of(&best.sums)) {
                best = Some(entry);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(lines: u64) -> GameCount {
        GameCount {
            lines,
            pieces: 0,
            finished: true,
        }
    }

    #[test]
    fn games_of_a_genome_are_pooled() {
        let space = Space::new(vec![1, 2], super::super::Shape::Linear, true).unwrap();
        let mut record = Record::default();
        let genes = [1.0, 2.0, 3.0];
        record.pool(&space, 1, &genes, &[true, true], &[game(10)]);
        let both = record.pool(&space, 2, &genes, &[true, true], &[game(2), game(3)]);
        assert_eq!(Fitness::Lines.of(&both), 5.0);
        let other = record.pool(&space, 3, &genes, &[true, false], &[game(7)]);
        assert_eq!(other.games(), 1, "another feature set is another genome");
        // The weights of a feature that is off do not matter.
        let off = record.sums(&space, &[1.0, 8.0, 9.0], &[true, false]);
        assert_eq!(off.games(), 1);
        assert_eq!(record.best(Fitness::Lines).unwrap().id, 3);
        let text = serde_json::to_string(&record).unwrap();
        let mut read: Record = serde_json::from_str(&text).unwrap();
        assert!(read.index(&space));
        assert_eq!(read, record);
    }
}
