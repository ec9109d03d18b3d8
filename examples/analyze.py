"""Shows the three best moves in some first positions of Connect Four, by 'sarsen analyze'.

It needs nothing but Python.
"""

import argparse
import json
import subprocess
import sys


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        help="the command of the engine, such as 'cargo run --release --'; 'sarsen' if left out",
    )
    command = parser.parse_args().command
    return command[command[:1] == ["--"] :] or ["sarsen"]


def fail(why):
    sys.exit(f"analyze.py: {why}")


command = arguments()
try:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    engine = subprocess.Popen([*command, "analyze"], **pipes, text=True)
except OSError as error:
    fail(f"cannot run '{command[0]}': {error.strerror}; say what the engine is (see --help)")

# A few hundred queries may be sent before any answer is read; for more, send them from a thread of its own.
try:
    for moves in ["", "1", "2", "3", "4", "4 1", "4 2", "4 3", "4 4"]:
        query = {"id": moves, "game": "connect4", "moves": moves}
        query.update(limits={"depth": 8}, lines="all")
        print(json.dumps(query), file=engine.stdin)
    engine.stdin.close()
except BrokenPipeError:
    pass  # It has ended: its status, below, says more.

answers = 0
for line in engine.stdout:  # as they finish, in any order
    try:
        answer = json.loads(line)
    except json.JSONDecodeError:
        fail(f"'{command[0]}' answers, but not as 'sarsen analyze' does: {line.strip()}")
    if "error" in answer:
        fail(f"{answer['id']!r}: {answer['error']}")
    answers += 1
    best = ", ".join(f"{one['move']} {one['score'].get('value', one['score']['type'])}" for one in answer["lines"][:3])
    print(f"after {answer['id'] or 'nothing'}: {answer['to_move']} should play {answer['best']} ({best})")
if engine.wait() != 0 or answers == 0:
    fail(f"'{command[0]}' has ended with status {engine.returncode} after {answers} answers")
