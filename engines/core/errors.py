"""The exception tree. Every message says what happened and what to do about it."""


class ErrataError(Exception):
    """Base of every error that Errata raises on purpose; its text is fit to show to a person."""


class InputError(ErrataError):
    """The text, file or setting given cannot be used as it is; the message says what to change."""


class FormatError(InputError):
    """A file or JSON value does not follow the format expected; the message names the place."""


class SpanError(InputError):
    """A character span does not fit the text that it points into."""


class UnavailableError(ErrataError):
    """An engine, model or package is not here; the message says what to install or download."""


class ModelError(ErrataError):
    """A model was found but failed to load or to run; the message says which and what to try."""


class StoreError(ErrataError):
    """The data folder, the database or the cache cannot be read or written; nothing was overwritten."""


class ReadOnlyError(StoreError):
    """The data folder can be read, but nothing can be written to it, or the disk is full: what is there can be viewed."""


class Cancelled(ErrataError):
    """The person stopped the run; what was finished by then is kept."""
