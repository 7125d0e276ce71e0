"""Imports into an open shop: how long they take, what shoppers notice, when a new price is seen."""

import contextlib
import itertools
import sqlite3
import threading
import time
from collections.abc import Iterator

from catalog import write_price_list
from figures import Figure, Section, at_most, shown
from load import Latencies, Trickle
from processes import Failure, median
from shop import Shop, Workplace, import_folder

CACHED = "/api/v1/product?limit=10&page=1"
# Each address once, so that the edge has never cached it; prices begin higher.
UNSEEN: Iterator[str] = (f"{CACHED}&min_price={price}" for price in itertools.count(1))


def measure(place: Workplace) -> Section:
    section = Section("import")
    data = place.new("import-data")
    with Shop(data) as shop:
        quiet = Watch(shop)
        with quiet:
            time.sleep(2 if place.is_quick else 10)
        for count, limit, seeds in ((place.small, 5, (2, 3, 2, 3, 1)), (place.large, 90, (1,))):
            folders = [place.catalog(count, seed) for seed in seeds]
            watch, took = Watch(shop), []
            for folder in folders:
                with watch:
                    took.append(import_folder(folder, data, replace=True))
            section.figures.append(at_most(f"import of {count:,} products", median(took), limit, "s", took))
            section.figures += watch.figures(count, quiet)
            section.figures += _price_changes(place, shop, count)
        section.figures.append(shown("  resident memory after all that", shop.resident_mb(), "MB"))
    place.adopt(place.large, data)
    section.notes.append(
        "each import replaces the whole catalog of an open shop, without new pictures, and its seconds are those of the "
        "whole command; meanwhile two clients ask for one list every few milliseconds: one for a list the edge has "
        "cached, one for lists it has never seen, which the service must answer. Client and import share the machine"
    )
    return section


class Watch:
    """Asks for lists while a `with` block runs; may be entered several times."""

    def __init__(self, shop: Shop):
        self._shop = shop
        self._done = threading.Event()
        self.cached, self.asked = Latencies(), Latencies()
        # Seconds that an order would have waited to hold its products.
        self.longest_write = 0.0

    def __enter__(self) -> None:
        self._done.clear()
        self._writer = threading.Thread(target=self._write)
        self._writer.start()
        self._trickles = [Trickle(self._shop.port, itertools.repeat(CACHED)), Trickle(self._shop.port, UNSEEN)]
        for trickle in self._trickles:
            trickle.__enter__()

    def __exit__(self, *_) -> None:
        self._done.set()
        self._writer.join()
        for trickle, total in zip(self._trickles, (self.cached, self.asked)):
            trickle.__exit__()
            total.add(trickle.latencies)

    def _write(self) -> None:
        """Takes SQLite's one writer again and again, as an order does, and changes nothing."""
        while not self._done.wait(0.05):
            # Opened anew, so that the shop may replace or remove its files.
            with contextlib.closing(
                sqlite3.connect(self._shop.data / "catalog-gateway.db", timeout=120, isolation_level=None)
            ) as tables:
                began = time.monotonic()
                tables.execute("BEGIN IMMEDIATE")
                self.longest_write = max(self.longest_write, time.monotonic() - began)
                tables.execute("ROLLBACK")

    def figures(self, count: int, quiet: "Watch") -> list[Figure]:
        errors = self.cached.errors + self.asked.errors
        total = len(self.cached.seconds) + len(self.asked.seconds)
        return [
            _latency(f"  list meanwhile ({count:,}), cached: p50 / p99", self.cached, quiet.cached),
            _latency(f"  list meanwhile ({count:,}), asked of the service: p50 / p99", self.asked, quiet.asked),
            at_most(f"  wrong answers meanwhile, of {total:,}", errors, 0, ""),
            shown(f"  longest wait of an order meanwhile ({count:,})", self.longest_write, "s"),
        ]


def _latency(name: str, busy: Latencies, idle: Latencies) -> Figure:
    def both(latencies: Latencies) -> str:
        return f"{latencies.percentile_ms(50):.2f} / {latencies.percentile_ms(99):.2f} ms"

    values = {percent: busy.percentile_ms(percent) for percent in (50, 90, 99, 100)}
    return Figure(name, both(busy), reference=f"idle {both(idle)}", values=values)


def _price_changes(place: Workplace, shop: Shop, count: int) -> list[Figure]:
    """From the end of an import of one price to the moment the list and the product show it."""
    seen, took = [], []
    for number in range(3 if place.is_quick else 5):
        product = shop.json(CACHED)["data"][0]
        pro_id, price = product["pro_id"], product["price"] + 500 * (number + 1)
        shop.json(f"/api/v1/product/{pro_id}")
        folder = place.folder / "price-list"
        write_price_list(folder, pro_id, price)
        took.append(import_folder(folder, shop.data))
        seen.append(_seconds_until_seen(shop, pro_id, price))
    return [
        at_most(f"new price visible ({count:,} products): slowest of {len(seen)}", max(seen), 2, "s", seen),
        shown("  the import of that one price", median(took), "s", took),
    ]


def _seconds_until_seen(shop: Shop, pro_id: int, price: int) -> float:
    began = time.monotonic()
    while time.monotonic() - began < 30:
        listed = {product["pro_id"]: product["price"] for product in shop.json(CACHED)["data"]}
        shown_price = shop.json(f"/api/v1/product/{pro_id}")["data"]["price"]
        if listed.get(pro_id) == price and shown_price == price:
            return time.monotonic() - began
        time.sleep(0.005)
    raise Failure(f"the new price of {pro_id} was not seen within 30 s")
