"""What the scripts have in common: their arguments, the program here, and steps of work."""

import argparse
import shlex
import subprocess
import time


class Failure(Exception):
    """Ends the work, with a message of a line or two."""


def number(word):
    """A number of at least 1, as an argument."""
    if int(word) < 1:
        raise ValueError
    return int(word)


def parser(document, usage=None):
    """The parser of a script's arguments, with the help from its documentation."""
    summary, _, rest = document.partition("\n\n")
    return argparse.ArgumentParser(
        usage=usage,
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_programs(parser, step):
    """Adds the arguments that say which program runs where."""
    add = parser.add_argument
    add("--sarsen", default="sarsen", metavar="PATH", help="the program on the executors (sarsen)")
    add("--here", metavar="PATH", help="the program on this machine (the same)")
    add("--partitions", type=number, help=f"tasks a {step} (four for each core)")


def parsed(parser, words):
    """The arguments in these words."""
    options = parser.parse_args(words)
    options.here = options.here or options.sarsen
    return options


def said(command, **more):
    """Runs a command of the program here, with our standard error. Returns what it prints."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", **more)
    except OSError as error:
        raise Failure(f"cannot run {command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        raise Failure(f"'{shlex.join(command[:3])}' has failed")
    return done.stdout


def step(lines, work, add, too_few, kept):
    """Has the lines worked on elsewhere, and adds what comes back: as many lines. Returns the
    seconds of the work, and what 'add' says. If that fails, the lines are kept in a file, because
    they cost the time of a cluster."""
    began = time.monotonic()
    found = work(lines)
    took = time.monotonic() - began
    text = "".join(f"{line}\n" for line in found)
    try:
        if len(found) != len(lines):
            raise Failure(too_few.format(len(lines), len(found)))
        return took, add(text)
    except Failure as failure:
        with open(kept, "w", encoding="utf-8") as file:
            file.write(text)
        kind = kept.rpartition(".")[2]
        raise Failure(f"{failure}; the {kind} are in {kept}") from None
