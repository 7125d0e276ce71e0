"""The shop under test and the result of a row, which all rows of `make chaos` use."""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from alerts import Alerts
from customer import Customer
from mesh import Failure, Mesh, Replica, get

CATALOG = "catalog-gateway"
BUDGET_MS = 5000  # deadline of a request, from edge.toml
SEEN = ["/la", "/la/shop?category=2", "/api/v1/product?category=1&limit=10&page=1", "/api/v1/category?active=true"]


@dataclass
class Row:
    name: str
    holds: bool
    figures: str


class Shop:
    """Mesh with helpers for the rows."""

    def __init__(self, mesh: Mesh, alerts: Alerts):
        self.mesh, self.alerts, self.fresh = mesh, alerts, iter(range(1, 1_000_000))
        self.products = self._listed(1)
        # Products from the end of the list, which other requests do not show, each once until they are used up.
        pages = itertools.takewhile(bool, map(self._listed, itertools.count(2)))
        self.other_pages = itertools.cycle(list(itertools.chain.from_iterable(pages))[::-1])
        self.customer = Customer(mesh.edge.port)

    @property
    def catalog(self) -> list[Replica]:
        return self.mesh.replicas[CATALOG]

    def unseen(self) -> str:
        """Address of a list that is not cached, because its price filter is new."""
        return f"/api/v1/product?limit=10&page=1&min_price={next(self.fresh)}"

    def unseen_product(self) -> str:
        return f"/en/shop/{next(self.other_pages)}"

    def _listed(self, page: int) -> list[int]:
        listed = json.loads(get(self.mesh.edge.port, f"/api/v1/product?limit=100&in_stock=true&page={page}")[2])
        return [product["pro_id"] for product in listed["data"]]

    def unseen_search(self) -> str:
        return f"/api/v1/search-product?search=cement&min_price={next(self.fresh)}"

    def ask(self, path: str) -> tuple[int, float]:
        began = time.monotonic()
        try:
            status = get(self.mesh.edge.port, path)[0]
        except OSError:
            status = 0
        return status, (time.monotonic() - began) * 1000

    def calls(self, *labels: str) -> float:
        return self.mesh.edge.total("rpc_client_call_duration_seconds_count", f'target="{CATALOG}"', *labels)

    def is_breaker_open(self) -> bool:
        return self.mesh.edge.total("rpc_breaker_state", f'target="{CATALOG}"') > 0

    def answered(self, replica: Replica) -> float:
        return replica.total("rpc_server_call_duration_seconds_count")

    def put_back(self, replicas: list[Replica], **settings: str) -> None:
        """Restarts replicas, optionally with other settings."""
        for replica in replicas:
            replica.process.stop()
            self.mesh.start(replica, **settings)

    def until(self, what: str, condition: Callable[[], bool], seconds: float = 180) -> float:
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > seconds:
                raise Failure(f"never happened: {what}")
            time.sleep(0.1)
        return time.monotonic() - began
