//! Why a player chooses as it does: all placements ranked, with what each term of the rating adds.

mod why;

use super::Player;
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::piece::Piece;
use crate::game::pieces::Pieces;
use crate::game::placement::Landing;
use crate::game::rules::{Suicide, Ties};
use crate::game::state::View;
use crate::rating::features::Reading;
use crate::rating::{Function, ScoredTerm};
use crate::search::{self, Search, Value};

/// Why a player chooses as it does: plain data, for whatever shows it.
///
/// ```
/// use tetrarium_engine::{Board, Piece, Player, Rules, catalogue};
/// let mut rules = Rules::default();
/// rules.set("board", "6x8").unwrap();
/// let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
/// let board = Board::from_picture(&"###.##\n".repeat(4), rules.board).unwrap();
/// let explanation = player.explain(&player.view(&board, Piece::I, None));
/// let best = &explanation.placements[0];
/// assert_eq!((best.landing.placement.orientation, best.landing.placement.column), (0, 3));
/// assert_eq!(best.terms.iter().map(|term| term.score).sum::<i32>(), best.score);
/// println!("{}", explanation.why());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The board.
    pub board: Board,
    /// The piece to be placed.
    pub piece: Piece,
    /// The next piece, if the player sees it.
    pub next: Option<Piece>,
    /// How ratings become a move.
    pub search: Search,
    /// How many pieces the values look at, the current one included. It is less than the depth of
    /// the search where a piece is not seen, or where every move dooms a later one.
    pub plies: usize,
    /// The weight of the futures that a value is the sum of; 1 where it is no sum.
    pub futures: u64,
    /// Scores are ratings times two to this power, rounded.
    pub scale: i32,
    /// How moves that end the game are treated.
    pub suicide: Suicide,
    /// How equal values are settled.
    pub ties: Ties,
    /// How many of the first placements may be chosen: one, unless ties are left to chance. 0 if
    /// there is no place.
    pub choices: usize,
    /// The sentence that says which weights the rating of a move on this board has, where they
    /// depend on its danger.
    pub band: Option<String>,
    /// All placements, the best first.
    pub placements: Vec<RankedPlacement>,
}

/// A placement in the order of the player's choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RankedPlacement {
    /// Where the piece comes to rest.
    pub landing: Landing,
    /// The board with the piece, before full rows are removed.
    pub landed: Board,
    /// The board after the move.
    pub after: Board,
    /// The rows that it removes.
    pub lines: u32,
    /// Whether it ends the game.
    pub ends: bool,
    /// What the search thinks of it; none if it ends the game and such moves are avoided.
    pub value: Option<Value>,
    /// The score of the move itself: the sum of those of the terms. Where moves that end the game
    /// are avoided or worth 0, their score does not count.
    pub score: i32,
    /// The rating of the move itself, of which the score is the scaled whole number.
    pub rating: f64,
    /// What each term of the rating adds, in the order of the controller; empty where a function of
    /// the search scores moves. Terms that add nothing to any move are not here.
    pub terms: Vec<TermShare>,
}

/// What one term of a rating adds to the rating of a move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TermShare {
    /// The feature; none for the net, which is one term: it is no sum of what its features add.
    pub reading: Option<Reading>,
    /// Which of its values, if it has several.
    pub index: Option<usize>,
    /// The value of the feature, or of the net.
    pub value: f64,
    /// The weight, if the term is a weight times the value.
    pub weight: Option<f64>,
    /// What the term adds to the rating.
    pub adds: f64,
    /// What the term adds to the score.
    pub score: i32,
}

impl TermShare {
    /// The name of the feature, or `net`.
    pub fn feature(&self) -> String {
        let name = self.reading.map(|reading| reading.to_string());
        name.unwrap_or_else(|| "net".to_string())
    }

    /// The name of the feature, with the number of the value if it has several.
    pub fn name(&self) -> String {
        match self.index {
            None => self.feature(),
            Some(index) => format!("{}[{index}]", self.feature()),
        }
    }
}

impl Explanation {
    /// A value as a rating: the mean over the futures that it is the sum of.
    pub fn rating_of(&self, value: Value) -> f64 {
        value.score as f64 / self.futures as f64 * libm::exp2(-f64::from(self.scale))
    }

