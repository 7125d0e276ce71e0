"""The measured shop: binary, settings, data folders."""

import json
import os
import re
import subprocess
import time
import tomllib
from pathlib import Path

from catalog import REPOSITORY, write_catalog
from processes import Failure, Process, free_port, get

BINARY = Path(os.environ.get("HEUAN", REPOSITORY / "target/release/heuan"))
HOME = "/la"
# Lifts the rate limits, because the benchmark sends all requests from one client. The limiter still counts each request.
UNLIMITED = {
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "1000000",
    "HEUAN_EDGE__RATE_LIMIT__BURST": "1000000",
    "HEUAN_EDGE__LIMITS__CONNECTIONS_PER_CLIENT": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "RUST_LOG": "warn",
    # Off, because the index of images would be built in the background. The section `image` measures it.
    "HEUAN_IMAGE_SEARCH__ENABLED": "false",
}
NO_CACHE = {"HEUAN_EDGE__RESPONSE_CACHE": "false"}


def environment(data: Path, port: int | None = None, **settings: str) -> dict[str, str]:
    """Environment of the shop. It has none of the caller's settings, and none that `make` sets."""
    ours = {"DATA_DIR", "DATABASE_URL", "DEMO", "PORT", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"}
    kept = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("HEUAN_")}
    port_setting = {"PORT": str(port)} if port else {}
    return kept | {"DATA_DIR": str(data), "HEUAN_EDGE__HOST": "127.0.0.1", "HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED": "false"} | port_setting | settings


class Shop(Process):
    """Running `heuan run` with a data folder. It is ready when the constructor returns."""

    def __init__(self, data: Path, first: str = HOME, binary: Path = BINARY, **settings: str):
        self.port, self.admin_port = free_port(), free_port()
        self.data = data
        admin = {"HEUAN_EDGE__ADMIN_PORT": str(self.admin_port)}
        wanted = UNLIMITED | admin | settings
        if binary != BINARY:
            wanted = known_to(binary, wanted)
        env = environment(data, self.port, **wanted)
        super().__init__([str(binary), "run"], data.with_suffix(".log"), env, cwd=REPOSITORY)
        # The first start imports the demo catalog.
        self.seconds_to_first_200 = self.wait_for_200(self.port, first, seconds=120)

    def json(self, path: str) -> dict:
        status, _, body = get(self.port, path)
        if status != 200:
            raise Failure(f"{path} answers {status}: {body[:300].decode(errors='replace')}")
        return json.loads(body)

    def service_calls(self) -> float:
        """Number of calls to services that this process has made."""
        _, _, body = get(self.admin_port, "/metrics")
        found = re.findall(r"^rpc_client_call_duration_seconds_count(?:\{[^}]*\})? (\S+)$", body.decode(), re.MULTILINE)
        return sum(map(float, found))


def known_to(binary: Path, settings: dict[str, str]) -> dict[str, str]:
    """The settings that a binary of another release knows. It refuses others at its start."""
    printed = subprocess.run([str(binary), "settings"], capture_output=True, text=True, check=True).stdout
    known = _setting_names(tomllib.loads(printed), "HEUAN_")
    return {name: value for name, value in settings.items() if name in known or not name.startswith("HEUAN_")}


def _setting_names(table: dict, prefix: str) -> set[str]:
    """Environment variables of a table of settings: `HEUAN_EDGE__RATE_LIMIT__BURST`."""
    names = set()
    for key, value in table.items():
        name = prefix + key.upper()
        names |= _setting_names(value, f"{name}__") if isinstance(value, dict) else {name}
    return names


def import_folder(folder: Path, data: Path, replace: bool = False, binary: Path = BINARY) -> float:
    """Runs the command `heuan import`. Returns its duration in seconds."""
    command = [str(binary), "import", str(folder), *(["--replace"] if replace else [])]
    began = time.monotonic()
    ended = subprocess.run(
        command, env=environment(data), cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if ended.returncode != 0:
        raise Failure(f"heuan import {folder.name}: {(ended.stdout + ended.stderr).strip()[-500:]}")
    return time.monotonic() - began


class Workplace:
    """Temporary folder of a run. Its data folders are created once and shared by the measurements."""

    def __init__(self, folder: Path, is_quick: bool):
        self.folder = folder
        self.is_quick = is_quick
        # Numbers of products of the two catalogs whose costs are compared.
        self.small, self.large = (500, 5_000) if is_quick else (2_000, 100_000)
        self._data: dict[str, Path] = {}
        self._folders: dict[tuple[int, int], Path] = {}
        self._ids: dict[tuple[int, int], list[int]] = {}

    def new(self, name: str) -> Path:
        """An unused path below the temporary folder."""
        path, number = self.folder / name, 1
        while path.exists():
            number += 1
            path = self.folder / f"{name}-{number}"
        return path

    def demo_data(self) -> Path:
        """Data folder of a shop with the demo catalog."""
        if "demo" not in self._data:
            data = self.new("demo-data")
            with Shop(data):
                pass
            self._data["demo"] = data
        return self._data["demo"]

    def catalog(self, count: int, seed: int = 1) -> Path:
        """Catalog folder with `count` products."""
        if (count, seed) not in self._folders:
            folder = self.new(f"catalog-{count}-{seed}")
            self._ids[count, seed] = write_catalog(folder, count, seed)
            self._folders[count, seed] = folder
        return self._folders[count, seed]

    def ids_of(self, count: int) -> list[int]:
        """Ids of the products in `data_of(count)`."""
        self.catalog(count)
        return self._ids[count, 1]

    def has_data_of(self, count: int) -> bool:
        return str(count) in self._data

    def adopt(self, count: int, data: Path) -> None:
        """Registers a data folder into which a measurement has imported `catalog(count)`."""
        self._data[str(count)] = data

    def data_of(self, count: int) -> Path:
        """Data folder of a shop with `catalog(count)`."""
        if str(count) not in self._data:
            data = self.new(f"data-{count}")
            import_folder(self.catalog(count), data, replace=True)
            self._data[str(count)] = data
        return self._data[str(count)]
