"""Requests of a member of the staff for one list of the back office, and their figures."""

import json
import time

from customers import Customer
from figures import Figure, at_most
from processes import Failure, get, median
from shop import Shop

GOAL_MS = 50
REQUESTS = 40


def timed(name: str, shop: Shop, staff: Customer, path: str) -> Figure:
    """p95 of the requests for `path`, made one after the other."""
    times, cpu = [], shop.cpu_seconds()
    for _ in range(REQUESTS):
        began = time.perf_counter()
        read(shop, staff, path)
        times.append((time.perf_counter() - began) * 1000)
    cpu = 1000 * (shop.cpu_seconds() - cpu) / REQUESTS
    times.sort()
    p95 = times[int(len(times) * 0.95) - 1]
    return at_most(f"{name}: p95 (p50 {median(times):.1f} ms)", p95, GOAL_MS, "ms", (times[0], times[-1]), reference=f"CPU {cpu:.1f} ms")


def read(shop: Shop, staff: Customer, path: str) -> dict:
    status, _, body = get(shop.port, path, staff.headers)
    if status != 200:
        raise Failure(f"{path} answers {status}: {body[:300].decode(errors='replace')}")
    return json.loads(body)


def note(count: int, rows: str) -> str:
    return (
        f"{count:,} {rows} of one process on SQLite; {REQUESTS} requests one after the other, each on a connection of its own; "
        "the clock of the client, which includes the edge; CPU is the mean of the whole process"
    )
