"""An engine is one folder: here one module, written by the test. All else is made from what it declares."""

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.html.notes import engine_notes
from components.panels.choices import choices
from components.panels.models import role_title
from components.review.page import review
from engines.core.results import Analysis
from engines.declaration import registry
from engines.declaration.engine_spec import EngineSpec
from explorer.cli.main import main
from explorer.model_choice.estimating import for_engine
from explorer.model_choice.presets import preset
from explorer.model_choice.tuning import chosen_settings
from explorer.services.analysis import analyze
from explorer.services.calibrating import report
from explorer.services.comparison import compare
from explorer.services.engines import available, verifiers
from explorer.services.workspace import Workspace
from sessions.store import Store

ROOT = Path(__file__).parents[1]
REFERENCE, OUTPUT = "The kiln was lit at dawn.", "The kiln was lit at noon. Nobody watched."

MODULE = '''
"""Vowels: an engine that supports words with as many vowels as the reference has of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.core.details import Details
from engines.core.engine import Outcome, Progress
from engines.core.results import Unit
from engines.core.settings import EngineSettings, setting
from engines.core.spans import Span
from engines.core.text import Text
from engines.declaration.engine_spec import EngineSpec, Notes, Score


@dataclass(frozen=True)
class VowelsSettings(EngineSettings):
    engine = "vowels"

    strict: bool = setting(False, "Count y too", "as a vowel")


@dataclass(frozen=True)
class VowelDetails(Details):
    kind = "vowel word"
    noun = "word"
    heading = "Words"

    vowels: int | None = None


@dataclass
class Vowels:
    options: VowelsSettings
    name: str = "vowels"

    @property
    def settings(self) -> dict[str, Any]:
        return self.options.plain()

    @property
    def models(self) -> dict[str, str]:
        return {}

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        yield Progress("Counting vowels", 0, 1)
        word = Span.of(output.text, output.text.index("noon"), output.text.index("noon") + 4)
        details = VowelDetails(sentence=0, error_if_unsupported="extrinsic", vowels=2)
        units = (Unit("v1", "vowel word", word.text, None, None, word, 0.25, False, "extrinsic", details=details),)
        yield Outcome(units, {"vowels": 0.25, "units": 1.0, "supported": 0.0})


SPEC = EngineSpec(
    name="vowels",
    title="Vowels",
    summary="Words are held against their vowels.",
    settings=VowelsSettings,
    build=lambda models, settings: Vowels(VowelsSettings.of(settings)),
    scores={"vowels": Score("Vowel score", "Share of the vowels that the reference has.")},
    main_score="vowels",
    notes=Notes("It counts vowels.", "Nobody 2020", "None.", "It cannot read."),
    roles=("reader",),
    details=(VowelDetails,),
    presets=({"name": "vowels-strict", "title": "Vowels, strictly", "settings": {"strict": True}},),
)
'''


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineSpec]:
    path = tmp_path / "vowels.py"
    path.write_text(MODULE)
    found = importlib.util.spec_from_file_location("vowels", path)
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    monkeypatch.setitem(sys.modules, "vowels", module)
    found.loader.exec_module(module)
    registry.register(module.SPEC)
    yield module.SPEC
    registry.forget("vowels")


def test_a_sixth_engine_analyses_and_its_result_is_stored_and_read_back_typed(spec: EngineSpec, tmp_path: Path) -> None:
    with Workspace(tmp_path / "data") as workspace:
        made = analyze(REFERENCE, OUTPUT, engine="vowels", settings={"strict": True}, workspace=workspace)
        with Store(tmp_path / "data") as store:
            assert store.get(made.id) == made
            assert store.history()[0].score == 0.25
            assert report(store, made) is None
    assert made.engine.settings == {"threshold": 0.5, "strict": True} and 0 < made.scores["support"] <= 0.25
    first, *_ = made.errors or ()
    assert (first.text, first.kind, first.units) == ("noon", "intrinsic", ("v1",)) and first.probability > 0.5
    assert [OUTPUT[a:b] for a, b in made.unchecked or ()] == ["kiln", "lit", "watched"]
    read = Analysis.from_json(made.to_json()).units[0].details
    assert type(read) is spec.details[0] and getattr(read, "vowels") == 2  # noqa: B009


