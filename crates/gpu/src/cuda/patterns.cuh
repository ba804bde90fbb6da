// Local patterns (engine: rating/features/patterns.rs): the surface of each four and each five
// neighbouring columns, and what covers the holes of each column.
//
// The tables are made for patterns that are read from the left; those of one kind lie together,
// place after place. `T_NAME` is where the first begins, and is defined only where the controller
// has one. A column without holes scores 0, and so does the first word of all tables.

#if PATTERNS

// As many columns on either side of the piece's decide on a pattern.
#define PATTERN_MARGIN 4
// A wall is higher than any column by more than a pattern tells apart.
#define WALL_HEIGHT 64

#define NUMBERS_4 729
#define NUMBERS_5 625
#define NUMBERS_OF_COVER 501
// Numbers are counted from the pattern of a flat surface, and from a cover of no holes, no cells
// and no differences.
#define FLAT_4 364
#define FLAT_5 312
#define NO_COVER (-137)

FN int cut(int x, int most) { return max_of(min_of(x, most), -most); }

// Whether a pattern of some columns, the first of which is i - 4 columns right of x, lies on the
// board, as `n` columns from x on do.
FN bool on_board(int x, int n, int i, int columns) {
    return (i >= 4 || x >= 4 - i) && (i + columns <= n + 4 || x <= WIDTH + 4 - i - columns);
}

// The score so many bytes behind a word of the tables, or 0.
FN u32 score_at(const int *tables, int word, int bytes, bool exists) {
    return *(const u32 *)((const char *)(tables + word) + (exists ? bytes : -4 * word));
}

// Calls a function with the score of every pattern that N neighbouring columns decide on, column x
// and those that follow: with the first column it depends on, the last, and the score. Columns and
// heights begin PATTERN_MARGIN columns further left. Scores are looked up by bytes, and
// neighbouring patterns have products in common, because this is much of what a placement costs.
template <int N, typename With> FN void each_pattern(const int *tables, int x, const u32 *c, const int *h, With with) {
#ifdef T_SURFACE_4
    const int four = 4 * NUMBERS_4 * x;
    int steep[N + 7];
    UNROLL for (int i = 2; i < N + 7; ++i) steep[i] = cut(h[i] - h[i - 1], 4);
    UNROLL for (int i = 1; i < N + 4; ++i) {
        const bool exists = on_board(x, N, i, 4);
        if (N == WIDTH && !exists) continue;
        const int bytes = four + 4 * 81 * steep[i + 1] + 4 * (9 * steep[i + 2] + steep[i + 3]);
        with(x + i - 4, x + i - 1, score_at(tables, T_SURFACE_4 + FLAT_4 + (i - 4) * NUMBERS_4, bytes, exists));
    }
#endif
#if defined(T_SURFACE_5) || defined(T_COVER)
    int rise[N + 8], two[N + 7];
    UNROLL for (int i = 1; i < N + 8; ++i) rise[i] = cut(h[i] - h[i - 1], 2);
    UNROLL for (int i = 1; i < N + 7; ++i) two[i] = 5 * rise[i] + rise[i + 1];
#endif
#ifdef T_SURFACE_5
    const int five = 4 * NUMBERS_5 * x;
    UNROLL for (int i = 0; i < N + 4; ++i) {
        const bool exists = on_board(x, N, i, 5);
        if (N == WIDTH && !exists) continue;
        const int bytes = five + 4 * 25 * two[i + 1] + 4 * two[i + 3];
        with(x + i - 4, x + i, score_at(tables, T_SURFACE_5 + FLAT_5 + (i - 4) * NUMBERS_5, bytes, exists));
    }
#endif
#ifdef T_COVER
    const int covers = 4 * NUMBERS_OF_COVER * x;
    UNROLL for (int i = 3; i < N + 5; ++i) {
        const bool exists = on_board(x, N, i, 1);
        if (N == WIDTH && !exists) continue;
        const u32 holes = holes_of(c[i]);
        const int above = min_of(h[i] - (int)height(holes), 5);
        const int bytes = covers + 4 * 125 * min_of((int)popc(holes), 4) + 4 * 25 * above + 4 * two[i];
        with(x + i - 5, x + i - 3, score_at(tables, T_COVER + NO_COVER + (i - 4) * NUMBERS_OF_COVER, bytes, exists && holes));
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
