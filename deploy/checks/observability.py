#!/usr/bin/env python3
"""Checks that promtool does not make: dashboards have valid PromQL and known metrics; the collector uses all its components.

A metric is known if crates/telemetry describes it, a rule records it, or `KNOWN` has it.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

TOP = Path(__file__).parents[2]
HERE = TOP / "deploy/observability"
# Metrics of Prometheus, of every process, of postgres_exporter and of blackbox_exporter.
KNOWN = {
    "up", "process_cpu_seconds_total", "process_open_fds", "process_resident_memory_bytes",
    "pg_up", "pg_stat_activity_count", "pg_settings_max_connections", "probe_ssl_earliest_cert_expiry",
}

faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


def expressions():
    """All expressions, each with its location."""
    for path in sorted((HERE / "grafana/dashboards").glob("*.json")):
        for panel in json.loads(path.read_text())["panels"]:
            for target in panel.get("targets", []):
                yield f"{path.name}: {panel['title']}", target["expr"]
    for path in sorted((HERE / "prometheus/rules").glob("*.yml")):
        for group in yaml.safe_load(path.read_text())["groups"]:
            for rule in group["rules"]:
                yield f"{path.name}: {rule.get('alert') or rule['record']}", rule["expr"]


def metrics(expression):
    """Names of the metrics in an expression."""
    bare = re.sub(r'"[^"]*"', '""', expression)
    bare = re.sub(r"\b(by|on|ignoring|group_left|group_right|without)\b\s*(\([^)]*\))?", " ", bare)
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", bare)
    for name in re.finditer(r"[a-zA-Z_][\w:]*", bare):
        called = bare[name.end():].lstrip().startswith("(")
        if not called and ("_" in name.group() or ":" in name.group() or name.group() == "up"):
            yield name.group()


def check_metrics():
    described = set()
    for path in (TOP / "crates/telemetry/src").glob("*.rs"):
        described |= set(re.findall(r'(?:counter|gauge|histogram)!\(\s*"([a-z_]+)"', path.read_text()))
    recorded = set()
    for path in (HERE / "prometheus/rules").glob("*.yml"):
        recorded |= {rule["record"] for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"] if "record" in rule}
    for place, expression in expressions():
        for name in metrics(expression):
            plain = re.sub(r"_(bucket|count|sum)$", "", name)
            check({name, plain} & (described | recorded | KNOWN), f"{place}: no metric {name}")


def check_promql(promtool):
    """Checks all expressions as rules, with Grafana's variables replaced."""
    rules = []
    for _, expression in expressions():
        filled = expression.replace("$__rate_interval", "1m").replace("$service", "orders")
        rules.append({"record": f"panel:{len(rules)}", "expr": filled})
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}, file)
        file.flush()
        result = subprocess.run([promtool, "check", "rules", file.name], capture_output=True, text=True, check=False)
        check(result.returncode == 0, result.stderr)


def check_collector():
    config = yaml.safe_load((HERE / "collector/collector.yml").read_text())
    used = {"extensions": set(config["service"]["extensions"])}
    for pipeline in config["service"]["pipelines"].values():
        for kind, names in pipeline.items():
            used.setdefault(kind, set()).update(names)
    for kind in ("extensions", "receivers", "processors", "exporters"):
        check(used[kind] == set(config[kind]), f"collector.yml: {kind} {set(config[kind])}, in use {used[kind]}")


def main():
    check_metrics()
    check_promql(sys.argv[1])
    check_collector()
    if faults:
        sys.exit("\n".join(faults))


main()
