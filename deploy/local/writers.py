"""Customers of a shop under faults. Each sends one kind of write repeatedly and records the acknowledged ones.

A refused request is repeated with its key until it succeeds, as the storefront does. Any response other than a success or an
outage (503 or 504 with Retry-After) is a fault of the shop.
"""

import itertools
import json
import threading
import time
from collections import Counter

from customer import ADDRESS, PASSWORD, Customer
from mesh import Failure, get

REST = 0.02


class Writer(threading.Thread):
    """Thread that writes until `stop`. An error ends it, and `stop` raises the error."""

    def __init__(self, port: int):
        super().__init__(daemon=True)
        self.port, self.seen, self.fault = port, Counter(), None
        self.ending = threading.Event()
        self.lock = threading.Lock()
        # Start times of the last successful and of the last refused request.
        self.succeeded = self.refused = 0.0
        # Status of the first request that was sent after `mark`.
        self.marked, self.first = float("inf"), None

    def run(self) -> None:
        try:
            while not self.ending.is_set():
                self.turn()
        except Exception as error:
            self.fault = f"{type(self).__name__}: {error}"

    def stop(self) -> None:
        self.ending.set()
        self.join(60)
        if self.fault:
            raise Failure(self.fault)

    def mark(self) -> None:
        with self.lock:
            self.marked, self.first = time.monotonic(), None

    def until_taken(self, customer: Customer, method: str, path: str, body: dict, key: str | None, *fine: int):
        """Repeats a request until it succeeds. Returns None if the run ends before."""
        while True:
            began = time.monotonic()
            status, headers, answer = customer.ask(method, path, body, {"Idempotency-Key": key} if key else None)
            self.note(began, status, headers, answer, f"{method} {path}", fine)
            if status in fine:
                return status, json.loads(answer)
            if self.ending.wait(REST):
                return None

    def note(self, began: float, status: int, headers, answer: bytes, what: str, fine: tuple[int, ...]) -> None:
        outage = status in (503, 504) and headers.get("Retry-After")
        if status not in fine and not outage:
            raise Failure(f"{what} answers {status}: {answer[:300].decode(errors='replace')}")
        with self.lock:
            self.seen[status] += 1
            if outage:
                self.refused = began
            else:
                self.succeeded = began
            if began > self.marked and self.first is None:
                self.first = status

    def turn(self) -> None:
        raise NotImplementedError


class Buyer(Writer):
    """Customer who places orders, half of them paid by QR code, the others with cash on delivery."""

    def __init__(self, port: int, products: list[int], customer: type[Customer] = Customer):
        super().__init__(port)
        self.customer, self.products = customer(port), products
        self.orders: dict[str, list[tuple[int, int]]] = {}
        self.numbers = itertools.count()

    def turn(self) -> None:
        number = next(self.numbers)
        product = self.products[number % len(self.products)]
        method, run = ("qr" if number % 2 else "cod"), f"{self.customer.phone[-6:]}-{number}"
        added = self.until_taken(
            self.customer, "POST", "/api/auth/cart/items", {"pro_id": product, "quantity": 1}, f"add-{run}", 200, 409
        )
        if not added or added[0] == 409:
            return
        body = {
            "phone": self.customer.phone,
            "delivery": {"method": "delivery"} | ADDRESS,
            "payment": {"method": method},
        }
        placed = self.until_taken(self.customer, "POST", "/api/auth/orders", body, f"order-{run}", 201, 409)
        if not placed or placed[0] == 409:
            # An import has changed a price: clear the cart and start again.
            self.until_taken(self.customer, "DELETE", "/api/auth/cart", {}, None, 200)
            return
        order = placed[1]["data"]
        self.orders[order["order_id"]] = [(line["pro_id"], line["quantity"]) for line in order["lines"]]
        if method == "qr":
            pay = f"/api/sandbox/payments/{order['payment']['reference']}/pay"
            self.until_taken(self.customer, "POST", pay, {}, None, 200)


    def listed(self) -> list[str]:
        """Ids of the customer's orders, from the shop."""
        found, page = [], 1
        while True:
            listed = json.loads(self.customer.ask("GET", f"/api/auth/orders?limit=100&page={page}")[2])
            found += [order["order_id"] for order in listed["data"]]
            if len(found) >= listed["total"]:
                return found
            page += 1


class Talker(Writer):
    """Customer who writes chat messages."""

    def __init__(self, port: int, customer: type[Customer] = Customer):
        super().__init__(port)
        self.customer, self.said = customer(port), []

    def turn(self) -> None:
        name = f"m{len(self.said)}"
        body = {"sms": f"text {name}", "smstype": "user", "client_id": name}
        if self.until_taken(self.customer, "POST", "/api/auth/message", body, None, 200, 201):
            self.said.append(name)
        time.sleep(REST)


class Newcomer(Writer):
    """Customer who signs in repeatedly, which writes a session."""

    def __init__(self, port: int, customer: type[Customer] = Customer):
        super().__init__(port)
        self.customer = customer(port)

    def turn(self) -> None:
        body = {"identifier": self.customer.phone, "password": PASSWORD}
        self.until_taken(self.customer, "POST", "/api/auth/login", body, None, 200)
        time.sleep(10 * REST)


class Searcher(Writer):
    """Customer who searches, which writes the search history."""

    def __init__(self, port: int):
        super().__init__(port)
        self.customer, self.numbers = Customer(port), itertools.count()

    def turn(self) -> None:
        body = {"searchtext": f"cement {next(self.numbers)}"}
        self.until_taken(self.customer, "POST", "/api/auth/search-history", body, None, 200, 201)
        time.sleep(REST)


class Reader(Writer):
    """Customer who reads products. These requests must succeed while only writes fail."""

    def __init__(self, port: int, products: list[int]):
        super().__init__(port)
        self.products, self.numbers = products, itertools.count()

    def turn(self) -> None:
        number = next(self.numbers)
        path = f"/api/v1/product/{self.products[number % len(self.products)]}?look={number}"
        began = time.monotonic()
        status, headers, answer = get(self.port, path)
        self.note(began, status, headers, answer, path, (200,))
        time.sleep(REST)
