//! The sentence that says why a player chooses as it does.

use super::{Explanation, RankedPlacement};
use crate::game::rules::{Suicide, Ties};

/// Of what speaks for a placement, the features that make up this share are named.
const DECIDING: f64 = 0.8;

impl Explanation {
    /// Why the first placement is the choice, in a sentence or two.
    pub fn why(&self) -> String {
        match &self.band {
            None => self.why_of_placements(),
            Some(band) => format!("{} {band}", self.why_of_placements()),
        }
    }

    fn why_of_placements(&self) -> String {
        let [best, rest @ ..] = &self.placements[..] else {
            return "The piece has no place.".to_string();
        };
        let Some(second) = rest.first() else {
            return "It is the only placement.".to_string();
        };
        if best.value.is_none() {
            return "Every placement ends the game; this one has the best rating.".to_string();
        }
        if second.value.is_none() {
            return "Every other placement ends the game.".to_string();
        }
        if best.value == second.value {
            return self.why_of_ties();
        }
        if best.ends && self.suicide == Suicide::Zero {
            return "It ends the game, which the rules rate 0; every other placement is rated \
                    lower."
                .to_string();
        }
        if second.ends && self.suicide == Suicide::Zero {
            return "The second ends the game, which the rules rate 0; the best is rated higher."
                .to_string();
        }
        match self.plies {
            1 => self.why_of_terms(best, second),
            _ => self.why_of_search(best, second),
        }
    }

    fn why_of_ties(&self) -> String {
        let best = self.placements[0].value;
        let tied = self.placements.iter().filter(|one| one.value == best);
        let settled = match self.ties {
            Ties::First => "the first that is tried is taken",
            Ties::Random => "chance decides",
            Ties::Dellacherie => "Dellacherie's order of preference decides",
        };
        format!(
            "{} placements have the same value: {settled}.",
            tied.count()
        )
    }

    fn why_of_terms(&self, best: &RankedPlacement, second: &RankedPlacement) -> String {
        let lead = best.rating - second.rating;
        let mut shares: Vec<(String, f64)> = best
            .terms
            .iter()
            .zip(&second.terms)
            .map(|(of_best, of_second)| (of_best.name(), of_best.adds - of_second.adds))
            .filter(|(_, more)| *more != 0.0)
            .collect();
        // A function of the search scores moves, or the rounding of scores alone decides.
        if shares.is_empty() || lead <= 0.0 {
            return "Its score is higher.".to_string();
        }
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        let split = shares.partition_point(|(_, more)| *more > 0.0);
        let (for_best, against) = shares.split_at(split);
        let mut text = format!(
            "It leads the second by {}: {}",
            number(lead),
            listed(for_best.iter())
        );
        if !against.is_empty() {
            text += &format!(", against {}", listed(against.iter().rev()));
        }
        text + "."
    }

    fn why_of_search(&self, best: &RankedPlacement, second: &RankedPlacement) -> String {
        let (Some(first), Some(next)) = (best.value, second.value) else {
            unreachable!("placements without a value were looked at before");
        };
        if first.doom != next.doom {
            return "Fewer of the pieces that may follow fit nowhere after it.".to_string();
        }
        let lead = self.rating_of(first) - self.rating_of(next);
        let rank = self.rank_by_rating(best);
        let alone = match rank {
            0 => "its own move has the best rating too".to_string(),
            rank => format!(
                "by the rating of its own move alone it is number {}",
                rank + 1
            ),
        };
        format!(
            "Looking at {} pieces, it leads the second by {}; {alone}.",
            self.plies,
            number(lead)
        )
    }
}

/// The first of some shares that make up most of them, the largest first.
fn listed<'a>(shares: impl Iterator<Item = &'a (String, f64)> + Clone) -> String {
    let total: f64 = shares.clone().map(|(_, more)| more).sum();
    let mut named = Vec::new();
    let mut sum = 0.0;
    for (name, more) in shares {
        if sum / total >= DECIDING {
            break;
        }
        sum += more;
        let sign = if *more > 0.0 { "+" } else { "−" };
        named.push(format!("{name} {sign}{}", number(more.abs())));
    }
    match &named[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        named => named.join(""),
    }
}

/// A number from 0 up in about four digits.
fn number(number: f64) -> String {
    let places = match number {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 1.0 || size == 0.0 => 2,
        size if size >= 0.001 => 4,
        _ => return format!("{number:.2e}"),
    };
    let text = format!("{number:.places$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}
