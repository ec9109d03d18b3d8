#!/usr/bin/env python3
"""Measures BitBully (PyPI: bitbully) on sets of positions: processor time, nodes, wrong scores.

    pip install bitbully
    python benches/peer/beside_bitbully.py FILE[:COUNT]...

Each line of a file has the moves to a position and its known score. Each position is solved without
a book, from an empty table. Emptying the table is not timed.
"""

import statistics
import sys
import time

from bitbully import bitbully_core


def solve(solver, moves):
    """Returns the score, the nodes and the time in ms."""
    board = bitbully_core.BoardCore()
    assert board.setBoard([int(column) - 1 for column in moves]), moves
    solver.resetTranspositionTable()
    solver.resetNodeCounter()
    began = time.process_time_ns()
    score = solver.mtdf(board, first_guess=0)
    return score, solver.getNodeCounter(), (time.process_time_ns() - began) / 1e6


def main():
    solver = bitbully_core.BitBullyCore()
    print("| positions | ms, mean | ms, median | nodes, mean | wrong |")
    print("| --- | --- | --- | --- | --- |")
    for word in sys.argv[1:]:
        file, _, count = word.partition(":")
        with open(file) as lines:
            problems = [line.split() for line in lines][: int(count) if count else None]
        found = [solve(solver, moves) for moves, _ in problems]
        times = [found[2] for found in found]
        nodes = sum(found[1] for found in found) // len(found)
        wrong = sum(found[0] != int(score) for found, (_, score) in zip(found, problems))
        name = f"{file.rsplit('/')[-1]}, {len(found)}"
        mean, median = statistics.mean(times), statistics.median(times)
        print(f"| {name} | {mean:.5f} | {median:.5f} | {nodes} | {wrong} |")


main()
