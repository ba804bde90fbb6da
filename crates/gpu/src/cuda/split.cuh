// The kernel of rough estimates: every lane takes jobs from the queue and makes their moves
// (climbs.cuh), and its warp turns the tasks whose jobs are done (phases.cuh).

#if SPLITTING

// Gives jobs that no lane waits for to the idle lanes of a warp.
FN void take_waiting_jobs(const Splitting &s, LANE_VALUES(Climber) climber) {
    PER_LANE(u32, idle);
    PER_LANE(u32, offset);
    EACH_LANE MY(idle) = !MY(climber).playing && !MY(climber).waits;
    const u32 lanes = offsets(idle, offset);
    if (!lanes) return;
    u64 ticket = 0, jobs = 0;
    ONE_LANE {
        ticket = fresh(s.counters + 0);
        const u64 queued = fresh(s.counters + 1);
        if (queued > ticket) jobs = queued - ticket < lanes ? queued - ticket : lanes;
        // Another warp may have been faster.
        if (jobs && !exchange_if(s.counters + 0, ticket, ticket + jobs)) jobs = 0;
    }
    ticket = of_one_lane(ticket);
    jobs = of_one_lane(jobs);
    EACH_LANE if (MY(idle) && MY(offset) < jobs) {
        MY(climber).ticket = ticket + MY(offset);
        MY(climber).waits = true;
    }
}

// Some moves of the thirty-two climbers of a warp, which takes this turn among all warps when the
// first jobs are given out.
FN void split_warp(const Params &params, const u32 *table, Warp &warp, u32 number, u32 turn_of_warp) {
    const Splitting &s = *(const Splitting *)params.splitting;
    const bool first = turn_of_warp < s.first_warps;
    PER_LANE(Climber, climber);
    EACH_LANE {
        const u32 slot = number * 32 + lane;
        u32 *columns = columns_of(warp.boards, lane);
        clear_board(columns);
        if (params.restart) {
            // The first jobs go to lanes of different warps.
            MY(climber) = Climber();
            MY(climber).ticket = (u64)lane * s.first_warps + turn_of_warp;
            MY(climber).waits = first;
        } else {
            MY(climber) = *(const Climber *)(s.slots + (u64)slot * CLIMBER_BYTES);
            for (int x = 0; x < WIDTH; ++x) columns[x] = params.slot_columns[(u64)x * params.slots + slot];
        }
        set_candidate(warp.boards, lane, MY(climber).task >> 1);
    }
    SYNC();
    const u64 began = clock_now();
    NO_UNROLL for (u32 step = 0; goes_on(step, params.steps, began, params.limit); ++step) {
        PER_LANE(int, piece);
        PER_LANE(u32, chosen);
        PER_LANE(bool, playing);
        PER_LANE(bool, turns);
        if (!first) take_waiting_jobs(s, climber);
        EACH_LANE {
            Climber &own = MY(climber);
            MY(turns) = begin_next(params, s, warp.boards, lane, own, first);
            MY(playing) = own.playing;
            MY(piece) = -1;
            if (MY(playing)) {
                MY(piece) = piece_at(params.sequence, own.stream, own.pieces);
#if SEARCH == TWO_PIECE
                warp.next[lane] = piece_at(params.sequence, own.stream, own.pieces + 1);
#elif SEARCH == EXPECTIMAX
                warp.next[lane] = 0;
                prospect(warp.weight + lane * 7, own.stream, own.pieces + 1);
#endif
            }
        }
        SYNC();
        if (any_lane(playing)) {
            choose(params, table, warp, piece, chosen);
            EACH_LANE if (MY(playing)) {
                if (climb(params, s, table, warp.boards, lane, MY(climber), MY(chosen))) MY(turns) = true;
            }
            SYNC();
        } else if (!any_lane(turns)) {
            if (of_one_lane(fresh(s.counters + 2)) == s.candidates || !waits_a_while(first ? 500 : 5000)) break;
        }
        if (any_lane(turns)) {
            NO_UNROLL for (u32 other = 0; other < 32; ++other) {
                PER_LANE(u32, whose);
                EACH_LANE MY(whose) = MY(turns) ? MY(climber).task + 1 : 0;
                const u32 task = value_of(whose, other);
                if (task) turn(s, task - 1);
                SYNC();
            }
        }
    }
    EACH_LANE {
        const u32 slot = number * 32 + lane;
        const u32 *columns = columns_of(warp.boards, lane);
        *(Climber *)(s.slots + (u64)slot * CLIMBER_BYTES) = MY(climber);
        for (int x = 0; x < WIDTH; ++x) params.slot_columns[(u64)x * params.slots + slot] = columns[x];
    }
}

#ifdef __CUDACC__

extern "C" __constant__ u32 memory_of_a_warp = (u32)sizeof(Warp);

extern "C" __global__ void __launch_bounds__(MOST_THREADS) split(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 memory[];
    const u32 *table = memory;
    Warp *warps = (Warp *)(memory + share_tables(params, memory));
    const u32 warp = threadIdx.x / 32;
    // Few jobs are shared out among the blocks, so among the multiprocessors.
    split_warp(params, table, warps[warp], blockIdx.x * (blockDim.x / 32) + warp, warp * gridDim.x + blockIdx.x);
}

#else

// All slots, one warp after the other.
extern "C" void split(const Params *params) {
    Warp *warp = new Warp;
    for (u32 number = 0; number < params->slots / 32; ++number) split_warp(*params, params->table, *warp, number, number);
    delete warp;
}

#endif
#endif
