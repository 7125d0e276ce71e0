#!/usr/bin/env python3
"""Compares the CPU time per request with that of another build: `compare.py BASE`, a binary or a git revision.

Both shops run at the same time with the same catalog and are measured in turn, round by round. A revision is built in
`target/bench-compare`, with a target folder of its own, and its binary is kept there.

Exits with 1 if a request costs more than the limit even at the lower quartile of the rounds' ratios, and with 2 if the
comparison failed.
"""

import argparse
import contextlib
import csv
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

import figures
from customers import OPEN_DOOR, Customer
from figures import Figure, Section, number
from load import press
from measure import buy, cached, services
from processes import Failure, alternate, median
from shop import BINARY, NO_CACHE, REPOSITORY, Shop, Workplace, import_folder

BUILDS = REPOSITORY / "target/bench-compare"
SEARCHES = REPOSITORY / "bench/search/data/everyday.tsv"
# The first request of a shop; it needs no built storefront.
FIRST = "/api/v1/product?limit=1&page=1"

# CPU milliseconds per request of one turn, by request.
Costs = dict[str, Callable[[], float]]


def main() -> int:
    arguments = parse()
    # On SIGTERM, exit normally, so that the started processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    machine = figures.machine()
    try:
        if not BINARY.exists():
            raise Failure(f"{BINARY} is not built; use `make bench-compare BASE={arguments.base}`")
        builds = {"base": base_binary(arguments.base), "new": BINARY.resolve()}
        with tempfile.TemporaryDirectory(prefix="heuan-bench-", ignore_cleanup_errors=True) as folder:
            place = Workplace(Path(folder), arguments.quick)
            costs = measure(place, builds, arguments.rounds, arguments.seconds)
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        print(f"bench-compare: {failure}", file=sys.stderr)
        return 2
    section = compared(costs, arguments.limit)
    section.notes.append(
        f"{arguments.rounds} rounds of {arguments.seconds} s for each request and build, {place.small:,} products; base is "
        f"{arguments.base}. Medians, with the lower and the upper quartile of the rounds"
    )
    print(f"\n{machine['cores']} cores, {machine['cpu']}, load {machine['load_before']:.1f} before the run\n")
    print(figures.table([section]))
    return 1 if any(figure.is_met is False for figure in section.figures) else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", metavar="BASE", help="path of a heuan binary, or a git revision")
    parser.add_argument("--limit", type=float, default=1.05, help="highest ratio of the costs, 1.05 by default")
    parser.add_argument("--rounds", type=at_least_one, default=9, help="rounds, each with one turn of both builds")
    parser.add_argument("--seconds", type=at_least_one, default=2, help="duration of a turn")
    parser.add_argument("--quick", action="store_true", help="a small catalog, to check that the comparison runs")
    arguments = parser.parse_args()
    if arguments.rounds < 3:
        parser.error("--rounds: quartiles need three rounds")
    return arguments


def at_least_one(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def base_binary(base: str) -> Path:
    if Path(base).is_file():
        return Path(base).resolve()
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{base}^{{commit}}"],
        cwd=REPOSITORY, capture_output=True, text=True, check=False,
    )
    if found.returncode != 0:
        raise Failure(f"BASE={base} is neither a file nor a git revision")
    return built(found.stdout.strip())


def built(commit: str) -> Path:
    """The binary of a commit, which is compiled once."""
    binary = BUILDS / f"heuan-{commit[:12]}"
    if binary.exists():
        return binary
    sources = BUILDS / "sources"
    BUILDS.mkdir(parents=True, exist_ok=True)
    print(f"building {commit[:12]} …", file=sys.stderr, flush=True)
    run("git", "worktree", "prune")
    run("git", "worktree", "add", "--force", "--force", "--detach", str(sources), commit)
    try:
        # Not the target folder of this checkout: cargo distinguishes the sources of two only by modification time.
        build = {**os.environ, "CARGO_TARGET_DIR": str(BUILDS / "build")}
        run("cargo", "build", "--quiet", "--locked", "--release", "--package", "heuan", cwd=sources, env=build)
        shutil.copy(BUILDS / "build/release/heuan", binary.with_suffix(".new"))
        binary.with_suffix(".new").rename(binary)
    finally:
        run("git", "worktree", "remove", "--force", str(sources))
    return binary


