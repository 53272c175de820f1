"""Tests of the documents: examples run, links lead somewhere, and statements are true."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

import bot
import launch
from cogs import __version__
from cogs.core import permissions
from cogs.core.commands import CUP, DOMINO, SERVER, Group
from cogs.invite import PERMISSIONS, invite_links
from engine.live.database_store import DatabaseStore
from engine.rules import RULE_SETS
from render.i18n import fallbacks, language_name, translations
from settings import Settings
from tests.owner_texts import owner_texts
from tests.support.features import all_groups
from tools import texts

ROOT = Path(bot.__file__).parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FOLDERS = ("cogs", "engine", "hosting", "render", "playground", "tests", "tools", "benchmarks")
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


README = read("README.md")
HOSTING = read("docs/hosting.md")


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def rows(text: str, head: str) -> list[list[str]]:
    """Return the cells of a table, row by row, without its head."""
    lines = text[text.index(f"| {head} |") :].split("\n\n", maxsplit=1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines]


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


# ------------------------------------------------------------------ links and examples


def heading_ids(text: str) -> set[str]:
    """Return the names under which a document's headings are linked to."""
    headings = re.findall(r"^#+ (.+)$", without_code(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def broken(document: Path, text: str) -> Iterator[str]:
    """Return the links of a document that lead to no file or heading here."""
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
        # above a repository's files are its other pages on GitHub, whatever its name
        if re.match(r"[a-z]+:", target) or (document.parent == ROOT and target.startswith("../../")):
            continue
        path, _, heading = target.partition("#")
        file = document.parent / path if path else document
        if not file.is_file() or (heading and heading not in heading_ids(file.read_text(encoding="utf-8"))):
            yield target


@every_document
def test_links_to_files_and_headings_lead_somewhere(document: Path) -> None:
    assert list(broken(document, document.read_text(encoding="utf-8"))) == []


MADE_UP = ("engine/rules/rounds.py", "tests/engine/rules/test_rounds.py")
"""Files of the game that the page about rule sets takes as an example."""


@every_document
def test_files_and_folders_named_in_documents_exist(document: Path) -> None:
    tops = "|".join((*FOLDERS, "deploy", "docs"))
    named = re.findall(rf"`((?:{tops})/[a-z\d_./-]*)`", document.read_text(encoding="utf-8"))
    assert [each for each in named if not (ROOT / each).exists() and each not in MADE_UP] == []


def test_the_page_about_publishing_maps_all_its_modules() -> None:
    cells = [row[0] for row in rows(read("docs/dev/publishing.md"), "Module")]
    listed = [name for cell in cells for name in re.findall(r"`([a-z]+)(?:\.py|/)`", cell)]
    modules = {file.stem for file in (ROOT / "cogs/publishing").iterdir() if not file.name.startswith("__")}
    assert sorted(listed) == sorted(modules)


@every_document
def test_pictures_have_an_alternative_text(document: Path) -> None:
    assert not re.findall(r"!\[\s*\]", document.read_text(encoding="utf-8"))


@every_document
def test_examples_in_documents_give_what_they_say(document: Path) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    for number, example in enumerate(blocks(document.read_text(encoding="utf-8"), "python")):
        runner.run(doctest.DocTestParser().get_doctest(example, {}, f"{document.name} {number}", str(document), 0))
    assert runner.summarize(verbose=False).failed == 0


def test_the_page_about_the_engine_has_an_example_to_run() -> None:
    examples = [doctest.DocTestParser().get_examples(block) for block in blocks(read("docs/dev/engine.md"), "python")]
    assert sum(map(len, examples)) >= 5


def test_a_folder_lists_at_most_twenty_modules_besides_those_of_games() -> None:
    listed = Counter(
        file.parent for top in FOLDERS for file in (ROOT / top).rglob("*.py") if file.name != "__init__.py"
    )
    # the last folder of a path names its contents: rules have a module for each game
    assert not {str(folder): count for folder, count in listed.items() if count > 20 and folder.name != "rules"}


def test_the_two_commands_stand_in_the_readme() -> None:
    shell = [line for block in blocks(README, "sh") for line in block.splitlines()]
    assert "pip install uv && uv run bot.py" in shell
    assert "pip install uv && uv run --group test pytest" in shell


# ------------------------------------------------------------------ tables


def test_the_documents_list_every_command() -> None:
    commands = {
        f"`/{each.qualified_name}`"
        for group in (CUP, DOMINO, SERVER)
        for each in all_groups()[group].walk_commands()
        if not isinstance(each, Group)
    }
    assert sorted(row[0] for row in rows(read("docs/commands.md"), "Command")) == sorted(commands)


def test_the_readme_begins_with_a_moving_picture_and_the_command_that_plays() -> None:
    before, _, after = README.partition("```sh")
    assert len(before.split()) < 50
    assert ".gif)" in before
    assert after.startswith("\npip install uv && uv run bot.py\n")


@pytest.mark.parametrize(
    ("name", "size"), [("README.md", 4_500), ("CONTRIBUTING.md", 4_500), ("ARCHITECTURE.md", 14_000)]
)
def test_a_document_that_everybody_reads_first_is_short(name: str, size: int) -> None:
    assert len(read(name).encode()) <= size


def test_the_page_of_settings_lists_every_setting_with_its_default() -> None:
    listed = {row[0]: row[1] for row in rows(read("docs/settings.md"), "Setting | Default")}
    defaults = {f"`{name.upper()}`": field.default for name, field in Settings.model_fields.items()}
    assert list(listed) == list(defaults)
    for name, default in defaults.items():
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        assert listed[name] == ("" if default is None else f"`{shown}`"), name


@every_document
def test_options_of_the_bot_in_documents_exist(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot.main(["--help"])
    known = capsys.readouterr().out
    for option in re.findall(r"bot\.py (--[a-z-]+)", document.read_text(encoding="utf-8")):
        assert option in known


def test_the_command_that_renews_translations_is_as_told() -> None:
    assert "python -m tools.texts --new de" in read("docs/dev/translating.md")
    with pytest.raises(SystemExit) as ended:
        texts.main(["--help"])
    assert ended.value.code == 0


def test_the_project_the_changelog_the_command_line_and_kubernetes_have_one_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tomllib.loads(read("pyproject.toml"))["project"]["version"] == __version__
    assert re.search(rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", read("CHANGELOG.md"), re.MULTILINE)
    assert f"image: dominoes:{__version__}\n" in read("deploy/kubernetes.yaml")
    with pytest.raises(SystemExit) as ended:
        bot.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Dominoes for Discord {__version__}\n"


# ------------------------------------------------------------------ languages

TRANSLATED = ("how-to-play.md", "privacy.md", "terms.md")
"""The documents that players read in their language."""
LANGUAGES = [texts.language_of(file) for file in texts.files() if texts.nearest(file) is None]
"""The languages with a whole catalog; regional ones share the documents of the catalog that they fall back to."""


def in_language(command: str, language: str) -> str:
    """Return a command as its readers type it: ``/domino jouer ordinateurs:3``."""
    words = re.split(r"([ :/])", command)
    return "".join(translations(language).gettext(word) if word else "" for word in words)


def shape(text: str) -> dict[str, object]:
    """Return what a document and its translation have in common: headings, rows of tables, items, and code."""
    return {
        "headings": re.findall(r"^#+ ", text, re.MULTILINE),
        "rows": Counter(line.count("|") for line in text.splitlines() if line.startswith("|")),
        "items": len(re.findall(r"^(?:-|\d+\.) ", text, re.MULTILINE)),
        "code": Counter(" ".join(each.split()) for each in re.findall(r"`([^`]+)`", text)),
        "addresses": Counter(re.findall(r"\]\((https?://[^)]+)\)", text)),
    }


@pytest.mark.parametrize("name", TRANSLATED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_documents_of_players_with_the_same_parts_and_commands(language: str, name: str) -> None:
    wanted, found = shape(read(f"docs/{name}")), shape(read(f"docs/{language}/{name}"))
    wanted["code"] = Counter(
        {
            in_language(code, language) if code.startswith("/domino") else code: count
            for code, count in wanted["code"].items()
        }
    )
    assert found == wanted
    assert f"](../{name})" in read(f"docs/{language}/{name}") or name == "how-to-play.md", "the English text is binding"


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_players_read_the_list_of_all_games_in_their_language(language: str) -> None:
    t = translations(language)
    text = read(f"docs/{'' if language == 'en' else f'{language}/'}how-to-play.md")
    found = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.count("|") == 4]
    for rules in RULE_SETS.values():
        least, most = rules.seats[0], rules.seats[-1]
        players = str(most) if least == most else f"{least}–{most}"
        (row,) = [each for each in found if each[0] == t.gettext(rules.about.name)]
        assert re.match(rf"{players}(\D|$)", row[1])
        assert row[2] == t.gettext(rules.about.tagline)


def test_only_languages_with_a_catalog_have_documents() -> None:
    assert sorted(each.name for each in (ROOT / "docs").iterdir() if (each / TRANSLATED[0]).exists()) == LANGUAGES


@pytest.mark.parametrize("language", ["en", *(texts.language_of(file) for file in texts.files())])
def test_the_readme_has_a_line_in_each_language(language: str) -> None:
    listed = README.split("\n## Languages\n")[1].split("\n## ")[0]
    (line,) = [each for each in listed.splitlines() if each.startswith(f"- **{language_name(language)}**")]
    folder = "docs" if language == "en" else f"docs/{fallbacks(language)[-1]}"
    assert line.endswith(f"]({folder}/how-to-play.md)")


# ------------------------------------------------------------------ hosting


def test_the_guide_lists_the_permissions_of_the_invite_link_which_are_all_that_the_bot_needs() -> None:
    listed = {row[0].lower().replace(" ", "_").replace("channels", "channel") for row in rows(HOSTING, "Permission")}
    assert discord.Permissions(**dict.fromkeys(listed, True)) == PERMISSIONS
    needed = {
        *permissions.NEEDED,
        *permissions.NEEDED_IN_THREADS,
        *permissions.NEEDED_FOR_THREADS,
        *permissions.NEEDED_FOR_ONE_PICTURE,
    }
    assert {name for name in needed if not getattr(PERMISSIONS, name)} == set()


def test_the_links_in_the_guide_are_those_of_the_bot() -> None:
    links = re.findall(r"^https://discord\.com/oauth2/authorize\?(\S+)$", HOSTING, re.MULTILINE)
    made = [urlsplit(link).query for link in invite_links("APPLICATION_ID")]
    assert [parse_qs(link) for link in links] == [parse_qs(link) for link in made]


async def test_the_bot_asks_for_no_privileged_intent() -> None:
    async with launch.build(await DatabaseStore.open(":memory:"), Settings()) as built:
        pass
    assert [name for name in ("members", "presences", "message_content") if getattr(built.intents, name)] == []


def test_the_first_evening_is_one_screen() -> None:
    evening = HOSTING.split("## The first evening")[1].split("\n## ")[0]
    assert len(evening.split()) <= 350
    assert re.findall(r"^\*\*(\d)", evening, re.MULTILINE) == list("1234567")


MESSAGE_PAGES = re.compile(r"docs/[a-z-]+\.md(?:#[a-z-]+)?")


def test_pages_that_the_bot_names_in_its_messages_are_there() -> None:
    named = {each for text in owner_texts() for each in MESSAGE_PAGES.findall(text.text)}
    assert named
    assert {each for each in named if list(broken(ROOT / "README.md", f"[]({each})"))} == set()


def test_the_services_start_what_there_is() -> None:
    started = re.findall(r"^ExecStart=.*$", "\n".join(blocks(HOSTING, "ini")), re.MULTILINE)
    assert started
    assert all(" bot.py" in line for line in started)


def test_a_service_does_not_restart_a_bot_whose_owner_has_to_mend_something() -> None:
    service = blocks(HOSTING, "ini")[0]
    assert f"\nRestartPreventExitStatus={launch.OwnerNeeded.exit_status}\n" in service


def test_the_script_for_a_users_data_runs(tmp_path: Path) -> None:
    script = re.search(r"<<'EOF'\n(.*?)^EOF$", read("docs/personal-data.md"), re.MULTILINE | re.DOTALL)[1]
    assert "# await" in script
    (tmp_path / "data").mkdir()
    subprocess.run(
        [sys.executable, "-c", script.replace("# await", "await")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert "domino-data/1" in (tmp_path / "domino-data.json").read_text(encoding="utf-8")


# ------------------------------------------------------------------ packages


def test_locked_packages_are_those_of_the_project_with_hashes_and_without_addresses() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    tested = set(project["tool"]["uv"]["constraint-dependencies"])
    entries = read("deploy/requirements.txt").replace("\\\n", " ").splitlines()
    locked = {re.split(r"[ ;]", each, maxsplit=1)[0] for each in entries}
    assert locked <= tested
    needed = {re.match(r"[a-z.-]+", each)[0].replace(".", "-") for each in project["project"]["dependencies"]}
    assert needed <= {each.split("==")[0] for each in locked}
    for each in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", each), each
        assert "://" not in each
