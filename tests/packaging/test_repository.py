"""The files at the repository's root that other programs read: workflows, the container, the package's metadata."""

import json
import re
import shutil
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import check_jsonschema  # type: ignore[import-untyped]
import pytest
from ruamel.yaml import YAML

from refbrowser import Settings
from refbrowser.adapters.cli import main
from refbrowser.adapters.server.metrics import Metrics
from tests.docs.documents import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.compose-spec", [ROOT / "compose.yaml", ROOT / "docs" / "examples" / "cluster" / "compose.yaml"]),
    ],
    ids=["workflows", "compose files"],
)
def test_they_are_valid_by_their_schema(schema: str, files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        check_jsonschema.main(["--builtin-schema", schema, *map(str, files)])
    assert ended.value.code == 0, capsys.readouterr().out


def test_every_python_that_is_promised_is_tested() -> None:
    promised = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.fullmatch(r"Programming .* 3\.\d+", line)]
    tested = re.search(r"python: \[(.+)\]", (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    assert tested is not None
    assert promised == PYTHONS == [version.strip(' "') for version in tested[1].split(",")]
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_every_command_of_a_workflow_exists() -> None:
    usage = subprocess.run(["./dev", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    run = {command for file in WORKFLOWS for command in re.findall(r"\./dev ([a-z-]+)", file.read_text(encoding="utf-8"))}
    assert run
    assert run - set(re.findall(r"^  ([a-z]+) ", usage, re.MULTILINE)) == set()


def test_no_file_holds_both_sides_of_a_merge() -> None:
    search = ["git", "grep", "-lE", "^(<{7} |>{7} |={7}$)"]
    if (ROOT / ".git").exists():
        assert subprocess.run(search, cwd=ROOT, capture_output=True, text=True, check=False).stdout == ""


def test_the_image_runs_a_command_that_exists(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    command = re.search(r"^CMD \[(.+)\]$", text, re.MULTILINE)
    assert command is not None
    name, *options = re.findall(r'"([^"]+)"', command[1])
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert {option for option in options if option.startswith("--")} <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


def test_the_image_gets_every_file_that_the_package_is_built_of() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    sources = {path.partition("/")[0] for path in (*build["packages"], *build["force-include"])}
    needed = sources | {"pyproject.toml", PROJECT["readme"], *PROJECT["license-files"]}
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")}
    assert needed <= kept


def test_the_environment_of_another_folder_is_not_cleared(tmp_path: Path) -> None:
    other, clone = tmp_path / "other", tmp_path / "clone"
    for folder in (other, clone):
        folder.mkdir()
    (other / "made-in").write_text("elsewhere\n", encoding="utf-8")
    for name in ("dev", "pyproject.toml"):
        shutil.copy(ROOT / name, clone / name)
    (clone / ".venv").symlink_to(other)
    done = subprocess.run(["./dev", "gen"], cwd=clone, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "is a link to the environment of another folder" in done.stderr
    assert (other / "made-in").exists()


def test_the_examples_of_a_cluster_run_what_their_image_has(capsys: pytest.CaptureFixture[str]) -> None:
    """Its entry point runs any program; both that the examples name are on its path, and take what they are given."""
    folder = ROOT / "docs" / "examples" / "cluster"
    image = (folder / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^ENTRYPOINT (.+)$", image, re.MULTILINE) == ['["tini", "--"]']
    services = _read_yaml(folder / "compose.yaml")[0]["services"].values()
    ray_cluster, deployment = _read_yaml(folder / "kuberay.yaml")
    fronts = deployment["spec"]["template"]["spec"]["containers"]
    groups = [ray_cluster["spec"]["headGroupSpec"], *ray_cluster["spec"]["workerGroupSpecs"]]
    hosts = [container for group in groups for container in group["template"]["spec"]["containers"]]
    assert {each["image"] for each in (*services, *fronts, *hosts)} == {"refbrowser-cluster"}
    for command in [each["command"] for each in (*services, *fronts)]:
        assert command[0] == "refbrowser" or f"/{command[0]} /usr/local/bin/{command[0]}" in image, command
        if command[0] == "refbrowser":
            with pytest.raises(SystemExit) as ended:
                main([*command[1:], "--help"])
            assert ended.value.code == 0, capsys.readouterr().err
    settings = {f"REFBROWSER_{field.name.upper()}" for field in fields(Settings)}
    given = [set(service.get("environment", {})) for service in services]
    given += [{each["name"] for each in container.get("env", [])} for container in fronts]
    assert {name for names in given for name in names} <= settings


def test_the_board_shows_measures_that_the_server_has() -> None:
    text = (ROOT / "docs" / "examples" / "cluster" / "grafana.json").read_text(encoding="utf-8")
    shown = {name for panel in json.loads(text)["panels"] for name in re.findall(r"refbrowser_\w+", json.dumps(panel))}
    metrics = Metrics(SimpleNamespace(chats=[], running=None, front=object()))  # type: ignore[arg-type]
    exposed = set(re.findall(r"^# HELP (\w+)", metrics.text().decode(), re.MULTILINE))
    assert {name.removesuffix("_bucket") for name in shown} - exposed == set()


def _read_yaml(file: Path) -> list[Any]:
    return list(YAML(typ="safe").load_all(file))
