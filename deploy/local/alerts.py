"""The alerts of deploy/observability, watched live by a Prometheus of this machine.

The rules are the operator's own, with time run sixty times as fast: a minute of theirs is a second here.
"""

import json
import os
import re
import shutil
import time
from pathlib import Path

from mesh import ROOT, Failure, Mesh, Process, free_port, get

RULES = ROOT / "deploy/observability/prometheus/rules"
# Where scripts/set-up puts it.
UNPACKED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heuan/tools/debian"
FASTER = {"m": "s", "h": "m", "d": "h"}
CONFIGURATION = """
global: {scrape_interval: 1s, scrape_timeout: 900ms, evaluation_interval: 1s}
rule_files: [rules/*.yml]
scrape_configs:
"""


class Alerts:
    """Use in a `with` block, beside a mesh that runs. Without a Prometheus nothing is watched."""

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
        # Ends with the mesh also when it never gets ready.
        self.mesh.stack.callback(self.process.stop)
        # A service is only missed by who has seen it.
        self._until("every part is seen", lambda: self._count("up == 1") == len(list(self.mesh.each())))
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.stop()

    def fires(self, name: str, **labels: str) -> str:
        """Waits for an alert, and says how long it took in the operator's time."""
        if not self.process:
            return "alerts not watched: there is no `prometheus` here"
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
        # Until it has read its own files it answers 503.
        if status == 503:
            return {"alerts": [], "result": []}
        if status != 200:
            raise Failure(f"prometheus answers {status}: {body[:200].decode(errors='replace')}")
        return json.loads(body)["data"]

    def _until(self, what: str, condition, seconds: float = 60) -> float:
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
    """The same rules with each span of time a sixtieth."""
    def span(found: re.Match) -> str:
        return found[1] + found[2] + FASTER[found[3]] + found[4]

    return re.sub(r"(\[|for: )(\d+)([mhd])(\]|\n)", span, rules)
