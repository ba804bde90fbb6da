// Phases: how the tasks of rough estimates go on (climbs.cuh; lab: estimate/levels.rs,
// estimate/repeat.rs). The warp whose lane ends the last job of a phase does this for the task.

#if SPLITTING

// The counts of 32 dangers from the highest down, or from the lowest up. The whole warp reads them.
FN bool read_bins(const u32 *bins, int first, int step, LANE_VALUES(u32) here) {
    PER_LANE(bool, some);
    EACH_LANE {
        const int danger = first + step * (int)lane;
        MY(here) = danger >= 0 && danger <= HIGHEST_DANGER ? fresh(bins + danger) : 0;
        MY(some) = MY(here) != 0;
    }
    return any_lane(some);
}

// The next level: the highest danger that at least the target share of climbs reach, or else the
// next danger there is; LOST_DANGER if none is needed, -1 if too few climbs rose.
FN int next_level(const Splitting &s, const u32 *bins, u32 climbs, int above) {
    const u32 lost = fresh(bins + BINS - 1);
    if ((double)lost / (double)climbs >= s.last_level) return LOST_DANGER;
    u32 reached = lost, reach_first = 0;
    int first = -1;
    NO_UNROLL for (int top = HIGHEST_DANGER; top > above; top -= 32) {
        PER_LANE(u32, here);
        if (!read_bins(bins, top, -1, here)) continue;
        NO_UNROLL for (int level = top; level > above && level > top - 32; --level) {
            const u32 count = value_of(here, (u32)(top - level));
            if (!count) continue;
            reached += count;
            if ((double)reached / (double)climbs >= s.target && reached >= s.fewest_climbs) return level;
            first = level;
            reach_first = reached;
        }
    }
    if (first >= 0 && reach_first >= s.fewest_climbs) return first;
    return lost >= s.fewest_climbs ? LOST_DANGER : -1;
}

