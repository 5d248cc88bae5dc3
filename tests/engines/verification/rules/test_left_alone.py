"""What rules leave alone, beside what they find in the same place: each pair has one conflict of the rule, in the false statement."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import trace

TRIAL = (
    "Volunteers kept their hands in warm sand for fifteen minutes every morning. Treatment lasted ten weeks, and all were followed for six "
    "weeks more. The study found that sand gloves broke less often but that they caused more burns."
)
LEASE = (
    "In 1868 Sir Osric Vane leased the northern face of the hill to the Tamsin Slate Company, which spoilt the echo. So it did: by 1872 "
    "the echo answered only twice. The quarry closed in 1903."
)
SOCIETY = (
    "Ellis Warnock has retired as marshal after 23 crossings. He has recommended Hal Tenby to succeed him; the committee has yet to decide "
    "on a date. Nobody would teach Ilse Brandal the craft; her sole guide was a notebook. Objectors have no right of appeal but may ask "
    "the officer to review it. The old tiles were shown to be no more than a century old, and were probably made for summer visitors. "
    "Warden Ruta Venn proposed emptying the counterweight tank; the engineer, Olwen Pask, refused. Most orders used to come from film "
    "studios; since 2019 the bulk has come from restorers of lighthouses and barges. Cracks had formed by May. We prefer Dr Quoyle's "
    "evidence. The second volume was delayed for six years when her publisher failed. Pella Quist noticed that it was the school bell, "
    "not the clock, that was wrong. The club will row at Morrow in May, though without Kit Osgood, who confirmed on Sunday that he was "
    "retiring from it. A man of 67 complained of chest tightness; the medic Ada Eade gave him oxygen and he was raised first, in a "
    "stretcher. The guide, Gethin Moss, insisted on leaving last."
)
FERRY = (
    "Nobody at the sorting office expected the woman on the night shift to become an authority on slime moulds. Agathe Lindqvane was born "
    "in 1894 in Stell. On board were the beekeeper Dorrit Penhallan and her nephew Callum Strode. Crew member Piet Lorne rigged a sling. "
    "Mr Strode was taken to hospital and discharged the next morning."
)
LEECHES = (
    "It was Keziah Blunt who proposed stretching nets over the ponds, and by 1836 the farm was sending eleven thousand leeches a year to "
    "Castlebourne by the carrier's cart, packed in moss. Women did the gathering, bare-legged, from spring until the first frost; they "
    "were paid by the score, and the schoolmaster complained to the vestry, which would not hear him. Dealers who called were sent away "
    "without a jar, the pump was mended, and the boat was sold. Some thirty thousand leeches escaped into the river, and bathing there was "
    "avoided for a generation."
)
BATHS = (
    "In the winter of 1940 the pool was boarded over and used as a rest centre for families evacuated from the coast. It reopened in 1946. "
    "By the 1970s most houses had bathrooms of their own, and the slipper baths were taken out in 1974 to make way for a laundrette, which "
    "took more than the pool. The minutes suggest that Josiah Wragg swung the vote. A fire in the east store may have destroyed the plates."
)
OBSERVATORY = (
    "Sarvedo Observatory is a station on Mount Sarvedo. It is owned by the University of Brenza, which has run it since 1909. "
    "In 1898 the Winegrowers' League, alarmed by hailstorms, built a stone hut and paid a former artilleryman, Captain Teodor Vasch, to "
    "fire mortars into approaching clouds. His notes came to the notice of the physicist Clemenza Orsolin."
)
CHAPEL = (
    "The task was on the list, but the sheet had been photocopied with its last line cut off. We found no evidence for the suggestion that "
    "the party had switched off its sets. Lionel Garth reported to the club. Miss Ada Corran blamed the wet May for poor numbers of "
    "hawk-moths. She counted jackdaws on fourteen streets. Nadja Brandt will not be recorded indoors. Her mother was Vellish, her father "
    "kept a Tarsian lighthouse, and at home each parent pretended not to follow the other's language. The idea, it was suggested, was to "
    "buy the chapel back from the bank for the society. The July meeting admired the roof. By agreement with "
    "the wardens, no firing takes place before the chicks have fledged."
)
EELS = "The eels moved in bursts when the river had warmed and, curiously, a day or two after heavy rain rather than during it."
LETTER = (
    "Dear members,\n\nWe are moving.\n\nWith good wishes,\nConstance Abery\nHonorary Secretary, Tessaly Drove Carnivorous Plant Society\n"
)


def seen(rule: str, statement: str, reference: str) -> list[str]:
    """The words of each conflict that a rule sees in a statement."""
    case = Case(align(encoded(Text.of(reference)), [statement])[0])
    words = ([statement[slice(*case.hypothesis.spans[t])] for t in sorted(c.tokens)] for c in trace(case) if c.rule == rule)
    return sorted(" ".join(each) for each in words)


@pytest.mark.parametrize(
    ("rule", "reference", "right"),
    [
        # A value that stands there, too, beside one that the statement has itself.
        ("quantity in context", TRIAL, "Volunteers kept their hands in warm sand for fifteen minutes every morning, for ten weeks."),
        ("quantity in context", LEASE, 
         "The Slate Company, to which Sir Osric Vane leased the northern face of the hill in 1868, had by 1872 spoilt the echo."),
        ("opposite", TRIAL, "The study linked sand gloves to fewer breakages yet more burns."),
        ("refused", SOCIETY, "Ellis Warnock has retired as marshal and recommends Hal Tenby."),
        ("refused", SOCIETY, "Ilse Brandal taught herself the craft from a notebook."),
        ("negation", SOCIETY, "Objectors cannot appeal but may ask the officer to review it."),
        ("negation", SOCIETY, "Pella Quist noticed that it was the school bell that was wrong."),
        ("negation", SOCIETY, "Kit Osgood is retiring from it in May."),
        ("certainty", SOCIETY, "The old tiles, made for visitors, proved no more than a century old."),
        ("other doer", SOCIETY, "The engineer, Olwen Pask, rejected a proposal by Ruta Venn to empty the counterweight tank."),
        ("other filler", SOCIETY, "Dr Quoyle's opinion that cracks had formed by May was preferred."),
        ("added noun", SOCIETY, "Restorers have overtaken film studios as her main customers."),
        ("passage of somebody else", SOCIETY, "A man of 67 with chest tightness was raised first; the guide, Gethin Moss, left last."),
        ("passage of somebody else", FERRY, "A sling was rigged, and the beekeeper's nephew was discharged from hospital next morning."),
        ("passage of somebody else", FERRY, "Agathe Lindqvane became an authority on slime moulds at the sorting office."),
        # A decade of which the statement tells a year itself.
        ("quantity in context", BATHS,
         "In the winter of 1940 the pool became a rest centre for evacuated families, reopening in 1946, and in 1974 the slipper baths "
         "made way for a laundrette."),
        ("modality", CHAPEL, "The idea of buying the chapel back from the bank for the society was not new."),
        ("modality", "The club protested. It claimed that the shot clock had expired in the third period.",
         "The referee dismissed a protest that the shot clock had expired in the third period."),
        ("passage of somebody else", OBSERVATORY, "Sarvedo Observatory began as a defence against hailstorms alarming winegrowers."),
        ("passage of somebody else", CHAPEL, "Lionel Garth's report to the club blames the wet May for poor numbers of hawk-moths."),
        ("direction", CHAPEL, "The sheet had been photocopied without its last line."),
        ("other filler", CHAPEL, "Miss Corran counted birds on fourteen streets."),
        ("other filler", CHAPEL, "At its March meeting the chapel admired the roof."),
        ("opposite", CHAPEL, "By agreement the kiln is fired only after the chicks have fledged."),
        ("refused", CHAPEL, "Nadja Brandt refuses to be recorded indoors."),
        ("kinship", CHAPEL, "The child of a Vellish mother and a father who kept a Tarsian lighthouse, she relayed messages between them."),
        ("other filler", LETTER, "Constance Abery of the Tessaly Drove Carnivorous Plant Society tells members that it is moving."),
    ],
)  # fmt: skip
def test_what_is_right_is_left_alone(rule: str, reference: str, right: str) -> None:
    assert not seen(rule, right, reference)


@pytest.mark.parametrize(
    ("rule", "reference", "false", "words"),
    [
        ("quantity in context", TRIAL, "Volunteers kept their hands in warm sand for six minutes every morning.", "six minutes"),
        # The reference has it of something else altogether, and little of the sentence is told in its words.
        ("quantity in context", LEECHES, "By 1836 yearly dispatches to Castlebourne had reached thirty thousand.", "thirty thousand"),
        ("modality", BATHS, "The minutes prove that Josiah Wragg swung the vote.", "prove"),
        ("modality", BATHS, "A fire in the east store destroyed the plates.", "destroyed"),
        ("modality", BATHS, "A fire in the east store is known to have destroyed the plates.", "known"),
        ("refused", CHAPEL, "The panel found clear evidence for the suggestion that the party switched off its sets.", "clear"),
        ("opposite", EELS, "Eels moved in bursts once the river was warm and a day or two before heavy rain.", "before"),
        ("refused", SOCIETY, "Hal Tenby taught Ilse Brandal the craft.", "Hal Tenby"),
        ("negation", SOCIETY, "Objectors have a right of appeal and may ask the officer to review it.", "right"),
        ("other doer", SOCIETY, "The engineer proposed emptying the counterweight tank.", "engineer"),
    ],
)
def test_what_is_wrong_there_is_found(rule: str, reference: str, false: str, words: str) -> None:
    assert words in " | ".join(seen(rule, false, reference))
