// Local patterns (engine: rating/features/patterns.rs): the surface of each four and each five
// neighbouring columns, and what covers the holes of each column. Their tables are made for
// patterns that are read from the left; those of one kind lie together, place after place.
// `T_NAME` is the place of the first, and is defined only where the controller has one.

#if PATTERNS

// As many columns on either side of the piece's decide on a pattern.
#define PATTERN_MARGIN 4
// A wall is higher than any column by more than a pattern tells apart.
#define WALL_HEIGHT 64

#define PLACES_4 (WIDTH - 3)
#define PLACES_5 (WIDTH - 4)
#define NUMBERS_4 729
#define NUMBERS_5 625
#define NUMBERS_OF_COVER 501

// How much higher the second is.
template <int MOST> FN int rise(int first, int second) { return max_of(min_of(second - first, MOST), -MOST); }

// The number of a pattern of the surface, given its heights.
template <int COLUMNS, int MOST> FN int surface(const int *h) {
    int number = 0;
    UNROLL for (int i = 1; i < COLUMNS; ++i) number = number * (2 * MOST + 1) + rise<MOST>(h[i - 1], h[i]) + MOST;
    return number;
}

// The number of what covers a column; `h` begins with the column before it.
FN int cover(u32 column, const int *h) {
    const u32 holes = holes_of(column);
    const int above = h[1] - (int)height(holes);
    const int digits = (min_of((int)popc(holes), 4) - 1) * 5 + min_of(above, 5) - 1;
    const int number = 1 + (digits * 5 - rise<2>(h[0], h[1]) + 2) * 5 + rise<2>(h[1], h[2]) + 2;
    return holes ? number : 0;
}

// Calls a function with the score of every pattern that N neighbouring columns decide on, column x
// and those that follow: with the first column it depends on, the last, and the score. Columns and
// heights begin PATTERN_MARGIN columns further left.
template <int N, typename With> FN void each_pattern(const int *tables, int x, const u32 *c, const int *h, With with) {
    const int left = x - PATTERN_MARGIN;
#ifdef T_SURFACE_4
    UNROLL for (int i = 1; i < N + 4; ++i) {
        const int place = left + i;
        if ((u32)place < PLACES_4) with(place, place + 3, (u32)tables[T_SURFACE_4 + place * NUMBERS_4 + surface<4, 4>(h + i)]);
    }
#endif
#ifdef T_SURFACE_5
    UNROLL for (int i = 0; i < N + 4; ++i) {
        const int place = left + i;
        if ((u32)place < PLACES_5) with(place, place + 4, (u32)tables[T_SURFACE_5 + place * NUMBERS_5 + surface<5, 2>(h + i)]);
    }
#endif
#ifdef T_COVER
    UNROLL for (int i = 3; i < N + 5; ++i) {
        const int place = left + i;
        if ((u32)place < WIDTH) with(place - 1, place + 1, (u32)tables[T_COVER + place * NUMBERS_OF_COVER + cover(c[i], h + i - 1)]);
    }
#endif
}

// The same for all patterns of a board.
template <typename With> FN void pattern_scores(const int *tables, const u32 *columns, With with) {
    u32 c[WIDTH + 2 * PATTERN_MARGIN];
    int h[WIDTH + 2 * PATTERN_MARGIN];
    UNROLL for (int i = 0; i < WIDTH + 2 * PATTERN_MARGIN; ++i) {
        const int x = i - PATTERN_MARGIN;
        const bool inside = x >= 0 && x < WIDTH;
        c[i] = inside ? columns[x] : ~0u;
        h[i] = inside ? (int)height(c[i]) : WALL_HEIGHT;
    }
    each_pattern<WIDTH>(tables, 0, c, h, with);
}

// The score of all patterns of a board.
FN u32 pattern_score(const int *tables, const u32 *columns) {
    u32 score = 0;
    pattern_scores(tables, columns, [&](int, int, u32 of_place) { score += of_place; });
    return score;
}

// The score of the patterns that N columns from x on decide on. `changed` are these columns as they
// are after a move that does not end the game, with two more on either side; `from` is where the
// first of all these lies in memory.
template <int N> FN u32 window_pattern_score(const int *tables, u32 x, const u32 *from, const u32 *changed) {
    u32 c[N + 2 * PATTERN_MARGIN];
    int h[N + 2 * PATTERN_MARGIN];
    UNROLL for (int i = 0; i < N + 2 * PATTERN_MARGIN; ++i) {
        c[i] = i < 2 || i >= N + 6 ? from[i - 2] : changed[i - 2];
        h[i] = (int)height(c[i]);
    }
    u32 score = 0;
    each_pattern<N>(tables, (int)x, c, h, [&](int, int, u32 of_place) { score += of_place; });
    return score;
}

#endif
