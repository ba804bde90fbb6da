//! The real binary, as a user meets it.

mod common;

use common::{Scratch, refused, run, run_with_input, stdout, succeed};

const MINE: &str = "schema = 1\nname = \"mine\"\n[rating]\nkind = \"linear\"\n[rating.weights]\nholes = -4\nlanding-height = -1\n";

/// The records of a command that must succeed, without what says how they were made.
fn records(arguments: &[&str]) -> String {
    let lines = succeed(arguments);
    let lines = lines.lines().map(|line| {
        let (record, made) = line
            .split_once(",\"made\":")
            .expect("a record says how it was made");
        assert!(made.contains("\"command\":["), "{made}");
        format!("{record}}}\n")
    });
    lines.collect()
}

#[test]
fn list_and_show_print_controllers_features_rules_and_searches() {
    let controllers = succeed(&["list", "controllers"]);
    assert!(controllers.contains("bcts") && controllers.contains("35,000,000 ±20 %"));
    assert!(succeed(&["list", "features"]).contains("cumulative-wells-fast"));
    assert!(succeed(&["list", "rules"]).contains("clears-first"));
    assert!(succeed(&["list", "searches"]).contains("depth 1 to 4"));
    assert!(succeed(&["list", "ratings"]).contains("weights, exponents, displacements"));
    assert!(succeed(&["show", "minimax"]).contains("worst case"));
    assert!(succeed(&["show", "rated"]).contains("feature-board: Which board"));
    let bcts = succeed(&["show", "bcts"]);
    assert!(bcts.contains("-12.6290  landing-height") && bcts.contains("2^16"));
    assert!(bcts.contains(" -9.2158  row-transitions"), "{bcts}");
    let full = succeed(&["show", "bcts", "--full"]);
    assert!(full.contains("-12.629  landing-height"), "{full}");
    assert!(full.contains("-9.215815  row-transitions"), "{full}");
    assert!(succeed(&["show", "holes"]).contains("empty cells with a full cell"));
    assert!(succeed(&["show", "squared-delta-holes"]).contains("squared"));
    assert!(succeed(&["show", "bertsekas"]).contains("top-row"));
    assert!(succeed(&["show", "suicide"]).contains("1 if the move ends the game"));
    assert!(succeed(&["show", "jags"]).contains("undefined"));
    assert!(succeed(&["show", "ties"]).contains("random"));
    assert!(refused(&run(&["show", "bctz"])).contains("did you mean `bcts`?"));
}

#[test]
fn settings_are_still_read_by_their_old_names() {
    let eval = |flags: [&str; 6]| {
        let games = ["eval", "bcts", "--board", "6x6", "--games", "3", "--json"];
        records(&[&games[..], &flags].concat())
    };
    let old = eval([
        "--rated",
        "before-clear",
        "--rate",
        "sum",
        "--between",
        "uncleared",
    ]);
    let new = eval([
        "--feature-board",
        "before-clear",
        "--search-score",
        "sum",
        "--search-board",
        "uncleared",
    ]);
    assert_eq!(old, new);
    assert!(!succeed(&["eval", "--help"]).contains("--rated"));
}

#[test]
fn features_prints_the_values_on_a_drawn_board() {
    let board = "|    |\n|#   |\n|# ##|\n|#  #|\n------\n";
    let output = run_with_input(&["features", "--json"], board);
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let features = &object["features"];
    assert_eq!(features["holes"], 1);
    assert_eq!(features["column-height"], serde_json::json!([3, 0, 2, 2]));
    assert_eq!(features["mean-height"], 1.75);
    assert!(
        features.get("landing-height").is_none(),
        "a move feature needs a move"
    );
    let output = run_with_input(
        &[
            "features",
            "-",
            "--json",
            "--piece",
            "I",
            "--orientation",
            "0",
            "--column",
            "1",
        ],
        board,
    );
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(object["features"]["landing-height"], 1.5);
    assert_eq!(object["move"]["lines"], 1);
    let drawn = Scratch::new("board.txt", board);
    assert!(succeed(&["features", drawn.path()]).contains("rows-with-holes"));
}

