"""The garbage collector, which need not look through the models again and again.

What spaCy and torch hold are hundreds of thousands of objects that live as long as the process. A full collection looks at all of them,
for a tenth of a second and once or more in a long analysis: so what is there when a model has been loaded is set aside. An object that is
set aside is freed as ever when nothing refers to it; only circles of them are not found, so they are brought back where a model goes.
"""

import gc


def set_aside() -> None:
    """Have later collections pass over all that is there now."""
    gc.freeze()


def collect() -> None:
    """Find every circle that nothing refers to, what was set aside included, and set aside what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