def test_a_sixth_engine_is_compared_listed_and_chosen(spec: EngineSpec) -> None:
    assert "vowels" in [info.name for info in available()]
    found = compare(REFERENCE, OUTPUT, engines=["vowels"])
    assert [opinion.judge.name for opinion in found.opinions] == ["vowels"] and found.opinions[0].analysis
    assert preset("vowels-strict").settings == {"strict": True}
    assert chosen_settings("vowels", {"strict": True, "beam": 3}) == {"strict": True}
    assert for_engine([], "vowels") == []


def test_a_sixth_engine_is_on_the_command_line(spec: EngineSpec, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name, text in (("reference", REFERENCE), ("output", OUTPUT)):
        (tmp_path / name).write_text(text)
    with pytest.raises(SystemExit):
        main(["analyze", "--help"])
    assert "lss or vowels" in " ".join(capsys.readouterr().out.split())
    files = ["--reference", str(tmp_path / "reference"), "--output", str(tmp_path / "output")]
    data = ["--data-dir", str(tmp_path / "data")]
    assert main(["analyze", *files, "--engine", "vowels", "--set", "strict=true", *data]) == 0
    shown = capsys.readouterr().out
    assert "0 of 1 facts supported" in shown and "vowels" in shown
    assert main(["models", *data]) == 0
    assert "Vowels: Words are held against their vowels." in capsys.readouterr().out


def test_a_sixth_engine_is_on_the_page(spec: EngineSpec) -> None:
    lists = choices(available(), verifiers(), "vowels")
    assert 'value="vowels" selected' in lists and "Count y too" in lists
    assert "It cannot read." in engine_notes([spec])
    html = review(analyze(REFERENCE, OUTPUT, engine="vowels"), stored=True)
    assert "0 of 1 word supported" in html and "Words" in html
    assert "Vowel score" in html and "Share of the vowels that the reference has." in html
    assert 'data-mode="revise"' not in html and role_title("reader") == "Reader"


def test_an_engine_that_was_taken_out_is_not_there_any_more(spec: EngineSpec) -> None:
    registry.forget("vowels")
    assert registry.known("vowels") is None and "vowels" not in registry.names()


NAMES = frozenset({"qasem", "scale", "acueval", "qags", "lss"})
KNOWN = {
    "components/html/tours.py": "the engines that have a guided tour",
    "components/review/subsequence.py": "the box that holds the longest supported subsequence",
    "engines/core/results.py": "the field of the result that holds the longest supported subsequence",
    "engines/declaration/registry.py": "the engine that runs where none is named",
    "explorer/caches/parsers_and_readers.py": "the key under which a shortener's answers are remembered",
    "engines/records/schema.py": "the field of the result that holds the longest supported subsequence",
    "explorer/evaluation/audits/natural.py": "names of labelled data sets",
    "explorer/evaluation/audits/questions.py": "the engine whose questions are read",
    "explorer/evaluation/fuzzing/run.py": "scores and engines that are held against their ranges",
    "explorer/evaluation/growth.py": "the engines that are measured",
    "explorer/formats/sheets.py": "the field of the result that holds the longest supported subsequence",
}
"""Where a name of an engine stands as a word of its own, and what it is there. In the verifier it is a folder of weights, or a scale."""


def test_no_engine_is_known_by_name_outside_its_own_folder() -> None:
    found = set()
    for path in (path for room in ("engines", "sessions", "explorer", "components") for path in (ROOT / room).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if re.match(r"engines/(qasem|scale|acueval|qags|lss|verification)/|explorer/training/|components/classroom/tours/", place):
            continue
        words = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)]
        if any(isinstance(word.value, str) and word.value in NAMES for word in words):
            found.add(place)
    assert found <= set(KNOWN)


def test_every_engine_is_declared_once_with_all_that_the_page_shows() -> None:
    assert set(registry.names()) == NAMES and registry.names()[0] == registry.DEFAULT
    for spec in registry.specs():
        assert spec.notes and spec.summary and spec.presets and spec.main_score in spec.scores
        assert {setting.name for setting in spec.settings.described()} == set(spec.settings().plain()) - {"threshold"}
        assert all(score.title and score.meaning for score in spec.scores.values())


def test_listing_engines_loads_no_engine_and_no_model_library() -> None:
    code = """
import sys
from engines.declaration.registry import specs
assert len(specs()) == 5
heavy = [name for name in ("torch", "spacy", "transformers", "numpy", "engines.qasem.engine", "engines.lss.engine") if name in sys.modules]
assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
