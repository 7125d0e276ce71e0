"""Response times for the staff when they look through 100,000 orders."""

import contextlib
import json
import random
import sqlite3
import subprocess
import time
from urllib.parse import quote

from customers import OPEN_DOOR, Customer
from figures import Section
from measure.staff_requests import note, read, timed
from processes import Failure
from shop import BINARY, NO_CACHE, REPOSITORY, Shop, Workplace, environment

ORDERS = 100_000
# Of each hundred orders; the others are completed.
OPEN = {"placed": 1, "preparing": 1, "ready": 1, "delivering": 1}
ENDED = {"cancelled": 10, "expired": 4}
NAMES = ("ນ້ອຍ", "ຄຳ", "ບຸນ", "ສົມ", "ວົງສາ", "ແກ້ວ", "ພອນ", "ຈັນ", "Noy", "Kham", "Boun", "Vong")


def measure(place: Workplace) -> Section:
    section = Section("orders")
    count = 5_000 if place.is_quick else ORDERS
    with Shop(place.data_of(place.small), **NO_CACHE, **OPEN_DOOR) as shop:
        clerk = Customer.register(shop.port, 0)
        _fill(shop, _place(shop, clerk, place.ids_of(place.small)[0]), count)
        make_staff(shop)
        clerk = signed_in(shop, clerk)
        for name, query in _lists(shop, clerk, count):
            section.figures.append(timed(f"{name}, {count:,} orders", shop, clerk, _path(query)))
    section.notes.append(note(count, "orders"))
    return section


def _place(shop: Shop, customer: Customer, pro_id: int) -> str:
    body = {
        "items": [{"pro_id": pro_id, "quantity": 1}],
        "buyNow": True,
        "phone": "020 5512 3456",
        "delivery": {"method": "delivery", "province": "Vientiane", "district": "Xaythany", "village": "Dongdok"},
        "payment": {"method": "cod"},
    }
    return customer.post(shop.port, "/api/auth/orders", body)["data"]["order_id"]


def _fill(shop: Shop, order_id: str, count: int) -> None:
    """Writes copies of an order, of the past year, with other names, numbers, states and totals."""
    generator = random.Random(1)
    states = [state for state, share in (OPEN | ENDED).items() for _ in range(share)]
    states += ["completed"] * (100 - len(states))
    tables = sqlite3.connect(shop.data / "orders.db", timeout=60)
    names = [row[1] for row in tables.execute("PRAGMA table_info(customer_order)")]
    model = dict(zip(names, tables.execute("SELECT * FROM customer_order WHERE order_id = ?", (order_id,)).fetchone()))
    body = json.loads(model["body"])
    rows = []
    # As they arrive: otherwise the pages of the indexes by time are half empty.
    for number in reversed(range(count)):
        at = model["created_at"] - number * 315_000 - 1
        status, phone = generator.choice(states), f"+85620{generator.randrange(10**7, 10**8)}"
        name = f"{generator.choice(NAMES)} {generator.choice(NAMES)}"
        reference = f"25{number:012d}"
        body |= {"phone": phone, "customer_name": name}
        money = {"completed": "paid", "cancelled": "expired", "expired": "expired"}.get(status, "due")
        units = "released" if status in ENDED else "committed"
        rows.append(
            model
            | {
                "order_id": f"bench{number:021d}",
                "number": f"{reference[:6]}-{reference[6:]}",
                "reference": reference,
                "created_at": at,
                "method": "cod" if money != "expired" else "transfer",
                "status": status,
                "money": money,
                "units": units,
                "total": generator.randrange(10, 9000) * 1000,
                "body": json.dumps(body, ensure_ascii=False),
                "history": json.dumps([["placed", at], [status, at]]),
                "search": f"{reference} {phone[1:]} {name}".lower(),
                "due_at": None,
            }
        )
    marks = ", ".join(f":{name}" for name in names)
    with tables:
        tables.executemany(f"INSERT INTO customer_order ({', '.join(names)}) VALUES ({marks})", rows)
    tables.close()


def make_staff(shop: Shop) -> None:
    """Makes customer 0 a manager, whose sessions end."""
    # As if a code had confirmed the address: a role is not granted by another one.
    with contextlib.closing(sqlite3.connect(shop.data / "accounts.db", timeout=60)) as tables, tables:
        tables.execute("UPDATE customer SET verified_email = email WHERE email = '0@bench.example'")
    command = [str(BINARY), "staff", "add", "--existing", "0@bench.example"]
    ended = subprocess.run(
        command, env=environment(shop.data), cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if ended.returncode != 0:
        raise Failure(f"heuan staff add: {(ended.stdout + ended.stderr).strip()[-500:]}")


def signed_in(shop: Shop, customer: Customer) -> Customer:
    """The customer after `make_staff`."""
    return Customer.login(shop.port, 0, customer.headers["x-api-access-token"])


def _lists(shop: Shop, clerk: Customer, count: int) -> list[tuple[str, str]]:
    middle = deep = _get(shop, clerk, "sort=newest&limit=100")["next_cursor"]
    # Nine tenths of the orders are on the pages before the deep one.
    for page in range(count * 9 // 1000 - 1):
        deep = _get(shop, clerk, f"sort=newest&limit=100&cursor={deep}")["next_cursor"]
        if page == 4:
            middle = deep
    return [
        ("all, first page", ""),
        ("  100 by total", "sort=total_desc&limit=100"),
        ("  to confirm", "view=to_confirm"),
        ("  to hand over", "view=to_hand_over"),
        ("  in one state", "status=delivering"),
        ("  completed, oldest first", "status=completed&sort=oldest&limit=100"),
        ("  refunds", "view=refunds"),
        ("  completed, cash, of a month", f"status=completed&payment_method=cod&{_month()}"),
        ("  canceled, pick-up (none)", "status=cancelled&delivery=pickup"),
        ("  pick-up at a branch (none)", "branch_id=4"),
        ("  next page", f"sort=newest&limit=100&cursor={middle}"),
        ("  deep page, after nine tenths", f"sort=newest&limit=100&cursor={deep}"),
        ("search: a phone number", f"search={quote('020 5512 3456')}"),
        ("  a name of a tenth", f"search={quote('ນ້ອຍ')}"),
        ("  a name that does not exist", "search=xyzxyz"),
        ("  a name among completed, by total", f"search={quote('ນ້ອຍ ແກ້ວ')}&status=completed&sort=total_asc"),
        ("numbers of the views", "/counts"),
        ("  of a branch", "/counts?branch_id=4"),
    ]


def _month() -> str:
    now = time.time()
    day = [time.strftime("%Y-%m-%d", time.gmtime(now - days * 86_400)) for days in (60, 30)]
    return f"from={day[0]}&to={day[1]}"


def _get(shop: Shop, clerk: Customer, query: str) -> dict:
    return read(shop, clerk, _path(query))


def _path(query: str) -> str:
    return "/api/staff/orders" + (query if query.startswith("/") else f"?{query}")
