// Climbs: rough estimates of many candidates, each from its pilot to its last level (lab:
// estimate/levels.rs, estimate/repeat.rs, estimate/rough.rs).
//
// A candidate goes from phase to phase. In a phase it has some jobs: games, runs of cycles or
// climbs. The lane that ends the last of them has its warp turn the candidate to the next phase,
// whose jobs go into a queue that all lanes take from. So a candidate waits for its own jobs alone,
// and nothing goes through the host.

#if SPLITTING

// Phases. What the pilot does: ordinary games, which tell the low danger; runs of cycles, which
// tell the first level; the same runs again, for where they reach it; climbs until the pile is low
// or the game is lost, which tell the next level; those that reached it again. Then what counts:
// runs, and climbs from level to level.
#define ORDINARY 0
#define SCOUTS 1
#define SCOUTS_AGAIN 2
#define PILOT_CLIMBS 3
#define PILOT_CLIMBS_AGAIN 4
#define RUNS 5
#define CLIMBS 6
#define DONE 7
// What the host has to do instead.
#define GAVE_UP 8

// The danger of a lost game.
#define LOST_DANGER 0x7fffffff
// The repeat number of the pilot, and where the numbers of its ordinary games begin.
#define PILOT 0x7fffull
#define FIRST_ORDINARY 0x80000000ull
#define MOST_LEVELS 400
// Beyond this the host goes on.
#define MOST_EXTRA 2
// Kinds of entrance.
#define ENTERED 1u
#define ENTERED_LOST 2u
// A run of more moves than this is left to the host.
#define MOST_MOVES_OF_A_RUN (1u << 20)
// Counts of dangers: one for each, and the last for lost games.
#define BINS (HIGHEST_DANGER + 2)

// Where a candidate stands.
struct Task {
    u64 seed;
    // Moves of the pilot, and of what counts; lines and pieces of the runs that count; all lines.
    u64 pilot_moves, moves, lines, pieces, all_lines;
    // How the entrances are drawn for climbs.
    double offset, spacing;
    u32 phase, jobs, done, entrances;
    // Which half of the places holds the entrances; the number of phases so far, which marks what
    // was written in the present one; the stage of the streams of pieces; how many levels; how
    // often the climbs from the last of them were too few; the climbs of the present stage.
    u32 half, stamp, stage, levels, extra, count;
    int low, level;
    int level_at[MOST_LEVELS];
    u32 passed[MOST_LEVELS + 1];
    u32 reserved;
};

// What all candidates share. A candidate has two halves of `places` places for entrances.
struct Splitting {
    Task *tasks;
    u64 *queue;
    // Tickets taken, jobs queued, candidates done; their moves and lines.
    u64 *counters;
    u32 *histogram, *flags, *columns, *settled, *order, *again;
    int *highest;
    u8 *slots;
    double target, last_level;
    u32 candidates, places, queue_mask, pilot, climbs, fewest_climbs, warm_up, cycles_of_a_run, ordinary_moves, reserved;
};

// A lane's game, or the place in the queue that it waits for.
struct Climber {
    Stream stream;
    u64 ticket;
    u32 pieces, lines, begun_pieces, begun_lines;
    u32 task, index, phase, jobs, stamp, half;
    // Of a run: cycles so far, the last of them, and entrances found.
    u32 cycles, last_cycle, found;
    int low, level, peak;
    bool playing, waits;
};
#define CLIMBER_BYTES 192
static_assert(sizeof(Climber) <= CLIMBER_BYTES, "a slot has room for a climber");

FN u64 stream_number(u64 repeat, u64 stage, u64 index) { return 1ull << 63 | repeat << 48 | stage << 32 | index; }

FN u32 runs_of(const Splitting &s, u32 cycles) { return (cycles + s.cycles_of_a_run - 1) / s.cycles_of_a_run; }

FN u64 place_at(const Splitting &s, u32 task, u32 half, u32 place) { return ((u64)task * 2 + half) * s.places + place; }

FN u32 *column_at(const Splitting &s, u32 task, u32 half, u32 place, int x) {
    return s.columns + (((u64)task * 2 + half) * WIDTH + x) * s.places + place;
}

// Puts an entrance down.
FN void enter(const Params &params, const Splitting &s, const Climber &climber, const u32 *columns, u32 place, u32 kind) {
    const u32 half = climber.half ^ 1u;
    const u64 at = place_at(s, climber.task, half, place);
    if (kind == ENTERED) {
        for (int x = 0; x < WIDTH; ++x) *column_at(s, climber.task, half, place, x) = columns[x];
        u32 settled = climber.pieces ? 0u : climber.stream.settled;
        if (VISIBLE > 1 && climber.pieces) settled = (u32)piece_at(params.sequence, climber.stream, climber.pieces) + 1;
        s.settled[at] = settled;
    }
    s.flags[at] = climber.stamp << 2 | kind;
}

