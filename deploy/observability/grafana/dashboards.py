#!/usr/bin/env python3
"""Generates the Grafana dashboards: writes dashboards/*.json, or with --check fails if they are not current.

Every dashboard shows the four golden signals in the same order: traffic, errors, latency, saturation.
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "dashboards"
SOURCE = {"type": "prometheus", "uid": "prometheus"}
SHOPPERS = 'http_route!~"/livez|/readyz|/metrics"'
FAILED = 'code=~"deadline_exceeded|internal|resource_exhausted|unavailable"'
WIDTH, HEIGHT = 24, 8


def panel(title, unit, *queries, kind="timeseries", why="", **options):
    """Panel with queries `(PromQL, legend)`."""
    targets = [
        {"refId": chr(ord("A") + index), "datasource": SOURCE, "expr": expr, "legendFormat": legend}
        for index, (expr, legend) in enumerate(queries)
    ]
    defaults = {"unit": unit, "min": 0, **options}
    if kind == "timeseries":
        defaults["custom"] = {"lineWidth": 1, "fillOpacity": 8, "showPoints": "never"}
    return {
        "title": title,
        "description": why,
        "type": kind,
        "datasource": SOURCE,
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "targets": targets,
    }


def steps(*values):
    """Color thresholds: green, from the first value orange, from the second red."""
    colors = ["green", "orange", "red"]
    first = [{"color": colors[0], "value": None}]
    return {"mode": "absolute", "steps": first + [{"color": c, "value": v} for c, v in zip(colors[1:], values)]}


def quantiles(metric, select, by=""):
    """Queries for p50 and p99 of a histogram."""
    labels = f"le, {by}" if by else "le"
    legend = f"{{{{{by}}}}} " if by else ""
    return [
        (f"histogram_quantile({q}, sum by ({labels}) (rate({metric}_bucket{select}[$__rate_interval])))", f"{legend}p{q * 100:.0f}")
        for q in (0.5, 0.99)
    ]


def process(select):
    """Panels of CPU, memory and open files of processes."""
    return [
        panel("CPU", "cores", (f"rate(process_cpu_seconds_total{{{select}}}[$__rate_interval])", "{{job}} {{instance}}")),
        panel("Memory", "bytes", (f"process_resident_memory_bytes{{{select}}}", "{{job}} {{instance}}")),
        panel("Open files and sockets", "short", (f"process_open_fds{{{select}}}", "{{job}} {{instance}}")),
    ]


def dashboard(uid, title, rows, variables=()):
    """Dashboard with rows of panels, each row with a heading."""
    panels, y = [], 0
    for heading, row in rows:
        panels.append({"type": "row", "title": heading, "gridPos": {"x": 0, "y": y, "w": WIDTH, "h": 1}, "panels": []})
        width = WIDTH // len(row)
        for column, one in enumerate(row):
            one["gridPos"] = {"x": column * width, "y": y + 1, "w": width, "h": HEIGHT}
            panels.append(one)
        y += HEIGHT + 1
    for number, one in enumerate(panels, 1):
        one["id"] = number
    return {
        "uid": uid,
        "title": title,
        "tags": ["heuan"],
        "editable": False,
        "schemaVersion": 39,
        "refresh": "15s",
        "time": {"from": "now-1h", "to": "now"},
        "timezone": "browser",
        "links": [{"type": "dashboards", "tags": ["heuan"], "title": "Heuan", "asDropdown": True, "keepTime": True}],
        "templating": {"list": list(variables)},
        "panels": panels,
    }


def burn(slo):
    query = f'edge:{slo}:burn{{window=~"5m|1h|6h|3d"}}'
    why = "A burn rate of 1 uses the month's budget in a month. Above 14.4 for an hour the alert pages."
    return panel(f"Burn rate of the {slo} budget", "short", (query, "{{window}}"), kind="stat", why=why, thresholds=steps(1, 6))


def state(title, query, legend, why):
    names = {"0": "closed", "1": "half-open", "2": "open"}
    shown = {"type": "value", "options": {value: {"text": text} for value, text in names.items()}}
    return panel(title, "short", (query, legend), kind="stat", why=why, thresholds=steps(1, 2), mappings=[shown])


def mesh():
    calls = "rpc_client_call_duration_seconds"
    return dashboard("heuan-mesh", "Mesh", [
        ("Service level objectives", [burn("availability"), burn("latency")]),
        ("Services", [
            panel("Replicas that respond", "short", ("sum by (job) (up)", "{{job}}"), kind="stat", thresholds=steps()),
            state("Circuit breakers", "max by (job, target) (rpc_breaker_state)", "{{job}} to {{target}}", "Open: the caller makes no calls and uses its fallback"),
            state("Redis circuit breakers", "max by (job) (redis_breaker_state)", "{{job}}", "Open: each replica has its own cache and rate limits"),
            panel("Replicas by state, seen from the callers", "short", ("sum by (target, state) (rpc_client_endpoints)", "{{target}} {{state}}"), why="Connections of all workers of all callers. Ejected: not called, because it fails too often"),
            panel("Edges that receive catalog changes", "short", ("sum(watch_connected)", "connected"), ("count(watch_connected)", "of"), kind="stat"),
        ]),
        ("Traffic", [
            panel("Requests to the edge", "reqps", ("edge:requests:rate5m", "all")),
            panel("Calls by callee", "reqps", (f"sum by (target) (rate({calls}_count[$__rate_interval]))", "{{target}}")),
        ]),
        ("Errors", [
            panel("Failed calls by callee", "percentunit", ("sum by (target) (rpc:failures:rate5m) / sum by (target) (rpc:calls:rate5m)", "{{target}}")),
            panel("Failed calls by code", "reqps", (f"sum by (target, code) (rate({calls}_count{{{FAILED}}}[$__rate_interval]))", "{{target}} {{code}}")),
            panel("Retries per call", "percentunit", (f"sum by (target) (rate(rpc_client_retries_total[$__rate_interval])) / sum by (target) (rate({calls}_count[$__rate_interval]))", "{{target}}"), why="The budget is 10 %"),
        ]),
        ("Latency", [panel("Calls, measured by the caller", "s", *quantiles(calls, "", "target"))]),
        ("Saturation", [
            panel("Shed requests", "reqps",
                  ("sum by (class) (rate(http_server_shed_total[$__rate_interval]))", "edge: {{class}}"),
                  ("sum by (service, class) (rate(rpc_server_shed_total[$__rate_interval]))", "{{service}}: {{class}}")),
            panel("Backlog of orders", "short", ("max by (service) (outbox_backlog)", "events of {{service}} to deliver"), ("max(orders_due)", "orders to settle"), why="Above 0 for minutes: the receiver of events, a payment provider or the catalog does not respond"),
            panel("Idle database connections", "short", ('sum by (service, instance) (sql_pool_connections{state="idle"})', "{{service}} {{instance}}")),
            panel("Redis, p99", "s", quantiles("redis_command_duration_seconds", "", "command")[1]),
            panel("Free disk of the data folders", "percentunit", ("min by (job, instance) (data_dir_available_bytes / data_dir_size_bytes)", "{{job}} {{instance}}")),
            panel("Versions", "short", ("count by (job, version) (heuan_build_info)", "{{job}} {{version}}"), why="Two versions of a job: a rollout is in progress"),
        ]),
        ("Processes", process('job!~"prometheus|otel-collector"')),
    ])


def edge():
    requests = "http_server_request_duration_seconds"
    return dashboard("heuan-edge", "Edge", [
        ("Service level objectives", [burn("availability"), burn("latency")]),
        ("Traffic", [
            panel("Requests by route", "reqps", (f"topk(12, sum by (http_route) (rate({requests}_count{{{SHOPPERS}}}[$__rate_interval])))", "{{http_route}}")),
            panel("Requests by edge", "reqps", (f"sum by (instance) (rate({requests}_count{{{SHOPPERS}}}[$__rate_interval]))", "{{instance}}")),
            panel("Responses by cache status", "percentunit", ("sum by (status) (rate(cache_responses_total[$__rate_interval])) / on () group_left sum(rate(cache_responses_total[$__rate_interval]))", "{{status}}"), max=1),
        ]),
        ("Errors", [
            panel("Responses by status", "reqps", (f"sum by (status) (rate({requests}_count{{{SHOPPERS}}}[$__rate_interval]))", "{{status}}")),
            panel("5xx by route", "reqps", (f"sum by (http_route) (rate({requests}_count{{{SHOPPERS},status=\"5xx\"}}[$__rate_interval])) > 0", "{{http_route}}")),
        ]),
        ("Latency", [
            panel("All responses", "s", *quantiles(requests, f"{{{SHOPPERS}}}")),
            panel("Slowest routes, p99", "s", (f"topk(8, {quantiles(requests, f'{{{SHOPPERS}}}', 'http_route')[1][0]})", "{{http_route}}")),
        ]),
        ("Saturation", [
            panel("Requests in flight", "short", ("http_server_active_requests", "{{instance}}")),
            panel("Shed requests", "reqps", ("sum by (class) (rate(http_server_shed_total[$__rate_interval]))", "{{class}}")),
            panel("Redis, p99", "s", quantiles("redis_command_duration_seconds", '{job="edge"}', "command")[1]),
        ]),
        ("Processes", process('job="edge"')),
    ])


def service():
    calls = "rpc_server_call_duration_seconds"
    one = '{service="$service"}'
    choice = {
        "name": "service",
        "label": "Service",
        "type": "query",
        "datasource": SOURCE,
        "query": {"refId": "service", "query": f"label_values({calls}_count, service)"},
        "refresh": 2,
        "sort": 1,
    }
    return dashboard("heuan-service", "Service", [
        ("Traffic", [
            panel("Calls by method", "reqps", (f"sum by (method) (rate({calls}_count{one}[$__rate_interval]))", "{{method}}")),
            panel("Calls by replica", "reqps", (f"sum by (instance) (rate({calls}_count{one}[$__rate_interval]))", "{{instance}}"), why="Uneven if a replica is unhealthy or new"),
        ]),
        ("Errors", [
            panel("Calls by code", "reqps", (f"sum by (code) (rate({calls}_count{one}[$__rate_interval]))", "{{code}}")),
            panel("Failed calls by method", "reqps", (f"sum by (method, code) (rate({calls}_count{{service=\"$service\",{FAILED}}}[$__rate_interval])) > 0", "{{method}} {{code}}")),
        ]),
        ("Latency", [
            panel("All calls", "s", *quantiles(calls, one)),
            panel("Slowest methods, p99", "s", (f"topk(8, {quantiles(calls, one, 'method')[1][0]})", "{{method}}")),
        ]),
        ("Saturation", [
            panel("Calls in flight", "short", (f"rpc_server_in_flight{one}", "{{instance}}")),
            panel("Shed requests", "reqps", (f"sum by (class) (rate(rpc_server_shed_total{one}[$__rate_interval]))", "{{class}}")),
            panel("Database connections", "short", (f"sum by (state) (sql_pool_connections{one})", "{{state}}")),
        ]),
        ("Processes", process('job="$service"')),
    ], [choice])


def main():
    stale = []
    for name, made in {"mesh": mesh(), "edge": edge(), "service": service()}.items():
        path = FOLDER / f"{name}.json"
        text = json.dumps(made, indent=1) + "\n"
        if "--check" in sys.argv:
            stale += [] if path.is_file() and path.read_text() == text else [path.name]
        else:
            path.write_text(text)
    if stale:
        sys.exit(f"{', '.join(stale)}: run deploy/observability/grafana/dashboards.py")


main()
