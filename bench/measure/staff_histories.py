"""Response times for the staff when they look through 100,000 chat messages, contact messages, imports, changes and searches."""

import contextlib
import random
import sqlite3
import time
from pathlib import Path
from urllib.parse import quote

from customers import OPEN_DOOR, Customer
from figures import Section
from measure.orders import NAMES, make_staff, signed_in
from measure.staff_requests import deep_cursor, insert_rows, note, read, timed
from processes import Failure
from shop import NO_CACHE, Shop, Workplace

ROWS = 100_000
# Rows of lists that a shop has fewer of: points of one customer, promotions, pages.
FEWER = 10
# All rows but the searches are spread evenly over this time.
DAYS = 90
# Searches are counted for seven days.
SEARCH_DAYS = 6
MESSAGES_OF_A_CONVERSATION = 20
VISITORS_OF_A_SEARCH = 20
FIRST_CUSTOMER, FIRST_PROMOTION, FIRST_PAGE = 10_000_000, 1_000_000, 1_000_000
WORDS = ("ປູນ", "ຊີມັງ", "ທໍ່", "ລາຄາ", "ເທົ່າໃດ", "ສົ່ງ", "ມື້ອື່ນ", "ຂອບໃຈ", "cement", "pipe", "price", "deliver", "when", "thanks")


