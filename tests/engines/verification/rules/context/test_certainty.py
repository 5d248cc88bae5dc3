"""What is told as certain and the reference leaves open."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.context.certainty import certainty

REFERENCE = (
    "The Dunmore Foundation has indicated that it may renew the grant at a lower level. The dehumidifier had been unplugged, presumably by "
    "the cleaners. Brelle hoped to receive the payment before the summer. The ferry will call at Orlo in May, and it might call at Vass. "
    "Ana, could you bring the tents? The engineer is certain that the dam was sound. "
    "The warden suspects that the lamps drive off the otters, but six visits are too few to be sure. "
    "The tenants wrote a letter claiming that the pump poisoned the well. The barge may, if the lock is mended, be towed to Tarn. "
    "The kiosk would probably reopen before Lent. The widow was the likeliest heir of the mill. "
    "The club is inclined to blame the frost for the poor plums."
)


@pytest.mark.parametrize(
    ("output", "word", "found"),
    [
        ("The Dunmore Foundation will renew the grant.", "will", "may"),
        ("The Dunmore Foundation must renew its grant at a lower level.", "must", "may"),
        ("The dehumidifier was undoubtedly unplugged by the cleaners.", "undoubtedly", "presumably"),
        ("Brelle was certain to receive the payment before the summer.", "certain", "hoped"),
        ("It was proven that the lamps drive off the otters.", "proven", "suspects"),
        ("The tenants proved that the pump poisoned the well.", "proved", "claiming that"),
        ("A barge will be towed to Tarn.", "will", "may"),
        ("The kiosk will reopen before Lent.", "will", "probably"),
        ("The widow was the undisputed heir of the mill.", "undisputed", "likeliest"),
        ("The club confidently blames the frost for poor plums.", "confidently", "inclined to"),
        ("The warden has established that the lamps drive off the otters.", "established", "suspects"),
        ("The warden has established a refuge for otters beside the lamps.", None, None),
        ("The kiosk will probably reopen before Lent.", None, None),
        ("The Dunmore Foundation may renew the grant.", None, None),
        ("It is open whether the Dunmore Foundation will renew the grant.", None, None),
        ("The Dunmore Foundation will not renew the grant.", None, None),  # another kind of error
        ("Brelle was not certain to receive the payment before the summer.", None, None),
        ("The dehumidifier was unplugged by a certain group of cleaners.", None, None),
        ("The ferry will call at Orlo in May.", None, None),
        ("Ana will bring the tents.", None, None),
        ("The engineer is certain that the dam was sound.", None, None),
        ("The warden suspects that lamps drive off the otters but has too few visits to be sure of it.", None, None),
    ],
)
def test_words_that_are_surer_than_the_reference(output: str, word: str | None, found: str | None) -> None:
    (alignment,) = align(encoded(Text.of(REFERENCE)), [output])
    case = Case(alignment, ())
    seen = [
        (case.hypothesis.text[slice(*case.hypothesis.spans[min(c.tokens)])], REFERENCE[slice(*(c.found or (0, 0)))])
        for c in certainty(case)
    ]
    assert seen == ([(word, found)] if word else [])


TERMS = (
    "The trust will pay for the roof if the parish raises half of the money. The hall stays open whether or not it rains on Sunday. "
    "Odile Brandt hands the keys to her deputy unless the members object. Oranges were sold even if they were bruised."
)


@pytest.mark.parametrize(
    ("output", "words", "found"),
    [
        ("The trust will pay for the roof whether or not the parish raises any money.", "whether or not", "if"),
        ("The trust means to pay, no matter if the parish raises half the money.", "no matter if", "if"),
        ("Brandt gives her deputy the keys regardless of what the members object to.", "regardless of", "unless"),
        ("The trust pays for the roof now that the parish has raised half the money.", "now that", "if"),
        ("The hall will be open regardless of rain on Sunday.", None, None),
        ("The trust will pay for the roof as long as the parish raises half of the money.", None, None),
        ("Even if oranges were bruised they were sold.", None, None),
        ("The trust bought a bell, no matter how loud it rang.", None, None),
    ],
)
def test_conditions_that_do_not_count(output: str, words: str | None, found: str | None) -> None:
    case = Case(align(encoded(Text.of(TERMS)), [output])[0], ())
    spans = case.hypothesis.spans
    seen = [(output[spans[min(c.tokens)][0] : spans[max(c.tokens)][1]], TERMS[slice(*(c.found or (0, 0)))]) for c in certainty(case)]
    assert seen == ([(words, found)] if words else [])