FN void count_danger(const Splitting &s, u32 task, int danger) {
    raise(s.histogram + (u64)task * BINS + (danger == LOST_DANGER ? BINS - 1 : danger));
}

// Ends a job. Says whether it was the last of its phase.
FN bool finish(const Splitting &s, Climber &climber) {
    Task &task = s.tasks[climber.task];
    climber.playing = false;
    if (climber.phase != SCOUTS_AGAIN) {
        const bool counts = climber.phase == RUNS || climber.phase == CLIMBS;
        add(counts ? &task.moves : &task.pilot_moves, climber.pieces);
        add(&task.all_lines, climber.lines);
    }
    if (climber.phase == RUNS) {
        add(&task.lines, climber.lines - climber.begun_lines);
        add(&task.pieces, climber.pieces - climber.begun_pieces);
    }
    fence();
    return raise(&task.done) + 1 == climber.jobs;
}

// Ends a climb.
FN bool finish_climb(const Params &params, const Splitting &s, Climber &climber, const u32 *columns, int now) {
    if (climber.phase == PILOT_CLIMBS) {
        const int highest = now == LOST_DANGER ? now : climber.peak;
        s.highest[(u64)climber.task * s.places + climber.index] = highest;
        count_danger(s, climber.task, highest);
    } else if (now >= climber.level) {
        enter(params, s, climber, columns, climber.index, now == LOST_DANGER ? ENTERED_LOST : ENTERED);
    }
    return finish(s, climber);
}

// The beginning of a climb. Says whether it ended the phase.
FN bool begin_climb(const Params &params, const Splitting &s, Climber &climber, u32 *columns) {
    const Task &task = s.tasks[climber.task];
    if (climber.phase == PILOT_CLIMBS_AGAIN) climber.index = fresh(s.again + (u64)climber.task * s.places + climber.index);
    const u32 entrances = fresh(&task.entrances);
    u32 drawn = (u32)(((double)climber.index + fresh(&task.offset)) * fresh(&task.spacing));
    if (drawn >= entrances) drawn = entrances - 1;
    const u32 place = fresh(s.order + (u64)climber.task * s.places + drawn);
    const u64 at = place_at(s, climber.task, climber.half, place);
    const bool lost = (fresh(s.flags + at) & 3u) == ENTERED_LOST;
    const u64 repeat = climber.phase == CLIMBS ? 0 : PILOT;
    climber.stream.number = stream_number(repeat, fresh(&task.stage), climber.index);
    climber.peak = LOST_DANGER;
    if (!lost) {
        for (int x = 0; x < WIDTH; ++x) columns[x] = fresh(column_at(s, climber.task, climber.half, place, x));
        climber.stream.settled = fresh(s.settled + at);
        climber.peak = danger(columns);
    }
    // An entrance that lies above several levels at once needs no climb.
    return climber.peak >= climber.level && finish_climb(params, s, climber, columns, climber.peak);
}

// The beginning of a job. Says whether it ended the phase.
FN bool begin_job(const Params &params, const Splitting &s, Climber &climber, u64 job, u32 *columns) {
    climber.task = (u32)(job >> 32) - 1;
    climber.index = (u32)job;
    const Task &task = s.tasks[climber.task];
    climber.phase = fresh(&task.phase);
    climber.stamp = fresh(&task.stamp);
    climber.half = fresh(&task.half);
    climber.jobs = fresh(&task.jobs);
    climber.low = fresh(&task.low);
    climber.level = fresh(&task.level);
    climber.stream.seed = fresh(&task.seed);
    climber.stream.placed = 0;
    climber.stream.settled = 0;
    climber.pieces = climber.lines = climber.begun_pieces = climber.begun_lines = 0;
    climber.cycles = climber.found = 0;
    climber.playing = true;
    clear_board(columns);
    if (climber.phase == PILOT_CLIMBS || climber.phase == PILOT_CLIMBS_AGAIN || climber.phase == CLIMBS)
        return begin_climb(params, s, climber, columns);
    const u32 count = climber.phase == RUNS ? s.climbs : s.pilot, runs = runs_of(s, count);
    climber.last_cycle = s.warm_up + (u32)((u64)count * (climber.index + 1) / runs - (u64)count * climber.index / runs);
    climber.peak = climber.low;
    const u64 repeat = climber.phase == RUNS ? 0 : PILOT;
    const u64 first = climber.phase == ORDINARY ? FIRST_ORDINARY : 0;
    climber.stream.number = stream_number(repeat, 0, first + climber.index);
    return false;
}

