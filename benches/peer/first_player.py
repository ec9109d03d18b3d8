#!/usr/bin/env python3
"""Two engines play Connect Four over UCI (variant cfour), each in a process of its own. The first
player has to win, whatever the second one plays: the first two moves of the latter are random.

    python benches/peer/first_player.py target/release/sarsen 200            # 20 ms a move
    python benches/peer/first_player.py target/release/sarsen 200 --clock    # 1 s + 50 ms, pondering

With `taskset -c 0`, and three other processes on that core, it measures a busy core.
"""

import argparse
import random
import time

from line_engine import LineEngine

COLUMNS = "abcdefg"
ROWS = 6
BASE, INCREMENT, MOVETIME = 1000, 50, 20


class Engine(LineEngine):
    def __init__(self, program, ponders):
        super().__init__(program)
        self.expected = None
        self.ask("uci", "uciok")
        self.send("setoption name UCI_Variant value cfour")
        self.send(f"setoption name Ponder value {'true' if ponders else 'false'}")

    def stop_pondering(self):
        if self.expected is not None:
            self.ask("stop", "bestmove")
            self.expected = None

    def choose(self, moves, go):
        """Returns the words of its answer."""
        if self.expected is not None and self.expected == moves[-1]:
            self.expected = None
            return self.ask("ponderhit", "bestmove")
        self.stop_pondering()
        self.send(f"position startpos moves {' '.join(moves)}")
        return self.ask(f"go {go}", "bestmove")


def has_four(stones):
    def row(step):
        pairs = stones & (stones >> step)
        return pairs & (pairs >> 2 * step)

    return any(row(step) for step in (1, ROWS, ROWS + 1, ROWS + 2))


def play(engines, by_clock):
    """Plays a game. Returns its winner, or None, and the longest time of a move in seconds."""
    for engine in engines:
        engine.send("ucinewgame")
        engine.ask("isready", "readyok")
    stones, heights, moves = [0, 0], [0] * len(COLUMNS), []
    clocks, slowest = [BASE, BASE], 0
    while len(moves) < ROWS * len(COLUMNS):
        side = len(moves) % 2
        engine = engines[side]
        if side == 1 and len(moves) < 4:
            column = random.choice([c for c in range(len(COLUMNS)) if heights[c] < ROWS])
            move = f"P@{COLUMNS[column]}{heights[column] + 1}"
        else:
            times = "wtime {} btime {} winc {} binc {}"
            go = times.format(*(max(1, int(left)) for left in clocks), INCREMENT, INCREMENT)
            began = time.perf_counter()
            answer = engine.choose(moves, go if by_clock else f"movetime {MOVETIME}")
            took = time.perf_counter() - began
            slowest = max(slowest, took)
            clocks[side] -= 1000 * took
            assert not by_clock or clocks[side] > 0, "out of time"
            clocks[side] += INCREMENT
            move = answer[1]
            if by_clock and len(answer) > 3:
                engine.expected = answer[3]
                engine.send(f"position startpos moves {' '.join(moves + [move, answer[3]])}")
                engine.send(f"go ponder {go}")
        column = COLUMNS.index(move[2])
        assert int(move[3]) == heights[column] + 1, move
        # One spare bit above each column.
        stones[side] |= 1 << (column * (ROWS + 1) + heights[column])
        heights[column] += 1
        moves.append(move)
        if has_four(stones[side]):
            break
    else:
        side = None
    for engine in engines:
        engine.stop_pondering()
    if side != 0:
        print("not won:", *moves, flush=True)
    return side, slowest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("games", type=int)
    parser.add_argument("--clock", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    engines = [Engine(arguments.program, arguments.clock) for _ in range(2)]
    games = [play(engines, arguments.clock) for _ in range(arguments.games)]
    won, drawn = (sum(winner == wanted for winner, _ in games) for wanted in (0, None))
    slowest = max(slowest for _, slowest in games)
    print(f"{len(games)} games: {won} won, {drawn} drawn, slowest move {1000 * slowest:.1f} ms")


if __name__ == "__main__":
    main()
