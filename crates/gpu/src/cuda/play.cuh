// Playing: a warp plays thirty-two games, move by move; a lane whose game has ended takes the next
// job (lab: play/threads.rs).

#define LOST 0
#define CUT 1
#define REACHED 2
#define NO_JOB 0xffffffffu
// Words of a record, and of the counts of a slot.
#define RECORD_WORDS 5
#define COUNT_WORDS 5

// A game in progress, as its lane holds it.
struct Game {
    Stream stream;
    u64 pieces, lines, reward, deaths;
    u32 job;
#if DANGER != NO_DANGER
    int highest;
#endif
};

#if DANGER != NO_DANGER
FN int danger(const u32 *columns) { return danger_by<DANGER>(columns); }
#endif

FN void record(const Params &params, Boards &boards, u32 lane, const Game &game, u64 end) {
#if PLAYS_ON
    const u32 *columns = columns_of(boards, lane);
    for (int x = 0; x < WIDTH; ++x) params.job_columns[(u64)x * params.jobs + game.job] = columns[x];
#endif
#if DANGER != NO_DANGER
    params.job_highest[game.job] = game.highest;
#endif
    u64 *to = params.records + (u64)game.job * RECORD_WORDS;
    to[0] = game.lines;
    to[1] = game.pieces;
    to[2] = game.reward;
    to[3] = game.deaths;
    to[4] = end;
    add(params.totals + 0, 1);
    add(params.totals + 1, game.pieces);
    add(params.totals + 2, game.lines);
    add(params.totals + 3, game.deaths);
}

// What a job says of its pieces.
FN void set_stream(const Params &params, Game &game) {
    game.stream.seed = params.job_seed[game.job];
    game.stream.number = params.job_game[game.job];
#if PLAYS_ON
    game.stream.settled = params.job_settled[game.job];
    game.stream.placed = params.job_placed[game.job];
#endif
}

// The next job, if there is one.
FN void begin(const Params &params, Boards &boards, u32 lane, Game &game) {
    const u32 job = take(params.next_job);
    game.job = job < params.jobs ? job : NO_JOB;
    game.pieces = game.lines = game.reward = game.deaths = 0;
    u32 *columns = columns_of(boards, lane);
    clear_board(columns);
    if (game.job != NO_JOB) {
        set_stream(params, game);
        set_candidate(boards, lane, params.job_candidate[job]);
#if PLAYS_ON
        for (int x = 0; x < WIDTH; ++x) columns[x] = params.job_columns[(u64)x * params.jobs + job];
#endif
#if DANGER != NO_DANGER
        game.highest = danger(columns);
#endif
    }
}

FN void load(const Params &params, Boards &boards, u32 lane, u32 slot, Game &game) {
    u32 *columns = columns_of(boards, lane);
    clear_board(columns);
    set_candidate(boards, lane, 0);
    game.job = params.slot_job[slot];
    game.stream = Stream();
    const u64 *counts = params.slot_counts + (u64)slot * COUNT_WORDS;
    game.lines = counts[0];
    game.pieces = counts[1];
    game.reward = counts[2];
    game.deaths = counts[3];
#if DANGER != NO_DANGER
    game.highest = (int)(u32)counts[4];
#endif
    // Warps beyond those that the jobs need take none.
    if (game.job == NO_JOB && lane < params.lanes && slot / 32 * params.lanes < params.jobs) {
        begin(params, boards, lane, game);
    } else if (game.job != NO_JOB) {
        for (int x = 0; x < WIDTH; ++x) columns[x] = params.slot_columns[(u64)x * params.slots + slot];
        set_stream(params, game);
        set_candidate(boards, lane, params.job_candidate[game.job]);
    }
}

FN void save(const Params &params, Boards &boards, u32 lane, u32 slot, const Game &game) {
    const u32 *columns = columns_of(boards, lane);
    for (int x = 0; x < WIDTH; ++x) params.slot_columns[(u64)x * params.slots + slot] = columns[x];
    u64 *counts = params.slot_counts + (u64)slot * COUNT_WORDS;
    counts[0] = game.lines;
    counts[1] = game.pieces;
    counts[2] = game.reward;
    counts[3] = game.deaths;
#if DANGER != NO_DANGER
    counts[4] = (u32)game.highest;
#endif
    params.slot_job[slot] = game.job;
}

// The piece to be placed; games that are cut short here make room for others. -1 if the lane has
// nothing to do.
FN int next_piece(const Params &params, Boards &boards, u32 lane, Game &game) {
    while (game.job != NO_JOB) {
#if PLAYS_ON
        const u64 placed = game.stream.placed + game.pieces, end = placed < params.limit ? CUT : REACHED;
#else
        const u64 placed = game.pieces, end = CUT;
#endif
        int piece = -1;
        if (placed < params.limit) piece = piece_at(params.sequence, game.stream, game.pieces);
        if (piece >= 0) return piece;
        record(params, boards, lane, game, end);
        begin(params, boards, lane, game);
    }
    return -1;
}

