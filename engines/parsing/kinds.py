"""The kinds of predicates."""

KINDS = ("verb", "noun", "copula", "adjective", "apposition", "quantity", "relation")
"""Every kind of predicate, in the order in which the page lists them."""

PAPER_KINDS = ("verb", "noun", "copula")
"""The kinds of the paper (QASemConsistency, section 3): with these its score can be reproduced."""
