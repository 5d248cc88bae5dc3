"""The pages for annotators: what they show and what they must not, and that what is said on them is kept."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.wiring.files import routes
from engines.core.results import Analysis
from explorer.services.workspace import Workspace
from sessions.labelling.labels import Label
from tests.components import samples
from tests.explorer.services.labelling.samples import claims, words

ID = samples.analysis().id


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path) as workspace:
        for analysis in (samples.analysis(), claims(), words()):
            workspace.store.save(analysis)
        yield workspace


@pytest.fixture
def client(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=routes(workspace)))


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def keep(client: TestClient, **more: Any) -> int:
    said = {"analysis": ID, "annotator": "Ada", "event": "event-1", "item": "unit:q1", "step": "support", "label": "supported", **more}
    return client.post("/errata/keep", json={"kind": "label", "data": said}).status_code


def test_an_annotator_says_who_they_are_first(client: TestClient) -> None:
    page = client.get(f"/annotate/{ID}").text
    assert 'name="by"' in page and 'value="blind" checked' in page, "blind is what nobody has to ask for"
    assert 'class="qx bench"' not in page and samples.analysis().units[0].question not in page


@pytest.mark.parametrize("analysis", [samples.analysis(), claims(), words()], ids=lambda analysis: analysis.engine.name)
def test_in_blind_mode_no_verdict_leaves_the_server(client: TestClient, workspace: Workspace, analysis: Analysis) -> None:
    blind = client.get(f"/annotate/{analysis.id}?by=Ada").text
    assert analysis.reference.text.split("\n")[0][:60] in unescape(re.sub("<[^>]*>", "", blind))
    data = data_of(blind)
    assert data["mode"] == "blind" and data["items"] and not any({"proposal", "evidence"} & item.keys() for item in data["items"])
    # Whatever the verdicts are, the page is the same.
    turned = replace(
        analysis,
        units=tuple(replace(u, supported=not u.supported, probability=0.123, error="extrinsic", evidence=()) for u in analysis.units),
        deletions=(),
    )
    workspace.store.save(turned)
    assert client.get(f"/annotate/{analysis.id}?by=Ada").text == blind
    assert client.get(f"/annotate/{analysis.id}?by=Ada&mode=seeded").text != blind


def test_in_seeded_mode_verdicts_and_evidence_are_what_to_start_from(client: TestClient) -> None:
    items = data_of(client.get(f"/annotate/{ID}?by=Ada&mode=seeded").text)["items"]
    found = {(item["id"], item["step"]): (item["proposal"], item["evidence"]) for item in items}
    assert found["unit:q4", "support"] == ("contradicts", [1]) and found["unit:q1", "support"] == ("supported", [0])


def test_a_number_that_cannot_be_stored_is_refused(client: TestClient) -> None:
    assert keep(client, version=2**63) == 400 and keep(client, version=-(2**70)) == 400 and keep(client, version=2**62) == 200


def test_what_is_said_is_kept_and_there_again(client: TestClient, workspace: Workspace) -> None:
    assert keep(client) == 200 and keep(client, event="event-2", item="own:0-9", step="own", label="entity", seconds=2) == 200
    assert keep(client, event="event-2", item="own:0-9", step="own", label="entity", version=1, undone=True) == 200
    assert [(one.item, one.undone) for one in workspace.store.labels(ID, "Ada")] == [("unit:q1", False), ("own:0-9", True)]
    log = data_of(client.get(f"/annotate/{ID}?by=Ada").text)["log"]
    assert [event["label"] for event in log] == ["supported", "entity"], "what was stepped back can be brought back after a reload"
    assert data_of(client.get(f"/annotate/{ID}?by=Bo").text)["log"] == [], "another annotator sees nothing of it"


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        ({"label": "perhaps"}, 422, "supported, contradicts"),
        ({"item": "unit:q99"}, 422, "has no 'unit:q99'"),
        ({"analysis": "nosuch"}, 422, "may have been deleted"),
        ({"annotator": ""}, 422, "a name of 1 to 60"),
        ({"version": "1"}, 400, "`version` must be a number"),
        ({"vote": 1}, 400, "There is no `vote`"),
    ],
)
def test_what_cannot_be_kept_is_told(client: TestClient, wrong: dict[str, Any], status: int, said: str) -> None:
    good = {"analysis": ID, "annotator": "Ada", "event": "event-1", "item": "unit:q1", "step": "support", "label": "supported"}
    answer = client.post("/errata/keep", json={"kind": "label", "data": {**good, **wrong}})
    assert answer.status_code == status and said in answer.text


def test_the_texts_are_listed_with_how_far_everybody_is_and_what_comes_next(client: TestClient) -> None:
    keep(client, analysis="c1a1c1a1c1a1", item="unit:a1", event="event-1")
    keep(client, analysis="c1a1c1a1c1a1", item="unit:a2", event="event-2")
    page = client.get("/annotate?by=Ada").text
    assert "✓ Ada 4/4" in page and page.count("nobody yet") == 2 and "Look again" in page
    assert data_of(client.get(f"/annotate/{ID}?by=Ada").text)["next"] == "/annotate/1551551551ab?by=Ada&mode=blind", (
        "not the one that is done"
    )


def test_agreement_shows_figures_and_takes_decisions(client: TestClient, workspace: Workspace) -> None:
    assert "Nobody has labelled these yet" in client.get("/agreement").text
    keep(client)
    keep(client, annotator="Bo", event="event-2", label="contradicts")
    page = client.get(f"/agreement?ids={ID}").text
    assert "1 disagreement · 1 to adjudicate · 1 tie" in page and "say who you are" in page and "disabled" in page
    keep(client, annotator="Cy", event="event-3", step="adjudicated", label="intrinsic")
    page = client.get(f"/agreement?ids={ID}&by=Cy").text
    assert "0 to adjudicate · 0 ties" in page and 'aria-pressed="true"' in page
    assert [event["label"] for event in data_of(page)["log"]] == ["intrinsic"]


def test_labels_are_saved_as_a_file(client: TestClient) -> None:
    keep(client)
    saved = client.get("/agreement.jsonl?labels=majority")
    assert saved.headers["content-disposition"] == 'attachment; filename="errata-labels-majority.jsonl"'
    (record,) = map(json.loads, saved.text.splitlines())
    assert [qa["annotations"] for qa in record["qas"]] == [[0]]
    assert client.get("/agreement.jsonl?labels=best").status_code == 400


def test_agreement_on_own_spans_is_shown_where_two_have_read_the_text(client: TestClient) -> None:
    own = {"item": "own:0-9", "step": "own", "label": "entity"}
    assert (
        keep(client, event="event-a", **own) == 200
        and keep(client, event="event-b", item="own:0-9", step="note", label="<b>odd</b>") == 200
    )
    alone = client.get("/agreement").text
    assert "1 own span, as marked" in alone and "&lt;b&gt;odd&lt;/b&gt;" in alone and "Own spans, two by two" not in alone
    assert keep(client, event="event-c", annotator="Bo", **{**own, "label": "quantity"}) == 200
    table = re.search(r"<caption>Own spans, two by two</caption>.*?</table>", client.get("/agreement").text, re.S)
    assert table and re.findall(r'<td class="n">([^<]*)</td>', table[0]) == ["1 and 1", "1.00", "1.00", "0.00"]


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/annotate/nosuch?by=Ada", 404, "no analysis 'nosuch'"),
        (f"/annotate/{ID}?by=Ada&mode=open", 404, "blind or seeded"),
        (f"/annotate/{ID}?by=Ada&verdicts=1", 400, "no `verdicts`"),
        (f"/annotate?by={'x' * 61}", 404, "a name of 1 to 60"),
        ("/agreement?ids=nosuch", 404, "no analysis 'nosuch'"),
    ],
)
def test_what_is_wrong_with_an_address_is_told(client: TestClient, address: str, status: int, said: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status and said in unescape(answer.text)


@pytest.mark.parametrize("hostile", samples.HOSTILE)
def test_whatever_stands_in_texts_and_names_is_shown_as_it_is(client: TestClient, workspace: Workspace, hostile: str) -> None:
    made = samples.hostile(hostile)
    workspace.store.save(made)
    name = hostile[:60]
    item = f"unit:{made.units[0].id}"
    workspace.store.label(made.id, Label("event-1", name, item, "support", "supported"))
    workspace.store.label(made.id, Label("event-2", name, item, "note", hostile))
    workspace.store.label(made.id, Label("event-3", "Bo", item, "support", "contradicts"))
    place = quote(made.id, safe="")
    plain = client.get("/annotate?by=Ada").text
    for address in (f"/annotate/{place}?by={quote(name)}", f"/agreement?ids={place}&by={quote(name)}", f"/annotate?by={quote(name)}"):
        page = client.get(address).text
        own = 'class="qx bench"' in page or 'class="qx agreement"' in page
        assert page.count("<script") == plain.count("<script") + own, address
        assert "<img" not in page and "<svg onload" not in page
        assert data_of(page) is None or data_of(page)["annotator"] == name


def test_a_lone_surrogate_and_an_empty_output_can_be_annotated(client: TestClient, workspace: Workspace) -> None:
    made = samples.analysis("5" * 12, "A \ud800 ran.", "It \ud800 ran.", (("ran", "What ran?", "It \ud800", 0.9, "intrinsic", 0, {}),))
    workspace.store.save(made)
    assert client.get(f"/annotate/{made.id}?by=Ada").status_code == 200
    empty = replace(samples.analysis("6" * 12, "A ran.", "...", ()), units=())
    workspace.store.save(empty)
    assert "nothing to ask" in client.get(f"/annotate/{empty.id}?by=Ada").text
