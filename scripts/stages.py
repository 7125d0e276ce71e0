#!/usr/bin/env python3
"""Runs the stages of scripts/stages.toml, one line each: `stages.py test` the gate, `stages.py verify [NAME…]` the rest.

A failed stage of the gate ends the run; the last things printed are its name, the names of the tests that failed and
the end of its log. The last line is `N passed, N failed`.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TAIL = 80
# The whole gate gives up by itself: a run that is cut off from outside says nothing. Twice and a half of what it takes on two
# idle cores, because a busy or slower machine takes that.
WHOLE_S = 4800
ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# Counts in the output of the test runners: nextest, Vitest, Playwright, and cargo's own for the documentation.
COUNTS = {
    "passed": [r"tests run: (\d+) passed", r"^\s*Tests\s.*?(\d+) passed", r"^\s+(\d+) passed \(", r"^test result:.* (\d+) passed"],
    "failed": [r"tests run:.*?(\d+) failed", r"^\s*Tests\s.*?(\d+) failed", r"^\s+(\d+) failed$", r"^test result:.* (\d+) failed"],
}
FAILED_TEST = re.compile(
    r"^\s*(?:(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT|LEAK-FAIL) .+|× .+|\[\w+\] › .+|test .+ \.\.\. FAILED|FAULT .+|error(?:\[\w+\])?: .+)$", re.M
)


def count(log: str, which: str) -> int:
    return sum(int(number) for pattern in COUNTS[which] for number in re.findall(pattern, log, re.M))


class Running:
    """A stage that was started. In the background it gets the CPU time that other stages leave."""

    def __init__(self, stage: dict, log: Path, background: bool) -> None:
        self.stage, self.log, self.background = stage, log, background
        with log.open("wb") as output:
            self.child = subprocess.Popen(
                [*(["nice", "-n", "19"] if background else []), "bash", "-euo", "pipefail", "-c", stage["command"]],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        if background:
            # Where each session is scheduled as a group, priorities of its processes count only inside it.
            self.set_group_priority(19)

    def set_group_priority(self, nice: int) -> None:
        with contextlib.suppress(OSError):
            Path(f"/proc/{self.child.pid}/autogroup").write_text(str(nice))

    def finish(self, left_s: float) -> tuple[int, str]:
        """The stage's exit code and what it printed. It is ended, with all it started, when its time is up."""
        if self.background:
            # The stages beside it have ended. Without the right to raise a priority it stays low.
            self.set_group_priority(0)
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PGRP, self.child.pid, os.getpriority(os.PRIO_PROCESS, 0))
        limit = min(self.stage["limit"], left_s)
        try:
            code = self.child.wait(timeout=max(limit, 1))
        except subprocess.TimeoutExpired:
            code = 124
        finally:
            end(self.child)
        said = ESCAPES.sub("", self.log.read_text(errors="replace"))
        return code, said + (f"\nended after {limit:.0f} s, the limit\n" if code == 124 else "")


def end(child: subprocess.Popen, is_signaled: bool = False) -> None:
    """Ends what a stage left behind: politely, so that servers remove their folders, then not. `is_signaled`: it has had its SIGTERM."""
    for sign, timeout_s in ((signal.SIGTERM, 15), (signal.SIGKILL, 1)):
        try:
            os.killpg(child.pid, 0 if is_signaled and sign == signal.SIGTERM else sign)
        except ProcessLookupError:
            return
        until = time.monotonic() + timeout_s
        while time.monotonic() < until:
            child.poll()
            try:
                os.killpg(child.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.1)


def main() -> int:
    purpose, *names = sys.argv[1:] or ["test"]
    stages = tomllib.loads((ROOT / "scripts/stages.toml").read_text())["stage"]
    wrong = [
        stage["name"]
        for at, stage in enumerate(stages)
        if "beside" in stage and stage["beside"] not in {earlier["name"] for earlier in stages[:at]}
    ]
    if wrong:
        print(f"`beside` does not name an earlier stage of scripts/stages.toml: {', '.join(wrong)}")
        return 2
    chosen = [stage for stage in stages if ("outside" in stage) == (purpose == "verify")]
    if names:
        unknown = set(names) - {stage["name"] for stage in stages}
        if unknown:
            print(f"no such stage: {', '.join(sorted(unknown))}; there are {', '.join(s['name'] for s in stages)}")
            return 2
        chosen = [stage for stage in stages if stage["name"] in names]
    # SIGTERM reaches this process only; it passes the signal on to the process group of the stage.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    logs = Path(tempfile.mkdtemp(prefix="heuan-gate-"))
    started = time.monotonic()
    passed, failures = 0, []
    running: dict[str, Running] = {}
    try:
        for stage in chosen:
            name, begin = stage["name"], time.monotonic()
            if name not in running:
                running[name] = Running(stage, logs / f"{name}.log", background=False)
            for other in chosen:
                if other.get("beside") == name:
                    running[other["name"]] = Running(other, logs / f"{other['name']}.log", background=True)
            left_s = WHOLE_S - (begin - started) if purpose == "test" else stage["limit"]
            code, said = running[name].finish(left_s)
            del running[name]
            tests = count(said, "passed")
            # A stage that counts no tests is one check.
            passed += tests or (code == 0)
            beside = f"  beside {stage['beside']}" if any(other["name"] == stage.get("beside") for other in chosen) else ""
            print(
                f"{'ok  ' if code == 0 else 'FAIL'}  {name:<20} {time.monotonic() - begin:6.0f} s{f'  {tests} passed' if tests else ''}{beside}",
                flush=True,
            )
            if code == 0:
                continue
            failures.append((name, code, said, max(count(said, "failed"), 1)))
            if purpose == "test":
                break
    finally:
        # Another signal would leave stages that still run. All get SIGTERM at once, so that their times to end overlap.
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, signal.SIG_IGN)
        for stage in running.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(stage.child.pid, signal.SIGTERM)
        for stage in running.values():
            end(stage.child, is_signaled=True)
    for name, code, said, _ in failures:
        print(f"\nstage {name} failed with {code}; log {logs / name}.log")
        print("failed:", *dict.fromkeys(match.strip()[:200] for match in FAILED_TEST.findall(said)), sep="\n  ")
        print(f"the last {TAIL} lines of its log:", *said.splitlines()[-TAIL:], sep="\n")
    print(f"\n{passed} passed, {sum(tests for *_, tests in failures)} failed")
    if not failures:
        shutil.rmtree(logs, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
