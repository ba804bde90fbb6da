// The fast way to a score: only the columns under the piece and their neighbours change, so the
// rest of the board is summed once a board (`prepare`) and only the window is rated for each
// placement (`window_score`). Moves that remove rows change every column and go the whole way.

#if FAST

FN u32 column_score(const Weights &w, u32 x, u32 c) {
    u32 score = 0;
#ifdef F_LIDS
    score += w[F_LIDS] * popc(lids(c));
#endif
#ifdef F_DEPTH
    score += w[F_DEPTH] * popc(above_holes(c));
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

// Pair j is that of columns j - 1 and j, the second higher by `rise`; the first and the last have a
// wall.
FN u32 pair_score(const Weights &w, u32 j, u32 left, u32 right, int rise) {
    u32 score = 0;
#ifdef F_PAIRS
    score += w[F_PAIRS] * popc(left ^ right);
#endif
#if defined(F_DIFFERENCES) || defined(F_SQUARES) || defined(F_DIFFERENCE)
    const u32 difference = j == 0 || j == WIDTH ? 0 : (u32)absolute(rise);
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

// What the well cells of every single column add.
FN void well_scores(const Weights &w, const u32 *columns, u32 *scores) {
#if defined(F_CUMULATIVE) || defined(F_FAST) || defined(F_WELL_CELLS)
    u32 cells[WIDTH];
    UNROLL for (int x = 0; x < WIDTH; ++x) cells[x] = well_cells(columns[x], columns[x + 1], columns[x + 2]);
#if defined(F_FAST) || defined(F_WELL_CELLS)
    u32 flood[WIDTH];
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        flood[x] = flooded(cells[x], columns[x + 1]);
#ifdef F_WELL_CELLS
        scores[x] += w[F_WELL_CELLS] * popc(flood[x]);
#endif
    }
#ifdef F_FAST
    for (;;) {
        u32 some = 0;
        UNROLL for (int x = 0; x < WIDTH; ++x) some |= flood[x];
        if (!some) break;
        UNROLL for (int x = 0; x < WIDTH; ++x) {
            scores[x] += w[F_FAST] * popc(flood[x]);
            flood[x] &= flood[x] >> 1;
        }
    }
#endif
#endif
#ifdef F_CUMULATIVE
    for (;;) {
        u32 some = 0;
        UNROLL for (int x = 0; x < WIDTH; ++x) some |= cells[x];
        if (!some) break;
        UNROLL for (int x = 0; x < WIDTH; ++x) {
            scores[x] += w[F_CUMULATIVE] * popc(cells[x]);
            cells[x] = cells[x] >> 1 & ~columns[x + 1];
        }
    }
#endif
#endif
}

// Sums up a board, so that its placements can be rated by their windows.
FN void prepare(const Boards &boards, Sums &sums, u32 board, const Weights &w, const int *tables) {
    const u32 *from = columns_of(boards, board) - 2;
    u32 c[WIDTH + 4];
    int h[WIDTH + 4];
    UNROLL for (int i = 0; i < WIDTH + 4; ++i) {
        c[i] = from[i];
        h[i] = i < 2 || i >= WIDTH + 2 ? 32 : (int)height(c[i]);
#ifdef NEAR_HEIGHTS
        sums.heights[board * HEIGHT_STRIDE + i] = (u8)h[i];
#endif
    }
    u32 columns[WIDTH], pairs[WIDTH + 1], triples[WIDTH + 2];
    int depth[WIDTH + 2];
    // A piece that clears nothing adds four cells.
    u32 all_holes = 0, sum = 0, cells = 4;
    int top = 0;
    UNROLL for (int x = 0; x < WIDTH + 2; ++x) triples[x] = 0;
    depth[0] = depth[WIDTH + 1] = 0;
    well_scores(w, c + 1, triples + 1);
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        all_holes |= holes_of(c[x + 2]);
        top = max_of(top, h[x + 2]);
        sum += (u32)h[x + 2];
        cells += popc(c[x + 2]);
        columns[x] = column_score(w, (u32)x, c[x + 2]);
        depth[x + 1] = well_depth(h[x + 1], h[x + 2], h[x + 3]);
        triples[x + 1] += depth_score(w, depth[x + 1]);
    }
    UNROLL for (int j = 0; j <= WIDTH; ++j) pairs[j] = pair_score(w, (u32)j, c[j + 1], c[j + 2], h[j + 2] - h[j + 1]);
    // What the patterns add whose last column is x, and whose first column is x.
    u32 last[WIDTH], first[WIDTH];
    UNROLL for (int x = 0; x < WIDTH; ++x) last[x] = first[x] = 0;
#if PATTERNS
    pattern_scores(tables, c + 2, [&](int from, int to, u32 score) {
        if (to < WIDTH) last[to] += score;
        if (from >= 0) first[from] += score;
    });
#endif
#ifdef N_ROWS_WITH_HOLES
    sums.holes[board] = all_holes;
#endif
#ifdef N_MOST
    sums.most[board] = (u8)top;
#endif
#ifdef T_SUM
    sums.sum[board] = (u16)sum;
#endif
    // How many cells each row lacks, in binary, a word a digit.
    u32 ones = 0, twos = 0, fours = 0, eights = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        const u32 to_twos = ones & ~c[x + 2];
        const u32 to_fours = twos & to_twos;
        ones ^= ~c[x + 2];
        twos ^= to_twos;
        eights |= fours & to_fours;
        fours ^= to_fours;
    }
    sums.lacking[0][board] = ones & ~twos & ~fours & ~eights;
    sums.lacking[1][board] = ~ones & twos & ~fours & ~eights;
    sums.lacking[2][board] = ones & twos & ~fours & ~eights;
    sums.lacking[3][board] = ~ones & ~twos & fours & ~eights;
    const u32 at = board * EDGE_STRIDE;
    u32 score = 0;
