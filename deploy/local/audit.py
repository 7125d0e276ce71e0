"""make verify STAGES=audit: kills a shop under load and verifies its data with `heuan check`.

A shop receives orders, payments, cancellations, chat messages, sign-ins by password and by code, imports and the work of staff,
who confirm, prepare, cancel and hand over orders, take goods back, refund a part and correct bookings.
It is killed 30 times at random moments (SIGKILL, fixed seed) and started again, then the same with a full disk. Then its data is
restored from a backup made under load, and the previous release runs on it. After each of these, `heuan check` must find no fault,
and no order that was acknowledged to a customer may be missing.

    KILLS=5 SEED=2 HEUAN=target/release/heuan python3 deploy/local/audit.py
    HEUAN_PREVIOUS=/srv/heuan-0.1 …   binary of the previous release; without it, this one runs on tables with later migrations
"""

import contextlib
import http.client
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from customer import Customer
from full_disk import SETTINGS, Postgres, Shop, check, skip, report
from mesh import ROOT, Failure
from shop import known_to
from small_disk import SmallDisk, enter
from writers import Buyer, ChatWriter, CodeUser, Manager, Newcomer, Resident

KILLS, SEED = int(os.environ.get("KILLS", "30")), int(os.environ.get("SEED", "20261126"))
# Minimum and maximum seconds between a start and the next kill.
LIFE = (0.2, 2.5)
# Maximum seconds without a response.
TIMEOUT_S = 300
# Maximum seconds of an import, which runs beside a shop that is killed.
IMPORT_TIME = 600
# Number of kills between two checks of the running shop.
CHECK_EVERY = 10
# Tables that get an additional column in the simulated later release, by service.
LATER = {
    "orders": "customer_order",
    "catalog-gateway": "reservation",
    "accounts": "customer",
    "chat": "conversation",
    "notifications": "notification",
}


