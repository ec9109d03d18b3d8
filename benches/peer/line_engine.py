"""An engine in a process of its own that is spoken to in lines."""

import subprocess


class LineEngine:
    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def words(self):
        """The words of the next line."""
        return self.process.stdout.readline().split()

    def until(self, word):
        """The words of the line that begins with this word."""
        while True:
            words = self.words()
            if words[:1] == [word]:
                return words

    def ask(self, line, word):
        self.send(line)
        return self.until(word)
