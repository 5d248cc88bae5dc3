"""`errata agreement`: how far annotators agree with each other and with the engines, and their labels as files."""

import argparse
import sys
from typing import TYPE_CHECKING

from explorer.cli.commands import options
from explorer.reading.rows import check_file, check_output, dumps, file_writer
from explorer.reading.usage import DONE, UsageError, printable

if TYPE_CHECKING:
    from explorer.services.labelling.agreement import AgreementReport, Labelled
    from explorer.services.labelling.votes import VotesOf

CHOICES = ("votes", "majority", "adjudicated")


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "agreement",
        "Say how far annotators agree, with each other and with the engines.",
        "What annotators say on the page, in two steps, is compared: Fleiss' kappa and Krippendorff's alpha for all, Cohen's kappa two by\n"
        "two, against the engine whose facts they judged, and by words against every engine on the same texts. Where they differ is\n"
        "listed, with the majority and with what was adjudicated on the page under Agreement.\n"
        "With --out the labels are written as a file to train on and to score by: records of QASemConsistency for questions, rows for\n"
        "claims, sentences and words; `errata benchmark` reads all of them. With --votes the raw votes of a file of QASemConsistency are\n"
        "compared instead, each part beside the figure that its paper gives.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="analyses (default: all that somebody has labelled)")
    parser.add_argument("--annotator", metavar="NAME", action="append", default=[], help="count only these annotators; may be repeated")
    parser.add_argument("--blind", action="store_true", help="count only labels made without the verdicts of the engine in sight")
    parser.add_argument("--votes", metavar="FILE", help="compare the raw votes of a file of QASemConsistency")
    parser.add_argument("--out", metavar="FILE", help="write the labels as JSON lines")
    words = "every vote, the majority, or what was adjudicated and what all agree on (default: votes)"
    parser.add_argument("--labels", choices=CHOICES, metavar="WHICH", help=f"{', '.join(CHOICES)}, for --out: {words}")
    parser.add_argument("--rows", action="store_true", help="for --out: questions one a row with one label, as the verifier is trained on")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare and print."""
    if args.votes is not None:
        if args.ids or args.annotator or args.blind or args.out:
            raise UsageError("--votes compares the votes of a file; it goes with --json alone.")
        return _votes(args)
    if (args.labels or args.rows) and not args.out:
        raise UsageError("--labels and --rows say what is written: name a file with --out.")
    if args.rows and args.labels in (None, "votes"):
        raise UsageError("A row has one label: --rows goes with --labels majority or --labels adjudicated.")
    if args.out:
        check_output(args.out)
    from explorer.services.labelling.agreement import labelled, report
    from explorer.services.labelling.by_words import by_words

    with options.workspace(args) as workspace:
        found = labelled(workspace.store, args.ids or None, args.annotator, args.blind)
        made = report(found, by_words(workspace.store, found))
    if args.out:
        _write(found, args)
    if args.json:
        print(dumps(made.to_json()))
    elif args.out != "-":
        _print(made)
    return DONE


def _write(found: "list[Labelled]", args: argparse.Namespace) -> None:
    from explorer.services.labelling.gold import records

    left_out: list[str] = []
    with file_writer(args.out) as stream:
        for record in records(found, args.labels or "votes", left_out, args.rows):
            stream.write(dumps(record) + "\n")
    for why in left_out:
        print(f"errata: left out {printable(why)}", file=sys.stderr)


def _print(made: "AgreementReport") -> None:
    from explorer.cli.terminal import print_table, shown
    from explorer.services.labelling.verdicts import TITLES

    pairs = [(pair, "units") for pair in (*made.levels[0].pairs, *made.engines)] + [(pair, "words") for pair in made.words]
    rows = [(level.name, str(level.units), _figure(level.fleiss), str(level.alike), _figure(level.alpha)) for level in made.levels]
    print_table(("labels", "judged by two", "Fleiss' kappa", "over", "Krippendorff's alpha"), rows, "Nobody has labelled anything.")
    print()
    two = [(_figure(p.kappa), f"{p.same / max(1, p.units):.0%}", f"{p.units} {over}", p.first, p.second) for p, over in pairs]
    print_table(("Cohen's kappa", "same", "over", "one", "other"), two, "No two have judged the same.")
    print()
    if made.spans is not None and made.spans.texts:
        alphas = [("marked or not", made.spans.marked), ("with the kind", made.spans.kinds)]
        own = [(name, _figure(value), str(made.spans.words), str(made.spans.texts)) for name, value in alphas]
        print_table(("own spans", "Krippendorff's alpha", "words", "texts read by two"), own, "")
        print()
        spans = [
            (_figure(p.words), _figure(p.exact), _figure(p.kinds), f"{p.parts[0]} and {p.parts[1]}", p.first, p.second)
            for p in made.spans.pairs
        ]
        print_table(
            ("F1 of words", "of spans", "with the kind", "spans", "one", "other"), spans, "No two have read the same text for them."
        )
        print()
    people = [(str(count), str(seeded), f"{seconds:.0f} s", name) for name, (count, seconds, seeded) in made.people.items()]
    print_table(("labels", "seeded", "time", "annotator"), people, "")
    print()
    disputes = [
        (
            each.analysis,
            each.subject.id.partition(":")[2],
            "; ".join(f"{shown(who)}: {TITLES[label]}" for who, label in each.said.items()),
            TITLES[each.decided] if each.decided else "open" if each.majority else "open, a tie",
            shown(f"{each.subject.question or ''} {each.subject.answer.text if each.subject.answer else each.subject.words}", 80),
        )
        for each in made.disputes
    ]
    print_table(("analysis", "unit", "labels", "adjudicated", "words"), disputes, "No two annotators differ.")


def _votes(args: argparse.Namespace) -> int:
    from explorer.services.labelling.votes import agreement_of_votes

    check_file(args.votes)
    found = agreement_of_votes(args.votes)
    if args.json:
        for each in found:
            print(dumps(each.to_json()))
        return DONE
    from explorer.cli.terminal import print_table

    heading = ("part", "responses", "QAs", "Fleiss' kappa", "published", "95 of 100", "alpha", "Cohen", "first step")
    print_table(heading, [_votes_row(each) for each in found], "There are no votes.")
    print()
    for each in found:
        print(f"{printable(each.dataset)}: {each.words()}")
    return DONE


def _votes_row(each: "VotesOf") -> tuple[str, ...]:
    interval = "" if each.low is None or each.high is None else f"{each.low:.2f} to {each.high:.2f}"
    published = f"{each.published.kappa:.2f}" if each.published else ""
    figures = [_figure(value) for value in (each.alpha, each.cohen, each.spans_fleiss)]
    return each.dataset, str(each.responses), str(each.qas), _figure(each.fleiss), published, interval, *figures


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 3) + 0:.3f}"
