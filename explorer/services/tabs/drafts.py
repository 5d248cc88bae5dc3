"""The texts of each tab: what stands in its boxes, what a new tab begins with, and the drafts that nobody has analysed yet."""

import hashlib
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from engines.core.errors import InputError, StoreError
from engines.core.plain.copying import safe_text
from engines.records.times import moment
from explorer.services.workspace import Workspace
from sessions.drafts import Draft
from sessions.pairs import pair_of

PAGE = "page"
"""The session of a page that does not say which tab it is in; those of tabs begin with it."""

ASIDE = "draft"
"""What the sessions of drafts begin with that made room for other texts."""

DISCARDED = "discarded"
"""The setting of a draft that a person took off the list."""

KEPT_WHEN_NEEDLESS = timedelta(days=1)
"""How long the draft of a tab is kept when it is empty, or its texts are in the history."""

MOST_LISTED = 12
"""Drafts that are listed, the newest of them."""


@dataclass(frozen=True)
class OpenDraft:
    """Texts that nobody has analysed yet: the session that has them, and when they were kept (ISO 8601, UTC)."""

    session: str
    updated: str
    draft: Draft

    @property
    def moment(self) -> str:
        """What tells this state of the draft from earlier and later ones."""
        return f"{self.session} {self.updated}"


def session_of(tab: object) -> str:
    """The session of a tab. Nothing of the tab's own name is in it: who reads a draft in an export does not learn who had it."""
    if not isinstance(tab, str) or not tab:
        return PAGE
    return f"{PAGE}-{hashlib.sha256(tab.encode('utf-8', 'replace')).hexdigest()[:16]}"


def save_draft(workspace: Workspace, tab: object, reference: str, output: str, **settings: Any) -> None:
    """Keep the texts in the boxes of a tab, and what is chosen unless `settings` choose anew.

    Raises:
        StoreError: the store cannot be written.
    """
    before = None
    with suppress(StoreError):  # one that is damaged is set aside
        before = workspace.store.load_draft(session_of(tab))
    if before is None and (newest := _newest(workspace)) is not None:
        before = newest.draft
    chosen = {**(before.settings if before else {}), **settings}
    chosen.pop(DISCARDED, None)
    workspace.store.save_draft(session_of(tab), reference, output, **chosen)


def beginning(workspace: Workspace, tab: object, others: Collection[str] = (), source: str = "", back: bool = False) -> Draft | None:
    """What a tab begins with: its own draft; that of the tab that it was made a copy of; else the newest one, unless an open tab has it.

    Args:
        others: the tabs that are open; who opens another one beside them begins with empty boxes, and what was chosen last.
        source: the tab that this one is a copy of.
        back: whether the tab was here before: if it has no draft, nothing was ever typed in it.

    Raises:
        StoreError: the store cannot be read, or the draft is damaged.
    """
    own = workspace.store.load_draft(session_of(tab))
    if own is not None:
        return own
    copied = [each for each in _of_tabs(workspace) if source and each.session == session_of(source)]
    found = copied[0] if copied else _newest(workspace)
    if found is None:
        return None
    if back or (not copied and found.session in {session_of(other) for other in others}):
        return Draft("", "", found.draft.settings)
    if found.draft.has_text and not workspace.store.viewing:
        with suppress(StoreError):
            save_draft(workspace, tab, found.draft.reference, found.draft.output, **found.draft.settings | {"continues": found.moment})
    return found.draft


def _newest(workspace: Workspace) -> OpenDraft | None:
    """The draft that any tab kept last."""
    return max(_of_tabs(workspace), key=lambda each: each.updated, default=None)


