// Boards, placements and moves (engine: game/board.rs, game/moves.rs).

// Values of OVERFLOW and of SUICIDE.
#define ENDS 0
#define CLEARS_FIRST 1
#define TOP_ROW 2
#define AVOIDED 0
#define CONSIDERED 1
#define ZERO 2

// A score that no move has.
#define NOTHING ((int)0x80000000)
// The place of no placement.
#define NOWHERE 0xffffu
// What a landed piece may reach without ending the game.
#define LIMIT (OVERFLOW == TOP_ROW ? HEIGHT - 1 : HEIGHT)
// Columns of wall on each side of a board.
#if PATTERNS
#define MARGIN PATTERN_MARGIN
#else
#define MARGIN 2
#endif
// The wall between two boards is that of both. Odd, so that lanes that read their own boards use
// different banks.
#define COLUMN_STRIDE ((WIDTH + MARGIN) | 1)
// A window is at least two columns wide, so that 0 to WIDTH - 2 columns are on one side of it.
#define EDGE_STRIDE ((WIDTH - 1) | 1)
// The heights of a board with two columns of wall on each side, which is that of both boards beside
// it: for what needs those of neighbours or those before the move.
#define HEIGHT_STRIDE (WIDTH + 2)
#if defined(F_DIFFERENCES) || defined(F_SQUARES) || defined(F_DIFFERENCE) || defined(N_PATTERN) || defined(F_WELLS) || defined(F_DEEP) || \
    defined(F_PITS) || defined(N_MOST_WELL) || defined(T_SUM)
#define NEAR_HEIGHTS
#endif

#if defined(N_PATTERN) || defined(N_LEAST) || defined(N_MOST_WELL)
#define RESTS
#endif

// A placement: a window of columns, the cells it adds to them, and how they let it fall. Made on
// the host; two halves of four words. Neighbouring lanes read neighbouring placements, whose halves
// lie side by side, in different banks.
struct ALIGNED Half {
    u32 words[4];
};
struct Placement {
    // Cells of the first three columns of the window, from the floor of the piece's box.
    u32 cells[3];
    // Column of the window; height of the box << 8; its rows with three cells << 12, with one <<
    // 24, with two << 28; order among equals << 16.
    u32 info;
    // Four over two to the power of the lowest cell's row, in the first three columns; 0 where
    // there is no cell.
    u32 reach[3];
    // All four columns' cells, four bits each, and their reaches << 16.
    u32 packed;
};

// The table of placements: for each piece the place of the first of its placements of each window
// width and their number, then the first halves of all of them, then the second ones.
#define TABLE_HEAD 64
#define PLACEMENT_WORDS (TABLE_HEAD + 8 * PLACEMENTS)
FN Placement placement(const u32 *table, u32 place) {
    const Half *halves = (const Half *)(table + TABLE_HEAD) + place;
    const Half &one = halves[0], &two = halves[PLACEMENTS];
    return {{one.words[0], one.words[1], one.words[2]}, one.words[3], {two.words[0], two.words[1], two.words[2]}, two.words[3]};
}
FN u32 first_of(const u32 *table, int piece, int width) { return table[piece * 8 + 2 * (width - 2)]; }
FN u32 count_of(const u32 *table, int piece, int width) { return table[piece * 8 + 2 * (width - 2) + 1]; }
FN u32 count_of_all(const u32 *table, int piece) { return table[piece * 8 + 6]; }

FN int box_height(const Placement &p) { return (int)(p.info >> 8 & 15u); }
FN u32 order_of(const u32 *table, u32 place) { return placement(table, place).info >> 16 & 255u; }

// Thirty-two boards.
struct Boards {
    // Column x of board b is at b * COLUMN_STRIDE + MARGIN + x.
    u32 columns[32 * COLUMN_STRIDE + MARGIN];
#if CANDIDATES > 1
    u32 candidate[32];
#endif
#if BANDS > 1
    // The number of the weights that rate moves on it: those of its candidate's band.
    u32 weights[32];
#endif
#if DELTAS
    // The part of the score that the board before the move gives.
    u32 before[32];
#endif
};

