//! A search of one's own, made as CONTRIBUTING.md has it: a kind, and a function that gives the
//! candidates of a view.

use tetrarium_engine::search::{Candidate, Depth, Method, SearchKind, Value};
use tetrarium_engine::{
    Controller, Landing, Move, Player, PlayerGame, Rater, Rules, Search, View, catalogue, landings,
};

static LOWEST: SearchKind = SearchKind::own(
    "lowest",
    "The placement that leaves the lowest pile; of those the best rated.",
    Depth::Fixed(1),
    lowest,
);

fn lowest(rater: &Rater, view: &View, _depth: u8) -> Vec<Candidate> {
    let ratings = rater.rate(view.board, view.piece);
    let candidates = (0..ratings.landings.len()).map(|index| {
        let landing = ratings.landings[index];
        let played = Move::new(rater.rules(), view.board, view.piece, landing);
        let height = played.after.max_height() as i128;
        let score = i128::from(ratings.scores[index]) - (height << 32);
        Candidate {
            landing,
            value: (!played.ends).then_some(Value { doom: 0, score }),
        }
    });
    candidates.collect()
}

#[test]
fn a_search_of_one_s_own_is_played() {
    let mut rules = Rules::default();
    rules.set("board", "8x12").unwrap();
    let controller = Controller {
        search: LOWEST.search(None).unwrap(),
        ..catalogue::named("bcts").unwrap().clone()
    };
    assert!(matches!(controller.search.method(), Method::Own(_)));
    assert!("lowest".parse::<Search>().is_err(), "no table has it");
    let player = Player::new(&controller, &rules).unwrap();
    let mut game = PlayerGame::new(&player, 1, 0);
    while let Some(played) = game.step().filter(|played| !played.ends) {
        let height = |landing: &Landing| {
            let other = Move::new(&rules, &played.before, played.piece, *landing);
            other.after.max_height()
        };
        let all = landings(&rules, &played.before, played.piece);
        let least = all.iter().map(height).min();
        assert_eq!(Some(played.after.max_height()), least);
    }
    assert!(game.counts().lines > 5, "{:?}", game.counts());
}