def open_drafts(workspace: Workspace, tab: object) -> list[OpenDraft]:
    """The drafts that are nowhere else, newest first, without that of the tab itself, copies, and those that another tab went on with.

    Raises:
        StoreError: the store cannot be read.
    """
    own, found, drafts = session_of(tab), list[OpenDraft](), _all(workspace)
    seen = {(each.draft.reference.strip(), each.draft.output.strip()) for each in drafts if each.session == own}
    continued = _continued(drafts)
    for each in sorted(drafts, key=lambda each: each.updated, reverse=True):
        texts = (each.draft.reference.strip(), each.draft.output.strip())
        if each.session == own or texts in seen or each.moment in continued or is_settled(workspace, each.draft):
            continue
        seen.add(texts)
        found.append(each)
    return found[:MOST_LISTED]


def is_settled(workspace: Workspace, draft: Draft) -> bool:
    """Whether nothing is lost with a draft: it is empty, an example, discarded, or its texts are in the history."""
    if not draft.has_text or draft.settings.get("analysed") is True or draft.settings.get(DISCARDED) is True:
        return True
    return workspace.store.has_pair(pair_of(safe_text(draft.reference), safe_text(draft.output)))


def put_aside(workspace: Workspace, tab: object) -> None:
    """Make room in a tab for other texts: its own are kept as a draft unless they are elsewhere.

    Raises:
        StoreError: the store cannot be written.
    """
    own = None
    with suppress(StoreError):  # one that is damaged is set aside when the next is kept
        own = workspace.store.load_draft(session_of(tab))
    if own is not None and not is_settled(workspace, own):
        workspace.store.save_draft(f"{ASIDE}-{secrets.token_hex(8)}", own.reference, own.output, **own.settings)


def take(workspace: Workspace, tab: object, session: str) -> Draft:
    """Put a draft into the boxes of a tab, whose own texts are put aside; the draft of another tab stays with that as well.

    Raises:
        InputError: there is no such draft.
        StoreError: it is damaged, or the store cannot be written.
    """
    draft = workspace.store.load_draft(session) if _is_texts(session) else None
    if draft is None:
        raise InputError("This draft is not there any more.")
    put_aside(workspace, tab)
    save_draft(workspace, tab, draft.reference, draft.output, analysed=False)
    if session.startswith(ASIDE):
        workspace.store.delete_draft(session)
    return draft


def discard(workspace: Workspace, session: str, back: bool = False) -> bool:
    """Take a draft off the list, or `back` onto it; it is erased after a day. False if there is none.

    Raises:
        StoreError: it is damaged, or the store cannot be written.
    """
    draft = workspace.store.load_draft(session) if _is_texts(session) else None
    if draft is None:
        return False
    workspace.store.save_draft(session, draft.reference, draft.output, **draft.settings | {DISCARDED: not back})
    return True


def forget_needless(workspace: Workspace) -> None:
    """Forget drafts of tabs that were left long ago and with which nothing is lost; the newest one has what was chosen last.

    Raises:
        StoreError: the store cannot be written.
    """
    before = datetime.now(UTC) - KEPT_WHEN_NEEDLESS
    drafts = sorted(_all(workspace), key=lambda each: each.updated)
    continued = _continued(drafts)
    for each in drafts[:-1]:
        updated = moment(each.updated)
        needless = each.moment in continued or is_settled(workspace, each.draft)
        if each.session != PAGE and updated is not None and updated < before and needless:
            workspace.store.delete_draft(each.session)


def _continued(drafts: Iterable[OpenDraft]) -> set[str]:
    """The states of drafts that the drafts of other tabs began with."""
    names = (each.draft.settings.get("continues") for each in drafts)
    return {name for name in names if isinstance(name, str)}


def _of_tabs(workspace: Workspace) -> list[OpenDraft]:
    return [each for each in _all(workspace) if each.session.startswith(PAGE)]


def _all(workspace: Workspace) -> list[OpenDraft]:
    kept = (OpenDraft(*row) for row in workspace.store.drafts())
    return [each for each in kept if _is_texts(each.session)]


def _is_texts(session: str) -> bool:
    """Whether a session has texts of a tab, or such as made room for others."""
    return session == PAGE or session.startswith((f"{PAGE}-", f"{ASIDE}-"))
