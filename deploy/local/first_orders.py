"""make verify STAGES=first-orders: sends orders to a split shop that starts. Every order and cart change must succeed.

All services start at the same time except one, which starts 2 s later. From the first 200 of `/readyz`, customers who signed in
before add products to their carts and order them, each on one keep-alive connection and with `Idempotency-Key`s. The run fails if a
response is not 2xx, and prints the first such responses.

The first starts are unloaded, with the default settings: eight customers, who together stay within the default limits on
orders, and no other work on the machine. In the loaded starts, other processes keep the CPUs busy beside 32 customers with ten
orders each; a different service is late in each round, none in the first. `ROUNDS=20` makes the loaded part longer.

Both parts listen on the loopback address only and read no weather from the network. The loaded starts also override
  * limits on requests, registrations and unpaid orders, because all customers come from one address and pay nothing;
  * the time for which an edge waits for accounts and orders (`edge.ready_wait_ms`): on a machine with other load a service may take
    more than the five seconds after which an edge opens without it by design;
  * deadlines (`edge.deadline_ms`, `rpc.deadline_percent`): a request then may take longer than its deadline.
How long calls wait for a service that starts (`rpc.wait_for_ready_ms`) is the default in both parts.
"""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from customer import ADDRESS, Customer
from mesh import ROOT, Failure, Mesh, get

DEFAULTS = {"HEUAN_EDGE__HOST": "127.0.0.1", "HEUAN_WEATHER__URL": ""}
LOADED = DEFAULTS | {
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "0",
    "HEUAN_EDGE__LIMITS__CONNECTIONS_PER_CLIENT": "0",
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "HEUAN_ACCOUNTS__REGISTRATIONS_PER_ADDRESS": "0",
    "HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED": "false",
    "HEUAN_ORDERS__LIMITS__OPEN_COD": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__TRANSFER_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS": "0",
    "HEUAN_EDGE__READY_WAIT_MS": "180000",
    "HEUAN_EDGE__DEADLINE_MS": "60000",
    "HEUAN_RPC__DEADLINE_PERCENT": "1000",
}
CONNECTIONS = 32
# Orders per connection and round, each after a cart change.
ORDERS = 10
# The same with the default limits: 3 unpaid cash orders of a customer, of 5,000,000 kip together, and 60 orders of an address.
FEW_CONNECTIONS, FEW_ORDERS, LOW_PRICE = 8, 3, 1_000_000
# Service that starts later than the others, by round.
LATE = ["", "accounts", "orders", "catalog-gateway"]
LATE_UNLOADED = ["", "orders"]
DELAY = 2
ROUNDS = int(os.environ.get("ROUNDS", str(len(LATE))))
# Maximum number of printed failures per start.
SHOWN = 5
# Busy processes per CPU.
SPINNING = 2
# Maximum seconds from a start to the first 200 of `/readyz`, and from a request to its response.
WAIT, TIMEOUT = 240, 120


@dataclass
class Answer:
    status: int
    request: str
    # Seconds from the first 200 of `/readyz` to the request, and from the request to the response.
    after: float
    took: float
    body: str

    def __str__(self) -> str:
        return f"{self.request} answers {self.status}, {self.after:.2f} s after /readyz, after {self.took:.2f} s: {self.body}"


class Buyer(Customer):
    """Customer with one keep-alive connection."""

    def __init__(self, port: int):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        super().__init__(port)

    def ask(self, method: str, path: str, body: dict | bytes | None = None, headers: dict | None = None):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Cookie": cookies, "x-api-access-token": self.token, "Content-Type": "application/json"}
        sent = {name: value for name, value in sent.items() if value} | (headers or {})
        self.connection.request(method, path, json.dumps(body), sent)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers, answer.read()

    def buy(self, run: str, products: list[int], opened: float) -> list[Answer]:
        """Adds products to the cart and orders them, one after another."""
        order = {
            "phone": self.phone,
            "delivery": {"method": "delivery"} | ADDRESS,
            "payment": {"method": "cod"},
        }
        answers = []
        for number, product in enumerate(products):
            requests = [
                ("/api/auth/cart/items", {"pro_id": product, "quantity": 1}),
                ("/api/auth/orders", order),
            ]
            for path, body in requests:
                began = time.monotonic()
                key = {"Idempotency-Key": f"{path.rsplit('/', 1)[1]}-{run}-{number}"}
                status, _, text = self.ask("POST", path, body, key)
                took = time.monotonic() - began
                shown = text[:300].decode(errors="replace")
                answers.append(Answer(status, f"POST {path}", began - opened, took, shown))
        return answers


