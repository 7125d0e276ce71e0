"""Measured figures, and the table that prints them."""

import json
import os
import platform
import subprocess
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

NOTE_WIDTH = 120
COLUMNS = ("figure", "measured", "goal", "met", "reference")


@dataclass
class Figure:
    """Row of the table. A row without a goal explains the row above it."""

    name: str
    measured: str
    goal: str = ""
    is_met: bool | None = None
    reference: str = ""
    # All single values, for --save.
    values: dict = field(default_factory=dict)

    def cells(self) -> tuple[str, ...]:
        met = {True: "yes", False: "no", None: ""}[self.is_met]
        return (self.name, self.measured, self.goal, met, self.reference)


@dataclass
class Section:
    title: str
    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def at_most(name: str, value: float, limit: float, unit: str, spread: Sequence[float] = (), **more) -> Figure:
    """Figure whose goal is to be at most `limit`. `spread` has the single values of which `value` is the median."""
    values = {"value": value, "limit": limit, "all": list(spread)} | more.pop("values", {})
    measured = f"{number(value)} {unit}{span(spread)}"
    return Figure(name, measured, f"≤ {number(limit)} {unit}", value <= limit, values=values, **more)


def at_least(name: str, value: float, limit: float, unit: str, spread: Sequence[float] = (), **more) -> Figure:
    """Figure whose goal is to be at least `limit`."""
    values = {"value": value, "limit": limit, "all": list(spread)} | more.pop("values", {})
    measured = f"{number(value)} {unit}{span(spread)}"
    return Figure(name, measured, f"≥ {number(limit)} {unit}", value >= limit, values=values, **more)


def shown(name: str, value: float, unit: str, spread: Sequence[float] = (), **more) -> Figure:
    """Figure without a goal."""
    return Figure(name, f"{number(value)} {unit}{span(spread)}", values={"value": value, "all": list(spread)}, **more)


def number(value: float) -> str:
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"


def span(values: Sequence[float]) -> str:
    """The smallest and the largest value, in parentheses."""
    return f" ({number(min(values))}–{number(max(values))})" if len(values) > 1 else ""


def table(sections: list[Section]) -> str:
    rows = [figure.cells() for section in sections for figure in section.figures]
    widths = [max(map(_width, column)) for column in zip(COLUMNS, *rows)]

    def line(cells):
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths))
        return "  ".join(padded).rstrip()

    rule = "  ".join("─" * width for width in widths)
    lines = [line(COLUMNS), rule]
    for section in sections:
        lines += [line(figure.cells()) for figure in section.figures]
        lines.append(rule)
    for section in sections:
        for note in section.notes:
            lines += textwrap.wrap(f"* {section.title}: {note}", NOTE_WIDTH, subsequent_indent="  ")
    return "\n".join(lines)


def save(file: Path, machine: dict, sections: list[Section]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    content = {"machine": machine, "sections": [asdict(section) for section in sections]}
    file.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def machine() -> dict:
    """Facts about the machine of the measurement."""
    models = [line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    memory = next((int(line.split()[1]) for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    return {
        "cores": os.cpu_count(),
        "cpu": models[0] if models else platform.machine(),
        "memory_gb": round(memory * 1024 / 1e9, 1),
        "rustc": _first_line("rustc", "--version"),
        "commit": _first_line("git", "rev-parse", "--short", "HEAD"),
        "load_before": os.getloadavg()[0],
    }


def _width(text: str) -> int:
    return sum(unicodedata.combining(character) == 0 for character in text)


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def _first_line(*command: str) -> str:
    try:
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return out.splitlines()[0] if out else "unknown"
