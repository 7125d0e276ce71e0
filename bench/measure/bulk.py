"""Bulk changes of prices by the staff, and when shoppers see them."""

import time
from urllib.parse import quote

from customers import OPEN_DOOR, Customer
from figures import Section, at_most, shown
from measure.orders import make_staff, signed_in
from processes import Failure
from shop import Shop, Workplace, import_folder

PRODUCTS = 20_000
PERCENT = 3
GOAL_S = 2
ROUNDS = 5


def measure(place: Workplace) -> Section:
    section = Section("bulk")
    count, rounds = (place.small, 2) if place.is_quick else (PRODUCTS, ROUNDS)
    data = place.new("bulk-data")
    import_folder(place.catalog(count), data, replace=True)
    with Shop(data, **OPEN_DOOR) as shop:
        manager = Customer.register(shop.port, 0)
        make_staff(shop)
        manager = signed_in(shop, manager)
        shop.rest()
        brand = shop.json("/api/v1/product?limit=1&page=1")["data"][0]["brand"]
        listed = f"/api/v1/product?limit=10&page=1&brand={quote(brand)}"
        calls, seen, products = {"change": [], "undo": []}, {"change": [], "undo": []}, 0
        agreed = {"change": [], "undo": []}
        for _ in range(rounds):
            before = _prices(shop, listed)
            names = _names(shop, listed)
            change = {"filter": {"brand": brand}, "change": {"price": {"by_percent": PERCENT}}}
            began = time.monotonic()
            made = manager.post(shop.port, "/api/staff/products/bulk", change)["data"]
            calls["change"].append(time.monotonic() - began)
            after = {pro_id: _raised(price) for pro_id, price in before.items()}
            seen["change"].append(_seconds_until(shop, listed, after, began))
            agreed["change"].append(_seconds_until_searched(shop, names, after, began))
            products = made["changed"]
            began = time.monotonic()
            manager.post(shop.port, f"/api/staff/products/changes/{made['change_id']}/undo", {})
            calls["undo"].append(time.monotonic() - began)
            seen["undo"].append(_seconds_until(shop, listed, before, began))
            agreed["undo"].append(_seconds_until_searched(shop, names, before, began))
    for what, name in (("change", f"price +{PERCENT} % of {products:,} products of a brand"), ("undo", "its undo")):
        section.figures.append(at_most(f"{name}, of {count:,}: shoppers see it", max(seen[what]), GOAL_S, "s", seen[what]))
        section.figures.append(at_most("  the search agrees", max(agreed[what]), GOAL_S, "s", agreed[what]))
        section.figures.append(shown("  the call", max(calls[what]), "s", calls[what]))
    section.notes.append(
        f"from the request of the staff until a list of the brand and each of its products show the new prices, all cached before; "
        f"the slowest of {rounds}, one process on SQLite"
    )
    return section


def _prices(shop: Shop, listed: str) -> dict[int, int]:
    """Prices that shoppers see: those of the list, which every product page has as well."""
    prices = {product["pro_id"]: product["price"] for product in shop.json(listed)["data"]}
    for pro_id, price in prices.items():
        if shop.json(f"/api/v1/product/{pro_id}")["data"]["price"] != price:
            raise Failure(f"list and page of product {pro_id} show different prices")
    return prices


def _raised(price: int) -> int:
    """The price after the change, which the shop rounds to 500 kip, half upwards."""
    return (price * (100 + PERCENT) + 25_000) // 50_000 * 500


def _seconds_until(shop: Shop, listed: str, prices: dict[int, int], began: float) -> float:
    while time.monotonic() - began < 30:
        found = {product["pro_id"]: product["price"] for product in shop.json(listed)["data"]}
        pages = {pro_id: shop.json(f"/api/v1/product/{pro_id}")["data"]["price"] for pro_id in prices}
        if found == prices and pages == prices:
            return time.monotonic() - began
        time.sleep(0.005)
    raise Failure("the new prices were not visible within 30 s")


def _names(shop: Shop, listed: str) -> dict[int, str]:
    return {product["pro_id"]: product["pro_name_en"] or product["pro_name_la"] for product in shop.json(listed)["data"]}


def _seconds_until_searched(shop: Shop, names: dict[int, str], prices: dict[int, int], began: float) -> float:
    """Until the search finds each product by its name and exactly its new price, which the index has to know for the filter."""
    missing = dict(prices)
    while time.monotonic() - began < 30:
        for pro_id, price in list(missing.items()):
            path = f"/api/v1/search-product?search={quote(names[pro_id])}&min_price={price}&max_price={price}&limit=100"
            found = {product["pro_id"]: product["price"] for product in shop.json(path)["products"]}
            if found.get(pro_id) == price:
                del missing[pro_id]
        if not missing:
            return time.monotonic() - began
        time.sleep(0.005)
    raise Failure("the search did not find the new prices within 30 s")
