//! The score of a move: an exact whole number, the same on every machine and backend.
//!
//! Weights and tables are multiplied by one power of two, as large as keeps every score the board
//! allows within 31 bits, and rounded. A score is their whole-number sum, and whole-number sums
//! have no order: lanes, warps and tables may add as they like and still agree to the last bit.

use std::sync::Arc;

use crate::game::board::Size;
use crate::game::moves::Move;
use crate::rating::features::{Kind, Reading, Unit};
use crate::rating::{Bands, Function, Net, Rating, RatingError};

/// A rating made ready for a board size.
#[derive(Clone, Debug)]
pub struct Scorer {
    bands: Bands,
    /// The terms in each band.
    terms: Vec<Vec<ScoredTerm>>,
    net: Option<Arc<Net>>,
    scale: i32,
    rounding: f64,
}

/// One value of a feature and what it adds to the score.
#[derive(Clone, Debug)]
pub struct ScoredTerm {
    /// The feature with its modifiers.
    pub reading: Reading,
    /// Which of its values.
    pub index: usize,
    /// What that value adds.
    pub scores: Scores,
}

/// What a value of a feature adds to the score.
#[derive(Clone, Debug)]
pub enum Scores {
    /// A weight times the whole number that [`Reading::raw`] reads.
    Weight(i32),
    /// One score for each whole number, from `first` upwards.
    Table {
        /// The number the first score is for.
        first: i32,
        /// The scores.
        scores: Box<[i32]>,
    },
    /// The function of the real value, scaled and rounded once: for the true ratios.
    Real {
        /// The function, weight included.
        function: Function,
        /// Two to the scale.
        factor: f64,
    },
}

impl ScoredTerm {
    /// What the term adds to the score of a move.
    pub fn score(&self, played: &Move) -> i32 {
        self.scores.of(self, played)
    }
}

impl Scores {
    fn of(&self, term: &ScoredTerm, played: &Move) -> i32 {
        match self {
            Scores::Weight(weight) => weight * term.reading.raw(played, term.index),
            Scores::Table { first, scores } => {
                scores[(term.reading.raw(played, term.index) - first) as usize]
            }
            Scores::Real { function, factor } => {
                rounded(function.at(term.reading.value(played, term.index)) * factor) as i32
            }
        }
    }
}

/// Halves away from zero, as `f64::round`, in a wide whole number.
fn rounded(value: f64) -> i64 {
    value.round() as i64
}

/// How a term becomes whole numbers, before the scale is known.
enum Plan {
    /// The real weight of the whole number, and its greatest size.
    Weight(f64, i64),
    /// The real scores, from a first whole number.
    Table(i32, Vec<f64>),
    /// The function, and the greatest size of its value.
    Real(Function, f64),
}

impl Plan {
    fn new(
        reading: &Reading,
        index: usize,
        function: &Function,
        size: Size,
    ) -> Result<Plan, RatingError> {
        let (least, greatest) = reading.range(size);
        let divisor = reading.feature.unit.divisor(size);
        if let (Some(weight), Some(divisor), false) = (function.weight(), divisor, reading.squared)
        {
            let most = i64::from(least.abs().max(greatest.abs()));
            return Ok(Plan::Weight(weight / f64::from(divisor), most));
        }
        // The difference of two radial functions is no function of the difference of their
        // arguments.
        let tabled = divisor.is_some() || reading.feature.unit == Unit::Radial && !reading.delta;
        if tabled {
            let score = |raw| {
                let value = reading.feature.unit.value(raw, index, size);
                function.at(if reading.squared {
                    value * value
                } else {
                    value
                })
            };
            let scores: Vec<f64> = (least..=greatest).map(score).collect();
            if let Some(found) = scores.iter().find(|score| score.is_nan()) {
                return Err(RatingError::NotFinite {
                    feature: reading.to_string(),
                    found: *found,
                });
            }
            return Ok(Plan::Table(least, scores));
        }
        let (low, high) = match reading.feature.unit {
            Unit::Radial => (-1.0, 1.0),
            _ => (f64::from(least), f64::from(greatest)),
        };
        let greatest = match reading.squared {
            true => function.greatest(0.0, (low * low).max(high * high)),
            false => function.greatest(low, high),
        };
        let greatest = greatest.ok_or_else(|| RatingError::NoGreatest(reading.to_string()))?;
        Ok(Plan::Real(function.clone(), greatest))
    }

    /// The greatest size of the real score.
    fn most(&self) -> f64 {
        match self {
            Plan::Weight(weight, most) => weight.abs() * *most as f64,
            Plan::Table(_, scores) => scores.iter().fold(0.0, |most, s| s.abs().max(most)),
            Plan::Real(_, most) => *most,
        }
    }