@contextlib.contextmanager
def busy_machine():
    spin = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(spin) for _ in range(SPINNING * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@contextlib.contextmanager
def restarted(mesh: Mesh, late: str):
    """Restarts all services during a `with` block, `late` after the others."""
    for replica in mesh.each():
        replica.end()
    for replica in mesh.each():
        if replica.service != late:
            mesh.launch(replica)
    delayed = threading.Timer(DELAY, lambda: [mesh.launch(replica) for replica in mesh.replicas.get(late, [])])
    delayed.start()
    try:
        yield
    finally:
        delayed.join()


def until_green(mesh: Mesh) -> float:
    """Waits for the first 200 of `/readyz` of the edge. Returns its time."""
    edge, until = mesh.edge, time.monotonic() + WAIT
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if get(edge.port, "/readyz", timeout=5)[0] == 200:
                return time.monotonic()
        if not edge.process.is_running() or time.monotonic() > until:
            raise Failure(f"/readyz did not become ready: {edge.process.last_words()}")
        time.sleep(0.002)


def rush(mesh: Mesh, buyers: list[Buyer], products: list[int], orders: int, run: str, late: str) -> list[Answer]:
    """Restarts the shop once. Returns the responses to all requests of the buyers. Each places `orders`."""
    for buyer in buyers:
        buyer.connection.close()
    with restarted(mesh, late), ThreadPoolExecutor(len(buyers)) as threads:
        opened = until_green(mesh)
        runs = []
        for index, buyer in enumerate(buyers):
            mine = [products[(index + turn) % len(products)] for turn in range(orders)]
            runs.append(threads.submit(buyer.buy, f"{run}-{index}", mine, opened))
        return [answer for run in runs for answer in run.result()]


def report(start: str, late: str, answers: list[Answer]) -> bool:
    """Prints the result of one start. Returns whether all responses are 2xx."""
    failed = [answer for answer in answers if not 200 <= answer.status < 300]
    counts = sorted(Counter(answer.status for answer in answers).items())
    statuses = ", ".join(f"{count} x {status}" for status, count in counts)
    slowest = max(answer.took for answer in answers)
    row = f"{start} ({late or 'no service'} late)"
    print(f"{'FAILS' if failed else 'holds'}  {row:<41} {statuses}; the slowest took {slowest:.2f} s", flush=True)
    for answer in sorted(failed, key=lambda answer: answer.after)[:SHOWN]:
        print(f"       {answer}", flush=True)
    return not failed


def stocked_products(mesh: Mesh, count: int, max_price: int | None = None) -> list[int]:
    """Ids of the products with the largest stock, that cost at most `max_price` kip."""
    listed = json.loads(get(mesh.edge.port, "/api/v1/product?limit=100&page=1")[2])["data"]
    wanted = [product for product in listed if max_price is None or (product["price"] or max_price + 1) <= max_price]
    return [product["pro_id"] for product in sorted(wanted, key=lambda product: -(product["stock"] or 0))[:count]]


def unloaded(mesh: Mesh) -> bool:
    """Starts with the default settings, on a machine without other work. Each start has new customers."""
    products = stocked_products(mesh, FEW_CONNECTIONS, LOW_PRICE)
    holds = True
    for number, late in enumerate(LATE_UNLOADED, 1):
        buyers = [Buyer(mesh.edge.port) for _ in range(FEW_CONNECTIONS)]
        answers = rush(mesh, buyers, products, FEW_ORDERS, f"unloaded-{number}", late)
        holds &= report(f"unloaded start {number}", late, answers)
    return holds


def loaded(mesh: Mesh) -> bool:
    mesh.settings = LOADED
    with restarted(mesh, ""):
        until_green(mesh)
    products = stocked_products(mesh, CONNECTIONS)
    buyers = [Buyer(mesh.edge.port) for _ in range(CONNECTIONS)]
    holds = True
    for number in range(ROUNDS):
        late = LATE[number % len(LATE)]
        with busy_machine():
            answers = rush(mesh, buyers, products, ORDERS, f"loaded-{number}", late)
        holds &= report(f"loaded start {number + 1}", late, answers)
    return holds


def main() -> int:
    # On SIGTERM, exit normally, so that the started processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    binary = Path(os.environ.get("HEUAN", ROOT / "target/release/heuan")).resolve()
    with tempfile.TemporaryDirectory(prefix="heuan-first-orders-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        try:
            with Mesh(Path(folder), binary, settings=DEFAULTS) as mesh:
                holds = unloaded(mesh)
                holds &= loaded(mesh)
        except (Failure, OSError, http.client.HTTPException, subprocess.SubprocessError) as failure:
            print(f"FAILS  first orders: {failure!r}")
            return 1
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
