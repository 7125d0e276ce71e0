"""Customers of a shop under faults. Each sends one kind of write repeatedly and records the acknowledged ones.

A refused request is repeated with its key until it succeeds, as the storefront does. Any response other than a success or an
outage (503 or 504 with Retry-After) is a fault of the shop.
"""

import itertools
import json
import random
import struct
import threading
import time
import zlib
from collections import Counter

from customer import ADDRESS, PASSWORD, Customer
from mesh import Failure, get

REST = 0.02
# Maximum seconds of a request in flight at the end of a run, and of a sign-in after it.
TIMEOUT_S = 300


class Writer(threading.Thread):
    """Thread that writes until `stop`. An error ends it, and `stop` raises the error."""

    # Whether each write replaces or deletes earlier rows, so that a database may find room for it on a full disk.
    reuses_space = False

    def __init__(self, port: int):
        super().__init__(daemon=True)
        self.port, self.seen, self.fault = port, Counter(), None
        self.ending = threading.Event()
        self.lock = threading.Lock()
        # Start times of the last successful and of the last refused request.
        self.succeeded = self.refused = 0.0
        # Status of the first request that was sent after `mark`.
        self.marked, self.first = float("inf"), None
        # Number of successful requests that were sent after `watch`.
        self.watched, self.accepted = float("inf"), 0

    def run(self) -> None:
        try:
            while not self.ending.is_set():
                self.turn()
        except Exception as error:
            self.fault = f"{type(self).__name__}: {error}"

    def stop(self) -> None:
        self.ending.set()
        self.join(TIMEOUT_S)
        if self.is_alive():
            raise Failure(f"{type(self).__name__}: a request has no response after {TIMEOUT_S} s")
        if self.fault:
            raise Failure(self.fault)

    def watch(self) -> None:
        """Counts successful requests from now on."""
        with self.lock:
            self.watched, self.accepted = time.monotonic(), 0

    def mark(self) -> None:
        with self.lock:
            self.marked, self.first = time.monotonic(), None

    def until_taken(
        self, customer: Customer, method: str, path: str, body: dict | bytes | None, key: str | None, *fine: int
    ):
        """Repeats a request until it succeeds. Returns None if the run ends before."""
        sent = {"Idempotency-Key": key} if key else {}
        if isinstance(body, bytes):
            sent["Content-Type"] = "application/octet-stream"
        while True:
            began = time.monotonic()
            status, headers, answer = customer.ask(method, path, body, sent)
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
                self.accepted += began > self.watched
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


class ChatWriter(Writer):
    """Customer who writes chat messages."""

    def __init__(self, port: int, customer: type[Customer] = Customer):
        super().__init__(port)
        self.customer, self.sent = customer(port), []

    def turn(self) -> None:
        name = f"m{len(self.sent)}"
        body = {"sms": f"text {name}", "smstype": "user", "client_id": name}
        if self.until_taken(self.customer, "POST", "/api/auth/message", body, None, 200, 201):
            self.sent.append(name)
        time.sleep(REST)


class Newcomer(Writer):
    """Customer who signs in repeatedly, which writes a session and deletes the oldest one."""

    reuses_space = True

    def __init__(self, port: int, customer: type[Customer] = Customer):
        super().__init__(port)
        self.customer = customer(port)

    def turn(self) -> None:
        body = {"identifier": self.customer.phone, "password": PASSWORD}
        self.until_taken(self.customer, "POST", "/api/auth/login", body, None, 200)
        time.sleep(10 * REST)


class Resident(Writer):
    """Customer who changes an address of the address book, the channels of messages, and the recently viewed products."""

    reuses_space = True

    def __init__(self, port: int, products: list[int], customer: type[Customer] = Customer):
        super().__init__(port)
        self.customer, self.products, self.numbers = customer(port), products, itertools.count()
        self.address = self.landmark = ""

    def turn(self) -> None:
        number = next(self.numbers)
        fields = {"receiver": "Noy", "phone": self.customer.phone, "landmark": f"house {number}"} | ADDRESS
        if not self.address:
            added = self.until_taken(self.customer, "POST", "/api/auth/addresses", fields, None, 200, 201)
            self.address = added[1]["data"]["address_id"] if added else ""
        else:
            self.landmark = ""
            if self.until_taken(self.customer, "PUT", f"/api/auth/addresses/{self.address}", fields, None, 200):
                self.landmark = fields["landmark"]
        channels = {"channels": ["sms"] if number % 2 else ["email"], "language": "en"}
        self.until_taken(self.customer, "PUT", "/api/auth/notifications/channels", channels, None, 200)
        viewed = {"pro_ids": [self.products[number % len(self.products)]]}
        self.until_taken(self.customer, "POST", "/api/auth/viewed-products", viewed, None, 200)
        time.sleep(REST)

    def missing(self) -> list[str]:
        """Acknowledged writes that the shop does not have."""
        if not self.landmark:
            return []
        listed = json.loads(self.customer.ask("GET", "/api/auth/addresses")[2])["data"]
        kept = [address["landmark"] for address in listed]
        return [] if self.landmark in kept else [f"{self.landmark} in {kept}"]


