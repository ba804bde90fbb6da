// The fast way to a score: only the columns under the piece and their neighbours change, so the rest of the board is summed once
// a board (`prepare`) and only the window is rated for each placement (`window_score`). Moves that remove rows change every column and go the whole way.

#if FAST

FN u32 column_score(const Weights &w, u32 x, u32 c, u32 holes) {
    u32 score = 0;
#ifdef F_HOLES
    score += w[F_HOLES] * popc(holes);
#endif
#ifdef F_LIDS
    score += w[F_LIDS] * popc(lids(c));
#endif
#ifdef F_DEPTH
    score += w[F_DEPTH] * popc(above_holes(c));
#endif
#ifdef F_CELLS
    score += w[F_CELLS] * popc(c);
#endif
#ifdef F_WEIGHTED
    score += w[F_WEIGHTED] * height_weighted(c);
#endif
#ifdef F_SURROUNDED
    score += w[F_SURROUNDED] * popc(surrounded(c));
#endif
#ifdef F_TOPS
    score += w[F_TOPS] * popc(tops(c, ones_above(32 - HEIGHT)));
#endif
#ifdef F_SUM
    score += w[F_SUM] * height(c);
#endif
#ifdef F_COLUMN
    score += w.at(F_COLUMN + x) * height(c);
#endif
#ifdef F_WALLS
    if (x == 0 || x == WIDTH - 1) score += w[F_WALLS] * popc(c);
#endif
    return score;
}

// Pair j is that of columns j - 1 and j; the first and the last have a wall.
FN u32 pair_score(const Weights &w, u32 j, u32 left, u32 right) {
    u32 score = 0;
#ifdef F_PAIRS
    score += w[F_PAIRS] * popc(left ^ right);
#endif
#if defined(F_DIFFERENCES) || defined(F_SQUARES) || defined(F_DIFFERENCE)
    const u32 difference = j == 0 || j == WIDTH ? 0 : (u32)absolute((int)height(left) - (int)height(right));
#ifdef F_DIFFERENCES
    score += w[F_DIFFERENCES] * difference;
#endif
#ifdef F_SQUARES
    score += w[F_SQUARES] * difference * difference;
#endif
#ifdef F_DIFFERENCE
    score += w.at(F_DIFFERENCE + j) * difference;
#endif
#endif
    return score;
}

FN u32 depth_score(const Weights &w, int depth) {
    u32 score = 0;
#ifdef F_WELLS
    score += w[F_WELLS] * (u32)max_of(depth, 0);
#endif
#ifdef F_DEEP
    score += w[F_DEEP] * (u32)(depth >= 2 ? depth : 0);
#endif
#ifdef F_PITS
    score += w[F_PITS] * (u32)(depth > 2 ? depth : 0);
#endif
    return score;
}

// The well cells of N neighbouring columns; `columns` begins one column further left.
template <int N> FN u32 well_score(const Weights &w, const u32 *columns) {
    u32 score = 0;
#if defined(F_CUMULATIVE) || defined(F_FAST) || defined(F_WELL_CELLS)
    u32 cells[N];
    UNROLL for (int i = 0; i < N; ++i) cells[i] = well_cells(columns[i], columns[i + 1], columns[i + 2]);
#if defined(F_FAST) || defined(F_WELL_CELLS)
    u32 flood[N];
    UNROLL for (int i = 0; i < N; ++i) flood[i] = flooded(cells[i], columns[i + 1]);
#ifdef F_WELL_CELLS
    UNROLL for (int i = 0; i < N; ++i) score += w[F_WELL_CELLS] * popc(flood[i]);
#endif
#ifdef F_FAST
    score += w[F_FAST] * run_sums<N>(flood);
#endif
#endif
#ifdef F_CUMULATIVE
    score += w[F_CUMULATIVE] * depths_below<N>(cells, columns + 1);
#endif
#endif
    return score;
}

