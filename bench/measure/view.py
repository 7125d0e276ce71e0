"""First view of the home page on a phone with slow 4G: Lighthouse figures, and the bytes it loads."""

import json
import os
import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit

from figures import Section, at_least, at_most, shown
from processes import Failure, get, median
from shop import HOME, Shop, Workplace

BENCH = Path(__file__).resolve().parent.parent
MODULES = BENCH / "node_modules"
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
)
# Benchmark index of Lighthouse for its reference phone, which is four times slower than its reference desktop.
PHONE = 400
# `Accept-Encoding` of Chromium.
ENCODINGS = "gzip, deflate, br, zstd"


def measure(place: Workplace) -> Section:
    section = Section("first view")
    _install()
    runs = 1 if place.is_quick else 3
    with Shop(place.demo_data()) as shop:
        # The first visit does not count, because the shop creates the images in the sizes of the phone.
        first = _lighthouse(place, shop, "simulate", 1)
        slower = min(4, max(1, first["environment"]["benchmarkIndex"] / PHONE))
        simulated = [_lighthouse(place, shop, "simulate", slower) for _ in range(runs)]
        applied = [_lighthouse(place, shop, "devtools", slower) for _ in range(runs)]
        _, headers, _ = get(shop.port, HOME, {"Accept-Encoding": ENCODINGS})
        _, _, page = get(shop.port, HOME)
        named = sorted(set(re.findall(r"/assets/[^\"]+\.js", page.decode())))
        scripts = sum(len(get(shop.port, script, {"Accept-Encoding": ENCODINGS})[2]) for script in named)
    section.figures += _speed(simulated, applied) + _sizes(simulated[0], set(named), scripts)
    section.notes.append(
        f"Lighthouse {simulated[0]['lighthouseVersion']}, slow 4G (150 ms, 1.6 Mbit/s) simulated from an unthrottled "
        f"load, or applied to it; this machine slowed {slower:.1f} times to the speed of Lighthouse's reference phone: its "
        f"benchmark index is {', '.join(_speeds([first, *simulated, *applied]))}, that of the phone {PHONE}; "
        f"the other sizes are bytes over the wire with headers, the page as {headers.get('Content-Encoding', 'it is')}"
    )
    return section


def _speed(simulated: list[dict], applied: list[dict]) -> list:
    def audit(reports: list[dict], name: str, per_unit: float = 1) -> list[float]:
        return [report["audits"][name]["numericValue"] / per_unit for report in reports]

    scores = [100 * report["categories"]["performance"]["score"] for report in simulated]
    applied_scores = [100 * report["categories"]["performance"]["score"] for report in applied]
    lcp, applied_lcp = (audit(reports, "largest-contentful-paint", 1000) for reports in (simulated, applied))
    cls, tbt = audit(simulated, "cumulative-layout-shift"), audit(simulated, "total-blocking-time")
    applied_tbt = audit(applied, "total-blocking-time")
    return [
        at_least("home, phone, slow 4G: performance", median(scores), 95, "", scores,
                 reference=f"applied: {median(applied_scores):.0f}"),
        at_most("  largest contentful paint", median(lcp), 2, "s", lcp,
                reference=f"applied: {median(applied_lcp):.2f} s"),
        at_most("  layout shift", median(cls), 0.02, "", cls),
        at_most("  total blocking time", median(tbt), 100, "ms", tbt,
                reference=f"applied: {median(applied_tbt):.0f} ms"),
    ]


def _sizes(report: dict, named: set[str], scripts: int) -> list:
    """Rows of loaded bytes. `named` are the scripts in the HTML, `scripts` their compressed bytes. Other scripts are loaded
    when the page is idle."""
    bytes_of, count_of = defaultdict(int), defaultdict(int)
    for request in report["audits"]["network-requests"]["details"]["items"]:
        kind = request.get("resourceType", "Other")
        if kind == "Script" and urlsplit(request["url"]).path not in named:
            kind = "Later"
        bytes_of[kind] += request.get("transferSize", 0)
        count_of[kind] += 1
    total, count = sum(bytes_of.values()), sum(count_of.values())
    rows = [
        at_most("first-view JavaScript, compressed", scripts / 1000, 130, "kB"),
        shown("  including response headers", bytes_of["Script"] / 1000, "kB", reference=f"{count_of['Script']} files"),
    ]
    for name, kind in (("scripts loaded when idle", "Later"), ("page", "Document"), ("styles", "Stylesheet"), ("fonts", "Font"), ("images", "Image")):
        rows.append(shown(f"  {name}", bytes_of[kind] / 1000, "kB", reference=f"{count_of[kind]} files"))
    rows.append(shown("  everything", total / 1000, "kB", reference=f"{count} requests"))
    return rows


def _speeds(reports: list[dict]) -> list[str]:
    """Benchmark index of the machine before each visit, which changes if the machine has other load."""
    return [f"{report['environment']['benchmarkIndex']:.0f}" for report in reports]


def _lighthouse(place: Workplace, shop: Shop, throttling: str, slower: float) -> dict:
    out = place.new("lighthouse.json")
    own_node = MODULES / ".bin/node"
    command = [
        str(own_node) if own_node.exists() else "node",
        str(MODULES / "lighthouse/cli/index.js"),
        f"http://127.0.0.1:{shop.port}{HOME}",
        "--quiet",
        "--output=json",
        f"--output-path={out}",
        "--only-categories=performance",
        f"--throttling-method={throttling}",
        f"--throttling.cpuSlowdownMultiplier={slower:.2f}",
        f"--chrome-flags={FLAGS}",
    ]
    env = os.environ | {"CHROME_PATH": CHROMIUM, "TMPDIR": str(place.folder)}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    if ended.returncode != 0:
        raise Failure(f"lighthouse: {ended.stderr.strip()[-500:]}")
    report = json.loads(out.read_text())
    if "runtimeError" in report:
        raise Failure(f"lighthouse: {report['runtimeError'].get('message')}")
    return report


def _install() -> None:
    """Installs Lighthouse with the version of the lock file, unless it is installed."""
    done = MODULES / ".installed"
    lock = BENCH / "package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return
    npm = shutil.which("npm") or "npm"
    ended = subprocess.run(
        [npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=BENCH, capture_output=True, text=True, check=False
    )
    if ended.returncode != 0:
        raise Failure(f"npm ci in bench: {ended.stderr.strip()[-500:]}")
    done.touch()
