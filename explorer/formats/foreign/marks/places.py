"""Where something that was recorded off its place stands in a text."""


def nearest(text: str, surface: str, start: int) -> int | None:
    """Where `surface` stands in `text`, nearest to `start`; None if nowhere."""
    start = max(0, min(start, len(text)))
    before, after = text.rfind(surface, 0, start + len(surface)), text.find(surface, start)
    places = [place for place in (before, after) if place >= 0]
    return min(places, key=lambda place: abs(place - start)) if places else None


def of_utf16(text: str, units: int) -> int | None:
    """The code point that begins after so many UTF-16 units, as browsers count; None within a character or behind the end."""
    passed = 0
    for place, character in enumerate(text):
        if passed >= units:
            return place if passed == units else None
        passed += 2 if character > "\uffff" else 1
    return len(text) if passed == units else None


def in_utf16(text: str, place: int) -> int:
    """How many UTF-16 units stand before a code point."""
    return sum(2 if character > "\uffff" else 1 for character in text[:place])
