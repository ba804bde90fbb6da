//! Tests of the binary: what is looked up (`list`, `show`, `features`, `bench`), and `reproduce`.

mod common;

use common::{Scratch, refused, run, run_with_input, stdout, succeed};

#[test]
fn a_name_of_two_things_shows_both_and_a_kind_chooses_one() {
    let both = succeed(&["show", "suicide"]);
    assert!(both.contains("1 if the move ends the game"), "{both}");
    assert!(both.contains("How moves that end the game are treated"));
    assert!(both.contains("`suicide` is a feature and a rule"));
    let rule = succeed(&["show", "rule", "suicide"]);
    assert!(rule.starts_with("suicide: How moves"), "{rule}");
    let feature = succeed(&["show", "feature", "suicide"]);
    assert!(!feature.contains("How moves that end"), "{feature}");
    let says = |words: &[&str], expected: &str| {
        let sentence = refused(&run(words));
        assert!(sentence.contains(expected), "{sentence}");
    };
    says(&["show", "feature", "bcts"], "there is no feature `bcts`");
    says(&["show", "search", "minimix"], "did you mean `minimax`?");
    says(&["show", "animal", "bcts"], "those are controller, ");
}

#[test]
fn a_feature_names_the_controllers_that_read_it_so() {
    let users = |name: &str| {
        let text = succeed(&["show", name]);
        let (_, users) = text.split_once("  used   by ").unwrap();
        users.to_string()
    };
    assert!(users("holes").contains("bcts"));
    assert!(users("delta-holes").contains("lspi"));
    assert!(!users("delta-holes").contains("bcts"));
    assert!(!succeed(&["show", "squared-delta-holes"]).contains("used"));
}

#[test]
fn features_puts_the_drawn_cells_on_a_board_of_the_size_asked_for() {
    let drawn = Scratch::new("low-board.txt", "....\n....\n#...\n#.##\n");
    let text = succeed(&["features", drawn.path(), "--board", "4x9"]);
    assert_eq!(text.matches('|').count(), 18, "{text}");
    let json = ["features", "--json", "--board", "4x9"];
    let output = run_with_input(&json, "....\n....\n#...\n#.##\n");
    assert!(stdout(&output).contains("\"board\":\"4x9\""));
    for size in ["5x9", "4x1"] {
        refused(&run(&["features", drawn.path(), "--board", size]));
    }
    let tall = Scratch::new("tall-board.txt", &"#...\n".repeat(6));
    let sentence = refused(&run(&["features", tall.path(), "--board", "4x5"]));
    assert!(sentence.contains("need 4x6"), "{sentence}");
}

#[test]
fn composed_features_are_shown_read_and_explained() {
    let shown = succeed(&["show", "holes*max-height"]);
    assert!(shown.starts_with("holes * max-height\n"), "{shown}");
    assert!(succeed(&["show", "holes / max-height"]).contains("rounded once"));
    let sentence = refused(&run(&["show", "holes * max-heigh"]));
    assert!(sentence.contains("character 9: there is no feature `max-heigh`"));

    let names = [
        "--feature",
        "holes * max-height",
        "--feature",
        "min(holes, 1) if wells > 9",
    ];
    let read = run_with_input(
        &[&["features"][..], &names].concat(),
        "....\n#...\n#.##\n#..#\n",
    );
    let text = stdout(&read);
    assert!(
        text.contains("holes * max-height              3\n"),
        "{text}"
    );
    assert!(
        text.contains("min(holes, 1) if wells > 9      0\n"),
        "{text}"
    );
    assert!(!text.contains("landing-height"), "{text}");
    refused(&run_with_input(
        &["features", "--feature", "holes ** 2"],
        "....\n",
    ));

    let file = "schema = 1\nname = \"composed\"\n[rating]\nkind = \"linear\"\n[rating.weights]\n\
                landing-height = -1\n\"holes*max-height\" = -0.3\n";
    let mine = Scratch::new("composed.toml", file);
    assert!(succeed(&["show", mine.path()]).contains("holes * max-height"));
    let explained = succeed(&["explain", mine.path(), "--move", "9"]);
    assert!(explained.contains("holes * max-height"), "{explained}");
}

