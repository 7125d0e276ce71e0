"""Runs a command with a new split shop (demo catalog, empty databases, free ports).

The command finds the shop at BASE_URL. The shop has two edge replicas unless REPLICAS_edge sets another number; BASE_URL_2 is
the address of the second, for tests with two people on different replicas. SHOP_SWITCH is the address of `fault_control.py`.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mesh import EDGE, ROOT, Failure, Mesh, replicas_wanted
from fault_control import fault_control

# Lifts limits per client address and per phone number, because all tests share one address and a few numbers.
SETTINGS = {
    "HEUAN_EDGE__HOST": "127.0.0.1",
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "0",
    "HEUAN_EDGE__LIMITS__CONNECTIONS_PER_CLIENT": "0",
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "HEUAN_ACCOUNTS__REGISTRATIONS_PER_ADDRESS": "0",
    "HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED": "false",
    "HEUAN_ORDERS__SANDBOX": "true",
    "HEUAN_ORDERS__LIMITS__OPEN_COD": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_TRANSFER": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_QR": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__TRANSFER_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS": "0",
    "HEUAN_IMAGE_SEARCH__INDEX_THREADS": "2",
    "HEUAN_WEATHER__URL": "",
    # Long deadlines, because the browser and a build without optimization share the machine.
    "HEUAN_EDGE__DEADLINE_MS": "25000",
    "HEUAN_RPC__DEADLINE_PERCENT": "500",
}


def _await_images(mesh: Mesh) -> None:
    """Waits until all images are indexed, because the indexing threads have low priority and would take minutes under load."""
    (replica, *_) = mesh.replicas["image-search"]
    for _ in range(300):
        # A busy service may not respond in time; the loop tries again.
        with contextlib.suppress(OSError):
            if replica.total("image_search_images", 'state="indexed"') and not replica.total("image_search_images", 'state="waiting"'):
                return
        time.sleep(1)


def _edge_addresses(mesh: Mesh) -> dict[str, str]:
    edges = enumerate(mesh.replicas[EDGE], 1)
    return {f"BASE_URL_{number}" if number > 1 else "BASE_URL": f"http://localhost:{edge.port}" for number, edge in edges}


def main() -> int:
    os.environ.setdefault("REPLICAS_edge", "2")
    binary = Path(os.environ.get("HEUAN", ROOT / "target/release/heuan")).resolve()
    with tempfile.TemporaryDirectory(prefix="heuan-split-") as folder:
        os.chmod(folder, 0o755)
        try:
            with Mesh(Path(folder), binary, replicas_wanted(), SETTINGS) as mesh, fault_control(mesh) as address:
                _await_images(mesh)
                env = mesh.environment() | _edge_addresses(mesh) | {"HEUAN": str(binary), "SHOP_SWITCH": address}
                return subprocess.run(sys.argv[1:], env=env, check=False).returncode
        except Failure as failure:
            print(f"the split shop did not open: {failure}", file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main())
