"""Tests of what runs the bot in containers: the files agree with the bot, and with each other."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import bot
from cogs.monitoring import __main__ as check
from cogs.monitoring.server import Monitor
from settings import Settings

ROOT = Path(bot.__file__).parent
SETTINGS = {name.upper() for name in Settings.model_fields}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
PINNED = r"[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w-]+)?"
STOP_SECONDS = 10.0
"""What the end of a bot may take (tests/test_bot.py)."""


def read(name: str) -> Any:
    """Return the documents of a YAML file; of a file with one, that one."""
    found = list(yaml.safe_load_all((ROOT / name).read_text(encoding="utf-8")))
    return found[0] if len(found) == 1 else found


COMPOSE = read("compose.yaml")
ON_POSTGRES = read("deploy/compose.postgres.yaml")
PROCESSES = read("deploy/compose.processes.yaml")
SERVICE, STATEFUL_SET = read("deploy/kubernetes.yaml")
POD = STATEFUL_SET["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]


def instructions(name: str) -> list[str]:
    """Return the arguments of the Dockerfile's instructions of a name."""
    return [each.strip() for each in re.findall(rf"^{name} (.+)$", DOCKERFILE, re.MULTILINE)]


def environment() -> dict[str, str]:
    """Return the environment that the image sets."""
    return dict(each.split("=", 1) for line in instructions("ENV") for each in line.split())


def sources() -> set[str]:
    """Return the files and folders that the image takes from this folder."""
    return {name for line in instructions("COPY") if "--from" not in line for name in line.split()[:-1]}


# ------------------------------------------------------------------ the image


def test_the_image_has_what_the_bot_needs_and_nothing_else_reaches_its_builder() -> None:
    assert sources() == {
        "bot.py",
        "launch.py",
        "settings.py",
        "cogs",
        "engine",
        "hosting",
        "render",
        "deploy/requirements.txt",
    }
    assert all((ROOT / name).exists() for name in sources())
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    assert {line[1:] for line in rules if line.startswith("!")} == sources()


def test_the_image_is_built_from_pinned_versions_and_hashes() -> None:
    assert re.fullmatch(r"PYTHON=3\.\d+\.\d+-slim-\w+", instructions("ARG")[0])
    assert {each.split(" AS ")[0] for each in instructions("FROM")} == {"python:${PYTHON}"}
    version = re.search(r"^uv_version=(\S+)$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert f"uv=={version}" in DOCKERFILE
    assert "--require-hashes" in DOCKERFILE


def test_the_image_runs_the_bot_as_a_user_without_rights_and_checks_its_health() -> None:
    assert instructions("USER") == ["10001"]
    assert "useradd --uid 10001 " in DOCKERFILE
    assert instructions("CMD") == ['["python", "bot.py"]']
    (health,) = instructions("HEALTHCHECK")
    assert health.endswith(f'CMD ["python", "-m", "{check.__package__}"]')
    assert int(re.search(r"--timeout=(\d+)s", health)[1]) > check.TIMEOUT_SECONDS


def test_all_that_the_image_writes_is_on_its_volume() -> None:
    (volume,) = instructions("VOLUME")
    assert Path(environment()["DOMINO_DATABASE"]).parent == Path(volume) == Path(environment()["SQLITE_TMPDIR"])
    assert environment()["PYTHONDONTWRITEBYTECODE"] == "1"


def test_settings_of_containers_are_settings_of_the_bot() -> None:
    found = {each for each in environment() if each.startswith("DOMINO_")}
    found |= {name for each in (COMPOSE, ON_POSTGRES, PROCESSES) for name in each["services"]["bot"]["environment"]}
    found |= {each["name"] for each in CONTAINER["env"]}
    found |= set(re.findall(r"--from-literal=(\w+)=", (ROOT / "deploy/kubernetes.yaml").read_text(encoding="utf-8")))
    assert "DISCORD_TOKEN" in found
    assert found <= SETTINGS


def test_everybody_means_the_same_port() -> None:
    port = environment()["DOMINO_METRICS_PORT"]
    assert environment()["DOMINO_METRICS_HOST"] == "0.0.0.0"
    assert instructions("EXPOSE") == [port]
    set_there = COMPOSE["services"]["bot"]["environment"]
    assert {name: set_there[name] for name in set_there} == {
        name: environment()[name] for name in ("DOMINO_DATABASE", "DOMINO_METRICS_HOST", "DOMINO_METRICS_PORT")
    }
    (job,) = read("deploy/prometheus.yaml")["scrape_configs"]
    assert job["dns_sd_configs"] == [{"names": ["bot"], "type": "A", "port": int(port)}]
    assert [each["port"] for each in SERVICE["spec"]["ports"]] == [int(port)]
    assert [each["containerPort"] for each in CONTAINER["ports"]] == [int(port)]
    assert STATEFUL_SET["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"] == port


# ------------------------------------------------------------------ compose


def test_the_composed_bot_writes_to_its_volume_alone_and_gains_no_rights() -> None:
    service = COMPOSE["services"]["bot"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["volumes"] == [f"data:{instructions('VOLUME')[0]}"]
    assert "ports" not in service, "metrics stay in the network of the containers"
    assert int(service["stop_grace_period"].removesuffix("s")) >= STOP_SECONDS


def test_other_images_are_pinned_and_what_they_mount_is_there() -> None:
    for name, service in (*COMPOSE["services"].items(), *ON_POSTGRES["services"].items()):
        if name not in ("bot", "migration"):
            assert re.fullmatch(PINNED, service["image"]), name
            assert service.get("profiles") == (["metrics"] if name in COMPOSE["services"] else None), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in {*COMPOSE["volumes"], *ON_POSTGRES["volumes"]} or (ROOT / source).is_file(), volume
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:")


def test_grafana_is_given_its_dashboard_where_it_looks_for_it() -> None:
    mounted = dict(volume.split(":")[:2] for volume in COMPOSE["services"]["grafana"]["volumes"])
    (provider,) = read("deploy/grafana/dashboards.yaml")["providers"]
    assert Path(mounted["./deploy/grafana/dominoes.json"]).parent == Path(provider["options"]["path"])
    (source,) = read("deploy/grafana/datasource.yaml")["datasources"]
    assert source["url"] == "http://prometheus:9090"


def test_docker_takes_the_composition(tmp_path: Path) -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "compose", "version"], capture_output=True).returncode:
        pytest.skip("`docker compose` is not installed, so it did not check compose.yaml")
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    shutil.copy(ROOT / ".env.example", tmp_path / ".env")
    with (tmp_path / ".env").open("a", encoding="utf-8") as settings:
        settings.write("POSTGRES_PASSWORD=a\nBACKUP_PASSWORD=b\n")
    for name in ("postgres", "processes"):
        shutil.copy(ROOT / f"deploy/compose.{name}.yaml", tmp_path)
    on_postgres = ["-f", "compose.yaml", "-f", "compose.postgres.yaml"]
    processes = [*on_postgres, "-f", "compose.processes.yaml"]
    for files, image in (([], None), (on_postgres, None), (processes, None), (processes, "ghcr.io/somebody/bot:1.0.0")):
        command = [docker, "compose", *files, "--profile", "metrics", "config", "--format=json"]
        named = {name: value for name, value in os.environ.items() if name != "DOMINO_IMAGE"}
        named |= {"DOMINO_IMAGE": image} if image else {}
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=named)
        assert (done.returncode, done.stderr) == (0, "")
        services = json.loads(done.stdout)["services"]
        images = {services[name]["image"] for name in ("bot", "migration") if name in services}
        assert images == {image or "dominoes"}


