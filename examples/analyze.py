"""Rates every first move of Connect Four, and a few replies, through `sarsen analyze`.

Run it as `python3 examples/analyze.py [the command of the engine]`. It needs nothing but Python.
"""

import json
import subprocess
import sys

command = sys.argv[1:] or ["sarsen"]
engine = subprocess.Popen([*command, "analyze"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

# A few hundred queries may be sent before any answer is read; for more, send them from a thread of its own.
for moves in ["", "1", "2", "3", "4", "4 1", "4 2", "4 3", "4 4"]:
    query = {"id": moves, "game": "connect4", "moves": moves, "limits": {"depth": 8}, "lines": "all"}
    print(json.dumps(query), file=engine.stdin)
engine.stdin.close()

for line in engine.stdout:  # as they finish, in any order
    answer = json.loads(line)
    if "error" in answer:
        sys.exit(f"{answer['id']!r}: {answer['error']}")
    best = ", ".join(f"{one['move']} {one['score'].get('value', one['score']['type'])}" for one in answer["lines"][:3])
    print(f"after {answer['id'] or 'nothing'}: {answer['to_move']} should play {answer['best']} ({best})")
sys.exit(engine.wait())
