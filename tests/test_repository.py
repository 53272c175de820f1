"""Tests of the repository as strangers see it: its forms, its pins, its workflows, its translators, and no secrets."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

import bot
from render.i18n import language_name
from tools import texts

ROOT = Path(bot.__file__).parent
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yaml"))
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yaml"))
RENOVATE = json.loads((ROOT / "renovate.json").read_text(encoding="utf-8"))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def document(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


# ------------------------------------------------------------------ documents and forms


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "TRANSLATORS.md"])
def test_contributors_are_led_to_a_page(name: str) -> None:
    assert f"]({name})" in read("CONTRIBUTING.md")


def test_vulnerabilities_are_reported_by_a_private_way_without_an_address() -> None:
    text = read("SECURITY.md")
    assert "](../../security/advisories/new)" in text
    assert "@" not in text
    assert document(ROOT / ".github/ISSUE_TEMPLATE/config.yml") == {"blank_issues_enabled": False}


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_a_form_has_fields_of_different_names_and_requires_some(file: Path) -> None:
    fields = [each for each in document(file)["body"] if each["type"] != "markdown"]
    for names in ([each["id"] for each in fields], [each["attributes"]["label"] for each in fields]):
        assert len(names) == len(set(names))
    assert any(each.get("validations", {}).get("required") for each in fields)
    for name in re.findall(r"\(\.\./blob/HEAD/([^)#]+)", file.read_text(encoding="utf-8")):
        assert (ROOT / name).is_file()


def test_the_translators_page_lists_each_language_with_the_state_of_its_catalog() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in read("TRANSLATORS.md").splitlines()]
    listed = {row[1]: (row[0], row[2]) for row in rows if len(row) == 4 and row[1].startswith("`")}
    expected = {}
    for file in texts.files():
        language, base = texts.language_of(file), texts.nearest(file)
        missing = len(texts.missing(texts.read(file))) if base is None else 0
        state = (
            f"{missing} missing"
            if missing
            else "complete"
            if base is None
            else f"complete with `{texts.language_of(base)}`"
        )
        expected[f"`{language}`"] = (language_name(language), state)
    assert listed == expected


# ------------------------------------------------------------------ workflows


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_has_pinned_actions_few_rights_and_an_end(file: Path) -> None:
    workflow = document(file)
    assert workflow["permissions"] == {}
    assert workflow["concurrency"]["group"]
    for line in re.findall(r"uses: (.+)", file.read_text(encoding="utf-8")):
        assert re.match(r"\./|[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line
    for name, job in workflow["jobs"].items():
        writes = {right for right, value in job["permissions"].items() if value == "write"}
        assert writes == ({"packages", "id-token", "attestations"} if name == "images" else set())
        assert "uses" in job or job["timeout-minutes"] <= 90
    assert "cache-from" not in file.read_text(encoding="utf-8")


def test_a_release_is_published_after_all_checks_and_the_test_of_each_image() -> None:
    jobs = document(ROOT / ".github/workflows/release.yaml")["jobs"]
    assert [jobs[name]["needs"] for name in ("checks", "images")] == ["version", "checks"]
    assert jobs["checks"]["uses"] == "./.github/workflows/ci.yaml"
    steps = jobs["images"]["steps"]
    tested, entered, published = (
        next(number for number, step in enumerate(steps) if text in str(step))
        for text in ("test-image.sh", "docker/login-action", "'push': True")
    )
    assert tested < entered < published
    for platform in steps[published]["with"]["platforms"].split(","):
        assert platform in steps[tested]["run"]
    assert document(ROOT / ".github/workflows/ci.yaml")["jobs"]["checks"]["steps"][-1]["run"] == ".ci/run"


# ------------------------------------------------------------------ pins


def regular(pattern: str) -> str:
    """Return one of Renovate's regular expressions as Python writes it."""
    return pattern.strip("/").replace("(?<", "(?P<")


def managed(name: str) -> Counter[tuple[str, str, int]]:
    """Return the packages, versions and places in a file that Renovate's own expressions match."""
    found: Counter[tuple[str, str, int]] = Counter()
    for manager in RENOVATE["customManagers"]:
        if not any(re.search(regular(each), name) for each in manager["managerFilePatterns"]):
            continue
        parts = [(0, read(name))]
        outer, inner = manager["matchStrings"][:-1], manager["matchStrings"][-1]
        assert not outer or manager["matchStringsStrategy"] == "recursive"
        for pattern in outer:
            parts = [(start + m.start(), m[0]) for start, text in parts for m in re.finditer(regular(pattern), text)]
        for start, text in parts:
            for match in re.finditer(regular(inner), text):
                package = match.groupdict().get("depName") or manager["depNameTemplate"]
                found[package, match["currentValue"], start + match.start("currentValue")] += 1
    return found


