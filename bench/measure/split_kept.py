"""Cost of a cached list with one process per service: cached by the same edge, or in Redis by another edge."""

import itertools

from figures import Section, at_most, shown
from load import press
from measure.split import Everything, open_mesh
from processes import median
from shop import Workplace

KEPT = "/api/v1/product?category=1&page=1&limit=10"
# More lists than the second edge is sent in a round, so that it has cached none of them.
MANY = 20_000


def measure(place: Workplace) -> Section:
    section = Section("split, cached")
    rounds, seconds = (2, 1) if place.is_quick else (5, 4)
    many = 2_000 if place.is_quick else MANY
    numbers = itertools.count(1)
    with open_mesh(place, "split-kept", {}, edges=2) as mesh:
        everything = Everything(mesh)
        first, second = mesh.replicas["edge"]

        def kept() -> float:
            return press(everything, first.port, [KEPT], seconds).cpu_ms

        def from_redis() -> tuple[float, float]:
            """Requests the same lists from the first edge, then from the second."""
            paths = [f"{KEPT}&min_price={next(numbers)}" for _ in range(many)]
            first_load = press(everything, first.port, paths, 1 if place.is_quick else 5)
            calls = second.total("rpc_client_call_duration_seconds_count")
            # The lists that the first edge has cached. The load is shorter, so that none is requested twice.
            known = paths[: min(first_load.requests, many)]
            load = press(everything, second.port, known, 1)
            calls = second.total("rpc_client_call_duration_seconds_count") - calls
            return load.cpu_ms, calls / load.requests

        kept()
        keeps = [kept() for _ in range(rounds)]
        shared = [from_redis() for _ in range(rounds)]
    costs, calls = [cost for cost, _ in shared], [call for _, call in shared]
    section.figures += [
        at_most("cached list of 10, split: CPU per request", median(keeps), 0.05, "ms", keeps),
        at_most("cached in Redis by another edge: CPU per request", median(costs), 0.5, "ms", costs),
        shown("  calls to services for one of them", median(calls), "", calls),
    ]
    section.notes.append("two edges; CPU of edges, services, PostgreSQL and Redis together")
    return section
