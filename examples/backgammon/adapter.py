#!/usr/bin/env python3
"""Lets GNU Backgammon play in the protocol of Sarsen.

    adapter.py [--plies N] [--gammons] [--gnubg PROGRAM]

GNU Backgammon must have been built with Python, as it is in Debian:

    apt-get install gnubg
    sarsen match backgammon -p 'name=here nodes=20000' \\
        -p 'cmd="python3 examples/backgammon/adapter.py" name=gnubg nodes=1'

It looks --plies ahead, without noise and without the cube. It knows no clock and no limit of nodes.
A gammon counts as a win, as in a match to one point. With --gammons it counts twice, and a
backgammon three times, as for money.

A position is a board of 26 characters, not a position ID.

GNU Backgammon runs this file, too: it finds the package `gnubg` inside itself alone, and then
answers what the adapter asks.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys

try:
    import gnubg
except ImportError:
    gnubg = None

OFF, BAR, MEN = 0, 25, 15
START = "-b----E-C---eE---c-e----B-"
PART = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")

# A line with an answer begins so. The program prints others, too.
ANSWER = "sarsen "


def answer():
    """Inside GNU Backgammon: reads a position a line, and prints the parts of the best play."""
    for line in sys.stdin:
        asked = json.loads(line)
        money = asked["gammons"]
        # The cube in the middle, the player on roll, points of the match, the score, no Crawford.
        cube = dict(gnubg.cubeinfo(1, -1, 1, 0 if money else 1, (0, 0), 0, 0), jacoby=0)
        # Without the cube, with plies, the same each time, with pruning, without noise.
        context = gnubg.evalcontext(0, asked["plies"], 1, 1, 0.0)
        board = tuple(map(tuple, asked["board"]))
        parts = gnubg.findbestmove(board, cube, context, tuple(asked["dice"]))
        print(ANSWER + json.dumps(parts), flush=True)


class Program:
    """GNU Backgammon, which runs as long as the adapter does."""

    def __init__(self, path, plies, gammons):
        command = [path, "--tty", "--quiet", "--no-rc", f"--python={__file__}"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self.how = {"plies": plies, "gammons": gammons}

    def best(self, board):
        """The best play, in parts from one point to another."""
        own, other = board.men[board.turn], board.men[1 - board.turn]
        asked = {"board": [other[1:], own[1:]], "dice": board.dice}
        print(json.dumps(self.how | asked), file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            if line.startswith(ANSWER):
                parts = json.loads(line[len(ANSWER) :])
                return [part for part in zip(parts[::2], parts[1::2]) if part[0] > OFF]
        raise RuntimeError("GNU Backgammon has ended")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Board:
    """A position: each player's checkers on the places as that player counts them."""

    def __init__(self, cells=START, side="-", dice="-"):
        if len(cells) != len(START):
            raise ValueError("a board has 26 characters")
        self.men = [[0] * 26, [0] * 26]
        for at, letter in enumerate(cells):
            if letter.isupper():
                self.men[0][at] = ord(letter) - 64
            elif letter.islower():
                self.men[1][25 - at] = ord(letter) - 96
        for own in self.men:
            if sum(own) > MEN:
                raise ValueError(f"a player has {sum(own)} checkers")
            own[OFF] = MEN - sum(own)
        if side not in ("1", "2", "-"):
            raise ValueError(f"'{side}' is no side: 1, 2, or - for the opening roll")
        if side == "-" and dice != "-":
            raise ValueError("the opening roll says who begins")
        self.turn = None if side == "-" else int(side) - 1
        self.dice = None if dice == "-" else thrown(dice)

    def is_over(self):
        return any(own[OFF] == MEN for own in self.men)

    def play(self, text):
        """Plays what was thrown, or a play that is written in full, as `query played` has it."""
        if text.isdigit():
            self.dice = thrown(text)
            if self.turn is None:
                # In the opening roll, each player has thrown a die.
                self.turn = int(self.dice[1] > self.dice[0])
            return
        own, other = self.men[self.turn], self.men[1 - self.turn]
        for part in text.split("+") if text != "pass" else []:
            found = PART.fullmatch(part)
            if self.turn is None or not found:
                raise ValueError(f"'{text}' is no play here")
            first, rest, times = found.groups()
            stops = [place(stop.rstrip("*")) for stop in rest[1:].split("/")]
            own[place(first)] -= int(times or 1)
            own[stops[-1]] += int(times or 1)
            if own[place(first)] < 0:
                raise ValueError(f"'{text}': there is no checker at {first}")
            for stop in stops:
                if stop != OFF and other[25 - stop] == 1:
                    other[25 - stop] = 0
                    other[BAR] += 1
        self.turn, self.dice = 1 - self.turn, None


def thrown(text):
    """What two dice show."""
    if not re.fullmatch("[1-6]{2}", text):
        raise ValueError(f"'{text}' is no throw of two dice")
    return [int(die) for die in text]


def place(name):
    return {"bar": BAR, "off": OFF}.get(name) if name.isalpha() else int(name)


def written(parts):
    """A play as Sarsen reads it."""
    names = {BAR: "bar", OFF: "off"}
    texts = [f"{names.get(source, source)}/{names.get(to, to)}" for source, to in parts]
    return "+".join(texts) or "pass"


class Adapter:
    """The conversation."""

    def __init__(self, program):
        self.program, self.board = program, Board()

    def position(self, words):
        self.board = None
        where, _, moves = " ".join(words).partition("moves")
        kind, *rest = where.split()
        if kind not in ("fen", "startpos"):
            raise ValueError("fen or startpos is due")
        board = Board(*rest) if kind == "fen" else Board()
        for text in moves.split():
            board.play(text)
        self.board = board

    def go(self):
        if self.board is None or self.board.dice is None or self.board.is_over():
            say("bestmove 0000")
        else:
            try:
                parts = self.program.best(self.board)
            except (RuntimeError, OSError) as error:
                sys.exit(f"no answer: {error}")
            say("info score eval 0", f"bestmove {written(parts)}")

    def obey(self, line):
        command, *words = line.split() or [""]
        if command in ("ugi", "uci"):
            say("id name GNU Backgammon", "option name Game type string default backgammon")
            say(f"{command}ok")
        elif command == "isready":
            say("readyok")
        elif command in ("newgame", "uginewgame", "ucinewgame"):
            self.board = Board()
        elif command == "position":
            try:
                self.position(words)
            except (ValueError, IndexError, TypeError) as error:
                say(f"info string error: position refused: {error}")
        elif command == "go":
            self.go()
        return command != "quit"


def say(*lines):
    print(*lines, sep="\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--gammons", action="store_true")
    # Debian has it in a folder that the path of a service may lack.
    found = shutil.which("gnubg") or "/usr/games/gnubg"
    parser.add_argument("--gnubg", default=found, metavar="PROGRAM")
    chosen = parser.parse_args()
    try:
        program = Program(chosen.gnubg, chosen.plies, chosen.gammons)
    except OSError as error:
        sys.exit(f"{chosen.gnubg}: {error.strerror}")
    adapter = Adapter(program)
    for line in sys.stdin:
        if not adapter.obey(line):
            break
    program.end()


answer() if gnubg else main()
