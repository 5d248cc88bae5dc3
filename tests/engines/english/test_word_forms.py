import gzip
from pathlib import Path

import lemminflect
import pytest

from engines.english.word_forms import lemmas


def test_lemmas_are_those_of_lemminflect():
    listed = gzip.decompress((Path(lemminflect.__file__).parent / "resources" / "lemma_lu.csv.gz").read_bytes()).decode()
    forms = [
        *sorted({form for form in (line.split(",")[0] for line in listed.splitlines()) if form.islower()})[::40],
        "saw",
        "better",
        "can",
        "he",
        "'ll",
        "leaves",
    ]
    assert {form: lemmas(form) for form in forms} == {form: lemminflect.getAllLemmas(form) for form in forms}


@pytest.mark.parametrize("form", ["", "qwertish", "new york", "a,b"])
def test_nothing_is_known_of_what_is_no_word(form):
    assert lemmas(form) == {}
