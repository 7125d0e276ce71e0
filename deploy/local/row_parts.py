"""Nineteen requests while each part is down in turn, compared with "When a part is down" of docs/resilience.md."""

from collections.abc import Callable
from http.client import HTTPMessage

from load import Crowd
from scenario import CATALOG, SEEN, Row, Shop

Answer = tuple[int, HTTPMessage]
POSTGRES = "PostgreSQL"
PUBLIC = {"home", "category page", "list seen", "promotions", "content page", "branches"}
BUYING = {"cart", "wishlist", "orders", "order, pick-up", "order, delivery"}
PERSONAL = BUYING | {"profile", "chat", "bell"}
UNSEEN = {"list unseen", "product page unseen", "search", "search by image"}
JOURNEYS = 19
# Requests that fail with 503 and Retry-After while a part is down. All others must succeed.
GONE = {
    CATALOG: UNSEEN | {"cart", "wishlist", "order, pick-up", "order, delivery"},
    "weather-branches": {"order, pick-up"},
    "accounts": PERSONAL | {"sign in"},
    "orders": BUYING,
    "search": {"search"},
    "image-search": {"search by image"},
    "chat": {"chat"},
    "notifications": {"bell"},
    POSTGRES: PERSONAL | UNSEEN | {"sign in"},
}


def each_part_in_turn(shop: Shop) -> list[Row]:
    shop.customer.put_into_cart(*shop.products[:3])
    shop.customer.track_stock(shop.products[4])
    return [_gone(shop, name) for name in GONE]


def _gone(shop: Shop, name: str) -> Row:
    walk(shop)
    _end(shop, name)
    wrong = []
    # Twice: first while breakers are closed, then after the failures have opened them.
    for _ in range(2):
        for journey, (status, headers) in walk(shop).items():
            fault = _fault(journey in GONE[name], status, headers)
            if fault:
                wrong.append(f"{journey}: {fault}")
    with Crowd(shop.mesh.edge.port, SEEN) as crowd:
        seen = crowd.watch(2)
    alert = "" if name == POSTGRES else "; " + shop.alerts.fires("ServiceDown", job=name)
    _begin(shop, name)
    back = shop.until("all requests succeed", lambda: {status for status, _ in walk(shop).values()} == {200})
    summary = "; ".join(sorted(set(wrong))) or f"{len(GONE[name])} requests fail as documented, {JOURNEYS - len(GONE[name])} succeed"
    return Row(f"Q11 {name} is down", not wrong and seen.failed == 0, f"{summary}; seen: {seen}{alert}; recovered after {back:.1f} s")


def _fault(is_gone: bool, status: int, headers: HTTPMessage) -> str:
    if not is_gone:
        return "" if status == 200 else f"answered {status}"
    if status not in (503, 504):
        return f"answered {status}, not 503"
    return "" if headers.get("Retry-After") else f"{status} without Retry-After"


def walk(shop: Shop) -> dict[str, Answer]:
    customer = shop.customer
    journeys: dict[str, Callable[[], Answer]] = {
        "home": lambda: customer.get("/la"),
        "category page": lambda: customer.get(SEEN[1]),
        "list seen": lambda: customer.get(SEEN[2]),
        "list unseen": lambda: customer.get(shop.unseen()),
        "product page unseen": lambda: customer.get(shop.unseen_product()),
        "search": lambda: customer.get(shop.unseen_search()),
        "search by image": customer.image,
        "promotions": lambda: customer.get("/la/promotion"),
        "content page": lambda: customer.get("/la/about"),
        "branches": lambda: customer.get("/api/v1/branch"),
        "sign in": customer.login,
        "profile": lambda: customer.get("/api/auth/profile"),
        "cart": lambda: customer.get("/api/auth/cart"),
        "wishlist": lambda: customer.get("/api/auth/wishlist"),
        "orders": lambda: customer.get("/api/auth/orders"),
        "order, pick-up": lambda: customer.order(shop.products[0], pickup=True),
        "order, delivery": lambda: customer.order(shop.products[0], pickup=False),
        "chat": lambda: customer.get("/api/auth/message"),
        "bell": lambda: customer.get("/api/auth/notifications/user"),
    }
    return {name: journey() for name, journey in journeys.items()}


def _end(shop: Shop, name: str) -> None:
    if name == POSTGRES:
        shop.mesh.postgres.stop()
        return
    for replica in shop.mesh.replicas[name]:
        replica.kill()


def _begin(shop: Shop, name: str) -> None:
    if name == POSTGRES:
        shop.mesh.start_postgres()
        return
    for replica in shop.mesh.replicas[name]:
        shop.mesh.start(replica)


def a_dead_redis(shop: Shop) -> Row:
    def pace() -> float:
        return sorted(shop.ask(shop.unseen())[1] for _ in range(40))[20]

    before = pace()
    shop.mesh.redis.child.kill()
    shop.mesh.redis.child.wait()
    first = shop.ask(shop.unseen())
    after = pace()
    with Crowd(shop.mesh.edge.port, SEEN + [shop.unseen() for _ in range(2000)]) as crowd:
        seen = crowd.watch(3)
    is_open = shop.mesh.edge.total("redis_breaker_state") > 0
    alert = shop.alerts.fires("RedisBreakerOpen")
    shop.mesh.start_redis()
    shop.until("Redis is used again", lambda: shop.mesh.edge.total("redis_breaker_state") == 0)
    holds = is_open and seen.failed == 0 and first[0] == 200 and after < before + 20
    figures = f"unseen lists {before:.0f} ms before, {first[1]:.0f} ms at first, {after:.0f} ms then; {seen}; {alert}; used again after its restart"
    return Row("Redis is down", holds, figures)
