"""Import of the large catalog into PostgreSQL in a running split shop: duration and disk space."""

import subprocess
import time
from pathlib import Path

from figures import Section, at_most, shown
from measure.split import open_mesh
from processes import Failure
from shop import Workplace

SIZE = """
SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
"""


def measure(place: Workplace) -> Section:
    section = Section("split, import")
    with open_mesh(place, "split-import", {}) as mesh:
        url = mesh.database_url(mesh.postgres_port)
        before = _bytes(url)
        folder = place.catalog(place.large)
        began = time.monotonic()
        mesh.run("import", str(folder), "--replace")
        took = time.monotonic() - began
        after = _bytes(url)
    section.figures += [
        at_most(f"import of {place.large:,} products into PostgreSQL", took, 90, "s"),
        shown("  tables and indexes for each product", (after - before) / (place.large - place.small) / 1000, "kB"),
    ]
    return section


def _bytes(url: str) -> int:
    """Bytes of all tables and indexes, after a VACUUM FULL, because the space of deleted rows is reused."""
    _psql(url, "VACUUM FULL")
    return int(_psql(url, SIZE))


def _psql(url: str, command: str) -> str:
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/psql"))
    if not programs:
        raise Failure("psql is missing: install Debian's `postgresql` package")
    done = subprocess.run([programs[-1], url, "-Atqc", command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failure(f"psql: {done.stderr.strip()}")
    return done.stdout.strip()
