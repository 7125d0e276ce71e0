"""Imports into a running shop: duration, effect on requests, time until a new price is visible."""

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
# Each address is requested once, so the edge has not cached it. All prices are higher than these bounds.
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
        "each import replaces the whole catalog of a running shop, without new images, and its seconds are those of the "
        "whole command; at the same time two clients request a list every few milliseconds: one a list that the edge has "
        "cached, one lists that it has not cached, so that they need the service. Clients and import share the machine"
    )
    return section


class Watch:
    """Requests lists during a `with` block and collects their latencies. May be entered several times."""

    def __init__(self, shop: Shop):
        self._shop = shop
        self._done = threading.Event()
        self.cached, self.uncached = Latencies(), Latencies()
        # Maximum seconds that an order would have waited to reserve its products.
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
        for trickle, total in zip(self._trickles, (self.cached, self.uncached)):
            trickle.__exit__()
            total.add(trickle.latencies)

    def _write(self) -> None:
        """Begins and rolls back a write transaction every 50 ms. Like an order, it waits for SQLite's one writer."""
        while not self._done.wait(0.05):
            # Opened again each time, so that the shop may replace or remove the file.
            with contextlib.closing(
                sqlite3.connect(self._shop.data / "catalog-gateway.db", timeout=120, isolation_level=None)
            ) as tables:
                began = time.monotonic()
                tables.execute("BEGIN IMMEDIATE")
                self.longest_write = max(self.longest_write, time.monotonic() - began)
                tables.execute("ROLLBACK")

    def figures(self, count: int, quiet: "Watch") -> list[Figure]:
        errors = self.cached.errors + self.uncached.errors
        total = len(self.cached.seconds) + len(self.uncached.seconds)
        return [
            _latency(f"  list meanwhile ({count:,}), cached: p50 / p99", self.cached, quiet.cached),
            _latency(f"  list meanwhile ({count:,}), not cached: p50 / p99", self.uncached, quiet.uncached),
            at_most(f"  wrong answers meanwhile, of {total:,}", errors, 0, ""),
            shown(f"  longest wait of an order meanwhile ({count:,})", self.longest_write, "s"),
        ]


def _latency(name: str, busy: Latencies, idle: Latencies) -> Figure:
    def both(latencies: Latencies) -> str:
        return f"{latencies.percentile_ms(50):.2f} / {latencies.percentile_ms(99):.2f} ms"

    values = {percent: busy.percentile_ms(percent) for percent in (50, 90, 99, 100)}
    return Figure(name, both(busy), reference=f"idle {both(idle)}", values=values)


def _price_changes(place: Workplace, shop: Shop, count: int) -> list[Figure]:
    """Time from the end of an import of one price until list and product show it."""
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
    raise Failure(f"the new price of {pro_id} was not visible within 30 s")
