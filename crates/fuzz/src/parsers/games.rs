//! Boards, rules, pieces, and the names of parts of a game.

use tetrarium_engine::{Board, Kernel, Piece, Pieces, Reading, Rules, Search, Size, Source};

use crate::mutation::changed;
use crate::random::{random_board, random_rules};
use crate::{Dice, input};

/// One drawn board.
pub fn board_case(dice: &mut Dice) -> bool {
    let size = random_rules(dice).board;
    let drawn = random_board(dice, size).to_string();
    let text = if dice.below(8) == 0 {
        drawn
    } else {
        changed(dice, &drawn, &[])
    };
    input(&text);
    match text.parse::<Board>() {
        Ok(board) => {
            assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// One setting of the rules.
pub fn rules_case(dice: &mut Dice) -> bool {
    let names: Vec<&str> = Rules::names().collect();
    let mut rules = random_rules(dice);
    let name = dice.of(&names);
    let values = [
        "10x20",
        "4x4",
        "16x28",
        "simplified",
        "original",
        "ends",
        "clears-first",
        "avoided",
        "considered",
        "zero",
        "first",
        "random",
        "dellacherie",
        "1",
        "2",
        "leaf",
        "sum",
        "uniform",
        "bag",
        "cycle:SZ",
        "weighted:I=0.5,S=2",
        "1,2,3,4",
        "0,0,0,1",
        "after-clear",
        "cleared",
    ];
    let value = values[dice.below(values.len() as u32) as usize];
    let value = match dice.below(3) {
        0 => value.to_string(),
        _ => changed(dice, value, &[]),
    };
    input(&format!("{name} = {value}"));
    if let Err(error) = rules.set(name, &value) {
        assert!(!error.to_string().is_empty());
        return false;
    }
    let mut again = Rules::default();
    for (name, value) in rules.settings() {
        again
            .set(name, &value)
            .unwrap_or_else(|error| panic!("{name} = {value}: {error}"));
    }
    assert_eq!(again, rules);
    true
}

/// One sequence of pieces.
pub fn pieces_case(dice: &mut Dice) -> bool {
    let texts = [
        "uniform",
        "bag",
        "cycle:IOTSZJL",
        "sequence:SZSZ",
        "weighted:I=1,O=2,T=0.5,S=3,Z=4,J=5,L=6",
        "weighted:S=1,Z=1",
    ];
    let text = texts[dice.below(texts.len() as u32) as usize];
    let text = changed(dice, text, &[]);
    input(&text);
    let Ok(source) = text.parse::<Source>() else {
        return false;
    };
    let written = source.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&source), "{written}");
    let mut pieces = Pieces::new(u64::MAX, u64::from(dice.word()));
    for index in [0, 1, 7, u64::from(dice.word())] {
        let _ = pieces.get(&source, index);
        let _ = pieces.prospect(&source, index);
    }
    true
}

/// One composed feature.
pub fn expressions_case(dice: &mut Dice) -> bool {
    let texts = [
        "holes * max-height",
        "wells if max-height > 12",
        "min(holes, 5, wells / 2)",
        "max(holes, delta-wells) * 1.5 / max-height",
        "squared-(holes / (max-height * 2))",
        "(wells if holes >= 3) if landing-height != 2",
        "squared-delta-(holes * max-height)",
    ];
    let text = texts[dice.below(texts.len() as u32) as usize];
    let text = match dice.below(8) {
        0 => text.to_string(),
        _ => changed(dice, text, &texts.map(str::to_string)),
    };
    input(&text);
    match Reading::named(&text) {
        Ok(reading) => {
            let written = reading.to_string();
            assert_eq!(Reading::named(&written).as_ref(), Ok(&reading), "{written}");
            let (least, greatest) = reading.range(Size::STANDARD);
            assert!(least <= greatest);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// One name: of a feature, a search, a size, a kernel, a piece, a set of rules.
pub fn names_case(dice: &mut Dice) -> bool {
    let texts = [
        "holes",
        "squared-delta-holes",
        "column-height",
        "greedy",
        "expectimax:2",
        "minimax:3",
        "10x20",
        "avx512",
        "portable",
        "I",
        "generalised:7",
        "original",
    ];
    let text = texts[dice.below(texts.len() as u32) as usize];
    let text = if dice.below(4) == 0 {
        text.to_string()
    } else {
        changed(dice, text, &[])
    };
    input(&text);
    let mut known = false;
    if let Ok(reading) = Reading::named(&text) {
        assert_eq!(Reading::named(&reading.to_string()).as_ref(), Ok(&reading));
        known = true;
    }
    if let Ok(search) = text.parse::<Search>() {
        assert_eq!(search.to_string().parse(), Ok(search));
        known = true;
    }
    if let Ok(size) = text.parse::<Size>() {
        assert_eq!(size.to_string().parse(), Ok(size));
        known = true;
    }
    known |= text.parse::<Kernel>().is_ok() | text.parse::<Piece>().is_ok();
    known | Rules::named(&text).is_ok()
}
