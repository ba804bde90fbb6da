// Rating: the best placement of one piece on each of thirty-two boards.
//
// A lane is a placement, but placements of all the boards are put into one list, so that every lane
// has one however many each board has. They are rated by window width, because the work is the
// window's.

// What the host says; the same for all launches of a kernel but for the work.
struct Params {
    // Weights and tables of all candidates.
    const int *weights, *tables;
    const u32 *table, *sequence;
    // The jobs: which candidate plays which game under which seed.
    const u32 *job_candidate;
    const u64 *job_seed, *job_game;
    // What came of each: lines, pieces, reward, deaths, end.
    u64 *records;
    // Of jobs that play on: what is settled of their pieces, how many of them are placed, and their
    // boards, column by column; at the end these are the boards they have come to, and here is the
    // most dangerous there was on the way.
    const u32 *job_settled;
    const u64 *job_placed;
    u32 *job_columns;
    int *job_highest;
    // The games in progress, by slot: columns; then lines, pieces, reward, deaths, the most
    // dangerous; then the job.
    u32 *slot_columns;
    u64 *slot_counts;
    u32 *slot_job;
    // Games ended, their moves, lines and deaths.
    u64 *totals;
    u32 *next_job;
    // Of candidates that play on until a danger: at most this one, or at least that one, ends it.
    const int *bounds;
    // What rough estimates share (climbs.cuh).
    const void *splitting;
    u64 limit;
    u32 jobs, slots, steps, restart;
    // How many lanes of each warp play: fewer than all where there are fewer jobs than lanes.
    u32 lanes;
    u32 reserved;
};

// The weights and the tables of a number: of a candidate, or of one of its bands.
FN Weights weights_of(const Params &params, const u32 *table, u32 number) {
#if defined(__CUDACC__) && SHARED_WEIGHT_WORDS > 0
    Weights w = {(const int *)(table + PLACEMENT_WORDS + SHARED_TABLE_WORDS)};
#else
    Weights w = {params.weights + (CANDIDATES == 1 ? 0u : number * WEIGHTS)};
#endif
    return w;
}
FN const int *tables_of(const Params &params, const u32 *table, u32 number) {
#if defined(__CUDACC__) && SHARED_TABLE_WORDS > 0
    return (const int *)(table + PLACEMENT_WORDS);
#else
    return params.tables + (CANDIDATES == 1 ? 0u : number * TABLE_WORDS);
#endif
}

#ifdef __CUDACC__
// Copies what all warps of a block read into its shared memory: the placements, and behind them the
// tables and the weights of a single candidate, if the host says so. Returns how many words these
// are.
FN u32 share_tables(const Params &params, u32 *memory) {
    for (u32 i = threadIdx.x; i < PLACEMENT_WORDS; i += blockDim.x) memory[i] = params.table[i];
#if SHARED_TABLE_WORDS > 0
    for (u32 i = threadIdx.x; i < TABLE_WORDS; i += blockDim.x) memory[PLACEMENT_WORDS + i] = (u32)params.tables[i];
#endif
#if SHARED_WEIGHT_WORDS > 0
    for (u32 i = threadIdx.x; i < WEIGHTS; i += blockDim.x) memory[PLACEMENT_WORDS + SHARED_TABLE_WORDS + i] = (u32)params.weights[i];
#endif
    __syncthreads();
    return PLACEMENT_WORDS + SHARED_TABLE_WORDS + SHARED_WEIGHT_WORDS;
}
#endif

// What rating has come to, for one board.
struct Best {
    int score;
    u32 place;
};

// Takes a placement if it is better, or as good and earlier in order.
FN void consider(const u32 *table, Best &best, int score, u32 place) {
    if (score < best.score || score == NOTHING) return;
    if (score == best.score && best.place != NOWHERE && order_of(table, place) > order_of(table, best.place)) return;
    best.score = score;
    best.place = place;
}

