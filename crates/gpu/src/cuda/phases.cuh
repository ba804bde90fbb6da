// Phases: how the tasks of rough estimates go on (climbs.cuh; lab: estimate/levels.rs,
// estimate/repeat.rs). The warp whose lane ends the last job of a phase does this for the task.

#if SPLITTING

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

// The pilot's phase after the present one, when its entrances are known.
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
            task.phase = DONE;
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
    default:
        resample(task, PILOT, task.levels << 2, s.pilot);
        task.phase = PILOT_CLIMBS;
        task.level = LOST_DANGER;
    }
}

// What counts waits for the pilot, can begin its next stage, or has come to its end.
#define WAITS 0
#define GOES_ON 1
#define ENDED 2
FN u32 standing(volatile Task &task, volatile Task &pilot) {
    const u32 phase = pilot.phase, levels = pilot.levels;
    const bool none_left = task.next && !task.entrances;
    if (phase == DONE) return none_left || task.next > levels ? ENDED : GOES_ON;
    return phase != GAVE_UP && !none_left && task.next < levels ? GOES_ON : WAITS;
}

// The next stage of what counts: runs, or climbs to a level or to the end of the game.
FN void next_stage(const Splitting &s, volatile Task &task, volatile Task &pilot) {
    const u32 stage = task.next;
    task.low = pilot.low;
    task.level = stage < pilot.levels ? pilot.level_at[stage] : LOST_DANGER;
    if (stage) {
        resample(task, 0, stage, s.climbs);
        task.phase = CLIMBS;
    } else {
        task.phase = RUNS;
        task.jobs = runs_of(s, s.climbs);
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

// Queues the jobs of a task.
FN void queue_jobs(const Splitting &s, u32 number, u32 jobs) {
    u64 first = 0;
    ONE_LANE first = take_long(s.counters + 1, jobs);
    first = of_one_lane(first);
    EACH_LANE for (u32 job = lane; job < jobs; job += 32) {
        s.queue[(first + job) & s.queue_mask] = (u64)(number + 1) << 32 | job;
    }
}

// Counts a candidate as done, once.
FN void count_candidate(const Splitting &s, u32 number) {
    fence();
    if (!exchange(&s.tasks[number & ~1u].counted, 1)) add(s.counters + 2, 1);
}

// Lets what counts go on, or wait for the pilot. Whoever finds it waiting and ends that goes on.
FN void advance(const Splitting &s, u32 number) {
    volatile Task &task = s.tasks[number], &pilot = s.tasks[number - 1];
    u32 verdict = WAITS;
    ONE_LANE {
        verdict = standing(task, pilot);
        if (verdict == WAITS) {
            exchange(&s.tasks[number].waiting, 1);
            fence();
            verdict = standing(task, pilot);
            if (verdict != WAITS && !exchange(&s.tasks[number].waiting, 0)) verdict = WAITS;
        }
        if (verdict == GOES_ON) {
            next_stage(s, task, pilot);
            task.done = 0;
            task.stamp = task.stamp + 1;
        } else if (verdict == ENDED) {
            task.phase = DONE;
            add(s.counters + 3, pilot.pilot_moves + task.moves);
            add(s.counters + 4, pilot.all_lines + task.all_lines);
            count_candidate(s, number);
        }
    }
    fence();
    SYNC();
    if (of_one_lane(verdict) == GOES_ON) queue_jobs(s, number, task.jobs);
}

// Lists the entrances of the phase that has ended.
FN void list_entrances(const Splitting &s, u32 number, volatile Task &task) {
    const u32 listed = list_places(s, number, task, true, s.order + (u64)number * s.places);
    SYNC();
    ONE_LANE {
        task.entrances = listed;
        task.half = task.half ^ 1u;
    }
    fence();
    SYNC();
}

// Turns a pilot to its next phase.
FN void turn_pilot(const Splitting &s, u32 number, volatile Task &task) {
    const u32 before = task.phase;
    if (before == SCOUTS_AGAIN || before == PILOT_CLIMBS_AGAIN) list_entrances(s, number, task);
    ONE_LANE {
        next_phase(s, number, task);
        task.done = 0;
        task.stamp = task.stamp + 1;
        if (task.phase == SCOUTS_AGAIN) task.jobs = runs_of(s, s.pilot);
        if (task.phase == GAVE_UP) count_candidate(s, number);
    }
    fence();
    SYNC();
    const u32 phase = task.phase;
    u32 jobs = task.jobs;
    if (phase == PILOT_CLIMBS_AGAIN) {
        jobs = list_places(s, number, task, false, s.again + (u64)number * s.places);
        SYNC();
        ONE_LANE task.jobs = jobs;
    }
    EACH_LANE for (u32 bin = lane; bin < BINS; bin += 32) s.histogram[(u64)number * BINS + bin] = 0;
    fence();
    SYNC();
    if (phase < DONE) queue_jobs(s, number, jobs);
    // What counts may have waited for this level.
    u32 waited = 0;
    ONE_LANE waited = exchange(&s.tasks[number + 1].waiting, 0);
    if (of_one_lane(waited)) advance(s, number + 1);
}

// Turns a task, all of whose jobs are done, to its next phase. The whole warp does it.
FN void turn(const Splitting &s, u32 number) {
    // Other multiprocessors have written to it.
    volatile Task &task = s.tasks[number];
    fence();
    SYNC();
    if (task.phase == GAVE_UP) {
        ONE_LANE count_candidate(s, number);
    } else if (number % 2 == 0) {
        turn_pilot(s, number, task);
    } else {
        list_entrances(s, number, task);
        ONE_LANE {
            task.passed[task.next] = task.entrances;
            task.next = task.next + 1;
        }
        fence();
        SYNC();
        advance(s, number);
    }
}

#endif
