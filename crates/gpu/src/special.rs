//! A kernel made for some rules and for the features of some candidates.

mod layout;

use std::collections::BTreeMap;

use tetrarium_engine::Player;
use tetrarium_engine::features::Slot;
use tetrarium_engine::rules::{FeatureBoard, GameKind, Overflow, SearchBoard, SearchScore, Ties};
use tetrarium_engine::score::Scores;
use tetrarium_engine::search::{Method, Unseen};
use tetrarium_engine::source::Source;
use tetrarium_lab::play::Danger;

use crate::parts::{Part, parts};
use crate::placements::Table;
use layout::Layout;

/// Why a player cannot play on the GPU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} cannot play on the GPU: {reason}")]
pub struct Refusal {
    /// The player.
    pub player: String,
    /// What the GPU does not do.
    pub reason: String,
}

/// Where the games of a kernel begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// With an empty board.
    Beginning,
    /// On from a position, until a number of pieces.
    Position,
    /// On from a position, until a danger.
    PositionUntil(Danger),
}

/// How far the kernel looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Greedy = 0,
    TwoPiece = 1,
    Expectimax = 2,
}

/// The source of a kernel and the numbers it reads.
#[derive(Clone, Debug)]
pub struct Special {
    /// The whole source, CUDA C++ and plain C++ alike.
    pub source: String,
    /// The weights of all candidates, one after the other.
    pub weights: Vec<i32>,
    /// The tables of all candidates, one after the other; never empty.
    pub tables: Vec<i32>,
    /// The pieces of a source without chance; never empty.
    pub sequence: Vec<u32>,
    /// The placements of all pieces.
    pub(crate) table: Table,
    /// Columns of the board.
    pub width: usize,
}

/// The tables of all candidates, in the order in which they lie, with the kernel's expression for
/// the number that each is of.
type Tables = BTreeMap<TableOf, String>;

/// What a table is of: scores of the same numbers are added up in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TableOf {
    slot: Slot,
    /// Which of the slot's columns.
    index: usize,
    /// Whether it is of the difference to the board before.
    delta: bool,
    /// The number that the first score is for.
    first: i32,
    /// How many scores there are.
    len: usize,
}

/// What one candidate adds.
#[derive(Default)]
struct Numbers {
    after: BTreeMap<Part, i32>,
    before: BTreeMap<Part, i32>,
    tables: BTreeMap<TableOf, Vec<i32>>,
}

impl Special {
    /// The kernel for some candidates, which have to play by the same rules and search in the same way.
    pub fn new(players: &[&Player]) -> Result<Special, Refusal> {
        Special::playing(players, Origin::Beginning)
    }

    /// The same for games that begin elsewhere.
    pub fn playing(players: &[&Player], from: Origin) -> Result<Special, Refusal> {
        let first = *players.first().expect("there is a candidate");
        let look = look(first)?;
        for player in players {
            let alike = player.rules() == first.rules() && player.search() == first.search();
            if !alike {
                let reason = "candidates of one run have to share rules and search".to_string();
                return Err(refusal(player, reason));
            }
        }
        let mut tables = Tables::new();
        let numbers: Vec<Numbers> = players
            .iter()
            .map(|player| numbers(player, &mut tables))
            .collect::<Result<_, _>>()?;
        let rules = first.rules();
        let layout = Layout::new(rules, &numbers, &tables);
        let table = Table::new(rules);
        let mut source = layout.defines(rules, look, from, &table, &tables, players.len());
        source += KERNEL;
        let sequence = match &rules.pieces {
            Source::Sequence(pieces) | Source::Cycle(pieces) => {
                pieces.iter().map(|p| *p as u32).collect()
            }
            Source::Only(piece) => vec![*piece as u32],
            Source::Alternating => {
                vec![
                    tetrarium_engine::Piece::S as u32,
                    tetrarium_engine::Piece::Z as u32,
                ]
            }
            Source::Uniform | Source::Weighted(_) | Source::Bag => vec![0],
        };
        Ok(Special {
            source,
            weights: numbers.iter().flat_map(|n| layout.weights(n)).collect(),
            tables: numbers
                .iter()
                .flat_map(|n| layout.tables(n, &tables))
                .collect(),
            sequence,
            table,
            width: rules.board.width(),
        })
    }

    /// The words of the table of placements.
    pub fn table(&self) -> &[u32] {
        &self.table.words
    }

    /// The placement at a place of the table.
    pub fn placement(&self, place: usize) -> tetrarium_engine::placement::Placement {
        self.table.placements[place].1
    }
}

