//! Tables: a weight for each placement of each turn.

use super::*;
use trajectory::Record;

/// With a weight for each placement of each turn, the weight of a placement grows by what it is
/// worth, up to a number for each turn, however often the policy comes to that turn. The gradient
/// does depend on that.
#[test]
fn with_a_table_the_natural_step_does_not_depend_on_the_stationary_weights() {
    let setting = small(&FEATURES, 0);
    let best = tiny::optimum(0.9);
    let worth =
        |played: &Move| f64::from(played.lines) + best[tiny::number(&played.after).unwrap()];
    let boards = tiny::boards().0.iter().take(6);
    let turns = boards.flat_map(|board| [Piece::S, Piece::Z].map(|piece| (board, piece)));
    let worths = turns.map(|(board, piece)| turn(&setting, board, piece).1);
    let worths: Vec<Vec<f64>> = worths
        .map(|moves| moves.iter().map(worth).collect())
        .filter(|worths: &Vec<f64>| !worths.is_empty())
        .collect();
    let size = worths.iter().map(Vec::len).sum();
    let weights: Vec<f64> = (0..size).map(|i| (i * 37 % 11) as f64 / 10.0).collect();
    let config = NaturalPolicyGradient {
        step: StepKind::Plain,
        ridge: 0.0,
        baseline: false,
        ..Default::default()
    };
    let stepped = |often: &dyn Fn(usize) -> f64| {
        let (mut sums, mut first) = (Sums::new(size), 0);
        for (number, worths) in worths.iter().enumerate() {
            let mut rows = vec![0.0; worths.len() * size];
            for place in 0..worths.len() {
                rows[place * size + first + place] = 1.0;
            }
            first += worths.len();
            let mut turn = Turn::default();
            turn.take(rows);
            turn.weigh(&weights);
            for (place, worth) in worths.iter().enumerate() {
                let mut score = vec![0.0; size];
                turn.score_of(place, &mut score);
                // How often the placement is drawn: the sums are of products of two of these.
                let root = (often(number) * turn.policy.chances()[place]).sqrt();
                score.iter_mut().for_each(|x| *x *= root);
                sums.add(&score, &score, root * worth);
            }
        }
        let (_, gradient) = sums.means(1, 0.0, 0.0);
        let walk = Walk {
            board: Vec::new(),
            reward: 0,
            entropy: 0.0,
            lost: 0,
            sums,
            record: Record::default(),
        };
        let mut state = method(config.clone(), &setting, &weights);
        state.natural_step(&[walk], 0.0);
        let step = state
            .weights
            .iter()
            .zip(&weights)
            .map(|(new, old)| new - old);
        (step.collect::<Vec<f64>>(), gradient)
    };
    let (even, gradient) = stepped(&|_| 1.0);
    let (uneven, other) = stepped(&|number| 1.0 + (number * number) as f64);
    assert!(distance(&gradient, &other) > length(&gradient));
    for step in [&even, &uneven] {
        let mut first = 0;
        for worths in &worths {
            for (place, worth) in worths.iter().enumerate() {
                let (grown, right) = (step[first + place] - step[first], worth - worths[0]);
                assert!((grown - right).abs() < 1e-9, "{grown} {right}");
            }
            first += worths.len();
        }
    }
}
