"""Load on a server: wrk measures CPU time per request, `Trickle` measures latency while the server does other work."""

import http.client
import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from processes import Failure, Process

SCRIPT = Path(__file__).with_name("requests.lua")
THREADS = 2
CONNECTIONS = 32


@dataclass
class Load:
    requests: int
    cpu_seconds: float

    @property
    def per_cpu_second(self) -> float:
        return self.requests / self.cpu_seconds

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu_seconds / self.requests


@dataclass
class Post:
    """POST request. `{n}` in a header is replaced by a different number in each request."""

    path: str
    headers: dict[str, str]
    body: dict

    def line(self) -> str:
        headers = [f"{name}: {value}" for name, value in self.headers.items()]
        return "\t".join(["POST", self.path, json.dumps(self.body), "Content-Type: application/json", *headers])


def press(
    server: Process,
    port: int,
    requests: Sequence[str | Post],
    seconds: int,
    encoding: str | None = None,
    settles: float = 0,
) -> Load:
    """Sends `requests` in turn on keep-alive connections, a path as GET. Fails on a response that is not 2xx.

    CPU time of the `settles` seconds after the last request counts as well.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(one.line() if isinstance(one, Post) else f"GET\t{one}" for one in requests))
        file.flush()
        # A long timeout, because slow responses are no failure: the figure is the cost of a response.
        command = ["wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "-s", str(SCRIPT)]
        if encoding:
            command += ["-H", f"Accept-Encoding: {encoding}"]
        command += [f"http://127.0.0.1:{port}", "--", file.name]
        before = server.cpu_seconds()
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        time.sleep(settles)
        cpu_seconds = server.cpu_seconds() - before
    marked = [line for line in ended.stdout.splitlines() if line.startswith("RESULT ")]
    if ended.returncode != 0 or not marked:
        raise Failure(f"wrk failed: {ended.stderr.strip() or ended.stdout.strip()}")
    result = json.loads(marked[0].removeprefix("RESULT "))
    if result["not_2xx"] or result["broken"] or not result["requests"]:
        raise Failure(f"{server.name} did not answer every request: {result}")
    return Load(result["requests"], cpu_seconds)


@dataclass
class Latencies:
    seconds: list[float] = field(default_factory=list)
    errors: int = 0

    def add(self, other: "Latencies") -> None:
        self.seconds += other.seconds
        self.errors += other.errors

    def percentile_ms(self, percent: float) -> float:
        """The latency that `percent` percent of the responses did not exceed."""
        if not self.seconds:
            raise Failure("no response was measured")
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class Trickle:
    """Sends one request after another on one connection, with a pause of 5 ms, until the `with` block ends."""

    PAUSE = 0.005

    def __init__(self, port: int, paths: Iterable[str]):
        self.latencies = Latencies()
        self._port = port
        self._paths: Iterator[str] = iter(paths)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Latencies:
        self._thread.start()
        return self.latencies

    def __exit__(self, *_):
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        while not self._ending.wait(self.PAUSE):
            began = time.perf_counter()
            try:
                connection.request("GET", next(self._paths))
                answer = connection.getresponse()
                answer.read()
                is_right = answer.status == 200
            except (OSError, http.client.HTTPException):
                is_right = False
                connection.close()
            self.latencies.seconds.append(time.perf_counter() - began)
            self.latencies.errors += not is_right
        connection.close()
