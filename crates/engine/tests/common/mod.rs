//! Random boards, rules and ratings, and the comparison of kernels with the reference.

use std::sync::Arc;

use tetrarium_engine::features::{FEATURES, Slot, Unit};
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::rating::net::{Activation, Layer, Net, Unit as NetUnit};
use tetrarium_engine::rating::{Bands, LINEAR, TABLE};
use tetrarium_engine::{
    Board, Controller, Danger, Function, Kernel, MAX_HEIGHT, Piece, Pieces, Player, Rating,
    RatingKind, Reading, Rules, Search, Size, Source, Term, View, catalogue,
};

/// A source of chance that is the same every time.
pub struct Dice {
    stream: Stream,
    next: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice {
            stream: Stream::new(seed, 0, Purpose::Sampling),
            next: 0,
        }
    }

    pub fn word(&mut self) -> u32 {
        self.next += 1;
        self.stream.word(self.next)
    }

    /// From 0 to `bound - 1`.
    pub fn below(&mut self, bound: u32) -> u32 {
        tetrarium_engine::random::below(self.word(), bound)
    }

    /// From `low` to `high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below((high - low + 1) as u32) as usize
    }

    /// A real number from -50 to 50.
    pub fn real(&mut self) -> f64 {
        f64::from(self.word()) / f64::from(u32::MAX) * 100.0 - 50.0
    }

    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }
}

/// Rules with a random board size, overflow and suicide.
pub fn random_rules(dice: &mut Dice) -> Rules {
    let board = match dice.below(4) {
        0 => Size::STANDARD,
        _ => Size::new(dice.between(4, 16), dice.between(4, 28)).unwrap(),
    };
    let mut rules = Rules::on(board);
    let overflow = dice.of(&["ends", "ends", "clears-first", "top-row"]);
    let suicide = dice.of(&["avoided", "avoided", "considered", "zero"]);
    rules.set("overflow", overflow).unwrap();
    rules.set("suicide", suicide).unwrap();
    rules
}

/// A board: random cells or a pile with a few holes, of any height, with wells now and then, hardly
/// ever with a full row.
pub fn random_board(dice: &mut Dice, size: Size) -> Board {
    let height = dice.between(0, size.height());
    let rugged = dice.between(0, 6);
    // Of eight cells, how many are full.
    let density = dice.of(&[2, 5, 6, 7, 7, 8, 8]);
    let mut columns: Vec<u32> = Vec::new();
    let mut level = height;
    for _ in 0..size.width() {
        let drift = dice.between(0, 2 * rugged) as isize - rugged as isize;
        level = level.saturating_add_signed(drift).min(size.height());
        let mut column = 0;
        for y in 0..level {
            if dice.below(8) < density {
                column |= 1 << y;
            }
        }
        columns.push(column);
    }
    if dice.below(3) == 0 {
        let well = dice.between(0, size.width() - 1);
        columns[well] &= (1 << dice.between(0, size.height())) - 1;
    }
    // Rows that lack one or two neighbouring cells, so that some placements clear rows.
    for _ in 0..dice.below(4) {
        let row = 1 << dice.between(0, size.height() - 1);
        let gap = dice.between(0, size.width() - 1);
        for (x, column) in columns.iter_mut().enumerate() {
            if x != gap && *column > row {
                *column |= row;
            }
        }
    }
    let mut full = columns.iter().fold(u32::MAX, |all, column| all & column);
    if dice.below(16) == 0 {
        // Up to four full rows may stay between two pieces.
        for _ in 0..4 {
            full &= full.wrapping_sub(1);
        }
    }
    let hole = dice.between(0, size.width() - 1);
    columns[hole] &= !full;
    Board::from_columns(size, &columns)
}

/// A board of columns that are high or low and have few holes: no other changes its numbers as much
/// by one piece.
pub fn steep_board(dice: &mut Dice, size: Size) -> Board {
    let high = match dice.below(2) {
        0 => dice.between(0, size.height()),
        _ => size.height() - 1,
    };
    let often = dice.between(1, 7) as u32;
    let columns = (0..size.width()).map(|_| {
        let rows = match dice.below(8) < often {
            true => dice.between(high.saturating_sub(2), high),
            false => dice.between(0, 2).min(high),
        };
        let hole = match dice.below(4) {
            0 if rows > 1 => 1 << dice.between(0, rows - 2),
            _ => 0,
        };
        ((1u32 << rows) - 1) & !hole
    });
    let mut columns: Vec<u32> = columns.collect();
    let full = columns.iter().fold(u32::MAX, |all, column| all & column);
    columns[0] &= !full;
    Board::from_columns(size, &columns)
}

