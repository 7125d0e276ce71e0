"""Cost of adding a product to the cart and of placing an order. Each is stored durably before the response."""

import csv
from functools import partial

from customers import OPEN_DOOR, Customer
from figures import Section, at_most, shown
from load import Post, press
from measure.split import Everything, open_mesh
from processes import alternate, median
from shop import NO_CACHE, Shop, Workplace, import_folder

CUSTOMERS = 64
# Lines in a full cart.
LINES = 5
# Minimum stock of a product, so that none runs out during the measurement.
STOCK = 300
# Seconds after the load whose CPU time counts, because stock and events of an order are processed after the response.
SETTLES = 1.5
GOALS = {"one": 1, "split": 2}
SHAPES = {"one": "one process on SQLite", "split": "split, on PostgreSQL and Redis"}
SETTINGS = NO_CACHE | OPEN_DOOR


def measure(place: Workplace) -> Section:
    section = Section("buy")
    rounds, seconds = (1, 5) if place.is_quick else (5, 4)
    in_carts, ordered = goods(place)
    # A data folder of its own, because orders change the stock.
    data = place.new("buy-data")
    import_folder(place.catalog(place.small), data, replace=True)
    with open_mesh(place, "buy-split", SETTINGS) as mesh, Shop(data, **SETTINGS) as one:
        cost = {}
        for shape, server, port in (("one", one, one.port), ("split", Everything(mesh), mesh.edge.port)):
            customers = [Customer.register(port, number) for number in range(CUSTOMERS)]
            adds = cart_changes(customers, in_carts)
            orders = [_order(customer, pair) for pair, customer in zip(_by_two(ordered), customers * len(ordered))]
            cost[f"add {shape}"] = partial(_cost, server, port, adds, seconds, 0)
            cost[f"order {shape}"] = partial(_cost, server, port, orders, seconds, SETTLES)
        alternate(1, cost)
        result = alternate(rounds, cost)
    for shape, words in SHAPES.items():
        values = result[f"add {shape}"]
        section.figures.append(at_most(f"add to cart, {words}: CPU", median(values), GOALS[shape], "ms", values,
                                       reference="Vendure 21.9, Saleor 126, Medusa 206 ms"))
    for shape, words in SHAPES.items():
        values = result[f"order {shape}"]
        section.figures.append(shown(f"  order, {words}: CPU", median(values), "ms", values))
    section.notes.append(
        f"{place.small:,} products; {CUSTOMERS} signed-in customers in turn on 32 connections, each request with "
        f"its own Idempotency-Key; carts of {LINES} lines, orders of two products by cash on delivery, including the "
        f"{SETTLES} s after them; CPU of all processes together, databases included"
    )
    return section


def cart_changes(customers: list[Customer], in_carts: list[int]) -> list[Post]:
    """Requests that add each customer's products to the cart, one customer after another."""
    return [_add(customer, pro_id) for turn in range(LINES) for customer, pro_id in _pairs(customers, in_carts, turn)]


def _add(customer: Customer, pro_id: int) -> Post:
    return _press(customer, "/api/auth/cart/items", {"pro_id": pro_id, "quantity": 1})


def _order(customer: Customer, pro_ids: tuple[int, int]) -> Post:
    items = [{"pro_id": pro_id, "quantity": 1} for pro_id in pro_ids]
    delivery = {"method": "delivery", "province": "Vientiane", "district": "Xaythany", "village": "Dongdok"}
    body = {"items": items, "buyNow": True, "phone": "020 5512 3456", "delivery": delivery, "payment": {"method": "cod"}}
    return _press(customer, "/api/auth/orders", body)


def _press(customer: Customer, path: str, body: dict) -> Post:
    return Post(path, customer.headers | {"Idempotency-Key": "bench-{n}"}, body)


def goods(place: Workplace) -> tuple[list[int], list[int]]:
    """Products with enough stock: one half for carts, the other for orders."""
    with (place.catalog(place.small) / "products.csv").open(encoding="utf-8-sig", newline="") as file:
        ids = [int(row["pro_id"]) for row in csv.DictReader(file) if int(row["stock"] or 0) >= STOCK]
    half = len(ids) // 2
    return ids[:half], ids[half:]


def _pairs(customers: list[Customer], goods: list[int], turn: int):
    return [(customer, goods[(number * LINES + turn) % len(goods)]) for number, customer in enumerate(customers)]


def _by_two(ids: list[int]) -> list[tuple[int, int]]:
    return list(zip(ids, ids[1:] + ids[:1]))


def _cost(server: Everything | Shop, port: int, requests: list[Post], seconds: int, settles: float) -> float:
    return press(server, port, requests, seconds, settles=settles).cpu_ms
