// Pieces: piece `index` of a game is a pure function of the seed, the game and the index (engine:
// game/random.rs, game/source.rs).

#define UNIFORM 0
#define WEIGHTED 1
#define BAG 2
#define CYCLE 3
#define SEQUENCE 4

// Where a game's pieces come from. A game that is played on from another's position brings along
// what is settled of its pieces: of a bag the seven pieces, four bits each, and above them how many
// were taken; of a sequence how far it has come; else one more than the piece already shown, 0 for
// none.
struct Stream {
    u64 seed, number;
#if PLAYS_ON
    u64 placed;
    u32 settled;
#endif
};

struct Block {
    u32 word[4];
};

// Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011).
FN Block philox(u32 c0, u32 c1, u32 c2, u32 c3, u32 k0, u32 k1) {
    UNROLL for (int round = 0; round < 10; ++round) {
        if (round > 0) {
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        const u32 high0 = mul_high(c0, 0xD2511F53u), low0 = c0 * 0xD2511F53u;
        const u32 high2 = mul_high(c2, 0xCD9E8D57u), low2 = c2 * 0xCD9E8D57u;
        c0 = high2 ^ c1 ^ k0;
        c1 = low2;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
    }
    Block block = {{c0, c1, c2, c3}};
    return block;
}

// Block `index` of the pieces of a game.
FN Block piece_block(u64 seed, u64 game, u64 index) {
    return philox((u32)index, (u32)(index >> 32) & 0xffffffu, (u32)game, (u32)(game >> 32), (u32)seed,
                  (u32)(seed >> 32));
}

FN u32 piece_word(u64 seed, u64 game, u64 index) {
    const Block block = piece_block(seed, game, index >> 2);
    const u32 low = index & 1 ? block.word[1] : block.word[0];
    const u32 high = index & 1 ? block.word[3] : block.word[2];
    return index & 2 ? high : low;
}

#if SOURCE == BAG
// Bag `number`: seven pieces, four bits each, the first lowest; shuffled by Fisher-Yates.
FN u32 bag(const Stream &stream, u64 number) {
#if PLAYS_ON
    if (number == 0) return stream.settled & 0xfffffffu;
#endif
    const Block first = piece_block(stream.seed, stream.number, number * 2);
    const Block second = piece_block(stream.seed, stream.number, number * 2 + 1);
    const u32 word[7] = {0,           first.word[1],  first.word[2], first.word[3],
                         second.word[0], second.word[1], second.word[2]};
    u32 pieces = 0x6543210u;
    UNROLL for (u32 last = 6; last > 0; --last) {
        const u32 other = mul_high(word[last], last + 1);
        const u32 differs = (pieces >> 4 * last ^ pieces >> 4 * other) & 15u;
        pieces ^= differs << 4 * last ^ differs << 4 * other;
    }
    return pieces;
}
#endif

// The place in the source of the piece `index` of a game.
FN u64 place_of(const Stream &stream, u64 index) {
#if !PLAYS_ON
    return index;
#elif SOURCE == BAG
    return stream.placed + index + (stream.settled >> 28);
#elif SOURCE == CYCLE || SOURCE == SEQUENCE
    return stream.placed + index + stream.settled;
#else
    return stream.placed + index;
#endif
}

// The piece's number; -1 after the end of a sequence.
FN int piece_at(const u32 *sequence, const Stream &stream, u64 index) {
    const u64 place = place_of(stream, index);
#if PLAYS_ON && (SOURCE == UNIFORM || SOURCE == WEIGHTED)
    if (place == 0 && stream.settled) return (int)stream.settled - 1;
#endif
#if SOURCE == UNIFORM
    return (int)mul_high(piece_word(stream.seed, stream.number, place), 7u);
#elif SOURCE == WEIGHTED
    const u32 parts[7] = {PIECE_WEIGHTS};
    const u32 point = piece_word(stream.seed, stream.number, place) >> 16;
    u32 sum = 0;
    int piece = 0;
    UNROLL for (int i = 0; i < 6; ++i) {
        sum += parts[i];
        piece += point >= sum;
    }
    return piece;
#elif SOURCE == BAG
    return (int)(bag(stream, place / 7) >> 4 * (u32)(place % 7) & 15u);
#elif SOURCE == CYCLE
    return (int)sequence[place % SEQUENCE_LENGTH];
#else
    return place < SEQUENCE_LENGTH ? (int)sequence[place] : -1;
#endif
}

// The weights of the pieces that may come at `index`, to a player that has seen all before.
FN void prospect(u32 *weights, const Stream &stream, u64 index) {
#if SOURCE == WEIGHTED
    const u32 parts[7] = {PIECE_WEIGHTS};
    UNROLL for (int i = 0; i < 7; ++i) weights[i] = parts[i];
#elif SOURCE == BAG
    UNROLL for (int i = 0; i < 7; ++i) weights[i] = 1;
    const u64 place = place_of(stream, index);
    const u32 pieces = bag(stream, place / 7), drawn = (u32)(place % 7);
    UNROLL for (u32 k = 0; k < 6; ++k) {
        const u32 seen = pieces >> 4 * k & 15u;
        UNROLL for (u32 i = 0; i < 7; ++i) if (k < drawn && seen == i) weights[i] = 0;
    }
#else
    UNROLL for (int i = 0; i < 7; ++i) weights[i] = 1;
#endif
}
