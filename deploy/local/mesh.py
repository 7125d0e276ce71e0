"""Runs a mesh on this machine: one process per service of topology.toml, PostgreSQL and Redis.

Binary and settings are those of the containers, so that results apply to both.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))

from processes import Failure, Process, free_port, get  # noqa: E402

EDGE = "edge"
ADMIN_OFFSET = 1000


def topology() -> dict[str, dict]:
    with (ROOT / "crates/rpc/topology.toml").open("rb") as file:
        return tomllib.load(file)


@dataclass
class Replica:
    """Replica of a service. It keeps its ports, so that it can be stopped and started again."""

    service: str
    number: int
    port: int
    admin_port: int
    process: Process | None = None
    is_stalled: bool = field(default=False)

    @property
    def name(self) -> str:
        return f"{self.service}-{self.number}"

    def is_ready(self) -> bool:
        try:
            return get(self.admin_port, "/readyz", timeout=2)[0] == 200
        except OSError:
            return False

    def metrics(self) -> str:
        return get(self.admin_port, "/metrics", timeout=5)[2].decode()

    def total(self, metric: str, *labels: str) -> float:
        """Sum of a metric over all series that have all `labels`."""
        lines = [line for line in self.metrics().splitlines() if line.startswith((f"{metric}{{", f"{metric} "))]
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if all(label in line for label in labels))

    def send(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)

    def stall(self) -> None:
        """Stops the process with SIGSTOP: connections stay open, and no request is answered."""
        self.send(signal.SIGSTOP)
        self.is_stalled = True

    def go_on(self) -> None:
        self.send(signal.SIGCONT)
        self.is_stalled = False

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.process.child.wait()

    def end(self) -> None:
        if self.process:
            if self.is_stalled:
                self.go_on()
            self.process.stop()


class Mesh:
    """Running mesh, during a `with` block. The end of the block ends all its processes."""

    def __init__(
        self,
        folder: Path,
        binary: Path,
        replicas: dict[str, int] | None = None,
        settings: dict[str, str] | None = None,
        known_ports: dict[str, int] | None = None,
        demo: bool = True,
        wait: float = 180,
    ):
        self.folder, self.binary, self.demo, self.wait = folder, binary, demo, wait
        self.settings = settings or {}
        self.topology = topology()
        self.replicas = {
            name: [
                self._replica(name, number, (known_ports or {}).get(name) if number == 1 else None)
                for number in range(1, (replicas or {}).get(name, 1) + 1)
            ]
            for name in self.topology
        }
        self.postgres_port, self.redis_port = free_port(), free_port()
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        try:
            self._open()
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *_):
        self.stack.close()

    def _open(self) -> None:
        logs = self.folder / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        is_new = self.start_postgres()
        self.start_redis()
        self.run("migrate")
        if is_new and self.demo:
            self.run("import", str(ROOT / "demo"))
        # Called services start first. The edge starts last, because it is ready only after it has read the catalog.
        for name in sorted(self.topology, key=lambda name: (name == EDGE, len(self.topology[name]["calls"]))):
            for replica in self.replicas[name]:
                self.start(replica)

    def run(self, *arguments: str) -> str:
        """Runs a command of the binary with the databases of this mesh."""
        done = subprocess.run(
            [self.binary, *arguments], env=self.environment(), cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Failure(f"heuan {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self, replica: Replica, **settings: str) -> None:
        """Starts or restarts a replica, and waits until it is ready."""
        self.launch(replica, **settings)
        until = time.monotonic() + self.wait
        while not replica.is_ready():
            if not replica.process.is_running() or time.monotonic() > until:
                raise Failure(f"{replica.name} did not become ready: {replica.process.last_words()}")
            time.sleep(0.05)

    def launch(self, replica: Replica, **settings: str) -> None:
        """Starts a replica without waiting for it."""
        mine = {
            "PORT": str(replica.port),
            "HEUAN_LISTEN__PORT": str(replica.port),
            "HEUAN_LISTEN__ADMIN_PORT": str(replica.admin_port),
            "HEUAN_EDGE__ADMIN_PORT": str(replica.admin_port),
        }
        env = self.environment() | mine | settings
        log = self.folder / "logs" / f"{replica.name}.log"
        replica.process = Process([str(self.binary), "run", replica.service], log, env, ROOT)
        self.stack.callback(replica.end)

    def environment(self) -> dict[str, str]:
        addresses = {
            f"HEUAN_RPC__ADDRESSES__{name.upper().replace('-', '_')}": ",".join(
                f"http://127.0.0.1:{replica.port}" for replica in replicas
            )
            for name, replicas in self.replicas.items()
            if name != EDGE
        }
        mine = {
            "DATA_DIR": str(self.folder / "shop"),
            "DATABASE_URL": self.database_url(self.postgres_port),
            "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}",
        }
        return os.environ | mine | addresses | self.settings

    @staticmethod
    def database_url(port: int) -> str:
        return f"postgres://postgres@127.0.0.1:{port}/postgres?sslmode=disable"

    @property
    def edge(self) -> Replica:
        return self.replicas[EDGE][0]

    def each(self) -> Iterator[Replica]:
        for replicas in self.replicas.values():
            yield from replicas

    def table(self) -> str:
        rows = [("service", "replica", "listens on", "health and metrics", "pid")]
        for replica in self.each():
            address = f"127.0.0.1:{replica.port}"
            listens = f"http://{address}/" if replica.service == EDGE else address
            admin = f"http://127.0.0.1:{replica.admin_port}/metrics"
            rows.append((replica.service, str(replica.number), listens, admin, str(replica.process.pid)))
        rows.append(("PostgreSQL", "1", f"127.0.0.1:{self.postgres_port}", "", str(self.postgres.pid)))
        rows.append(("Redis", "1", f"127.0.0.1:{self.redis_port}", "", str(self.redis.pid)))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)

    def start_redis(self) -> None:
        if not shutil.which("redis-server"):
            raise Failure("Redis is missing: install Debian's `redis-server` package")
        command = ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", ""]
        self.redis = Process(command, self.folder / "logs/redis.log", cwd=self.folder)
        self.stack.callback(self.redis.stop)

    def start_postgres(self) -> bool:
        """Starts PostgreSQL with the data in the folder, and creates it if there is none. Returns whether it was created."""
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
        if not found:
            raise Failure("PostgreSQL is missing: install Debian's `postgresql` package")
        programs = found[-1].parent
        # PostgreSQL refuses to run as root. Debian's package has created this user.
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        home = self.folder / "postgres"
        home.mkdir(parents=True, exist_ok=True)
        if as_user:
            shutil.chown(home, "postgres", "postgres")
        data = home / "data"
        is_new = not (data / "PG_VERSION").exists()
        if is_new:
            make = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--pgdata", str(data)]
            subprocess.run([*as_user, programs / "initdb", *make], check=True, capture_output=True, cwd=home)
        serve = ["-D", data, "-p", str(self.postgres_port), "-h", "127.0.0.1", "-k", home, "-c", "max_connections=400"]
        log = self.folder / "logs/postgres.log"
        self.postgres = Process([str(word) for word in [*as_user, programs / "postgres", *serve]], log, cwd=home)
        # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for open connections.
        self.stack.callback(lambda: (self.postgres.child.send_signal(signal.SIGINT), self.postgres.child.wait()))
        until = time.monotonic() + 60
        check = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.postgres_port)]
        while subprocess.run(check, check=False).returncode:
            if not self.postgres.is_running() or time.monotonic() > until:
                raise Failure(f"PostgreSQL did not start: {self.postgres.last_words()}")
            time.sleep(0.05)
        return is_new

    @staticmethod
    def _replica(name: str, number: int, known: int | None) -> Replica:
        port = known or free_port()
        return Replica(name, number, port, port + ADMIN_OFFSET if known else free_port())


def replicas_wanted() -> dict[str, int]:
    """Number of replicas by service, from variables such as `REPLICAS_catalog_gateway=3`."""
    variables = {f"REPLICAS_{name.replace('-', '_')}": name for name in topology()}
    for variable in os.environ:
        if variable.startswith("REPLICAS_") and variable not in variables:
            raise Failure(f"{variable} names no service; there are {', '.join(variables)}")
    wanted = {}
    for variable, name in variables.items():
        said = os.environ.get(variable, "1")
        if not said.isdigit() or not 1 <= int(said) <= 20:
            raise Failure(f"{variable} must be 1 to 20")
        wanted[name] = int(said)
    return wanted
