"""Rows about the edge: overload, number of calls, graceful shutdown and restart."""

import time

from customer import Customer
from load import Crowd, Seen
from latency_proxy import SlowLine
from streams import Streams
from scenario import Row, Shop

# Seconds by which each SQL statement of the catalog is delayed, so that its replicas are the bottleneck, not this machine.
LATE = 0.04
ROOM = 8
PEAK, TOO_MANY, BUYERS = 24, 96, 4
CONNECTIONS, LISTENERS = 200, 20


def an_overload(shop: Shop) -> Row:
    """Under overload, browsing is shed first, with `Retry-After`; carts of customers are served."""
    addresses = [shop.unseen() for _ in range(50_000)]
    buyers = [Customer(shop.mesh.edge.port) for _ in range(BUYERS)]
    for buyer in buyers:
        buyer.put_into_cart(*shop.products[:3])
    with SlowLine(shop.mesh.postgres_port, LATE) as line:
        slow = {"DATABASE_URL": shop.mesh.database_url(line.port), "HEUAN_RPC__CONCURRENCY": str(ROOM)}
        shop.put_back(shop.catalog, **slow)
        with Crowd(shop.mesh.edge.port, addresses, shoppers=PEAK, pause=0) as crowd:
            crowd.watch(1)
            peak = crowd.watch(4)
        with Crowd(shop.mesh.edge.port, addresses, shoppers=TOO_MANY, pause=0) as crowd:
            crowd.watch(1)
            until, carts = time.monotonic() + 6, []
            while time.monotonic() < until:
                carts += [buyer.get("/api/auth/cart")[0] for buyer in buyers]
            pressed = crowd.take()
    shop.put_back(shop.catalog)
    back = shop.until("lists are served again", lambda: shop.ask(shop.unseen())[0] == 200)
    served, refused = pressed.statuses[200] / 6, pressed.statuses[503]
    share = carts.count(200) / len(carts)
    good = served / (peak.statuses[200] / 4)
    holds = good >= 0.8 and share >= 0.99 and refused > 0 and pressed.without_retry_after == 0 and back < 10
    figures = (
        f"lists served: {peak.statuses[200] / 4:.0f}/s at most, {served:.0f}/s ({good:.0%}) with {refused / 6:.0f}/s refused, all with "
        f"Retry-After; carts: {share:.1%} of {len(carts)}; normal after {back:.1f} s"
    )
    return Row("Overload", holds, figures)


def counts_that_stay(shop: Shop) -> Row:
    """The number of calls between services does not depend on the number of items."""
    few, many = Customer(shop.mesh.edge.port), Customer(shop.mesh.edge.port)
    few.put_into_cart(shop.products[0])
    many.put_into_cart(*shop.products[:20])
    pairs = {
        "list of 10 / 100": (lambda: few.get(shop.unseen()), lambda: few.get(shop.unseen().replace("limit=10", "limit=100"))),
        "cart of 1 / 20": (lambda: few.get("/api/auth/cart"), lambda: many.get("/api/auth/cart")),
        "quote of 1 / 20": (lambda: few.quote(), lambda: many.quote()),
    }
    counts = {name: tuple(_calls(shop, ask) for ask in pair) for name, pair in pairs.items()}
    figures = "; ".join(f"{name}: {one:.0f} / {other:.0f} calls" for name, (one, other) in counts.items())
    return Row("Calls do not grow", all(one == other > 0 for one, other in counts.values()), figures)


def _calls(shop: Shop, ask) -> float:
    """Minimum number of calls over five tries, because background jobs make calls too."""
    def total() -> float:
        callers = [shop.mesh.edge, *shop.mesh.replicas["orders"]]
        return sum(caller.total("rpc_client_call_duration_seconds_count") for caller in callers)

    counted = []
    for _ in range(5):
        before = total()
        ask()
        counted.append(total() - before)
    return min(counted)


def an_ending_edge(shop: Shop) -> Row:
    """A graceful shutdown of the edge cuts no response, and every stream receives `bye`."""
    edge = shop.mesh.edge
    listeners = [Customer(edge.port) for _ in range(LISTENERS)]
    with (
        Streams(edge.port, listeners, count=CONNECTIONS) as streams,
        Crowd(edge.port, ["/la", "/api/v1/category?active=true"], CONNECTIONS, pause=0.2, balanced=True) as crowd,
    ):
        crowd.watch(2)
        began = time.monotonic()
        edge.process.stop()
        ended = time.monotonic() - began
        crowd.end()
        seen: Seen = crowd.take()
        reconnecting = streams.reconnect_count()
    began = time.monotonic()
    shop.mesh.start(edge)
    ready = time.monotonic() - began
    wrong = sum(count for status, count in seen.statuses.items() if status >= 500)
    holds = wrong == 0 and seen.cut == 0 and streams.open == reconnecting == CONNECTIONS and ready <= 1
    figures = (
        f"{seen.requests} requests on {CONNECTIONS} connections, {wrong} with an error, {seen.cut} cut; {reconnecting} of {streams.open} streams"
        f" received `bye`; ended in {ended:.1f} s, ready again in {ready:.1f} s"
    )
    return Row("Restart of the edge", holds, figures)
