//! What all methods have in common.

use super::testing::*;
use super::*;
use crate::draws::Draws;

fn methods() -> Vec<(Config, Space)> {
    let mut methods: Vec<(Config, Space)> = Config::NAMES
        .iter()
        .map(|name| {
            let space = Space::new(vec![1, 3, 2], Shape::Displaced, false).unwrap();
            (Config::named(name).unwrap(), space)
        })
        .collect();
    let switched = Space::new(vec![1, 3, 2], Shape::Linear, true).unwrap();
    methods.push((Config::named("genetic").unwrap(), switched));
    let boumaza = CmaEs {
        unit_length: true,
        evaluate_mean: true,
        ..CmaEs::default()
    };
    methods.push((Config::CmaEs(boumaza), Space::linear(5).unwrap()));
    let islands = Islands {
        exchange_every: 4,
        ..Islands::default()
    };
    methods.push((Config::Islands(islands), Space::linear(5).unwrap()));
    methods
}

/// Noisy lines that depend on the candidate and nothing else.
fn noisy(candidate: &Candidate) -> Outcome {
    let mut draws = Draws::of_generation(99, candidate.id);
    let near = 1000.0 / (1.0 + sphere(&candidate.genes).min(1e9));
    let lines: Vec<u64> = (0..8)
        .map(|_| (near * -libm::log(1.0 - draws.uniform())) as u64)
        .collect();
    outcome(candidate.id, &lines)
}

fn saved_and_loaded(optimiser: &Optimiser) -> Optimiser {
    let text = serde_json::to_string(optimiser).unwrap();
    let loaded: Optimiser = serde_json::from_str(&text).unwrap();
    assert_eq!(&loaded, optimiser);
    assert_eq!(serde_json::to_string(&loaded).unwrap(), text);
    loaded
}

/// Saved and loaded before and after every ask and tell, or never: the same.
#[test]
fn a_load_changes_nothing() {
    for (config, space) in methods() {
        let name = config.name();
        let new = || Optimiser::new(config.clone(), space.clone(), Fitness::Lines, 7).unwrap();
        let (mut whole, mut broken) = (new(), new());
        for generation in 0..12 {
            broken = saved_and_loaded(&broken);
            let asked = whole.ask();
            assert_eq!(asked, broken.ask(), "{name}, generation {generation}");
            assert_eq!(asked, whole.ask(), "asking twice is asking once");
            broken = saved_and_loaded(&broken);
            let outcomes: Vec<Outcome> = asked.iter().map(noisy).collect();
            let backwards: Vec<Outcome> = outcomes.iter().rev().cloned().collect();
            whole.tell(&outcomes).unwrap();
            broken.tell(&backwards).unwrap();
            assert_eq!(whole, broken, "{name}, generation {generation}");
            assert_eq!(whole.distribution(), broken.distribution());
            assert_eq!(whole.best(), broken.best());
            assert_eq!(whole.generation(), generation + 1);
        }
        let (genes, _) = whole.result().unwrap();
        assert_eq!(genes.len(), space.genes());
        assert!(whole.wanted() >= 1);
        let other = Optimiser::new(config.clone(), space.clone(), Fitness::Lines, 8);
        assert_ne!(other.unwrap().ask(), new().ask(), "another seed");
    }
}

#[test]
fn candidates_are_numbered_and_finite() {
    for (config, space) in methods() {
        let features = space.features().len();
        let bits = if space.selection() { features } else { 0 };
        let mut optimiser = Optimiser::new(config, space.clone(), Fitness::Lines, 1).unwrap();
        let mut last = None;
        for _ in 0..5 {
            let asked = optimiser.ask();
            for candidate in &asked {
                assert!(last < Some(candidate.id));
                last = Some(candidate.id);
                assert_eq!(candidate.genes.len(), space.genes());
                assert_eq!(candidate.enabled.len(), bits);
                assert!(candidate.genes.iter().all(|gene| gene.is_finite()));
            }
            let outcomes: Vec<Outcome> = asked.iter().map(noisy).collect();
            optimiser.tell(&outcomes).unwrap();
            let distribution = optimiser.distribution();
            assert_eq!(distribution.mean.len(), space.genes());
            assert_eq!(distribution.sd.len(), space.genes());
            assert_eq!(distribution.enabled.len(), bits);
        }
    }
}

/// No candidate ever clears a line: nothing may break.
#[test]
fn no_lines_at_all() {
    for (config, space) in methods() {
        let mut optimiser = Optimiser::new(config, space, Fitness::Lines, 1).unwrap();
        for _ in 0..30 {
            let asked = optimiser.ask();
            let outcomes: Vec<Outcome> = asked.iter().map(|c| outcome(c.id, &[0])).collect();
            optimiser.tell(&outcomes).unwrap();
        }
        assert_eq!(optimiser.best().unwrap().fitness, 0.0);
        saved_and_loaded(&optimiser);
    }
}

#[test]
fn wrong_outcomes_are_refused_and_change_nothing() {
    for (config, space) in methods() {
        let mut optimiser = Optimiser::new(config, space, Fitness::Lines, 1).unwrap();
        assert_eq!(optimiser.tell(&[]), Err(TellError::NothingAsked));
        let asked = optimiser.ask();
        let right: Vec<Outcome> = asked.iter().map(noisy).collect();
        let before = optimiser.clone();
        let first = asked[0].id;
        let mut wrong = right.clone();
        wrong[0].id = 1_000_000;
        assert_eq!(optimiser.tell(&wrong), Err(TellError::Unknown(1_000_000)));
        wrong[0] = right[1].clone();
        assert_eq!(optimiser.tell(&wrong), Err(TellError::Twice(right[1].id)));
        assert_eq!(optimiser.tell(&right[1..]), Err(TellError::Missing(first)));
        wrong[0] = outcome(first, &[]);
        assert_eq!(optimiser.tell(&wrong), Err(TellError::NoGames(first)));
        assert_eq!(optimiser, before);
        optimiser.tell(&right).unwrap();
    }
}

