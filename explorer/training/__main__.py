"""Make every bundled model again from labelled data: `python -m explorer.training --data ../shared/data`.

The parser comes first, since the others are trained on what it finds; then the head of LSS, which the verifier's heads read,
and what content units are judged by, which reads both.
"""

import argparse
import subprocess
import sys

from explorer.training import checksums

MODELS = {
    "parser": "explorer.training.parser.train",
    "lss": "explorer.training.lss.train",
    "verifier": "explorer.training.verifier.train",
    "content_units": "explorer.training.verifier.content_units",
    "localizer": "explorer.training.localizer.train",
    "cross_encoder": "explorer.training.localizer.cross_encoder.train",
    "pointer": "explorer.training.localizer.pointer.train",
    "qags": "explorer.training.qags",
}
"""What makes each model, in the order in which they build on each other."""


def main() -> None:
    """Train the models named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training", description="Make the bundled models again.")
    parser.add_argument("--data", default="../shared/data", help="folder of the development data")
    parser.add_argument("models", nargs="*", metavar="MODEL", help=f"{', '.join(MODELS)} (default: all)")
    chosen = parser.parse_args()
    unknown = set(chosen.models) - MODELS.keys()
    if unknown:
        parser.error(f"unknown model: {', '.join(sorted(unknown))}; known: {', '.join(MODELS)}")
    for model in chosen.models or MODELS:
        print(f"== {model}", flush=True)
        done = subprocess.run([sys.executable, "-m", MODELS[model], "--data", chosen.data], check=False)
        if done.returncode:
            sys.exit(done.returncode)
    checksums.main()


if __name__ == "__main__":
    main()