def test_postgresql_is_up_to_date_before_the_bot_and_copied_by_who_can_only_read() -> None:
    services = ON_POSTGRES["services"]
    assert services["bot"]["depends_on"] == {"migration": {"condition": "service_completed_successfully"}}
    assert services["migration"]["image"] == COMPOSE["services"]["bot"]["image"]
    assert services["migration"]["environment"] == services["bot"]["environment"]
    for name in ("migration", "backup"):
        assert services[name]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    made, copied = services["postgres"]["environment"], services["backup"]["environment"]
    (address,) = services["bot"]["environment"].values()
    assert address.startswith(f"postgresql://{made['POSTGRES_USER']}:${{POSTGRES_PASSWORD:")
    assert address.endswith(f"@postgres/{made['POSTGRES_DB']}")
    assert (copied["PGHOST"], copied["PGDATABASE"]) == ("postgres", made["POSTGRES_DB"])
    role = (ROOT / "deploy/postgres-backup.sql").read_text(encoding="utf-8")
    assert f"CREATE ROLE {copied['PGUSER']} LOGIN " in role
    assert services["postgres"]["image"] == services["backup"]["image"]
    assert not any("ports" in each for each in services.values()), "the database stays in the network of the containers"


def test_composed_processes_are_as_many_as_they_are_told_and_are_found_by_the_names_of_their_containers() -> None:
    service = PROCESSES["services"]["bot"]
    told = service["environment"]
    assert service["deploy"]["replicas"] == told["DOMINO_PROCESSES"]
    processes, shards = (int(re.search(r":-(\d+)}$", told[f"DOMINO_{name}"])[1]) for name in ("PROCESSES", "SHARDS"))
    assert 1 < processes <= shards
    assert Settings(_env_file=None, domino_peer_port=told["DOMINO_PEER_PORT"]).domino_peer_port
    # a host name is given to each container alone, which the environment of a service can't
    assert "DOMINO_PEER_HOST" not in told
    shell, option, script = service["command"]
    said = "import os, socket; print(os.environ['DOMINO_PEER_HOST'] == socket.gethostname())"
    asked = script.replace("$$", "$").replace(
        " ".join(json.loads(instructions("CMD")[0])), f'{sys.executable} -c "{said}"'
    )
    assert subprocess.run([shell, option, asked], capture_output=True, text=True).stdout == "True\n"
    assert int(service["stop_grace_period"].removesuffix("s")) >= STOP_SECONDS


