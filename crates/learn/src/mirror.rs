//! Mirror images: which values of a feature change places where left and right do.

use tetrarium_engine::features::Count;

/// For each value of a feature on a board of this width, the number of the class of values that
/// become each other where left and right change places; a class has one or two values. The values
/// of columns, of pairs of columns and of windows of columns stand from the left to the right.
/// Features with one value, or with a fixed number, are the same for a board and its mirror image.
/// Single cells, which are inputs of nets, stay apart.
///
/// ```
/// use tetrarium_engine::features::Count;
/// use tetrarium_learn::mirror_classes;
/// assert_eq!(mirror_classes(Count::Columns, 5), [0, 1, 2, 1, 0]);
/// assert_eq!(mirror_classes(Count::Pairs, 5), [0, 1, 1, 0]);
/// assert_eq!(mirror_classes(Count::Fixed(3), 5), [0, 1, 2]);
/// ```
pub fn mirror_classes(count: Count, width: usize) -> Vec<usize> {
    let values = count.on(width);
    let is_across = matches!(count, Count::Columns | Count::Pairs | Count::Windows(_));
    let class = |value: usize| value.min(if is_across { values - 1 - value } else { value });
    (0..values).map(class).collect()
}

/// How many classes there are.
pub(crate) fn number_of(classes: &[usize]) -> usize {
    classes.iter().max().map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::features::FEATURES;
    use tetrarium_engine::random::{Purpose, Stream};
    use tetrarium_engine::{Board, Move, Piece, Reading, Rules, landings};

    /// The piece that another one is in a mirror.
    fn image(piece: Piece) -> Piece {
        match piece {
            Piece::S => Piece::Z,
            Piece::Z => Piece::S,
            Piece::J => Piece::L,
            Piece::L => Piece::J,
            same => same,
        }
    }

    /// A board with a random surface and random holes.
    fn board(rules: &Rules, number: u64) -> Board {
        let stream = Stream::new(7, number, Purpose::Learning);
        let columns = (0..rules.board.width() as u64).map(|x| {
            let height = stream.word(2 * x) % 10;
            let holes = stream.word(2 * x + 1) & stream.word(100 + x);
            ((1u32 << height) - 1) & !holes
        });
        Board::from_columns(rules.board, &columns.collect::<Vec<_>>())
    }

    /// The mirror image of a move.
    fn reflected(rules: &Rules, played: &Move) -> Move {
        let (board, piece) = (played.before.mirrored(), image(played.piece));
        let all = landings(rules, &board, piece);
        all.iter()
            .map(|landing| Move::new(rules, &board, piece, *landing))
            .find(|other| other.landed == played.landed.mirrored())
            .expect("the mirror image of a placement is a placement")
    }

    /// Features that a weight can rate read a move and its mirror image alike: S as Z, J as L,
    /// column i as its mirror. The one that does not has the wall test of xtris, with its mistake.
    #[test]
    fn features_do_not_tell_a_move_from_its_mirror_image() {
        let rules = Rules::default();
        let rated = FEATURES
            .iter()
            .filter(|feature| !feature.is_pattern() && !matches!(feature.count, Count::Rows(_)));
        let readings = rated.map(|feature| Reading::named(feature.name).unwrap());
        let readings: Vec<Reading> = readings.collect();
        let mut differ = Vec::new();
        for number in 0..60 {
            let board = board(&rules, number);
            let piece = Piece::ALL[number as usize % 7];
            for landing in landings(&rules, &board, piece).iter() {
                let played = Move::new(&rules, &board, piece, *landing);
                let other = reflected(&rules, &played);
                for reading in &readings {
                    let classes = mirror_classes(reading.feature.count, 10);
                    let values = classes.len();
                    for (value, class) in classes.iter().enumerate() {
                        let twin = values - 1 - value;
                        let twin = if classes[twin] == *class { twin } else { value };
                        let alike = reading.value(&played, value) == reading.value(&other, twin);
                        if !alike && !differ.contains(&reading.feature.name) {
                            differ.push(reading.feature.name);
                        }
                    }
                }
            }
        }
        assert_eq!(differ, ["frontier-xtris"]);
    }
}
