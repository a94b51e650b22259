"""What stands in several files of the repository and must be the same in each."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
JOB = WORKFLOW["jobs"]["test"]


def requirement(name: str) -> Requirement:
    (found,) = [each for each in map(Requirement, PROJECT["project"]["dependencies"]) if each.name == name]
    return found


def test_ci_runs_the_command_of_the_readme_with_each_python() -> None:
    assert [step["run"] for step in JOB["steps"] if "name" not in step and "run" in step] == ["./test"]
    assert "\n./test " in (ROOT / "README.md").read_text()
    classifiers = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert JOB["strategy"]["matrix"]["python"] == classifiers


def test_ci_runs_the_oldest_and_the_newest_jax_that_is_allowed() -> None:
    allowed = requirement("jax").specifier
    oldest, newest = (SpecifierSet(each["jax"]) for each in JOB["strategy"]["matrix"]["include"])
    (lower,) = [Version(each.version) for each in allowed if each.operator == ">="]
    assert str(oldest) == f"=={lower.major}.{lower.minor}.0"
    assert newest == allowed


def test_ci_pins_jax_by_replacing_the_lines_that_pin_it() -> None:
    (command,) = [step["run"] for step in JOB["steps"] if step.get("name") == "Pin JAX"]
    (expression,) = re.findall(r"sed -i '/(.+)/d'", command)
    pattern = expression.replace(r"\(", "(").replace(r"\)", ")").replace(r"\?", "?")
    pinned = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if re.match(pattern, line)]
    assert [line.partition("==")[0] for line in pinned] == ["jax", "jaxlib"]
    assert requirement("jax").specifier.contains(pinned[0].partition("==")[2])


def test_each_night_every_program_runs() -> None:
    events = WORKFLOW[True]  # YAML reads `on` so
    assert events["schedule"][0]["cron"]
    assert "'schedule' && 'all'" in JOB["env"]["NBGRAPH_TEST_SEED"]


def test_hooks_before_a_commit_are_local_and_have_their_tools() -> None:
    (source,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert source["repo"] == "local"
    tools = {hook["id"]: hook["entry"].split() for hook in source["hooks"]}
    groups = {Requirement(each).name for each in PROJECT["dependency-groups"]["lint"]}
    assert {Path(entry[0]).name for name, entry in tools.items() if name != "prettier"} <= groups
    assert tools["prettier"][-1] in json.loads((ROOT / "package.json").read_text())["scripts"]


def test_the_license_is_the_one_that_is_named() -> None:
    assert PROJECT["project"]["license"] == "Apache-2.0"
    assert "Apache License" in (ROOT / PROJECT["project"]["license-files"][0]).read_text().splitlines()[1]
