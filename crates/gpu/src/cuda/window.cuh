// The fast way to a score: only the columns under the piece and their neighbours change, so the
// rest of the board is summed once a board (`prepare`) and only the window is rated for each
// placement (`window_score`). Moves that remove rows change every column: the board after them is
// summed up (`clearing_score`), or, with local patterns, rated by the reference's way.

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
FN u32 pair_score(const Weights &w, u32 j, bool wall, u32 left, u32 right, int rise) {
    u32 score = 0;
#ifdef F_PAIRS
    score += w[F_PAIRS] * popc(left ^ right);
#endif
#if defined(F_DIFFERENCES) || defined(F_SQUARES) || defined(F_DIFFERENCE)
    const u32 difference = wall ? 0 : (u32)absolute(rise);
    u32 weight = 0;
#ifdef F_DIFFERENCES
    weight += w[F_DIFFERENCES];
#endif
#ifdef F_SQUARES
    weight += w[F_SQUARES] * difference;
#endif
#ifdef F_DIFFERENCE
    weight += w.at(F_DIFFERENCE + j);
#endif
    score += weight * difference;
#endif
    return score;
}

FN u32 depth_score(const Weights &w, int depth) {
#if defined(F_DEEP) || defined(F_PITS)
    u32 weight = 0;
#ifdef F_WELLS
    if (depth > 0) weight += w[F_WELLS];
#endif
#ifdef F_DEEP
    if (depth > 1) weight += w[F_DEEP];
#endif
#ifdef F_PITS
    if (depth > 2) weight += w[F_PITS];
#endif
    return weight * (u32)depth;
#elif defined(F_WELLS)
    return w[F_WELLS] * (u32)max_of(depth, 0);
#else
    return 0;
#endif
}

// The well cells of N neighbouring columns; `columns` begins one column further left.
template <int N> FN u32 well_score(const Weights &w, const u32 *columns) {
    u32 score = 0;
#if defined(F_FAST) || defined(F_WELL_CELLS)
    u32 flood[N];
    flooded<N>(columns, flood);
    const Runs runs = runs_of<N>(flood);
#ifdef F_WELL_CELLS
    score += w[F_WELL_CELLS] * runs.cells;
#endif
#ifdef F_FAST
    score += w[F_FAST] * runs.sum;
#endif
#endif
#ifdef F_CUMULATIVE
    u32 cells[N];
    UNROLL for (int i = 0; i < N; ++i) cells[i] = well_cells(columns[i], columns[i + 1], columns[i + 2]);
    score += w[F_CUMULATIVE] * depths_below<N>(cells, columns + 1);
#endif
    return score;
}

#ifdef RESTS
// What is kept of the columns on one side of a window: the patterns of their pairs, the depth of
// their deepest well, the least height.
struct Rest {
    u32 patterns;
    int well, least;
    FN_MEMBER u16 packed() const { return (u16)((patterns & PATTERN_MASK) | (u32)well << 5 | (u32)least << 10); }
};
// No board that is played on is as high.
#define NO_REST {0, 0, 31}
#endif

// What is summed up from column to column.
struct Scan {
    // What the columns on the left, their pairs and their triples add. A triple is a column with
    // both neighbours; that of a wall adds nothing.
    u32 all;
    // The column at hand and its height; what it adds with the one on its left; the triple of that
    // one, and its own.
    u32 column;
    int height;
    u32 pair, triple_left, triple;
#ifdef RESTS
    Rest rest;
#endif
    // Of all columns that were read.
    int most, sum;
    u32 cells, holes;
};

// The kernel has to fit the memory that instructions are read from. What is done once for many
// windows is a loop where the windows themselves take much room.
#if LIGHT
#define EACH_COLUMN UNROLL
#else
#define EACH_COLUMN NO_UNROLL
#endif

// Sums up the columns of a board, from left to right; `each` sees every one of them before it is
// added.
template <typename Column, typename Each> FN Scan scan(const Weights &w, Column column, Each each) {
    Scan s = {};
#ifdef RESTS
    s.rest = NO_REST;
    int depth_left = 0;
#endif
    u32 left = ~0u;
    int height_left = 32;
    s.column = column(0u);
    s.height = (int)height(s.column);
    EACH_COLUMN for (u32 x = 0; x < WIDTH; ++x) {
        const u32 right = x + 1 < WIDTH ? column(x + 1) : ~0u;
        const int height_right = (int)height(right), depth = well_depth(height_left, s.height, height_right);
        const u32 three[3] = {left, s.column, right};
        s.pair = pair_score(w, x, x == 0, left, s.column, s.height - height_left);
        s.triple = depth_score(w, depth) + well_score<1>(w, three);
        each(x, s);
        s.all += column_score(w, x, s.column) + s.pair + s.triple_left;
        s.triple_left = s.triple;
#ifdef RESTS
        if (x >= 1) s.rest.patterns |= pattern(height_left, s.height);
        s.rest.well = max_of(s.rest.well, depth_left);
        s.rest.least = min_of(s.rest.least, s.height);
        depth_left = depth;
#endif
        s.most = max_of(s.most, s.height);
        s.sum += s.height;
        s.cells += popc(s.column);
        s.holes |= holes_of(s.column);
        left = s.column, s.column = right;
        height_left = s.height, s.height = height_right;
    }
#ifdef RESTS
    s.rest.well = max_of(s.rest.well, depth_left);
#endif
    s.all += pair_score(w, WIDTH, true, left, s.column, 0) + s.triple_left;
    return s;
}