// The tests look at every score.
FN void show(const u32 *table, int *all_scores, u32 board, u32 place, int score) {
#ifndef __CUDACC__
    if (all_scores) all_scores[64 * board + order_of(table, place)] = score;
#endif
}

FN int rate_whole(const Params &params, const u32 *table, const Boards &boards, u32 entry, bool rate_ends) {
    const u32 board = entry >> 16, number = weights_on(boards, board);
    return whole_score(boards, board, placement(table, entry & 0xffffu), weights_of(params, table, number),
                       tables_of(params, table, number), rate_ends);
}

#if FAST
// The same for a placement that its window does not rate: it removes rows, it reaches above the
// limit, or every move ends the game.
FN int rate_queued(const Params &params, const u32 *table, const Boards &boards, const Sums &sums, u32 entry, bool rate_ends) {
#if !PATTERNS
    const u32 board = entry >> 16, number = weights_on(boards, board);
    const Placement p = placement(table, entry & 0xffffu);
    const int row = resting_row(columns_of(boards, board), p);
#if OVERFLOW == ENDS && SUICIDE != CONSIDERED
    const bool within = true;
#else
    const bool within = !rate_ends && row + box_height(p) <= LIMIT;
#endif
    if (within) {
        return clearing_score(boards, sums, board, p, row, weights_of(params, table, number), tables_of(params, table, number));
    }
#endif
    return rate_whole(params, table, boards, entry, rate_ends);
}

// Rates some of the placements that wait, one a lane.
FN void rate_queue(const Params &params, const u32 *table, const Boards &boards, Sums &sums, u32 &queued, bool rate_ends,
                   LANE_VALUES(Best) best, int *all_scores) {
    const u32 now = queued < 32 ? queued : 32;
    queued -= now;
    EACH_LANE if (lane < now) sums.found[lane] = rate_queued(params, table, boards, sums, sums.queue[queued + lane], rate_ends);
    SYNC();
    EACH_LANE {
        NO_UNROLL for (u32 i = 0; i < now; ++i) {
            const u32 entry = sums.queue[queued + i];
            if (entry >> 16 == lane) {
                consider(table, MY(best), sums.found[i], entry & 0xffffu);
                show(table, all_scores, lane, entry & 0xffffu, sums.found[i]);
            }
        }
    }
    SYNC();
}

// The score of a placement whose window is `width` columns wide, which is the same for all lanes.
FN int score_by_window(u32 width, const Boards &boards, const Sums &sums, u32 board, const Placement &p, const Weights &w,
                       const int *tables, bool &whole) {
    if (width == 2) return window_score<2>(boards, sums, board, p, w, tables, whole);
    if (width == 3) return window_score<3>(boards, sums, board, p, w, tables, whole);
    return window_score<4>(boards, sums, board, p, w, tables, whole);
}
#endif

// What `rate_pieces` has to know of the boards of some lanes, whichever their pieces are.
FN void sum_up(const Params &params, const u32 *table, Boards &boards, Sums &sums, LANE_VALUES(bool) wanted) {
    EACH_LANE if (MY(wanted)) {
        find_band(boards, lane);
#if FAST || DELTAS
        const u32 number = weights_on(boards, lane);
        const Weights w = weights_of(params, table, number);
#if DELTAS
        Raw r;
        read(columns_of(boards, lane), r);
        boards.before[lane] = linear(r, w, BEFORE);
#endif
#if FAST
        prepare(boards, sums, lane, w, tables_of(params, table, number));
#endif
#endif
    }
}

