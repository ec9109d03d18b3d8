#!/usr/bin/env python3
"""Learn to judge the positions of a game on a cluster with Apache Spark.

It works generation by generation. 'sarsen learn tasks' says which games are needed, 'sarsen learn
play' plays them on the executors (RDD.pipe), and 'sarsen learn add' learns from them. Start it with
spark-submit, which says where the cluster is:

  spark-submit --master 'local[2]' learn.py my.learned --game othello --generations 20

What follows '--' goes to 'sarsen learn', as the number of games. README.md has the commands for a
standalone cluster, and advice on choosing the numbers.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import on_spark
from on_spark import Failure


def arguments(words=None):
    summary, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        usage="%(prog)s [options] weights [-- ARGUMENTS OF 'sarsen learn']",
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def number(word):
        if int(word) < 1:
            raise ValueError
        return int(word)

    add = parser.add_argument
    add("weights", help="the file for the weights; progress is in a file beside it")
    add("--game", default="", help="the game and its setup (the first game)")
    add("--generations", type=number, default=10, help="stop after so many generations (10)")
    add("--sarsen", default="sarsen", metavar="PATH", help="the program on the executors (sarsen)")
    add("--here", metavar="PATH", help="the program on this machine (the same)")
    add("--partitions", type=number, help="tasks a generation (four for each core)")
    words = sys.argv[1:] if words is None else words
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.more = words[end + 1 :]
    options.here = options.here or options.sarsen
    return options


def learning(options, task, **more):
    """Runs 'sarsen learn' here, with our standard error."""
    command = [options.here, "learn", task, *options.game.split(), "-o", options.weights]
    command += [f"--generations={options.generations}", *options.more]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", **more)
    except OSError as error:
        raise Failure(f"cannot run {options.here}: {error.strerror}") from None
    if done.returncode != 0:
        raise Failure(f"'{shlex.join(command[:3])}' has failed")
    return done.stdout


def learn(options, play):
    """Learns until there are enough generations. 'play' turns tasks into games, both lists of
    lines. It also gets the file of the weights to play with, or None, and their number."""
    while tasks := learning(options, "tasks").splitlines():
        number = json.loads(tasks[0])["weights"]
        began = time.monotonic()
        games = play(tasks, None if number is None else options.weights, number)
        took = time.monotonic() - began
        try:
            if len(games) != len(tasks):
                raise Failure(f"{len(tasks)} tasks, but the games of {len(games)}")
            told = learning(options, "add", input="".join(f"{game}\n" for game in games))
        except Failure as failure:
            # The games cost the time of a cluster, so they are kept.
            kept = f"{options.weights}.games"
            with open(kept, "w", encoding="utf-8") as file:
                file.writelines(f"{game}\n" for game in games)
            raise Failure(f"{failure}; the games are in {kept}") from None
        print(f"{len(tasks)} batches of games in {took:.1f} s\n{told}", end="", flush=True)


def main():
    options = arguments()
    try:
        # Errors in the arguments are reported before Spark starts.
        learning(options, "tasks")
        sc = on_spark.context()
        folder = tempfile.mkdtemp()

        def play(tasks, weights, number):
            # Spark counts cores, so a task is one thread.
            command = [options.sarsen, "learn", "play", "--threads", "1"]
            if weights is not None:
                named = os.path.join(folder, f"{number:08x}.learned")
                shutil.copy(weights, named)
                command += ["--weights", on_spark.sent(sc, named)]
            return on_spark.piped(sc, tasks, command, options.partitions)

        try:
            learn(options, play)
        finally:
            sc.stop()
            shutil.rmtree(folder)
    except Failure as failure:
        sys.exit(f"learn.py: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)  # The usual status after Ctrl-C. All complete generations are kept.


if __name__ == "__main__":
    main()
