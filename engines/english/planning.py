"""Verbs and adjectives of planning: what depends on them is to happen, and may not have happened ("plans to open", "is due to open")."""

INTENDING = frozenset({"aim", "expect", "hope", "intend", "plan", "want"})
"""Somebody has it in mind, nothing more."""
_COMMITTED = frozenset({"agree", "decide", "due", "pledge", "prepare", "promise", "schedule", "set", "vow"})
FORTHCOMING = _COMMITTED | INTENDING - {"aim", "want"} | {"go"}
"""It is settled, promised or expected, so that one may ask when it *will* happen; "go" as in "is going to open"."""
PLANNING = INTENDING | _COMMITTED | {
    "able", "ask", "attempt", "consider", "demand", "hop", "like", "likely", "offer", "order", "propose", "ready", "recommend", "seek",
    "suggest", "threaten", "try", "urge", "wish",
}  # fmt: skip
"""It is planned, wished, tried or asked for, in whatever way; "hop" is the lemma that spaCy gives "hopes"."""
