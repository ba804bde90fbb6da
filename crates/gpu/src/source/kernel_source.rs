//! A kernel made for some rules and for the features of some candidates.

use tetrarium_engine::{Piece, Placement, Player, Source};

use super::defines::Macros;
use super::game::{LookAhead, Origin};
use super::layout::Layout;
use super::numbers::{Numbers, Tables, spread};
use super::placements::Table;
use crate::refusal::Refusal;

/// The source of a kernel and the numbers it reads.
#[derive(Clone, Debug)]
pub struct KernelSource {
    /// The text, CUDA C++ and plain C++ alike.
    pub text: String,
    /// The weights of all candidates, one after the other, band after band.
    pub weights: Vec<i32>,
    /// The tables of all candidates, one after the other; never empty.
    pub tables: Vec<i32>,
    /// The pieces of a source without chance; never empty.
    pub sequence: Vec<u32>,
    /// The placements of all pieces.
    pub(crate) table: Table,
    /// The words of shared memory for the tables and the weights of a single candidate; 0 if they
    /// lie elsewhere.
    pub shared_words: usize,
    /// Columns of the board.
    pub width: usize,
    /// The function that the host calls.
    pub entry: &'static str,
}

impl KernelSource {
    /// The kernel for some candidates, which have to play by the same rules and search in the same
    /// way.
    ///
    /// # Errors
    ///
    /// The GPU does not play such games, or a candidate differs from the first.
    ///
    /// # Panics
    ///
    /// There is no candidate.
    pub fn new(players: &[&Player]) -> Result<KernelSource, Refusal> {
        KernelSource::playing(players, Origin::Beginning)
    }

    /// The same for games that begin elsewhere.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn playing(players: &[&Player], from: Origin) -> Result<KernelSource, Refusal> {
        let first = *players.first().expect("there is a candidate");
        let look_ahead = LookAhead::of(first)?;
        for player in players {
            let alike = player.rules() == first.rules() && player.search() == first.search();
            if !alike {
                let reason = "candidates of one run have to share rules and search";
                return Err(Refusal::new(player, reason));
            }
            if player.controller().rating.bands != first.controller().rating.bands {
                let reason = "candidates of one run have to share the bands of their ratings";
                return Err(Refusal::new(player, reason));
            }
        }
        let mut tables = Tables::new();
        let mut numbers = Vec::new();
        for player in players {
            numbers.extend(Numbers::of_bands(player, &mut tables)?);
        }
        spread(&mut numbers, first.rules().board.width());
        let rules = first.rules();
        let layout = Layout::new(rules, &numbers, &tables);
        for (player, numbers) in players.iter().zip(&numbers) {
            let net = numbers.net.as_ref().map(|net| &net.form);
            if net.is_some() && net != layout.net.as_ref() {
                let reason = "candidates of one run have to share the features and units of a net";
                return Err(Refusal::new(player, reason));
            }
        }
        let table = Table::new(rules);
        let macros = Macros {
            rules,
            look_ahead,
            origin: from,
            candidates: players.len(),
            bands: &first.controller().rating.bands,
            layout: &layout,
            placements: &table,
            tables: &tables,
        };
        let text = macros.to_string() + CUDA;
        let shared_words = macros.shared_words();
        let sequence = match &rules.pieces {
            Source::Sequence(pieces) | Source::Cycle(pieces) => {
                pieces.iter().map(|p| *p as u32).collect()
            }
            Source::Only(piece) => vec![*piece as u32],
            Source::Alternating => vec![Piece::S as u32, Piece::Z as u32],
            Source::Uniform | Source::Weighted(_) | Source::Bag => vec![0],
        };
        Ok(KernelSource {
            text,
            weights: numbers.iter().flat_map(|n| layout.weights(n)).collect(),
            tables: numbers
                .iter()
                .flat_map(|n| layout.tables(n, &tables))
                .collect(),
            sequence,
            table,
            shared_words,
            width: rules.board.width(),
            entry: match from {
                Origin::Splitting(_) => "split",
                _ => "play",
            },
        })
    }

    /// The words of the table of placements.
    pub fn table(&self) -> &[u32] {
        &self.table.words
    }

    /// The placement at a place of the table.
    pub fn placement(&self, place: usize) -> Placement {
        self.table.placements[place].1
    }
}

const CUDA: &str = concat!(
    include_str!("../cuda/machine.cuh"),
    include_str!("../cuda/pieces.cuh"),
    include_str!("../cuda/features.cuh"),
    include_str!("../cuda/patterns.cuh"),
    include_str!("../cuda/net.cuh"),
    include_str!("../cuda/boards.cuh"),
    include_str!("../cuda/window.cuh"),
    include_str!("../cuda/rate.cuh"),
    include_str!("../cuda/search.cuh"),
    include_str!("../cuda/play.cuh"),
    include_str!("../cuda/climbs.cuh"),
    include_str!("../cuda/phases.cuh"),
    include_str!("../cuda/split.cuh"),
);