// Places the piece.
FN void move(const Params &params, const u32 *table, Boards &boards, u32 lane, Game &game, u32 chosen) {
    u32 *columns = columns_of(boards, lane);
    game.pieces += 1;
    bool ends = true;
    if (chosen != NOWHERE) {
        Outcome out;
        drop(columns, placement(table, chosen), out);
        UNROLL for (int x = 0; x < WIDTH; ++x) columns[x] = out.columns[x];
        const u32 rewards[5] = {0, REWARDS};
        game.lines += out.lines;
        game.reward += out.lines == 0 ? 0 : out.lines == 1 ? rewards[1] : out.lines == 2 ? rewards[2] : out.lines == 3 ? rewards[3] : rewards[4];
        ends = out.ends;
    }
    if (ends) {
        game.deaths += 1;
        if (params.restart) {
            clear_board(columns);
        } else {
            record(params, boards, lane, game, LOST);
            begin(params, boards, lane, game);
        }
    }
#if DANGER != NO_DANGER
    else {
        const int now = danger(columns);
        game.highest = max_of(game.highest, now);
        const int *bounds = params.bounds + 2 * candidate_of(boards, lane);
        if (now <= bounds[0] || now >= bounds[1]) {
            record(params, boards, lane, game, REACHED);
            begin(params, boards, lane, game);
        }
    }
#endif
}

// Some moves of the thirty-two games of a warp.
FN void play_warp(const Params &params, const u32 *table, Warp &warp, u32 number) {
    PER_LANE(Game, game);
    EACH_LANE load(params, warp.boards, lane, number * 32 + lane, MY(game));
    SYNC();
    NO_UNROLL for (u32 step = 0; step < params.steps; ++step) {
        PER_LANE(int, piece);
        PER_LANE(u32, chosen);
        PER_LANE(bool, playing);
        EACH_LANE {
            MY(piece) = next_piece(params, warp.boards, lane, MY(game));
            MY(playing) = MY(piece) >= 0;
#if SEARCH != GREEDY
            if (MY(playing)) {
                const Game &own = MY(game);
#if SEARCH == TWO_PIECE
                warp.next[lane] = piece_at(params.sequence, own.stream, own.pieces + 1);
#else
                warp.next[lane] = 0;
                prospect(warp.weight + lane * 7, own.stream, own.pieces + 1);
#endif
            }
#endif
        }
        if (!any_lane(playing)) break;
        SYNC();
        choose(params, table, warp, piece, chosen);
        EACH_LANE if (MY(playing)) move(params, table, warp.boards, lane, MY(game), MY(chosen));
        SYNC();
    }
    EACH_LANE save(params, warp.boards, lane, number * 32 + lane, MY(game));
}

#if !SPLITTING
#ifdef __CUDACC__

// Bytes of shared memory that a warp needs, for the host to ask.
extern "C" __constant__ u32 memory_of_a_warp = (u32)sizeof(Warp);

extern "C" __global__ void __launch_bounds__(THREADS_WITH_REGISTERS) play(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 memory[];
    const u32 *table = memory;
    Warp *warps = (Warp *)(memory + share_tables(params, memory));
    const u32 warp = threadIdx.x / 32;
    // The warps that have jobs, which come first, are shared out among the blocks.
    play_warp(params, table, warps[warp], warp * gridDim.x + blockIdx.x);
}

#else

// All slots, one warp after the other.
extern "C" void play(const Params *params) {
    Warp *warp = new Warp;
    for (u32 number = 0; number < params->slots / 32; ++number) play_warp(*params, params->table, *warp, number);
    delete warp;
}

// Scores and choices of thirty-two boards, for the tests. A board has WIDTH words, scores are 64 a
// board by the order of the placements; `next` is each board's next piece, for the search.
extern "C" void rate_boards(const Params *params, const u32 *boards, const int *pieces, const int *next, int *scores, u32 *chosen) {
    Warp *warp = new Warp;
    int piece[32];
    Best best[32];
    u32 where[32];
    for (u32 lane = 0; lane < 32; ++lane) {
        u32 *columns = columns_of(warp->boards, lane);
        clear_board(columns);
        for (int x = 0; x < WIDTH; ++x) columns[x] = boards[lane * WIDTH + x];
        set_candidate(warp->boards, lane, 0);
        piece[lane] = pieces[lane];
#if SEARCH != GREEDY
        warp->next[lane] = next[lane];
#endif
#if SEARCH == EXPECTIMAX
        prospect(warp->weight + lane * 7, Stream(), 0);
#endif
    }
    for (u32 i = 0; i < 32 * 64; ++i) scores[i] = NOTHING;
    rate(*params, params->table, warp->boards, warp->sums, piece, false, best, scores);
    choose(*params, params->table, *warp, piece, where);
    for (u32 lane = 0; lane < 32; ++lane) chosen[lane] = where[lane];
    delete warp;
}

#endif
#endif
