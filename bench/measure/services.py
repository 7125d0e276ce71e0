"""Cost of lists and product details without the response cache, and its growth with the catalog."""

import csv
import random
from functools import partial

from catalog import DEMO
from figures import Figure, Section, at_most, shown
from load import press
from processes import alternate, median
from shop import HOME, NO_CACHE, Shop, Workplace

PATHS = 500
# Goals: CPU time of facets, and cost of a list in the large catalog over its cost in the small one.
MAX_FACETS_MS = 5
MAX_GROWTH = 2
SORTS = ("popular", "newest", "price_asc", "price_desc", "discount")
PEERS = {"list": "Vendure 4.6, Medusa 42, Saleor 65 ms", "detail": "Vendure 11.7, Medusa 31, Saleor 45 ms"}
# Mix of lists that shoppers request, percent.
KINDS = {"category": 40, "category, sorted": 20, "group": 15, "group, sorted": 5, "filtered": 10, "all products": 10}


def measure(place: Workplace) -> Section:
    section = Section("services")
    rounds, seconds = (2, 1) if place.is_quick else (5, 4)
    small, large = place.small, place.large
    with Shop(place.data_of(small), **NO_CACHE) as few, Shop(place.data_of(large), **NO_CACHE) as many:
        cost = {
            f"{what} {count}": partial(_cost, shop, paths, seconds)
            for count, shop in ((small, few), (large, many))
            for what, paths in (("list", lists()), ("detail", details(place, count)))
        }
        for shop in (few, many):
            shop.rest()
        alternate(1, cost)
        result = alternate(rounds, cost)
        for what in ("list", "detail"):
            section.figures.append(_cpu(what, small, result, PEERS[what]))
        for what in ("list", "detail"):
            section.figures.append(_cpu(what, large, result, ""))
            growth = median(result[f"{what} {large}"]) / median(result[f"{what} {small}"])
            section.figures.append(at_most(f"{what}: cost at {large:,} over cost at {small:,}", growth, MAX_GROWTH, "×"))
        if not place.is_quick:
            _by_kind(section, small, few, many, seconds)
    section.notes.append(
        f"response cache off, embedded SQLite, {PATHS} addresses in turn; "
        f"a list is {'; '.join(f'{kind} {share} %' for kind, share in KINDS.items())}. "
        "The figures of the other shops were measured earlier with 2,000 products, application and database together"
    )
    return section


def _cost(shop: Shop, paths: list[str], seconds: int) -> float:
    return press(shop, shop.port, paths, seconds).cpu_ms


def _cpu(what: str, count: int, result: dict[str, list[float]], reference: str):
    values = result[f"{what} {count}"]
    name = f"{what}, {count:,} products: CPU per request"
    return at_most(name, median(values), 0.2, "ms", values, reference=reference)


def _by_kind(section: Section, few_count: int, few: Shop, many: Shop, seconds: int) -> None:
    """Cost of each kind of list alone, which explains the figure of the mix. Facets and sorted lists have goals of their own."""
    kinds = _lists_by_kind()
    for what in ("category", "group"):
        of_what = kinds.pop(f"{what}, sorted")
        for sort in SORTS:
            kinds[f"{what}, {sort}"] = [path for path in of_what if f"sort={sort}&" in path]
    kinds["category, page 500"] = [_list(f"category={category}", 500) for category in range(1, 16)]
    # More of them than the service caches.
    bounds = range(1000, 1000 + PATHS)
    kinds["facets of a category"] = [f"/api/v1/facet?category={low % 15 + 1}&min_price={low}" for low in bounds]
    kinds["facets of all products"] = [f"/api/v1/facet?min_price={low}" for low in bounds]
    kinds["home page, HTML"] = [HOME]
    for name, paths in kinds.items():
        has_goal = name.startswith("facets") or name.endswith(SORTS)
        measures = {label: partial(_cost, shop, paths, seconds) for label, shop in (("few", few), ("many", many))}
        result = alternate(3 if has_goal else 1, measures)
        section.figures += _of_kind(name, few_count, result["few"], result["many"])


def _of_kind(name: str, few_count: int, few: list[float], many: list[float]) -> list[Figure]:
    """Rows of one kind: its cost in the large catalog, and for sorted lists its growth."""
    with_few = f"{median(few):.3f} ms with {few_count:,} products"
    if name.startswith("facets"):
        return [at_most(f"  {name}", median(many), MAX_FACETS_MS, "ms", many, reference=with_few)]
    cost = shown(f"  {name}", median(many), "ms", reference=with_few)
    if not name.endswith(SORTS):
        return [cost]
    growth = median(many) / median(few)
    return [cost, at_most(f"  {name}: over the cost at {few_count:,}", growth, MAX_GROWTH, "×")]


def lists() -> list[str]:
    """Addresses of the mix, the same for every catalog."""
    kinds = _lists_by_kind()
    source = random.Random("lists")
    chosen = source.choices(list(KINDS), weights=list(KINDS.values()), k=PATHS)
    return [source.choice(kinds[kind]) for kind in chosen]


def _lists_by_kind() -> dict[str, list[str]]:
    source = random.Random("kinds")
    categories = range(1, 16)
    with (DEMO / "groups.csv").open(encoding="utf-8-sig", newline="") as file:
        groups = [row["prog_id"] for row in csv.DictReader(file)]

    def filtered() -> str:
        low = source.randrange(10, 200) * 1000
        wanted = f"category={source.choice(categories)}&in_stock=true&min_price={low}&max_price={low * 8}"
        return _list(wanted, source.randint(1, 2))

    return {
        "category": [_list(f"category={category}", page) for category in categories for page in range(1, 11)],
        "category, sorted": [
            _list(f"category={category}&sort={sort}", page)
            for category in categories
            for sort in SORTS
            for page in range(1, 4)
        ],
        "group": [_list(f"group={group}", page) for group in groups for page in (1, 2)],
        "group, sorted": [_list(f"group={group}&sort={sort}", 1) for group in groups for sort in SORTS],
        "filtered": [filtered() for _ in range(200)],
        "all products": [_list("", page) for page in range(1, 21)],
    }


def _list(wanted: str, page: int) -> str:
    return "/api/v1/product?" + "&".join(part for part in (wanted, f"limit=10&page={page}") if part)


def details(place: Workplace, count: int) -> list[str]:
    ids = place.ids_of(count)
    return [f"/api/v1/product/{pro_id}" for pro_id in random.Random("details").sample(ids, min(PATHS, len(ids)))]
