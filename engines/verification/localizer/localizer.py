"""Which words of an output the reference does not support: the compact localizer."""

from engines.core.findings import WordSupport
from engines.core.machine.threads import threads, threads_for
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.alternatives import alternatives
from engines.verification.localizer.model import asset_digest, load_model
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.registry import signal_rows

VERSION = 1
"""Raised whenever the code's answers change with the same weights."""
_COPY = 0.02
"""What the words of a sentence that stands in the reference word for word have at most."""


class CompactLocalizer:
    """Says of each word of an output how sure it is that the reference does not support it."""

    name = "compact"

    @property
    def identity(self) -> str:
        """Changes with the weights and the code's version; what it reads of words changes with the verifier's identity."""
        return f"compact-{VERSION}-{asset_digest()}"

    def locate(self, reference: Text, output: Text) -> tuple[WordSupport, ...]:
        """Every word of the output in order; its parts where it is a compound."""
        with threads(threads_for(0)):
            reading = read_output(encoded(reference), output)
            model = load_model()
            found = []
            for sentence, rows, (start, _) in zip(reading.sentences, signal_rows(reading), output.sentences, strict=True):
                most = _COPY if len(sentence.tree) and sentence.case.is_copy else 1.0
                instead = reading.worked_out(alternatives, sentence)
                for i, (word, probability) in enumerate(zip(sentence.tree.words, model.probabilities(rows), strict=True)):
                    certain = round(min(float(probability), most), 4)
                    found.append(WordSupport(start + word.start, start + word.end, certain, instead.get(i)))
            return tuple(found)
