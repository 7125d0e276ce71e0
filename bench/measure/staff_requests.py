"""Requests of a member of the staff for one list of the back office, and their figures."""

import json
import sqlite3
import time
from urllib.parse import quote

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


def deep_cursor(shop: Shop, staff: Customer, path: str, count: int) -> str:
    """The cursor after nine tenths of a list."""
    cursor = read(shop, staff, f"{path}?limit=100")["next_cursor"]
    for _ in range(count * 9 // 1000 - 1):
        cursor = read(shop, staff, f"{path}?limit=100&cursor={quote(cursor)}")["next_cursor"]
    return quote(cursor)


def insert_rows(tables: sqlite3.Connection, table: str, rows: list[dict]) -> None:
    """Inserts rows, with empty values for columns that they do not name and that have no default."""
    model = {
        name: "" if kind == "TEXT" else 0
        for _, name, kind, is_required, default, _ in tables.execute(f"PRAGMA table_info({table})")
        if is_required and default is None
    }
    rows = [model | row for row in rows]
    columns = list(rows[0])
    marks = ", ".join(f":{name}" for name in columns)
    tables.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
