"""An agent that misbehaves in the way that its argument names; by any other name it behaves.

A second argument is a file, which it makes when it is first asked for a placement.
"""

import json
import os
import sys
import time

mode = sys.argv[1]
hello = {"protocol": 1, "name": mode, "batch": 4, "unknown": {"field": True}}
rules = 0


def say(message):
    print(json.dumps(message), flush=True)


def answers(positions, placement=0):
    return [
        {"game": position["game"], "placement": position["placements"][placement][:2]}
        for position in positions
    ]


def greet():
    if mode == "dead-at-hello":
        sys.exit("no model found")
    elif mode == "no-hello":
        time.sleep(3600)
    elif mode == "protocol-2":
        say({"hello": hello | {"protocol": 2}})
    elif mode == "nameless":
        say({"hello": {"protocol": 1}})
    elif mode == "another-hello":
        say({"hello": hello | {"version": str(os.getpid())}})
    elif mode in ("pid", "stubborn"):
        say({"hello": hello | {"name": str(os.getpid())}})
    elif mode == "talks":
        print(json.dumps({"hello": hello}) + "\nready", flush=True)
    elif mode == "answers-to-hello":
        say({"chosen": []})
    else:
        say({"hello": hello, "unknown": 1})


def choose(positions):
    chosen = answers(positions)
    if mode == "dies":
        sys.exit("Traceback:\n  the board frightens me \x1b[2J")
    elif mode == "hangs":
        print("thinking", file=sys.stderr, flush=True)
        time.sleep(3600)
    elif mode == "impossible":
        chosen[0]["placement"] = [9, 0]
    elif mode == "wrong-row":
        chosen[0]["placement"].append(17)
    elif mode == "short":
        chosen[0]["placement"] = [0]
    elif mode == "wrong-game":
        chosen[0]["game"] = 77
    elif mode == "too-few":
        chosen.pop()
    elif mode == "twice":
        chosen.append(chosen[0])
    elif mode == "gives-up":
        say({"error": "only boards of 10x20"})
        return
    elif mode == "garbage":
        print("my move is left", flush=True)
        return
    elif mode == "other-answer":
        say({"moves": []})
        return
    elif mode == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif mode == "closes-output":
        os.close(1)
        time.sleep(3600)
    elif mode == "half-line":
        sys.stdout.write('{"chosen":')
        sys.stdout.flush()
        os._exit(0)
    elif mode == "much-to-say":
        sys.stderr.write("noise " * 200000)
    elif mode == "counts-rules":
        chosen = answers(positions, rules - 1)
    elif mode == "counts-positions":
        if len(positions) > 4:
            sys.exit("too many positions in a line")
    elif mode == "says-pid":
        sys.exit(f"pid {os.getpid()}")
    say({"chosen": chosen, "unknown": 1})


while True:
    line = sys.stdin.readline()
    message = json.loads(line) if line else {"quit": {}}
    if "hello" in message:
        greet()
        if mode == "deaf":
            time.sleep(3600)
    elif "rules" in message:
        rules += 1
    elif "choose" in message:
        if len(sys.argv) > 2:
            open(sys.argv[2], "w").close()
        choose(message["choose"])
    elif "quit" in message:
        if mode == "stubborn":
            time.sleep(3600)
        break
