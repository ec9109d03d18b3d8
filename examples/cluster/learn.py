#!/usr/bin/env python3
"""Learn to judge the positions of a game on a cluster with Apache Spark.

It works generation by generation. 'sarsen learn tasks' says which games are needed, 'sarsen learn
play' plays them on the executors (RDD.pipe), and 'sarsen learn add' learns from them. Start it with
spark-submit, which says where the cluster is:

  spark-submit --master 'local[2]' learn.py my.learned --game othello --generations 20

What follows '--' goes to 'sarsen learn', as the number of games. README.md has the commands for a
standalone cluster, and advice on choosing the numbers.
"""

import json
import os
import shutil
import sys
import tempfile

import on_spark
import steps
from steps import Failure, number


def arguments(words=None):
    usage = "%(prog)s [options] weights [-- ARGUMENTS OF 'sarsen learn']"
    parser = steps.parser(__doc__, usage)
    add = parser.add_argument
    add("weights", help="the file for the weights; progress is in a file beside it")
    add("--game", default="", help="the game and its setup (the first game)")
    add("--generations", type=number, default=10, help="stop after so many generations (10)")
    steps.add_programs(parser, "generation")
    words = sys.argv[1:] if words is None else words
    end = words.index("--") if "--" in words else len(words)
    options = steps.parsed(parser, words[:end])
    options.more = words[end + 1 :]
    return options


def learning(options, task, **more):
    """Runs 'sarsen learn' here, with our standard error."""
    command = [options.here, "learn", task, *options.game.split(), "-o", options.weights]
    command += [f"--generations={options.generations}", *options.more]
    return steps.said(command, **more)


def learn(options, play):
    """Learns until there are enough generations. 'play' turns tasks into games, both lists of
    lines. It also gets the file of the weights to play with, or None, and their number."""
    while tasks := learning(options, "tasks").splitlines():
        weights = json.loads(tasks[0])["weights"]
        file = None if weights is None else options.weights
        took, told = steps.step(
            tasks,
            lambda tasks: play(tasks, file, weights),
            lambda games: learning(options, "add", input=games),
            "{} tasks, but the games of {}",
            f"{options.weights}.games",
        )
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