def run(*command: str, cwd: Path = REPOSITORY, env: dict[str, str] | None = None) -> None:
    if subprocess.run(command, cwd=cwd, env=env, check=False).returncode != 0:
        raise Failure(f"{' '.join(command)} failed")


def measure(place: Workplace, builds: dict[str, Path], rounds: int, seconds: int) -> dict[str, list[float]]:
    """CPU milliseconds per request of all rounds, by request and build."""
    data = {name: place.new(f"{name}-data") for name in builds}
    for name, binary in builds.items():
        import_folder(place.catalog(place.small), data[name], replace=True, binary=binary)
    results = {}
    for settings, requests in ((OPEN_DOOR | NO_CACHE, uncached_costs), (OPEN_DOOR, cached_costs)):
        with contextlib.ExitStack() as running:
            shops = {
                name: running.enter_context(Shop(data[name], FIRST, binary, **settings)) for name, binary in builds.items()
            }
            for shop in shops.values():
                shop.rest()
            results |= alternated(place, shops, requests, rounds, seconds)
    return results


def alternated(
    place: Workplace,
    shops: dict[str, Shop],
    requests: Callable[[Workplace, Shop, int], Costs],
    rounds: int,
    seconds: int,
) -> dict[str, list[float]]:
    costs = {name: requests(place, shop, seconds) for name, shop in shops.items()}
    # One request after another, because the turns of both builds should be close to each other.
    results = {}
    for what in costs["base"]:
        print(f"{what} …", file=sys.stderr, flush=True)
        turns = {f"{what} {name}": costs[name][what] for name in shops}
        alternate(1, turns)
        results |= alternate(rounds, turns)
    return results


def uncached_costs(place: Workplace, shop: Shop, seconds: int) -> Costs:
    customers = [Customer.register(shop.port, number) for number in range(buy.CUSTOMERS)]
    in_carts, _ = buy.goods(place)
    changes = buy.cart_changes(customers, in_carts)
    return {
        "list": partial(cost, shop, services.lists(), seconds),
        "detail": partial(cost, shop, services.details(place, place.small), seconds),
        "search": partial(cost, shop, searches(), seconds),
        "add to cart": lambda: cost_of_carts(shop, customers, changes, seconds),
    }


def cached_costs(_place: Workplace, shop: Shop, seconds: int) -> Costs:
    return {"cached list": partial(cost, shop, [f"{cached.PATH}10"], seconds)}


def searches() -> list[str]:
    with SEARCHES.open(encoding="utf-8", newline="") as file:
        words = [row[0] for row in csv.reader(file, delimiter="\t") if row]
    return [f"/api/v1/search-product?search={quote(word)}&limit=10" for word in words]


def cost(shop: Shop, requests: Sequence, seconds: int) -> float:
    return press(shop, shop.port, requests, seconds).cpu_ms


def cost_of_carts(shop: Shop, customers: list[Customer], changes: list, seconds: int) -> float:
    """Begins with empty carts, because a line has at most the stock."""
    for customer in customers:
        customer.empty_cart(shop.port)
    return cost(shop, changes, seconds)


def compared(costs: dict[str, list[float]], limit: float) -> Section:
    section = Section("compared")
    for what in [name.removesuffix(" base") for name in costs if name.endswith(" base")]:
        base, new = costs[f"{what} base"], costs[f"{what} new"]
        ratios = [one / other for one, other in zip(new, base)]
        section.figures.append(
            Figure(
                f"{what}: CPU per request, new / base",
                f"{spread(ratios)} ×",
                f"≤ {limit:g} ×",
                verdict(ratios, limit),
                reference=f"new {spread(new)} ms, base {spread(base)} ms",
            )
        )
    if any(figure.is_met is None for figure in section.figures):
        section.notes.append(
            "where neither yes nor no is printed, the limit is between the quartiles: repeat with more rounds on a quiet machine"
        )
    return section


def verdict(ratios: list[float], limit: float) -> bool | None:
    """`None` if the median is above the limit by less than the spread of the rounds."""
    if median(ratios) <= limit:
        return True
    return None if quartiles(ratios)[0] <= limit else False


def quartiles(values: list[float]) -> tuple[float, float]:
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def spread(values: list[float]) -> str:
    low, high = quartiles(values)
    return f"{number(median(values))} ({number(low)}–{number(high)})"


if __name__ == "__main__":
    sys.exit(main())