class Manager(Writer):
    """Manager who edits products, uploads images and confirms orders. `shop` gives the role to the account."""

    def __init__(self, shop, products: list[int], customer: type[Customer] = Customer):
        super().__init__(shop.port)
        self.customer, self.products, self.numbers = customer(shop.port), products, itertools.count()
        self.random = random.Random(1)
        self.names: dict[int, str] = {}
        self.images: list[str] = []
        self.steps = itertools.cycle(["receive_return", "refund_part", "goodwill", "payment", "hand_over", "refund"])
        added = shop.run("staff", "add", "--existing", str(self.customer.cus_id))
        if added.returncode:
            # The previous release knows an account by its number alone.
            added = shop.run("staff", "add", "--existing", self.customer.phone)
        if added.returncode:
            raise Failure(f"heuan staff add: {added.stderr}")
        status, _ = self.customer.login()
        if status != 200:
            raise Failure(f"the manager's login answers {status}")

    def turn(self) -> None:
        self.edit(next(self.numbers))
        self.upload()
        self.confirm()
        self.fulfil()
        time.sleep(REST)

    def edit(self, number: int) -> None:
        product = self.products[number % len(self.products)]
        path, name = f"/api/staff/products/{product}", f"Edited {number}"
        read = self.until_taken(self.customer, "GET", path, None, None, 200)
        if not read:
            return
        self.names.pop(product, None)
        edit = {"version": read[1]["data"]["version"], "pro_name_en": name}
        # 409: an import, or this request before its response was lost, has changed the product.
        saved = self.until_taken(self.customer, "PATCH", path, edit, None, 200, 409)
        if saved and saved[0] == 200:
            self.names[product] = name

    def upload(self) -> None:
        image = noise(self.random, 120)
        stored = self.until_taken(self.customer, "POST", "/api/staff/products/images", image, None, 201)
        if stored:
            self.images.append(stored[1]["data"]["path"])

    def confirm(self) -> None:
        for order in self.listed("view=to_confirm"):
            self.act(order, {"action": "confirm"})

    def fulfil(self) -> None:
        """Prepares an order or cancels it, hands one over, and corrects, refunds in part or takes back one that is completed."""
        for order in self.listed("view=to_prepare"):
            cancels = next(self.numbers) % 4 == 0
            self.act(order, {"action": "cancel", "reason": "by phone"} if cancels else {"action": "prepare"})
        for order in self.listed("view=to_hand_over"):
            self.act(order, {"action": "hand_over"})
        for order in self.listed("status=completed"):
            step, line = next(self.steps), order["lines"][0]
            if step == "receive_return":
                goods = [{"pro_id": line["pro_id"], "to_stock": 1, "to_waste": 0}]
                self.act(order, {"action": step, "reason": "broken", "lines": goods})
            elif step == "refund_part":
                self.act(order, {"action": step, "reason": "late", "amount": 1000})
                refunds = {"action": "mark_refunded", "method": "cash"}
                self.act({**order, "version": order["version"] + 1}, refunds)
            else:
                self.act(order, {"booking": step, "reason": "by mistake"}, "corrections")

    def listed(self, filters: str) -> list[dict]:
        found = self.until_taken(self.customer, "GET", f"/api/staff/orders?{filters}&limit=1", None, None, 200)
        return found[1]["data"] if found else []

    def act(self, order: dict, step: dict, call: str = "actions") -> None:
        path = f"/api/staff/orders/{order['order_id']}/{call}"
        # 409: the order has changed meanwhile, or is not in a state for it. 400: the amount or the goods are no longer there.
        self.until_taken(self.customer, "POST", path, {**step, "version": order["version"]}, None, 200, 400, 409)

    def missing(self) -> list[str]:
        """Acknowledged writes that the shop does not have."""
        faults = []
        for product, name in self.names.items():
            now = json.loads(self.customer.ask("GET", f"/api/staff/products/{product}")[2])["data"]["pro_name_en"]
            if now != name:
                faults.append(f"product {product} is called {now} instead of {name}")
        for path in self.images:
            status = self.customer.ask("GET", f"/media/{path}")[0]
            if status != 200:
                faults.append(f"image {path} answers {status}")
        return faults


def noise(numbers: random.Random, side: int) -> bytes:
    """A PNG image of random pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + numbers.randbytes(side * 3) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class CodeUser(Writer):
    """Customer who signs in by codes of SMS, which go through an outbox to a provider. A code replaces the one before."""

    reuses_space = True
    # Minimum and maximum seconds after which another code is requested, one more after each code that did not come. A code that
    # was requested before a kill or a full disk may come later, and on a busy machine each takes seconds.
    WAIT = (1, 10)

    def __init__(self, shop, customer: type[Customer] = Customer):
        super().__init__(shop.port)
        self.customer, self.provider, self.verified = customer(shop.port), shop.sms, 0
        self.wait = self.WAIT[0]

    def turn(self) -> None:
        before = self.provider.code(self.customer.phone)
        wanted = {"identifier": self.customer.phone, "purpose": "sign_in", "language": "en"}
        if not self.until_taken(self.customer, "POST", "/api/auth/code", wanted, None, 202):
            return
        until = time.monotonic() + self.wait
        while (code := self.provider.code(self.customer.phone)) == before:
            if time.monotonic() > until or self.ending.wait(REST):
                self.wait = min(self.wait + 1, self.WAIT[1])
                return
        self.wait = self.WAIT[0]
        # 400: a newer code has replaced this one, or a request whose response was lost has used it.
        # The customer was registered with a password, so that the first code needs it.
        entered = {"identifier": self.customer.phone, "code": code, "account_password": PASSWORD}
        used = self.until_taken(self.customer, "POST", "/api/auth/code/verify", entered, None, 200, 400)
        self.verified += bool(used and used[0] == 200)
        time.sleep(10 * REST)

    def missing(self) -> list[str]:
        """Faults of a sign-in after the run, or none."""
        if not self.verified:
            return ["no code signed in during the run"]
        self.ending.clear()
        before, until = self.verified, time.monotonic() + TIMEOUT_S
        while self.verified == before:
            if time.monotonic() > until:
                return ["no code signs in after the run"]
            self.turn()
        return []


class Searcher(Writer):
    """Customer who searches, which writes the search history and deletes its oldest entry."""

    reuses_space = True

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
