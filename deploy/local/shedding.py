"""make verify STAGES=shedding: latency of a cached page and list while hostile clients hold and flood connections.

One shopper requests the page of all products and their list in turn from a shop, first alone, then during an attack: 1,000 requests
whose body never arrives, 1,000 idle connections, and 50 connections that send headers without end. Of both, the median and the 95th
percentile must be at most twice those without the attack, where a percentile below MIN_P95_MS is as good as one: it is the noise of
the machine. The shop must have answered 408 to each stalled body. The 99th percentile is printed only, because it depends on other
load of the machine. The attackers use other addresses (127.0.1.x) than the shopper, because the shop limits connections per client.
"""

import asyncio
import http.client
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from mesh import ROOT, Failure, Process, free_port

# A page that the server renders and caches, and a cached list.
PATHS = ("/la/shop", "/api/v1/product?limit=20")
# Requests of each.
REQUESTS = 2000
STALLED, IDLE, FLOODING = 1000, 1000, 50
MAX_SHARE = 2.0
# A 95th percentile below this is not compared, milliseconds.
MIN_P95_MS = 10.0
QUANTILES = {"median": 0.5, "p95": 0.95, "p99": 0.99}
# Least share of 408 among the answers to stalled bodies. A busy shop may reset a connection instead.
REFUSED = 0.99
# Maximum seconds until all stalled bodies are answered, after the first 10 (edge.limits.body_ms).
TIMEOUT_S = 120
# A call without a token or a session, so that the body is read before anything is refused.
BODY_FIRST = "/api/payments/sandbox/webhook"
STALLED_REQUEST = (
    f"POST {BODY_FIRST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n".encode()
)
SETTINGS = {
    "HEUAN_EDGE__HOST": "127.0.0.1",
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "HEUAN_IMAGE_SEARCH__ENABLED": "false",
    "HEUAN_WEATHER__URL": "",
    "DEMO": "1",
    "DATABASE_URL": "",
    "REDIS_URL": "",
}


def latencies(port: int) -> dict[str, list[float]]:
    """Sorted latencies of one shopper's requests of each path, milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    took: dict[str, list[float]] = {path: [] for path in PATHS}
    for _ in range(REQUESTS):
        for path, values in took.items():
            values.append(request_ms(connection, path))
            # A pause, because the measurement is about latency and not about load.
            time.sleep(0.002)
    connection.close()
    return {path: sorted(values) for path, values in took.items()}


def request_ms(connection: http.client.HTTPConnection, path: str) -> float:
    """Milliseconds until the whole answer is read."""
    began = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    took = (time.perf_counter() - began) * 1000
    if answer.status != 200:
        raise Failure(f"{path} answers {answer.status}")
    if answer.will_close:
        connection.close()
    return took


def quantile(sorted_values: list[float], part: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * part))]


class Attack:
    """Hostile clients, which open a connection again when the shop closes it."""

    def __init__(self, port: int):
        self.port, self.open = port, {"stalled": 0, "idle": 0, "flooding": 0}
        # Statuses of the answers to stalled bodies; "none" for a connection that was closed without one.
        self.answers: Counter[str] = Counter()

    async def hold(self, kind: str, number: int) -> None:
        while True:
            try:
                source = (f"127.0.1.{1 + number % 8}", 0)
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=source)
            except OSError:
                await asyncio.sleep(1)
                continue
            self.open[kind] += 1
            try:
                if kind == "stalled":
                    await self.stall(reader, writer)
                elif kind == "flooding":
                    writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
                    while not reader.at_eof():
                        writer.write(b"x-flood: " + b"a" * 200 + b"\r\n")
                        await writer.drain()
                        await asyncio.sleep(0.02)
                await reader.read()
            except OSError:
                pass
            finally:
                self.open[kind] -= 1
                writer.close()
            # A rejected client connects again after a pause.
            await asyncio.sleep(0.2)

    async def stall(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Sends a request without its body, and counts the answer."""
        status = "none"
        try:
            writer.write(STALLED_REQUEST)
            line = await reader.readline()
            status = line.split(b" ")[1].decode() if line.startswith(b"HTTP/1.1 ") else "none"
        finally:
            self.answers[status] += 1

    async def run(self) -> None:
        clients = [("stalled", STALLED), ("idle", IDLE), ("flooding", FLOODING)]
        tasks = []
        for kind, count in clients:
            tasks += [asyncio.create_task(self.hold(kind, number)) for number in range(count)]
        while self.open["stalled"] < STALLED * 0.9 or self.open["idle"] < IDLE * 0.9:
            await asyncio.sleep(0.1)
        print("ready", flush=True)
        # Each line on standard input requests the answers so far.
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(self.answers), flush=True)


def figures(name: str, took: dict[str, list[float]]) -> str:
    lines = [f"{name}:"]
    for path, values in took.items():
        parts = ", ".join(f"{title} {quantile(values, part):.2f} ms" for title, part in QUANTILES.items())
        lines.append(f"  {path}: {parts}")
    return "\n".join(lines)


def check_latencies(idle: dict[str, list[float]], attacked: dict[str, list[float]]) -> None:
    """Requires that the attack makes neither the median nor the 95th percentile of a path more than twice as long."""
    for path in PATHS:
        for title, least in (("median", 0.0), ("p95", MIN_P95_MS)):
            part = QUANTILES[title]
            before, during = quantile(idle[path], part), quantile(attacked[path], part)
            if during > max(before * MAX_SHARE, least):
                ratio = during / before
                raise Failure(f"the {title} of {path} is {ratio:.1f} times as long as when idle, more than {MAX_SHARE}")


def check_answers(attack: subprocess.Popen) -> str:
    """Waits until as many stalled bodies are answered as there are attackers, and requires 408."""
    until = time.monotonic() + TIMEOUT_S
    while True:
        attack.stdin.write("answers\n")
        attack.stdin.flush()
        answers = json.loads(attack.stdout.readline())
        total, refused = sum(answers.values()), answers.get("408", 0)
        if total >= STALLED:
            break
        if time.monotonic() > until:
            raise Failure(f"only {total} of {STALLED} stalled bodies were answered: {answers}")
        time.sleep(0.2)
    if refused < total * REFUSED:
        raise Failure(f"stalled bodies are answered with {answers}, not with 408")
    return f"{refused} of {total} stalled bodies got 408"


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "attack":
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        asyncio.run(Attack(int(sys.argv[2])).run())
        return
    binary = Path(os.environ.get("HEUAN") or "target/release/heuan")
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        environment = os.environ | SETTINGS | {"DATA_DIR": folder + "/data", "PORT": str(port)}
        shop = Process([str(binary), "run"], Path(folder) / "shop.log", environment, ROOT)
        attack = None
        try:
            shop.wait_for_200(port, "/readyz", 180)
            latencies(port)
            idle = latencies(port)
            print(figures("idle", idle), flush=True)
            command = [sys.executable, __file__, "attack", str(port)]
            attack = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            if attack.stdout.readline() != "ready\n":
                raise Failure("the attack did not start")
            attacked = latencies(port)
            if attack.poll() is not None:
                raise Failure("the attack ended early")
            print(figures(f"with {STALLED} stalled bodies, {IDLE} idle connections, {FLOODING} header floods", attacked))
            print(check_answers(attack))
            check_latencies(idle, attacked)
        finally:
            if attack:
                attack.kill()
            shop.stop()


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"shedding: {failure}")
