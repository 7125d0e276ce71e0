#!/usr/bin/env python3
"""Measures the shop and prints one table. README.md explains the rows.

Exits with 0 if everything was measured, whether or not the goals are met, and with 1 if a measurement failed.
"""

import argparse
import datetime
import signal
import sys
import tempfile
import time
from pathlib import Path

import figures
from figures import Figure, Section
from measure import bulk, buy, cached, calls, freshness, image, imports, live_events, memory, orders, products, services, split, split_import, split_kept, staff_histories, staff_lists, start, view
from shop import BINARY, REPOSITORY, Workplace

# Sections in the order of the run. Later sections use the data that `import` has imported.
SECTIONS = {
    "cached": cached.measure,
    "import": imports.measure,
    "fresh": freshness.measure,
    "list": services.measure,
    "split": split.measure,
    "split-kept": split_kept.measure,
    "split-import": split_import.measure,
    "buy": buy.measure,
    "orders": orders.measure,
    "products": products.measure,
    "staff-lists": staff_lists.measure,
    "staff-histories": staff_histories.measure,
    "bulk": bulk.measure,
    "live-events": live_events.measure,
    "memory": memory.measure,
    "start": start.measure,
    "calls": calls.measure,
    "view": view.measure,
    "image": image.measure,
}
# Sections that run only by name, because they take several minutes: `make bench-image`.
ON_DEMAND = {"image"}


def main() -> int:
    arguments = parse()
    for needed in (BINARY, REPOSITORY / "frontend/dist/index.html"):
        if not needed.exists():
            print(f"bench: {needed.relative_to(REPOSITORY)} is not built; use `make bench`", file=sys.stderr)
            return 1
    # On SIGTERM, exit normally, so that the started processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    machine = figures.machine()
    with tempfile.TemporaryDirectory(prefix="heuan-bench-", ignore_cleanup_errors=True) as folder:
        sections, failed = run(arguments.only, Workplace(Path(folder), arguments.quick))
    print(header(machine, arguments.quick))
    print(figures.table(sections))
    if arguments.save:
        stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
        file = REPOSITORY / "bench/results" / f"{stamp}.json"
        figures.save(file, machine, sections)
        print(f"saved to {file.relative_to(REPOSITORY)}")
    return 1 if failed else 0


def run(names: list[str], place: Workplace) -> tuple[list[Section], bool]:
    sections, failed = [], False
    for name in names:
        began = time.monotonic()
        progress(f"{name} …")
        try:
            section = SECTIONS[name](place)
        except Exception as error:  # a failure must not hide the other sections
            failed = True
            section = Section(name, [Figure(name, "FAILED")], [f"failed: {type(error).__name__}: {error}"])
        progress(f"{name}: {time.monotonic() - began:.0f} s\n")
        sections.append(section)
    return sections, failed


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=chosen, default=[name for name in SECTIONS if name not in ON_DEMAND], metavar="A,B", help=", ".join(SECTIONS))
    parser.add_argument("--quick", action="store_true", help="fewer rounds and small catalogs, to check that the benchmark runs")
    parser.add_argument("--save", action="store_true", help="also write all single values to bench/results/")
    return parser.parse_args()


def chosen(names: str) -> list[str]:
    wanted = names.split(",")
    unknown = [name for name in wanted if name not in SECTIONS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: choose from {', '.join(SECTIONS)}")
    return [name for name in SECTIONS if name in wanted]


def header(machine: dict, is_quick: bool) -> str:
    facts = (
        f"{machine['cores']} cores, {machine['cpu']}, {machine['memory_gb']} GB, {machine['rustc']}, "
        f"commit {machine['commit']}"
    )
    lines = ["", f"Heuan on {facts}"]
    if machine["load_before"] > 0.5:
        lines.append(f"The machine was busy before the run (load {machine['load_before']:.1f}): expect noise.")
    if is_quick:
        lines.append("Quick: few rounds, small catalogs. The figures only show that the benchmark runs.")
    return "\n".join(lines) + "\n"


def progress(text: str) -> None:
    print(f"\r\033[K{text}" if sys.stderr.isatty() else text.rstrip("…\n "), end="" if sys.stderr.isatty() else "\n",
          file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
