"""How many ready-made products of matrices torch keeps."""

import os

VARIABLES = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY")
_MOST = "24"
"""Those of the layers of one batch; the next batch is of another shape nearly always."""


def keep_few_kernels() -> None:
    """Keep torch from keeping code and buffers for a thousand shapes of matrices, half a megabyte each: texts give ever new ones.

    Read by torch when it first multiplies; what the person has set stays.
    """
    for name in VARIABLES:
        os.environ.setdefault(name, _MOST)