def test_composed_processes_send_by_a_proxy_that_is_healthy_and_nobody_else_reaches() -> None:
    bot, proxy = PROCESSES["services"]["bot"], PROCESSES["services"]["proxy"]
    assert bot["depends_on"] == {"proxy": {"condition": "service_healthy"}}
    port = proxy["environment"]["PORT"]
    assert bot["environment"]["DOMINO_API_URL"] == f"http://proxy:{port}"
    assert proxy["healthcheck"]["test"][-1] == f"http://127.0.0.1:{port}/nirn/healthz"
    lines = proxy["build"]["dockerfile_inline"].splitlines()
    built_from = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert len(built_from) == 2
    assert all(re.fullmatch(PINNED, image) for image in built_from)
    assert proxy["healthcheck"]["test"][1] == lines[-1].split()[-1]
    for name in ("read_only", "cap_drop", "security_opt"):
        assert proxy[name] == COMPOSE["services"]["bot"][name]
    assert not any("ports" in each for each in PROCESSES["services"].values()), "they stay in their network"


# ------------------------------------------------------------------ Kubernetes


def patched(document: Any, operations: str) -> Any:
    """Return a copy of a document, changed by operations of JSON Patch (RFC 6902): add, replace or remove."""
    document = copy.deepcopy(document)
    for operation in yaml.safe_load(operations):
        *path, last = operation["path"].removeprefix("/").split("/")
        target = document
        for key in path:
            target = target[int(key) if isinstance(target, list) else key]
        if last == "-":
            target.append(operation["value"])
        elif operation["op"] == "remove":
            del target[int(last) if isinstance(target, list) else last]
        else:
            assert (last in target) == (operation["op"] == "replace")
            target[last] = operation["value"]
    return document


def test_kubernetes_runs_processes_that_find_each_other_by_the_names_of_their_pods() -> None:
    made = read("deploy/kustomization.yaml")
    assert made["resources"] == ["kubernetes.yaml"]
    changes = {each["target"]["kind"]: each["patch"] for each in made["patches"]}
    service, several = patched(SERVICE, changes["Service"]), patched(STATEFUL_SET, changes["StatefulSet"])
    pod = several["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    told = {each["name"]: each.get("value") for each in container["env"]}
    assert told.keys() - {"POD_NAME"} <= SETTINGS
    assert int(told["DOMINO_PROCESSES"]) == several["spec"]["replicas"] <= int(told["DOMINO_SHARDS"])
    assert list(told).index("POD_NAME") < list(told).index("DOMINO_PEER_HOST")
    assert told["DOMINO_PEER_HOST"] == f"$(POD_NAME).{service['metadata']['name']}"
    for ports, key in ((service["spec"]["ports"], "port"), (container["ports"], "containerPort")):
        assert {each["name"]: each[key] for each in ports}["peers"] == int(told["DOMINO_PEER_PORT"])
    assert service["spec"]["publishNotReadyAddresses"] is True
    # one after the other, the first would take the shares of those that wait for it
    assert several["spec"]["podManagementPolicy"] == "Parallel"
    assert "volumeClaimTemplates" not in several["spec"]
    assert {each["name"] for each in container["volumeMounts"]} == {each["name"] for each in pod["volumes"]}


def test_kubernetes_runs_one_bot_with_the_rights_and_the_place_that_the_image_has() -> None:
    assert STATEFUL_SET["spec"]["replicas"] == 1
    assert STATEFUL_SET["spec"]["serviceName"] == SERVICE["metadata"]["name"]
    assert POD["securityContext"]["runAsNonRoot"] is True
    assert {POD["securityContext"][name] for name in ("runAsUser", "runAsGroup", "fsGroup")} == {10001}
    assert CONTAINER["securityContext"]["readOnlyRootFilesystem"] is True
    assert CONTAINER["securityContext"]["allowPrivilegeEscalation"] is False
    assert CONTAINER["resources"]["limits"]["memory"]
    assert POD["terminationGracePeriodSeconds"] >= STOP_SECONDS
    mounts = {each["name"]: each["mountPath"] for each in CONTAINER["volumeMounts"]}
    (claim,) = STATEFUL_SET["spec"]["volumeClaimTemplates"]
    assert mounts[claim["metadata"]["name"]] == instructions("VOLUME")[0]


def test_kubernetes_asks_what_the_bot_answers() -> None:
    known = {route.resource.canonical for route in Monitor(None, None).app.router.routes()}
    asked = {kind: CONTAINER[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "liveness", "readiness")}
    assert set(asked.values()) <= known
    assert asked == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}
