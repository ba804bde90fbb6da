//! How often a rating disagrees with the player.

use super::data::Turn;
use super::{Model, PreferenceLearning, net_of};
use crate::learners::method::Log;
use crate::learners::setting::Setting;
use crate::nets::Trace;

/// The pairs of a chosen placement and another that a rating puts in the wrong order, or makes
/// equal: of the turns that were learnt from, and of those of the test.
#[derive(Default)]
pub(super) struct Wrong {
    wrong: [u64; 2],
    pairs: [u64; 2],
}

impl Wrong {
    pub(super) fn of(
        setting: &Setting,
        parameters: &PreferenceLearning,
        genes: &[f64],
        turns: &[Turn],
    ) -> Wrong {
        let values = setting.values();
        let net = match parameters.model {
            Model::Linear => None,
            Model::Net => Some(net_of(setting, parameters, genes)),
        };
        let mut trace = Trace::default();
        let mut rated = |row: &[i64]| match &net {
            None => values.rated(genes, row),
            Some(net) => net.forward(&values.real(row), &mut trace)[0],
        };
        let mut found = Wrong::default();
        for turn in turns {
            let mut rows = turn.rows.chunks_exact(values.count());
            let chosen = rows.next().map_or(0.0, &mut rated);
            let of = usize::from(turn.test);
            for row in rows {
                found.pairs[of] += 1;
                found.wrong[of] += u64::from(rated(row) >= chosen);
            }
        }
        found
    }

    pub(super) fn add_to(&self, log: &mut Log) {
        for (of, name) in ["wrong", "wrong-test"].into_iter().enumerate() {
            if self.pairs[of] > 0 {
                let share = self.wrong[of] as f64 / self.pairs[of] as f64;
                log.insert(name.to_string(), share);
            }
        }
    }
}
