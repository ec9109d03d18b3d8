#!/usr/bin/env python3
"""Grow an opening book on a cluster with Apache Spark.

Level by level: 'sarsen book frontier' says what the book should learn next, 'sarsen analyze' finds it out on
the executors (RDD.pipe), 'sarsen book add' puts it into the book. Start it with spark-submit, which says where
the cluster is:

  spark-submit --master 'local[2]' grow.py my.book --levels 3 --count 200 --nodes 20000

README.md has the commands for a standalone cluster and tells how to choose the numbers.
"""

import argparse
import os
import shlex
import subprocess
import sys
import time


class Failure(Exception):
    """What ends the growth, to be told in a line or two."""


def arguments(words=None):
    summary, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )

    def number(word):
        if int(word) < 1:
            raise ValueError
        return int(word)

    parser.add_argument("book", help="the book; it is begun if it does not exist")
    parser.add_argument("--game", help="the game and its setup, for a book that does not exist")
    parser.add_argument("--evaluator", help="whose opinion is asked, for a book that does not exist")
    parser.add_argument("--levels", type=number, default=1, help="how often to go around (1)")
    parser.add_argument("--count", type=number, default=64, help="about how many positions a level (64)")
    parser.add_argument("--nodes", type=number, default=100_000, help="positions to visit in each search (100000)")
    parser.add_argument("--sarsen", default="sarsen", metavar="PATH", help="the program on the executors (sarsen)")
    parser.add_argument("--here", metavar="PATH", help="the program on this machine (the same)")
    parser.add_argument("--partitions", type=number, help="tasks a level (four for each core)")
    options = parser.parse_args(words)
    options.here = options.here or options.sarsen
    return options


def book(options, task, *rest, **more):
    """Runs 'sarsen book' here; its complaints go where ours go."""
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
            # They have cost the time of a cluster.
            kept = f"{options.book}.answers"
            with open(kept, "w", encoding="utf-8") as file:
                file.writelines(f"{answer}\n" for answer in answers)
            raise Failure(f"{failure}; the answers are in {kept}") from None
        print(f"level {level}: {len(queries)} queries in {took:.1f} s; {told.strip()}", flush=True)


def on_spark(options):
    """Analysis on the executors, as a function for 'grow', and the context that is to be stopped."""
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError:
        raise Failure("PySpark is missing: pip install pyspark") from None
    # What is normal stays out of the log; problems and waiting do not.
    conf = SparkConf().setIfMissing("spark.app.name", "sarsen").setIfMissing("spark.log.level", "WARN")
    sc = SparkContext(conf=conf)
    # A task is one thread, as Spark counts cores. RDD.pipe splits its command as a shell does.
    command = shlex.join([options.sarsen, "analyze", "--threads", "1"])
    # RDD.pipe gives a command no environment of its own accord, not even where to look for programs.
    env = {name: os.environ[name] for name in ["PATH", "RUST_LOG"] if name in os.environ}

    def analyze(queries):
        tasks = options.partitions or 4 * sc.defaultParallelism
        lines = sc.parallelize(queries, min(tasks, len(queries)))
        try:
            # With checkCode a program that fails fails its task, and Spark tries that elsewhere.
            return lines.pipe(command, env, checkCode=True).collect()
        except Exception as error:
            # Java's account of Python's account is long: the line where Python names the error is enough.
            account = [line.strip() for line in str(error).splitlines()]
            named = [line for line in account if "Error: " in line and not line.startswith(("at ", "py4j"))]
            raise Failure(f"analysis on the executors has failed: {named[-1] if named else account[0]}") from None

    return sc, analyze


def main():
    options = arguments()
    try:
        book(options, "frontier", "--count=1")  # What is wrong with the book is told before Spark starts.
        sc, analyze = on_spark(options)
        try:
            grow(options, analyze)
        finally:
            sc.stop()
    except Failure as failure:
        sys.exit(f"grow.py: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)  # As shells have it. The book has all levels that were complete.


if __name__ == "__main__":
    main()
