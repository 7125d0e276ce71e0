"""Number of calls to services for one response. It must not grow with the number of items on the page."""

from figures import Figure, Section, at_most, number
from processes import Failure, get
from shop import HOME, NO_CACHE, Shop, Workplace

REPEATS = 3
FEW = 10
LIST = "/api/v1/product?page=1&limit="


def measure(place: Workplace) -> Section:
    section = Section("calls")
    with Shop(place.data_of(FEW), **NO_CACHE) as few, Shop(place.demo_data(), **NO_CACHE) as many:
        section.figures += [
            at_most("calls to services, home page", _calls(many, HOME), 6, "calls"),
            _equal("  home page, few / many products", few, many, HOME, HOME),
            _equal("  product page, few / many products", few, many, _product(few), _product(many)),
            _equal("  category page, few / many products", few, many, _category(few), _category(many)),
            _verdict("  list of 10 / of 100 products", [_calls(many, LIST + "10"), _calls(many, LIST + "100")]),
        ]
    section.notes.append(
        f"response cache off, counted by rpc_client_call_duration_seconds of /metrics; few / many: a shop of {FEW} products / the demo shop"
    )
    return section


def _equal(name: str, few: Shop, many: Shop, path_in_few: str, path_in_many: str) -> Figure:
    return _verdict(name, [_calls(few, path_in_few), _calls(many, path_in_many)])


def _verdict(name: str, counts: list[float]) -> Figure:
    measured = " / ".join(map(number, counts)) + " calls"
    return Figure(name, measured, "equal", len(set(counts)) == 1, values={"counts": counts})


def _calls(shop: Shop, path: str) -> float:
    # The minimum of several, because background jobs may call services at the same time.
    calls = min(_calls_once(shop, path) for _ in range(REPEATS))
    if calls == 0:
        raise Failure(f"{path} made no call that /metrics counts")
    return calls


def _calls_once(shop: Shop, path: str) -> float:
    before = shop.service_calls()
    status, _, body = get(shop.port, path)
    if status != 200:
        raise Failure(f"{path} answers {status}: {body[:200].decode(errors='replace')}")
    return shop.service_calls() - before


def _product(shop: Shop) -> str:
    return f"{HOME}/shop/{_first(shop)['pro_id']}"


def _category(shop: Shop) -> str:
    return f"{HOME}/shop?category={_first(shop)['cat_id']}"


def _first(shop: Shop) -> dict:
    return shop.json(LIST + "10")["data"][0]
