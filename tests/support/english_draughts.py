#!/usr/bin/env python3
"""Plays random games of checkers and compares an engine with pydraughts at each ply.

    english_draughts.py GAMES SEED ENGINE [ARGUMENT...]

Compared are the legal moves, the position and the result. Captures of the same pieces with the same
ends are one move. pydraughts is on PyPI.

Status: 0 if all agrees, 1 if not, 77 if there is no pydraughts.
"""

import random
import sys

try:
    from draughts import BLACK, WHITE, Board
except ImportError:
    sys.exit(77)

from asked_engine import Engine

RESULTS = {0: "draw", BLACK: "p1win", WHITE: "p2win"}


def sides(fen):
    """The side to move, and the pieces of both sides as sets."""
    turn, *lists = fen.split(":")
    return turn, {side[0]: frozenset(filter(None, side[1:].split(","))) for side in lists}


def legal(board):
    """The legal moves: what they do, and the texts of their ways."""
    moves = {}
    for move in board.legal_moves():
        steps = move.steps_move
        text = ("x" if move.captures else "-").join(map(str, steps))
        what = steps[0], steps[-1], frozenset(move.captures)
        moves.setdefault(what, []).append((text, move))
    return moves


def play(engine, rng, seen):
    board, texts = Board(variant="english"), []
    while True:
        line = f"position startpos moves {' '.join(texts)}" if texts else "position startpos"
        engine.say(line)
        fen, listed, result = engine.ask("fen", "moves", "result")
        where = f"after {' '.join(texts)}"
        if sides(fen) != sides(board.fen):
            raise SystemExit(f"{where}: the position is {board.fen}, not {fen}")
        winner = board.winner()
        wanted = RESULTS.get(winner, "none")
        if result != wanted:
            raise SystemExit(f"{where}: the result is {wanted}, not {result}")
        if winner is not None:
            seen["plies"] += len(texts)
            seen[result] += 1
            return
        moves = legal(board)
        found = listed.split()
        ways = {text: what for what, texts in moves.items() for text, _ in texts}
        if len(found) != len(moves) or {ways.get(text) for text in found} != set(moves):
            raise SystemExit(f"{where}: the moves are {sorted(ways)}, not {listed}")
        seen["merged"] += len(ways) - len(moves)
        # Any way of a capture will do.
        text, move = rng.choice(rng.choice(sorted(moves.values(), key=lambda ways: ways[0][0])))
        seen["jumps"] += text.count("x")
        texts.append(text)
        board.push(move)


def main():
    games, seed, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    engine, rng = Engine(command), random.Random(seed)
    engine.say("newgame checkers")
    seen = dict.fromkeys(["plies", "jumps", "merged", *RESULTS.values()], 0)
    for _ in range(games):
        play(engine, rng, seen)
    engine.say("quit")
    engine.process.wait()
    print(f"{games} games agree: {seen}")


main()