    /// The greatest size of the whole-number score under a factor.
    fn most_scaled(&self, factor: f64) -> i64 {
        match self {
            Plan::Weight(weight, most) => rounded(weight * factor).abs().saturating_mul(*most),
            _ => rounded(self.most() * factor),
        }
    }

    fn scaled(self, factor: f64) -> Scores {
        match self {
            Plan::Weight(weight, _) => Scores::Weight(rounded(weight * factor) as i32),
            Plan::Table(first, scores) => Scores::Table {
                first,
                scores: scores.iter().map(|s| rounded(s * factor) as i32).collect(),
            },
            Plan::Real(function, _) => Scores::Real { function, factor },
        }
    }
}

impl Scorer {
    /// Makes a rating ready for a board size.
    ///
    /// # Errors
    ///
    /// If the rating cannot be played on the board, see [`Rating::check`].
    pub fn new(rating: &Rating, size: Size) -> Result<Scorer, RatingError> {
        rating.check(size)?;
        let bands = 0..rating.bands.count();
        let bands: Result<Vec<_>, _> = bands.map(|band| plans(rating, band, size)).collect();
        let bands = bands?;
        // All bands share the scale, so that their scores can be compared.
        let mut scale: Option<i32> = None;
        for plans in &bands {
            let all = plans.iter().map(|(_, _, plan)| plan);
            let of_band = match &rating.net {
                Some(net) => scale_beside(all, net.scale, net.check(size)?.score)?,
                None if plans.is_empty() => continue,
                None => scale_for(all)?,
            };
            scale = Some(scale.map_or(of_band, |scale| scale.min(of_band)));
        }
        let scale = scale.unwrap_or(0);
        let factor = libm::exp2(f64::from(scale));
        let rounding = bands
            .iter()
            .flatten()
            .filter_map(|(_, _, plan)| match plan {
                Plan::Weight(weight, _) => {
                    let exact = weight * factor;
                    Some(((rounded(exact) as f64 - exact) / exact).abs())
                }
                _ => None,
            })
            .fold(0.0, f64::max);
        let scored = |(reading, index, plan): (Reading, usize, Plan)| ScoredTerm {
            reading,
            index,
            scores: plan.scaled(factor),
        };
        let terms = bands
            .into_iter()
            .map(|plans| plans.into_iter().map(scored).collect());
        Ok(Scorer {
            bands: rating.bands.clone(),
            terms: terms.collect(),
            net: rating.net.clone(),
            scale,
            rounding,
        })
    }

    /// The sum of some terms, whose scores are whole numbers already.
    pub(crate) fn of_terms(terms: Vec<ScoredTerm>) -> Scorer {
        Scorer {
            bands: Bands::default(),
            terms: vec![terms],
            net: None,
            scale: 0,
            rounding: 0.0,
        }
    }

    /// The bands of danger; one where a score does not depend on that.
    pub fn bands(&self) -> &Bands {
        &self.bands
    }

    /// The terms in a band, from 0.
    pub fn terms(&self, band: usize) -> &[ScoredTerm] {
        &self.terms[band]
    }

    /// The terms that rate a move.
    fn terms_of(&self, played: &Move) -> &[ScoredTerm] {
        self.terms(self.bands.of(&played.before))
    }

    /// The net, if there is one.
    pub fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }

    /// Scores are ratings times two to this power, rounded.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// The largest relative rounding of a weight.
    pub fn largest_rounding(&self) -> f64 {
        self.rounding
    }

    /// The score of a move.
    pub fn score(&self, played: &Move) -> i32 {
        let terms = self.terms_of(played).iter();
        let of_terms: i32 = terms.map(|term| term.score(played)).sum();
        of_terms + self.net.as_ref().map_or(0, |net| net.score(played))
    }

    /// The part of the score that comes from move features. A net has no such part: where it
    /// matters, nets that read the move are refused.
    pub fn move_score(&self, played: &Move) -> i32 {
        self.terms_of(played)
            .iter()
            .filter(|term| term.reading.feature.kind() == Kind::Move)
            .map(|term| term.score(played))
            .sum()
    }
}

/// The terms of a rating in a band, but for those that add nothing there.
fn plans(
    rating: &Rating,
    band: usize,
    size: Size,
) -> Result<Vec<(Reading, usize, Plan)>, RatingError> {
    let mut plans = Vec::new();
    for term in &rating.terms {
        for (index, function) in term.functions.iter().enumerate() {
            let function = function.in_band(band);
            if !function.is_zero() {
                let plan = Plan::new(&term.reading, index, &function, size)?;
                plans.push((term.reading, index, plan));
            }
        }
    }
    Ok(plans)
}