#[test]
fn bad_boards_are_refused_with_one_sentence() {
    let says = |board: &str, words: &str| {
        let sentence = refused(&run_with_input(&["features"], board));
        assert!(sentence.contains(words), "{sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    };
    says("", "no rows");
    says(
        "#..#\n#..\n",
        "line 2: this row has 3 cells where the rows above have 4",
    );
    says("#..#\n#o.#\n", "line 2: `o` is no cell");
    says("###\n", "out of range");
    let board = "....\n....\n....\n....\n";
    for (arguments, words) in [
        (&["--piece", "Q", "--column", "0"][..], "`Q` is not a piece"),
        (
            &["--piece", "O", "--orientation", "1", "--column", "0"],
            "O has no orientation 1",
        ),
        (
            &["--piece", "O", "--column", "3"],
            "columns 0 to 2 are possible",
        ),
    ] {
        let all = [&["features", "-"], arguments].concat();
        let sentence = refused(&run_with_input(&all, board));
        assert!(sentence.contains(words), "{sentence}");
    }
}

#[test]
fn evaluations_do_not_depend_on_threads_or_repeats() {
    let arguments = [
        "eval",
        "bcts",
        "dellacherie",
        "--board",
        "6x8",
        "--games",
        "30",
        "--seed",
        "5",
        "--json",
    ];
    let one = records(&[&arguments[..], &["--threads", "1"]].concat());
    let two = records(&[&arguments[..], &["--threads", "2"]].concat());
    assert_eq!(one, two);
    assert_eq!(
        two,
        records(&[&arguments[..], &["--threads", "2"]].concat())
    );
    let first: serde_json::Value = serde_json::from_str(one.lines().next().unwrap()).unwrap();
    assert_eq!(first["controller"], "bcts");
    assert_eq!(first["games"]["finished"], 30);
    assert_eq!(first["rules"]["board"], "6x8");
}

#[test]
fn eval_prints_the_mean_its_interval_and_the_rules() {
    let text = succeed(&["eval", "dellacherie", "--board", "6x8", "--games", "20"]);
    for words in [
        "mean",
        "95 % interval",
        "median",
        "sd",
        "least, most",
        "20 finished, 0 cut short",
        "lines a piece (at most 0.667)",
        "suicide avoided",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let table = succeed(&[
        "eval",
        "fit",
        "dellacherie",
        "--board",
        "6x8",
        "--games",
        "20",
    ]);
    let place = |name: &str| table.find(name).unwrap();
    assert!(place("dellacherie") < place("fit"), "best first: {table}");
    let cut = succeed(&["eval", "dellacherie", "--games", "3", "--max-pieces", "30"]);
    assert!(
        cut.contains("0 finished, 3 cut short") && cut.contains("nothing can be said"),
        "{cut}"
    );
    let points = succeed(&[
        "eval",
        "bcts",
        "--rules",
        "generalised:3",
        "--games",
        "2",
        "--placements",
        "200",
    ]);
    assert!(points.contains("points in 200 placements"), "{points}");
}

#[test]
fn a_controller_file_can_be_used_like_a_controller_of_the_catalogue() {
    let mine = Scratch::new("mine.toml", MINE);
    assert!(succeed(&["eval", mine.path(), "--board", "6x8", "--games", "5"]).contains("mine"));
    assert!(succeed(&["show", mine.path()]).contains("-4  holes"));
    assert!(
        succeed(&["play", mine.path(), "--board", "6x8", "--max-pieces", "3"]).contains("piece 3")
    );
}

#[test]
fn games_side_by_side_are_cut_after_the_same_number_of_pieces() {
    let arguments = ["eval", "bcts", "--board", "10x10", "--precision", "30%"];
    let run = |more: &[&str]| records(&[&arguments[..], &["--json"], more].concat());
    let one = run(&["--abreast", "60", "--threads", "1"]);
    assert_eq!(one, run(&["--abreast", "60", "--threads", "2"]));
    let record: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(record["stopped"]["goal"]["abreast"], 60);
    assert_eq!(record["games"]["asked"], 60);
    let whole: serde_json::Value = serde_json::from_str(&run(&[])).unwrap();
    assert_eq!(whole["stopped"]["goal"].get("abreast"), None);
}

/// Every command that plays many games has the flag `--backend`.
#[cfg(not(feature = "gpu"))]
#[test]
fn a_program_without_the_feature_gpu_refuses_the_backend_gpu() {
    for arguments in [
        &["eval", "bcts"][..],
        &["eval", "bcts", "--precision", "5%"],
        &["compare", "bcts", "dt-10"],
        &["estimate", "bcts"],
        &["sensitivity", "bcts"],
        &["train", "quick"],
        &["tournament", "quick", "--moves", "1000"],
        &["reproduce", "boehm"],
    ] {
        let output = common::command(&[arguments, &["--backend", "gpu"]].concat())
            .current_dir(std::env::temp_dir())
            .output()
            .unwrap();
        let said = refused(&output);
        assert!(said.contains("built without its GPU"), "{said}");
    }
    // With `auto` the threads play.
    let arguments = ["eval", "bcts", "--board", "6x6", "--games", "3"];
    let threads = succeed(&arguments);
    let auto = succeed(&[&arguments[..], &["--backend", "auto"]].concat());
    assert_eq!(auto, threads);
}

#[test]
fn bad_input_is_one_sentence_and_exit_code_2() {
    let bad = Scratch::new("bad.toml", &MINE.replace("-4", "nan"));
    let unknown = Scratch::new("unknown.toml", &MINE.replace("holes", "hols"));
    let folder = std::env::temp_dir();
    let folder = folder.to_str().unwrap();
    for (arguments, words) in [
        (&["eval", "dellacheri"][..], "did you mean `dellacherie`?"),
        (&["eval", "bcts", "--board", "3x20"], "out of range"),
        (&["eval", "bcts", "--board", "ten"], "write width x height"),
        (
            &["eval", "bcts", "--games", "0"],
            "'0' for '--games <GAMES>': it must be at least 1",
        ),
        (&["eval", "bcts", "--games", "many"], "invalid value 'many'"),
        (
            &["eval", "bcts", "--threads", "0"],
            "it must be from 1 to 4096",
        ),
        (
            &["eval", "bcts", "--abreast", "9"],
            "--precision <PRECISION>",
        ),
        (
            &["eval", "bcts", "--suicide", "sometimes"],
            "avoided, considered or zero",
        ),
        (
            &["eval", "bcts", "--rules", "nowhere"],
            "there is no rule set",
        ),
        (&["eval", "bcts", "--pieces", "only:Q"], "not a piece"),
        (&["eval", "bcts", "--search", "deep"], "is no search"),
        (&["eval", "fit", "--search", "two-piece"], "no rating"),
        (
            &[
                "eval",
                "bcts",
                "--first",
                "18446744073709551615",
                "--games",
                "2",
            ],
            "game numbers",
        ),
        (&["eval", "bdu", "--board", "8x20"], "needs 8"),
        (
            &[
                "eval",
                "bcts",
                "--rules",
                "original",
                "--overflow",
                "top-row",
            ],
            "simplified game",
        ),
        (&["eval", &format!("{folder}/")], "is a folder, not a file"),
        (&["eval", "./nothing.toml"], "there is no such file"),
        (
            &["eval", bad.path()],
            "line 6: holes: NaN is not a finite number",
        ),
        (
            &["eval", unknown.path()],
            "line 6: there is no feature `hols`: did you mean `holes`?",
        ),
        (&["play", "unknown"], "there is no controller `unknown`"),
        (&["features", folder], "is a folder"),
        (&["import", folder], "is a folder"),
        (&["eval"], "required"),
        (&["evaluate"], "unrecognized subcommand"),
    ] {
        let sentence = refused(&run(arguments));
        assert!(sentence.contains(words), "{arguments:?}: {sentence}");
    }
}

#[test]
fn a_game_is_drawn_move_by_move() {
    let text = succeed(&[
        "play",
        "dellacherie",
        "--board",
        "6x8",
        "--seed",
        "3",
        "--max-pieces",
        "10",
        "--every",
        "4",
    ]);
    assert!(
        text.contains("piece 4 ") && text.contains("piece 8 ") && text.contains("piece 10 "),
        "the last is always drawn"
    );
    assert!(!text.contains("piece 5 "));
    assert!(text.trim_end().ends_with("points"));
    assert_eq!(
        text,
        succeed(&[
            "play",
            "dellacherie",
            "--board",
            "6x8",
            "--seed",
            "3",
            "--max-pieces",
            "10",
            "--every",
            "4"
        ])
    );
}

#[test]
fn import_makes_controllers_of_other_programs_strategies() {
    let thiery = Scratch::new("du.txt", "0\n-1\n2\n1 -12.629\n5 -13.08335\n");
    let toml = succeed(&["import", thiery.path(), "--name", "du"]);
    assert!(toml.contains("name = \"du\"") && toml.contains("landing-height = -12.629"));
    let written =
        std::env::temp_dir().join(format!("tetrarium-{}-imported.toml", std::process::id()));
    succeed(&["import", thiery.path(), "-o", written.to_str().unwrap()]);
    assert!(succeed(&["show", written.to_str().unwrap()]).contains("landing-height"));
    std::fs::remove_file(written).unwrap();
    let sentence = refused(&run_with_input(&["import", "-"], "--f-nonsense 3\n"));
    assert!(sentence.contains("--f-nonsense is not known"));
}
