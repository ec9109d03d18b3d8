#!/usr/bin/env python3
"""Plays random games of Abalone and compares an engine with abalone-boai at each ply.

    boai.py GAMES SEED ENGINE [ARGUMENT...]

The engine answers `query fen`, `query moves` and `query result`. Compared are the legal moves, the
position and the result. abalone-boai is on PyPI. It knows no draws, so this counts repetitions and
plies.

Status: 0 if all agrees, 1 if not, 77 if there is no abalone-boai.
"""

import random
import sys
from collections import Counter

try:
    from abalone.enums import InitialPosition, Marble, Player, Space
    from abalone.game import Game
    from abalone.utils import neighbor
except ImportError:
    sys.exit(77)

from asked_engine import Engine

LIMIT = 150
STARTS = {"standard": InitialPosition.DEFAULT, "belgian": InitialPosition.BELGIAN_DAISY}
LETTERS = {Marble.BLACK: "b", Marble.WHITE: "w", Marble.BLANK: "."}


class Referee(Game):
    def __deepcopy__(self, _):
        """The same, without the detours of the general way."""
        copy = Game.__new__(Game)
        copy.board, copy.turn = [list(row) for row in self.board], self.turn
        return copy

    def text(self):
        cells = "".join(LETTERS[marble] for row in self.board for marble in row)
        black, white = self.get_score()
        return f"{cells} {'b' if self.turn is Player.BLACK else 'w'} {14 - black} {14 - white}"

    def moves(self):
        """The legal moves by their texts."""
        return {written(*move): move for move in self.generate_legal_moves()}


def written(marbles, direction):
    if isinstance(marbles, Space):
        return f"{marbles.name}{neighbor(marbles, direction).name}".lower()
    lower, upper = sorted(marbles, key=lambda space: space.name)
    return f"{lower.name}{upper.name}{neighbor(lower, direction).name}".lower()


def judge(game, plies, repeated):
    black, white = game.get_score()
    if black <= 8 or white <= 8:
        return "p1win" if white <= 8 else "p2win"
    return "draw" if repeated == 3 or plies == LIMIT else "none"


def play(engine, rng, start, seen):
    game, played, occurred = Referee(STARTS[start]), [], Counter()
    engine.say(f"newgame abalone {start}/{LIMIT}")
    while True:
        fen, result = engine.ask("fen", "result")
        where, wanted = f"{start}, after {' '.join(played)}", game.text()
        occurred[wanted] += 1
        if fen != wanted:
            raise SystemExit(f"{where}: the position is {wanted}, not {fen}")
        judged = judge(game, len(played), occurred[wanted])
        if result != judged:
            raise SystemExit(f"{where}: the result is {judged}, not {result}")
        if result != "none":
            seen["plies"] += len(played)
            seen[result] += 1
            seen["repetitions"] += occurred[wanted] == 3
            return
        [moves], options = engine.ask("moves"), game.moves()
        if sorted(moves.split()) != sorted(options):
            raise SystemExit(f"{where}: the moves are {sorted(options)}, not {moves}")
        played.append(choose(game, options, rng, played))
        engine.say(f"move {played[-1]}")
        game.move(*options[played[-1]])
        game.switch_player()


def choose(game, options, rng, played):
    """Any move; sometimes one that pushes a marble off, so that games end, or one that goes back."""
    wish = rng.random()
    if wish < 0.3:
        before = sum(game.get_score())
        for text, move in rng.sample(sorted(options.items()), len(options)):
            after = Game.__new__(Game)
            after.board, after.turn = [list(row) for row in game.board], game.turn
            after.move(*move)
            if sum(after.get_score()) < before:
                return text
    elif wish < 0.6 and len(played) > 1 and len(played[-2]) == 4:
        back = played[-2][2:] + played[-2][:2]
        if back in options:
            return back
    return rng.choice(sorted(options))


def main():
    games, seed, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    engine, rng = Engine(command), random.Random(seed)
    seen = dict.fromkeys(["plies", "p1win", "p2win", "draw", "repetitions"], 0)
    for number in range(games):
        play(engine, rng, ["standard", "belgian"][number % 2], seen)
    engine.say("quit")
    engine.process.wait()
    print(f"{games} games agree: {seen}")


main()
