"""Alerts of deploy/observability, evaluated by a local Prometheus while a test runs.

Durations in the rules are divided by 60, so a minute of the rules is a second here.
"""

import json
import os
import re
import shutil
import time
from pathlib import Path

from mesh import ROOT, Failure, Mesh, Process, free_port, get

RULES = ROOT / "deploy/observability/prometheus/rules"
# Folder into which scripts/set-up installs Prometheus.
UNPACKED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heuan/tools/debian"
FASTER = {"m": "s", "h": "m", "d": "h"}
CONFIGURATION = """
global: {scrape_interval: 1s, scrape_timeout: 900ms, evaluation_interval: 1s}
rule_files: [rules/*.yml]
scrape_configs:
"""


class Alerts:
    """Prometheus for a running mesh, during a `with` block. Without an installed Prometheus no alert is checked."""

    def __init__(self, mesh: Mesh):
        self.mesh, self.port = mesh, free_port()
        self.process: Process | None = None

    def __enter__(self):
        program = shutil.which("prometheus") or shutil.which("prometheus", path=UNPACKED)
        if not program:
            return self
        folder = self.mesh.folder / "prometheus"
        (folder / "rules").mkdir(parents=True)
        for rules in RULES.glob("*.yml"):
            (folder / "rules" / rules.name).write_text(faster(rules.read_text()))
        (folder / "prometheus.yml").write_text(CONFIGURATION + "".join(map(self._job, self.mesh.replicas)))
        listen = f"--web.listen-address=127.0.0.1:{self.port}"
        command = [program, "--config.file=prometheus.yml", "--storage.tsdb.path=data", listen, "--log.level=warn"]
        self.process = Process(command, self.mesh.folder / "logs/prometheus.log", cwd=folder)
        # Ends Prometheus with the mesh, even if it never becomes ready.
        self.mesh.stack.callback(self.process.stop)
        # The alerts on a missing service need a successful scrape of it first.
        self._until("Prometheus has scraped every replica", lambda: self._count("up == 1") == len(list(self.mesh.each())))
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.stop()

    def fires(self, name: str, **labels: str) -> str:
        """Waits for an alert. Returns a text with the seconds it took."""
        if not self.process:
            return "alerts not checked: `prometheus` is not installed"
        took = self._until(f"alert {name} {labels or ''}", lambda: self._is_firing(name, labels))
        return f"alert {name} fired" + (f" {took:.0f} s later" if took >= 1 else "")

    def _is_firing(self, name: str, labels: dict[str, str]) -> bool:
        return any(
            alert["state"] == "firing" and alert["labels"]["alertname"] == name
            and all(alert["labels"].get(label) == value for label, value in labels.items())
            for alert in self._ask("/api/v1/alerts")["alerts"]
        )

    def _count(self, expression: str) -> int:
        return len(self._ask(f"/api/v1/query?query={expression.replace(' ', '%20')}")["result"])

    def _ask(self, path: str) -> dict:
        try:
            status, _, body = get(self.port, path)
        except OSError:
            return {"alerts": [], "result": []}
        # Prometheus responds 503 until it has loaded its files.
        if status == 503:
            return {"alerts": [], "result": []}
        if status != 200:
            raise Failure(f"prometheus answers {status}: {body[:200].decode(errors='replace')}")
        return json.loads(body)["data"]

    def _until(self, what: str, condition, seconds: float = 180) -> float:
        began = time.monotonic()
        while not condition():
            if not self.process.is_running() or time.monotonic() - began > seconds:
                raise Failure(f"never happened: {what}: {self.process.last_words()}")
            time.sleep(0.2)
        return time.monotonic() - began

    def _job(self, name: str) -> str:
        ports = [replica.admin_port for replica in self.mesh.replicas[name]]
        targets = ", ".join(f"'127.0.0.1:{port}'" for port in ports)
        return f"  - {{job_name: {name}, static_configs: [{{targets: [{targets}]}}]}}\n"


def faster(rules: str) -> str:
    """The rules with all durations divided by 60."""
    def span(found: re.Match) -> str:
        return found[1] + found[2] + FASTER[found[3]] + found[4]

    return re.sub(r"(\[|for: )(\d+)([mhd])(\]|\n)", span, rules)