    /// Whether the value of a placement is the rating of its move: no later piece is looked at, and
    /// the rules rate the move.
    pub fn is_rated(&self, placement: &RankedPlacement) -> bool {
        let by_rules = placement.ends && self.suicide != Suicide::Considered;
        self.plies == 1 && !by_rules
    }

    /// The number of the placement by the rating of its move alone, from 0; equal ones share it.
    pub fn rank_by_rating(&self, placement: &RankedPlacement) -> usize {
        let key = |one: &RankedPlacement| (!one.ends, one.score);
        let better = |one: &&RankedPlacement| key(one) > key(placement);
        self.placements.iter().filter(better).count()
    }
}

impl Player {
    /// What the player sees on a board that comes from no game: as if the piece were the first of
    /// the game. The board must have the size that the rules name.
    pub fn view<'a>(&'a self, board: &'a Board, piece: Piece, next: Option<Piece>) -> View<'a> {
        let source = &self.rules().pieces;
        let first = Pieces::new(0, 0).prospect(source, 0).after(piece);
        View {
            rules: self.rules(),
            board,
            piece,
            next,
            prospect: next.map_or(first, |next| first.after(next)),
        }
    }

    /// Why the player chooses as it does. The first placement is its choice; where ties are left to
    /// chance, the first [`Explanation::choices`] may be.
    pub fn explain(&self, view: &View) -> Explanation {
        let ((landings, values), survey) = search::survey(self.search(), self.rater(), view);
        let ranked = landings.iter().zip(values).map(|(landing, value)| {
            let played = Move::new(self.rules(), view.board, view.piece, *landing);
            self.ranked(&played, value)
        });
        let mut placements: Vec<RankedPlacement> = ranked.collect();
        let choices = self.choices(view);
        let is_choice = |one: &RankedPlacement| choices.contains(&one.landing);
        // The sort is stable: equal placements stay in the order in which they are tried.
        placements.sort_by(|a, b| {
            let order = b.value.cmp(&a.value);
            let of_ends = match (a.value, b.value) {
                (None, None) => b.score.cmp(&a.score),
                _ => std::cmp::Ordering::Equal,
            };
            let chosen = is_choice(b).cmp(&is_choice(a));
            order.then(of_ends).then(chosen)
        });
        Explanation {
            board: *view.board,
            piece: view.piece,
            next: view.next,
            search: self.search(),
            plies: survey.plies,
            futures: survey.futures,
            scale: self.scorer().map_or(0, |scorer| scorer.scale()),
            suicide: self.rules().suicide,
            ties: self.rules().ties,
            choices: choices.len(),
            band: self
                .scorer()
                .and_then(|scorer| scorer.bands().sentence(view.board)),
            placements,
        }
    }

    fn ranked(&self, played: &Move, value: Option<Value>) -> RankedPlacement {
        let terms = self.shares(played);
        let score = self.score(played);
        RankedPlacement {
            landing: played.landing,
            landed: played.landed,
            after: played.after,
            lines: played.lines,
            ends: played.ends,
            value,
            score,
            rating: match self.scorer() {
                Some(_) => terms.iter().map(|term| term.adds).sum(),
                None => f64::from(score),
            },
            terms,
        }
    }

    /// What each term of the rating adds to a move.
    fn shares(&self, played: &Move) -> Vec<TermShare> {
        let Some(scorer) = self.scorer() else {
            return Vec::new();
        };
        let band = scorer.bands().of(&played.before);
        let terms = self.controller().rating.terms.iter();
        let functions = terms.flat_map(|term| {
            let several = term.functions.len() > 1;
            let functions = term.functions.iter().map(move |one| one.in_band(band));
            let functions = functions.enumerate();
            functions.map(move |(index, function)| (several.then_some(index), function))
        });
        let functions = functions.filter(|(_, function)| !function.is_zero());
        let share = |(scored, (index, function)): (&ScoredTerm, (Option<usize>, Function))| {
            let value = scored.reading.value(played, scored.index);
            TermShare {
                reading: Some(scored.reading),
                index,
                value,
                weight: function.weight(),
                adds: function.at(value),
                score: scored.score(played),
            }
        };
        // The scorer has the same terms in the same order.
        let shares = scorer.terms(band).iter().zip(functions).map(share);
        let of_net = scorer.net().map(|net| TermShare {
            reading: None,
            index: None,
            value: net.real(played),
            weight: None,
            adds: net.real(played),
            score: net.score(played),
        });
        shares.chain(of_net).collect()
    }
}