/// A rating over up to twelve features that kernels read, with modifiers.
pub fn random_rating(dice: &mut Dice, kind: &'static RatingKind, width: usize) -> Rating {
    let mut terms: Vec<Term> = Vec::new();
    for _ in 0..dice.between(1, 12) {
        let feature = FEATURES[dice.below(FEATURES.len() as u32) as usize];
        let modifier = dice.of(&["", "", "", "delta-", "squared-", "squared-delta-"]);
        let Ok(reading) = Reading::named(&format!("{modifier}{}", feature.name)) else {
            continue;
        };
        let real = feature.unit == Unit::Ratio || feature.unit == Unit::Radial && reading.delta;
        if feature.slot.is_none() || real || terms.iter().any(|t| t.reading == reading) {
            continue;
        }
        let functions = (0..feature.count.on(width))
            .map(|_| random_function(dice, kind, feature.unit))
            .collect();
        terms.push(Term { reading, functions });
    }
    let mut rating = Rating::sum(kind, terms);
    if kind.bands {
        let bound = dice.between(1, 12) as i32;
        rating.bands = Bands {
            by: dice.of(&Danger::ALL),
            bounds: vec![bound, bound + dice.between(1, 12) as i32],
        };
    }
    let largest = Size::new(width, MAX_HEIGHT).unwrap();
    while kind.net && (rating.net.is_none() || rating.check(largest).is_err()) {
        rating.net = Some(Arc::new(random_net(dice, width)));
    }
    rating
}

/// A linear rating over some features, with random weights.
pub fn linear(dice: &mut Dice, names: &[&str], width: usize) -> Rating {
    let term = |name: &&str| {
        let reading = Reading::named(name).unwrap();
        let count = reading.feature.count.on(width);
        let functions = (0..count).map(|_| Function::linear(dice.real()));
        Term {
            reading,
            functions: functions.collect(),
        }
    };
    Rating::sum(&LINEAR, names.iter().map(term).collect())
}

/// A linear rating over many of the features that bytes count, each one named or not; some weights
/// are very large beside the others.
pub fn many_weights(dice: &mut Dice, width: usize) -> Rating {
    let left_out = [
        Slot::HeightDeviation,
        Slot::Surface4,
        Slot::Surface5,
        Slot::Cover,
    ];
    let often = dice.of(&[1, 4, 7]);
    let names: Vec<&str> = FEATURES
        .iter()
        .filter(|feature| feature.slot.is_some_and(|slot| !left_out.contains(&slot)))
        .filter(|feature| feature.unit != Unit::Radial)
        .map(|feature| feature.name)
        .filter(|_| dice.below(8) < often)
        .collect();
    let mut rating = linear(dice, &names, width);
    for term in &mut rating.terms {
        if dice.below(8) == 0 {
            let weight = dice.real() * 1e6;
            term.functions.fill(Function::linear(weight));
        }
    }
    rating
}

/// A rating with tables of many features, small ones beside the weights of bcts, so that its games
/// are long. Those of local patterns have a score for every number.
pub fn many_tables(dice: &mut Dice, width: usize) -> Rating {
    let often = dice.of(&[1, 4, 7]);
    let deltas = dice.below(3) == 0;
    let mut rating = catalogue::named("bcts").unwrap().rating.clone();
    rating.kind = &TABLE;
    for feature in FEATURES {
        let read = feature.slot.is_some() && feature.unit != Unit::Ratio;
        if !read || dice.below(8) >= often {
            continue;
        }
        let delta = deltas && feature.unit != Unit::Radial && dice.below(2) == 0;
        let name = format!("{}{}", if delta { "delta-" } else { "" }, feature.name);
        let Ok(reading) = Reading::named(&name) else {
            continue;
        };
        let count = feature.count.on(width);
        let functions = (0..count).map(|_| match feature.unit {
            Unit::One => {
                let scores = (0..800).map(|_| dice.real() / 1000.0);
                Function::table(if delta { -200 } else { 0 }, scores.collect())
            }
            _ => Function::linear(dice.real() / 1000.0),
        });
        let functions = functions.collect();
        rating.terms.retain(|term| term.reading != reading);
        rating.terms.push(Term { reading, functions });
    }
    rating
}

