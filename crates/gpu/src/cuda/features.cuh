// Features: every one the reference has that is a whole number, as sums over columns, neighbouring
// pairs and triples of columns (engine: rating/features/). `F_NAME` is the place of a part's weight
// among the weights, and is defined only where the controller has one. What nothing reads the
// compiler leaves out; `N_NAME` guards the loops, which it may not.

#if defined(__CUDACC__) && CANDIDATES == 1
__constant__ int constant_weights[WEIGHTS];
#endif

// The weights of a candidate. Scores are added modulo 2^32, because a sum that fits may have parts
// that do not.
struct Weights {
    const int *all;
#if defined(__CUDACC__) && CANDIDATES == 1
    FN_MEMBER u32 operator[](int place) const { return (u32)constant_weights[place]; }
#else
    FN_MEMBER u32 operator[](int place) const { return (u32)all[place]; }
#endif
    // A place that differs between lanes.
    FN_MEMBER u32 at(u32 place) const { return (u32)all[place]; }
};

FN u32 height(u32 column) { return 32 - clz(column); }
FN u32 holes_of(u32 column) { return ~column & ones_above(clz(column)); }
// Full cells whose cell directly below is empty.
FN u32 lids(u32 column) { return column & ~(column << 1 | 1u); }
// Full cells with a hole somewhere below them.
FN u32 above_holes(u32 column) { return column & (column + 1); }
// Full cells whose cell directly above is empty and within `rows`.
FN u32 tops(u32 column, u32 rows) { return column & ~(column >> 1) & rows >> 1; }
FN u32 surrounded(u32 column) { return ~column & column >> 1 & (column << 1 | 1u); }
FN u32 height_weighted(u32 column) {
    return popc(column) + popc(column & 0xAAAAAAAAu) + 2 * popc(column & 0xCCCCCCCCu) + 4 * popc(column & 0xF0F0F0F0u) +
           8 * popc(column & 0xFF00FF00u) + 16 * popc(column & 0xFFFF0000u);
}
// Which of the differences -2 ... 2 a pair of heights has, a bit each; bits from PATTERN_BITS on
// mean nothing.
#define PATTERN_BITS 5
#define PATTERN_MASK ((1u << PATTERN_BITS) - 1)
FN u32 pattern(int left, int right) { return bit_at(left - right + 2); }
FN int well_depth(int left, int middle, int right) { return min_of(left, right) - middle; }

// Empty cells with both neighbours full.
FN u32 well_cells(u32 left, u32 middle, u32 right) { return left & right & ~middle; }
// These, and the empty cells below them down to the next full one. The columns are upside down, and
// so is the answer: a carry then runs from the highest well cell of every run of empty cells to its
// end, and clears it but for the other well cells.
FN u32 flooded(u32 left, u32 middle, u32 right) {
    const u32 from = well_cells(left, middle, right);
    return ~middle & (~(~middle + from) | from);
}
// The same for N neighbouring columns; `columns`, which are not upside down, begin one further
// left.
template <int N> FN void flooded(const u32 *columns, u32 *flood) {
    u32 turned[N + 2];
    UNROLL for (int i = 0; i < N + 2; ++i) turned[i] = reversed(columns[i]);
    UNROLL for (int i = 0; i < N; ++i) flood[i] = flooded(turned[i], turned[i + 1], turned[i + 2]);
}

// For some well cells of neighbouring columns, the consecutive empty cells from each downwards,
// summed.
template <int N> FN u32 depths_below(u32 *cells, const u32 *columns) {
    u32 sum = 0;
    for (;;) {
        u32 some = 0;
        UNROLL for (int i = 0; i < N; ++i) some |= cells[i];
        if (!some) return sum;
        // A well cell's neighbour is full, and stays so while both step down together: neighbouring
        // columns never share a bit.
        UNROLL for (int i = 0; i + 1 < N; i += 2) sum += popc(cells[i] | cells[i + 1]);
        if (N & 1) sum += popc(cells[N - 1]);
        UNROLL for (int i = 0; i < N; ++i) cells[i] = cells[i] >> 1 & ~columns[i];
    }
}
// The cells above the lowest run of a column.
FN u32 above_lowest_run(u32 cells) { return cells & (cells + (cells & (0u - cells))); }
// A column with n cells in one run has n (n + 1) / 2 pairs of cells of one run, a cell with itself
// among them: the sum of 1 to n. Where there are several runs, these are less by the pairs of cells
// of two runs, which are counted here, for some columns.
template <int N> FN u32 between_runs(u32 *cells) {
    u32 pairs = 0;
    for (;;) {
        u32 above[N], some = 0;
        UNROLL for (int i = 0; i < N; ++i) some |= above[i] = above_lowest_run(cells[i]);
        if (!some) return pairs;
        UNROLL for (int i = 0; i < N; ++i) {
            pairs += popc(cells[i] ^ above[i]) * popc(above[i]);
            cells[i] = above[i];
        }
    }
}
// The cells of some columns, and the sum of 1 to k for every run of k of them.
struct Runs {
    u32 cells, sum;
};
template <int N> FN Runs runs_of(u32 *cells) {
    u32 all = 0, squares = 0, between = 0;
    UNROLL for (int i = 0; i < N; ++i) {
        const u32 n = popc(cells[i]);
        all += n;
        squares += n * n;
    }
#ifdef N_FAST
    between = between_runs<N>(cells);
#endif
    return {all, (all + squares) / 2 - between};
}

