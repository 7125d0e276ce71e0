"""Constant load of shoppers, with counts of the responses they received."""

import http.client
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Seen:
    """Responses that shoppers received in a period."""

    statuses: Counter = field(default_factory=Counter)
    stale: int = 0
    without_retry_after: int = 0
    # Connections that were refused, and connections that were cut before the response.
    refused: int = 0
    cut: int = 0
    millis: list[float] = field(default_factory=list)

    @property
    def broken(self) -> int:
        return self.refused + self.cut

    @property
    def requests(self) -> int:
        return sum(self.statuses.values()) + self.broken

    @property
    def failed(self) -> int:
        return self.broken + sum(count for status, count in self.statuses.items() if status >= 500)

    def percentile(self, share: float) -> float:
        ordered = sorted(self.millis) or [0.0]
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    def __str__(self) -> str:
        stale = f", {self.stale} of them stale" if self.stale else ""
        return f"{self.requests} requests, {self.failed} failed{stale}, slowest {max(self.millis or [0]):.0f} ms"


class Crowd:
    """
    Shoppers who send requests during a `with` block, each on one keep-alive connection. With `balanced`, they open no new
    connection after `/readyz` has failed, as behind a load balancer. Otherwise they open connections until they are refused.
    """

    def __init__(self, port: int, paths: list[str], shoppers: int = 8, pause: float = 0.02, balanced: bool = False):
        self.port, self.paths, self.pause = port, paths, pause
        self.is_red = threading.Event()
        self.balancer = threading.Thread(target=self._balance) if balanced else None
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.seen = Seen()
        self.threads = [threading.Thread(target=self._shop, args=(number,)) for number in range(shoppers)]

    def __enter__(self):
        for thread in [*self.threads, *filter(None, [self.balancer])]:
            thread.start()
        return self

    def __exit__(self, *_):
        self.end()

    def end(self) -> None:
        """Waits until all shoppers have received their responses."""
        self.stop.set()
        for thread in [*self.threads, *filter(None, [self.balancer])]:
            thread.join()

    def watch(self, seconds: float) -> Seen:
        """Returns the responses of the next `seconds`."""
        self.take()
        time.sleep(seconds)
        return self.take()

    def take(self) -> Seen:
        """Returns the responses since the last call."""
        with self.lock:
            seen, self.seen = self.seen, Seen()
        return seen

    def _balance(self) -> None:
        while not self.stop.is_set():
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            try:
                line.request("GET", "/readyz")
                red = line.getresponse().status != 200
            except (OSError, http.client.HTTPException):
                red = True
            line.close()
            if red:
                self.is_red.set()
            self.stop.wait(0.25)

    def _shop(self, number: int) -> None:
        choice = random.Random(number)
        connection = None
        while not self.stop.is_set():
            if connection is None and self.is_red.is_set():
                return
            began = time.monotonic()
            try:
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
                    connection.connect()
            except OSError:
                connection = None
                self._note(began, refused=1)
                self.stop.wait(self.pause)
                continue
            try:
                connection.request("GET", choice.choice(self.paths))
                answer = connection.getresponse()
                answer.read()
                self._answered(answer, began)
                if answer.getheader("Connection") == "close":
                    connection.close()
                    connection = None
            except (OSError, http.client.HTTPException):
                self._note(began, cut=1)
                connection = None
            self.stop.wait(self.pause)

    def _answered(self, answer: http.client.HTTPResponse, began: float) -> None:
        is_stale = answer.getheader("X-Heuan-Stale") is not None
        is_silent = answer.status in (503, 504) and not answer.getheader("Retry-After")
        self._note(began, answer.status, stale=is_stale, without_retry_after=is_silent)

    def _note(self, began: float, status: int | None = None, **counts: int) -> None:
        with self.lock:
            self.seen.millis.append((time.monotonic() - began) * 1000)
            for name, count in counts.items():
                setattr(self.seen, name, getattr(self.seen, name) + count)
            if status is not None:
                self.seen.statuses[status] += 1
