//! Sixty-four bytes as an array, for tests alone: see `sixteen`. Nothing is inlined, or compiling would take minutes.

use super::wide::{BYTES, COLUMNS, Wide};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bytes([u8; BYTES]);

impl Bytes {
    fn columns(self) -> [u32; COLUMNS] {
        std::array::from_fn(|x| {
            u32::from_le_bytes(self.0[4 * x..4 * x + 4].try_into().expect("four bytes"))
        })
    }

    fn pairs(self) -> [i16; 32] {
        std::array::from_fn(|i| i16::from_le_bytes([self.0[2 * i], self.0[2 * i + 1]]))
    }

    fn of_columns(of: impl Fn(usize) -> u32) -> Self {
        Bytes(std::array::from_fn(|i| of(i / 4).to_le_bytes()[i % 4]))
    }

    fn of_pairs(of: impl Fn(usize) -> i16) -> Self {
        Bytes(std::array::from_fn(|i| of(i / 2).to_le_bytes()[i % 2]))
    }

    fn map(self, other: Self, of: impl Fn(u8, u8) -> u8) -> Self {
        Bytes(std::array::from_fn(|i| of(self.0[i], other.0[i])))
    }

    fn map_columns(self, other: Self, of: impl Fn(u32, u32) -> u32) -> Self {
        let (a, b) = (self.columns(), other.columns());
        Bytes::of_columns(|x| of(a[x], b[x]))
    }

    fn mask(self, is: impl Fn(u8) -> bool) -> u64 {
        (0..BYTES).map(|i| u64::from(is(self.0[i])) << i).sum()
    }
}

impl Wide for Bytes {
    #[inline(never)]
    fn load_columns(from: &[u32; COLUMNS]) -> Self {
        Bytes::of_columns(|x| from[x])
    }
    #[inline(never)]
    fn store_columns(self, to: &mut [i32; COLUMNS]) {
        *to = self.columns().map(|column| column as i32);
    }
    #[inline(never)]
    fn splat_columns(value: i32) -> Self {
        Bytes::of_columns(|_| value as u32)
    }
    #[inline(never)]
    fn load(from: &[u8; BYTES]) -> Self {
        Bytes(*from)
    }
    #[inline(never)]
    fn store(self, to: &mut [u8; BYTES]) {
        *to = self.0;
    }
    #[inline(never)]
    fn splat(value: u8) -> Self {
        Bytes([value; BYTES])
    }
    #[inline(never)]
    fn orientations(of: [u8; 4]) -> Self {
        Bytes(std::array::from_fn(|i| of[i % 4]))
    }

    #[inline(never)]
    fn and(self, other: Self) -> Self {
        self.map(other, |a, b| a & b)
    }
    #[inline(never)]
    fn or(self, other: Self) -> Self {
        self.map(other, |a, b| a | b)
    }
    #[inline(never)]
    fn but_not(self, other: Self) -> Self {
        self.map(other, |a, b| a & !b)
    }

    #[inline(never)]
    fn to_the_left<const N: usize>(self, beyond: Self) -> Self {
        let (columns, beyond) = (self.columns(), beyond.columns());
        Bytes::of_columns(|x| if x < N { beyond[x + COLUMNS - N] } else { columns[x - N] })
    }
    #[inline(never)]
    fn to_the_right<const N: usize>(self, beyond: Self) -> Self {
        let (columns, beyond) = (self.columns(), beyond.columns());
        Bytes::of_columns(|x| match x + N < COLUMNS {
            true => columns[x + N],
            false => beyond[x + N - COLUMNS],
        })
    }
    #[inline(never)]
    fn around<const N: usize>(self) -> Self {
        self.to_the_right::<N>(self)
    }

