"""Plays the agent's side of the dialogue in docs/AGENTS.md, and demands the other side of it.

Its arguments are the document, and a file that it makes when it has reached the end.
"""

import sys

document, done = sys.argv[1:]


def dialogue():
    """The messages of the first code block with arrows, each with its arrow and its line number."""
    messages = []
    with open(document, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith(("→ ", "← ")):
                messages.append([line[0], line[2:].strip(), number])
            elif messages and line.startswith("```"):
                return messages
            elif messages:
                messages[-1][1] += line.strip()
    sys.exit("there is no dialogue")


for arrow, message, number in dialogue():
    if arrow == "←":
        print(message, flush=True)
    else:
        heard = sys.stdin.readline().strip()
        if heard != message:
            sys.exit(f"line {number} of the document should be:\n{heard}")
open(done, "w").close()