#[test]
fn a_state_that_does_not_fit_is_refused() {
    for (config, space) in methods() {
        let mut optimiser =
            Optimiser::new(config.clone(), space.clone(), Fitness::Lines, 1).unwrap();
        let outcomes: Vec<Outcome> = optimiser.ask().iter().map(noisy).collect();
        optimiser.tell(&outcomes).unwrap();
        optimiser.ask();
        let text = serde_json::to_string(&optimiser).unwrap();
        let features = serde_json::to_string(space.features()).unwrap();
        let other = text.replacen(&features, "[1,1]", 1);
        assert_ne!(other, text);
        assert!(serde_json::from_str::<Optimiser>(&other).is_err());
        let other = text.replacen("\"probe\":false", "\"probe\":true", 1);
        assert!(serde_json::from_str::<Optimiser>(&other).is_err());
        let other = text.replacen("\"generation\"", "\"generatoin\"", 1);
        assert!(serde_json::from_str::<Optimiser>(&other).is_err());
    }
}

#[test]
fn names_and_files() {
    for &name in Config::NAMES {
        let config = Config::named(name).unwrap();
        assert_eq!(config.name(), name);
        assert!(!config.summary().is_empty());
        assert_eq!(
            toml::from_str::<Config>(&format!("[{name}]")).unwrap(),
            config
        );
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<Config>(&text).unwrap(), config, "{text}");
        let wrong = format!("[{name}]\n\npopulatoin = 3\n");
        let error = toml::from_str::<Config>(&wrong).unwrap_err().to_string();
        assert!(
            error.contains("line 3") && error.contains("populatoin"),
            "{error}"
        );
    }
    assert!(Config::named("annealing").is_none());
    let text =
        "[genetic]\nselection.tournament = { size = 4, random-rate = 0.0 }\ncrossover.points = 1";
    let Config::Genetic(genetic) = toml::from_str(text).unwrap() else {
        panic!("another method");
    };
    assert_eq!(genetic.crossover, Crossover::Points(1));
    let text = "[cross-entropy]\nnoise.linear = { start = 5, over = 10 }";
    assert_eq!(
        toml::from_str::<Config>(text).unwrap(),
        Config::named("cross-entropy").unwrap()
    );
}

#[test]
fn only_the_genetic_algorithm_selects_features() {
    let space = Space::new(vec![1, 1], Shape::Linear, true).unwrap();
    for &name in Config::NAMES {
        let result = Config::named(name).unwrap().validate(&space);
        assert_eq!(result.is_ok(), name == "genetic");
    }
}

/// Without pooling, the record stays empty however long the run.
#[test]
fn only_methods_that_pool_keep_a_record() {
    let space = Space::linear(3).unwrap();
    for (name, pools) in [("genetic", true), ("cross-entropy", false)] {
        let config = Config::named(name).unwrap();
        let mut optimiser = Optimiser::new(config, space.clone(), Fitness::Lines, 1).unwrap();
        tell(&mut optimiser, &|x| sphere(x));
        let text = serde_json::to_string(&optimiser).unwrap();
        assert_eq!(!text.contains("\"record\":[]"), pools);
    }
}

/// The candidates of ten generations, as one number: any change of behaviour shows, and so does
/// a machine that computes differently.
#[test]
fn signatures() {
    let expected = [
        ("genetic", 0x6a0e_4d0b_4bad_9d3f),
        ("evolution", 0x0031_63ec_1fe4_63c7),
        ("islands", 0xd732_92d4_2c48_a3ae),
        ("breeder", 0x75bb_e77b_78fd_41aa),
        ("cross-entropy", 0xf6b0_3b63_f990_6bab),
        ("cma-es", 0x5c65_d9bb_2fa6_f0ac),
        ("sep-cma-es", 0xb746_21b2_66c7_758d),
        ("lm-ma-es", 0x6380_8054_9515_eb19),
        ("particle-swarm", 0x481f_cd4a_cf3d_980d),
        ("random-search", 0x159e_4618_6520_d2f3),
        ("hill-climbing", 0x66a2_46fe_6116_9199),
        // With other parameters than the default ones.
        ("genetic", 0x93b0_8695_7634_3480),
        ("cma-es", 0xec03_d98b_b00f_a3e2),
        ("islands", 0x2521_1bf0_258d_208a),
    ];
    let found: Vec<(&str, u64)> = methods().into_iter().map(signature).collect();
    assert_eq!(found, expected, "{found:#x?}");
}

/// A method's name and the candidates that it asks for, by the hash of Fowler, Noll and Vo.
fn signature((config, space): (Config, Space)) -> (&'static str, u64) {
    let name = config.name();
    let mut optimiser = Optimiser::new(config, space, Fitness::Lines, 2024).unwrap();
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |bits: u64| {
        for byte in bits.to_le_bytes() {
            signature = (signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for _ in 0..10 {
        let asked = optimiser.ask();
        for candidate in &asked {
            candidate.genes.iter().for_each(|gene| mix(gene.to_bits()));
            candidate.enabled.iter().for_each(|on| mix(u64::from(*on)));
        }
        let outcomes: Vec<Outcome> = asked.iter().map(noisy).collect();
        optimiser.tell(&outcomes).unwrap();
    }
    (name, signature)
}
