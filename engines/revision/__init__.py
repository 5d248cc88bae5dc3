"""Least-change revision of an output: what the reference does not support is replaced by what it has, or cut out (ACUEval, section 3)."""

from engines.revision.editing import Change, apply, diff
from engines.revision.proposing import Judge, Proposal, left_over, propose
from engines.revision.standing import Judgement

__all__ = ["Change", "Judge", "Judgement", "Proposal", "apply", "diff", "left_over", "propose"]
