//! What the import writes is read back as the same controller.

use proptest::prelude::*;
use tetrarium_engine::Controller;
use tetrarium_engine::import::import;

/// A weight as a file may have it: from the smallest to the largest numbers, and beyond.
fn weight() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<f64>().prop_map(|weight| weight.to_string()),
        any::<f64>().prop_map(|weight| format!("{weight:e}")),
        (-40i32..40).prop_map(|weight| weight.to_string()),
        (0u32..70).prop_map(|power| (1u128 << power).to_string()),
        (0u32..70).prop_map(|power| format!("-{}", (1u128 << power) - 1)),
        Just("-0".to_string()),
        Just("1e400".to_string()),
    ]
}

/// A feature file of Thiery's programs: reward, value of an ending move, ids and weights.
fn thiery() -> impl Strategy<Value = String> {
    let entries = prop::collection::vec((-15i32..25, weight()), 1..6);
    (0..5, -1..2, entries).prop_map(|(reward, ending, entries)| {
        let mut text = format!("{reward}\n{ending}\n{}\n", entries.len());
        for (id, weight) in entries {
            text += &format!("{id} {weight}\n");
        }
        text
    })
}

/// A list of tetris-ea's options.
fn tetris_ea() -> impl Strategy<Value = String> {
    let option = prop::sample::select(vec![
        "--f-n-holes",
        "--f-landing-height",
        "--f-column-heights",
        "--f-mean-hole-depth",
        "--f-v-n-holes",
        "--board-width",
        "--n-piece-lookahead",
    ]);
    prop::collection::vec((option, weight()), 1..6).prop_map(|options| {
        let words = options
            .iter()
            .map(|(name, value)| format!("{name} {value}"));
        words.collect::<Vec<_>>().join(" ")
    })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-zé0-9_.-]{1,8}", 1 => ".{0,8}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_imported_is_read_back_as_it_was_written(
        text in prop_oneof![thiery(), tetris_ea()],
        name in name(),
    ) {
        if let Ok(controller) = import(&text, &name) {
            let written = controller.to_toml().unwrap();
            match Controller::from_toml(&written) {
                Ok(read) => prop_assert_eq!(read, controller),
                Err(error) => prop_assert!(false, "{}\n{}\n{}", text, written, error),
            }
        }
    }
}

#[test]
fn whole_weights_beyond_64_bits_are_read_back() {
    for weight in ["9223372036854775808", "-1e300", "1e15", "-0", "4"] {
        let controller = import(&format!("0 -1 1 5 {weight}"), "x").unwrap();
        let read = Controller::from_toml(&controller.to_toml().unwrap());
        assert_eq!(read.unwrap(), controller, "{weight}");
    }
}
