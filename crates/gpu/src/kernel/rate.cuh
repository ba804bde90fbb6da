// Rating: the best placement of one piece on each of thirty-two boards.
//
// A lane is a placement, but placements of all the boards are put into one list, so that every lane has one however many each board has. They are
// rated by window width, because the work is the window's.

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
    // The games in progress, by slot: columns; then lines, pieces, reward, deaths; then the job.
    u32 *slot_columns;
    u64 *slot_counts;
    u32 *slot_job;
    // Games ended, their moves, lines and deaths.
    u64 *totals;
    u32 *next_job;
    u64 limit;
    u32 jobs, slots, steps, restart;
};

FN Weights weights_of(const Params &params, u32 candidate) {
    Weights w = {params.weights + (CANDIDATES == 1 ? 0u : candidate * WEIGHTS)};
    return w;
}
FN const int *tables_of(const Params &params, u32 candidate) {
    return params.tables + (CANDIDATES == 1 ? 0u : candidate * TABLE_WORDS);
}

// Rates the placement in a slot and puts its score there.
FN void rate_whole(const Params &params, const u32 *table, Boards &boards, u32 slot, bool rate_ends) {
    const u32 entry = boards.slots[slot], board = entry >> 16, candidate = boards.candidate[board];
    boards.slots[slot] = (u32)whole_score(boards, board, placement(table, entry & 0xffffu), weights_of(params, candidate),
                                          tables_of(params, candidate), rate_ends);
}

template <int N>
FN void rate_width(const Params &params, const u32 *table, Boards &boards, LANE_VALUES(int) piece, bool rate_ends,
                   LANE_VALUES(int) best, LANE_VALUES(u32) chosen, int *all_scores) {
    PER_LANE(u32, count);
    PER_LANE(u32, offset);
    EACH_LANE MY(count) = MY(piece) < 0 ? 0 : count_of(table, MY(piece), N);
    const u32 total = offsets(count, offset);
    EACH_LANE {
        const u32 entry = MY(count) ? lane << 16 | first_of(table, MY(piece), N) : 0;
        NO_UNROLL for (u32 i = 0; i < MY(count); ++i) boards.slots[MY(offset) + i] = entry + i;
    }
    SYNC();
#if FAST
    u32 queued = 0;
    NO_UNROLL for (u32 base = 0; base < total; base += 32) {
        PER_LANE(bool, whole);
        EACH_LANE {
            MY(whole) = false;
            const u32 slot = base + lane;
            if (slot < total) {
                const u32 entry = boards.slots[slot], board = entry >> 16;
                if (rate_ends) {
                    MY(whole) = true;
                } else {
                    const int score = window_score<N>(boards, board, placement(table, entry & 0xffffu),
                                                      weights_of(params, boards.candidate[board]), MY(whole));
                    if (!MY(whole)) boards.slots[slot] = (u32)score;
                }
            }
        }
        push(boards.queue, queued, whole, base);
        if (queued >= 32 || base + 32 >= total) {
            // As soon as there is one for every lane, and the rest at the end.
            while (queued >= 32 || (queued && base + 32 >= total)) {
                const u32 now = queued < 32 ? queued : 32;
                queued -= now;
                EACH_LANE if (lane < now) rate_whole(params, table, boards, boards.queue[queued + lane], rate_ends);
                SYNC();
            }
        }
    }
#else
    NO_UNROLL for (u32 base = 0; base < total; base += 32) {
        EACH_LANE if (base + lane < total) rate_whole(params, table, boards, base + lane, rate_ends);
    }
#endif
    SYNC();
    EACH_LANE {
        const u32 first = MY(count) ? first_of(table, MY(piece), N) : 0;
        int most = NOTHING;
        u32 where = NOWHERE;
        NO_UNROLL for (u32 i = 0; i < MY(count); ++i) {
            const int score = (int)boards.slots[MY(offset) + i];
            if (score > most) {
                most = score;
                where = first + i;
            }
#ifndef __CUDACC__
            if (all_scores) all_scores[64 * lane + (placement(table, first + i).info >> 16 & 255u)] = score;
#endif
        }
        // Within a width the first of the best was kept; between widths the order of the placements decides.
        const bool tied = most == MY(best) && where != NOWHERE && MY(chosen) != NOWHERE &&
                          (placement(table, where).info >> 16 & 255u) < (placement(table, MY(chosen)).info >> 16 & 255u);
        if (most > MY(best) || tied) {
            MY(best) = most;
            MY(chosen) = where;
        }
    }
    SYNC();
}

// The best score of a placement of each board's piece (NOTHING if there is none) and its place in the table. No piece is -1.
FN void rate(const Params &params, const u32 *table, Boards &boards, LANE_VALUES(int) piece, bool rate_ends,
             LANE_VALUES(int) best, LANE_VALUES(u32) chosen, int *all_scores) {
    EACH_LANE {
        MY(best) = NOTHING;
        MY(chosen) = NOWHERE;
#if FAST || DELTAS
        if (MY(piece) >= 0) {
            const Weights w = weights_of(params, boards.candidate[lane]);
#if DELTAS
            Raw r;
            read(columns_of(boards, lane), r);
            boards.before[lane] = linear(r, w, BEFORE);
#endif
#if FAST
            prepare(boards, lane, w);
#endif
        }
#endif
    }
    SYNC();
    rate_width<2>(params, table, boards, piece, rate_ends, best, chosen, all_scores);
    rate_width<3>(params, table, boards, piece, rate_ends, best, chosen, all_scores);
    rate_width<4>(params, table, boards, piece, rate_ends, best, chosen, all_scores);
}
