import gzip
from pathlib import Path

import lemminflect
import pytest
from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
from lemminflect.core.Inflections import Inflections

from engines.english.word_forms import forms, lemmas, listed_forms


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


def test_forms_are_those_of_lemminflect():
    assert forms("ride", "VBD") == ("rode",) and forms("storey", "NNS") == ("storeys",) and forms("blorf", "VBG") == ("blorfing",)
    assert "VBD" in listed_forms("ride", "VERB") and not listed_forms("storey", "VERB")
    whole, read = InflectionLUCodec.load(Inflections().infl_lu_fn), Inflections().infl_dict
    lemmas = ["can", "be", "saw", "better", "May", *sorted(whole)[::40]]
    assert len(whole) == len(read) > 30_000
    assert {lemma: read.get(lemma, {}) for lemma in lemmas} == {lemma: whole.get(lemma, {}) for lemma in lemmas}
    assert read.get("qwertish", {}) == {}
