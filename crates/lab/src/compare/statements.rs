//! What a comparison shows, in sentences.

use super::{Compared, Pair};
use crate::numbers::whole;
use crate::records::Caveat;
use crate::statistics::Interval;

impl Compared {
    /// What the comparison shows, a sentence a pair. Neither of two is called better where one of
    /// them has a caveat.
    pub fn statements(&self) -> Vec<String> {
        let labels = self.labels();
        self.pairs
            .iter()
            .map(|pair| self.statement(pair, &labels))
            .collect()
    }

    fn statement(&self, pair: &Pair, labels: &[String]) -> String {
        let name = |row: usize| format!("{} ({})", labels[row], self.rows[row].search);
        let (better, worse) = (name(pair.better), name(pair.worse));
        let Interval { low, high } = pair.comparison.interval;
        let doubts = self.doubts(pair, labels);
        match (pair.told_apart, pair.comparison.ratio, pair.games_needed) {
            (true, Some(ratio), _) if doubts.is_empty() => format!(
                "{better} makes {ratio:.2} times the lines of {worse} ({low:.2} to {high:.2})."
            ),
            (true, Some(ratio), _) => format!(
                "The mean of {better} is {ratio:.2} times that of {worse} ({low:.2} to {high:.2}), but neither can be called better ({doubts})."
            ),
            (true, None, _) if doubts.is_empty() => format!(
                "{better} makes at least {low:.2} times the lines of {worse}, which made none."
            ),
            (true, None, _) if self.only_never_lost(pair) => format!(
                "The mean of {better} is at least {low:.2} times that of {worse}: it was never lost."
            ),
            (false, _, Some(games)) if doubts.is_empty() => format!(
                "{better} and {worse} cannot be told apart (ratio {low:.2} to {high:.2}): about {} games each would decide it.",
                whole(games)
            ),
            (false, Some(_), None) if doubts.is_empty() && self.by_climbs(pair) => format!(
                "{better} and {worse} cannot be told apart (ratio {low:.2} to {high:.2}): more climbs are needed."
            ),
            (false, _, None) if doubts.is_empty() => format!(
                "{better} and {worse} cannot be told apart, and these games do not say how many more would decide it."
            ),
            _ => format!("{better} and {worse} cannot be told apart ({doubts})."),
        }
    }

    fn by_climbs(&self, pair: &Pair) -> bool {
        let rows = [pair.better, pair.worse];
        rows.iter().any(|&row| self.rows[row].climbs.is_some())
    }

    /// Whether the only caveat of a pair is that no game of the first was lost: then the bound of
    /// their ratio holds.
    fn only_never_lost(&self, pair: &Pair) -> bool {
        let barring = |row: usize| {
            let caveats = self.rows[row].caveats.iter();
            caveats.filter(|caveat| !caveat.allows_best())
        };
        barring(pair.better).all(|caveat| *caveat == Caveat::NoGameLost)
            && barring(pair.worse).next().is_none()
    }

    /// The caveats for which neither of two can be called better, by the labels of the rows; empty
    /// where there are none.
    pub fn doubts(&self, pair: &Pair, labels: &[String]) -> String {
        let rows = [pair.better, pair.worse].into_iter().filter_map(|row| {
            let caveats = self.rows.get(row)?.caveats.iter();
            let names: Vec<&str> = caveats
                .filter(|caveat| !caveat.allows_best())
                .map(Caveat::name)
                .collect();
            (!names.is_empty()).then(|| format!("{}: {}", labels[row], names.join(", ")))
        });
        rows.collect::<Vec<_>>().join("; ")
    }
}
