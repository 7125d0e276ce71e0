"""Processes of a measurement: start, CPU time and memory from /proc, end."""

import http.client
import os
import signal
import socket
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """A measurement that failed, with the reason."""


class Process:
    """Running program whose output goes to a log file. The end of the `with` block ends it."""

    def __init__(self, command: Sequence[str], log: Path, env: dict[str, str] | None = None, cwd: Path | None = None):
        self.name = Path(command[0]).name
        self.log = log
        with log.open("ab") as out:
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env, cwd=cwd
            )
        self.started = time.monotonic()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def pid(self) -> int:
        return self.child.pid

    def stop(self, timeout_s: float = 20) -> None:
        if self.child.poll() is not None:
            return
        self.child.send_signal(signal.SIGTERM)
        try:
            self.child.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()

    def is_running(self) -> bool:
        return self.child.poll() is None

    def cpu_seconds(self) -> float:
        """CPU time of the process and its children, in user and kernel mode."""
        ticks = sum(sum(int(field) for field in _stat(pid)[11:13]) for pid in [self.pid, *children(self.pid)])
        return ticks / TICKS_PER_SECOND

    def resident_mb(self) -> float:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / 1e6
        raise Failure(f"{self.name} has no resident memory")

    def wait_for_200(self, port: int, path: str, seconds: float = 30, pause: float = 0.002) -> float:
        """Repeats a request until the response is 200. Returns the seconds since the start of the process."""
        answer = ""
        while time.monotonic() - self.started < seconds:
            if not self.is_running():
                raise Failure(f"{self.name} ended with code {self.child.returncode}: {self.last_words()}")
            answer = _answer(port, path)
            if answer.startswith("HTTP/1.1 200"):
                return time.monotonic() - self.started
            time.sleep(pause)
        last = answer.replace("\r\n", " ") or "nothing"
        raise Failure(f"{self.name} did not answer {path} with 200 within {seconds:.0f} s, last {last}: {self.last_words()}")

    def rest(self, seconds: float = 300) -> None:
        """Waits until the process is idle (CPU below 5 %), such as a shop that has filled its search index."""
        began, before = time.monotonic(), self.cpu_seconds()
        while time.monotonic() - began < seconds:
            time.sleep(2)
            now = self.cpu_seconds()
            if now - before < 0.1:
                return
            before = now
        raise Failure(f"{self.name} is still at work after {seconds:.0f} s")

    def last_words(self) -> str:
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return " / ".join(lines[-3:]) or "no output"


def children(pid: int) -> list[int]:
    """Ids of the child processes of `pid`."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int(_stat(int(folder.name))[1])
            except OSError:
                continue
            if parent == pid:
                found.append(int(folder.name))
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(port: int, path: str, headers: dict[str, str] | None = None, timeout: float = 30):
    """Sends one request on a new connection. Returns status, headers and body; the body is not decompressed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def alternate(rounds: int, measures: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Runs the measurements in turn, round by round, so that other load of the machine affects all of them equally."""
    results: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            results[name].append(measure())
    return results


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat after the name of the program, which may contain spaces."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _answer(port: int, path: str) -> str:
    """The beginning of a response, or an empty text."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            return connection.recv(2048).decode(errors="replace")
    except OSError:
        return ""
