#!/usr/bin/env python3
"""Lets players of two Python packages play Abalone in the protocol of Sarsen.

    adapter.py boai [MODULE.CLASS]   a player of abalone-boai, or one made for it
    adapter.py pyai [--depth N]      the player of pyai-abalone, a neural network with playouts

Both packages are on PyPI, and both kinds of players need abalone-boai, which keeps the board:

    pip install abalone-boai pyai-abalone
    sarsen match abalone -p name=here -p 'cmd="python3 examples/abalone/adapter.py boai"' ...

The player of pyai-abalone has no clock. The adapter measures how long a playout takes, and asks for
as many as fit into the time of a move. It compiles the network first, which makes it several times
as fast.
"""

import argparse
import importlib
import os
import sys
import threading
import time

from abalone.enums import Direction, InitialPosition, Marble, Player, Space
from abalone.game import Game
from abalone.utils import neighbor

STARTS = {"standard": InitialPosition.DEFAULT, "belgian": InitialPosition.BELGIAN_DAISY}
MARBLES = {"b": Marble.BLACK, "w": Marble.WHITE, ".": Marble.BLANK}

# Of the time for a move, this much is for the player. The rest is for everything around it.
SHARE = 0.8


class Board(Game):
    """A position, with moves as texts."""

    def __deepcopy__(self, _):
        copy = Game.__new__(Board)
        copy.board, copy.turn = [list(row) for row in self.board], self.turn
        return copy

    def moves(self):
        """The legal moves by their texts."""
        return {written(*move): move for move in self.generate_legal_moves()}

    def play(self, text):
        """Plays a move, and returns it as the package has it."""
        cells = [Space[text[at : at + 2].upper()] for at in range(0, len(text), 2)]
        *line, to = cells
        direction = next(way for way in Direction if neighbor(line[0], way) is to)
        move = (line[0] if len(line) == 1 else tuple(line), direction)
        self.move(*move)
        self.switch_player()
        return move

    @classmethod
    def read(cls, cells, side):
        board, cells = cls(), iter(cells)
        board.board = [[MARBLES[next(cells)] for _ in row] for row in board.board]
        board.turn = Player.BLACK if side == "b" else Player.WHITE
        return board


def written(marbles, direction):
    """A move as Sarsen writes it."""
    if isinstance(marbles, Space):
        return f"{marbles.name}{neighbor(marbles, direction).name}".lower()
    lower, upper = sorted(marbles, key=lambda space: space.name)
    return f"{lower.name}{upper.name}{neighbor(lower, direction).name}".lower()


class Boai:
    """A player of abalone-boai, or any other with its interface."""

    def __init__(self, name):
        module, _, player = name.rpartition(".")
        self.player = getattr(importlib.import_module(module), player)()

    def choose(self, board, history, _seconds):
        return written(*self.player.turn(board, history))


class Pyai:
    """The player of pyai-abalone."""

    def __init__(self, depth):
        # Its board is drawn by pygame, which need not find a screen here.
        os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
        os.environ.update(PYGAME_HIDE_SUPPORT_PROMPT="1", TF_CPP_MIN_LOG_LEVEL="3")
        import numpy
        import pyai_abalone
        import tensorflow

        self.package, self.numpy = pyai_abalone, numpy
        network = pyai_abalone.get_trained_magister_zero()
        shape = tensorflow.TensorSpec((1, 11, 11, 4), tensorflow.float32)
        self.model = tensorflow.function(network, input_signature=[shape])
        self.depth, self.agent = depth, None
        self.per_playout = 0.05 * depth
        # The first call compiles.
        self.choose(Board(), [], 0)
        self.choose(Board(), [], 0.5)

    def choose(self, board, _history, seconds):
        game = self.package.NumpyAbalone(self.cells(board), board.turn is Player.BLACK)
        if self.agent is None:
            self.agent = self.package.MagisterPlay(
                self.model, game.board, depth_mcts=self.depth, num_threads=os.cpu_count()
            )
        self.agent.game = game
        self.agent.num_mcts = max(2, int(SHARE * seconds / self.per_playout))
        begin = time.monotonic()
        after, _, _ = self.agent.make_ai_move()
        taken = (time.monotonic() - begin) / self.agent.num_mcts
        self.per_playout += (taken - self.per_playout) * (0.5 if taken < self.per_playout else 1)
        if game.game_ended:
            # Its threads have ended, too.
            self.agent = None
        for text in board.moves():
            copy = board.__deepcopy__({})
            copy.play(text)
            if (self.cells(copy) == after).all():
                return text
        raise RuntimeError("its move is not legal")

    def cells(self, board):
        """The board as this package has it: 11 by 11, white 1, black 2, off the board 3."""
        cells = self.numpy.full((11, 11), 3, dtype=self.numpy.int16)
        codes = {Marble.BLANK: 0, Marble.WHITE: 1, Marble.BLACK: 2}
        for row, marbles in enumerate(board.board):
            first = max(5 - row, 1)
            for column, marble in enumerate(marbles):
                cells[row + 1][first + column] = codes[marble]
        return cells


