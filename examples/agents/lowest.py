#!/usr/bin/env python3
"""An agent in Python: keeps the pile low and without holes. Measured beside bcts by

    tetrarium eval bcts --command "python3 examples/agents/lowest.py" --board 10x10 --games 20
"""

import json
import sys


def cost(afterstate):
    """The less, the better: the weights of the controller `lee`, in hundredths."""
    columns = afterstate["columns"]
    heights = [column.bit_length() for column in columns]
    holes = sum(heights) - sum(bin(column).count("1") for column in columns)
    differences = sum(abs(a - b) for a, b in zip(heights, heights[1:]))
    sums = 51 * sum(heights) + 36 * holes + 18 * differences - 76 * afterstate["lines"]
    return sums + 1000000 * afterstate["ends"]


def choose(position):
    """The first of the cheapest placements."""
    costs = [cost(afterstate) for afterstate in position["afterstates"]]
    placement = position["placements"][costs.index(min(costs))]
    return {"game": position["game"], "placement": placement}


HELLO = {"protocol": 1, "name": "lowest-py", "version": "1", "stateless": True}
HELLO |= {"afterstates": True, "batch": 16}

for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print(json.dumps({"hello": HELLO}), flush=True)
    elif "choose" in message:
        chosen = [choose(position) for position in message["choose"]]
        print(json.dumps({"chosen": chosen}), flush=True)