#ifdef F_CONSTANT
    score += w[F_CONSTANT];
#endif
#ifdef F_CELLS
    score += w[F_CELLS] * cells;
#endif
#if DELTAS
    score += boards.before[board];
#endif
    u32 patterns = 0;
    // No board that is played on is as high.
    const int high = 31;
    int least = high, well = 0;
    UNROLL for (int x = 0; x <= WIDTH - 2; ++x) {
        sums.low_score[at + x] = score;
#if defined(N_PATTERN) || defined(N_LEAST) || defined(N_MOST_WELL)
        sums.low_rest[at + x] = (u16)(patterns | (u32)well << 5 | (u32)least << 10);
#endif
        score += columns[x] + pairs[x] + triples[x] + last[x];
        patterns |= pattern(h[x + 1], h[x + 2]);
        least = min_of(least, h[x + 2]);
        well = max_of(well, depth[x]);
    }
    score = 0;
    patterns = 0;
    least = high, well = 0;
    UNROLL for (int x = WIDTH; x >= 2; --x) {
        if (x < WIDTH) {
            score += columns[x] + pairs[x + 1] + triples[x + 2] + first[x];
            if (x + 1 < WIDTH) patterns |= pattern(h[x + 2], h[x + 3]);
            least = min_of(least, h[x + 2]);
            well = max_of(well, depth[x + 2]);
        }
        sums.high_score[at + x - 2] = score;
#if defined(N_PATTERN) || defined(N_LEAST) || defined(N_MOST_WELL)
        sums.high_rest[at + x - 2] = (u16)(patterns | (u32)well << 5 | (u32)least << 10);
#endif
    }
}

// Whether a piece whose floor is in `row` fills a row: one that lacks as many cells as the piece
// has in it. Windows of two and of three columns hold pieces of at most as many cells a row, and
// that of four holds a lying I.
template <int N> FN bool fills(const Sums &sums, u32 board, const Placement &p, int row) {
    if (N == 4) return sums.lacking[3][board] >> row & 1u;
    u32 full = sums.lacking[0][board] >> row & p.info >> 24 & 15u;
    full |= sums.lacking[1][board] >> row & p.info >> 28;
    if (N == 3) full |= sums.lacking[2][board] >> row & p.info >> 12 & 15u;
    return full != 0;
}

