#!/usr/bin/env python3
"""Plays random games of backgammon and compares an engine with OpenSpiel at each ply.

    backgammon.py GAMES SEED ENGINE [ARGUMENT...]

Compared are the board, the result and, for the dice thrown, the positions to which all plays lead.
In one position of twenty, all 21 throws are compared. What a play does is read from its text, hits
included. OpenSpiel is on PyPI as open_spiel.

Status: 0 if all agrees, 1 if not, 77 if there is no OpenSpiel.
"""

import random
import re
import sys

try:
    import pyspiel
except ImportError:
    sys.exit(77)

from asked_engine import Engine

OFF, BAR, MEN = 0, 25, 15

# Of how many positions one is compared with all throws.
ALL_THROWS = 20

PART = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")


def read(fen):
    """Both players' checkers on the places that they count themselves, as in the engine's text."""
    men = [[0] * 26, [0] * 26]
    for at, letter in enumerate(fen.split()[0]):
        if letter.isupper():
            men[0][at] = ord(letter) - 64
        elif letter.islower():
            men[1][25 - at] = ord(letter) - 96
    for own in men:
        own[OFF] = MEN - sum(own)
    return tuple(map(tuple, men))


def board(state):
    """The same of a state of OpenSpiel. Its player X is the first one."""
    score = re.search(r"Scores, X: (\d+), O: (\d+)", str(state))
    men = []
    for player in (0, 1):
        points = [state.board(player, at) for at in range(24)]
        own = [int(score[player + 1]), *(points[::-1] if player == 0 else points), 0]
        own[BAR] = MEN - sum(own)
        men.append(tuple(own))
    return tuple(men)


def place(name):
    return {"bar": BAR, "off": OFF}.get(name) if name.isalpha() else int(name)


def played(men, turn, text):
    """The board after a play, told by its text alone."""
    men = [list(own) for own in men]
    own, other = men[turn], men[1 - turn]
    for part in text.split("+") if text != "pass" else []:
        first, rest, times = PART.fullmatch(part).groups()
        *stops, last = rest[1:].split("/")
        own[place(first)] -= int(times or 1)
        own[place(last.rstrip("*"))] += int(times or 1)
        for stop in (*stops, last):
            if stop.endswith("*"):
                other[25 - place(stop[:-1])] -= 1
                other[BAR] += 1
    return tuple(map(tuple, men))


def reached(state):
    """The states after all plays of the thrown dice, by their boards. A double is two actions."""
    turn, found, seen, waiting = state.current_player(), {}, set(), [state]
    while waiting:
        before = waiting.pop()
        for action in before.legal_actions():
            after = before.child(action)
            if after.is_terminal() or after.current_player() != turn:
                found.setdefault(board(after), after)
            else:
                # The second action of a double.
                key = tuple(after.observation_tensor(turn))
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
    return found


def throws(state):
    """The states after all throws, each with the text of the throw."""
    found = []
    for action, _ in state.chance_outcomes():
        said = state.action_to_string(-1, action)
        high, low = sorted(re.search(r"roll: (\d)(\d)", said).groups(), reverse=True)
        # In the opening roll, the first die is the first player's.
        text = low + high if "O starts" in said else high + low
        found.append((text, state.child(action)))
    return found


def compare(engine, men, state, where, seen):
    """Compares all plays. Gives each of them: its text and the state of OpenSpiel after it."""
    turn = state.current_player()
    texts = engine.ask("moves")[0].split()
    found = {played(men, turn, text): text for text in texts}
    wanted = reached(state)
    if len(found) != len(texts):
        raise SystemExit(f"{where}: two plays do the same: {texts}")
    if set(found) != set(wanted):
        missing, more = set(wanted) - set(found), [found[one] for one in set(found) - set(wanted)]
        raise SystemExit(f"{where}: missing {missing}, too many {more} of {texts}")
    seen["plays"] += len(texts)
    seen["throws"] += 1
    seen["passes"] += texts == ["pass"]
    return [(found[after], wanted[after]) for after in sorted(found)]


def play(game, engine, rng, seen):
    state, texts = game.new_initial_state(), []
    while True:
        engine.say(" ".join(["position startpos", *(["moves", *texts] if texts else [])]))
        fen, result = engine.ask("fen", "result")
        where = f"{fen}, after {' '.join(texts)}"
        men = read(fen)
        if men != board(state):
            raise SystemExit(f"{where}: the position is {board(state)}")
        wanted = "none"
        if state.is_terminal():
            wanted = "p1win" if state.returns()[0] > 0 else "p2win"
        if result != wanted:
            raise SystemExit(f"{where}: the result is {wanted}, not {result}")
        if state.is_terminal():
            seen["plies"] += len(texts)
            seen[result] += 1
            return
        if state.is_chance_node():
            found = throws(state)
            if rng.randrange(ALL_THROWS) == 0:
                for text, thrown in found:
                    engine.say(f"position fen {fen} moves {text}")
                    compare(engine, men, thrown, f"{where} {text}", seen)
        else:
            found = compare(engine, men, state, where, seen)
        text, state = rng.choice(found)
        texts.append(text)


def main():
    games, seed, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    engine, rng = Engine(command), random.Random(seed)
    # The longest random games have more turns than the usual limit.
    game = pyspiel.load_game("backgammon(max_player_turns=5000)")
    engine.say("newgame backgammon")
    seen = dict.fromkeys(["plies", "throws", "plays", "passes", "p1win", "p2win"], 0)
    for _ in range(games):
        play(game, engine, rng, seen)
    engine.say("quit")
    engine.process.wait()
    print(f"{games} games agree: {seen}")


main()
