//! The experiments that come with the program.

use tetrarium_engine::names::nearest;

use super::experiment::Experiment;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Name and file of every experiment, in alphabetical order.
        pub static FILES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/experiments/",
                $name,
                ".toml"
            )))),+
        ];
    };
}

files![
    "agent-06-default-heuristics",
    "agent-06-net",
    "agent-06-net-afterstates",
    "agent-06-net-taught",
    "agent-06-net-taught-afterstates",
    "agent-06-seven-heuristics",
    "amundsen-bertsekas",
    "amundsen-boehm",
    "amundsen-dellacherie",
    "amundsen-fahey",
    "amundsen-free",
    "amundsen-kakade",
    "amundsen-lagoudakis",
    "amundsen-langenhoven",
    "amundsen-lippmann",
    "amundsen-llima",
    "amundsen-ramon",
    "amundsen-thiery",
    "amundsen-tsitsiklis",
    "approximate-linear-programming-farias",
    "approximate-linear-programming-small",
    "approximate-linear-programming-smoothed",
    "breeder-feature-set-1",
    "breeder-feature-set-2",
    "breeder-feature-set-3",
    "breeder-feature-set-4",
    "breeder-feature-set-5",
    "breeder-feature-set-6",
    "breeder-feature-set-7",
    "breeder-feature-set-8",
    "breeder-without-height",
    "classification-policy-iteration-high",
    "classification-policy-iteration-scherrer",
    "classification-policy-iteration-small",
    "cma-es-boumaza",
    "cma-es-racing",
    "composed-evolved",
    "composed-search",
    "composed-small",
    "composed-small-by-hand",
    "composed-small-plain",
    "cross-entropy-constant-noise",
    "cross-entropy-szita",
    "cross-entropy-thiery",
    "cross-entropy-without-noise",
    "direct-policy-iteration-high",
    "direct-policy-iteration-scherrer",
    "direct-policy-iteration-small",
    "duped-again-100",
    "duped-again-30",
    "duped-kept-100",
    "duped-kept-30",
    "duped-pooled-100",
    "duped-pooled-30",
    "equal-breeder",
    "equal-cma-es",
    "equal-cross-entropy",
    "equal-evolution",
    "equal-genetic",
    "equal-islands",
    "equal-particle-swarm",
    "equal-random-search",
    "evolution-boehm-exponential",
    "evolution-boehm-linear",
    "gaussian-process-q-learning-ramon",
    "gaussian-process-q-learning-small",
    "islands-agent-06",
    "lambda-policy-iteration-bertsekas",
    "lambda-policy-iteration-scherrer",
    "lambda-policy-iteration-small",
    "least-squares-lambda-policy-iteration-small",
    "least-squares-lambda-policy-iteration-thiery",
    "least-squares-policy-iteration-lagoudakis",
    "least-squares-policy-iteration-small",
    "natural-policy-gradient-clipped",
    "natural-policy-gradient-kakade",
    "natural-policy-gradient-small",
    "natural-policy-gradient-trust-region",
    "particle-swarm-langenhoven",
    "preference-learning-lippmann",
    "preference-learning-net",
    "preference-learning-small",
    "quick",
    "random-search",
    "record",
    "record-gpu",
    "record-sz",
    "teaching-small",
    "ten-rows",
    "ten-rows-bands",
    "ten-rows-bands-plain",
    "ten-rows-polished",
    "transfer-curriculum",
    "transfer-small-board",
    "transfer-sz-pieces",
    "unlike-features",
    "unlike-features-plain",
    "value-iteration-oscillates",
    "value-iteration-small",
    "value-iteration-tsitsiklis",
];

/// No experiment of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no experiment `{name}`{}; `tetrarium list experiments` shows all",
    .nearest.as_ref().map(|n| format!(": did you mean `{n}`?")).unwrap_or_default()
)]
pub struct UnknownExperiment {
    /// The name asked for.
    pub name: String,
    /// The nearest name there is.
    pub nearest: Option<String>,
}

/// The experiment of that name.
///
/// ```
/// use tetrarium_lab::training;
/// assert_eq!(training::named("quick").unwrap().name(), "quick");
/// ```
///
/// # Errors
///
/// If there is no such experiment; the nearest name comes with it.
pub fn named(name: &str) -> Result<Experiment, UnknownExperiment> {
    let (_, text) = FILES
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| UnknownExperiment {
            name: name.to_string(),
            nearest: nearest(name, FILES.iter().map(|(known, _)| *known)),
        })?;
    Ok(Experiment::from_toml(text)
        .unwrap_or_else(|error| panic!("the experiment {name} can be read: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_is_named_as_its_file_and_says_where_it_comes_from() {
        for (file, text) in FILES {
            let experiment = Experiment::from_toml(text).unwrap_or_else(|e| panic!("{file}: {e}"));
            assert_eq!(experiment.name(), *file);
            assert!(!experiment.summary().is_empty(), "{file}");
            assert!(!experiment.source().is_empty(), "{file}");
        }
        assert!(FILES.is_sorted());
        assert!(named("quik").unwrap_err().to_string().contains("`quick`"));
    }

    #[test]
    fn the_list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| {
                let name = entry.unwrap().file_name().into_string().unwrap();
                name.strip_suffix(".toml").map(str::to_string)
            })
            .collect();
        there.sort();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, there);
    }
}
