"""make verify STAGES=faults: fills the disk of a shop under load and frees it again.

The shop receives orders, payments, chat messages, changes of address books and products, uploaded images, sign-ins by code and
an import: once on SQLite, once on a PostgreSQL whose tables are on a small disk and which is also restarted. While the disk is
full, writes must be refused with 503 or 504 and `Retry-After`, and reads must succeed. A database may find room in its pages for
writes that replace rows, so these may be accepted; all others must be refused. `/readyz` and the metric must show the failing writes.
After the disk is freed, the first write of each kind must succeed. At the end, no acknowledged write may be missing or duplicated,
and the stock must balance. A row that cannot run is an error, unless HEUAN_MAY_SKIP is 1.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mesh import ROOT, Failure, Process, free_port, get
from small_disk import SmallDisk, enter
from sms_provider import SmsProvider
from writers import Buyer, ChatWriter, CodeUser, Manager, Newcomer, Reader, Resident, Searcher

SETTINGS = {
    "HEUAN_EDGE__HOST": "127.0.0.1",
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "0",
    "HEUAN_EDGE__LIMITS__CONNECTIONS_PER_CLIENT": "0",
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "HEUAN_ACCOUNTS__REGISTRATIONS_PER_ADDRESS": "0",
    "HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED": "false",
    "HEUAN_ACCOUNTS__FAILED_LOGINS_PER_ADDRESS": "0",
    # A right password counts as a failed login if its session cannot be written.
    "HEUAN_ACCOUNTS__FAILED_LOGINS_PER_ACCOUNT_AND_ADDRESS": "0",
    "HEUAN_ACCOUNTS__FAILED_LOGINS_BEFORE_DELAY": "0",
    "HEUAN_ACCOUNTS__ADDRESS_CHANGES_PER_ACCOUNT": "0",
    "HEUAN_ORDERS__SANDBOX": "true",
    "HEUAN_ORDERS__LIMITS__OPEN_COD": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_TRANSFER": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_QR": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__TRANSFER_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS": "0",
    "HEUAN_IMAGE_SEARCH__ENABLED": "false",
    "HEUAN_WEATHER__URL": "",
    "DEMO": "1",
    "REDIS_URL": "",
    # Quotas of an account, which a writer without pauses would exceed.
    "HEUAN_ORDERS__ORDER_KEYS": "1000000",
    "HEUAN_ORDERS__CART_KEYS": "1000000",
    "HEUAN_CHAT__MESSAGES_PER_MINUTE": "10000",
    "HEUAN_CHAT__TEXT_DAY_BYTES": "1000000000",
    "HEUAN_SEARCH__CUSTOMER_SEARCHES_PER_MINUTE": "0",
    "HEUAN_SEARCH__VISITOR_SEARCHES_PER_MINUTE": "0",
    "HEUAN_SEARCH__VISITOR_SEARCHES_PER_DAY": "0",
    # On a machine with other load a read may take longer than its default deadline.
    "HEUAN_EDGE__DEADLINE_MS": "15000",
    "HEUAN_RPC__DEADLINE_PERCENT": "300",
}
ROUNDS = 3
# Maximum seconds to wait for a condition.
TIMEOUT_S = 300
# Minimum seconds and successful writes after which a kind of write that was not refused has found room on a full disk.
SPACE_WAIT_S, WRITES_THAT_FIT = 60, 20


def check(holds: object, what: str) -> None:
    if not holds:
        raise Failure(what)


def eventually(what: str, condition, seconds: float = TIMEOUT_S, detail=str) -> None:
    until = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < until, f"never happened: {what} {detail()}".rstrip())
        time.sleep(0.05)


class Shop:
    """Shop in one process, with its data on `disk` or in the database at `url`."""

    def __init__(
        self, binary: Path, folder: Path, data: Path, url: str = "", settings: dict[str, str] = SETTINGS
    ):
        self.binary, self.data, self.log, self.port = binary, data, folder / "shop.log", free_port()
        self.admin_port, self.sms = free_port(), SmsProvider()
        ports = {"PORT": str(self.port), "HEUAN_EDGE__ADMIN_PORT": str(self.admin_port)}
        mine = {"DATA_DIR": str(data), "DATABASE_URL": url} | ports
        self.environment = os.environ | settings | self.sms.settings | mine
        self.process: Process | None = None

    def open(self) -> None:
        self.process = Process([str(self.binary), "run"], self.log, self.environment, ROOT)
        # The pause leaves the machine to the shop, which needs minutes to start if others keep it busy.
        self.process.wait_for_200(self.port, "/readyz", 300, pause=0.05)

    def close(self) -> None:
        if self.process:
            self.process.stop(TIMEOUT_S)
            check(self.process.child.returncode == 0, f"the shop ended with {self.process.child.returncode}")
            self.process = None

    def is_on(self, disk: SmallDisk) -> bool:
        return self.data.is_relative_to(disk.folder)

    def run(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.binary, *words], env=self.environment, cwd=ROOT, capture_output=True, text=True, check=False
        )

    def json(self, path: str) -> dict:
        return json.loads(get(self.port, path)[2])

    def failing_databases(self) -> list[str]:
        """Services whose database takes no writes, by the metric."""
        metrics = get(self.admin_port, "/metrics")[2].decode().splitlines()
        return [line.split('"')[1] for line in metrics if line.startswith("sql_writes_failing{") and line.endswith(" 1")]

    def readiness(self) -> tuple[int, str]:
        status, _, body = get(self.port, "/readyz")
        return status, body.decode()

    def stock(self, products: list[int]) -> dict[int, int]:
        look = time.monotonic_ns()
        return {id: self.json(f"/api/v1/product/{id}?look={look}")["data"]["stock"] for id in products}


class Run:
    """Writers of one shop, with the checks of their results."""

    def __init__(self, shop: Shop, folder: Path):
        self.shop, self.folder = shop, folder
        listed = shop.json("/api/v1/product?limit=100&page=1")["data"]
        ids = sorted(listed, key=lambda product: -(product["stock"] or 0))[:12]
        self.products = [product["pro_id"] for product in ids]
        self.before = shop.stock(self.products)
        self.buyers = [Buyer(shop.port, self.products) for _ in range(2)]
        self.chat_writer = ChatWriter(shop.port)
        self.reader = Reader(shop.port, self.products)
        self.books = [Resident(shop.port, self.products), Manager(shop, self.products), CodeUser(shop)]
        self.writers = [*self.buyers, self.chat_writer, Newcomer(shop.port), Searcher(shop.port), *self.books]
        for writer in [*self.writers, self.reader]:
            writer.start()

    def healthy(self) -> None:
        for writer in [*self.writers, self.reader]:
            check(not writer.fault, writer.fault or "")

    def fault(self, disk: SmallDisk, number: int) -> str:
        """Fills the disk while the writers run, and frees it. Returns a line of figures."""
        began = time.monotonic()
        prices = self.prices(number)
        disk.fill()
        found_space = self.until_refused(disk, began)
        imported = self.shop.run("import", str(prices))
        check(imported.returncode in (0, 1), f"the import ended with {imported.returncode}: {imported.stderr}")
        if imported.returncode:
            said = imported.stdout + imported.stderr
            # PostgreSQL refuses a connection if it cannot write the cache of its catalog, which a restart has deleted.
            check("nothing was changed" in said or "no connection to PostgreSQL" in said, said)
        # The import writes an image, which needs disk space if images are on this disk.
        check(imported.returncode or not self.shop.is_on(disk), "an import wrote an image to a full disk")
        self.until_shown(disk)
        refusals = {type(writer).__name__: writer.seen[503] + writer.seen[504] for writer in self.writers}
        check(not self.reader.seen[503] and not self.reader.seen[504], f"reads were refused: {self.reader.seen}")

        disk.free()
        for writer in self.writers:
            writer.mark()
        eventually("every kind of write is retried", lambda: self.healthy() or all(w.first for w in self.writers))
        for writer in self.writers:
            check(writer.first < 500, f"the response to the first write of {type(writer).__name__} is {writer.first}")
        again = self.shop.run("import", str(prices))
        check(again.returncode == 0, f"an import after the fault ends with {again.returncode}: {again.stdout}{again.stderr}")
        eventually("readyz lists nothing", lambda: self.shop.readiness() == (200, "ready\n"))
        eventually("the metric shows nothing", lambda: not self.shop.failing_databases())
        self.healthy()
        room = f", found room: {', '.join(found_space)}" if found_space else ""
        return f"refused {refusals}, import {'refused' if imported.returncode else 'succeeded'}{room}"

    def until_refused(self, disk: SmallDisk, began: float) -> list[str]:
        """
        Waits until every kind of write was refused since `began`. Returns the kinds that were not: they replace rows, and their
        database had room for `WRITES_THAT_FIT` writes in `SPACE_WAIT_S` seconds.
        """
        found_space: list[str] = []
        for writer in self.writers:
            writer.watch()

        def decided() -> bool:
            disk.fill()
            self.healthy()
            late = [writer for writer in self.writers if writer.refused <= began]
            found_space[:] = [type(writer).__name__ for writer in late]
            has_waited = time.monotonic() - began > SPACE_WAIT_S
            return all(has_waited and writer.reuses_space and writer.accepted >= WRITES_THAT_FIT for writer in late)

        try:
            eventually("every kind of write is refused", decided)
        except Failure as failure:
            accepted = {type(writer).__name__: writer.accepted for writer in self.writers if writer.refused <= began}
            raise Failure(f"{failure}; not refused, with the writes accepted since then: {accepted}") from failure
        return found_space

    def until_shown(self, disk: SmallDisk) -> None:
        """Waits until `/readyz` and the metric show that writes fail. `/readyz` must be 200 meanwhile."""

        def while_full(condition) -> bool:
            disk.fill()
            self.healthy()
            status, body = self.shop.readiness()
            check(status == 200, f"readyz is {status} although only writes fail: {body}")
            return condition()

        # Each by itself, because a service whose writes find room for two seconds counts as working.
        eventually("readyz lists it", lambda: while_full(lambda: "cannot write" in self.shop.readiness()[1]))
        eventually("readyz?writes is 503", lambda: while_full(lambda: get(self.shop.port, "/readyz?writes")[0] == 503))
        eventually("the metric shows it", lambda: while_full(self.shop.failing_databases))

    def restart(self, postgres: "Postgres") -> str:
        began = time.monotonic()
        postgres.restart()
        ended = time.monotonic()
        eventually("every kind of write works", lambda: self.healthy() or all(w.succeeded > ended for w in self.writers))
        eventually("readyz lists nothing", lambda: self.shop.readiness() == (200, "ready\n"))
        return f"writes of every kind worked {time.monotonic() - began:.1f} s after the stop"

    def prices(self, number: int) -> Path:
        """Writes a catalog folder with different prices each time, and an image."""
        folder = self.folder / f"prices-{number}"
        image = folder / f"media/products/full-disk-{number}.webp"
        image.parent.mkdir(parents=True)
        shutil.copy(next((ROOT / "demo/media/products").glob("*.webp")), image)
        others = [product["pro_id"] for product in self.shop.json("/api/v1/product?limit=100&page=2")["data"]]
        image = image.relative_to(folder / "media")
        rows = [f"{pro_id},{50_000 + number},{image}" for pro_id in others if pro_id not in self.products]
        (folder / "products.csv").write_text("\n".join(["pro_id,price,pro_img_cover", *rows]) + "\n")
        return folder

    def audit(self) -> str:
        """Checks that no acknowledged write is missing or duplicated, and that the stock balances."""
        for writer in [*self.writers, self.reader]:
            writer.stop()
        missing = [fault for writer in self.books for fault in writer.missing()]
        check(not missing, f"acknowledged writes are missing: {missing}")
        orders, sold, differences = 0, {}, {}

        def settled() -> bool:
            nonlocal orders, sold, differences
            sold = dict.fromkeys(self.products, 0)
            holders = {id: [] for id in self.products}
            orders = 0
            for buyer in self.buyers:
                found = buyer.listed()
                check(len(found) == len(set(found)), "an order is listed twice")
                missing = set(buyer.orders) - set(found)
                check(not missing, f"acknowledged orders are missing: {missing}")
                orders += len(found)
                for order_id in found:
                    order = json.loads(buyer.customer.ask("GET", f"/api/auth/orders/{order_id}")[2])["data"]
                    for line in order["lines"]:
                        holders[line["pro_id"]].append((order["number"], order["status"], line["quantity"], order["returns"]))
                        if order["status"] not in ("cancelled", "expired"):
                            sold[line["pro_id"]] += line["quantity"]
                    for goods in order["returns"]:
                        for line in goods["lines"]:
                            sold[line["pro_id"]] -= line["to_stock"]
            now = self.shop.stock(self.products)
            differences = {
                id: {"before": self.before[id], "now": now[id], "sold": sold[id], "orders": holders[id]}
                for id in self.products
                if self.before[id] != now[id] + sold[id]
            }
            return not differences

        eventually("the stock balances", settled, detail=lambda: json.dumps(differences, ensure_ascii=False))
        listed = json.loads(self.chat_writer.customer.ask("GET", "/api/auth/message?limit=100")[2])["data"]
        messages = [message["client_id"] for message in listed]
        check(len(messages) == len(set(messages)), "a message is listed twice")
        newest = self.chat_writer.sent[-20:]
        check(set(newest) <= set(messages), f"acknowledged messages are missing: {set(newest) - set(messages)}")
        return f"{orders} orders, {sum(sold.values())} units, {len(self.chat_writer.sent)} messages, {self.reader.seen[200]} reads"


class Postgres:
    """PostgreSQL whose tables are on `disk`. Its write-ahead log is not, because PostgreSQL stops when it cannot write that."""

    def __init__(self, folder: Path, disk: SmallDisk):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
        check(found, "PostgreSQL is missing: install Debian's `postgresql` package")
        self.programs, self.port, self.log = found[-1].parent, free_port(), folder / "postgres.log"
        self.home = folder / "postgres"
        self.home.mkdir()
        shutil.chown(self.home, "postgres", "postgres")
        self.data = self.home / "data"
        make = ["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run([*self.user, self.programs / "initdb", *make, "-D", self.data], check=True, capture_output=True)
        # Moves only tables and indexes to the disk.
        tables = disk.folder / "base"
        subprocess.run([*self.user, "mv", self.data / "base", tables], check=True)
        subprocess.run([*self.user, "ln", "-s", tables, self.data / "base"], check=True)
        self.start()

    user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups")

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres?sslmode=disable"

    def start(self) -> None:
        serve = ["-D", self.data, "-p", str(self.port), "-h", "127.0.0.1", "-k", self.home, "-c", "fsync=off"]
        self.process = Process([str(word) for word in [*self.user, self.programs / "postgres", *serve]], self.log)
        ready = [self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        eventually("PostgreSQL is ready", lambda: not subprocess.run(ready, check=False).returncode)

    def stop(self) -> None:
        if self.process.is_running():
            # Fast shutdown of PostgreSQL, which closes all connections.
            self.process.child.send_signal(signal.SIGINT)
            self.process.child.wait(60)

    def restart(self) -> None:
        self.stop()
        self.start()


def audit_books(shop: Shop) -> str:
    """Runs `heuan check`."""
    checked = shop.run("check")
    check(checked.returncode == 0, f"heuan check: {checked.stdout}{checked.stderr}")
    return "heuan check is clean"


def on_sqlite(binary: Path, folder: Path) -> None:
    with contextlib.ExitStack() as stack:
        disk = stack.enter_context(SmallDisk(folder / "disk", 200))
        shop = Shop(binary, folder, disk.folder / "shop")
        shop.open()
        stack.callback(lambda: shop.process and shop.process.stop())
        run = Run(shop, folder)
        for number in range(ROUNDS):
            time.sleep(2)
            report("SQLite, full disk", run.fault(disk, number))
        report("SQLite, afterwards", run.audit())
        shop.close()
        report("SQLite, books", audit_books(shop))
        # A shop that starts on a full disk must exit with an error, and start after the disk is freed.
        disk.fill()
        refused = shop.run("run")
        said = refused.stderr.strip()
        check(refused.returncode == 1 and str(disk.folder) in said and "\n" not in said, f"it starts or ends with: {said}")
        disk.free()
        shop.open()
        shop.close()
        report("SQLite, a start without space", said)


def on_postgres(binary: Path, folder: Path) -> None:
    if subprocess.run([*Postgres.user, "true"], check=False, capture_output=True).returncode:
        skip("PostgreSQL", "running PostgreSQL as its own user requires root")
        return
    with contextlib.ExitStack() as stack:
        disk = stack.enter_context(SmallDisk(folder / "tables", 120, "postgres"))
        postgres = Postgres(folder, disk)
        stack.callback(postgres.stop)
        shop = Shop(binary, folder, folder / "shop", postgres.url)
        shop.open()
        stack.callback(lambda: shop.process and shop.process.stop())
        run = Run(shop, folder)
        for number in range(ROUNDS):
            time.sleep(2)
            report("PostgreSQL, restart", run.restart(postgres))
            report("PostgreSQL, full disk", run.fault(disk, ROUNDS + number))
        report("PostgreSQL, afterwards", run.audit())
        shop.close()
        report("PostgreSQL, books", audit_books(shop))


def report(row: str, figures: str) -> None:
    print(f"holds  {row:<30} {figures}", flush=True)


def skip(row: str, reason: str) -> None:
    """Fails because a row cannot run here, unless HEUAN_MAY_SKIP allows it."""
    check(os.environ.get("HEUAN_MAY_SKIP") == "1", f"{row} is not checked: {reason}; HEUAN_MAY_SKIP=1 allows it")
    print(f"skipped  {row:<28} {reason}", flush=True)


def main() -> int:
    # On SIGTERM, exit normally, so that the started processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    failed = 0
    try:
        enter()
    except Failure as failure:
        print(f"FAILS  {failure}")
        return 1
    binary = Path(os.environ.get("HEUAN", ROOT / "target/release/heuan")).resolve()
    for scenario in (on_sqlite, on_postgres):
        with tempfile.TemporaryDirectory(prefix="heuan-full-disk-", ignore_cleanup_errors=True) as folder:
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