class Adapter:
    """The conversation."""

    def __init__(self, make):
        self.start, self.board, self.history = "standard", Board(), []
        self.where, self.played = ["startpos"], []
        self.player, self.failure = None, None
        self.loaded = threading.Event()
        threading.Thread(target=self.load, args=(make,), daemon=True).start()

    def load(self, make):
        try:
            self.player = make()
        except Exception as error:  # Whatever a package may raise.
            self.failure = str(error)
        self.loaded.set()

    def position(self, words):
        where, _, moves = " ".join(words).partition(" moves ")
        where, moves = where.removesuffix(" moves").split(), moves.split()
        if where != self.where or moves[: len(self.played)] != self.played:
            kind, *rest = self.where = where
            self.board = Board.read(*rest[:2]) if kind == "fen" else Board(STARTS[self.start])
            self.played, self.history = [], []
        # It knows the first moves already.
        for text in moves[len(self.played) :]:
            self.history.append(self.board.play(text))
            self.played.append(text)

    def go(self, words):
        times = dict(zip(words[::2], words[1::2]))
        left = times.get("p1time" if self.board.turn is Player.BLACK else "p2time")
        milliseconds = int(times.get("movetime", 1000 if left is None else int(left) // 40))
        self.loaded.wait()
        if self.player is None:
            say(f"info string error: {self.failure}", "bestmove 0000")
        elif not self.board.moves() or min(self.board.get_score()) <= 8:
            say("bestmove 0000")
        else:
            move = self.player.choose(self.board, self.history, milliseconds / 1000)
            say("info score eval 0", f"bestmove {move}")

    def obey(self, line):
        command, *words = line.split() or [""]
        if command == "ugi":
            say("id name Adapter", "option name Game type string default abalone", "ugiok")
        elif command == "isready":
            # Whoever asks does not wait for ever.
            self.loaded.wait(9)
            say("readyok")
        elif command == "setoption" and words[:3] == ["name", "Game", "value"]:
            # The setup may have a limit of plies, which players need not know.
            self.start = (words[4:] or ["standard"])[0].partition("/")[0]
            self.where = []
        elif command == "position":
            self.position(words)
        elif command == "go":
            self.go(words)
        return command != "quit"


def say(*lines):
    print(*lines, sep="\n", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    players = parser.add_subparsers(dest="package", required=True)
    boai = players.add_parser("boai")
    boai.add_argument("player", nargs="?", default="abalone.random_player.RandomPlayer")
    pyai = players.add_parser("pyai")
    pyai.add_argument("--depth", type=int, default=3, help="the plies of a playout")
    return parser.parse_args()


def main():
    chosen = arguments()
    if chosen.package == "boai":
        adapter = Adapter(lambda: Boai(chosen.player))
    else:
        adapter = Adapter(lambda: Pyai(chosen.depth))
    for line in sys.stdin:
        if not adapter.obey(line):
            break
    # The threads of a player may not end by themselves.
    os._exit(0)


main()
