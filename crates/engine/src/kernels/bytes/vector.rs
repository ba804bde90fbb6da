//! A vector of sixty-four bytes, for all placements of a piece at once.
//!
//! It is seen in two ways: as sixteen lanes of 32 bits, one for each column of the board, and as
//! sixty-four bytes, four for each column: one for each orientation of the piece with its left edge
//! there. Byte `4 x + o` is orientation `o` at column `x`.

/// Columns of a [`ByteVector`].
pub(crate) const COLUMNS: usize = 16;
/// Bytes of a [`ByteVector`].
pub(crate) const BYTES: usize = 64;

/// A vector of sixty-four bytes. Names that end in `_columns` are of lanes of 32 bits, all others
/// of bytes.
///
/// Masks are whole numbers, a bit for each byte or column.
pub(crate) trait ByteVector: Copy {
    /// Emulated columns.
    fn load_columns(from: &[u32; COLUMNS]) -> Self;
    /// Sixteen numbers with a sign.
    fn load_signed_columns(from: &[i32; COLUMNS]) -> Self;
    /// Writes sixteen numbers with a sign.
    fn store_columns(self, to: &mut [i32; COLUMNS]);
    /// The same number for every column.
    fn splat_columns(value: i32) -> Self;
    /// Sixty-four bytes.
    fn load(from: &[u8; BYTES]) -> Self;
    /// Writes sixty-four bytes.
    fn store(self, to: &mut [u8; BYTES]);
    /// The same byte everywhere.
    fn splat(value: u8) -> Self;
    /// A byte for each orientation.
    fn orientations(of: [u8; 4]) -> Self;

    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in this one and not in the other.
    fn but_not(self, other: Self) -> Self;

    /// The number of the column `N` to the left; `beyond` is what is left of the first.
    fn to_the_left<const N: usize>(self, beyond: Self) -> Self;
    /// The number of the column `N` to the right; `beyond` is what is right of the last.
    fn to_the_right<const N: usize>(self, beyond: Self) -> Self;
    /// The number of the column `N` to the right, the first one's being right of the last.
    fn around<const N: usize>(self) -> Self;

    /// One more than the number of the highest bit, 0 if there is none.
    fn height_columns(self) -> Self;
    /// All bits below a number of places from 0 to 32.
    fn below_columns(places: Self) -> Self;
    /// Bits moved down by a number of places of each column's own, none left from 32 on.
    fn down_columns(self, places: Self) -> Self;
    /// Number of bits.
    fn count_columns(self) -> Self;
    /// All bits of a column if it has any.
    fn filled_columns(self) -> Self;
    /// The low byte of each column in all its four bytes.
    fn spread(self) -> Self;
    /// The bits of all columns.
    fn union_columns(self) -> u32;
    /// The low bytes of two vectors' columns, those of the first first, in the first 32 bytes; what
    /// is in the others is not said.
    fn low_bytes(first: Self, second: Self) -> Self;

    /// Sum.
    fn add(self, other: Self) -> Self;
    /// Difference.
    fn sub(self, other: Self) -> Self;
    /// Difference, 0 where it would be less, without signs.
    fn sub_to_zero(self, other: Self) -> Self;
    /// The greater, with signs.
    fn max(self, other: Self) -> Self;
    /// The lesser, without signs.
    fn min(self, other: Self) -> Self;
    /// The number without its sign.
    fn abs(self) -> Self;
    /// Number of bits.
    fn count(self) -> Self;
    /// The upper halves of bytes moved into the lower.
    fn lowered(self) -> Self;
    /// Where this is greater, with signs.
    fn above(self, other: Self) -> u64;
    /// Where this is not 0.
    fn is_some(self) -> u64;
    /// The bytes that a mask says, 0 elsewhere.
    fn kept(self, mask: u64) -> Self;
    /// For each byte four bits of its column, from the row that the byte of `rows` says, 0 to 28.
    fn fields(self, rows: Self) -> Self;
    /// For each byte the entry of a table that it stands for; bytes are below 64.
    fn look_up(self, table: Self) -> Self;
    /// The same with a table of two vectors; bytes are below 128.
    fn look_up_in_two(self, tables: [Self; 2]) -> Self;
    /// The same with a table of four vectors.
    fn look_up_in_four(self, tables: [Self; 4]) -> Self;

    /// The sums, with signs and in 16 bits, of the products of the bytes, without a sign, of the
    /// first and third orientation with those, with a sign, of another vector; then of the second
    /// and fourth.
    fn products(self, signed: Self) -> [Self; 2];
    /// Sum in lanes of 16 bits.
    fn add_pairs(self, other: Self) -> Self;
    /// Difference likewise.
    fn sub_pairs(self, other: Self) -> Self;
    /// Half of lanes of 16 bits, without signs.
    fn halved_pairs(self) -> Self;
    /// What [`products`](Self::products) took apart: the low bytes of the sums, and the high ones.
    fn joined(halves: [Self; 2]) -> [Self; 2];

    /// Bytes of four vectors side by side in lanes of 32 bits: bytes 0 to 3, 16 to 19, 32 to 35 and
    /// 48 to 51 in the first vector, the four after each of those in the second, and so on.
    fn side_by_side(four: [Self; 4]) -> [Self; 4];
    /// Adds to each lane of 32 bits the sum of the products of its four bytes, without a sign, and
    /// four of another vector, with one.
    fn add_weighted(sum: Self, bytes: Self, weights: Self) -> Self;
    /// Sum in lanes of 32 bits.
    fn add_columns(self, other: Self) -> Self;
    /// For each lane of 32 bits the entry of a table; the first or the last where it has none.
    fn gather_columns(self, table: &[i32]) -> Self;
    /// Bits of lanes of 32 bits moved up by `N` bytes.
    fn up_bytes<const N: u32>(self) -> Self;
    /// Another number in the lanes of 32 bits that a mask says.
    fn replaced_columns(self, mask: u16, by: i32) -> Self;
    /// The greater of lanes of 32 bits, with signs.
    fn max_columns(self, other: Self) -> Self;
    /// The greatest lane of 32 bits, with signs.
    fn greatest_column(self) -> i32;
    /// The lanes of 32 bits that are this number.
    fn equal_columns(self, to: i32) -> u16;
    /// For each byte the bit of a mask that it stands for; bytes are below 64.
    fn bits_of(self, mask: u64) -> u64;
}
