"""Odd and hostile requests, thousands of them, to a page of its own on a free port, with a data folder of its own.

Every route is asked by every method under foreign names and origins; every field of every body and query, every id and path, is replaced
by what no honest client sends; records with each field replaced are imported; files that are none are sent as documents and batches; and
bodies without end. A finding is an answer with status 500 or above, none within the time, one that lacks a protective header, lets
another origin read, tells where the data folder is or has a traceback in it, or one to a foreign page that is no refusal. At the end the
page, its history and an analysis must still open. Told are the counts of each part and what was found; the exit status is 1 if anything
was.
"""

import argparse
import json
import sys
from dataclasses import asdict

from explorer.evaluation.attack.requests import PARTS
from explorer.evaluation.attack.run import attack


def main() -> int:
    """Print what was tried and found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be given again (default: all)")
    parser.add_argument("--most", type=int, default=None, help="of each part and route at most so many requests (default: all)")
    arguments = parser.parse_args()
    told = attack(arguments.part or PARTS, arguments.most)
    for finding in told.findings:
        print(json.dumps(asdict(finding)))
    print(json.dumps({"requests": told.asked, "answers": told.answers, "findings": len(told.findings), "slowest": round(told.slowest, 2)}))
    return 1 if told.findings else 0


if __name__ == "__main__":
    sys.exit(main())
