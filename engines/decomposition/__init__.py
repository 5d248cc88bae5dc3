"""Cutting a text into atomic content units: standalone statements of one fact each, with the words that they come from."""

from engines.core.roles import ContentUnit
from engines.decomposition.writer import IDENTITY, RuleWriter, decompose

__all__ = ["IDENTITY", "ContentUnit", "RuleWriter", "decompose"]
