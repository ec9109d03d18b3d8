#!/usr/bin/env python3
"""Does an engine keep the wins that it has proven, on short clocks? It plays against a second
process, or against random moves, after some random moves. Once it has reported a proven win, it has
to win the game.

    python benches/peer/kept_wins.py target/release/sarsen connect4 --movetime 5 --games 200
    python benches/peer/kept_wins.py target/release/sarsen checkers --movetime 1 --opponent 20
"""

import argparse
import random

from line_engine import LineEngine

LONGEST = 600


class Engine(LineEngine):
    def __init__(self, program, game):
        super().__init__(program)
        self.game = game

    def begin(self):
        self.send(f"newgame {self.game}")
        self.ask("isready", "readyok")

    def query(self, what):
        return self.ask(f"query {what}", "response")[1:]

    def choose(self, limit):
        """The move, and whether the last report before it is of a proven win."""
        self.send(f"go {limit}")
        wins = False
        while (words := self.words())[:1] != ["bestmove"]:
            if words[:1] == ["info"] and "score" in words:
                wins = words[words.index("score") + 1] == "win"
        return words[1], wins


def play(engine, other, side, limits, rng):
    """One game. Returns whether a win was proven, and whether it was let go."""
    for player in (engine, other):
        player.begin()
    moves, proven, plies = [], False, rng.randrange(2, 11)
    while len(moves) < LONGEST:
        line = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        engine.send(line)
        if engine.query("gameover") == ["true"]:
            break
        is_first = engine.query("p1turn") == ["true"]
        if len(moves) < plies or (is_first != (side == 0) and limits[1] is None):
            moves.append(rng.choice(engine.query("moves")))
        elif is_first == (side == 0):
            move, wins = engine.choose(limits[0])
            proven |= wins
            moves.append(move)
        else:
            other.send(line)
            moves.append(other.choose(limits[1])[0])
    won = engine.query("result") == [["p1win", "p2win"][side]]
    if proven and not won:
        print("let go:", " ".join(moves), flush=True)
    return proven, proven and not won


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--movetime", type=int, default=5, help="of the engine, in ms")
    parser.add_argument("--opponent", type=int, help="its ms a move; without it, random moves")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    engine, other = (Engine(asked.program, asked.game) for _ in range(2))
    limits = [
        f"movetime {asked.movetime}",
        None if asked.opponent is None else f"movetime {asked.opponent}",
    ]
    results = [play(engine, other, number % 2, limits, rng) for number in range(asked.games)]
    proven, lost = (sum(column) for column in zip(*results))
    print(f"{asked.game}, {asked.movetime} ms: {proven} wins proven, {lost} let go")


main()