class PatientCustomer(Customer):
    """Repeats a request until the shop responds, as the storefront does. Every request has a key or is idempotent."""

    def ask(self, method: str, path: str, body: dict | bytes | None = None, headers: dict | None = None):
        until = time.monotonic() + TIMEOUT_S
        while True:
            try:
                return super().ask(method, path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                if time.monotonic() > until:
                    raise Failure(f"{method} {path} had no answer for {TIMEOUT_S} s: {error}") from error
                time.sleep(0.05)


class UndecidedBuyer(Buyer):
    """Customer who cancels every fourth order."""

    def turn(self) -> None:
        # The stock lasts for the run.
        time.sleep(0.1)
        before = len(self.orders)
        super().turn()
        if len(self.orders) > before and len(self.orders) % 4 == 0:
            cancel = f"/api/auth/orders/{list(self.orders)[-1]}/cancel"
            self.until_taken(self.customer, "POST", cancel, {}, None, 200, 409)


class Load:
    """Customers who write to `shop` during a `with` block."""

    def __init__(self, shop: Shop, seed: int):
        self.shop, self.random = shop, random.Random(seed)
        listed = shop.json("/api/v1/product?limit=100&page=1")["data"]
        goods = sorted(listed, key=lambda product: -(product["stock"] or 0))[:12]
        self.products = [product["pro_id"] for product in goods]
        self.buyers = [UndecidedBuyer(shop.port, self.products, PatientCustomer) for _ in range(3)]
        self.chat_writer = ChatWriter(shop.port, PatientCustomer)
        self.books = [
            Resident(shop.port, self.products, PatientCustomer),
            Manager(shop, self.products, PatientCustomer),
            CodeUser(shop, PatientCustomer),
        ]
        self.writers = [*self.buyers, self.chat_writer, Newcomer(shop.port, PatientCustomer), *self.books]
        self.kills = 0

    def __enter__(self):
        for writer in self.writers:
            writer.start()
        return self

    def __exit__(self, *_):
        for writer in self.writers:
            writer.ending.set()

    def live(self) -> None:
        time.sleep(self.random.uniform(*LIFE))
        for writer in self.writers:
            check(not writer.fault, writer.fault or "")

    def kill(self) -> None:
        self.shop.process.child.kill()
        self.shop.process.child.wait()
        self.kills += 1

    def kill_and_open(self, times: int, folder: Path) -> None:
        for number in range(times):
            self.live()
            importing = self.start_import(folder, number) if number % 3 == 0 else None
            if number % CHECK_EVERY == CHECK_EVERY - 1:
                check_books(self.shop, "beside the running shop")
            self.kill()
            if importing:
                importing.wait(IMPORT_TIME)
            self.shop.open()

    def start_import(self, folder: Path, number: int) -> subprocess.Popen:
        """Starts an import of prices of other products. It runs while the shop is killed."""
        folder = folder / f"prices-{self.kills}-{number}"
        folder.mkdir(exist_ok=True)
        others = [product["pro_id"] for product in self.shop.json("/api/v1/product?limit=100&page=2")["data"]]
        rows = [f"{pro_id},{50_000 + self.kills}" for pro_id in others if pro_id not in self.products]
        (folder / "products.csv").write_text("\n".join(["pro_id,price", *rows]) + "\n")
        return subprocess.Popen(
            [self.shop.binary, "import", str(folder)],
            env=self.shop.environment,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def end(self) -> str:
        """Stops the customers and compares the responses they received with the data of the shop."""
        for writer in self.writers:
            writer.stop()
        lost = [fault for writer in self.books for fault in writer.missing()]
        check(not lost, f"acknowledged writes are missing: {lost}")
        acknowledged = missing = placed = 0
        for buyer in self.buyers:
            listed = buyer.listed()
            check(len(listed) == len(set(listed)), "an order is listed twice")
            acknowledged += len(buyer.orders)
            missing += len(set(buyer.orders) - set(listed))
            placed += len(listed)
        figures = f"{self.kills} kills, {placed} orders placed, {acknowledged} acknowledged, {missing} of them missing"
        check(acknowledged, f"no order was placed: {figures}")
        check(not missing, figures)
        return f"{figures}, {len(self.chat_writer.sent)} messages"


def check_books(shop: Shop, when: str) -> str:
    checked = shop.run("check")
    check(checked.returncode == 0, f"heuan check {when} ends with {checked.returncode}: {checked.stdout}{checked.stderr}")
    return checked.stdout.strip()


@contextlib.contextmanager
def opened(shop: Shop):
    shop.open()
    try:
        yield shop
    finally:
        if shop.process:
            shop.process.stop()


def killed(row: str, shop: Shop, folder: Path) -> None:
    with opened(shop), Load(shop, SEED) as load:
        load.kill_and_open(KILLS, folder)
        figures = load.end()
        load.kill()
        report(row, f"{figures}; {check_books(shop, 'after a kill')}")
        shop.open()
        check_books(shop, "after the last start")
        shop.close()
    check_books(shop, "after a graceful shutdown")


def on_sqlite(binary: Path, folder: Path) -> None:
    shop = Shop(binary, folder, folder / "shop")
    killed("SQLite, killed", shop, folder)
    backup(shop, folder)
    previous_release(shop, folder)


def on_a_full_disk(binary: Path, folder: Path) -> None:
    with contextlib.ExitStack() as stack:
        disk = stack.enter_context(SmallDisk(folder / "disk", 300))
        shop = stack.enter_context(opened(Shop(binary, folder, disk.folder / "shop")))
        load = stack.enter_context(Load(shop, SEED + 1))
        for number in range(max(KILLS // 6, 1)):
            load.kill_and_open(1, folder)
            until = time.monotonic() + load.random.uniform(*LIFE)
            while time.monotonic() < until:
                disk.fill()
                time.sleep(0.05)
            # In odd rounds the shop is killed while the disk is full; in even ones it continues.
            if number % 2:
                load.kill()
            disk.free()
            if number % 2:
                shop.open()
        load.live()
        figures = load.end()
        shop.close()
        report("SQLite, full disk and killed", f"{figures}; {check_books(shop, 'after a full disk')}")


def on_postgres(binary: Path, folder: Path) -> None:
    if subprocess.run([*Postgres.user, "true"], check=False, capture_output=True).returncode:
        skip("PostgreSQL", "running PostgreSQL as its own user requires root")
        return
    with SmallDisk(folder / "tables", 500, "postgres") as disk, contextlib.ExitStack() as stack:
        postgres = Postgres(folder, disk)
        stack.callback(postgres.stop)
        killed("PostgreSQL, killed", Shop(binary, folder, folder / "shop", postgres.url), folder)


def backup(shop: Shop, folder: Path) -> None:
    """Restores a backup made under load. `heuan check` must pass before and after the shop runs on it."""
    backups, restored = folder / "backups", folder / "restored"
    backups.mkdir()
    with opened(shop), Load(shop, SEED + 2) as load:
        load.live()
        made = shop.run("backup", str(backups))
        check(made.returncode == 0, f"heuan backup ends with {made.returncode}: {made.stderr}")
        load.live()
        load.end()
        shop.close()
    [made] = backups.glob("heuan-*")
    done = shop.run("restore", str(made), "--data-dir", str(restored))
    check(done.returncode == 0, f"heuan restore ends with {done.returncode}: {done.stderr}")
    copy = Shop(shop.binary, folder, restored)
    check_books(copy, "after a restore")
    with opened(copy), Load(copy, SEED + 3) as load:
        load.live()
        figures = load.end()
        copy.close()
    report("SQLite, restored", f"{figures}; {check_books(copy, 'of the restored shop')}")


def previous_release(shop: Shop, folder: Path) -> None:
    """Runs the previous release on the data of this one, then this one again."""
    binary = os.environ.get("HEUAN_PREVIOUS")
    data = folder / "rolled-back"
    shutil.copytree(shop.data, data)
    later = Shop(shop.binary, folder, data)
    if binary:
        before = Path(binary).resolve()
        other = Shop(before, folder, data, settings=known_to(before, SETTINGS))
    else:
        migrate_further(data)
        other = Shop(shop.binary, folder, data)
    with opened(other) as previous:
        with Load(previous, SEED + 4) as load:
            load.kill_and_open(3, folder)
            load.live()
            figures = load.end()
            previous.close()
    check_books(later, "after the previous release")
    with opened(later):
        later.close()
    row = "previous release" if binary else "tables of a later release"
    report(f"SQLite, {row}", f"{figures}; {check_books(later, 'after the return to this release')}")


def migrate_further(data: Path) -> None:
    """Adds columns and tables, as migrations of a later release would, and records these migrations."""
    for service, table in LATER.items():
        with contextlib.closing(sqlite3.connect(data / f"{service}.db")) as db, db:
            db.execute(f"ALTER TABLE {table} ADD COLUMN of_a_later_release BIGINT NOT NULL DEFAULT 0")
            db.execute("CREATE TABLE of_a_later_release (id BIGINT PRIMARY KEY)")
            db.execute(
                "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) "
                "VALUES (9001, 'later', true, ?, 0)",
                [b"\0" * 48],
            )


def main() -> int:
    # On SIGTERM, exit normally, so that the started processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        enter()
    except Failure as failure:
        print(f"FAILS  {failure}")
        return 1
    binary = Path(os.environ.get("HEUAN", ROOT / "target/release/heuan")).resolve()
    scenarios = [on_sqlite, on_a_full_disk, on_postgres]
    only, failed = sys.argv[1:], 0
    for scenario in scenarios:
        if only and scenario.__name__ not in only:
            continue
        with tempfile.TemporaryDirectory(prefix="heuan-audit-", ignore_cleanup_errors=True) as folder:
            os.chmod(folder, 0o755)
            try:
                scenario(binary, Path(folder))
            except (Failure, OSError, subprocess.SubprocessError) as failure:
                failed += 1
                log = Path(folder, "shop.log")
                print(f"FAILS  {scenario.__name__}: {failure}")
                if log.exists():
                    print(*log.read_text(errors="replace").splitlines()[-30:], sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
