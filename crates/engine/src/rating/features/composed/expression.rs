//! Expressions over features: their values and bounds, and how they are written.

use std::fmt;

use crate::game::board::{Board, Size};
use crate::game::moves::Move;
use crate::rating::features::feature::{Composition, Kind};
use crate::rating::features::reading::Reading;
use crate::rating::features::values::Unit;

/// How a value is made of those of features.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Number(f64),
    Part(Reading),
    Product(Box<[Expression; 2]>),
    /// The first over the second; 0 where the second is 0.
    Ratio(Box<[Expression; 2]>),
    Min(Vec<Expression>),
    Max(Vec<Expression>),
    /// The first where the second compares so with the third; 0 where not.
    If(Box<[Expression; 3]>, Comparison),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
}

impl Comparison {
    /// The comparisons with their signs.
    pub const ALL: [(&'static str, Comparison); 6] = [
        ("<", Comparison::Less),
        ("<=", Comparison::AtMost),
        (">", Comparison::Greater),
        (">=", Comparison::AtLeast),
        ("=", Comparison::Equal),
        ("!=", Comparison::Unequal),
    ];

    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
        }
    }

    fn sign(self) -> &'static str {
        let mut all = Comparison::ALL.iter();
        let found = all.find(|(_, comparison)| *comparison == self);
        found.expect("all comparisons have a sign").0
    }
}

impl Composition for Expression {
    fn kind(&self) -> Kind {
        let of_move = |part: &Expression| match part {
            Expression::Part(reading) => reading.delta || reading.feature.kind() == Kind::Move,
            _ => false,
        };
        match self.any(&of_move) {
            true => Kind::Move,
            false => Kind::Board,
        }
    }

    fn value(&self, played: &Move) -> f64 {
        self.made_of(&|reading| reading.value(played, 0))
    }

    fn value_of_board(&self, board: &Board, skipped: u32) -> f64 {
        self.made_of(&|reading| {
            let value = reading.feature.value_of_board(board, skipped, 0);
            if reading.squared {
                value * value
            } else {
                value
            }
        })
    }

    fn range(&self, size: Size) -> (i32, i32) {
        let (low, high) = self.bounds(size);
        (low.floor() as i32, high.ceil() as i32)
    }
}

impl Expression {
    /// The value, given those of the features.
    fn made_of(&self, read: &impl Fn(&Reading) -> f64) -> f64 {
        let all = |parts: &[Expression], pick: fn(f64, f64) -> bool| {
            let values = parts.iter().map(|part| part.made_of(read));
            let best = values.reduce(|best, value| if pick(value, best) { value } else { best });
            best.expect("there are two at least")
        };
        match self {
            Expression::Number(number) => *number,
            Expression::Part(reading) => read(reading),
            Expression::Product(both) => {
                let [left, right] = both.each_ref().map(|part| part.made_of(read));
                // 0 times a number below 0 is 0, not -0.
                left * right + 0.0
            }
            Expression::Ratio(both) => match both.each_ref().map(|part| part.made_of(read)) {
                [_, 0.0] => 0.0,
                [over, under] => over / under + 0.0,
            },
            Expression::Min(parts) => all(parts, |value, best| value < best),
            Expression::Max(parts) => all(parts, |value, best| value > best),
            Expression::If(all, comparison) => {
                let [value, left, right] = &**all;
                match comparison.holds(left.made_of(read), right.made_of(read)) {
                    true => value.made_of(read),
                    false => 0.0,
                }
            }
        }
    }

    /// Whether it or something in it is such.
    pub fn any(&self, is_such: &impl Fn(&Expression) -> bool) -> bool {
        let parts: &[Expression] = match self {
            Expression::Number(_) | Expression::Part(_) => &[],
            Expression::Product(both) | Expression::Ratio(both) => &**both,
            Expression::Min(parts) | Expression::Max(parts) => parts,
            Expression::If(all, _) => &**all,
        };
        is_such(self) || parts.iter().any(|part| part.any(is_such))
    }

    /// Whether all its values are whole numbers.
    pub fn is_whole(&self) -> bool {
        match self {
            Expression::Number(number) => number.fract() == 0.0,
            Expression::Part(reading) => reading.feature.unit == Unit::One,
            Expression::Product(both) => both.iter().all(Expression::is_whole),
            Expression::Ratio(_) => false,
            Expression::Min(parts) | Expression::Max(parts) => {
                parts.iter().all(Expression::is_whole)
            }
            Expression::If(all, _) => all[0].is_whole(),
        }
    }

