#!/usr/bin/env python3
"""Grow an opening book on a cluster with Apache Spark.

It works level by level. 'sarsen book frontier' says what the book should learn next, 'sarsen
analyze' searches it on the executors (RDD.pipe), and 'sarsen book add' puts it into the book. Start
it with spark-submit, which says where the cluster is:

  spark-submit --master 'local[2]' grow.py my.book --levels 3 --count 200 --nodes 20000

README.md has the commands for a standalone cluster, and advice on choosing the numbers.
"""

import argparse
import shlex
import subprocess
import sys
import time

import on_spark
from on_spark import Failure


def arguments(words=None):
    summary, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )

    def number(word):
        if int(word) < 1:
            raise ValueError
        return int(word)

    add = parser.add_argument
    add("book", help="the book; a new one is made if it does not exist")
    add("--game", help="the game and its setup, for a new book")
    add("--evaluator", help="the evaluator, for a new book")
    add("--levels", type=number, default=1, help="the number of levels (1)")
    add("--count", type=number, default=64, help="about how many positions a level (64)")
    add("--nodes", type=number, default=100_000, help="positions to visit in each search (100000)")
    add("--sarsen", default="sarsen", metavar="PATH", help="the program on the executors (sarsen)")
    add("--here", metavar="PATH", help="the program on this machine (the same)")
    add("--partitions", type=number, help="tasks a level (four for each core)")
    options = parser.parse_args(words)
    options.here = options.here or options.sarsen
    return options


def book(options, task, *rest, **more):
    """Runs 'sarsen book' here, with our standard error."""
    begin = [options.game] if options.game else []
    begin += [f"--evaluator={options.evaluator}"] if options.evaluator else []
    command = [options.here, "book", task, options.book, *begin, *rest]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", **more)
    except OSError as error:
        raise Failure(f"cannot run {options.here}: {error.strerror}") from None
    if done.returncode != 0:
        raise Failure(f"'{shlex.join(command[:3])}' has failed")
    return done.stdout


def grow(options, analyze):
    """Grows the book by some levels. 'analyze' turns queries into answers, both lists of lines."""
    for level in range(1, options.levels + 1):
        queries = book(
            options, "frontier", f"--count={options.count}", f"--nodes={options.nodes}"
        ).splitlines()
        if not queries:
            print(f"level {level}: nothing is left to learn")
            return
        began = time.monotonic()
        answers = analyze(queries)
        took = time.monotonic() - began
        try:
            if len(answers) != len(queries):
                raise Failure(f"{len(queries)} queries, but {len(answers)} answers")
            told = book(options, "add", input="".join(f"{answer}\n" for answer in answers))
        except Failure as failure:
            # The answers cost the time of a cluster, so they are kept.
            kept = f"{options.book}.answers"
            with open(kept, "w", encoding="utf-8") as file:
                file.writelines(f"{answer}\n" for answer in answers)
            raise Failure(f"{failure}; the answers are in {kept}") from None
        print(f"level {level}: {len(queries)} queries in {took:.1f} s; {told.strip()}", flush=True)


def main():
    options = arguments()
    try:
        # Errors in the book are reported before Spark starts.
        book(options, "frontier", "--count=1")
        sc = on_spark.context()
        # Spark counts cores, so a task is one thread.
        command = [options.sarsen, "analyze", "--threads", "1"]
        try:
            grow(options, lambda queries: on_spark.piped(sc, queries, command, options.partitions))
        finally:
            sc.stop()
    except Failure as failure:
        sys.exit(f"grow.py: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)  # The usual status after Ctrl-C. The book has all complete levels.


if __name__ == "__main__":
    main()
