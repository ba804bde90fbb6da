// Search: which placement a player chooses (engine: player/search/).

#define GREEDY 0
#define TWO_PIECE 1
#define EXPECTIMAX 2

// What a first move is worth: the higher the better, 0 if it is not considered.
#if SUM
typedef u64 Value;
FN Value worth(u32, i64 score) { return (u64)(score + (1ll << 62)); }
#elif SEARCH == EXPECTIMAX
typedef u64 Value;
// Fewer pieces that fit nowhere come before any score. All weights together are at most 2^16, and a
// future in which all fit nowhere is not considered, so both fit into one word.
FN Value worth(u32 doom, i64 score) { return (u64)(65535u - doom) << 48 | (u64)(score + (1ll << 47)); }
#else
typedef u32 Value;
FN Value worth(u32, i64 score) { return (u32)score ^ 0x80000000u; }
#endif

// The memory of a warp.
struct Warp {
    Boards boards;
    Sums sums;
#if SEARCH != GREEDY
    // The boards after some first moves, these moves, and what each is worth.
    Boards after;
    u32 first[32];
    Value value[32];
    int next[32];
#if SEARCH == EXPECTIMAX
    u32 weight[32 * 7];
#if SUM
    // The weights of the pieces that fit nowhere: the score of two moves leaves them no room in a
    // value.
    u16 doom[32];
#endif
#endif
#endif
};

#if SEARCH != GREEDY

// Puts the board after a first move into its lane; returns the move's value if it ends the game.
// `earlier` is what the first move adds to the scores of the second.
FN bool look(const Params &params, const u32 *table, Warp &warp, u32 lane, u32 entry, u32 weight, Value &value, i64 &earlier) {
    const u32 board = entry >> 16;
    const Placement p = placement(table, entry & 0xffffu);
    Outcome out;
    drop(columns_of(warp.boards, board), p, out);
    const u32 number = weights_on(warp.boards, board);
    value = 0;
    if (out.ends) {
#if SUICIDE == CONSIDERED
        const int score = score_of(warp.boards, board, p, out, weights_of(params, table, number), tables_of(params, table, number));
        value = worth(0, (i64)score * weight);
#elif SUICIDE == ZERO
        value = worth(0, 0);
#endif
        return true;
    }
    u32 *to = columns_of(warp.after, lane);
    clear_board(to);
    UNROLL for (int x = 0; x < WIDTH; ++x) to[x] = out.columns[x];
    set_candidate(warp.after, lane, candidate_of(warp.boards, board));
#if SUM
    earlier = (i64)score_of_move(p, out, weights_of(params, table, number), tables_of(params, table, number)) * weight;
#endif
    return false;
}

