#!/usr/bin/env python3
"""Compares rendered manifests (standard input) with crates/rpc/topology.toml and with the rules for all pods.

The network policies are evaluated: for every pair of pods and every port, the check computes whether a connection is allowed
and compares that with the topology.
"""

import sys
import tomllib
from pathlib import Path

import yaml

TOP = Path(__file__).parents[2]
NAME = "app.kubernetes.io/name"
SECRETS = {"database", "redis", "edge"}
# Allowed connections besides the calls of the topology: caller, callee, name of the port.
OTHERS = {
    ("prometheus", "otel-collector", "metrics"),
    ("grafana", "prometheus", "http"),
    ("grafana", "jaeger", "http"),
    ("otel-collector", "jaeger", "otlp"),
}

faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


class Cluster:
    def __init__(self, documents):
        self.all = {(one["kind"], one["metadata"]["name"]): one for one in documents}
        check(len(self.all) == len(documents), "two resources have the same kind and name")

    def kind(self, *kinds):
        return {name: one for (kind, name), one in self.all.items() if kind in kinds}

    def pods(self):
        """Pod templates by the name of their Deployment, StatefulSet or Job."""
        return {name: one["spec"]["template"] for name, one in self.kind("Deployment", "StatefulSet", "Job").items()}


def ports(pod):
    return {port["name"]: port["containerPort"] for container in pod["spec"]["containers"] for port in container.get("ports", [])}


def environment(pod):
    return {entry["name"]: entry for entry in pod["spec"]["containers"][0].get("env", [])}


def matches(selector, labels):
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    for one in selector.get("matchExpressions", []):
        assert one["operator"] == "Exists", "checks/kubernetes.py supports no other operator"
        if one["key"] not in labels:
            return False
    return True


def permits(rule, side, labels, port):
    """Whether an ingress or egress rule allows the other side at `port` (name, number)."""
    peers, open_ports = rule.get(side), rule.get("ports")
    by_port = open_ports is None or any(one["port"] in port for one in open_ports)
    inside = [one["podSelector"] for one in peers or [] if "podSelector" in one and "namespaceSelector" not in one]
    return by_port and (peers is None or any(matches(one, labels) for one in inside))


def lets_through(policies, caller, callee, port):
    """Whether a connection is allowed. A side that a policy selects allows only what one of its policies allows."""
    def side_open(labels, direction, side, other):
        selecting = [p for p in policies if direction in p["policyTypes"] and matches(p["podSelector"], labels)]
        rules = [rule for p in selecting for rule in p.get(direction.lower(), [])]
        return not selecting or any(permits(rule, side, other, port) for rule in rules)
    return side_open(caller, "Egress", "to", callee) and side_open(callee, "Ingress", "from", caller)


def check_pods(cluster):
    for name, pod in cluster.pods().items():
        spec, container = pod["spec"], pod["spec"]["containers"][0]
        security, own = spec.get("securityContext", {}), container.get("securityContext", {})
        check(security.get("runAsNonRoot") and security.get("runAsUser"), f"{name} may run as root")
        check(security.get("seccompProfile", {}).get("type") == "RuntimeDefault", f"{name} has no seccomp profile")
        check(own.get("readOnlyRootFilesystem"), f"{name} may write to its root file system")
        check(own.get("allowPrivilegeEscalation") is False, f"{name} may gain privileges")
        check(own.get("capabilities") == {"drop": ["ALL"]}, f"{name} has capabilities")
        check(spec.get("automountServiceAccountToken") is False, f"{name} has a service account token")
        check(spec.get("enableServiceLinks") is False, f"{name} gets the addresses of all Services as variables")
        check(":" in container["image"] and not container["image"].endswith(":latest"), f"{name}: {container['image']} has no version")
        resources = container.get("resources", {})
        check({"cpu", "memory"} <= set(resources.get("requests", {})), f"{name} requests no CPU or memory")
        check("memory" in resources.get("limits", {}), f"{name} has no memory limit")
        if "restartPolicy" not in spec:
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                check(probe in container, f"{name} has no {probe}")
        for source in container.get("envFrom", []):
            check(source["configMapRef"]["name"] in cluster.kind("ConfigMap"), f"{name}: no {source}")
        for entry in container.get("env", []):
            secret = entry.get("valueFrom", {}).get("secretKeyRef")
            check(secret is None or secret["name"] in SECRETS, f"{name}: secret {secret} is not in deploy/README.md")
        for volume in spec.get("volumes", []):
            sources = [volume, *volume.get("projected", {}).get("sources", [])]
            names = [one["configMap"]["name"] for one in sources if "configMap" in one]
            check(set(names) <= set(cluster.kind("ConfigMap")), f"{name}: volume {volume['name']} uses a missing ConfigMap")
            claim = volume.get("persistentVolumeClaim", {}).get("claimName")
            check(claim is None or claim in cluster.kind("PersistentVolumeClaim"), f"{name}: no claim {claim}")


