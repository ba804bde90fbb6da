//! What `show` prints about training: experiments and optimisers.

use std::fmt::Write as _;
use std::path::Path;

use tetrarium_lab::adapt;
use tetrarium_lab::learners;
use tetrarium_lab::optimisers::{Config, Parameter};
use tetrarium_lab::training::{Experiment, FILES};

use crate::failure::read_text;
use crate::flags::controllers::is_path;
use crate::print::fields::Fields;
use crate::terminal::wrapped;

/// Whether a name is the path of an experiment file.
pub fn is_experiment_file(name: &str) -> bool {
    let is_one = |text: String| run_by(&text).is_some();
    is_path(name) && read_text(Path::new(name)).is_ok_and(is_one)
}

/// The names of all built-in experiments.
pub fn names() -> Vec<&'static str> {
    let all = FILES.iter().chain(adapt::FILES);
    all.map(|(name, _)| *name).collect()
}

/// The command that runs an experiment, and how to show its method; none for another text.
fn run_by(text: &str) -> Option<(&'static str, String)> {
    match Experiment::from_toml(text) {
        Ok(experiment) => {
            let method = experiment.method();
            let shown = format!("tetrarium show {} {}", method.kind(), method.name());
            Some(("train", shown))
        }
        Err(_) => {
            adapt::Experiment::from_toml(text).ok()?;
            Some(("adapt", "tetrarium help adapt".to_string()))
        }
    }
}

/// The file of an experiment, built in or of the user, and what can be done with it.
pub fn experiment(name: &str) -> Option<String> {
    let built_in = FILES
        .iter()
        .chain(adapt::FILES)
        .find(|(known, _)| *known == name);
    let (text, copy) = match built_in {
        Some((_, text)) => (
            text.to_string(),
            format!("# Copy it: tetrarium new experiment mine.toml --from {name}\n"),
        ),
        None if is_experiment_file(name) => (read_text(Path::new(name)).ok()?, String::new()),
        None => return None,
    };
    let (command, method) = run_by(&text)?;
    Some(format!(
        "{}\n\n# Run it: tetrarium {command} {name}\n{copy}# Its method: {method}\n",
        text.trim_end()
    ))
}

/// A method of optimisation with its parameters.
pub fn optimiser(name: &str) -> Option<String> {
    let method = Config::named(name)?;
    let mut text = method_text("optimiser", name, method.summary(), method.parameters());
    if method.selects_features() {
        text += "\nIt can choose features too: `selection = true` in [rating].\n";
    }
    Some(text + &users(name))
}

/// A method of learning with its parameters.
pub fn learner(name: &str) -> Option<String> {
    let method = learners::Config::named(name)?;
    let text = method_text("learner", name, method.summary(), method.parameters());
    Some(text + &users(name))
}

fn method_text(
    kind: &str,
    name: &str,
    summary: &str,
    parameters: Vec<(&Parameter, String)>,
) -> String {
    let mut text = wrapped(&format!("{name}: {summary}"), 2) + "\n";
    let _ = writeln!(text, "\n[{kind}.{name}] in an experiment:");
    for (parameter, default) in parameters {
        let _ = writeln!(text, "\n{}", parameter.name());
        let mut fields = Fields::new(9);
        fields.add("  is", &parameter.meaning());
        fields.add("  default", &default);
        fields.add("  range", &parameter.range.to_string());
        text += &fields.to_string();
    }
    text
}

/// The experiments that use a method.
fn users(name: &str) -> String {
    let users = FILES.iter().filter(|(_, text)| {
        Experiment::from_toml(text).is_ok_and(|experiment| experiment.methods().contains(&name))
    });
    let users: Vec<&str> = users.map(|(name, _)| *name).collect();
    match &users[..] {
        [] => String::new(),
        users => {
            let users = format!("used by the experiments {}", users.join(", "));
            format!("\n{}\n", wrapped(&users, 2))
        }
    }
}
