#!/usr/bin/env python3
"""Plays random games of Othello and compares an engine with Fairy-Stockfish (pyffish) at each ply.

    flipello.py GAMES SEED ENGINE [ARGUMENT...]

The engine speaks UCI with the variant `flipello`, and answers `query fen`, `query moves` and
`query result`. Compared are the legal moves, the position and the result. pyffish is on PyPI.

Status: 0 if all agrees, 1 if not, 77 if there is no pyffish.
"""

import random
import sys

try:
    import pyffish
except ImportError:
    sys.exit(77)

from asked_engine import Engine

VARIANT = "flipello"
RESULTS = {0: "draw", 1: "p1win", -1: "p2win"}


def judge(start, moves):
    """The result as the other program counts it: two passes end the game."""
    moves = list(moves)
    while not pyffish.is_immediate_game_end(VARIANT, start, moves)[0]:
        legal = pyffish.legal_moves(VARIANT, start, moves)
        if len(legal) != 1 or "@" in legal[0]:
            raise SystemExit(f"the game is not over after {moves}: {legal}")
        moves += legal
    value = pyffish.game_result(VARIANT, start, moves)
    if len(moves) % 2:
        value = -value
    return RESULTS[(value > 0) - (value < 0)]


def play(engine, start, rng, seen):
    moves, has_passed = [], False
    while True:
        line = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
        engine.say(line)
        fen, legal, result = engine.ask("fen", "moves", "result")
        where = f"after {' '.join(moves)}"
        wanted = pyffish.get_fen(VARIANT, start, moves)
        # A position does not know of passes, so hands and counters agree until the first one.
        texts = [fen, wanted]
        if has_passed:
            texts = [[text.split("[")[0], text.split("]")[1].split()[0]] for text in texts]
        if texts[0] != texts[1]:
            raise SystemExit(f"{where}: the position is {wanted}, not {fen}")
        engine.say(f"position fen {wanted}")
        if engine.ask("fen") != [fen]:
            raise SystemExit(f"{where}: {wanted} is not read")
        if result != "none":
            if result != judge(start, moves):
                raise SystemExit(f"{where}: the result is {judge(start, moves)}, not {result}")
            seen["plies"] += len(moves)
            seen[result] += 1
            return
        options = sorted(pyffish.legal_moves(VARIANT, start, moves))
        if sorted(legal.split()) != options:
            raise SystemExit(f"{where}: the moves are {options}, not {legal}")
        moves.append(rng.choice(options))
        if "@" not in moves[-1]:
            has_passed = True
            seen["passes"] += 1


def main():
    games, seed, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    engine, rng = Engine(command), random.Random(seed)
    engine.say("uci", f"setoption name UCI_Variant value {VARIANT}")
    while engine.line() != "uciok":
        pass
    start = pyffish.start_fen(VARIANT)
    seen = dict.fromkeys(["plies", "passes", *RESULTS.values()], 0)
    for _ in range(games):
        play(engine, start, rng, seen)
    engine.say("quit")
    engine.process.wait()
    print(f"{games} games agree: {seen}")


main()
