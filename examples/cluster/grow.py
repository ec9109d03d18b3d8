#!/usr/bin/env python3
"""Grow an opening book on a cluster with Apache Spark.

It works level by level. 'sarsen book frontier' says what the book should learn next, 'sarsen
analyze' searches it on the executors (RDD.pipe), and 'sarsen book add' puts it into the book. Start
it with spark-submit, which says where the cluster is:

  spark-submit --master 'local[2]' grow.py my.book --levels 3 --count 200 --nodes 20000

README.md has the commands for a standalone cluster, and advice on choosing the numbers.
"""

import sys

import on_spark
import steps
from steps import Failure, number


def arguments(words=None):
    parser = steps.parser(__doc__)
    add = parser.add_argument
    add("book", help="the book; a new one is made if it does not exist")
    add("--game", help="the game and its setup, for a new book")
    add("--evaluator", help="the evaluator, for a new book")
    add("--levels", type=number, default=1, help="the number of levels (1)")
    add("--count", type=number, default=64, help="about how many positions a level (64)")
    add("--nodes", type=number, default=100_000, help="positions to visit in each search (100000)")
    steps.add_programs(parser, "level")
    return steps.parsed(parser, words)


def book(options, task, *rest, **more):
    """Runs 'sarsen book' here, with our standard error."""
    begin = [options.game] if options.game else []
    begin += [f"--evaluator={options.evaluator}"] if options.evaluator else []
    return steps.said([options.here, "book", task, options.book, *begin, *rest], **more)


def grow(options, analyze):
    """Grows the book by some levels. 'analyze' turns queries into answers, both lists of lines."""
    for level in range(1, options.levels + 1):
        queries = book(
            options, "frontier", f"--count={options.count}", f"--nodes={options.nodes}"
        ).splitlines()
        if not queries:
            print(f"level {level}: nothing is left to learn")
            return
        took, told = steps.step(
            queries,
            analyze,
            lambda answers: book(options, "add", input=answers),
            "{} queries, but {} answers",
            f"{options.book}.answers",
        )
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
