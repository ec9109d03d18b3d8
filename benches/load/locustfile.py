"""Users of a web board, as the tool locust sees them: each plays one game after another against the
engine, through the same WebSocket as the page. benches/README.md says how to run it.

A user asks for the position and the engine's move, and looks at whether the engine is ready, as a
page does. SARSEN names the server; without it, it is ws://127.0.0.1:8017/ws."""

import os
import time

import websocket
from locust import User, between, events, task
from locust.exception import StopUser

ADDRESS = os.environ.get("SARSEN", "ws://127.0.0.1:8017/ws")

# The engine thinks so long about a move, in milliseconds.
MOVE_TIME = 50

# No answer takes longer, in seconds.
PATIENCE = 60

# The goal for the 99th percentile of `isready`, in milliseconds.
READY = 20


@events.quitting.add_listener
def judge(environment, **_):
    """Says at the end whether the goals are met. If not, locust ends with code 1."""
    failures = environment.stats.total.num_failures
    ready = environment.stats.get("isready", "ws")
    p99 = ready.get_response_time_percentile(0.99) or 0
    is_met = failures == 0 and ready.num_requests > 0 and p99 < READY
    print(f"failures: {failures}, goal 0")
    print(f"isready, p99: {p99:.0f} ms of {ready.num_requests}, goal below {READY} ms")
    print("the goals are met" if is_met else "the goals are MISSED")
    environment.process_exit_code = 0 if is_met else 1


class Board(User):
    """A person who plays all games, in turn, and lets the engine answer."""

    wait_time = between(0.1, 0.5)

    def on_start(self):
        self.games = ["connect4", "stonehenge", "othello", "checkers", "abalone", "nuba"]
        self.moves = []
        try:
            self.socket = websocket.create_connection(ADDRESS, timeout=PATIENCE)
        except Exception as error:
            self.report("connect", time.perf_counter(), 0, error)
            raise StopUser() from error
        self.ask("newgame", f"newgame {self.games[0]}\nisready", "readyok")

    def on_stop(self):
        if hasattr(self, "socket"):
            self.socket.close()

    def report(self, name, began, length, error=None):
        self.environment.events.request.fire(
            request_type="ws",
            name=name,
            response_time=(time.perf_counter() - began) * 1000,
            response_length=length,
            exception=error,
        )

    def ask(self, name, lines, start):
        """Sends lines, and returns the first answer that begins with `start`."""
        began = time.perf_counter()
        length = 0
        try:
            self.socket.send(lines)
            while True:
                line = self.socket.recv()
                length += len(line)
                if line.startswith("info string error"):
                    raise RuntimeError(f"{lines!r}: {line}")
                if line.startswith(start):
                    self.report(name, began, length)
                    return line
        except Exception as error:
            self.report(name, began, length, error)
            raise StopUser() from error

    @task(3)
    def move(self):
        moves = " moves " + " ".join(self.moves) if self.moves else ""
        asked = f"position startpos{moves}\ngo movetime {MOVE_TIME}"
        best = self.ask("move", asked, "bestmove").split()[1]
        if best != "0000":
            self.moves.append(best)
            return
        # The game is over. The next one is of another kind.
        self.moves = []
        self.games.append(self.games.pop(0))
        self.ask("newgame", f"newgame {self.games[0]}\nisready", "readyok")

    @task(1)
    def ready(self):
        self.ask("isready", "isready", "readyok")
