// Climbs: rough estimates of many candidates, each from its pilot to its last level (lab:
// estimate/levels.rs, estimate/repeat.rs, estimate/rough.rs).
//
// A candidate has two tasks: the pilot, which chooses the levels, and what counts, which follows it
// from level to level as soon as they are chosen. A task goes from phase to phase. In a phase it
// has some jobs: games, runs of cycles or climbs. The lane that ends the last of them has its warp
// turn the task to the next phase, whose jobs go into a queue that all lanes take from. So a
// candidate waits for its own jobs alone, and nothing goes through the host.
//
// Whenever a climb or a cycle rises higher than before, it writes down where: a rise. So nothing is
// played again once a level is chosen. The entrance to the level is the first rise that reaches it.

#if SPLITTING

// Phases. What the pilot does: ordinary games, which tell the low danger; runs of cycles, which
// tell the first level; climbs until the pile is low or the game is lost, which tell the next
// level. Then what counts: runs, which need the low danger alone, and climbs from level to level.
#define ORDINARY 0
#define SCOUTS 1
#define PILOT_CLIMBS 2
#define RUNS 3
#define CLIMBS 4
#define DONE 5
// What the host has to do instead.
#define GAVE_UP 6

// The danger of a lost game.
#define LOST_DANGER 0x7fffffff
// The repeat number of the pilot, and where the numbers of its ordinary games begin.
#define PILOT 0x7fffull
#define FIRST_ORDINARY 0x80000000ull
#define MOST_LEVELS 400
// Beyond this the host goes on.
#define MOST_EXTRA 2
// What is settled of the pieces after a lost game.
#define LOST_GAME 0xffffffffu
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
    // Which half of the places holds the entrances; the rises of the present phase, in the other;
    // the stage of the streams of pieces; how many levels; how often the climbs from the last of
    // them were too few; the climbs of the present stage.
    u32 half, rises, stage, levels, extra, count;
    // Of what counts: the present stage, or the next one between two; and whether it waits for the
    // pilot. Of the pilot: whether the candidate is counted among those that are done.
    u32 next, waiting, counted;
    // Climbs end at `level`; what rises above `above` is written down.
    int low, above, level;
    int level_at[MOST_LEVELS];
    u32 passed[MOST_LEVELS + 1];
};

// How a climb or a cycle came to a place where it was higher than before: its danger there, one
// more than the place before, or 0, and the moves and lines until there.
struct Rise {
    int danger;
    u32 before, pieces, lines;
};

// What all candidates share. A task has two halves of `places` places: one holds the entrances,
// into the other go the rises of the present phase, at most `most_rises`. `order` lists the places
// of the entrances, `highest` has for each climb or cycle one more than the place of its last rise.
struct Splitting {
    Task *tasks;
    u64 *queue;
    // Tickets taken, jobs queued, candidates done; their moves and lines.
    u64 *counters;
    u32 *histogram, *columns, *settled, *order, *highest;
    Rise *rises;
    u8 *slots;
    double target, last_level;
    u32 candidates, places, queue_mask, pilot, climbs, fewest_climbs, warm_up, cycles_of_a_run, ordinary_moves, most_rises;
    // Warps beyond the first of this number take only jobs that no lane waits for.
    u32 first_warps, reserved;
};

