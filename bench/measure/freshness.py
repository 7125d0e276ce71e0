"""Search after an import, and the first sitemap of a large shop."""

import itertools
import json
import time
from urllib.parse import quote

from figures import Section, at_most, shown
from load import Trickle
from processes import Failure, get
from shop import Shop, Workplace, import_folder

# A text that many products of every generated catalog have, and searches whose answers need all of them.
TEXT = quote("tile")
SEARCHES = [f"/api/v1/search-product?search={TEXT}{more}" for more in ("", "&sort=price_asc", "&sort=newest", "&in_stock=true")]
# Seconds without a change after which the answers are the final ones.
SETTLED = 12
LIST = "/api/v1/product?limit=10&page=1"


def measure(place: Workplace) -> Section:
    section = Section("fresh")
    count, many = (1_000, 5_000) if place.is_quick else (20_000, 200_000)
    data = place.new("fresh-data")
    with Shop(data) as shop:
        import_folder(place.catalog(count, 4), data, replace=True)
        before = shop.cpu_seconds()
        took, unmarked = _seconds_until_right(shop)
        section.figures += [
            at_most(f"search right after an import of {count:,}: filters, facets and orders", took, 10, "s"),
            at_most("  answers behind the catalog without X-Heuan-Indexing", unmarked, 0, ""),
            shown("  CPU time meanwhile", shop.cpu_seconds() - before, "s"),
        ]
        import_folder(place.catalog(many, 5), data, replace=True)
    with Shop(data) as shop, Trickle(shop.port, itertools.repeat(LIST)) as lists:
        began = time.monotonic()
        status, _, _ = get(shop.port, "/sitemap.xml")
        seconds = time.monotonic() - began
        if status != 200:
            raise Failure(f"/sitemap.xml answers {status}")
    section.figures += [
        at_most(f"first /sitemap.xml of {many:,} products", seconds, 1, "s"),
        at_most("  wrong answers of a list meanwhile", lists.errors, 0, ""),
        shown("  slowest list meanwhile", lists.percentile_ms(100), "ms"),
    ]
    return section


def _seconds_until_right(shop: Shop) -> tuple[float, int]:
    """The time of the last change of an answer, and how many answers before it did not say that they may be wrong, although
    the list of the catalog was the new one before. The shop itself notices an import of the command line within 0.1 s."""
    began = time.monotonic()
    seen: list[tuple[float, list[str], bool, str]] = []
    while not seen or time.monotonic() - _last_change(seen) < SETTLED:
        answers, is_indexing = [], False
        listed = json.loads(get(shop.port, LIST)[2])
        for path in SEARCHES:
            _, headers, body = get(shop.port, path)
            answer = json.loads(body)
            answers.append(json.dumps([answer.get("total"), answer.get("facets"), answer.get("products")]))
            is_indexing |= "x-heuan-indexing" in {name.lower() for name in headers}
        seen.append((time.monotonic(), answers, is_indexing, json.dumps(listed)))
        time.sleep(0.1)
    _, final, _, final_list = seen[-1]
    unmarked = sum(answers != final and not marked and listed == final_list for _, answers, marked, listed in seen)
    last_wrong = max((at for at, answers, _, _ in seen if answers != final), default=began)
    return last_wrong - began, unmarked


def _last_change(seen: list[tuple[float, list[str], bool, str]]) -> float:
    changed = [after[0] for before, after in itertools.pairwise(seen) if before[1] != after[1]]
    return changed[-1] if changed else seen[0][0]
