"""Settings as they come from files, programs and the command line: what does not fit is refused with words."""

from typing import Any

import pytest

from engines.core.errors import InputError
from engines.declaration.registry import names, spec
from explorer.model_choice.tuning import settings_of


def settings_class(engine: str) -> Any:
    return spec(engine).settings


@pytest.mark.parametrize("value", ["x", None, [1], {}, True, [], 1.5e400, float("nan")])
@pytest.mark.parametrize("engine", names())
def test_a_threshold_that_is_no_number_is_refused(engine: str, value: object) -> None:
    with pytest.raises(InputError, match="threshold"):
        settings_class(engine).of({"threshold": value})


@pytest.mark.parametrize("engine", names())
def test_no_setting_takes_a_value_of_another_kind(engine: str) -> None:
    for setting in settings_of(engine):
        for value in ({"a": 1}, None, [5], object()):
            with pytest.raises(InputError):
                settings_class(engine).of({setting.name: value})


@pytest.mark.parametrize("engine", names())
def test_plain_values_make_the_same_settings_again(engine: str) -> None:
    made = settings_class(engine)()
    assert settings_class(engine).of(made.plain()) == made
    assert settings_class(engine).of({"threshold": 0.75}).threshold == 0.75


def test_kinds_are_a_list_or_their_names() -> None:
    of = settings_class("qasem").of
    assert of({"kinds": "verb, noun"}) == of({"kinds": ["verb", "noun"]}) == of({"kinds": ("verb", "noun")})
    with pytest.raises(InputError, match="a list of names"):
        of({"kinds": 5})