// Looks one piece further than the current one.
FN void look_ahead(const Params &params, const u32 *table, Warp &warp, LANE_VALUES(int) piece, LANE_VALUES(u32) chosen) {
    PER_LANE(u32, count);
    PER_LANE(u32, offset);
    EACH_LANE if (MY(piece) >= 0) find_band(warp.boards, lane);
#if DELTAS && SUICIDE == CONSIDERED
    EACH_LANE if (MY(piece) >= 0) {
        Raw r;
        read(columns_of(warp.boards, lane), r);
        warp.boards.before[lane] = linear(r, weights_of(params, table, weights_on(warp.boards, lane)), BEFORE);
    }
#endif
    PER_LANE(Value, most);
    PER_LANE(u32, order);
    PER_LANE(u32, least);
    EACH_LANE {
        MY(count) = MY(piece) < 0 ? 0 : count_of_all(table, MY(piece));
        MY(most) = 0;
        MY(order) = 255;
        MY(least) = 0;
        MY(chosen) = NOWHERE;
    }
    const u32 total = offsets(count, offset);
    NO_UNROLL for (u32 base = 0; base < total; base += 32) {
        // Which of the first moves of a board are among these.
        PER_LANE(u32, from);
        PER_LANE(u32, to);
        EACH_LANE {
            MY(from) = (u32)max_of((int)MY(offset), (int)base);
            MY(to) = (u32)min_of((int)(MY(offset) + MY(count)), (int)base + 32);
            const u32 place = MY(count) ? first_of(table, MY(piece), 2) - MY(offset) : 0;
            NO_UNROLL for (u32 i = MY(from); i < MY(to); ++i) warp.first[i - base] = lane << 16 | (place + i);
        }
        SYNC();
        PER_LANE(bool, open);
        PER_LANE(int, second);
        PER_LANE(Best, best);
        PER_LANE(Value, value);
        PER_LANE(u32, doom);
        PER_LANE(i64, sum);
        PER_LANE(i64, earlier);
        EACH_LANE {
            MY(open) = false;
            MY(earlier) = 0;
            if (base + lane < total) {
                const u32 entry = warp.first[lane], board = entry >> 16;
                u32 weight = 1;
#if SEARCH == EXPECTIMAX
                weight = 0;
                for (int i = 0; i < 7; ++i) weight += warp.weight[board * 7 + i];
#endif
                MY(open) = !look(params, table, warp, lane, entry, weight, MY(value), MY(earlier));
            }
            MY(doom) = 0;
            MY(sum) = 0;
        }
        SYNC();
#if SEARCH == TWO_PIECE
        EACH_LANE MY(second) = MY(open) ? warp.next[warp.first[lane] >> 16] : -1;
        rate(params, table, warp.after, warp.sums, second, false, best, (int *)0);
        EACH_LANE if (MY(open)) MY(value) = MY(best).score == NOTHING ? 0 : worth(0, MY(best).score + MY(earlier));
#else
        sum_up(params, table, warp.after, warp.sums, open);
        NO_UNROLL for (int i = 0; i < 7; ++i) {
            EACH_LANE {
                const u32 weight = MY(open) ? warp.weight[(warp.first[lane] >> 16) * 7 + i] : 0;
                MY(second) = weight ? i : -1;
            }
            rate_pieces(params, table, warp.after, warp.sums, second, false, best, (int *)0);
            EACH_LANE if (MY(second) >= 0) {
                const u32 weight = warp.weight[(warp.first[lane] >> 16) * 7 + i];
                if (MY(best).score == NOTHING) MY(doom) += weight;
                else MY(sum) += (i64)MY(best).score * weight;
            }
        }
        EACH_LANE if (MY(open)) {
            u32 weight = 0;
            for (int i = 0; i < 7; ++i) weight += warp.weight[(warp.first[lane] >> 16) * 7 + i];
            MY(value) = MY(doom) >= weight ? 0 : worth(MY(doom), MY(sum) + MY(earlier));
        }
#endif
        EACH_LANE if (base + lane < total) {
            warp.value[lane] = MY(value);
#if SEARCH == EXPECTIMAX && SUM
            warp.doom[lane] = (u16)MY(doom);
#endif
        }
        SYNC();
        EACH_LANE {
            NO_UNROLL for (u32 i = MY(from); i < MY(to); ++i) {
                const Value value = warp.value[i - base];
                const u32 place = warp.first[i - base] & 0xffffu, own = order_of(table, place);
                u32 doom = 0;
#if SEARCH == EXPECTIMAX && SUM
                doom = warp.doom[i - base];
#endif
                const bool as_doomed = doom == MY(least), as_good = value == MY(most);
                const bool better = MY(most) == 0 || doom < MY(least) || (as_doomed && (value > MY(most) || (as_good && own < MY(order))));
                if (value && better) {
                    MY(most) = value;
                    MY(least) = doom;
                    MY(order) = own;
                    MY(chosen) = place;
                }
            }
        }
        SYNC();
    }
}

#endif

// The place of the chosen placement of each board's piece; NOWHERE only where every move ends the
// game and it does not matter which is taken.
FN void choose(const Params &params, const u32 *table, Warp &warp, LANE_VALUES(int) piece, LANE_VALUES(u32) chosen) {
    PER_LANE(Best, best);
#if SEARCH == GREEDY
    rate(params, table, warp.boards, warp.sums, piece, false, best, (int *)0);
    EACH_LANE MY(chosen) = MY(best).place;
#endif
    PER_LANE(bool, again);
#if SEARCH != GREEDY
    // A lane whose next piece will not come chooses by the current one alone, and so does one whose
    // every move dooms the next.
    PER_LANE(int, shown);
    EACH_LANE MY(shown) = warp.next[lane] < 0 ? -1 : MY(piece);
    look_ahead(params, table, warp, shown, chosen);
    EACH_LANE {
        MY(again) = MY(piece) >= 0 && MY(chosen) == NOWHERE;
        MY(shown) = MY(again) ? MY(piece) : -1;
    }
    if (any_lane(again)) {
        rate(params, table, warp.boards, warp.sums, shown, false, best, (int *)0);
        EACH_LANE if (MY(again)) MY(chosen) = MY(best).place;
    }
#endif
#if OVERFLOW != ENDS
    // Every move ends the game: the best rated, because it may still remove rows.
    PER_LANE(int, last);
    EACH_LANE {
        MY(again) = MY(piece) >= 0 && MY(chosen) == NOWHERE;
        MY(last) = MY(again) ? MY(piece) : -1;
    }
    if (any_lane(again)) {
        rate(params, table, warp.boards, warp.sums, last, true, best, (int *)0);
        EACH_LANE if (MY(again)) MY(chosen) = MY(best).place;
    }
#endif
}
