//! How many 95 % intervals of a ratio of means hold the true ratio. Games are drawn from geometric
//! laws, whole or cut, so that the true means are known.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example ratios -- REPEATS [METHOD …]
//! cargo run --release -p tetrarium-lab --example ratios -- 2000
//! ```
//!
//! Methods: melded (the one that `compare` uses, the default), f (the F interval, which takes lines
//! for continuous), mover (Zou & Donner 2008, from the intervals of both means), bounds (of
//! both means at √95 %).

use tetrarium_lab::Measurement;
use tetrarium_lab::compare::Ratio;
use tetrarium_lab::compare::coverage::{Cell, ratio_coverage};
use tetrarium_lab::statistics::{Comparison, Interval, Level, Tally, geometric_interval};

const MEANS: [f64; 7] = [0.05, 0.3, 1.0, 4.0, 20.0, 300.0, 5000.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [repeats, methods @ ..] = &words[..] else {
        return Err("REPEATS [METHOD …] are needed".into());
    };
    let repeats: u64 = repeats.parse()?;
    let all = ["melded".to_string()];
    let methods = if methods.is_empty() { &all } else { methods };
    let cells = cells();
    for method in methods {
        let interval = match method.as_str() {
            "melded" => melded,
            "f" => f_interval,
            "mover" => mover,
            "bounds" => bounds,
            other => return Err(format!("there is no method {other}").into()),
        };
        println!("{method}, {repeats} repeats, {} cells", cells.len());
        println!(
            "| means | games each | cut after | hold the ratio | below, above | one-sided | ± |"
        );
        let (mut least, mut shares) = (1.0_f64, Vec::new());
        for &cell in &cells {
            let found = ratio_coverage(cell, repeats, 2, interval);
            let share = found.covered as f64 / found.repeats as f64;
            shares.push(share);
            least = least.min(found.p_value);
            let cut = cell
                .cut
                .map(|cut| cut.map_or("–".to_string(), |cut| cut.to_string()));
            println!(
                "| {} and {} | {} | {} | {:.1} % | {}, {} | {} | {:.2} |",
                cell.means[0],
                cell.means[1],
                cell.games,
                cut.join(" and "),
                100.0 * share,
                found.below,
                found.above,
                found.one_sided,
                found.half_width
            );
        }
        shares.sort_by(f64::total_cmp);
        println!(
            "least {:.2} %, median {:.2} %, most {:.2} %; least p {least:.5}, times {} cells {:.3}",
            100.0 * shares[0],
            100.0 * shares[shares.len() / 2],
            100.0 * shares[shares.len() - 1],
            cells.len(),
            (least * cells.len() as f64).min(1.0)
        );
    }
    Ok(())
}

/// Means against themselves, against the next and against the largest, whole and cut.
fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (index, &mean) in MEANS.iter().enumerate() {
        let mut others = vec![mean];
        others.extend(MEANS.get(index + 1));
        if index + 2 < MEANS.len() {
            others.push(MEANS[MEANS.len() - 1]);
        }
        for other in others {
            for games in [10, 50, 400] {
                cells.push(Cell {
                    means: [other, mean],
                    games,
                    cut: [None, None],
                    seed: 0,
                });
            }
            let after = |mean: f64, times: f64| Some(((mean * times).round() as u64).max(1));
            for (times_a, times_b) in [(0.5, 0.5), (2.0, 0.1)] {
                cells.push(Cell {
                    means: [other, mean],
                    games: 50,
                    cut: [after(other, times_a), after(mean, times_b)],
                    seed: 0,
                });
            }
        }
    }
    for (number, cell) in (0..).zip(&mut cells) {
        cell.seed = number << 32;
    }
    cells
}

fn melded(a: &Measurement, b: &Measurement) -> Interval {
    Ratio::of(a, b).comparison.interval
}

/// The same with lines a million times finer, which makes them continuous.
fn f_interval(a: &Measurement, b: &Measurement) -> Interval {
    let finer = |tally: &Tally| Tally {
        lines: tally.lines.saturating_mul(1_000_000),
        ..*tally
    };
    Comparison::of(&finer(&a.tally), &finer(&b.tally), Level::P95).interval
}

fn mover(a: &Measurement, b: &Measurement) -> Interval {
    let of = |tally: &Tally| {
        let interval = geometric_interval(tally.lines, tally.finished, Level::P95, tally.cut > 0);
        tally.mean().filter(|mean| *mean > 0.0).map(|mean| {
            let (low, high) = (mean / interval.low, interval.high / mean);
            (mean, low.ln(), high.ln())
        })
    };
    let (Some((mean_a, low_a, high_a)), Some((mean_b, low_b, high_b))) =
        (of(&a.tally), of(&b.tally))
    else {
        return Interval::UNKNOWN;
    };
    Interval {
        low: mean_a / mean_b * (-low_a.hypot(high_b)).exp(),
        high: mean_a / mean_b * high_a.hypot(low_b).exp(),
    }
}

fn bounds(a: &Measurement, b: &Measurement) -> Interval {
    let level = Level::new(0.95_f64.sqrt()).expect("a level");
    let of = |tally: &Tally| geometric_interval(tally.lines, tally.finished, level, tally.cut > 0);
    let (a, b) = (of(&a.tally), of(&b.tally));
    Interval {
        low: if b.high.is_finite() {
            a.low / b.high
        } else {
            0.0
        },
        high: if b.low > 0.0 {
            a.high / b.low
        } else {
            f64::INFINITY
        },
    }
}
