//! The weights of a run's results: how they changed, and the controller that came of it.

use tetrarium_engine::Controller;

use super::super::contents::{Contents, RunCurve};
use super::super::html::{escaped, figure};
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, spread_apart};
use super::super::rows::in_both_widths;
use super::Section;
use crate::training::Experiment;

/// The most weights whose curves are named; the curves of the others are pale.
const MOST_NAMED: usize = 12;

/// The section. `given` are the controllers that came with the records, those of runs among them.
pub(in super::super) fn section(contents: &Contents, given: &[Controller]) -> Option<Section> {
    let mut body = String::new();
    for run in &contents.runs {
        let Some(courses) = Course::all(run) else {
            continue;
        };
        if contents.runs.len() > 1 {
            body += &format!("<h3>{}</h3>\n", escaped(run.name));
        }
        let drawing = in_both_widths(|width| drawn(run, &courses, width));
        let others = match courses.len() > MOST_NAMED {
            true => " Pale lines are the smaller weights.",
            false => "",
        };
        body += &figure(
            &drawing,
            &format!(
                "The weights of the result that the run would have had after each generation, a line a weight. Only the ratios of weights matter, so they are divided by the length of their vector. A line above 0 rewards its feature, a line below 0 punishes it.{others}"
            ),
        );
    }
    for controller in given {
        if let Ok(text) = controller.to_toml() {
            body += &format!(
                "<details><summary>The controller {}</summary><pre>{}</pre></details>\n",
                escaped(&controller.name),
                escaped(text.trim_end())
            );
        }
    }
    Section::new("weights", "Weights", body)
}

/// The course of a weight over the generations of a run.
struct Course {
    name: String,
    points: Vec<(f64, f64)>,
}

impl Course {
    /// The courses of all weights of a run, the largest at its end first; none if the run does not
    /// tell them.
    fn all(run: &RunCurve) -> Option<Vec<Course>> {
        let experiment = Experiment::from_toml(run.experiment?).ok()?;
        let space = experiment.space().ok()?;
        let mut courses: Vec<Course> = Vec::new();
        for (reading, count) in experiment.readings().iter().zip(space.features()) {
            for index in 0..*count {
                let name = match count {
                    1 => reading.to_string(),
                    _ => format!("{reading} {}", index + 1),
                };
                let points = Vec::new();
                courses.push(Course { name, points });
            }
        }
        for line in &run.generations {
            let Some(genome) = &line.result else { continue };
            let weights = genome.genes.get(..courses.len())?;
            let length = weights.iter().map(|one| one * one).sum::<f64>().sqrt();
            if !(length.is_finite() && length > 0.0) {
                continue;
            }
            for (place, course) in courses.iter_mut().enumerate() {
                let on = genome.enabled.get(space.feature(place)).copied();
                let weight = if on == Some(false) {
                    0.0
                } else {
                    weights[place]
                };
                course
                    .points
                    .push((line.generation as f64, weight / length));
            }
        }
        let last = |course: &Course| course.points.last().map_or(0.0, |(_, weight)| weight.abs());
        courses.sort_by(|a, b| last(b).total_cmp(&last(a)));
        (courses.first()?.points.len() > 1).then_some(courses)
    }
}

fn drawn(run: &RunCurve, courses: &[Course], width: f64) -> Svg {
    let narrow = width < 500.0;
    let height = if narrow { 320.0 } else { 420.0 };
    let right = width - if narrow { 130.0 } else { 190.0 };
    let (left, top, bottom) = (48.0, 30.0, height - 46.0);
    let all = || courses.iter().flat_map(|course| &course.points);
    let least = all().map(|(_, weight)| *weight).fold(0.0, f64::min);
    let greatest = all().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let last = all().map(|(generation, _)| *generation).fold(1.0, f64::max);
    let ticks = if narrow { 5 } else { 7 };
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(0.0, last, left, right),
            ticks: if narrow { 3 } else { 8 },
            label: "generation".to_string(),
        },
        y: Axis {
            scale: Scale::linear(least, greatest, bottom, top).rounded(ticks),
            ticks,
            label: "weight, of a vector of length 1".to_string(),
        },
        left,
        right,
        top,
        bottom,
    };
    let title = format!("Weights over generations: {}", run.name);
    let description = format!("{} weights, a line each.", courses.len());
    let mut svg = Svg::new(width, height, &title, &description);
    frame.draw(&mut svg);
    let (named, others) = courses.split_at(courses.len().min(MOST_NAMED));
    for course in others {
        frame.curve(&mut svg, "curve worst", &course.points);
    }
    let end = |course: &Course| course.points.last().map_or(0.0, |(_, weight)| *weight);
    let mut named: Vec<&Course> = named.iter().collect();
    named.sort_by(|a, b| end(b).total_cmp(&end(a)));
    for course in &named {
        let class = if end(course) > 0.0 {
            "curve best"
        } else {
            "curve mean"
        };
        frame.curve(&mut svg, class, &course.points);
    }
    let wanted: Vec<f64> = named
        .iter()
        .map(|course| frame.y.scale.at(end(course)))
        .collect();
    let places = spread_apart(&wanted, 14.0, frame.top, frame.bottom);
    for (course, y) in named.iter().zip(places) {
        let at = (frame.right + 8.0, y + 4.0);
        svg.text("end", at, Anchor::Start, &course.name);
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::super::super::input::Input;
    use super::super::super::records::Record;
    use super::*;

    /// A run of two features, with these weights after each generation.
    fn run(weights: &[[f64; 2]]) -> Input {
        let experiment = "schema = 1\nname = \"tiny\"\nsummary = \"Two features.\"\n[rules]\nboard = \"6x8\"\n[rating]\nfeatures = [\"holes\", \"removed-lines\"]\n[optimiser.random-search]\n[fitness]\ngames = 2\n[budget]\ngenerations = 3\n";
        assert!(Experiment::from_toml(experiment).is_ok());
        let spread =
            r#"{"worst":0,"lower_quartile":1,"median":2,"upper_quartile":4,"best":9,"mean":3}"#;
        let lines: String = weights
            .iter()
            .enumerate()
            .map(|(number, [holes, lines])| {
                format!(
                    r#"{{"generation":{number},"stage":0,"board":"6x8","candidates":4,"games":8,"moves":9,"total_moves":9,"fitness":{spread},"mean_candidate":null,"best":null,"result":{{"genes":[{holes},{lines}]}},"distribution":{{"mean":[],"sd":[],"enabled":[],"scalars":{{}}}}}}"#
                ) + "\n"
            })
            .collect();
        Input {
            experiment: Some(experiment.to_string()),
            ..Input::new("tiny", Record::from_lines(&lines).unwrap())
        }
    }

    #[test]
    fn weights_are_shares_of_their_vector() {
        let inputs = [run(&[[-3.0, 4.0], [-8.0, 6.0]])];
        let contents = Contents::of(&inputs);
        let courses = Course::all(&contents.runs[0]).unwrap();
        let points: Vec<_> = courses
            .iter()
            .map(|one| (&*one.name, &one.points[..]))
            .collect();
        assert_eq!(points[0], ("holes", &[(0.0, -0.6), (1.0, -0.8)][..]));
        assert_eq!(points[1], ("removed-lines", &[(0.0, 0.8), (1.0, 0.6)][..]));
        let body = section(&contents, &[]).unwrap().body;
        assert!(body.contains(">holes</text>") && body.contains("length of their vector"));
    }

    #[test]
    fn one_generation_is_no_course() {
        let inputs = [run(&[[-3.0, 4.0]])];
        assert!(section(&Contents::of(&inputs), &[]).is_none());
    }
}
