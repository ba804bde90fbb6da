/* An agent in C99, without a library: keeps the pile low and without holes. Measured beside bcts by
 *
 *     cc -std=c99 -O2 -o lowest examples/agents/lowest.c
 *     tetrarium eval bcts --command ./lowest --board 10x10 --games 20
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16]; /* One position needs less: no batch was asked for. */

static char *behind(char *at, const char *key) { return strstr(at, key) + strlen(key); }

/* The cost of the next afterstate, by the weights of the controller `lee`, in hundredths. */
static long cost(char **at) {
    long heights = 0, holes = 0, differences = 0, last = -1;
    for (*at = behind(*at, "\"columns\":["); (*at)[-1] != ']'; ++*at) {
        unsigned long long column = strtoull(*at, at, 10);
        long height = 0;
        for (; column >> height; height++) holes += !(column >> height & 1);
        heights += height;
        differences += last < 0 ? 0 : labs(height - last);
        last = height;
    }
    long lines = strtol(behind(*at, "\"lines\":"), at, 10);
    int ends = *behind(*at, "\"ends\":") == 't';
    return 51 * heights + 36 * holes + 18 * differences - 76 * lines + 1000000 * ends;
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "{\"hello\":", 9) == 0) {
            puts("{\"hello\":{\"protocol\":1,\"name\":\"lowest-c\",\"version\":\"1\","
                 "\"stateless\":true,\"afterstates\":true}}");
        } else if (strncmp(line, "{\"choose\":", 10) == 0) {
            long game = strtol(behind(line, "\"game\":"), NULL, 10), least = LONG_MAX;
            char *placement = behind(line, "\"placements\":["), *chosen = placement;
            char *afterstate = behind(line, "\"afterstates\":[");
            do {
                long next = cost(&afterstate);
                if (next < least) least = next, chosen = placement;
                placement = strchr(placement, ']') + 2;
            } while (placement[-1] == ',');
            int length = (int)(strchr(chosen, ']') + 1 - chosen);
            printf("{\"chosen\":[{\"game\":%ld,\"placement\":%.*s}]}\n", game, length, chosen);
        }
        fflush(stdout);
    }
    return 0;
}