// Sums up a board, so that its placements can be rated by their windows.
FN void prepare(Boards &boards, u32 board, const Weights &w) {
    const u32 *from = columns_of(boards, board);
    u32 c[WIDTH + 4];
    UNROLL for (int x = -2; x < WIDTH + 2; ++x) c[x + 2] = from[x];
    u32 columns[WIDTH], pairs[WIDTH + 1], triples[WIDTH + 2];
    u32 holes[WIDTH];
    int depth[WIDTH + 2];
    triples[0] = triples[WIDTH + 1] = 0;
    depth[0] = depth[WIDTH + 1] = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        holes[x] = holes_of(c[x + 2]);
        columns[x] = column_score(w, (u32)x, c[x + 2], holes[x]);
        depth[x + 1] = well_depth((int)height(c[x + 1]), (int)height(c[x + 2]), (int)height(c[x + 3]));
        triples[x + 1] = depth_score(w, depth[x + 1]) + well_score<1>(w, c + x + 1);
    }
    UNROLL for (int j = 0; j <= WIDTH; ++j) pairs[j] = pair_score(w, (u32)j, c[j + 1], c[j + 2]);
    const u32 at = board * EDGE_STRIDE;
    u32 score = 0;
#ifdef F_CONSTANT
    score += w[F_CONSTANT];
#endif
#if DELTAS
    score += boards.before[board];
#endif
    u32 full = ~0u, all_holes = 0, patterns = 0;
    int most = 0, least = 32, well = 0;
    UNROLL for (int x = 0; x <= WIDTH; ++x) {
        boards.low_score[at + x] = score;
        boards.low_full[at + x] = full;
#ifdef F_ROWS_WITH_HOLES
        boards.low_holes[at + x] = all_holes | (PACKED ? patterns << 27 : 0);
#endif
#if defined(F_PATTERN) && !PACKED
        boards.low_pattern[at + x] = patterns;
#endif
#ifdef F_MOST
        boards.low_most[at + x] = (u8)most;
#endif
#ifdef F_LEAST
        boards.low_least[at + x] = (u8)least;
#endif
#ifdef F_MOST_WELL
        boards.low_well[at + x] = (u8)well;
#endif
        if (x < WIDTH) {
            score += columns[x] + pairs[x] + triples[x];
            full &= c[x + 2];
            all_holes |= holes[x];
            patterns |= pattern((int)height(c[x + 1]), (int)height(c[x + 2]));
            most = max_of(most, (int)height(c[x + 2]));
            least = min_of(least, (int)height(c[x + 2]));
            well = max_of(well, depth[x]);
        }
    }
    score = 0;
    full = ~0u, all_holes = 0, patterns = 0;
    most = 0, least = 32, well = 0;
    UNROLL for (int x = WIDTH; x >= 0; --x) {
        if (x < WIDTH) {
            score += columns[x] + pairs[x + 1] + triples[x + 2];
            full &= c[x + 2];
            all_holes |= holes[x];
            if (x + 1 < WIDTH) patterns |= pattern((int)height(c[x + 2]), (int)height(c[x + 3]));
            most = max_of(most, (int)height(c[x + 2]));
            least = min_of(least, (int)height(c[x + 2]));
            well = max_of(well, depth[x + 2]);
        }
        boards.high_score[at + x] = score;
        boards.high_full[at + x] = full;
#ifdef F_ROWS_WITH_HOLES
        boards.high_holes[at + x] = all_holes | (PACKED ? patterns << 27 : 0);
#endif
#if defined(F_PATTERN) && !PACKED
        boards.high_pattern[at + x] = patterns;
#endif
#ifdef F_MOST
        boards.high_most[at + x] = (u8)most;
#endif
#ifdef F_LEAST
        boards.high_least[at + x] = (u8)least;
#endif
#ifdef F_MOST_WELL
        boards.high_well[at + x] = (u8)well;
#endif
    }
}