// Takes the job that the lane waits for, if it is there, and jobs after it while they end at once.
// Says whether one of them ended a phase.
FN bool begin_next(const Params &params, const Splitting &s, Boards &boards, u32 lane, Climber &climber) {
    while (!climber.playing) {
        if (!climber.waits) {
            climber.ticket = take_long(s.counters + 0, 1);
            climber.waits = true;
        }
        u64 *entry = s.queue + (climber.ticket & s.queue_mask);
        const u64 job = fresh(entry);
        if (!job) return false;
        fence();
        *entry = 0;
        climber.waits = false;
        const bool last = begin_job(params, s, climber, job, columns_of(boards, lane));
        boards.candidate[lane] = climber.task;
        if (last) return true;
    }
    return false;
}

// After a move of a run. Says whether it ended the phase.
FN bool ran(const Params &params, const Splitting &s, Climber &climber, u32 *columns, int now) {
    if (now > climber.peak) {
        const bool enters = now >= climber.level && climber.peak < climber.level && climber.phase != SCOUTS;
        if (enters && climber.cycles >= s.warm_up) {
            const u32 place = climber.index * s.cycles_of_a_run + climber.found++;
            enter(params, s, climber, columns, place, now == LOST_DANGER ? ENTERED_LOST : ENTERED);
        }
        climber.peak = now;
    }
    if (climber.pieces > MOST_MOVES_OF_A_RUN) {
        s.tasks[climber.task].phase = GAVE_UP;
        return finish(s, climber);
    }
    if (now != LOST_DANGER && (now > climber.low || climber.peak == climber.low)) return false;
    if (now == LOST_DANGER) clear_board(columns);
    climber.cycles += 1;
    if (climber.cycles == s.warm_up) {
        climber.begun_pieces = climber.pieces;
        climber.begun_lines = climber.lines;
    } else if (climber.cycles > s.warm_up && climber.phase == SCOUTS) {
        count_danger(s, climber.task, climber.peak);
    }
    climber.peak = climber.low;
    return climber.cycles == climber.last_cycle && finish(s, climber);
}

// Places the piece. Says whether it ended the phase.
FN bool climb(const Params &params, const Splitting &s, const u32 *table, Boards &boards, u32 lane, Climber &climber, u32 chosen) {
    u32 *columns = columns_of(boards, lane);
    climber.pieces += 1;
    int now = LOST_DANGER;
    if (chosen != NOWHERE) {
        Outcome out;
        drop(columns, placement(table, chosen), out);
        UNROLL for (int x = 0; x < WIDTH; ++x) columns[x] = out.columns[x];
        climber.lines += out.lines;
        if (!out.ends) now = danger(columns);
    }
    switch (climber.phase) {
    case ORDINARY:
        if (now == LOST_DANGER) clear_board(columns);
        else if (climber.pieces > s.ordinary_moves / 10) count_danger(s, climber.task, now);
        return climber.pieces == s.ordinary_moves && finish(s, climber);
    case SCOUTS:
    case SCOUTS_AGAIN:
    case RUNS:
        return ran(params, s, climber, columns, now);
    default:
        if (now > climber.low && now < climber.level) {
            climber.peak = max_of(climber.peak, now);
            return false;
        }
        if (now != LOST_DANGER) climber.peak = max_of(climber.peak, now);
        return finish_climb(params, s, climber, columns, now);
    }
}

// The next level: the highest danger that at least the target share of climbs reach, or else the
// next danger there is; LOST_DANGER if none is needed, -1 if too few climbs rose.
FN int next_level(const Splitting &s, const u32 *bins, u32 climbs, int above) {
    const u32 lost = fresh(bins + BINS - 1);
    if ((double)lost / (double)climbs >= s.last_level) return LOST_DANGER;
    u32 reached = lost, reach_first = 0;
    int first = -1;
    for (int level = HIGHEST_DANGER; level > above; --level) {
        const u32 here = fresh(bins + level);
        if (!here) continue;
        reached += here;
        if ((double)reached / (double)climbs >= s.target && reached >= s.fewest_climbs) return level;
        first = level;
        reach_first = reached;
    }
    if (first >= 0 && reach_first >= s.fewest_climbs) return first;
    return lost >= s.fewest_climbs ? LOST_DANGER : -1;
}

