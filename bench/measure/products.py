"""Response times for the staff when they look through 100,000 products."""

import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from customers import OPEN_DOOR, Customer
from figures import Section
from measure.orders import make_staff, signed_in
from measure.staff_requests import note, read, timed
from processes import Failure
from shop import NO_CACHE, Shop, Workplace

# One product in so many is hidden, one is sold out, and one has a barcode.
HIDDEN_SHARE, SOLD_OUT_SHARE, BARCODE_SHARE = 700, 500, 100


def measure(place: Workplace) -> Section:
    section = Section("products")
    count = place.large
    data = place.new("products-data")
    shutil.copytree(place.data_of(count), data)
    coded = _mark(data)
    with Shop(data, **NO_CACHE, **OPEN_DOOR) as shop:
        manager = Customer.register(shop.port, 0)
        make_staff(shop)
        manager = signed_in(shop, manager)
        shop.rest()
        for name, query in _lists(shop, manager, count, coded):
            section.figures.append(timed(f"{name}, {count:,} products", shop, manager, _path(query)))
    section.notes.append(note(count, "products"))
    return section


class Coded(NamedTuple):
    """A product with both codes."""

    pro_id: int
    barcode: str
    sku: str


def _mark(data: Path) -> Coded:
    """Hides some products, sells others out and gives others a barcode, evenly over the catalog. Returns one with a barcode."""
    tables = sqlite3.connect(data / "catalog-gateway.db", timeout=60)
    with tables:
        tables.execute("UPDATE product SET visible = 0 WHERE pro_id % ? = 0", (HIDDEN_SHARE,))
        tables.execute("UPDATE product SET stock = 0 WHERE pro_id % ? = 1", (SOLD_OUT_SHARE,))
        # Under a revision of its own, as every change of attributes.
        tables.execute("UPDATE revision SET value = value + 1")
        tables.execute(
            "UPDATE product SET attributes = json_set(attributes, '$.barcode', printf('885%010d', pro_id)), "
            "revision = (SELECT value FROM revision) WHERE pro_id % ? = 2",
            (BARCODE_SHARE,),
        )
    found = tables.execute(
        "SELECT pro_id, json_extract(attributes, '$.barcode'), json_extract(attributes, '$.sku') FROM product "
        "WHERE visible = 1 AND pro_id % ? = 2",
        (BARCODE_SHARE,),
    ).fetchall()
    tables.close()
    return Coded(*found[len(found) // 2])


def _lists(shop: Shop, manager: Customer, count: int, coded: Coded) -> list[tuple[str, str]]:
    for code in (coded.barcode, coded.sku):
        hit = _get(shop, manager, f"search={quote(code)}")["data"][0]["pro_id"]
        if hit != coded.pro_id:
            raise Failure(f"the code {code} of product {coded.pro_id} finds {hit}")
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
        ("  an exact barcode", f"search={quote(coded.barcode)}"),
        ("  an exact SKU", f"search={quote(coded.sku)}"),
        ("  a word that does not exist", "search=xyzxyz"),
    ]


def _get(shop: Shop, manager: Customer, query: str) -> dict:
    return read(shop, manager, _path(query))


def _path(query: str) -> str:
    return f"/api/staff/products?{query}"
