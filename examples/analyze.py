"""Shows the three best moves in some early positions of Connect Four, by 'sarsen analyze'.

It needs only Python.
"""

import argparse
import json
import os
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


def show(line):
    try:
        print(line, flush=True)
    except BrokenPipeError:
        # Nobody reads on. Python would complain at its end, too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit()


command = arguments()
try:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    engine = subprocess.Popen([*command, "analyze"], **pipes, text=True)
except OSError as error:
    fail(f"cannot run '{command[0]}': {error.strerror}; name the engine (see --help)")

# A few hundred queries may be sent before any answer is read. Send more from a separate thread.
try:
    for moves in ["", "1", "2", "3", "4", "4 1", "4 2", "4 3", "4 4"]:
        query = {"id": moves, "game": "connect4", "moves": moves}
        query.update(limits={"depth": 8}, lines="all")
        print(json.dumps(query), file=engine.stdin)
    engine.stdin.close()
except BrokenPipeError:
    pass  # The engine has ended. Its status, below, says more.

answers = 0
for line in engine.stdout:  # as they finish, in any order
    try:
        answer = json.loads(line)
    except json.JSONDecodeError:
        fail(f"'{command[0]}' answers, but not as 'sarsen analyze' does: {line.strip()}")
    if "error" in answer:
        fail(f"{answer['id']!r}: {answer['error']}")
    answers += 1
    scores = [(line["move"], line["score"]) for line in answer["lines"][:3]]
    best = ", ".join(f"{move} {score.get('value', score['type'])}" for move, score in scores)
    moves = answer["id"] or "nothing"
    show(f"after {moves}: {answer['to_move']} should play {answer['best']} ({best})")
if engine.wait() != 0 or answers == 0:
    fail(f"'{command[0]}' has ended with status {engine.returncode} after {answers} answers")
