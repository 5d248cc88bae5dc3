"""Cutting a text into atomic content units: standalone statements of one fact each, with the words that they come from."""

from engines.decomposition.writer import IDENTITY, RuleWriter, decompose
from engines.roles import ContentUnit

__all__ = ["IDENTITY", "ContentUnit", "RuleWriter", "decompose"]