// The score of a placement whose window is N columns wide; `whole` says that it has to be found the
// whole way.
template <int N>
FN int window_score(const Boards &boards, const Sums &sums, u32 board, const Placement &p, const Weights &w, const int *tables, bool &whole) {
    const u32 x = p.info & 255u;
    const u32 *from = columns_of(boards, board) + x - 2;
    u32 c[N + 4];
    UNROLL for (int i = 0; i < N + 4; ++i) c[i] = from[i];
    u32 reach = 2;
    UNROLL for (int i = 0; i < N; ++i) reach |= c[i + 2] * (N == 4 ? 4u : p.reach[i]);
    const int row = 30 - (int)clz(reach);
    const int box = N == 4 ? 1 : box_height(p);
    const u32 bottom = 1u << row;
    // No cell of the piece is full yet, so adding is as good as joining.
    UNROLL for (int i = 0; i < N; ++i) c[i + 2] += (N == 4 ? 1u : p.cells[i]) * bottom;
    const bool over = row + box > LIMIT;
    whole = fills<N>(sums, board, p, row);
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
    int h[N + 4];
    UNROLL for (int i = 0; i < N + 4; ++i) {
        const bool beside = i < 2 || i >= N + 2;
#ifdef NEAR_HEIGHTS
        h[i] = beside ? sums.heights[board * HEIGHT_STRIDE + x + (u32)i] : (int)height(c[i]);
#else
        h[i] = beside ? 0 : (int)height(c[i]);
#endif
    }
    const u32 low = board * EDGE_STRIDE + x, high = low + N - 2;
    u32 score = sums.low_score[low] + sums.high_score[high];
    u32 holes = 0;
    UNROLL for (int i = 0; i < N; ++i) {
        holes |= holes_of(c[i + 2]);
        score += column_score(w, x + (u32)i, c[i + 2]);
    }
    UNROLL for (int i = 0; i <= N; ++i) score += pair_score(w, x + (u32)i, c[i + 1], c[i + 2], h[i + 2] - h[i + 1]);
    UNROLL for (int i = 0; i < N + 2; ++i) score += depth_score(w, well_depth(h[i], h[i + 1], h[i + 2]));
    score += well_score<N + 2>(w, c);
#if PATTERNS
    score += window_pattern_score<N>(tables, x, from, c);
#endif
    // What the window and the rest of the board give together.
    Raw r;
#if defined(N_PATTERN) || defined(N_LEAST) || defined(N_MOST_WELL)
    const u32 left = sums.low_rest[low], right = sums.high_rest[high];
#endif
#ifdef N_ROWS_WITH_HOLES
    // The window's holes from before the move are holes still.
    r.rows_with_holes = (int)popc(holes | sums.holes[board]);
#endif
#ifdef N_PATTERN
    u32 patterns = (left | right) & 31u;
    UNROLL for (int i = 0; i <= N; ++i) patterns |= pattern(h[i + 1], h[i + 2]);
    r.pattern = (int)popc(patterns);
#endif
#ifdef N_MOST
    // No column of the window has become lower.
    r.most = sums.most[board];
    UNROLL for (int i = 0; i < N; ++i) r.most = max_of(r.most, h[i + 2]);
#endif
#ifdef N_LEAST
    r.least = min_of((int)left, (int)right) >> 10;
    UNROLL for (int i = 0; i < N; ++i) r.least = min_of(r.least, h[i + 2]);
#endif
#ifdef N_MOST_WELL
    r.most_well = max_of((int)(left >> 5 & 31u), (int)(right >> 5 & 31u));
    UNROLL for (int i = 0; i < N + 2; ++i) r.most_well = max_of(r.most_well, well_depth(h[i], h[i + 1], h[i + 2]));
#endif
#ifdef T_SUM
    r.sum = sums.sum[board];
    UNROLL for (int i = 2; i < N + 2; ++i) r.sum += h[i] - sums.heights[board * HEIGHT_STRIDE + x + (u32)i];
#endif
    const int landing = 2 * row + box - 1, cleared = 0, eroded = 0, ends = 0;
#define ADD(value, first, offset) score += (u32)tables[(offset) + (value) - (first)];
    TABLES(ADD)
#undef ADD
#ifdef F_ROWS_WITH_HOLES
    score += w[F_ROWS_WITH_HOLES] * (u32)r.rows_with_holes;
#endif
#ifdef F_PATTERN
    score += w[F_PATTERN] * (u32)r.pattern;
#endif
#ifdef F_MOST
    score += w[F_MOST] * (u32)r.most;
#endif
#ifdef F_LEAST
    score += w[F_LEAST] * (u32)r.least;
#endif
#ifdef F_MOST_WELL
    score += w[F_MOST_WELL] * (u32)r.most_well;
#endif
#ifdef F_LANDING
    score += w[F_LANDING] * (u32)landing;
#endif
    return (int)score;
}

#endif