    /// The least and the greatest value on a board. Values and bounds are made by the same
    /// operations, whose roundings keep the order: no value is beyond them.
    pub fn bounds(&self, size: Size) -> (f64, f64) {
        let both = |parts: &[Expression], pick: fn(f64, f64) -> f64| {
            let bounds = parts.iter().map(|part| part.bounds(size));
            let both = bounds.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1)));
            both.expect("there are two at least")
        };
        match self {
            Expression::Number(number) => (*number, *number),
            Expression::Part(reading) => bounds_of(reading, size),
            Expression::Product(both) => {
                let [(a, b), (c, d)] = both.each_ref().map(|part| part.bounds(size));
                hull(&[a * c, a * d, b * c, b * d])
            }
            Expression::Ratio(both) => {
                let [over, under] = both.each_ref().map(|part| part.bounds(size));
                let least = both[1].least_size(size).expect("it is checked when read");
                ratio_bounds(over, under, least)
            }
            Expression::Min(parts) => both(parts, f64::min),
            Expression::Max(parts) => both(parts, f64::max),
            Expression::If(all, _) => {
                let (low, high) = all[0].bounds(size);
                (low.min(0.0), high.max(0.0))
            }
        }
    }

    /// A number that no value other than 0 is smaller than in size; none if there is none.
    pub fn least_size(&self, size: Size) -> Option<f64> {
        match self {
            Expression::Number(0.0) => Some(f64::INFINITY),
            Expression::Number(number) => Some(number.abs()),
            Expression::Part(reading) => {
                let unit = 1.0 / f64::from(reading.feature.unit.divisor(size)?);
                // The difference of two roundings may be a little less than the unit.
                let least = if reading.delta { unit / 2.0 } else { unit };
                Some(if reading.squared {
                    least * least
                } else {
                    least
                })
            }
            Expression::Product(both) => {
                Some(both[0].least_size(size)? * both[1].least_size(size)?)
            }
            Expression::Ratio(both) => {
                let (low, high) = both[1].bounds(size);
                let most = high.max(-low).max(f64::MIN_POSITIVE);
                Some(both[0].least_size(size)? / most)
            }
            Expression::Min(parts) | Expression::Max(parts) => {
                let sizes: Option<Vec<f64>> =
                    parts.iter().map(|part| part.least_size(size)).collect();
                sizes?.into_iter().reduce(f64::min)
            }
            Expression::If(all, _) => all[0].least_size(size),
        }
    }

    /// Writes it, in parentheses if it binds less than the place it stands in: a condition binds
    /// less than a product, a product less than a name.
    fn write(&self, f: &mut fmt::Formatter<'_>, place: u8) -> fmt::Result {
        let binding = match self {
            Expression::If(..) => 0,
            Expression::Product(_) | Expression::Ratio(_) => 1,
            _ => 2,
        };
        let in_list = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[Expression]| {
            for (part, number) in parts.iter().zip(0..) {
                f.write_str(if number == 0 { name } else { ", " })?;
                part.write(f, 0)?;
            }
            Ok(())
        };
        if binding < place {
            f.write_str("(")?;
        }
        match self {
            Expression::Number(number) => write!(f, "{number}")?,
            Expression::Part(reading) => write!(f, "{reading}")?,
            Expression::Product(both) | Expression::Ratio(both) => {
                both[0].write(f, 1)?;
                f.write_str(match self {
                    Expression::Product(_) => " * ",
                    _ => " / ",
                })?;
                both[1].write(f, 2)?;
            }
            Expression::Min(parts) => in_list(f, "min(", parts)?,
            Expression::Max(parts) => in_list(f, "max(", parts)?,
            Expression::If(all, comparison) => {
                all[0].write(f, 1)?;
                f.write_str(" if ")?;
                all[1].write(f, 1)?;
                write!(f, " {} ", comparison.sign())?;
                all[2].write(f, 1)?;
            }
        }
        let in_parentheses = matches!(self, Expression::Min(_) | Expression::Max(_));
        if binding < place || in_parentheses {
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// The least and the greatest value of a feature.
fn bounds_of(reading: &Reading, size: Size) -> (f64, f64) {
    let (least, greatest) = reading.range(size);
    let (low, high) = match reading.feature.unit {
        Unit::Radial if reading.delta => (-1.0, 1.0),
        Unit::Radial => (0.0, 1.0),
        unit => {
            let divisor = f64::from(unit.divisor(size).unwrap_or(1));
            (f64::from(least) / divisor, f64::from(greatest) / divisor)
        }
    };
    match reading.squared {
        false => (low, high),
        true if low < 0.0 && high > 0.0 => (0.0, (low * low).max(high * high)),
        true => hull(&[low * low, high * high]),
    }
}

/// The bounds of a ratio whose denominator is 0 or at least `least` in size.
fn ratio_bounds(over: (f64, f64), under: (f64, f64), least: f64) -> (f64, f64) {
    let mut ends = Vec::new();
    if under.0 <= 0.0 && under.1 >= 0.0 {
        ends.push(0.0);
    }
    let mut add = |low: f64, high: f64| {
        for end in [over.0, over.1] {
            ends.extend([end / low, end / high]);
        }
    };
    if under.1 > 0.0 {
        add(under.0.max(least), under.1);
    }
    if under.0 < 0.0 {
        add(under.0, under.1.min(-least));
    }
    hull(&ends)
}

fn hull(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}
