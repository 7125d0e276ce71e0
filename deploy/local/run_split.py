"""make run-split: runs one process per service, PostgreSQL and Redis until Ctrl-C."""

import os
import signal
import sys
import time
from pathlib import Path

from mesh import EDGE, ROOT, Failure, Mesh, Replica, replicas_wanted, topology

# Seconds until an ended replica is restarted, long enough to see the shop without it.
BACK_AFTER = 20


def main() -> int:
    folder = Path(os.environ.get("DATA_DIR", ROOT / "data")).resolve() / "split"
    binary = Path(os.environ.get("HEUAN", ROOT / "target/release/heuan")).resolve()
    # On SIGTERM, exit as with Ctrl-C, so that the started processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    demo = os.environ.get("DEMO", "1") not in ("0", "false")
    try:
        with Mesh(folder, binary, replicas_wanted(), known_ports=ports(), demo=demo) as mesh:
            print(f"\n{mesh.table()}\n\n  Heuan is open: http://localhost:{mesh.edge.port}/")
            print(f"  Logs are in {folder / 'logs'}; Ctrl-C ends all.\n", flush=True)
            ended: dict[str, float] = {}
            while True:
                time.sleep(1)
                for replica in mesh.each():
                    look_after(mesh, replica, ended)
    except KeyboardInterrupt:
        return 0
    except Failure as failure:
        print(f"make run-split: {failure}", file=sys.stderr)
        return 1


def ports() -> dict[str, int]:
    """Ports of the first replicas: those of the topology, and PORT for the edge, as in `make run`."""
    said = os.environ.get("PORT", "")
    if said and not said.isdigit():
        raise Failure("PORT must be a number")
    known = {name: service["port"] for name, service in topology().items()}
    return known | ({EDGE: int(said)} if said else {})


def look_after(mesh: Mesh, replica: Replica, ended: dict[str, float]) -> None:
    """Restarts a replica 20 s after it ended, like a supervisor."""
    if replica.process.is_running():
        return
    since = ended.setdefault(replica.name, time.monotonic())
    if time.monotonic() - since < 1:
        words = replica.process.last_words()
        print(f"  {replica.name} ended and starts again in {BACK_AFTER} s: {words}", file=sys.stderr, flush=True)
    elif time.monotonic() - since > BACK_AFTER:
        del ended[replica.name]
        try:
            mesh.start(replica)
            print(f"  {replica.name} is back, pid {replica.process.pid}", flush=True)
        except Failure as failure:
            print(f"  {failure}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
