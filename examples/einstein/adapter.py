#!/usr/bin/env python3
"""Lets the Monte Carlo tree search of OpenSpiel play EinStein in the protocol of Sarsen.

    adapter.py [--playouts N] [--uct C] [--seed S]

OpenSpiel is on PyPI:

    pip install open_spiel
    sarsen match einstein --openings 12 -p 'name=here movetime=1000' \\
        -p 'cmd="python3 examples/einstein/adapter.py" name=openspiel nodes=10000'

A search has as many playouts as the `nodes` of `go` say, or else --playouts. It knows no clock.

In OpenSpiel, chance puts the stones on the board. So the search says nothing of where to put them,
and the adapter puts its own at random. `--openings 12` has them put at random for both players.

OpenSpiel has no text of a position from which a game could begin. So a position must be told by its
moves, from the start or from a text with all twelve stones still at home or yet to be put.

White begins in OpenSpiel, at the lower right. So the board is turned around: its white player is
Sarsen's first one.
"""

import argparse
import itertools
import random
import re
import sys

import pyspiel

SIDE, LAST = 5, 24
FIRST, SECOND = "123456", "abcdef"
HOMES = {FIRST: [0, 1, 2, 5, 6, 10], SECOND: [14, 18, 19, 22, 23, 24]}
PLACINGS = {placing: at for at, placing in enumerate(itertools.permutations(range(6)))}
# The ways of stones in OpenSpiel's order, as distances of squares that are numbered row by row.
WAYS = [6, 5, 1, -5, -6, -1]


def name(square):
    return "abcde"[square % SIDE] + str(SIDE - square // SIDE)


def square(text):
    return "abcde".index(text[0]) + SIDE * (SIDE - int(text[1]))


def step(action):
    """An action of OpenSpiel as Sarsen writes it. It counts squares, then ways, then captures."""
    source, way = divmod(action // 2, len(WAYS))
    return name(LAST - source) + name(LAST - source - WAYS[way])


class Board:
    """A position: the stones as long as they are put on the board, then a state of OpenSpiel."""

    def __init__(self, game, cells="." * 25):
        self.game, self.cells, self.state = game, list(cells), None
        self.begin()

    def begin(self):
        """Hands the game over to OpenSpiel, if all stones are on the board."""
        if self.next_stone() is None:
            self.state = self.game.new_initial_state()
            # Black first, which is the second player, each in the order of the turned board.
            for stones in (SECOND, FIRST):
                home = [self.cells[at] for at in reversed(HOMES[stones])]
                self.state.apply_action(PLACINGS[tuple(map(stones.index, home))])

    def next_stone(self):
        """The stone that is to be put on the board next."""
        return next((stone for stone in FIRST + SECOND if stone not in self.cells), None)

    def put(self, rng):
        stone = self.next_stone()
        stones = FIRST if stone in FIRST else SECOND
        free = [at for at in HOMES[stones] if self.cells[at] == "."]
        return f"{stones.index(stone) + 1}@{name(rng.choice(free))}"

    def play(self, text):
        if self.state is None:
            stone = self.next_stone()
            number, _, where = text.partition("@")
            stones = FIRST if stone in FIRST else SECOND
            at = square(where) if re.fullmatch("[a-e][1-5]", where) else -1
            if number != str(stones.index(stone) + 1) or at not in HOMES[stones]:
                raise ValueError(f"'{text}' does not put the next stone")
            if self.cells[at] != ".":
                raise ValueError(f"'{text}': there is a stone already")
            self.cells[at] = stone
            self.begin()
        elif self.state.is_chance_node():
            if text not in tuple("123456"):
                raise ValueError(f"'{text}' is no throw")
            self.state.apply_action(int(text) - 1)
        else:
            actions = {step(action): action for action in self.state.legal_actions()}
            if text not in actions:
                raise ValueError(f"'{text}' is no legal move")
            self.state.apply_action(actions[text])

    @classmethod
    def read(cls, game, cells, side, die):
        if len(cells) != 25 or any(cells.count(stone) > 1 for stone in FIRST + SECOND):
            raise ValueError("a board has 25 squares, and no stone twice")
        homes = [(cells[at], stones) for stones in HOMES for at in HOMES[stones]]
        if sum(cell in stones for cell, stones in homes) != 25 - cells.count("."):
            raise ValueError("a position is told by its moves, when stones have left home")
        board = cls(game, cells)
        if board.state is not None and side != "1":
            raise ValueError("player 1 begins")
        if die != "-":
            board.play(die)
        return board


class Adapter:
    """The conversation."""

    def __init__(self, playouts, uct, seed):
        self.game = pyspiel.load_game("einstein_wurfelt_nicht")
        self.board, self.rng = Board(self.game), random.Random(seed)
        self.playouts, self.uct, self.bots = playouts, uct, {}

    def position(self, words):
        self.board = None
        where, _, moves = " ".join(words).partition("moves")
        kind, *rest = where.split()
        if kind not in ("fen", "startpos"):
            raise ValueError("fen or startpos is due")
        board = Board.read(self.game, *rest) if kind == "fen" else Board(self.game)
        for text in moves.split():
            board.play(text)
        self.board = board

    def bot(self, playouts):
        """The search, which a new one replaces if it is to have more or fewer playouts."""
        if playouts not in self.bots:
            seed = self.rng.randrange(1 << 30)
            rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
            self.bots = {
                playouts: pyspiel.MCTSBot(
                    self.game, rollouts, self.uct, playouts, 1000, True, seed, False
                )
            }
        return self.bots[playouts]

    def go(self, words):
        limits = dict(zip(words, words[1:]))
        state = self.board and self.board.state
        if self.board and state is None:
            say(f"bestmove {self.board.put(self.rng)}")
        elif state is None or state.is_terminal() or state.is_chance_node():
            say("bestmove 0000")
        else:
            nodes = limits.get("nodes", "")
            bot = self.bot(int(nodes) if re.fullmatch("[1-9][0-9]{0,8}", nodes) else self.playouts)
            say("info score eval 0", f"bestmove {step(bot.step(state))}")

    def obey(self, line):
        command, *words = line.split() or [""]
        if command in ("ugi", "uci"):
            say("id name OpenSpiel", "option name Game type string default einstein")
            say(f"{command}ok")
        elif command == "isready":
            say("readyok")
        elif command in ("newgame", "uginewgame", "ucinewgame"):
            self.board = Board(self.game)
        elif command == "position":
            try:
                self.position(words)
            except (ValueError, IndexError, KeyError, TypeError) as error:
                say(f"info string error: position refused: {error}")
        elif command == "go":
            self.go(words)
        return command != "quit"


def say(*lines):
    print(*lines, sep="\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--playouts", type=int, default=10_000)
    parser.add_argument("--uct", type=float, default=2, help="how much a search explores")
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args()
    adapter = Adapter(chosen.playouts, chosen.uct, chosen.seed)
    for line in sys.stdin:
        if not adapter.obey(line):
            break


main()