/// A net over some features, of up to three layers. Its scale leaves any weights room beside it.
fn random_net(dice: &mut Dice, width: usize) -> Net {
    let known = [
        "max-height",
        "column-height",
        "squared-holes",
        "delta-wells",
        "landing-height",
        "delta-column-difference",
        "row-transitions",
        "eroded-piece-cells",
        "cumulative-wells",
        "mean-height",
    ];
    let first = dice.between(0, known.len() - 1);
    let last = dice.between(first, known.len() - 1);
    let inputs: Vec<Reading> = known[first..=last]
        .iter()
        .map(|n| Reading::named(n).unwrap())
        .collect();
    let mut before = inputs
        .iter()
        .map(|reading| reading.feature.count.on(width))
        .sum();
    let count = dice.between(1, 3);
    // Some have values beyond 32 bits.
    let (large, most) = dice.of(&[(0, 9), (0, 70), (24, 9)]);
    let layers = (1..=count).map(|number| {
        let units = if number == count {
            1
        } else {
            dice.between(1, most)
        };
        let activation = match number == count {
            true => Activation::Linear,
            // Squares of such sums would be too large.
            false => dice.of(&[
                Activation::Linear,
                Activation::Tanh,
                Activation::Relu,
                Activation::ClippedRelu,
            ]),
        };
        let mut unit = || NetUnit {
            bias: i64::from(dice.below(2000)) - 1000,
            weights: (0..before)
                .map(|_| (dice.below(200) as i32 - 100) << if number == 1 { large } else { 0 })
                .collect(),
        };
        let layer = Layer {
            activation,
            units: (0..units).map(|_| unit()).collect(),
            shift: dice.below(12) + if number == count { large } else { 0 },
        };
        before = units;
        layer
    });
    Net {
        inputs,
        layers: layers.collect(),
        scale: -8,
    }
}

fn random_function(dice: &mut Dice, kind: &'static RatingKind, unit: Unit) -> Function {
    let weight = if dice.below(8) == 0 { 0.0 } else { dice.real() };
    let exponent = f64::from(dice.below(30)) / 10.0;
    match kind.name {
        "linear" | "net" => Function::linear(weight),
        "bands" if dice.below(4) == 0 => Function::in_bands(vec![weight]),
        "bands" => Function::in_bands(vec![weight, dice.real(), dice.real()]),
        "exponential" => Function::power(weight, exponent),
        "displaced" => Function::displaced(weight, exponent, dice.real() / 5.0),
        "table" if unit == Unit::One && dice.below(3) > 0 => {
            let from = dice.between(0, 4) as i32 - 2;
            // Patterns have hundreds of numbers.
            let most = dice.of(&[30, 800]);
            let count = dice.between(1, most);
            Function::table(from, (0..count).map(|_| dice.real()).collect())
        }
        "table" => Function::linear(weight),
        other => panic!("no functions for ratings of kind {other}"),
    }
}

/// A controller of a rating.
pub fn controller(rating: Rating, search: Search) -> Controller {
    Controller {
        name: "random".to_string(),
        summary: String::new(),
        source: String::new(),
        note: String::new(),
        reported: Vec::new(),
        rules: Vec::new(),
        search,
        rating,
        file_name: None,
    }
}

/// A player for each kernel that the machine has, the reference first.
pub fn kernels(controller: &Controller, rules: &Rules) -> Vec<Player> {
    let player = Player::new(controller, rules).unwrap();
    Kernel::available()
        .map(|kernel| player.clone().with_kernel(kernel).unwrap())
        .collect()
}

/// Compares the ratings of all pieces on a board, and the choices; how many placements there were.
pub fn check_board(players: &[Player], board: &Board) -> u64 {
    let mut count = 0;
    let ties = Stream::new(0, 0, Purpose::Ties);
    for piece in Piece::ALL {
        let expected = players[0].rate(board, piece);
        let view = View {
            rules: players[0].rules(),
            board,
            piece,
            next: None,
            prospect: Pieces::new(0, 0).prospect(&Source::Uniform, 1),
        };
        let choice = players[0].decide(&view, &ties, 0);
        let placements = expected.landings.len();
        count += placements as u64;
        for player in &players[1..] {
            let found = player.rate(board, piece);
            let same = player.decide(&view, &ties, 0) == choice
                && found.landings[..] == expected.landings[..]
                && found.ends == expected.ends
                && found.scores[..placements] == expected.scores[..placements];
            assert!(
                same,
                "{} differs for {piece} on\n{board}\n{}\n{}\nends {:b}\nfound {:?}\nends {:b}\nbut is {:?}",
                player.kernel(),
                player.rules(),
                names(player),
                found.ends,
                &found.scores[..placements],
                expected.ends,
                &expected.scores[..placements],
            );
        }
    }
    count
}

fn names(player: &Player) -> String {
    let terms = player.scorer().map_or(&[][..], |scorer| scorer.terms(0));
    let names: Vec<String> = terms.iter().map(|term| term.reading.to_string()).collect();
    names.join(" ")
}