def pins(name: str) -> set[tuple[str, str]]:
    """Return what a file pins, read without Renovate."""
    text = read(name)
    if name == "pyproject.toml":
        constraints = tomllib.loads(text)["tool"]["uv"]["constraint-dependencies"]
        return {tuple(each.split("==")) for each in constraints}
    if name.endswith(".yaml"):
        lines = yaml.safe_load(text)["services"]["proxy"]["build"]["dockerfile_inline"].splitlines()
        return {tuple(line.split()[1].split(":")) for line in lines if line.startswith("FROM ")}
    return {("uv", each) for each in re.findall(r"\buv\w*={1,2}([\d.]+)", text)}


@pytest.mark.parametrize("name", ["pyproject.toml", ".ci/run", "Dockerfile", "deploy/compose.processes.yaml"])
def test_renovate_finds_each_pin_that_it_does_not_know_by_itself_once(name: str) -> None:
    found = managed(name)
    assert set(found.values()) == {1}
    assert Counter((package, version) for package, version, _ in found) == Counter(pins(name))


BUILT_IN = {
    "pep621": r"(^|/)pyproject\.toml$",
    "dockerfile": r"(^|/|\.)([Dd]ocker|[Cc]ontainer)file$",
    "docker-compose": r"(^|/)(?:docker-)?compose[^/]*\.ya?ml$",
    "github-actions": r"(^|/)\.github/workflows/[^/]+\.ya?ml$",
}
"""Where managers of Renovate's look by themselves, from its documentation."""


@pytest.mark.parametrize(
    ("name", "manager"),
    [
        ("pyproject.toml", "pep621"),
        ("Dockerfile", "dockerfile"),
        ("compose.yaml", "docker-compose"),
        ("deploy/compose.postgres.yaml", "docker-compose"),
        (".github/workflows/ci.yaml", "github-actions"),
        (".github/workflows/release.yaml", "github-actions"),
    ],
)
def test_one_manager_of_renovates_looks_into_a_file_of_its_kind(name: str, manager: str) -> None:
    assert [each for each, pattern in BUILT_IN.items() if re.search(pattern, name)] == [manager]
    assert manager in RENOVATE["enabledManagers"]


def test_no_other_file_pins_an_image_or_a_package() -> None:
    known = {"pyproject.toml", ".ci/run", "Dockerfile", "deploy/requirements.txt", "deploy/kubernetes.yaml"}
    searched = chain(ROOT.glob("*"), ROOT.glob(".ci/*"), ROOT.glob("deploy/**/*"), ROOT.glob(".github/**/*"))
    for file in searched:
        name = str(file.relative_to(ROOT))
        if not file.is_file() or file.suffix in (".md", ".lock") or name in known:
            continue
        if any(re.search(pattern, name) for pattern in BUILT_IN.values()):
            continue
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"==\d|\bimage: *\S+:\d|^ *FROM |uses: \S+@", text, re.MULTILINE), name


def test_renovate_tells_the_command_that_renews_the_hashes_as_the_project_does() -> None:
    comment = read("pyproject.toml").partition("After a change here, run: ")[2].partition("\nconstraint")[0]
    command = " ".join(line.removeprefix("# ") for line in comment.splitlines())
    (note,) = chain.from_iterable(each.get("prBodyNotes", ()) for each in RENOVATE["packageRules"])
    assert f"`{command}`" in note


# ------------------------------------------------------------------ secrets

PARTS = {
    "a bot's token": ("MTk4NjIyNDgzNDcxOTI1MjQ5", ".Cl2FMQ.", "ZnCjm1XVW7vRze4b7Cq4se7kKWs"),
    "a database's password": ("postgresql://dominoes:", "gYx7", "@db.example/dominoes"),
    "a private key": ("-----BEGIN ", "RSA PRIVATE KEY", "-----"),
    "a key of GitHub's": ("ghp_", "A1b2C3d4E5f6G7h8I9j0", "K1l2M3n4O5p6Q7r8"),
}
"""Invented secrets, in parts: the whole would be one in this file."""


@pytest.mark.parametrize("kind", PARTS)
def test_a_secret_is_found_in_a_text(kind: str) -> None:
    leaks = pytest.importorskip("tools.leaks", reason="the packages for style and types are not installed")
    assert len(list(leaks.secrets(f"x = '{''.join(PARTS[kind])}'\n"))) == 1


def test_an_example_and_a_variable_in_place_of_a_password_are_no_secrets() -> None:
    leaks = pytest.importorskip("tools.leaks", reason="the packages for style and types are not installed")
    text = "postgresql://user:password@host postgresql://u:${PASSWORD:?}@host MTk4NjIyNDgzNDcxOTI1MjQ4"
    assert list(leaks.secrets(f"{text}.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs")) == []
