// Nets (engine: rating/net.rs), in whole numbers throughout.
//
// NET_INPUTS are the numbers that the first layer reads. NET_LAYERS are the layers: how many values
// each reads, its units and its activation. The numbers of a net lie from T_NET on: the table of
// tangents, if there is one; then, for each layer, its shift, and for each four units the words of
// their biases, the lower ones first, and the weights of each value that they read. Where units are
// missing in the last four, their numbers are 0.

#if NET

#if NET_WIDE
typedef i64 NetValue;
#else
typedef int NetValue;
#endif

struct ALIGNED Four {
    int of[4];
};

// Activations, and what stands for 1.
#define NET_LINEAR 0
#define NET_TANH 1
#define NET_RELU 2
#define NET_CLIPPED_RELU 3
#define NET_SQUARE 4
#define NET_ONE 65536ll

FN i64 net_square(i64 x) { return x * x; }
FN i64 net_clamp(i64 x, i64 least, i64 most) { return x < least ? least : x > most ? most : x; }
FN i64 net_shifted(i64 sum, int shift) { return (sum + ((1ll << shift) >> 1)) >> shift; }

// The tangent: a straight line between two points of the table, which are 1/128 apart.
FN i64 net_tangent(const int *tangents, i64 x) {
    const i64 most = 8 * NET_ONE, size = x < 0 ? -x : x;
    const int inside = (int)(size < most ? size : most), point = inside >> 9, part = inside & 511;
    const int low = tangents[point], between = ((tangents[point + 1] - low) * part + 256) >> 9;
    return x < 0 ? -(low + between) : low + between;
}

template <int ACTIVATION> FN i64 net_activated(const int *tangents, i64 sum) {
    switch (ACTIVATION) {
    case NET_TANH: return net_tangent(tangents, sum);
    case NET_RELU: return sum < 0 ? 0 : sum;
    case NET_CLIPPED_RELU: return net_clamp(sum, 0, NET_ONE);
    case NET_SQUARE: return net_shifted(net_square(net_clamp(sum, -(NET_ONE << 15), NET_ONE << 15)), 16);
    default: return sum;
    }
}

// Computes a layer, four units at a time; returns where the numbers of the next begin.
template <int READ, int UNITS, int ACTIVATION>
FN const Four *net_layer(const Four *numbers, const int *tangents, const NetValue *values, NetValue *next) {
    const int shift = numbers->of[0];
    ++numbers;
    NO_UNROLL for (int unit = 0; unit < UNITS; unit += 4) {
        i64 sum[4];
        UNROLL for (int k = 0; k < 4; ++k) sum[k] = (i64)((u64)(u32)numbers[1].of[k] << 32 | (u32)numbers[0].of[k]);
        numbers += 2;
        UNROLL for (int i = 0; i < READ; ++i) {
            const Four weights = numbers[i];
            UNROLL for (int k = 0; k < 4; ++k) sum[k] += (i64)weights.of[k] * values[i];
        }
        numbers += READ;
        UNROLL for (int k = 0; k < 4; ++k) next[unit + k] = (NetValue)net_activated<ACTIVATION>(tangents, net_shifted(sum[k], shift));
    }
    return numbers;
}

// The score of a net for what its first layer reads.
CALLED int net_score(const int *net, const NetValue *inputs) {
    const Four *numbers = (const Four *)(net + NET_TANGENT_WORDS);
    NetValue room[2][NET_WIDEST];
    const NetValue *values = inputs;
    int turn = 0;
#define LAYER(READ, UNITS, ACTIVATION)                                                \
    numbers = net_layer<READ, UNITS, ACTIVATION>(numbers, net, values, room[turn]); \
    values = room[turn];                                                              \
    turn ^= 1;
    NET_LAYERS(LAYER)
#undef LAYER
    return (int)values[0];
}

#endif
