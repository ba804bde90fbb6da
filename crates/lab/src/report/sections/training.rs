//! Training curves: the fitness of each generation from the worst to the best.

use super::super::contents::{Contents, RunCurve};
use super::super::html::{escaped, figure};
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, spread_apart};
use super::super::rows::in_both_widths;
use super::Section;
use crate::numbers::{brief, counted, short};
use crate::records::labels;
use crate::training::{Experiment, GenerationLine};

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let mut body = String::new();
    let runs = contents.runs.iter();
    let names: Vec<_> = runs.map(|run| (run.name, run.fingerprint)).collect();
    for (run, label) in contents.runs.iter().zip(labels(&names)) {
        let (Some(first), Some(last)) = (run.generations.first(), run.generations.last()) else {
            continue;
        };
        let generations = counted(run.generations.len() as u64, "generation", "generations");
        let moves = short(last.total_moves as f64);
        body += &format!("<h3>{}</h3>\n", escaped(&label));
        let drawing = in_both_widths(|width| curves(run, width));
        let probe = match run
            .generations
            .iter()
            .any(|one| one.mean_candidate.is_some())
        {
            true => " Dots: the mean of the distribution, played for the log.",
            false => "",
        };
        let changes = match run
            .generations
            .windows(2)
            .any(|pair| pair[0].stage != pair[1].stage)
        {
            true => " Upright lines: the curriculum goes on to the board that is named.",
            false => "",
        };
        let alone = run.generations.iter().all(|one| one.candidates == 1);
        let caption = match alone {
            true => format!(
                "The mean of every iteration’s controller over {generations} and {moves} moves{}. Methods that fit values oscillate; the last controller and the best of the last iterations are measured again on fresh seeds.",
                level_line(run)
            ),
            false => format!(
                "Fitness of the candidates over {generations} and {moves} moves: worst, best and mean as lines, the median dotted, and the band of the middle half.{changes} The best went from {} to {}; the best of many noisy scores flatters itself, so results are measured again on fresh seeds.{probe}",
                brief(first.fitness.best),
                brief(last.fitness.best)
            ),
        };
        body += &figure(&drawing, &caption);
        body += &scalars(last);
        if let Some(text) = run.experiment {
            let print = match run.fingerprint {
                Some(print) => format!("fingerprint {}", print.short()),
                None => "identity unknown".to_string(),
            };
            body += &format!(
                "<details><summary>The experiment ({print})</summary><pre>{}</pre></details>\n",
                escaped(text.trim_end())
            );
        }
    }
    Section::new("training", "Training", body)
}

/// The lines that the source of a run's experiment reports.
fn reported(run: &RunCurve) -> Option<f64> {
    Experiment::from_toml(run.experiment?).ok()?.reported()
}

fn level_line(run: &RunCurve) -> &'static str {
    match reported(run) {
        Some(_) => "; the level line is what the source reports",
        None => "",
    }
}

/// What a learner says of its last iteration.
fn scalars(last: &GenerationLine) -> String {
    let all = &last.distribution.scalars;
    if last.candidates != 1 || all.is_empty() {
        return String::new();
    }
    let rank = last.rank();
    let words = all
        .iter()
        .filter_map(|(name, value)| match (&**name, rank) {
            ("rank", Some((rank, unknowns))) => Some(format!("rank {rank} of {unknowns}")),
            ("unknowns", Some(_)) => None,
            _ => Some(format!("{name} {}", brief(*value))),
        });
    let words = words.collect::<Vec<_>>().join(" · ");
    format!("<p>The last iteration: {}</p>\n", escaped(&words))
}

/// The scale of fitness: logarithmic, from the least number above zero; linear where there are
/// negative ones.
pub(in super::super) fn growth_scale(values: &[f64], bottom: f64, top: f64, ticks: usize) -> Scale {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let greatest = finite().fold(f64::NEG_INFINITY, f64::max);
    let least = finite().fold(f64::INFINITY, f64::min);
    if least < 0.0 || greatest <= 0.0 {
        return Scale::linear(least, greatest, bottom, top).rounded(ticks);
    }
    let floor = finite()
        .filter(|value| *value > 0.0)
        .fold(f64::INFINITY, f64::min);
    // Lines below one are next to nothing; a single such mean is not to stretch the axis.
    let floor = floor
        .max((greatest / 1e7).min(1.0))
        .max(0.1_f64.min(greatest / 10.0));
    Scale::logarithmic(floor, greatest, bottom, top).rounded(ticks)
}

