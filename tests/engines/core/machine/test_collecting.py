"""What is set aside goes when nothing refers to it; circles of it are found when a model goes."""

import gc
import weakref

from engines.core.machine.collecting import collect, set_aside


class Thing:
    other: "Thing | None" = None


def test_what_is_set_aside_is_freed_with_the_last_reference() -> None:
    thing = Thing()
    gone = weakref.ref(thing)
    set_aside()
    del thing
    assert gone() is None


def test_circles_set_aside_are_found_when_everything_is_looked_through() -> None:
    thing = Thing()
    thing.other = Thing()
    thing.other.other = thing
    gone = weakref.ref(thing)
    set_aside()
    del thing
    gc.collect()
    assert gone() is not None  # passed over
    collect()
    assert gone() is None