// A lane's game, or the place in the queue that it waits for.
struct Climber {
    Stream stream;
    u64 ticket;
    u32 pieces, lines, begun_pieces, begun_lines;
    u32 task, index, phase, jobs, half;
    // Of a run: cycles so far, the last of them, and the number of the next that counts.
    u32 cycles, last_cycle, counted_cycle;
    // One more than the place of the last rise, or 0.
    u32 rise;
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

// Writes a rise down if there is room. If there is none, the count of the rises tells it.
FN void note_rise(const Params &params, const Splitting &s, Climber &climber, const u32 *columns, int danger) {
    climber.peak = danger;
    const u32 place = take(&s.tasks[climber.task].rises);
    if (place >= s.most_rises) return;
    const u32 half = climber.half ^ 1u;
    u32 settled = LOST_GAME;
    if (danger != LOST_DANGER) {
        for (int x = 0; x < WIDTH; ++x) *column_at(s, climber.task, half, place, x) = columns[x];
        settled = climber.pieces ? 0u : climber.stream.settled;
        if (VISIBLE > 1 && climber.pieces) settled = (u32)piece_at(params.sequence, climber.stream, climber.pieces) + 1;
    }
    s.settled[place_at(s, climber.task, half, place)] = settled;
    const Rise rise = {danger, climber.rise, climber.pieces, climber.lines};
    s.rises[(u64)climber.task * s.places + place] = rise;
    climber.rise = place + 1;
}

FN void count_danger(const Splitting &s, u32 task, int danger) {
    raise(s.histogram + (u64)task * BINS + (danger == LOST_DANGER ? BINS - 1 : danger));
}

// Ends a job. Says whether it was the last of its phase.
FN bool finish(const Splitting &s, Climber &climber) {
    Task &task = s.tasks[climber.task];
    climber.playing = false;
    const bool counts = climber.phase == RUNS || climber.phase == CLIMBS;
    add(counts ? &task.moves : &task.pilot_moves, climber.pieces);
    add(&task.all_lines, climber.lines);
    if (climber.phase == RUNS) {
        add(&task.lines, climber.lines - climber.begun_lines);
        add(&task.pieces, climber.pieces - climber.begun_pieces);
    }
    fence();
    return raise(&task.done) + 1 == climber.jobs;
}

// Ends a climb.
FN bool finish_climb(const Splitting &s, Climber &climber) {
    s.highest[(u64)climber.task * s.places + climber.index] = climber.rise;
    if (climber.phase == PILOT_CLIMBS) count_danger(s, climber.task, climber.peak);
    return finish(s, climber);
}

// The beginning of a climb. Says whether it ended the phase.
FN bool begin_climb(const Params &params, const Splitting &s, Climber &climber, u32 *columns) {
    const Task &task = s.tasks[climber.task];
    const u32 entrances = fresh(&task.entrances);
    u32 drawn = (u32)(((double)climber.index + fresh(&task.offset)) * fresh(&task.spacing));
    if (drawn >= entrances) drawn = entrances - 1;
    const u32 place = fresh(s.order + (u64)climber.task * s.places + drawn);
    const u64 at = place_at(s, climber.task, climber.half, place);
    const u32 settled = fresh(s.settled + at);
    const u64 repeat = climber.phase == CLIMBS ? 0 : PILOT;
    climber.stream.number = stream_number(repeat, fresh(&task.stage), climber.index);
    int now = LOST_DANGER;
    if (settled != LOST_GAME) {
        for (int x = 0; x < WIDTH; ++x) columns[x] = fresh(column_at(s, climber.task, climber.half, place, x));
        climber.stream.settled = settled;
        now = danger(columns);
    }
    if (now > climber.peak) note_rise(params, s, climber, columns, now);
    // An entrance that lies above several levels at once needs no climb.
    return now >= climber.level && finish_climb(s, climber);
}

// The beginning of a job. Says whether it ended the phase.
FN bool begin_job(const Params &params, const Splitting &s, Climber &climber, u64 job, u32 *columns) {
    climber.task = (u32)(job >> 32) - 1;
    climber.index = (u32)job;
    const Task &task = s.tasks[climber.task];
    climber.phase = fresh(&task.phase);
    climber.half = fresh(&task.half);
    climber.jobs = fresh(&task.jobs);
    climber.low = fresh(&task.low);
    climber.level = fresh(&task.level);
    climber.peak = fresh(&task.above);
    climber.stream.seed = fresh(&task.seed);
    climber.stream.placed = 0;
    climber.stream.settled = 0;
    climber.pieces = climber.lines = climber.begun_pieces = climber.begun_lines = 0;
    climber.cycles = climber.rise = 0;
    climber.playing = true;
    clear_board(columns);
    if (climber.phase == PILOT_CLIMBS || climber.phase == CLIMBS) return begin_climb(params, s, climber, columns);
    const u32 count = climber.phase == RUNS ? s.climbs : s.pilot, runs = runs_of(s, count);
    climber.counted_cycle = (u32)((u64)count * climber.index / runs);
    climber.last_cycle = s.warm_up + (u32)((u64)count * (climber.index + 1) / runs) - climber.counted_cycle;
    const u64 repeat = climber.phase == RUNS ? 0 : PILOT;
    const u64 first = climber.phase == ORDINARY ? FIRST_ORDINARY : 0;
    climber.stream.number = stream_number(repeat, 0, first + climber.index);
    return false;
}

// Takes the job that the lane waits for, if it is there, and jobs after it while they end at once.
// Says whether one of them ended a phase.
FN bool begin_next(const Params &params, const Splitting &s, Boards &boards, u32 lane, Climber &climber, bool first) {
    while (!climber.playing) {
        if (!climber.waits) {
            if (!first) return false;
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
        set_candidate(boards, lane, climber.task >> 1);
        if (last) return true;
    }
    return false;
}

// After a move of a run. Says whether it ended the phase.
FN bool ran(const Params &params, const Splitting &s, Climber &climber, u32 *columns, int now) {
    if (now > climber.peak) {
        if (climber.cycles < s.warm_up) climber.peak = now;
        else note_rise(params, s, climber, columns, now);
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
    } else if (climber.cycles > s.warm_up) {
        s.highest[(u64)climber.task * s.places + climber.counted_cycle] = climber.rise;
        climber.counted_cycle += 1;
        climber.rise = 0;
        if (climber.phase == SCOUTS) count_danger(s, climber.task, climber.peak);
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
    case RUNS:
        return ran(params, s, climber, columns, now);
    default:
        if (now > climber.peak) note_rise(params, s, climber, columns, now);
        return (now <= climber.low || now >= climber.level) && finish_climb(s, climber);
    }
}

#endif