#[test]
fn bench_plays_the_kernel_it_was_asked_for() {
    let bench = |kernel: &str| {
        let untimed = ["--moves", "50", "--millis", "0"];
        succeed(&[&["bench", "--kernel", kernel][..], &untimed].concat())
    };
    let portable = bench("portable");
    assert!(portable.ends_with(", the same with reference and portable\n"));
    let reference = bench("reference");
    assert_eq!(reference.split_whitespace().count(), 2, "{reference}");
    assert!(portable.starts_with(reference.trim_end()));
}

#[test]
fn reproduce_changes_the_rows_of_its_table_alone() {
    let folder = std::env::temp_dir().join(format!("tetrarium-tables-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    succeed(&["reproduce", "thesis-2.3", "--out", out]);
    let rows = || std::fs::read_to_string(folder.join("quick.jsonl")).unwrap();
    let placements = rows();
    let kept = folder.join("quick-bcts-10x10-500-games.jsonl");
    let small = ["eval", "bcts", "--board", "6x6", "--games", "20"];
    let line = succeed(&[&small[..], &["--scores", "--json"]].concat());
    std::fs::write(&kept, line).unwrap();
    let text = succeed(&["reproduce", "figure-2.5", "--out", out]);
    assert!(!text.contains("thesis-2.3"), "{text}");
    let both = rows();
    assert!(both.starts_with(&placements) && both.lines().count() == 9);
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("23.14") && page.contains("geometric law"));
    // Once more: the rows take the place of the old ones.
    succeed(&["reproduce", "thesis-2.3", "--out", out]);
    assert_eq!(rows(), both);
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("23.14") && page.contains("geometric law"));
    std::fs::remove_dir_all(&folder).unwrap();
    // The help lists the tables that there are.
    let help = succeed(&["reproduce", "--help"]);
    assert!(
        help.contains("- fahey:") && !help.contains("others"),
        "{help}"
    );
}

#[test]
fn a_piece_with_two_weights_is_refused() {
    let twice = ["eval", "bcts", "--pieces", "weighted:I=1,I=2"];
    let sentence = refused(&run(&twice));
    assert!(sentence.contains("names I twice"), "{sentence}");
}

#[test]
fn experiments_and_optimisers_are_listed_and_shown() {
    let experiments = succeed(&["list", "experiments"]);
    assert!(experiments.contains("quick") && experiments.contains("cma-es"));
    assert_eq!(experiments, succeed(&["train", "--list"]));
    let quick = succeed(&["show", "quick"]);
    assert!(quick.starts_with("schema = 1\nname = \"quick\""), "{quick}");
    // What is shown can be run.
    let file = Scratch::new("shown.toml", &quick);
    assert!(succeed(&["show", file.path()]).contains("[optimiser.cma-es]"));
    assert!(succeed(&["list", "optimisers"]).contains("evaluate-mean"));
    let method = succeed(&["show", "cma-es"]);
    for words in [
        "Hansen 2016",
        "[optimiser.cma-es]",
        "sigma\n  is       σ at the start, about a mean of 0: 0.5 in Boumaza (2009).",
        "  default  0.5\n  range    above 0\n",
        "quick",
    ] {
        assert!(method.contains(words), "{words}: {method}");
    }
    let both = succeed(&["show", "random-search"]);
    assert!(both.contains("is an experiment and an optimiser"), "{both}");
}

#[test]
fn an_experiment_is_no_controller_and_a_controller_is_no_experiment() {
    let experiment = succeed(&["show", "quick"]);
    let experiment = Scratch::new("experiment-for-eval.toml", &experiment);
    for name in ["quick", experiment.path()] {
        let sentence = refused(&run(&["eval", name]));
        let expected = format!("{name} is an experiment, not a controller: `tetrarium train");
        assert!(sentence.contains(&expected), "{sentence}");
    }
    let sentence = refused(&run(&["train", "bcts"]));
    let expected = "bcts is a controller, not an experiment: `tetrarium eval bcts` measures it";
    assert!(sentence.contains(expected), "{sentence}");
}