// The danger that half of the counted ones do not exceed; -1 if there are none.
FN int median(const u32 *bins) {
    u32 all = 0, below = 0;
    for (int danger = 0; danger <= HIGHEST_DANGER; ++danger) all += fresh(bins + danger);
    for (int danger = 0; danger <= HIGHEST_DANGER; ++danger) {
        below += fresh(bins + danger);
        if (below > all / 2) return danger;
    }
    return -1;
}

// Draws from the entrances for a stage of climbs.
FN void resample(volatile Task &task, u64 repeat, u32 stage, u32 count) {
    const u64 number = stream_number(repeat, stage, 0);
    const Block block = philox(0, 4u << 24, (u32)number, (u32)(number >> 32), (u32)task.seed, (u32)(task.seed >> 32));
    const u64 bits = (u64)block.word[0] << 32 | block.word[1];
    task.offset = (double)(bits >> 11) / 9007199254740992.0;
    task.spacing = (double)task.entrances / (double)count;
    task.stage = stage;
    task.jobs = task.count = count;
}

// What counts, after the last level of the pilot.
FN void begin_runs(const Splitting &s, volatile Task &task) {
    task.phase = RUNS;
    task.level = task.levels ? task.level_at[0] : LOST_DANGER;
    task.jobs = runs_of(s, s.climbs);
}

// The phase after the present one, when its entrances are known.
FN void next_phase(const Splitting &s, u32 number, volatile Task &task) {
    const u32 *bins = s.histogram + (u64)number * BINS;
    int level;
    switch (task.phase) {
    case ORDINARY:
        task.low = median(bins);
        task.phase = task.low < 0 ? GAVE_UP : SCOUTS;
        task.level = LOST_DANGER;
        task.jobs = runs_of(s, s.pilot);
        break;
    case SCOUTS:
    case PILOT_CLIMBS:
        level = next_level(s, bins, task.phase == SCOUTS ? s.pilot : task.count, task.levels ? task.level_at[task.levels - 1] : task.low);
        if (level == LOST_DANGER || (level < 0 && task.phase == SCOUTS)) {
            begin_runs(s, task);
        } else if (level < 0) {
            // Levels that few climbs reach are tried again with four times as many climbs.
            task.extra = task.extra + 1;
            if (task.extra > MOST_EXTRA) task.phase = GAVE_UP;
            else resample(task, PILOT, task.levels << 2 | task.extra, s.pilot << 2 * task.extra);
        } else if (task.levels == MOST_LEVELS) {
            task.phase = GAVE_UP;
        } else {
            task.extra = 0;
            task.phase = task.phase == SCOUTS ? SCOUTS_AGAIN : PILOT_CLIMBS_AGAIN;
            task.level_at[task.levels] = level;
            task.levels = task.levels + 1;
            task.level = level;
        }
        break;
    case SCOUTS_AGAIN:
    case PILOT_CLIMBS_AGAIN:
        resample(task, PILOT, task.levels << 2, s.pilot);
        task.phase = PILOT_CLIMBS;
        task.level = LOST_DANGER;
        break;
    default:
        task.stage = task.phase == RUNS ? 0 : task.stage;
        task.passed[task.stage] = task.entrances;
        if (!task.entrances || task.stage == task.levels) {
            task.phase = DONE;
            break;
        }
        resample(task, 0, task.stage + 1, s.climbs);
        task.phase = CLIMBS;
        task.level = task.stage < task.levels ? task.level_at[task.stage] : LOST_DANGER;
    }
}

// Lists places in their order: of the entrances of the present phase, or of the climbs that reached
// a level. Says how many.
FN u32 list_places(const Splitting &s, u32 number, volatile Task &task, bool entrances, u32 *list) {
    u32 listed = 0;
    const u64 first = place_at(s, number, task.half ^ 1u, 0);
    const u32 stamp = task.stamp, runs = task.phase == RUNS ? s.climbs : s.pilot;
    const bool climbs = task.phase != RUNS && task.phase != SCOUTS_AGAIN;
    const u32 places = climbs ? task.count : runs_of(s, runs) * s.cycles_of_a_run;
    const int level = task.level;
    NO_UNROLL for (u32 base = 0; base < places; base += 32) {
        PER_LANE(u32, belongs);
        PER_LANE(u32, offset);
        EACH_LANE {
            const u32 place = base + lane;
            MY(belongs) = 0;
            if (place < places && entrances) MY(belongs) = fresh(s.flags + first + place) >> 2 == stamp;
            if (place < places && !entrances) MY(belongs) = fresh(s.highest + (u64)number * s.places + place) >= level;
        }
        const u32 sum = offsets(belongs, offset);
        EACH_LANE if (MY(belongs)) list[listed + MY(offset)] = base + lane;
        listed += sum;
    }
    return listed;
}

