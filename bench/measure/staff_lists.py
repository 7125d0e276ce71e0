"""What the staff wait for when they look through 100,000 customers, messages and entries of the audit log."""

import random
import sqlite3
import time
from pathlib import Path
from urllib.parse import quote

from customers import OPEN_DOOR, Customer
from figures import Section
from measure.orders import NAMES, make_staff, signed_in
from measure.staff_requests import deep_cursor, insert_rows, note, timed
from shop import NO_CACHE, Shop, Workplace

ROWS = 100_000
# Entries, messages and customers are spread evenly over this time.
DAYS = 90
ACTORS = 20
FIRST_CUSTOMER = 10_000_000


def measure(place: Workplace) -> Section:
    section = Section("staff-lists")
    count = 5_000 if place.is_quick else ROWS
    with Shop(place.new("staff-lists-data"), **NO_CACHE, **OPEN_DOOR) as shop:
        manager = Customer.register(shop.port, 0)
        make_staff(shop)
        manager = signed_in(shop, manager)
        _fill(shop.data, count)
        for name, path in _lists(shop, manager, count):
            section.figures.append(timed(f"{name}, {count:,} rows", shop, manager, path))
    section.notes.append(note(count, "customers, messages and entries of the audit log"))
    return section


def _fill(data: Path, count: int) -> None:
    generator = random.Random(2)
    now = int(time.time() * 1000)
    step = DAYS * 86_400_000 // count
    customers, entries, messages = [], [], []
    notifications = sqlite3.connect(data / "notifications.db", timeout=60)
    # The shop sends messages of its own, such as about the sign-in of the manager, and may still do so meanwhile.
    (sent,) = notifications.execute("SELECT coalesce(max(message_id), 0) + 1000 FROM outgoing_message").fetchone()
    for number in range(count):
        at = now - number * step - 60_000
        fname, lname = generator.choice(NAMES), generator.choice(NAMES)
        phone, customer_id = f"+85620{55_000_000 + number}", FIRST_CUSTOMER + number
        customers.append(_customer(customer_id, fname, lname, phone, at))
        entries.append(_entry(count - number, generator.randrange(ACTORS), f"{fname} {lname}", at))
        messages.append(_message(sent + count - number, customer_id, phone, "failed" if number % 100 == 0 else "sent", at))
    accounts = sqlite3.connect(data / "accounts.db", timeout=60)
    with accounts:
        insert_rows(accounts, "customer", customers)
        insert_rows(accounts, "audit_entry", entries)
        accounts.execute("UPDATE customer_counter SET value = ?", (FIRST_CUSTOMER + count,))
    accounts.close()
    with notifications:
        insert_rows(notifications, "outgoing_message", messages)
        notifications.execute("UPDATE counter SET value = ? WHERE id = 2", (sent + count + 1,))
    notifications.close()


def _customer(customer_id: int, fname: str, lname: str, phone: str, at: int) -> dict:
    return {
        "customer_id": customer_id,
        "fname": fname,
        "lname": lname,
        "phone": phone,
        "email": None,
        "role": "customer",
        "password_hash": "!",
        "created_at": at,
        "search": f"{customer_id} {phone[1:]} {fname} {lname} ".lower(),
    }


def _entry(number: int, actor: int, name: str, at: int) -> dict:
    action, subject, detail = "PATCH /api/staff/products/{pro_id}", f"{number}", f"price {number} -> {number + 1}"
    return {
        "entry_id": f"{at:012x}7000800000{number:010x}",
        "at": at,
        "actor_id": FIRST_CUSTOMER + actor,
        "actor_name": name,
        "role": "editor",
        "action": action,
        "subject": subject,
        "detail": detail,
        "client_address": "10.0.0.1",
        "status": 200,
        "search": f"{name} {action} {subject} {detail}".lower(),
    }


def _message(number: int, customer_id: int, phone: str, state: str, at: int) -> dict:
    return {
        "message_id": number,
        # Of a message without a notification, each with its own.
        "no_id": -1_000_000 - number,
        "channel": "sms",
        "customer_id": customer_id,
        "kind": "security.device",
        "variables": "{}",
        "idempotency_key": f"bench-{number}",
        "state": state,
        "recipient": phone,
        "language": "en",
        "text": "A new device has signed in to your account.",
        "parts": 1,
        "attempted_at": at,
        "created_at": at,
        "updated_at": at,
    }


def _lists(shop: Shop, manager: Customer, count: int) -> list[tuple[str, str]]:
    audit, customers, outbox = "/api/staff/audit", "/api/staff/customers", "/api/staff/outbox"
    name, actor = quote("ນ້ອຍ"), FIRST_CUSTOMER
    return [
        ("audit log, first page", audit),
        ("  of a person", f"{audit}?cus_id={actor}"),
        ("  of a month", f"{audit}?{_month()}"),
        ("  of a person within a month", f"{audit}?cus_id={actor}&{_month()}"),
        ("  deep page, after nine tenths", f"{audit}?limit=100&cursor={deep_cursor(shop, manager, audit, count)}"),
        ("  a name of a sixth", f"{audit}?search={name}"),
        ("  a word that does not exist", f"{audit}?search=xyzxyz"),
        ("customers, first page", customers),
        ("  a phone number", f"{customers}?search={quote('020 5500 0005')}"),
        ("  a name of a sixth", f"{customers}?search={name}"),
        ("  a name that does not exist", f"{customers}?search=xyzxyz"),
        ("  blocked (none)", f"{customers}?blocked=true"),
        ("  deep page, after nine tenths", f"{customers}?limit=100&cursor={deep_cursor(shop, manager, customers, count)}"),
        ("messages, first page", outbox),
        ("  failed (one in a hundred)", f"{outbox}?state=failed"),
        ("  by SMS", f"{outbox}?channel=sms"),
        ("  by e-mail (none)", f"{outbox}?channel=email"),
        ("  deep page, after nine tenths", f"{outbox}?limit=100&cursor={deep_cursor(shop, manager, outbox, count)}"),
    ]


def _month() -> str:
    now = time.time()
    first, last = (time.strftime("%Y-%m-%d", time.gmtime(now - days * 86_400)) for days in (60, 30))
    return f"from={first}&to={last}"