/// The scale of a net, if the scores of the terms beside it leave its own `most` room.
fn scale_beside<'a>(
    plans: impl Iterator<Item = &'a Plan>,
    scale: i32,
    most: i64,
) -> Result<i32, RatingError> {
    let factor = libm::exp2(f64::from(scale));
    let total = plans.fold(most, |total, plan| {
        total.saturating_add(plan.most_scaled(factor))
    });
    match total <= i64::from(i32::MAX) {
        true => Ok(scale),
        false => Err(RatingError::BesideNet),
    }
}

/// The largest power of two under which the sum of the greatest scores stays within 31 bits.
fn scale_for<'a>(plans: impl Iterator<Item = &'a Plan> + Clone) -> Result<i32, RatingError> {
    const LIMIT: f64 = i32::MAX as f64;
    let most: f64 = plans.clone().map(Plan::most).sum();
    if most == 0.0 {
        return Ok(0);
    }
    if most.is_nan() || most >= libm::exp2(90.0) {
        return Err(RatingError::TooLarge);
    }
    // Beyond 2^90 there is nothing to gain: weights that small are the rounding of others.
    let mut scale = (-90..=90)
        .rev()
        .find(|scale| most * libm::exp2(f64::from(*scale)) <= LIMIT)
        .expect("the greatest score is below 2^90")
        + 1;
    let fits = |scale: i32| {
        let factor = libm::exp2(f64::from(scale));
        let total = plans.clone().fold(0i64, |total, plan| {
            total.saturating_add(plan.most_scaled(factor))
        });
        total <= i64::from(i32::MAX)
    };
    while !fits(scale) {
        scale -= 1;
    }
    Ok(scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Piece;
    use crate::rating::features::testing::dropped;
    use crate::rating::{LINEAR, Term};

    fn linear(weights: &[(&str, f64)]) -> Rating {
        let terms = weights.iter().map(|(name, weight)| Term {
            reading: Reading::named(name).unwrap(),
            functions: vec![Function::linear(*weight)],
        });
        Rating::sum(&LINEAR, terms.collect())
    }

    #[test]
    fn the_scale_is_the_largest_that_fits() {
        let rating = linear(&[("holes", -4.0), ("landing-height", -1.0)]);
        let scorer = Scorer::new(&rating, Size::STANDARD).unwrap();
        // 4·240 + 48/2 = 984, and 984·2^21 < 2^31 < 984·2^22.
        assert_eq!(scorer.scale(), 21);
        assert_eq!(scorer.largest_rounding(), 0.0);
    }

    #[test]
    fn a_score_is_the_scaled_rating() {
        let rating = linear(&[
            ("holes", -4.0),
            ("landing-height", -1.0),
            ("mean-height", 0.3),
        ]);
        let scorer = Scorer::new(&rating, Size::new(4, 4).unwrap()).unwrap();
        let played = dropped("....\n....\n#...\n#..#", Piece::O, 0, 0, &[]);
        let exact = rating.real(&played) * f64::from(scorer.scale()).exp2();
        assert!((f64::from(scorer.score(&played)) - exact).abs() <= 0.5 * 16.0);
    }

    #[test]
    fn tiny_and_huge_weights_are_scaled_alike() {
        let small = Scorer::new(&linear(&[("holes", -1e-9)]), Size::STANDARD).unwrap();
        let large = Scorer::new(&linear(&[("holes", -1e9)]), Size::STANDARD).unwrap();
        assert!(small.scale() > 0 && large.scale() < 0);
        let huge = Scorer::new(&linear(&[("holes", -1e300)]), Size::STANDARD);
        assert_eq!(huge.unwrap_err(), RatingError::TooLarge);
        assert_eq!(
            Scorer::new(&linear(&[("holes", 0.0)]), Size::STANDARD)
                .unwrap()
                .scale(),
            0
        );
    }

    #[test]
    fn ratios_are_rounded_once() {
        let rating = linear(&[("mean-cell-height", 1.0)]);
        let scorer = Scorer::new(&rating, Size::new(4, 4).unwrap()).unwrap();
        let played = dropped("....\n....\n....\n#...", Piece::O, 0, 0, &[]);
        let exact = rating.real(&played) * f64::from(scorer.scale()).exp2();
        assert_eq!(f64::from(scorer.score(&played)), exact.round());
    }
}