fn curves(run: &RunCurve, width: f64) -> Svg {
    let narrow = width < 500.0;
    let height = if narrow { 300.0 } else { 400.0 };
    let lines = &run.generations;
    let last = lines.last().map_or(1.0, |one| one.generation as f64);
    let last = last.max(1.0);
    let values: Vec<f64> = lines
        .iter()
        .flat_map(|one| {
            [
                one.fitness.worst,
                one.fitness.best,
                one.fitness.mean,
                one.fitness.lower_quartile,
            ]
        })
        .chain(reported(run))
        .collect();
    let (left, right, top, bottom) = (
        52.0,
        width - if narrow { 52.0 } else { 110.0 },
        30.0,
        height - 46.0,
    );
    let ticks = if narrow { 5 } else { 6 };
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(0.0, last, left, right),
            ticks: if narrow { 4 } else { 8 },
            label: "generation".to_string(),
        },
        y: Axis {
            scale: growth_scale(&values, bottom, top, ticks),
            ticks,
            label: "fitness".to_string(),
        },
        left,
        right,
        top,
        bottom,
    };
    let title = format!("Training curve: {}", run.name);
    let description = format!(
        "Fitness over {} generations, from the worst candidate to the best.",
        lines.len()
    );
    let mut svg = Svg::new(width, height, &title, &description);
    frame.draw(&mut svg);
    stages(&mut svg, &frame, lines);
    let at = |read: fn(&GenerationLine) -> f64| -> Vec<(f64, f64)> {
        let points = lines.iter().map(|one| (one.generation as f64, read(one)));
        points.collect()
    };
    let quartiles = |one: &&GenerationLine| {
        let fitness = &one.fitness;
        let x = one.generation as f64;
        (x, fitness.lower_quartile, fitness.upper_quartile)
    };
    let band: Vec<_> = lines.iter().map(quartiles).collect();
    frame.band(&mut svg, "band", &band);
    let worst = at(|one| one.fitness.worst);
    let mean = at(|one| one.fitness.mean);
    let best = at(|one| one.fitness.best);
    frame.curve(&mut svg, "curve worst", &worst);
    frame.curve(&mut svg, "curve median", &at(|one| one.fitness.median));
    frame.curve(&mut svg, "curve mean", &mean);
    frame.curve(&mut svg, "curve best", &best);
    for one in lines {
        if let Some(value) = one.mean_candidate {
            svg.disc("probe", frame.at(one.generation as f64, value), 2.2, "");
        }
    }
    let curves: &[(&str, &[(f64, f64)])] = match lines.iter().all(|one| one.candidates == 1) {
        true => &[("mean", &mean)],
        false => &[("best", &best), ("mean", &mean), ("worst", &worst)],
    };
    name_curves(&mut svg, &frame, curves, narrow);
    level(&mut svg, &frame, reported(run));
    svg
}

/// A level line at what the source of the experiment reports.
fn level(svg: &mut Svg, frame: &Frame, reported: Option<f64>) {
    if let Some(reported) = reported {
        let y = frame.y.scale.at(reported);
        svg.line("reference", (frame.left, y), (frame.right, y));
        let text = format!("reported {}", brief(reported));
        svg.text("mark", (frame.left + 6.0, y - 5.0), Anchor::Start, &text);
    }
}

/// The names of curves at their ends, with their last values where there is room.
fn name_curves(svg: &mut Svg, frame: &Frame, curves: &[(&str, &[(f64, f64)])], narrow: bool) {
    let wanted: Vec<f64> = curves
        .iter()
        .map(|(_, curve)| {
            let last = curve.last();
            last.map_or(frame.top, |(_, value)| frame.y.scale.at(*value))
        })
        .collect();
    let places = spread_apart(&wanted, 15.0, frame.top, frame.bottom);
    for ((name, curve), y) in curves.iter().zip(places) {
        let value = curve.last().map_or(f64::NAN, |(_, value)| *value);
        let text = match narrow {
            true => name.to_string(),
            false => format!("{name} {}", brief(value)),
        };
        let class = format!("end {name}");
        svg.text(&class, (frame.right + 8.0, y + 4.0), Anchor::Start, &text);
    }
}

/// Lines where the stage of the curriculum changes, with the board of each.
fn stages(svg: &mut Svg, frame: &Frame, lines: &[&GenerationLine]) {
    let several = lines.windows(2).any(|pair| pair[0].stage != pair[1].stage);
    if !several {
        return;
    }
    let mut before = None;
    for one in lines {
        if before != Some(one.stage) {
            let x = frame.x.scale.at(one.generation as f64);
            svg.line("stage", (x, frame.top), (x, frame.bottom));
            let board = one.board.replace('x', "×");
            svg.text("mark", (x + 5.0, frame.top + 10.0), Anchor::Start, &board);
        }
        before = Some(one.stage);
    }
}