// What rating the placements of thirty-two boards needs. All of it is gone when other boards are
// rated.
struct Sums {
#if FAST
    // What the columns left of x give, and what those from x + 2 rightwards give less all, at
    // b * EDGE_STRIDE + x; and what all give.
    u32 low_score[32 * EDGE_STRIDE], high_score[32 * EDGE_STRIDE], all[32];
#ifdef NEAR_HEIGHTS
    u8 heights[32 * HEIGHT_STRIDE + 2];
#endif
    // Rows that lack one cell, two, three, four.
    u32 lacking[4][32];
#ifdef N_ROWS_WITH_HOLES
    u32 holes[32];
#endif
#ifdef N_MOST
    u8 most[32];
#endif
#ifdef T_SUM
    u16 sum[32];
#endif
#ifdef RESTS
    // What these columns have of the patterns of pairs, the depth of the deepest well << 5, and the
    // least height << 10.
    u16 low_rest[32 * EDGE_STRIDE], high_rest[32 * EDGE_STRIDE];
#endif
    // Placements that their windows do not rate, and their scores.
    u32 queue[64];
    int found[32];
#endif
    // First which placements to rate, then their scores.
    u32 slots[32 * MOST_OF_ONE_WIDTH];
};

FN u32 *columns_of(Boards &boards, u32 board) { return boards.columns + board * COLUMN_STRIDE + MARGIN; }
FN const u32 *columns_of(const Boards &boards, u32 board) { return boards.columns + board * COLUMN_STRIDE + MARGIN; }

#if CANDIDATES > 1
FN u32 candidate_of(const Boards &boards, u32 board) { return boards.candidate[board]; }
FN void set_candidate(Boards &boards, u32 board, u32 candidate) { boards.candidate[board] = candidate; }
#else
FN u32 candidate_of(const Boards &, u32) { return 0; }
FN void set_candidate(Boards &, u32, u32) {}
#endif

FN void clear_board(u32 *columns) {
    UNROLL for (int x = -MARGIN; x < WIDTH + MARGIN; ++x) columns[x] = x < 0 || x >= WIDTH ? ~0u : 0u;
}

// What became of a board.
struct Outcome {
    u32 columns[WIDTH];
    int row;
    // Rows removed, and cells of the piece in them, as features see them; and rows that count as
    // lines.
    u32 cleared, eroded, lines;
    bool ends;
};

FN void remove_rows(u32 *columns, u32 rows) {
    while (rows) {
        // From the top, so that the rows still to be removed keep their place.
        const u32 below = (1u << (31 - clz(rows))) - 1;
        UNROLL for (int x = 0; x < WIDTH; ++x) columns[x] = (columns[x] & below) | (columns[x] >> 1 & ~below);
        rows &= below;
    }
}

// The row in which the floor of a piece comes to rest.
FN int resting_row(const u32 *columns, const Placement &p) {
    const u32 *under = columns + (p.info & 255u), reaches = p.packed >> 16;
    u32 reach = 2;
    UNROLL for (u32 i = 0; i < 4; ++i) {
        if (reaches >> 4 * i & 15u) reach |= under[i] * (reaches >> 4 * i & 15u);
    }
    return 30 - (int)clz(reach);
}

// Lets a piece come to rest.
FN void drop(const u32 *columns, const Placement &p, Outcome &out) {
    const u32 from = p.info & 255u, cells = p.packed & 0xffffu, reaches = p.packed >> 16;
    u32 reach = 2;
    UNROLL for (u32 x = 0; x < WIDTH; ++x) {
        out.columns[x] = columns[x];
        const u32 i = x - from;
        if (i < 4) reach |= columns[x] * (reaches >> 4 * i & 15u);
    }
    out.row = 30 - (int)clz(reach);
    const u32 bottom = 1u << out.row;
    u32 full = ~0u, most = 0;
    UNROLL for (u32 x = 0; x < WIDTH; ++x) {
        const u32 i = x - from;
        if (i < 4) out.columns[x] |= (cells >> 4 * i & 15u) * bottom;
        full &= out.columns[x];
        most |= out.columns[x];
    }
    u32 eroded = 0;
    if (full) {
        UNROLL for (u32 i = 0; i < 4; ++i) eroded += popc((cells >> 4 * i & 15u) * bottom & full);
    }
    const u32 lines = popc(full);
#if OVERFLOW == ENDS
    out.ends = (int)height(most) > HEIGHT;
    out.lines = out.ends ? 0 : lines;
#else
    u32 left = most;
    for (u32 rows = full; rows;) {
        const u32 below = (1u << (31 - clz(rows))) - 1;
        left = (left & below) | (left >> 1 & ~below);
        rows &= below;
    }
    out.ends = (int)height(left) > LIMIT;
    out.lines = lines;
#endif
    out.cleared = out.ends ? 0 : lines;
    out.eroded = out.ends ? 0 : lines * eroded;
    if (!out.ends) remove_rows(out.columns, full);
}

