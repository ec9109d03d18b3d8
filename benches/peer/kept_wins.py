#!/usr/bin/env python3
"""Does an engine keep the wins that it has proven, on short clocks? It plays against a second
process, or against random moves, after some random moves. Once it has reported a proven win, it has
to win the game.

    python benches/peer/kept_wins.py target/release/sarsen connect4 --movetime 5 --games 200
    python benches/peer/kept_wins.py target/release/sarsen checkers --movetime 1 --opponent 20
"""

import argparse
import random
import subprocess

LONGEST = 600


class Engine:
    def __init__(self, program, game):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.game = game

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def begin(self):
        self.send(f"newgame {self.game}")
        self.send("isready")
        self.until("readyok")

    def until(self, word):
        """The words of the line that begins with this word, and of the last report before it."""
        report = []
        while True:
            words = self.process.stdout.readline().split()
            if words[:1] == [word]:
                return words[1:], report
            if words[:1] == ["info"] and "score" in words:
                report = words

    def query(self, what):
        self.send(f"query {what}")
        return self.until("response")[0]

    def choose(self, limit):
        self.send(f"go {limit}")
        words, report = self.until("bestmove")
        score = report[report.index("score") + 1] if report else ""
        return words[0], score == "win"


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