// The score of a placement whose window is N columns wide; `whole` says that it has to be found the whole way.
template <int N> FN int window_score(const Boards &boards, u32 board, const Placement &p, const Weights &w, bool &whole) {
    const u32 x = p.info & 255u;
    const u32 *from = boards.columns + board * COLUMN_STRIDE + x;
    u32 c[N + 4];
    UNROLL for (int i = 0; i < N + 4; ++i) c[i] = from[i];
    u32 reach = 2;
    UNROLL for (int i = 0; i < N; ++i) reach |= c[i + 2] * (N == 4 ? 4u : p.reach[i]);
    const int row = 30 - (int)clz(reach);
    const int box = N == 4 ? 1 : (int)(p.info >> 8 & 255u);
    const u32 bottom = 1u << row;
    const u32 low = board * EDGE_STRIDE + x, high = low + N;
    u32 full = boards.low_full[low] & boards.high_full[high];
    UNROLL for (int i = 0; i < N; ++i) {
        // No cell of the piece is full yet, so adding is as good as joining.
        c[i + 2] += (N == 4 ? 1u : p.cells[i]) * bottom;
        full &= c[i + 2];
    }
    const bool over = row + box > LIMIT;
    whole = full != 0;
#if OVERFLOW == ENDS
    if (over) whole = false;
#endif
    if (over && !whole) {
#if SUICIDE == AVOIDED
        return NOTHING;
#elif SUICIDE == ZERO
        return 0;
#else
        whole = true;
#endif
    }
    u32 score = boards.low_score[low] + boards.high_score[high];
    u32 holes = 0;
    UNROLL for (int i = 0; i < N; ++i) {
        const u32 own = holes_of(c[i + 2]);
        holes |= own;
        score += column_score(w, x + (u32)i, c[i + 2], own);
    }
    UNROLL for (int i = 0; i <= N; ++i) score += pair_score(w, x + (u32)i, c[i + 1], c[i + 2]);
    UNROLL for (int i = 0; i < N + 2; ++i) {
        score += depth_score(w, well_depth((int)height(c[i]), (int)height(c[i + 1]), (int)height(c[i + 2])));
    }
    score += well_score<N + 2>(w, c);
#ifdef F_ROWS_WITH_HOLES
    const u32 others = boards.low_holes[low] | boards.high_holes[high];
    score += w[F_ROWS_WITH_HOLES] * popc(holes | (PACKED ? others & 0x7ffffffu : others));
#endif
#ifdef F_PATTERN
#if PACKED
    u32 patterns = others >> 27;
#else
    u32 patterns = boards.low_pattern[low] | boards.high_pattern[high];
#endif
    UNROLL for (int i = 0; i <= N; ++i) patterns |= pattern((int)height(c[i + 1]), (int)height(c[i + 2]));
    score += w[F_PATTERN] * popc(patterns);
#endif
#ifdef F_MOST
    int most = max_of(boards.low_most[low], boards.high_most[high]);
    UNROLL for (int i = 0; i < N; ++i) most = max_of(most, (int)height(c[i + 2]));
    score += w[F_MOST] * (u32)most;
#endif
#ifdef F_LEAST
    int least = min_of(boards.low_least[low], boards.high_least[high]);
    UNROLL for (int i = 0; i < N; ++i) least = min_of(least, (int)height(c[i + 2]));
    score += w[F_LEAST] * (u32)least;
#endif
#ifdef F_MOST_WELL
    int well = max_of(boards.low_well[low], boards.high_well[high]);
    UNROLL for (int i = 0; i < N + 2; ++i) {
        well = max_of(well, well_depth((int)height(c[i]), (int)height(c[i + 1]), (int)height(c[i + 2])));
    }
    score += w[F_MOST_WELL] * (u32)well;
#endif
#ifdef F_LANDING
    score += w[F_LANDING] * (u32)(2 * row + box - 1);
#endif
    return (int)score;
}

#endif