    #[inline(never)]
    fn height_columns(self) -> Self {
        self.map_columns(self, |a, _| u32::BITS - a.leading_zeros())
    }
    #[inline(never)]
    fn below_columns(places: Self) -> Self {
        places.map_columns(places, |n, _| 1u32.checked_shl(n).unwrap_or(0).wrapping_sub(1))
    }
    #[inline(never)]
    fn down_columns(self, places: Self) -> Self {
        self.map_columns(places, |a, n| a.checked_shr(n).unwrap_or(0))
    }
    #[inline(never)]
    fn count_columns(self) -> Self {
        self.map_columns(self, |a, _| a.count_ones())
    }
    #[inline(never)]
    fn filled_columns(self) -> Self {
        self.map_columns(self, |a, _| if a == 0 { 0 } else { u32::MAX })
    }
    #[inline(never)]
    fn spread(self) -> Self {
        self.map_columns(self, |a, _| (a & 0xff) * 0x0101_0101)
    }
    #[inline(never)]
    fn union_columns(self) -> u32 {
        self.columns().iter().fold(0, |all, column| all | column)
    }
    #[inline(never)]
    fn low_bytes(first: Self, second: Self) -> Self {
        let columns = [first.columns(), second.columns()];
        Bytes(std::array::from_fn(|i| columns[i / COLUMNS % 2][i % COLUMNS] as u8))
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.map(other, u8::wrapping_add)
    }
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.map(other, u8::wrapping_sub)
    }
    #[inline(never)]
    fn sub_to_zero(self, other: Self) -> Self {
        self.map(other, u8::saturating_sub)
    }
    #[inline(never)]
    fn max(self, other: Self) -> Self {
        self.map(other, |a, b| (a as i8).max(b as i8) as u8)
    }
    #[inline(never)]
    fn min(self, other: Self) -> Self {
        self.map(other, u8::min)
    }
    #[inline(never)]
    fn count(self) -> Self {
        self.map(self, |a, _| a.count_ones() as u8)
    }
    #[inline(never)]
    fn raised(self) -> Self {
        self.map(self, |a, _| a << 4)
    }
    #[inline(never)]
    fn above(self, other: Self) -> u64 {
        self.map(other, |a, b| u8::from(a as i8 > b as i8)).is_some()
    }
    #[inline(never)]
    fn is_some(self) -> u64 {
        self.mask(|a| a != 0)
    }
    #[inline(never)]
    fn kept(self, mask: u64) -> Self {
        Bytes(std::array::from_fn(|i| self.0[i] * (mask >> i & 1) as u8))
    }
    #[inline(never)]
    fn fields(self, rows: Self) -> Self {
        let columns = self.columns();
        Bytes(std::array::from_fn(|i| {
            (columns[i / 4].checked_shr(rows.0[i].into()).unwrap_or(0) & 15) as u8
        }))
    }
    #[inline(never)]
    fn look_up(self, table: Self) -> Self {
        self.map(self, |a, _| table.0[a as usize % BYTES])
    }

    #[inline(never)]
    fn products(self, signed: Self) -> [Self; 2] {
        [0, 1].map(|half| {
            Bytes::of_pairs(|i| i16::from(self.0[2 * i + half]) * i16::from(signed.0[2 * i + half] as i8))
        })
    }
    #[inline(never)]
    fn add_pairs(self, other: Self) -> Self {
        let (a, b) = (self.pairs(), other.pairs());
        Bytes::of_pairs(|i| a[i].wrapping_add(b[i]))
    }
    #[inline(never)]
    fn sub_pairs(self, other: Self) -> Self {
        let (a, b) = (self.pairs(), other.pairs());
        Bytes::of_pairs(|i| a[i].wrapping_sub(b[i]))
    }
    #[inline(never)]
    fn joined(halves: [Self; 2]) -> [Self; 2] {
        [0, 1].map(|byte| Bytes(std::array::from_fn(|i| halves[i % 2].0[i / 2 * 2 + byte])))
    }

    #[inline(never)]
    fn side_by_side(four: [Self; 4]) -> [Self; 4] {
        [0, 1, 2, 3].map(|vector| {
            Bytes(std::array::from_fn(|i| {
                let lane = i / 4;
                four[i % 4].0[lane / 4 * 16 + vector * 4 + lane % 4]
            }))
        })
    }
    #[inline(never)]
    fn add_weighted(sum: Self, bytes: Self, weights: [i8; 4]) -> Self {
        let sums = sum.columns();
        Bytes::of_columns(|x| {
            let products = (0..4).map(|i| i32::from(bytes.0[4 * x + i]) * i32::from(weights[i]));
            sums[x].wrapping_add(products.sum::<i32>() as u32)
        })
    }
    #[inline(never)]
    fn add_columns(self, other: Self) -> Self {
        self.map_columns(other, u32::wrapping_add)
    }
    #[inline(never)]
    fn up_bytes<const N: u32>(self) -> Self {
        self.map_columns(self, |a, _| a << (8 * N))
    }
    #[inline(never)]
    fn replaced_columns(self, mask: u16, by: i32) -> Self {
        let columns = self.columns();
        Bytes::of_columns(|x| if mask >> x & 1 == 1 { by as u32 } else { columns[x] })
    }
    #[inline(never)]
    fn max_columns(self, other: Self) -> Self {
        self.map_columns(other, |a, b| (a as i32).max(b as i32) as u32)
    }
    #[inline(never)]
    fn greatest_column(self) -> i32 {
        self.columns().iter().fold(i32::MIN, |most, column| most.max(*column as i32))
    }
    #[inline(never)]
    fn equal_columns(self, to: i32) -> u16 {
        (0..COLUMNS).map(|x| u16::from(self.columns()[x] == to as u32) << x).sum()
    }
    #[inline(never)]
    fn every_fourth(mask: u64) -> u64 {
        (0..COLUMNS).map(|x| (mask >> (4 * x) & 1) << x).sum()
    }
}

#[test]
fn all_placements_at_once_give_what_the_reference_gives() {
    use super::sixteen::{self, common};
    use crate::features::Reading;
    use crate::rating::{Function, Rating, RatingKind, Term};
    use crate::{Kernel, Player};

    let names = [
        "landing-height",
        "eroded-piece-cells",
        "row-transitions",
        "column-transitions",
        "holes",
        "cumulative-wells",
        "hole-depth",
        "rows-with-holes",
    ];
    let mut dice = common::Dice::new(8);
    // Each alone, then all with random weights.
    for round in 0..40 {
        let terms = (0..8)
            .filter(|&n| round >= 16 || n == round % 8)
            .map(|n| Term {
                reading: Reading::named(names[n]).unwrap(),
                functions: vec![Function::Linear { weight: dice.real() }],
            })
            .collect();
        let rating = Rating { kind: RatingKind::Linear, terms };
        let rules = common::random_rules(&mut dice);
        let controller = common::controller(rating, crate::controller::Search::Greedy);
        let player = Player::new(&controller, &rules).unwrap();
        let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
        let whole = player.with_instance(sixteen::instance());
        for _ in 0..20 {
            let board = common::random_board(&mut dice, rules.board);
            common::check_board(&[reference.clone(), whole.clone()], &board);
        }
    }
}
