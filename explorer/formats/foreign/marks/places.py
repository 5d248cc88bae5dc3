"""Where something that was recorded off its place stands in a text."""


def nearest(text: str, surface: str, start: int) -> int | None:
    """Where `surface` stands in `text`, nearest to `start`; None if nowhere."""
    start = max(0, min(start, len(text)))
    before, after = text.rfind(surface, 0, start + len(surface)), text.find(surface, start)
    places = [place for place in (before, after) if place >= 0]
    return min(places, key=lambda place: abs(place - start)) if places else None
