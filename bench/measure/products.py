"""What the staff wait for when they look through 100,000 products."""

import shutil
import sqlite3
from pathlib import Path
from urllib.parse import quote

from customers import OPEN_DOOR, Customer
from figures import Section
from measure.orders import make_staff, signed_in
from measure.staff_requests import note, read, timed
from shop import NO_CACHE, Shop, Workplace

# One product in so many is hidden, and one in so many is sold out.
HIDDEN_SHARE, SOLD_OUT_SHARE = 700, 500


def measure(place: Workplace) -> Section:
    section = Section("products")
    count = place.large
    data = place.new("products-data")
    shutil.copytree(place.data_of(count), data)
    _mark(data)
    with Shop(data, **NO_CACHE, **OPEN_DOOR) as shop:
        manager = Customer.register(shop.port, 0)
        make_staff(shop)
        manager = signed_in(shop, manager)
        shop.rest()
        for name, query in _lists(shop, manager, count):
            section.figures.append(timed(f"{name}, {count:,} products", shop, manager, _path(query)))
    section.notes.append(note(count, "products"))
    return section


def _mark(data: Path) -> None:
    """Hides some products and sells others out, evenly over the catalog."""
    tables = sqlite3.connect(data / "catalog-gateway.db", timeout=60)
    with tables:
        tables.execute("UPDATE product SET visible = 0 WHERE pro_id % ? = 0", (HIDDEN_SHARE,))
        tables.execute("UPDATE product SET stock = 0 WHERE pro_id % ? = 1", (SOLD_OUT_SHARE,))
    tables.close()


def _lists(shop: Shop, manager: Customer, count: int) -> list[tuple[str, str]]:
    deep = _get(shop, manager, "limit=100")["next_cursor"]
    # Nine tenths of the products are on the pages before the deep one.
    for _ in range(count * 9 // 1000 - 1):
        deep = _get(shop, manager, f"limit=100&cursor={quote(deep)}")["next_cursor"]
    first = _get(shop, manager, "limit=1")["data"][0]
    brand, word = quote(first["brand"]), quote(first["pro_name_en"].split()[0])
    return [
        ("all, first page", ""),
        ("  100 by price", "sort=price_desc&limit=100"),
        ("  in stock", "stock=in"),
        ("  sold out (few)", "stock=out"),
        ("  not counted (none)", "stock=uncounted"),
        ("  hidden (few)", "visibility=hidden"),
        ("  scheduled (none)", "visibility=scheduled"),
        ("  of a brand, by stock", f"brand={brand}&sort=stock_asc"),
        ("  of a category, by price", f"category={first['cat_id']}&sort=price_asc"),
        ("  deep page, after nine tenths", f"limit=100&cursor={quote(deep)}"),
        ("search: a word of many", f"search={word}"),
        ("  the same, sold out", f"search={word}&stock=out"),
        ("  a code of one", f"search={first['pro_id']}"),
        ("  a word that does not exist", "search=xyzxyz"),
    ]


def _get(shop: Shop, manager: Customer, query: str) -> dict:
    return read(shop, manager, _path(query))


def _path(query: str) -> str:
    return f"/api/staff/products?{query}"
