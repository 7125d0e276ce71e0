"""Cost of lists and product details with one process per service, PostgreSQL and Redis: CPU time of all processes."""

import contextlib
import sys
from collections.abc import Iterator
from functools import partial

from figures import Section, at_most, shown
from load import press
from measure.services import details, lists
from processes import alternate, median
from shop import BINARY, NO_CACHE, REPOSITORY, UNLIMITED, Shop, Workplace

sys.path.append(str(REPOSITORY / "deploy/local"))

from mesh import EDGE, Mesh  # noqa: E402


class Everything:
    """All processes of a mesh, measured like one process."""

    name = "the split shop"

    def __init__(self, mesh: Mesh):
        services = [replica.process for replica in mesh.each()]
        edges = [replica.process for replica in mesh.replicas[EDGE]]
        self.parts = {"edge": edges, "services": [one for one in services if one not in edges]}
        self.parts |= {"PostgreSQL": [mesh.postgres], "Redis": [mesh.redis]}

    def cpu_seconds(self) -> float:
        return sum(process.cpu_seconds() for processes in self.parts.values() for process in processes)

    def resident_mb(self) -> dict[str, float]:
        return {name: sum(process.resident_mb() for process in processes) for name, processes in self.parts.items()}


@contextlib.contextmanager
def open_mesh(place: Workplace, name: str, settings: dict[str, str], edges: int = 1) -> Iterator[Mesh]:
    """Runs a mesh with the small catalog."""
    folder = place.new(name)
    folder.mkdir()
    # PostgreSQL runs as another user, which needs access to its folder.
    place.folder.chmod(0o755)
    settings = UNLIMITED | {"HEUAN_EDGE__HOST": "127.0.0.1"} | settings
    with Mesh(folder, BINARY, {"edge": edges}, settings, demo=False) as mesh:
        mesh.run("import", str(place.catalog(place.small)), "--replace")
        yield mesh


def measure(place: Workplace) -> Section:
    section = Section("split")
    rounds, seconds = (2, 1) if place.is_quick else (5, 4)
    paths = {"list": lists(), "detail": details(place, place.small)}
    with open_mesh(place, "split", NO_CACHE) as mesh, Shop(place.data_of(place.small), **NO_CACHE) as one:
        everything = Everything(mesh)
        cost = {
            f"{what} {shape}": partial(_cost, server, port, paths[what], seconds)
            for what in paths
            for shape, server, port in (("split", everything, mesh.edge.port), ("one", one, one.port))
        }
        alternate(1, cost)
        result = alternate(rounds, cost)
        for what in paths:
            values = result[f"{what} split"]
            beside = f"{median(result[f'{what} one']):.3f} ms in one process on SQLite"
            name = f"{what}, {place.small:,} products, split: CPU per request"
            section.figures.append(at_most(name, median(values), 0.5, "ms", values, reference=beside))
        for name, megabytes in everything.resident_mb().items():
            section.figures.append(shown(f"  resident memory, {name}", megabytes, "MB"))
    section.notes.append(
        "one replica of each service, response cache off, 500 addresses in turn; CPU of edge, services, PostgreSQL and "
        "Redis together"
    )
    return section


def _cost(server: Everything | Shop, port: int, paths: list[str], seconds: int) -> float:
    return press(server, port, paths, seconds).cpu_ms