// The danger that half of the counted ones do not exceed; -1 if there are none.
FN int median(const u32 *bins) {
    PER_LANE(u32, here);
    PER_LANE(u32, offset);
    u32 all = 0, below = 0;
    NO_UNROLL for (int bottom = 0; bottom <= HIGHEST_DANGER; bottom += 32) {
        if (read_bins(bins, bottom, 1, here)) all += offsets(here, offset);
    }
    NO_UNROLL for (int bottom = 0; bottom <= HIGHEST_DANGER; bottom += 32) {
        if (!read_bins(bins, bottom, 1, here)) continue;
        NO_UNROLL for (u32 other = 0; other < 32; ++other) {
            below += value_of(here, other);
            if (below > all / 2) return bottom + (int)other;
        }
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

// What counts waits for the pilot, has to list the entrances of its runs, can begin its next stage,
// or has come to its end.
#define WAITS 0
#define LISTS 1
#define GOES_ON 2
#define ENDED 3
FN u32 standing(volatile Task &task, volatile Task &pilot) {
    const u32 phase = pilot.phase, levels = pilot.levels;
    // What the pilot had written before is read after this.
    fence();
    if (phase == GAVE_UP) return WAITS;
    if (task.phase == ORDINARY) return phase == ORDINARY ? WAITS : GOES_ON;
    if (task.phase == RUNS) return phase == DONE || levels ? LISTS : WAITS;
    const bool none_left = !task.entrances;
    if (phase == DONE) return none_left || task.next > levels ? ENDED : GOES_ON;
    return !none_left && task.next < levels ? GOES_ON : WAITS;
}

// The next stage of what counts: runs, or climbs to a level or to the end of the game.
FN void next_stage(const Splitting &s, volatile Task &task, volatile Task &pilot) {
    const u32 stage = task.next;
    task.low = pilot.low;
    if (task.phase == ORDINARY) {
        task.phase = RUNS;
        task.above = task.low;
        task.jobs = runs_of(s, s.climbs);
    } else {
        resample(task, 0, stage, s.climbs);
        task.level = stage < pilot.levels ? pilot.level_at[stage] : LOST_DANGER;
        task.above = task.level - 1;
    }
}

// Lists the entrances to a level of some climbs or cycles, in their order: of each the first rise
// that reaches it. The lab plays the pilot's climbs again up to there, and counts these moves too.
FN void list_entrances(const Splitting &s, u32 number, volatile Task &task, int level, u32 climbs) {
    const u64 first = (u64)number * s.places;
    const bool again = task.phase == PILOT_CLIMBS;
    u32 listed = 0;
    NO_UNROLL for (u32 base = 0; base < climbs; base += 32) {
        PER_LANE(u32, belongs);
        PER_LANE(u32, offset);
        PER_LANE(u32, place);
        EACH_LANE {
            MY(belongs) = MY(place) = 0;
            u32 rise = base + lane < climbs ? fresh(s.highest + first + base + lane) : 0;
            while (rise && fresh(&s.rises[first + rise - 1].danger) >= level) {
                MY(belongs) = 1;
                MY(place) = rise - 1;
                rise = fresh(&s.rises[first + rise - 1].before);
            }
            if (MY(belongs) && again) {
                add(&s.tasks[number].pilot_moves, fresh(&s.rises[first + MY(place)].pieces));
                add(&s.tasks[number].all_lines, fresh(&s.rises[first + MY(place)].lines));
            }
        }
        const u32 sum = offsets(belongs, offset);
        EACH_LANE if (MY(belongs)) s.order[first + listed + MY(offset)] = MY(place);
        listed += sum;
    }
    SYNC();
    ONE_LANE {
        task.entrances = listed;
        task.half = task.half ^ 1u;
    }
    fence();
    SYNC();
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

// Ends a stage of what counts, of which some climbs or cycles have reached a level.
FN void end_stage(const Splitting &s, u32 number, volatile Task &task, int level) {
    list_entrances(s, number, task, level, s.climbs);
    ONE_LANE {
        task.passed[task.next] = task.entrances;
        task.next = task.next + 1;
        task.phase = CLIMBS;
    }
    fence();
    SYNC();
}

// Lets what counts go on, or wait for the pilot. Whoever finds it waiting and ends that goes on.
FN void advance(const Splitting &s, u32 number) {
    volatile Task &task = s.tasks[number], &pilot = s.tasks[number - 1];
    u32 verdict;
    do {
        verdict = WAITS;
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
                task.rises = 0;
            } else if (verdict == ENDED) {
                task.phase = DONE;
                add(s.counters + 3, pilot.pilot_moves + task.moves);
                add(s.counters + 4, pilot.all_lines + task.all_lines);
                count_candidate(s, number);
            } else if (verdict == LISTS && task.rises > s.most_rises) {
                task.phase = GAVE_UP;
                count_candidate(s, number);
                verdict = WAITS;
            }
        }
        fence();
        SYNC();
        verdict = (u32)of_one_lane(verdict);
        if (verdict == LISTS) end_stage(s, number, task, pilot.levels ? pilot.level_at[0] : LOST_DANGER);
    } while (verdict == LISTS);
    if (verdict == GOES_ON) queue_jobs(s, number, task.jobs);
}

// Chooses the pilot's next level, and what it does next.
FN void choose_level(const Splitting &s, u32 number, volatile Task &task) {
    const bool scouts = task.phase == SCOUTS;
    const u32 levels = task.levels, climbs = scouts ? s.pilot : task.count;
    const int level = next_level(s, s.histogram + (u64)number * BINS, climbs, task.above);
    // All lanes have read the task.
    SYNC();
    if (level == LOST_DANGER || (level < 0 && scouts)) {
        ONE_LANE task.phase = DONE;
    } else if (level < 0) {
        // Levels that few climbs reach are tried again with four times as many climbs.
        ONE_LANE {
            task.extra = task.extra + 1;
            if (task.extra > MOST_EXTRA) task.phase = GAVE_UP;
            else resample(task, PILOT, levels << 2 | task.extra, s.pilot << 2 * task.extra);
        }
    } else if (levels == MOST_LEVELS || task.rises > s.most_rises) {
        ONE_LANE task.phase = GAVE_UP;
    } else {
        list_entrances(s, number, task, level, climbs);
        ONE_LANE {
            task.level_at[levels] = level;
            fence();
            task.levels = levels + 1;
            task.extra = 0;
            task.phase = PILOT_CLIMBS;
            task.above = level;
            resample(task, PILOT, (levels + 1) << 2, s.pilot);
        }
    }
}

// Turns a pilot to its next phase.
FN void turn_pilot(const Splitting &s, u32 number, volatile Task &task) {
    if (task.phase == ORDINARY) {
        const int low = median(s.histogram + (u64)number * BINS);
        ONE_LANE {
            task.low = low;
            task.above = low;
            task.level = LOST_DANGER;
            task.jobs = runs_of(s, s.pilot);
            task.phase = low < 0 ? GAVE_UP : SCOUTS;
        }
    } else {
        choose_level(s, number, task);
    }
    SYNC();
    ONE_LANE {
        task.done = 0;
        task.rises = 0;
        if (task.phase == GAVE_UP) count_candidate(s, number);
    }
    EACH_LANE for (u32 bin = lane; bin < BINS; bin += 32) s.histogram[(u64)number * BINS + bin] = 0;
    fence();
    SYNC();
    if (task.phase < DONE) queue_jobs(s, number, task.jobs);
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
        if (task.phase == CLIMBS) end_stage(s, number, task, task.level);
        advance(s, number);
    }
}

#endif
