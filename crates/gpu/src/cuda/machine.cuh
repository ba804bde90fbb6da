// The machine: the same source is CUDA C++ for the GPU and plain C++ for the host compiler.
//
// A warp's work is written as phases. In a phase every lane does the same thing for itself
// (`EACH_LANE`); on the host that is a loop over 32 lanes. What a lane keeps between phases is
// declared with `PER_LANE` and read with `MY`; what lanes share lies in memory. A phase ends with
// `SYNC()`. So nothing below this file knows which machine it runs on.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#ifdef __CUDACC__

#define FN static __device__ __forceinline__
#define FN_MEMBER __device__ __forceinline__
// A function of which there is one copy, wherever it is called.
#define CALLED static __device__ __noinline__
#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("unroll 1")
#define ALIGNED alignas(16)
#define EACH_LANE for (u32 lane = threadIdx.x & 31u, once = 1; once; once = 0)
#define PER_LANE(type, name) type name
#define MY(name) name
#define LANE_VALUES(type) type &
#define SYNC() __syncwarp()

FN u32 popc(u32 x) { return (u32)__popc((int)x); }
// 31 less the place of the highest bit, which is what the GPU finds: the compiler then knows that a
// height is one more than it.
FN u32 clz(u32 x) {
    u32 highest;
    asm("bfind.u32 %0, %1;" : "=r"(highest) : "r"(x));
    return 31u - highest;
}
FN u32 reversed(u32 x) { return __brev(x); }
// The bit at a place; 0 if a word has no such place.
FN u32 bit_at(int place) {
    u32 bit;
    asm("shl.b32 %0, 1, %1;" : "=r"(bit) : "r"(place));
    return bit;
}
FN u32 mul_high(u32 a, u32 b) { return __umulhi(a, b); }
FN int max_of(int a, int b) { return max(a, b); }
FN int min_of(int a, int b) { return min(a, b); }
// All ones below bit 32 - shift, for shifts from 0 to 32.
FN u32 ones_above(u32 shift) { return __funnelshift_rc(0xffffffffu, 0u, shift); }
FN u32 take(u32 *counter) { return atomicAdd(counter, 1u); }
FN void add(u64 *total, u64 by) { atomicAdd(total, by); }
FN u32 raise(u32 *counter) { return atomicAdd(counter, 1u); }
FN u64 take_long(u64 *counter, u64 by) { return atomicAdd(counter, by); }
FN u32 exchange(u32 *word, u32 by) { return atomicExch(word, by); }
FN bool exchange_if(u64 *word, u64 was, u64 by) { return atomicCAS(word, was, by) == was; }
// What other multiprocessors may have written since it was read last.
template <typename T> FN T fresh(const T *from) { return __ldcg(from); }
FN void fence() { __threadfence(); }
// What one lane does for all, and what it has found.
#define ONE_LANE if ((threadIdx.x & 31u) == 0)
FN u64 of_one_lane(u64 value) { return __shfl_sync(0xffffffffu, value, 0); }
FN u32 value_of(u32 &values, u32 lane) { return __shfl_sync(0xffffffffu, values, (int)lane); }
// Nanoseconds.
FN u64 clock_now() {
    u64 now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}
// Whether a warp makes another step, as far as time allows.
FN bool goes_on(u32 step, u32, u64 began, u64 time) { return step % 32 != 0 || of_one_lane(clock_now() - began < time); }
FN bool waits_a_while(u32 nanoseconds) {
    __nanosleep(nanoseconds);
    return true;
}

// Sums of the values of the lanes before each, and of all.
FN u32 offsets(u32 &count, u32 &offset) {
    const u32 lane = threadIdx.x & 31u;
    u32 sum = count;
    UNROLL for (u32 by = 1; by < 32; by *= 2) {
        const u32 other = __shfl_up_sync(0xffffffffu, sum, by);
        if (lane >= by) sum += other;
    }
    offset = sum - count;
    return __shfl_sync(0xffffffffu, sum, 31);
}

FN bool any_lane(bool &flag) { return __any_sync(0xffffffffu, flag); }

// Appends the item of every lane whose flag is set.
FN void push(u32 *queue, u32 &size, bool &flag, u32 &item) {
    const u32 lane = threadIdx.x & 31u;
    const u32 flags = __ballot_sync(0xffffffffu, flag);
    if (flag) queue[size + __popc(flags & ((1u << lane) - 1u))] = item;
    size += __popc(flags);
    __syncwarp();
}

#else

#include <cstddef>

#define FN static inline
#define FN_MEMBER inline
#define CALLED static
#define UNROLL
#define NO_UNROLL
#define ALIGNED
#define EACH_LANE for (u32 lane = 0; lane < 32; ++lane)
#define PER_LANE(type, name) type name[32]
#define MY(name) name[lane]
#define LANE_VALUES(type) type *
#define SYNC()

FN u32 popc(u32 x) { return (u32)__builtin_popcount(x); }
FN u32 clz(u32 x) { return x ? (u32)__builtin_clz(x) : 32u; }
FN u32 reversed(u32 x) {
    u32 y = 0;
    for (int i = 0; i < 32; ++i) y |= (x >> i & 1u) << (31 - i);
    return y;
}
FN u32 bit_at(int place) { return place >= 0 && place < 32 ? 1u << place : 0u; }
FN u32 mul_high(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
FN int max_of(int a, int b) { return a > b ? a : b; }
FN int min_of(int a, int b) { return a < b ? a : b; }
FN u32 ones_above(u32 shift) { return (u32)(0xffffffffull >> shift); }
FN u32 take(u32 *counter) { return (*counter)++; }
FN void add(u64 *total, u64 by) { *total += by; }
FN u32 raise(u32 *counter) { return (*counter)++; }
FN u64 take_long(u64 *counter, u64 by) {
    const u64 before = *counter;
    *counter += by;
    return before;
}
FN u32 exchange(u32 *word, u32 by) {
    const u32 before = *word;
    *word = by;
    return before;
}
FN bool exchange_if(u64 *word, u64 was, u64 by) {
    if (*word != was) return false;
    *word = by;
    return true;
}
template <typename T> FN T fresh(const T *from) { return *from; }
FN void fence() {}
#define ONE_LANE
FN u64 of_one_lane(u64 value) { return value; }
FN u32 value_of(const u32 *values, u32 lane) { return values[lane]; }
FN u64 clock_now() { return 0; }
// As many steps as the host says, since warps run one after the other.
FN bool goes_on(u32 step, u32 steps, u64, u64) { return step < steps; }
FN bool waits_a_while(u32) { return false; }

FN u32 offsets(u32 *count, u32 *offset) {
    u32 sum = 0;
    EACH_LANE {
        offset[lane] = sum;
        sum += count[lane];
    }
    return sum;
}

FN bool any_lane(bool *flag) {
    bool some = false;
    EACH_LANE some |= flag[lane];
    return some;
}

FN void push(u32 *queue, u32 &size, bool *flag, u32 *item) {
    EACH_LANE if (flag[lane]) queue[size++] = item[lane];
}

#endif

FN int absolute(int x) { return x < 0 ? -x : x; }