const KERNEL: &str = concat!(
    include_str!("kernel/machine.cuh"),
    include_str!("kernel/pieces.cuh"),
    include_str!("kernel/features.cuh"),
    include_str!("kernel/boards.cuh"),
    include_str!("kernel/window.cuh"),
    include_str!("kernel/rate.cuh"),
    include_str!("kernel/search.cuh"),
    include_str!("kernel/play.cuh"),
);

fn refusal(player: &Player, reason: impl Into<String>) -> Refusal {
    Refusal {
        player: player.name().to_string(),
        reason: reason.into(),
    }
}

/// How far a player looks; refused if the kernel does not look so far, or its rules are not the kernel's.
fn look(player: &Player) -> Result<Look, Refusal> {
    let rules = player.rules();
    let refuse = |reason: &str| Err(refusal(player, reason));
    if rules.game != GameKind::Simplified {
        return refuse("only the simplified game is played there");
    }
    if rules.feature_board != FeatureBoard::AfterClear {
        return refuse("it rates boards before full rows go (feature-board = before-clear)");
    }
    match rules.ties {
        Ties::Random => return refuse("ties are settled by chance (ties = random)"),
        Ties::Dellacherie if rules.overflow != Overflow::Ends => {
            return refuse("ties = dellacherie goes there only with overflow = ends");
        }
        _ => {}
    }
    let shown = rules.visible >= 2;
    let fixed = !matches!(
        rules.pieces,
        Source::Uniform | Source::Weighted(_) | Source::Bag
    );
    let search = player.search();
    if !search.needs_rating() {
        return refuse(&format!("the search `{}` has no rating", search.name()));
    }
    let Method::Tree(unseen) = search.method() else {
        return refuse(&format!(
            "the search `{}` is not known there",
            search.name()
        ));
    };
    let look = match (search.depth(), unseen) {
        (1, _) => Look::Greedy,
        (2, Unseen::Ignored) if shown => Look::TwoPiece,
        (2, Unseen::Ignored) => Look::Greedy,
        (2, _) if shown || fixed => Look::TwoPiece,
        (2, Unseen::Averaged) => Look::Expectimax,
        (2, _) => return refuse("it takes the worst unknown piece (minimax)"),
        _ => return refuse("it looks further than two pieces"),
    };
    if look != Look::Greedy && rules.search_score != SearchScore::Leaf {
        return refuse("it adds up the move features of several pieces (search-score = sum)");
    }
    if look != Look::Greedy && rules.search_board != SearchBoard::Cleared {
        return refuse("it leaves full rows between its two pieces (search-board = uncleared)");
    }
    Ok(look)
}

/// The weights and tables of a candidate.
fn numbers(player: &Player, tables: &mut Tables) -> Result<Numbers, Refusal> {
    let size = player.rules().board;
    let mut numbers = Numbers::default();
    let scorer = player
        .scorer()
        .ok_or_else(|| refusal(player, "it has no rating"))?;
    for term in scorer.terms() {
        let reading = &term.reading;
        let not_there = || {
            refusal(
                player,
                format!("the feature {reading} is not computed there"),
            )
        };
        let slot = reading.slot().ok_or_else(not_there)?;
        let parts = parts(slot, term.index, size);
        match &term.scores {
            Scores::Weight(weight) => {
                for (part, factor) in parts {
                    let value = weight.wrapping_mul(factor);
                    let add = |to: &mut BTreeMap<Part, i32>, value: i32| {
                        let sum = to.entry(part).or_default();
                        *sum = sum.wrapping_add(value);
                    };
                    if !reading.delta {
                        add(&mut numbers.after, value);
                    } else if part != Part::Constant {
                        add(&mut numbers.after, value);
                        add(&mut numbers.before, value.wrapping_neg());
                    }
                }
            }
            Scores::Table { first, scores } => {
                let sum = |raw: &str| {
                    let terms: Vec<String> = parts
                        .iter()
                        .map(|(part, factor)| format!("{factor}*{}", part.expression(raw)))
                        .collect();
                    format!("({})", terms.join("+"))
                };
                let expression = match reading.delta {
                    false => sum("r"),
                    true => format!("({}-{})", sum("r"), sum("q")),
                };
                let of = TableOf {
                    slot,
                    index: term.index,
                    delta: reading.delta,
                    first: *first,
                    len: scores.len(),
                };
                tables.insert(of, expression);
                let table = numbers.tables.entry(of);
                let sums = table.or_insert_with(|| vec![0; scores.len()]);
                for (sum, score) in sums.iter_mut().zip(scores) {
                    *sum = sum.wrapping_add(*score);
                }
            }
            Scores::Real { .. } => return Err(not_there()),
        }
    }
    Ok(numbers)
}
