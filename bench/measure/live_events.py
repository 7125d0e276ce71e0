"""Cost of live events: memory of idle streams, CPU time and delay of chat messages."""

import asyncio
import resource
import time
from dataclasses import dataclass

from customers import OPEN_DOOR, Customer
from figures import Section, at_most, shown
from measure.split import Everything, open_mesh
from processes import Failure
from shop import UNLIMITED, Shop, Workplace
from streams import close_streams, open_streams, write

IDLE_STREAMS = 10_000
STREAMS = 1_000
# Streams of each customer, for browsers and tabs.
EACH = 10
PER_SECOND = 50
SHAPES = {"one": "one process on SQLite", "split": "split, on PostgreSQL and Redis"}


@dataclass
class RunResult:
    """Result of one run."""

    cpu_ms: float
    delays_ms: list[float]


def measure(place: Workplace) -> Section:
    section = Section("live-events")
    idle, streams, seconds = (1_000, 200, 3) if place.is_quick else (IDLE_STREAMS, STREAMS, 20)
    _let_open(idle + 1_000)
    with Shop(place.data_of(place.small), **OPEN_DOOR) as shop:
        customers = [Customer.register(shop.port, number) for number in range(streams // EACH)]
        asyncio.run(_hold(section, shop, customers, idle))
        asyncio.run(_deliver(section, "one", shop, shop.port, customers, streams, seconds))
    with open_mesh(place, "live-events-split", UNLIMITED | OPEN_DOOR) as mesh:
        customers = [Customer.register(mesh.edge.port, number) for number in range(streams // EACH)]
        asyncio.run(_deliver(section, "split", Everything(mesh), mesh.edge.port, customers, streams, seconds))
    section.notes.append(
        f"{streams // EACH} customers with {EACH} streams each write {PER_SECOND} messages a second for {seconds} s in turn; each "
        f"is sent to the {EACH} streams of its customer; delay from the scheduled time of a message, on a machine whose two "
        "cores run the clients too; CPU of all processes, without that of the same messages without streams"
    )
    return section


async def _hold(section: Section, shop: Shop, customers: list[Customer], count: int) -> None:
    warm = await open_streams(shop.port, customers, len(customers))
    close_streams(warm)
    await asyncio.sleep(1)
    before = shop.resident_mb()
    streams = await open_streams(shop.port, customers, count)
    await asyncio.sleep(2)
    after = shop.resident_mb()
    began = shop.cpu_seconds()
    await asyncio.sleep(15)
    beating = (shop.cpu_seconds() - began) / 15
    close_streams(streams)
    # No goal with fewer streams, because it is for the memory of the whole process with 10,000.
    name = f"resident memory with {count:,} idle streams"
    section.figures.append(at_most(name, after, 400, "MB") if count == IDLE_STREAMS else shown(name, after, "MB"))
    section.figures.append(shown("  streams held per MB", count / max(after - before, 0.1), ""))
    section.figures.append(shown("  CPU of their heartbeats", 100 * beating, "% of a core"))
    await asyncio.sleep(1)


async def _deliver(section: Section, shape: str, server, port: int, customers: list[Customer], count: int, seconds: int):
    alone = await _run(server, port, customers, 0, seconds, f"{shape}-alone")
    delivered = await _run(server, port, customers, count, seconds, f"{shape}-delivered")
    delays = sorted(delivered.delays_ms)
    each = max(delivered.cpu_ms - alone.cpu_ms, 0) / len(delays)
    p50, p99 = (delays[int(len(delays) * share)] for share in (0.5, 0.99))
    name = f"message to streams, {SHAPES[shape]}: p99 of {len(delays):,}"
    section.figures.append(at_most(name, p99, 200, "ms", reference=f"p50 {p50:.1f} ms"))
    section.figures.append(shown("  CPU per delivered message", each, "ms"))
    section.figures.append(shown("  CPU per message written, without streams", alone.cpu_ms / (PER_SECOND * seconds), "ms"))


async def _run(server, port: int, customers: list[Customer], count: int, seconds: int, prefix: str) -> RunResult:
    received: list[tuple[str, float]] = []
    streams = await open_streams(port, customers, count, lambda client_id, at: received.append((client_id, at)))
    began = server.cpu_seconds()
    due = await write(port, customers, PER_SECOND, PER_SECOND * seconds, prefix)
    wanted = len(due) * count // len(customers)
    until = time.monotonic() + 10
    while len(received) < wanted and time.monotonic() < until:
        await asyncio.sleep(0.1)
    # Work that follows within a second counts, in both runs.
    await asyncio.sleep(1)
    cpu_ms = (server.cpu_seconds() - began) * 1000
    close_streams(streams)
    if len(received) != wanted:
        raise Failure(f"{len(received):,} messages were delivered, not {wanted:,}")
    return RunResult(cpu_ms, [(at - due[client_id]) * 1000 for client_id, at in received])


def _let_open(files: int) -> None:
    """Raises the limit of open files of this process and of those that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < files:
        raise Failure(f"needs {files:,} open files, and `ulimit -Hn` allows {hard:,}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))
