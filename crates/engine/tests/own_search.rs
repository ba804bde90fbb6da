//! Searches: one of one's own, made as CONTRIBUTING.md has it, and all of the table.

use tetrarium_engine::search::{Candidate, Depth, Method, SEARCHES, SearchKind, Value};
use tetrarium_engine::{
    Controller, Kernel, Landing, Move, Player, PlayerGame, Rater, Rules, Search, View, catalogue,
    landings,
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

#[test]
fn every_search_of_the_table_plays_the_same_game_with_every_kernel() {
    let mut rules = Rules::default();
    rules.set("board", "6x8").unwrap();
    for kind in SEARCHES {
        let search = kind.search(None).unwrap();
        rules.visible = search.visible();
        let name = if search.needs_rating() { "bcts" } else { "fit" };
        let controller = Controller {
            search,
            ..catalogue::named(name).unwrap().clone()
        };
        let player = Player::new(&controller, &rules).unwrap();
        let played = |kernel: Kernel| {
            let player = player.clone().with_kernel(kernel).unwrap();
            let mut game = PlayerGame::new(&player, 1, 0);
            while game.counts().pieces < 40 && game.advance() {}
            (*game.board(), game.counts())
        };
        let expected = played(Kernel::Reference);
        for kernel in Kernel::available() {
            assert_eq!(played(kernel), expected, "{search} {kernel}");
        }
    }
}
