//! Sixty-four bytes as an array, for tests alone: see `emulated`. Nothing is inlined, or compiling
//! would take minutes.

use crate::kernels::bytes::ByteVector;
use crate::kernels::bytes::vector::{BYTES, COLUMNS};

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

impl ByteVector for Bytes {
    #[inline(never)]
    fn load_columns(from: &[u32; COLUMNS]) -> Self {
        Bytes::of_columns(|x| from[x])
    }
    #[inline(never)]
    fn load_signed_columns(from: &[i32; COLUMNS]) -> Self {
        Bytes::of_columns(|x| from[x] as u32)
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
        Bytes::of_columns(|x| {
            if x < N {
                beyond[x + COLUMNS - N]
            } else {
                columns[x - N]
            }
        })
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
        places.map_columns(places, |n, _| {
            1u32.checked_shl(n).unwrap_or(0).wrapping_sub(1)
        })
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
        Bytes(std::array::from_fn(|i| {
            columns[i / COLUMNS % 2][i % COLUMNS] as u8
        }))
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
    fn abs(self) -> Self {
        self.map(self, |a, _| (a as i8).unsigned_abs())
    }
    #[inline(never)]
    fn count(self) -> Self {
        self.map(self, |a, _| a.count_ones() as u8)
    }
    #[inline(never)]
    fn lowered(self) -> Self {
        self.map(self, |a, _| a >> 4)
    }
    #[inline(never)]
    fn above(self, other: Self) -> u64 {
        self.map(other, |a, b| u8::from(a as i8 > b as i8))
            .is_some()
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
    fn look_up_in_two(self, tables: [Self; 2]) -> Self {
        self.map(self, |a, _| {
            tables[a as usize / BYTES % 2].0[a as usize % BYTES]
        })
    }
    #[inline(never)]
    fn look_up_in_four(self, tables: [Self; 4]) -> Self {
        self.map(self, |a, _| {
            tables[a as usize / BYTES].0[a as usize % BYTES]
        })
    }

    #[inline(never)]
    fn products(self, signed: Self) -> [Self; 2] {
        [0, 1].map(|half| {
            Bytes::of_pairs(|i| {
                i16::from(self.0[2 * i + half]) * i16::from(signed.0[2 * i + half] as i8)
            })
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
    fn halved_pairs(self) -> Self {
        let pairs = self.pairs();
        Bytes::of_pairs(|i| (pairs[i] as u16 / 2) as i16)
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
    fn add_weighted(sum: Self, bytes: Self, weights: Self) -> Self {
        let sums = sum.columns();
        Bytes::of_columns(|x| {
            let products =
                (4 * x..4 * x + 4).map(|i| i32::from(bytes.0[i]) * i32::from(weights.0[i] as i8));
            sums[x].wrapping_add(products.sum::<i32>() as u32)
        })
    }
    #[inline(never)]
    fn add_columns(self, other: Self) -> Self {
        self.map_columns(other, u32::wrapping_add)
    }
    #[inline(never)]
    fn gather_columns(self, table: &[i32]) -> Self {
        let last = table.len() as i32 - 1;
        self.map_columns(self, |a, _| {
            table[(a as i32).clamp(0, last) as usize] as u32
        })
    }
    #[inline(never)]
    fn up_bytes<const N: u32>(self) -> Self {
        self.map_columns(self, |a, _| a << (8 * N))
    }
    #[inline(never)]
    fn replaced_columns(self, mask: u16, by: i32) -> Self {
        let columns = self.columns();
        Bytes::of_columns(|x| {
            if mask >> x & 1 == 1 {
                by as u32
            } else {
                columns[x]
            }
        })
    }
    #[inline(never)]
    fn max_columns(self, other: Self) -> Self {
        self.map_columns(other, |a, b| (a as i32).max(b as i32) as u32)
    }
    #[inline(never)]
    fn greatest_column(self) -> i32 {
        self.columns()
            .iter()
            .fold(i32::MIN, |most, column| most.max(*column as i32))
    }
    #[inline(never)]
    fn equal_columns(self, to: i32) -> u16 {
        (0..COLUMNS)
            .map(|x| u16::from(self.columns()[x] == to as u32) << x)
            .sum()
    }
    #[inline(never)]
    fn bits_of(self, mask: u64) -> u64 {
        (0..BYTES).map(|i| (mask >> self.0[i] & 1) << i).sum()
    }
}

/// Compares all operations with those of the array, on many numbers.
#[cfg(target_arch = "x86_64")]
pub(super) fn check_operations<B: ByteVector>() {
    use crate::game::random::{Purpose, Stream};

    let stream = Stream::new(12, 0, Purpose::Sampling);
    for round in 0..2000u64 {
        // Random bytes, few bits, nibbles, rows, and none.
        let number = |index: u64| {
            let word = |i: u64| stream.word(round * 512 + index * 2 + i);
            let byte = [
                word(0),
                word(0) & word(1),
                word(0) & 15,
                word(0) % 29,
                word(0) & 1 & word(1),
            ];
            byte[(round % 5) as usize] as u8
        };
        let a: [u8; BYTES] = std::array::from_fn(|i| number(i as u64));
        let b: [u8; BYTES] = std::array::from_fn(|i| number(64 + i as u64));
        let (found, expected) = (outcomes::<B>(a, b), outcomes::<Bytes>(a, b));
        for (name, expected) in &expected.0 {
            assert_eq!(found.0[name], *expected, "{name} of {a:x?} and {b:x?}");
        }
        assert_eq!(found.1, expected.1, "masks of {a:x?} and {b:x?}");
    }
}

#[cfg(target_arch = "x86_64")]
type Outcomes = (std::collections::BTreeMap<&'static str, Vec<u8>>, Vec<u64>);

/// What all operations make of two vectors.
#[cfg(target_arch = "x86_64")]
fn outcomes<B: ByteVector>(a: [u8; BYTES], b: [u8; BYTES]) -> Outcomes {
    let bytes = |of: B| {
        let mut out = [0; COLUMNS];
        of.store_columns(&mut out);
        out.iter()
            .flat_map(|n| n.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let (va, vb) = (B::load(&a), B::load(&b));
    let small = |v: B| v.and(B::splat(63));
    let rows = B::splat(28).min(small(vb));
    let places = vb.and(B::splat_columns(63));
    let up_to_32 = B::splat_columns(32).min(places);
    let columns: [u32; COLUMNS] = std::array::from_fn(|x| a[x].into());
    let mut stored = [0; BYTES];
    va.store(&mut stored);
    let vectors = [
        ("load_columns", bytes(B::load_columns(&columns))),
        ("load", bytes(va)),
        ("splat_columns", bytes(B::splat_columns(-70_000))),
        ("splat", bytes(B::splat(200))),
        ("orientations", bytes(B::orientations([1, 2, 250, 4]))),
        ("and", bytes(va.and(vb))),
        ("or", bytes(va.or(vb))),
        ("but_not", bytes(va.but_not(vb))),
        ("left 1", bytes(va.to_the_left::<1>(vb))),
        ("left 2", bytes(va.to_the_left::<2>(vb))),
        ("left 3", bytes(va.to_the_left::<3>(vb))),
        ("left 4", bytes(va.to_the_left::<4>(vb))),
        ("right 1", bytes(va.to_the_right::<1>(vb))),
        ("right 5", bytes(va.to_the_right::<5>(vb))),
        ("right 6", bytes(va.to_the_right::<6>(vb))),
        ("around 2", bytes(va.around::<2>())),
        ("around 3", bytes(va.around::<3>())),
        ("around 4", bytes(va.around::<4>())),
        ("around 11", bytes(va.around::<11>())),
        ("around 12", bytes(va.around::<12>())),
        ("around 15", bytes(va.around::<15>())),
        ("height", bytes(va.height_columns())),
        ("below", bytes(B::below_columns(up_to_32))),
        ("down", bytes(va.down_columns(places))),
        ("count_columns", bytes(va.count_columns())),
        ("filled", bytes(va.filled_columns())),
        ("spread", bytes(va.spread())),
        ("low_bytes", bytes(B::low_bytes(va, vb))[..32].to_vec()),
        ("add", bytes(va.add(vb))),
        ("sub", bytes(va.sub(vb))),
        ("sub_to_zero", bytes(va.sub_to_zero(vb))),
        ("max", bytes(va.max(vb))),
        ("min", bytes(va.min(vb))),
        ("count", bytes(va.count())),
        ("kept", bytes(va.kept(vb.is_some()))),
        ("fields", bytes(va.fields(rows))),
        ("look_up", bytes(small(va).look_up(vb))),
        (
            "look_up_in_two",
            bytes(va.and(B::splat(127)).look_up_in_two([vb, rows])),
        ),
        (
            "look_up_in_four",
            bytes(va.look_up_in_four([vb, rows, va, places])),
        ),
        (
            "gather",
            bytes(places.gather_columns(&[7, -8, 9, i32::MIN])),
        ),
        (
            "gather any",
            bytes(va.gather_columns(&[7, -8, 9, i32::MIN])),
        ),
        ("products 0", bytes(va.and(B::splat(63)).products(vb)[0])),
        ("products 1", bytes(va.and(B::splat(63)).products(vb)[1])),
        ("add_pairs", bytes(va.add_pairs(vb))),
        ("sub_pairs", bytes(va.sub_pairs(vb))),
        ("joined 0", bytes(B::joined([va, vb])[0])),
        ("joined 1", bytes(B::joined([va, vb])[1])),
        ("side 0", bytes(B::side_by_side([va, vb, rows, places])[0])),
        ("side 1", bytes(B::side_by_side([va, vb, rows, places])[1])),
        ("side 2", bytes(B::side_by_side([va, vb, rows, places])[2])),
        ("side 3", bytes(B::side_by_side([va, vb, rows, places])[3])),
        ("abs", bytes(va.abs())),
        ("lowered", bytes(va.lowered())),
        ("halved_pairs", bytes(va.halved_pairs())),
        ("store", stored.to_vec()),
        ("around 5", bytes(va.around::<5>())),
        ("around 8", bytes(va.around::<8>())),
        ("add_weighted", bytes(B::add_weighted(va, vb, va))),
        ("add_columns", bytes(va.add_columns(vb))),
        (
            "up_bytes",
            bytes(va.up_bytes::<1>().add_columns(vb.up_bytes::<3>())),
        ),
        ("replaced", bytes(va.replaced_columns(0x8421, i32::MIN))),
        ("max_columns", bytes(va.max_columns(vb))),
    ];
    let mask = u64::from_le_bytes(*a.first_chunk().expect("eight bytes"));
    let first = i32::from_le_bytes(*a.first_chunk().expect("four bytes"));
    let masks = vec![
        va.above(vb),
        va.is_some(),
        va.union_columns().into(),
        va.greatest_column() as u64,
        va.equal_columns(first).into(),
        va.and(B::splat(63)).bits_of(mask),
    ];
    (vectors.into_iter().collect(), masks)
}