def measure(place: Workplace) -> Section:
    section = Section("staff-histories")
    count = 5_000 if place.is_quick else ROWS
    with Shop(place.new("staff-histories-data"), **NO_CACHE, **OPEN_DOOR) as shop:
        manager = Customer.register(shop.port, 0)
        make_staff(shop)
        manager = signed_in(shop, manager)
        pro_id = read(shop, manager, "/api/staff/products?limit=1")["data"][0]["pro_id"]
        now = int(time.time() * 1000) - 60_000
        # The index of search, which decides whether a search has a result.
        shop.rest()
        contact_id, customer_id = _fill_accounts(shop.data, count, now)
        _fill_chat(shop.data, count, now)
        _fill_catalog(shop.data, count, now, pro_id)
        _fill_searches(shop.data, count, now)
        _fill_points(shop.data, count // FEWER, now, customer_id)
        lists = [
            *_conversations(shop, manager, count),
            *_contact_messages(contact_id + count // 10),
            *_imports(shop, manager, count),
            *_changes(pro_id, _id(now - count * 9 // 10 * _step(count), count // 10)),
            *_searches(),
        ]
        for name, path in lists:
            section.figures.append(timed(f"{name}, {count:,} rows", shop, manager, path))
        for name, path in _shorter_lists(shop, manager, count // FEWER, customer_id):
            section.figures.append(timed(f"{name}, {count // FEWER:,} rows", shop, manager, path))
    section.notes.append(note(count, "chat messages, contact messages, imports, changes and searches"))
    return section


def _step(count: int) -> int:
    return DAYS * 86_400_000 // count


def _id(at: int, number: int) -> str:
    """Id in the form of a UUID of version 7."""
    return f"{at:012x}7000800000{number:010x}"


def _open(data: Path, service: str) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(data / f"{service}.db", timeout=60))


def _fill_accounts(data: Path, count: int, now: int) -> tuple[int, int]:
    """Writes contact messages, of which one in a hundred is open. Returns the id before the first, and the manager's."""
    with _open(data, "accounts") as tables, tables:
        (last,) = tables.execute("SELECT value - 1 FROM contact_counter WHERE id = 1").fetchone()
        (customer_id,) = tables.execute("SELECT customer_id FROM customer WHERE email = '0@bench.example'").fetchone()
        rows = []
        for number in range(1, count + 1):
            at = now - (count - number) * _step(count)
            done_at = None if number % 100 == 0 else at
            rows.append(
                {
                    "contact_id": last + number,
                    "at": at,
                    "sender_type": 1,
                    "topic": 1,
                    "name": "Noy",
                    "phone": "+8562055000005",
                    "message": "When do you deliver cement?",
                    "done_at": done_at,
                    "done_by": "Bench" if done_at else "",
                }
            )
        insert_rows(tables, "contact", rows)
        tables.execute("UPDATE contact_counter SET value = ? WHERE id = 1", (last + count + 1,))
    return last, customer_id


def _fill_chat(data: Path, count: int, now: int) -> None:
    """Writes conversations whose messages take turns, as they arrive. One conversation in ten waits for an answer."""
    generator = random.Random(4)
    customers = count // MESSAGES_OF_A_CONVERSATION
    names = [(generator.choice(NAMES), generator.choice(NAMES)) for _ in range(customers)]
    phones = [f"+85620{55_000_000 + number}" for number in range(customers)]
    conversations, messages = {}, []
    with _open(data, "chat") as tables, tables:
        (last,) = tables.execute("SELECT value FROM counter WHERE id = 1").fetchone()
        for number in range(count):
            of, seq = number % customers, number // customers + 1
            (fname, lname), phone, at = names[of], phones[of], now - (count - number) * _step(count)
            is_waiting = of % 10 == 0
            side = "customer" if seq % 2 == 1 or is_waiting else "staff"
            text = " ".join(generator.choices(WORDS, k=generator.randrange(5, 25)))
            person = {"customer_id": FIRST_CUSTOMER + of, "fname": fname, "lname": lname, "phone": phone}
            messages.append(
                person
                | {
                    "message_id": last + number + 1,
                    "seq": seq,
                    "text": text,
                    "search_text": text,
                    "kind": "user",
                    "side": side,
                    "account_id": FIRST_CUSTOMER + of if side == "customer" else 1,
                    "client_id": f"bench-{number}",
                    "created_at": at,
                }
            )
            conversations[of] = person | {
                "search_text": f"{fname} {lname} {phone}".lower(),
                "last_seq": seq,
                "answered_seq": 0 if is_waiting else seq,
                "staff_read_seq": 0 if is_waiting else seq,
                "staff_unread": seq if is_waiting else 0,
                "updated_at": at,
            }
        insert_rows(tables, "message", messages)
        insert_rows(tables, "conversation", list(conversations.values()))
        tables.execute("UPDATE counter SET value = ? WHERE id = 1", (last + count,))


def _fill_catalog(data: Path, count: int, now: int, pro_id: int) -> None:
    """Writes imports, sales of one product with a bulk change after each thousand, promotions and news pages."""
    imports, sets, changes = [], [], []
    for number in range(count):
        at = now - (count - number) * _step(count)
        name_id, is_bulk = _id(at, number), number % 1000 == 0
        author = {"actor_id": None, "actor_name": "Bench"}
        imports.append(
            author
            | {
                "import_id": name_id,
                "state": "applied",
                "file_name": "products.csv",
                "bytes": 1000,
                "received": 1000,
                "created_at": at,
                "touched_at": at,
                "ended_at": at,
                "merged": 1,
            }
        )
        source, kind = ("edit", "bulk") if is_bulk else ("order", "sale")
        sets.append(author | {"change_id": name_id, "at": at, "source": source, "kind": kind, "product_count": 1})
        field, old, new = ("price", "1000", "2000") if is_bulk else ("stock", "2", "1")
        changes.append({"pro_id": pro_id, "change_id": name_id, "field": field, "old_value": old, "new_value": new})
    numbers = range(count // FEWER)
    promotions = [{"promo_id": FIRST_PROMOTION + number, "title_la": "ໂປຣ", "title_en": "Offer", "published": 0} for number in numbers]
    with _open(data, "catalog-gateway") as tables, tables:
        for table, rows in (("catalog_import", imports), ("change_set", sets), ("product_change", changes), ("promotion", promotions)):
            insert_rows(tables, table, rows)
        found = tables.execute("SELECT body FROM content_page WHERE parent = 'news' LIMIT 1").fetchone()
        if found is None:
            raise Failure("the demo has no news page to copy")
        # Older than the news that shoppers see.
        page = {"parent": "news", "date": "2020-01-01", "body": found[0]}
        insert_rows(tables, "content_page", [page | {"slug": f"news/{FIRST_PAGE + n}", "position": FIRST_PAGE + n} for n in numbers])


def _fill_searches(data: Path, count: int, now: int) -> None:
    texts = count // VISITORS_OF_A_SEARCH
    step = SEARCH_DAYS * 86_400_000 // count
    rows = []
    for number in range(count):
        of = number % texts
        text = f"{WORDS[of % len(WORDS)]} {of}"
        rows.append({"text_key": text, "text": text, "visitor": f"{number:032x}", "at": now - (count - number) * step})
    with _open(data, "search") as tables, tables:
        insert_rows(tables, "search_log", rows)
        tables.execute("INSERT INTO search_count SELECT text_key, MAX(text), COUNT(*), 0, MAX(at) FROM search_log WHERE true GROUP BY text_key "
                       "ON CONFLICT (text_key) DO UPDATE SET visitors = excluded.visitors, last_at = excluded.last_at")


def _fill_points(data: Path, count: int, now: int, customer_id: int) -> None:
    step = _step(count)
    rows = [
        {"customer_id": customer_id, "order_id": f"bench{n:021d}", "kind": "earned", "points": 5, "at": now - (count - n) * step}
        for n in range(count)
    ]
    with _open(data, "orders") as tables, tables:
        insert_rows(tables, "points_entry", rows)
        sql = "INSERT INTO points_account (customer_id, balance) VALUES (?1, ?2) ON CONFLICT (customer_id) DO UPDATE SET balance = balance + ?2"
        tables.execute(sql, (customer_id, 5 * count))


def _conversations(shop: Shop, manager: Customer, count: int) -> list[tuple[str, str]]:
    path = "/api/auth/staff/conversations"
    deep = deep_cursor(shop, manager, path, count // MESSAGES_OF_A_CONVERSATION)
    return [
        ("conversations, first page", path),
        ("  unread (a tenth)", f"{path}?unread=true"),
        ("  claimed by the caller (none)", f"{path}?mine=true"),
        ("  deep page, after nine tenths", f"{path}?limit=100&cursor={deep}"),
        ("  search: a word of most", f"{path}?search=cement"),
        ("  a Lao word of most", f"{path}?search={quote('ຊີມັງ')}"),
        ("  a phone number", f"{path}?search={quote('020 5500 0005')}"),
        ("  a word that does not exist", f"{path}?search=xyzxyz"),
        ("  a Lao word that does not exist", f"{path}?search={quote('ກກກກ')}"),
        ("messages of a conversation", f"{path}/{FIRST_CUSTOMER}/messages"),
    ]


def _contact_messages(before: int) -> list[tuple[str, str]]:
    path = "/api/staff/messages"
    return [
        ("contact messages, first page", path),
        ("  open (one in a hundred)", f"{path}?open=true"),
        ("  deep page, after nine tenths", f"{path}?limit=100&before={before}"),
    ]


def _imports(shop: Shop, manager: Customer, count: int) -> list[tuple[str, str]]:
    path = "/api/staff/imports"
    return [
        ("imports, first page", path),
        ("  deep page, after nine tenths", f"{path}?limit=100&cursor={deep_cursor(shop, manager, path, count)}"),
    ]


def _changes(pro_id: int, deep: str) -> list[tuple[str, str]]:
    sets, ledger = "/api/staff/products/changes", f"/api/staff/products/{pro_id}/changes"
    return [
        ("bulk changes (one in a thousand change sets)", sets),
        ("  undone changes (none)", f"{sets}?kind=undo"),
        ("  deep page, after nine tenths", f"{sets}?cursor={deep}"),
        ("changes of a product, first page", ledger),
        ("  deep page, after nine tenths", f"{ledger}?limit=100&cursor={deep}"),
    ]


def _searches() -> list[tuple[str, str]]:
    path = "/api/staff/searches"
    return [
        ("searches, first page", path),
        ("  without a result", f"{path}?view=without_result"),
        ("  few clicks", f"{path}?view=few_clicks"),
        ("  search: a word of a fourteenth", f"{path}?search=cement"),
        ("  a word that does not exist", f"{path}?search=xyzxyz"),
    ]


def _shorter_lists(shop: Shop, manager: Customer, count: int, customer_id: int) -> list[tuple[str, str]]:
    points, promotions, pages = (
        f"/api/staff/customers/{customer_id}/points",
        "/api/staff/content/promotion",
        "/api/staff/content/page",
    )
    return [
        ("points of a customer", points),
        ("promotions, first page", promotions),
        ("  deep page, after nine tenths", f"{promotions}?limit=100&cursor={deep_cursor(shop, manager, promotions, count)}"),
        ("pages, first page", pages),
        ("  deep page, after nine tenths", f"{pages}?limit=100&cursor={deep_cursor(shop, manager, pages, count)}"),
    ]