// Turns a candidate, all of whose jobs are done, to its next phase. The whole warp does it.
FN void turn(const Splitting &s, u32 number) {
    // Other multiprocessors have written to it.
    volatile Task &task = s.tasks[number];
    fence();
    SYNC();
    const u32 before = task.phase;
    if (before == GAVE_UP) {
        ONE_LANE add(s.counters + 2, 1);
        return;
    }
    if (before == SCOUTS_AGAIN || before >= PILOT_CLIMBS_AGAIN) {
        const u32 listed = list_places(s, number, task, true, s.order + (u64)number * s.places);
        SYNC();
        ONE_LANE {
            task.entrances = listed;
            task.half = task.half ^ 1u;
        }
    }
    SYNC();
    ONE_LANE {
        next_phase(s, number, task);
        task.done = 0;
        task.stamp = task.stamp + 1;
    }
    fence();
    SYNC();
    const u32 phase = task.phase;
    u32 jobs = task.jobs;
    if (phase == PILOT_CLIMBS_AGAIN) {
        jobs = list_places(s, number, task, false, s.again + (u64)number * s.places);
        ONE_LANE task.jobs = jobs;
    } else if (phase == SCOUTS_AGAIN) {
        jobs = runs_of(s, s.pilot);
        ONE_LANE task.jobs = jobs;
    }
    EACH_LANE for (u32 bin = lane; bin < BINS; bin += 32) s.histogram[(u64)number * BINS + bin] = 0;
    fence();
    SYNC();
    if (phase >= DONE) {
        ONE_LANE {
            // What was given up is played, and counted, by the host.
            if (phase == DONE) {
                add(s.counters + 3, task.pilot_moves + task.moves);
                add(s.counters + 4, task.all_lines);
            }
            fence();
            add(s.counters + 2, 1);
        }
        return;
    }
    u64 first = 0;
    ONE_LANE first = take_long(s.counters + 1, jobs);
    first = of_one_lane(first);
    EACH_LANE for (u32 job = lane; job < jobs; job += 32) {
        s.queue[(first + job) & s.queue_mask] = (u64)(number + 1) << 32 | job;
    }
}

// Some moves of the thirty-two climbers of a warp.
FN void split_warp(const Params &params, const u32 *table, Warp &warp, u32 number) {
    const Splitting &s = *(const Splitting *)params.splitting;
    PER_LANE(Climber, climber);
    EACH_LANE {
        const u32 slot = number * 32 + lane;
        u32 *columns = columns_of(warp.boards, lane);
        clear_board(columns);
        if (params.restart) {
            // The first jobs go to lanes of different warps.
            MY(climber) = Climber();
            MY(climber).ticket = (u64)lane * (params.slots / 32) + number;
            MY(climber).waits = true;
        } else {
            MY(climber) = *(const Climber *)(s.slots + (u64)slot * CLIMBER_BYTES);
            for (int x = 0; x < WIDTH; ++x) columns[x] = params.slot_columns[(u64)x * params.slots + slot];
        }
        warp.boards.candidate[lane] = MY(climber).task;
    }
    SYNC();
    const u64 began = clock_now();
    NO_UNROLL for (u32 step = 0; goes_on(step, params.steps, began, params.limit); ++step) {
        PER_LANE(int, piece);
        PER_LANE(u32, chosen);
        PER_LANE(bool, playing);
        PER_LANE(bool, turns);
        EACH_LANE {
            Climber &own = MY(climber);
            MY(turns) = begin_next(params, s, warp.boards, lane, own);
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
            if (of_one_lane(fresh(s.counters + 2)) == s.candidates || !waits_a_while()) break;
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
    u32 *table = memory;
    for (u32 i = threadIdx.x; i < TABLE_HEAD + 8 * PLACEMENTS; i += blockDim.x) table[i] = params.table[i];
    __syncthreads();
    Warp *warps = (Warp *)(memory + TABLE_HEAD + 8 * PLACEMENTS);
    split_warp(params, table, warps[threadIdx.x / 32], blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32);
}

#else

// All slots, one warp after the other.
extern "C" void split(const Params *params) {
    Warp *warp = new Warp;
    for (u32 number = 0; number < params->slots / 32; ++number) split_warp(*params, params->table, *warp, number);
    delete warp;
}

#endif
#endif