def check_service(cluster, name, service, topology):
    deployment = cluster.kind("Deployment").get(name)
    if deployment is None or name not in cluster.kind("Service"):
        check(False, f"{name} is in topology.toml and has no Deployment and Service here")
        return
    pod, offered = deployment["spec"]["template"], cluster.kind("Service")[name]["spec"]
    container, is_edge = pod["spec"]["containers"][0], service["proto"] == "HTTP"
    check(container["args"] == ["run", name], f"{name} runs {container['args']}")
    check(offered["selector"] == {NAME: name} and pod["metadata"]["labels"][NAME] == name, f"Service {name} selects others")
    want = {"http" if is_edge else "grpc": service["port"], "admin": service["port"] + 1000}
    check(ports(pod) == want, f"{name} listens on {ports(pod)}, topology.toml has {want}")
    if is_edge:
        # The Service for the Ingress does not have the admin port.
        del want["admin"]
    check({one["name"]: one["port"] for one in offered["ports"]} == want, f"Service {name} offers other ports")
    check((offered.get("clusterIP") == "None") != is_edge, f"Service {name}: a gRPC service is headless, the edge is not")
    check(deployment["spec"]["selector"]["matchLabels"] == {NAME: name}, f"Deployment {name} selects others")
    check("replicas" not in deployment["spec"], f"Deployment {name} sets replicas, which its HorizontalPodAutoscaler sets")
    check(cluster.kind("ServiceAccount").get(name, {}).get("automountServiceAccountToken") is False, f"{name} has no ServiceAccount of its own")
    check(pod["spec"]["serviceAccountName"] == name, f"{name} uses another ServiceAccount")
    scaler = cluster.kind("HorizontalPodAutoscaler").get(name, {}).get("spec", {})
    check(scaler.get("scaleTargetRef", {}).get("name") == name, f"{name} is not scaled")
    budget = cluster.kind("PodDisruptionBudget").get(name, {}).get("spec", {})
    check(budget.get("selector", {}).get("matchLabels") == {NAME: name}, f"{name} has no disruption budget")
    spread = pod["spec"].get("topologySpreadConstraints", [])
    check(len(spread) == 2 and all(one["labelSelector"]["matchLabels"] == {NAME: name} for one in spread), f"{name} is not spread")

    variables = {key.removeprefix("HEUAN_RPC__ADDRESSES__"): entry["value"] for key, entry in environment(pod).items() if key.startswith("HEUAN_RPC__ADDRESSES__")}
    callees = {callee.upper().replace("-", "_"): f"http://{callee}:{topology[callee]['port']}" for callee in service["calls"]}
    check(variables == callees, f"{name} has the addresses {variables}, topology.toml has {callees}")
    if not is_edge:
        check(environment(pod)["DATABASE_URL"]["valueFrom"]["secretKeyRef"]["key"] == name, f"{name} uses the database of another service")
        job = cluster.kind("Job").get(f"migrate-{name}")
        check(job and job["spec"]["template"]["spec"]["containers"][0]["args"] == ["migrate", name], f"{name} has no migration job")
    check_grace(cluster, name, pod, is_edge)


def check_grace(cluster, name, pod, is_edge):
    settings = {}
    for source in pod["spec"]["containers"][0]["envFrom"]:
        settings |= cluster.kind("ConfigMap")[source["configMapRef"]["name"]]["data"]
    red, running = ("HEUAN_EDGE__DRAIN_MS", "HEUAN_EDGE__SHUTDOWN_S") if is_edge else ("HEUAN_RPC__LAME_DUCK_MS", "HEUAN_RPC__DRAIN_S")
    needs = int(settings[red]) / 1000 + int(settings[running])
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    # Five more seconds for background jobs and database connections to end.
    check(grace >= needs + 5, f"{name} is killed after {grace} s, but its shutdown takes {needs} s")


def check_network(cluster, topology):
    policies = [one["spec"] for one in cluster.kind("NetworkPolicy").values()]
    pods = cluster.pods()
    wanted = set(OTHERS)
    for name, service in topology.items():
        wanted |= {(name, callee, "grpc") for callee in service["calls"]}
        wanted |= {("prometheus", name, "admin")}
    for name, pod in pods.items():
        labels = pod["metadata"]["labels"]
        ours = name in topology or name.startswith("migrate-")
        wanted |= {(name, store, store) for store in ("postgres", "redis") if f"uses.heuan/{store}" in labels and store in pods}
        check(ours or "uses.heuan/postgres" not in labels, f"{name} reaches the database")
        wanted |= {(name, "otel-collector", "otlp")}
    check("uses.heuan/postgres" not in pods["edge"]["metadata"]["labels"], "the edge reaches the database")
    for caller, source in pods.items():
        for callee, target in pods.items():
            for port in ports(target).items():
                is_open = caller != callee and lets_through(policies, source["metadata"]["labels"], target["metadata"]["labels"], port)
                is_wanted = caller != callee and (caller, callee, port[0]) in wanted
                check(is_open == is_wanted, f"{caller} to {callee}:{port[0]} is {'allowed' if is_open else 'denied'}")


def check_scraping(cluster):
    services = cluster.kind("Service")
    config = yaml.safe_load((TOP / "deploy/observability/prometheus/prometheus.yml").read_text())
    for job in config["scrape_configs"]:
        for one in job.get("dns_sd_configs", []):
            for name in one["names"]:
                offered = [port["port"] for port in services.get(name, {"spec": {"ports": []}})["spec"]["ports"]]
                check(one["port"] in offered, f"Prometheus scrapes {name}:{one['port']}, which no Service offers")


def main():
    topology = tomllib.loads((TOP / "crates/rpc/topology.toml").read_text())
    cluster = Cluster([one for one in yaml.safe_load_all(sys.stdin) if one])
    for name, service in topology.items():
        check_service(cluster, name, service, topology)
    for name, pod in cluster.pods().items():
        args = pod["spec"]["containers"][0].get("args", [])
        check(args[:1] != ["run"] or args[1] in topology, f"{name} is not in topology.toml")
    check_pods(cluster)
    check_network(cluster, topology)
    check_scraping(cluster)
    if faults:
        sys.exit("\n".join(faults))


main()
