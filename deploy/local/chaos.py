"""make chaos: stops, stalls and kills parts of a split shop under load, and prints the responses that shoppers received.

Each row tests a property of docs/resilience.md: responses to shoppers, metrics, alerts. The run fails if a property does not
hold.
"""

import os
import sys
import tempfile
from pathlib import Path

from alerts import Alerts
from mesh import ROOT, Failure, Mesh
from scenarios_backend import a_failing_callee, a_rolling_restart, a_sick_replica, a_stalled_callee
from row_edge import an_ending_edge, an_overload, counts_that_stay
from row_parts import a_dead_redis, each_part_in_turn
from scenario import SEEN, Row, Shop

SETTINGS = {
    "HEUAN_EDGE__HOST": "127.0.0.1",
    "HEUAN_EDGE__RATE_LIMIT__PER_SECOND": "0",
    "HEUAN_EDGE__LIMITS__CONNECTIONS_PER_CLIENT": "0",
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND": "0",
    "HEUAN_EDGE__ACCESS_LOG": "false",
    "HEUAN_EDGE__DRAIN_MS": "2000",
    # One customer places two orders in each walk through the shop, and the next walk must succeed as well.
    "HEUAN_ACCOUNTS__REGISTRATIONS_PER_ADDRESS": "0",
    "HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED": "false",
    "HEUAN_ORDERS__LIMITS__OPEN_COD": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__TRANSFER_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS": "0",
}
REPLICAS = {"catalog-gateway": 3}

ROWS = [
    counts_that_stay,
    a_stalled_callee,
    a_failing_callee,
    an_overload,
    a_sick_replica,
    a_rolling_restart,
    each_part_in_turn,
    a_dead_redis,
    an_ending_edge,
]


def main() -> int:
    binary = Path(os.environ.get("HEUAN", ROOT / "target/release/heuan")).resolve()
    only = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="heuan-chaos-") as folder:
        os.chmod(folder, 0o755)
        try:
            with Mesh(Path(folder), binary, REPLICAS, SETTINGS) as mesh, Alerts(mesh) as alerts:
                shop = Shop(mesh, alerts)
                for path in [*SEEN, f"/la/shop/{shop.products[0]}"]:
                    shop.ask(path)
                for make in ROWS:
                    if only and make.__name__ not in only:
                        continue
                    try:
                        rows = make(shop)
                    except Failure as failure:
                        rows = Row(make.__name__, False, str(failure))
                    for row in rows if isinstance(rows, list) else [rows]:
                        failed += not row.holds
                        print(f"{'holds' if row.holds else 'FAILS'}  {row.name:<32} {row.figures}", flush=True)
        except Failure as failure:
            print(f"make chaos: {failure}", file=sys.stderr)
            return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
