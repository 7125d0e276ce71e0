"""make verify STAGES=shedding: what a shopper's cached page costs while hostile clients hold and flood connections.

A shop of its own answers one shopper, first alone, then beside 1,000 requests whose body never comes, 1,000 connections
that say nothing, and 50 connections that send headers without end. The median stays within twice the
idle one; the slowest requests are printed, and depend on what else the machine does. Attackers come from addresses of their own (127.0.1.x), as the limit of connections by client is on.
"""

import asyncio
import http.client
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mesh import ROOT, Failure, Process, free_port

PAGE = "/api/v1/product?limit=20"
REQUESTS = 2000
STALLED, IDLE, FLOODING = 1000, 1000, 50
MOST = 2.0
SETTINGS = {
    "HEUAN_EDGE__HOST": "127.0.0.1",
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "HEUAN_IMAGE_SEARCH__ENABLED": "false",
    "HEUAN_WEATHER__URL": "",
    "DEMO": "1",
    "DATABASE_URL": "",
    "REDIS_URL": "",
}


def latencies(port: int) -> list[float]:
    """Milliseconds of each request of one shopper, sorted."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    took = []
    for _ in range(REQUESTS):
        began = time.perf_counter()
        connection.request("GET", PAGE)
        answer = connection.getresponse()
        answer.read()
        took.append((time.perf_counter() - began) * 1000)
        if answer.status != 200:
            raise Failure(f"{PAGE} answers {answer.status}")
        if answer.will_close:
            connection.close()
        # As a person does, not as a load generator: the page is asked for now and then.
        time.sleep(0.002)
    connection.close()
    return sorted(took)


def quantile(sorted_values: list[float], part: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * part))]


class Attack:
    """Clients that hold and flood until they are ended; what the shop closes is opened again."""

    def __init__(self, port: int):
        self.port, self.open = port, {"stalled": 0, "idle": 0, "flooding": 0}

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
                    writer.write(b"POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n")
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
            # A client that is turned away comes back, and not in the same moment.
            await asyncio.sleep(0.2)

    async def run(self) -> None:
        clients = [("stalled", STALLED), ("idle", IDLE), ("flooding", FLOODING)]
        tasks = []
        for kind, count in clients:
            tasks += [asyncio.create_task(self.hold(kind, number)) for number in range(count)]
        while self.open["stalled"] < STALLED * 0.9 or self.open["idle"] < IDLE * 0.9:
            await asyncio.sleep(0.1)
        print("ready", flush=True)
        await asyncio.gather(*tasks)


def figures(name: str, took: list[float]) -> str:
    return f"{name}: median {quantile(took, 0.5):.2f} ms, p95 {quantile(took, 0.95):.2f} ms, p99 {quantile(took, 0.99):.2f} ms"


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "attack":
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
            attack = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            if attack.stdout.readline() != "ready\n":
                raise Failure("the attack did not begin")
            attacked = latencies(port)
            if attack.poll() is not None:
                raise Failure("the attack ended early")
            print(figures(f"beside {STALLED} stalled bodies, {IDLE} idle connections, {FLOODING} header floods", attacked))
            ratio = quantile(attacked, 0.5) / quantile(idle, 0.5)
            if ratio > MOST:
                raise Failure(f"the median is {ratio:.1f} times as long as when idle, more than {MOST}")
        finally:
            if attack:
                attack.kill()
            shop.stop()


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"shedding: {failure}")