// The best placement of each board's piece, where the boards are summed up: its score (NOTHING if
// there is none) and its place in the table. No piece is -1.
FN void rate_pieces(const Params &params, const u32 *table, const Boards &boards, Sums &sums, LANE_VALUES(int) piece, bool rate_ends,
                    LANE_VALUES(Best) best, int *all_scores) {
    EACH_LANE {
        MY(best).score = NOTHING;
        MY(best).place = NOWHERE;
    }
    // Placements of the three widths are counted together, ten bits each: no width has more than a
    // thousand on thirty-two boards.
    PER_LANE(u32, counts);
    PER_LANE(u32, before);
    EACH_LANE {
        MY(counts) = 0;
        if (MY(piece) >= 0) {
            MY(counts) = count_of(table, MY(piece), 2) | count_of(table, MY(piece), 3) << 10 | count_of(table, MY(piece), 4) << 20;
        }
    }
    const u32 totals = offsets(counts, before);
    u32 queued = 0;
    // One loop for all widths, so that the code that rates whole boards is here once, not three
    // times: the kernel has to fit the memory that instructions are read from.
    NO_UNROLL for (u32 width = 2; width <= 4; ++width) {
        const u32 shift = 10 * (width - 2), total = totals >> shift & 1023u;
        PER_LANE(u32, first);
        PER_LANE(u32, count);
        PER_LANE(u32, offset);
        EACH_LANE {
            MY(first) = MY(piece) < 0 ? 0 : first_of(table, MY(piece), (int)width);
            MY(count) = MY(counts) >> shift & 1023u;
            MY(offset) = MY(before) >> shift & 1023u;
            const u32 entry = lane << 16 | MY(first);
            NO_UNROLL for (u32 i = 0; i < MY(count); ++i) sums.slots[MY(offset) + i] = entry + i;
        }
        SYNC();
        // What waits is rated where there is enough for every lane, and at the end.
        const bool ends = width == 4;
        NO_UNROLL for (u32 base = 0; base < total || (ends && base == 0); base += 32) {
#if FAST
            PER_LANE(bool, whole);
            PER_LANE(u32, entry);
            EACH_LANE {
                MY(whole) = false;
                const u32 slot = base + lane;
                if (slot < total) {
                    MY(entry) = sums.slots[slot];
                    const u32 board = MY(entry) >> 16, number = weights_on(boards, board);
                    int score = NOTHING;
                    MY(whole) = rate_ends;
                    if (!rate_ends) {
                        score = score_by_window(width, boards, sums, board, placement(table, MY(entry) & 0xffffu),
                                                weights_of(params, table, number), tables_of(params, table, number), MY(whole));
                    }
                    sums.slots[slot] = (u32)(MY(whole) ? NOTHING : score);
                }
            }
            push(sums.queue, queued, whole, entry);
            // One round adds at most 32 to fewer than 32.
            const u32 enough = ends && base + 32 >= total ? 1 : 32;
            NO_UNROLL while (queued >= enough) rate_queue(params, table, boards, sums, queued, rate_ends, best, all_scores);
#else
            EACH_LANE if (base + lane < total) {
                sums.slots[base + lane] = (u32)rate_whole(params, table, boards, sums.slots[base + lane], rate_ends);
            }
#endif
        }
        SYNC();
        EACH_LANE {
            Best own = {NOTHING, NOWHERE};
            NO_UNROLL for (u32 i = 0; i < MY(count); ++i) {
                const int score = (int)sums.slots[MY(offset) + i];
                // Within a width the first of the best is the earliest.
                if (score > own.score) {
                    own.score = score;
                    own.place = MY(first) + i;
                }
                if (score != NOTHING) show(table, all_scores, lane, MY(first) + i, score);
            }
            consider(table, MY(best), own.score, own.place);
        }
        SYNC();
    }
}

// Both.
FN void rate(const Params &params, const u32 *table, Boards &boards, Sums &sums, LANE_VALUES(int) piece, bool rate_ends,
             LANE_VALUES(Best) best, int *all_scores) {
    PER_LANE(bool, wanted);
    EACH_LANE MY(wanted) = MY(piece) >= 0;
    sum_up(params, table, boards, sums, wanted);
    rate_pieces(params, table, boards, sums, piece, rate_ends, best, all_scores);
}