// Values of DANGER and of BAND_DANGER.
#define NO_DANGER 0
#define HEIGHT_DANGER 1
#define PILE_DANGER 2
#define COVER_DANGER 3

// How near a board is to the end of the game (engine: game/danger.rs).
template <int KIND> FN int danger_by(const u32 *columns) {
    u32 most = 0, holes = 0;
    int wells = 0, above = 0;
    UNROLL for (int x = 0; x < WIDTH; ++x) {
        most |= columns[x];
        above += (int)popc(columns[x] & (columns[x] + 1));
        holes |= holes_of(columns[x]);
        wells += max_of(well_depth((int)height(columns[x - 1]), (int)height(columns[x]), (int)height(columns[x + 1])), 0);
    }
    int highest = (int)height(most), rows = (int)popc(holes);
    if (KIND == PILE_DANGER) return highest + 3 * rows + wells;
    if (KIND == COVER_DANGER) return 2 * highest + 4 * rows + 2 * wells + above;
    return highest;
}

// The number of the weights that rate moves on a board, and what finds it (engine:
// rating/bands.rs).
#if BANDS > 1
FN u32 weights_on(const Boards &boards, u32 board) { return boards.weights[board]; }
FN void find_band(Boards &boards, u32 board) {
    const int bounds[BANDS - 1] = {BAND_BOUNDS};
    const int danger = danger_by<BAND_DANGER>(columns_of(boards, board));
    u32 band = 0;
    UNROLL for (int i = 0; i < BANDS - 1; ++i) band += danger >= bounds[i];
    boards.weights[board] = candidate_of(boards, board) * BANDS + band;
}
#else
FN u32 weights_on(const Boards &boards, u32 board) { return candidate_of(boards, board); }
FN void find_band(Boards &, u32) {}
#endif

// The exact score of a move, from the whole board after it.
FN int score_of(const Boards &boards, u32 board, const Placement &p, const Outcome &out, const Weights &w, const int *tables) {
    Raw r;
    read(out.columns, r);
    u32 score = linear(r, w, 0);
    const int landing = 2 * out.row + box_height(p) - 1;
    const int cleared = (int)out.cleared, eroded = (int)out.eroded, ends = out.ends;
#define ADD(place, value) score += w[place] * (u32)(value);
    MOVE_WEIGHTS(ADD)
#undef ADD
#if DELTAS
    score += boards.before[board];
#endif
#if TABLES_READ_BEFORE
    Raw q;
    read(columns_of(boards, board), q);
#endif
#define ADD(value, first, offset) score += (u32)tables[(offset) + (value) - (first)];
    TABLES(ADD)
#undef ADD
#if PATTERNS
    score += pattern_score(tables, out.columns);
#endif
#if NET
    NetValue inputs[NET_WIDEST];
#define ADD(place, value) inputs[place] = (NetValue)(value);
    NET_INPUTS(ADD)
#undef ADD
    score += (u32)net_score(tables + T_NET, inputs);
#endif
    return (int)score;
}

#if SUM
// What the features of the move give: those of the board are left out, with what they add to the
// constant.
FN int score_of_move(const Placement &p, const Outcome &out, const Weights &w, const int *tables) {
    u32 score = 0u - w[CONSTANT_OF_BOARD];
    const int landing = 2 * out.row + box_height(p) - 1;
    const int cleared = (int)out.cleared, eroded = (int)out.eroded, ends = out.ends;
#define ADD(place, value) score += w[place] * (u32)(value);
    MOVE_WEIGHTS(ADD)
#undef ADD
#define ADD(value, first, offset) score += (u32)tables[(offset) + (value) - (first)];
    MOVE_TABLES(ADD)
#undef ADD
    return (int)score;
}
#endif

// The score of a placement by the reference's way, row for row; NOTHING if it ends the game and
// such moves are not considered.
FN int whole_score(const Boards &boards, u32 board, const Placement &p, const Weights &w, const int *tables, bool rate_ends) {
    Outcome out;
    drop(columns_of(boards, board), p, out);
    if (out.ends && !rate_ends) {
#if SUICIDE == AVOIDED
        return NOTHING;
#elif SUICIDE == ZERO
        return 0;
#endif
    }
    return score_of(boards, board, p, out, w, tables);
}