// Sums up a board, so that its placements can be rated by their windows.
FN void prepare(const Boards &boards, Sums &sums, u32 board, const Weights &w, const int *tables) {
    const u32 *columns = columns_of(boards, board);
    const u32 at = board * EDGE_STRIDE;
    // How many cells each row lacks, in binary, a word a digit.
    u32 ones = 0, twos = 0, fours = 0, eights = 0;
#ifdef NEAR_HEIGHTS
    u8 *heights = sums.heights + board * HEIGHT_STRIDE;
    heights[0] = heights[1] = heights[WIDTH + 2] = heights[WIDTH + 3] = 32;
#endif
    const Scan s = scan(w, [&](u32 x) { return columns[x]; }, [&](u32 x, const Scan &s) {
        if (x <= WIDTH - 2) sums.low_score[at + x] = s.all;
        // What all add less this is what is right of a window that ends here.
        if (x >= 2) sums.high_score[at + x - 2] = 0u - (s.all + s.pair + s.triple_left + s.triple);
#ifdef RESTS
        if (x <= WIDTH - 2) sums.low_rest[at + x] = s.rest.packed();
#endif
#ifdef NEAR_HEIGHTS
        heights[x + 2] = (u8)s.height;
#endif
        const u32 to_twos = ones & ~s.column, to_fours = twos & to_twos;
        ones ^= ~s.column;
        twos ^= to_twos;
        eights |= fours & to_fours;
        fours ^= to_fours;
    });
    sums.high_score[at + WIDTH - 2] = 0u - s.all;
    u32 all = s.all;
#ifdef F_CONSTANT
    all += w[F_CONSTANT];
#endif
#ifdef F_CELLS
    // A piece that clears nothing adds four.
    all += w[F_CELLS] * (s.cells + 4);
#endif
#if DELTAS
    all += boards.before[board];
#endif
    sums.all[board] = all;
#ifdef RESTS
    Rest high = NO_REST;
    int middle = 32, right = 32;
    EACH_COLUMN for (u32 x = WIDTH; x >= 2; --x) {
        sums.high_rest[at + x - 2] = high.packed();
        const int left = (int)height(columns[x - 1]);
        if (x < WIDTH) {
            high.patterns |= pattern(left, middle);
            high.well = max_of(high.well, well_depth(left, middle, right));
        }
        high.least = min_of(high.least, left);
        right = middle, middle = left;
    }
#endif
#if PATTERNS
    // What the patterns add whose last column is x, and whose first column is x.
    u32 last[WIDTH], first[WIDTH];
    UNROLL for (int x = 0; x < WIDTH; ++x) last[x] = first[x] = 0;
    pattern_scores(tables, columns, [&](int from, int to, u32 score) {
        if (to < WIDTH) last[to] += score;
        if (from >= 0) first[from] += score;
    });
    u32 before = 0, after = 0;
    UNROLL for (int x = 0; x <= WIDTH - 2; ++x) {
        sums.low_score[at + (u32)x] += before;
        before += last[x];
    }
    UNROLL for (int x = WIDTH; x >= 2; --x) {
        sums.high_score[at + (u32)x - 2] += after;
        after += first[x - 1];
    }
#endif
#ifdef N_ROWS_WITH_HOLES
    sums.holes[board] = s.holes;
#endif
#ifdef N_MOST
    sums.most[board] = (u8)s.most;
#endif
#ifdef T_SUM
    sums.sum[board] = (u16)s.sum;
#endif
    sums.lacking[0][board] = ones & ~twos & ~fours & ~eights;
    sums.lacking[1][board] = ~ones & twos & ~fours & ~eights;
    sums.lacking[2][board] = ones & twos & ~fours & ~eights;
    sums.lacking[3][board] = ~ones & ~twos & fours & ~eights;
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

// What a move is, besides the board it leaves, where it does not end the game.
struct Moved {
    int landing, cleared, eroded;
};

// What those numbers give that belong to all columns together, and the move.
FN u32 score_of_rest(const Raw &r, const Moved &moved, const Weights &w, const int *tables) {
    u32 score = 0;
    const int landing = moved.landing, cleared = moved.cleared, eroded = moved.eroded, ends = 0;
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
#ifdef F_CLEARED
    score += w[F_CLEARED] * (u32)cleared;
#endif
#ifdef F_ERODED
    score += w[F_ERODED] * (u32)eroded;
#endif
    return score;
}

// The score of a placement whose window is N columns wide; `whole` says that the whole board has to
// be rated instead.
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
    u32 score = sums.all[board] + sums.low_score[low] + sums.high_score[high];
    u32 holes = 0;
    UNROLL for (int i = 0; i < N; ++i) {
        holes |= holes_of(c[i + 2]);
        score += column_score(w, x + (u32)i, c[i + 2]);
    }
    UNROLL for (int i = 0; i <= N; ++i) {
        const bool wall = i == 0 ? x == 0 : i == N && x == WIDTH - N;
        score += pair_score(w, x + (u32)i, wall, c[i + 1], c[i + 2], h[i + 2] - h[i + 1]);
    }
    UNROLL for (int i = 0; i < N + 2; ++i) score += depth_score(w, well_depth(h[i], h[i + 1], h[i + 2]));
    score += well_score<N + 2>(w, c);
#if PATTERNS
    score += window_pattern_score<N>(tables, x, from, c);
#endif
    // What the window and the rest of the board give together.
    Raw r;
#ifdef RESTS
    const u32 left = sums.low_rest[low], right = sums.high_rest[high];
#endif
#ifdef N_ROWS_WITH_HOLES
    // The window's holes from before the move are holes still.
    r.rows_with_holes = (int)popc(holes | sums.holes[board]);
#endif
#ifdef N_PATTERN
    u32 patterns = left | right;
    UNROLL for (int i = 0; i <= N; ++i) patterns |= pattern(h[i + 1], h[i + 2]);
    r.pattern = (int)popc(patterns & PATTERN_MASK);
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
    const Moved moved = {2 * row + box - 1, 0, 0};
    return (int)(score + score_of_rest(r, moved, w, tables));
}

