"""An engine behind pipes that is asked queries, for the scripts that compare it with other rules."""

import subprocess


class Engine:
    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def say(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the engine is gone")
        return line.strip()

    def ask(self, *queries):
        self.say(*(f"query {query}" for query in queries))
        answers = [self.line() for _ in queries]
        for answer in answers:
            if not answer.startswith("response "):
                raise SystemExit(f"the engine says: {answer!r}")
        return [answer.removeprefix("response ") for answer in answers]
