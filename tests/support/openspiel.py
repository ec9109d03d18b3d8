#!/usr/bin/env python3
"""Plays random games by files of rules and compares an engine with OpenSpiel at each ply.

    openspiel.py GAMES SEED ENGINE [ARGUMENT...]

The games are those in GAMES_AS_TEXT, in turn. Compared are the legal moves, captures included, and
the result. OpenSpiel is on PyPI as open_spiel. One of the two may take a move in parts where the
other does not.

Status: 0 if all agrees, 1 if not, 77 if there is no OpenSpiel.
"""

import random
import re
import sys
from pathlib import Path

try:
    import pyspiel
except ImportError:
    sys.exit(77)

from asked_engine import Engine

FOLDER = Path(__file__).resolve().parents[2] / "games"

RESULTS = {1.0: "p1win", -1.0: "p2win", 0.0: "draw"}


def words(state, action):
    return state.action_to_string(state.current_player(), action)


def breakthrough(state):
    """There, the first player begins at the top."""
    for action in state.legal_actions():
        source, row, target, to, takes = re.fullmatch(
            r"([a-h])(\d)([a-h])(\d)(\*?)", words(state, action)
        ).groups()
        sign = "x" if takes else "-"
        yield f"{source}{9 - int(row)}{sign}{target}{9 - int(to)}", [action]


def clobber(state):
    for action in state.legal_actions():
        text = words(state, action)
        yield f"{text[:2]}x{text[2:4]}", [action]


def hex_(state):
    """There, the first player joins top and bottom, and here what the letters count."""
    for action in state.legal_actions():
        letter, number = re.fullmatch(r"([a-k])(\d+)", words(state, action)).groups()
        yield f"{chr(96 + int(number))}{ord(letter) - 96}", [action]


def amazons(state):
    """There, a move is three actions: which amazon, where to, and where its arrow goes."""
    def place(action):
        return f"{chr(97 + action % 10)}{10 - action // 10}"

    for source in state.legal_actions():
        lifted = state.child(source)
        for target in lifted.legal_actions():
            put = lifted.child(target)
            for arrow in put.legal_actions():
                text = f"{place(source)}-{place(target)}:{place(arrow)}"
                yield text, [source, target, arrow]


def gomoku(state):
    """There, a point is its row from the top and its column, from 0."""
    for action in state.legal_actions():
        row, column = map(int, words(state, action).split(","))
        yield f"{chr(97 + column)}{15 - row}", [action]


# The points of nine men's morris, row by row from the top.
ROWS = "a7d7g7 b6d6f6 c5d5e5 a4b4c4e4f4g4 c3d3e3 b2d2f2 a1d1g1"
POINTS = re.findall(r"\w\d", ROWS)


def morris(state):
    """There, to take a man is an action of its own, by the same player."""
    for action in state.legal_actions():
        text = "-".join(POINTS[int(point)] for point in re.findall(r"\d+", words(state, action)))
        after = state.child(action)
        if after.is_terminal() or after.current_player() != state.current_player():
            yield text, [action]
            continue
        for taken in after.legal_actions():
            yield f"{text}x{POINTS[taken]}", [action, taken]


# The letter for each turn of a quarter, and here the place on the rim.
QUARTERS = dict(zip("stuvwxyz", ["a6", "c8", "f8", "h6", "h3", "f1", "c1", "a3"]))


def pentago(state):
    """Here, a move has two parts, and the board has a rim. There, rows count from the top."""
    for action in state.legal_actions():
        letter, number, quarter = words(state, action)
        yield f"{chr(ord(letter) + 1)}{8 - int(number)} {QUARTERS[quarter]}", [action]


GAMES_AS_TEXT = {
    "amazons": ("amazons", amazons),
    "breakthrough": ("breakthrough", breakthrough),
    "clobber": ("clobber(rows=5,columns=6)", clobber),
    "gomoku": ("gomoku", gomoku),
    "hex": ("hex(board_size=11)", hex_),
    "nine-mens-morris": ("nine_mens_morris", morris),
    "pentago": ("pentago", pentago),
}


def play(engine, name, rng, seen):
    known, written = GAMES_AS_TEXT[name]
    state, played = pyspiel.load_game(known).new_initial_state(), []
    engine.say(f"newgame {name}")
    while True:
        moves, result = engine.ask("moves", "result")
        where = f"{name}, after {' '.join(played)}"
        wanted = RESULTS[state.returns()[0]] if state.is_terminal() else "none"
        if result != wanted:
            raise SystemExit(f"{where}: the result is {wanted}, not {result}")
        if result != "none":
            seen["plies"] += len(played)
            seen[result] += 1
            return
        options = [(text.split(), actions) for text, actions in written(state)]
        for part in range(len(options[0][0])):
            wanted = sorted({texts[part] for texts, _ in options})
            if part > 0:
                [moves] = engine.ask("moves")
            if sorted(moves.split()) != wanted:
                raise SystemExit(f"{where}: the moves are {wanted}, not {moves}")
            played.append(rng.choice(wanted))
            engine.say(f"move {played[-1]}")
            options = [option for option in options if option[0][part] == played[-1]]
        [(_, actions)] = options
        for action in actions:
            state.apply_action(action)


def main():
    games, seed, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    engine, rng = Engine([*command, "--rules", str(FOLDER)]), random.Random(seed)
    seen = dict.fromkeys(["plies", *RESULTS.values()], 0)
    names = sorted(GAMES_AS_TEXT)
    for number in range(games):
        play(engine, names[number % len(names)], rng, seen)
    engine.say("quit")
    engine.process.wait()
    print(f"{games} games agree: {seen}")


main()
