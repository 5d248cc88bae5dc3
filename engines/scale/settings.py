"""The settings of SCALE."""

from dataclasses import dataclass

from engines.core.chunks import Chunking
from engines.core.retrieval import SearchSettings
from engines.core.settings import SearchingSettings, setting


@dataclass(frozen=True)
class ScaleSettings(SearchingSettings):
    """Settings of the engine.

    Attributes:
        chunk_size, overlap: see `engines.core.chunks.Chunking`; tokens for a model that reads tokens, else words.
        reference_compatible: chunk and split as the public implementation does, greedy search (beam 1), so that scores equal its scores.
    """

    engine = "scale"

    chunk_size: int = setting(1000, "Length of a chunk", "tokens for a model that reads tokens, else words", least=50, most=100_000)
    overlap: float = setting(0.25, "Overlap of chunks", "share of a chunk that the next one repeats", least=0, most=0.9, step=0.05)
    reference_compatible: bool = setting(
        False, "As the public implementation", "chunks and splits as it makes them, so that scores are equal"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chunking()

    def chunking(self) -> Chunking:
        """The part of the settings that says how the reference is cut."""
        return Chunking(self.chunk_size, self.overlap, self.reference_compatible)

    def search(self) -> SearchSettings:
        """The part of the settings that says how evidence is searched."""
        if self.reference_compatible:
            return SearchSettings(self.branches, beam=1, window=self.window, reference_compatible=True)
        return super().search()