#if !PATTERNS
// The score of a placement that removes rows and does not reach above the limit.
FN int clearing_score(const Boards &boards, const Sums &sums, u32 board, const Placement &p, int row, const Weights &w, const int *tables) {
    const u32 *columns = columns_of(boards, board);
    const u32 from = p.info & 255u, cells = p.packed & 0xffffu;
    // The rows of the piece that lack as many cells as it has in them; a lying I has four in one.
    u32 full = (sums.lacking[0][board] >> row & p.info >> 24 & 15u) | (sums.lacking[1][board] >> row & p.info >> 28) |
               (sums.lacking[2][board] >> row & p.info >> 12 & 15u);
    if (cells == 0x1111u) full = sums.lacking[3][board] >> row & 1u;
    u32 eroded = 0;
    UNROLL for (u32 i = 0; i < 4; ++i) eroded += popc(cells >> 4 * i & full);
    // Four rows have at most two runs of full ones: what is below stays, what is between them and
    // what is above both comes down.
    const u32 rows = full << row, lowest = rows & (0u - rows), above = rows & (rows + lowest);
    const u32 first = popc(rows ^ above), second = popc(rows);
    const u32 below = lowest - 1, up_to = ((above & (0u - above)) >> first) - 1;
    const auto after = [&](u32 x) {
        const u32 i = x - from;
        const u32 column = columns[x] | (i < 4 ? (cells >> 4 * i & 15u) << row : 0u);
        return (column & below) | (column >> first & up_to & ~below) | (column >> second & ~up_to);
    };
    const Scan s = scan(w, after, [](u32, const Scan &) {});
    u32 score = s.all;
#ifdef F_CONSTANT
    score += w[F_CONSTANT];
#endif
#ifdef F_CELLS
    score += w[F_CELLS] * s.cells;
#endif
#if DELTAS
    score += boards.before[board];
#endif
    Raw r;
    r.rows_with_holes = (int)popc(s.holes);
#ifdef RESTS
    r.pattern = (int)popc(s.rest.patterns & PATTERN_MASK);
    r.least = s.rest.least;
    r.most_well = s.rest.well;
#endif
    r.most = s.most;
    r.sum = s.sum;
    const int lines = (int)second;
    const Moved moved = {2 * row + box_height(p) - 1, lines, lines * (int)eroded};
    return (int)(score + score_of_rest(r, moved, w, tables));
}
#endif

#endif
