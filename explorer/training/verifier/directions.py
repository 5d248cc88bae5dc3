"""In which direction each statement feature may count.

A head that may only count evidence the right way generalises to data sets that it never saw: in leave-one-data-set-out, trees and
regression without directions learned how long the claims and references of each source are. Features that say nothing about support
by themselves (lengths, counts of names) are left out.
"""

AGAINST = frozenset(
    {
        "missing",
        "missing_rarest",
        "names_missing",
        "numbers_missing",
        "values_missing",
        "values_contrary",
        "name_lacks",
        "name_lacks_sum",
        "at_low",
        "at_low_share",
        "at_names_low",
        "at_numbers_low",
        "disorder",
        "negation_added",
        "negation_lost",
        "modal_added",
        "modal_lost",
        "role_swap_gap",
        "x_swapped",
        "x_core_replaced",
        "x_replaced",
        "x_missing",
        "x_polarity",
        "x_doubt",
        "x_opposite_verb",
        "x_opposite",
        "x_values_wrong",
        "x_values_absent",
        "x_names_elsewhere",
        "x_quantifier",
        "x_order",
        "x_words_elsewhere",
        *(f"role_{name}_{how}" for name in ("swapped", "rival", "negation", "modality", "modality_lost") for how in ("mean", "worst")),
    }
)
NEUTRAL = frozenset(
    {
        "content_words",
        "frames",
        "names",
        "numbers",
        "reference_size",
        "segments",
        "skipped",
        "words",
        "x_core",
        "x_core_near",
        "x_near",
        "x_relations",
        "x_values",
    }
)

NATURAL = ("lss", "qasem")
"""Sets whose statements were written by models and judged as they stand; the others were made by editing or by hand."""
STATEMENT = (
    "like",
    "like_best",
    "like_content",
    "like_best_content",
    "like_weighted",
    "like_least",
    "like_least2",
    "like_least4",
    "doc",
    "win3",
    "degree_least",
    "degree_least3",
    "order",
    "order_content",
    "disorder",
    "pairs",
    "missing_rarest",
    "names_missing",
    "name_lacks",
    "numbers_missing",
    "values_missing",
    "values_contrary",
    "x_polarity",
    "x_opposite",
    "x_swapped",
    "x_replaced",
    "x_core_replaced",
    "x_verbs_met",
    "x_values_wrong",
    "x_names_elsewhere",
    "role_same_mean",
    "role_predicate_mean",
    "role_swap_gap",
)
"""What the statement head reads. All other features taught it the sources: with them it ranked sets that it never saw worse."""


def direction(feature: str) -> int:
    """1 if more of a statement feature can only speak for support, -1 against it, 0 if neither."""
    return 0 if feature in NEUTRAL else -1 if feature in AGAINST else 1
