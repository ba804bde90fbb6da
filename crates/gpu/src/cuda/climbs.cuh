// Climbs: rough estimates of many candidates, each from its pilot to its last level (lab:
// estimate/levels.rs, estimate/repeat.rs, estimate/rough.rs).
//
// A candidate has two tasks: the pilot, which chooses the levels, and what counts, which follows it
// from level to level as soon as they are chosen. A task goes from phase to phase. In a phase it
// has some jobs: games, runs of cycles or climbs. The lane that ends the last of them has its warp
// turn the task to the next phase, whose jobs go into a queue that all lanes take from. So a
// candidate waits for its own jobs alone, and nothing goes through the host.

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

// Where a task stands. The pilot of candidate c is task 2c, what counts is task 2c + 1.
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
    // Of what counts: the stage after the present one, and whether it waits for the pilot to choose
    // its level. Of the pilot: whether the candidate is counted among those that are done.
    u32 next, waiting, counted;
    int low, level;
    int level_at[MOST_LEVELS];
    u32 passed[MOST_LEVELS + 1];
};

// What all candidates share. A task has two halves of `places` places for entrances.
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
        boards.candidate[lane] = climber.task >> 1;
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

#endif
