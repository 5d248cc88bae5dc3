"""The QA index of a reference: roles filled, looked up by lemma, head and sentence."""

from engines.parsing import index_reference

TEXT = "Ana Orlo sold the boat to a dealer in March.\nThe dealer did not sell it again. Piet was angry."


def test_roles_are_looked_up_by_lemma():
    index = index_reference(TEXT)
    assert [TEXT[a.start : a.end] for a in index.filling("sell", "SUBJ")] == ["Ana Orlo", "The dealer"]
    assert [index.predicates[k].negated for k in index.by_lemma["sell"]] == [False, True]


def test_offsets_point_into_the_text():
    index = index_reference(TEXT)
    for predicate in index.predicates:
        begin, end = index.text.sentences[predicate.sentence]
        assert begin <= predicate.start < predicate.end <= end
        for argument in predicate.arguments:
            assert begin <= argument.start <= argument.head_start < argument.end <= end


def test_heads_and_sentences_lead_to_predicates():
    index = index_reference(TEXT)
    assert {index.predicates[k].lemma for k in index.by_head["dealer"]} == {"sell"}
    assert [index.predicates[k].lemma for k in index.by_sentence[2]] == ["be"]


def test_the_same_text_is_indexed_once():
    assert index_reference(TEXT) is index_reference(TEXT)
