"""The lines of docs/python.md, run as they stand, one after the other."""

import re

import matplotlib
import pytest
from conftest import ROOT

matplotlib.use("Agg")


def test_the_code_of_the_manual_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 6
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["path"].status == "blocked"
    assert names["radius"] == pytest.approx(0.5)
    assert names["lengths"].shape == (1000,)
    said = float(re.search(r"elapsed_time\(\) +# about (\d+) s", text).group(1))
    assert names["simulation"].agent_count() == 0
    assert names["simulation"].elapsed_time() == pytest.approx(said, rel=0.2)
    assert names["sim"].getAgentPosition(names["left"]) == pytest.approx((4, 0), abs=0.3)


def test_the_first_lines_give_the_length_they_say():
    text = (ROOT / "docs" / "python.md").read_text()
    block = re.search(r"```python\n(.*?)```", text, re.S).group(1)
    names = {}
    exec(block, names)
    said = re.search(r"# (\d+\.\d+)\.\.\.", block).group(1)
    assert repr(names["path"].length).startswith(said)


def test_the_lines_of_the_readme_end_with_a_path():
    block = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
    names = {}
    exec(block, names)
    assert names["path"].found and names["path"].length == pytest.approx(10.9, abs=0.3)