// Everything read off a board.
struct Raw {
    int lids, depth, cells, weighted, surrounded, tops, sum, walls;
    int pairs, differences, squares, pattern;
    int wells, deep, pits, most_well, cumulative, fast, well_cells;
    int rows_with_holes, most, least, deviation;
    int heights[WIDTH], difference[WIDTH + 1];
};

FN void read(const u32 *columns, Raw &r) {
    int h[WIDTH];
    UNROLL for (int x = 0; x < WIDTH; ++x) h[x] = (int)height(columns[x]);
    int most = 0, least = 32, sum = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        most = max_of(most, h[x]);
        least = min_of(least, h[x]);
        sum += h[x];
    }
    r.most = most;
    r.least = least;
    r.sum = sum;
    r.lids = r.depth = r.cells = r.weighted = r.surrounded = r.tops = 0;
    const u32 inside = ones_above(32 - (u32)max_of(HEIGHT, most));
    u32 holes = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        const u32 c = columns[x];
        holes |= holes_of(c);
        r.lids += (int)popc(lids(c));
        r.depth += (int)popc(above_holes(c));
        r.cells += (int)popc(c);
        r.weighted += (int)height_weighted(c);
        r.surrounded += (int)popc(surrounded(c));
        r.tops += (int)popc(tops(c, inside));
    }
    r.rows_with_holes = (int)popc(holes);
    r.walls = (int)(popc(columns[0]) + popc(columns[WIDTH - 1]));
    r.pairs = 64 - r.walls;
    UNROLL for (int x = 1; x < WIDTH; ++x) r.pairs += (int)popc(columns[x - 1] ^ columns[x]);
    r.differences = r.squares = 0;
    u32 seen = 0;
    UNROLL for (int x = 1; x < WIDTH; ++x) {
        const int d = absolute(h[x - 1] - h[x]);
        r.differences += d;
        r.squares += d * d;
        r.difference[x] = d;
        seen |= pattern(h[x - 1], h[x]);
    }
    r.pattern = (int)popc(seen & PATTERN_MASK);
    UNROLL for (int x = 0; x < WIDTH; ++x) r.heights[x] = h[x];
    r.wells = r.deep = r.pits = r.most_well = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        const int d = well_depth(x ? h[x - 1] : 32, h[x], x + 1 < WIDTH ? h[x + 1] : 32);
        r.wells += max_of(d, 0);
        r.deep += d >= 2 ? d : 0;
        r.pits += d > 2 ? d : 0;
        r.most_well = max_of(r.most_well, d);
    }
#if defined(N_FLOOD) || defined(N_CUMULATIVE)
    u32 walled[WIDTH + 2];
    walled[0] = walled[WIDTH + 1] = ~0u;
    UNROLL for (int x = 0; x < WIDTH; ++x) walled[x + 1] = columns[x];
#endif
#ifdef N_FLOOD
    u32 flood[WIDTH];
    flooded<WIDTH>(walled, flood);
    const Runs runs = runs_of<WIDTH>(flood);
    r.well_cells = (int)runs.cells;
    r.fast = (int)runs.sum;
#endif
#ifdef N_CUMULATIVE
    u32 cells[WIDTH];
    UNROLL for (int x = 0; x < WIDTH; ++x) cells[x] = well_cells(walled[x], walled[x + 1], walled[x + 2]);
    r.cumulative = (int)depths_below<WIDTH>(cells, columns);
#endif
    r.deviation = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) r.deviation += absolute(WIDTH * h[x] - sum);
}

// The weighted sum of what was read off a board; `from` is the place of the first weight.
FN u32 linear(const Raw &r, const Weights &w, int from) {
    u32 score = 0;
#define ADD(place, value) score += w[from + (place)] * (u32)(value);
    BOARD_WEIGHTS(ADD)
#undef ADD
    return score;
}
