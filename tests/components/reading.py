"""Rendered HTML as a browser would take it apart: elements with their attributes and text."""

from html.parser import HTMLParser

VOID = frozenset({"img", "input", "br", "hr", "meta", "link"})


class Element:
    """One element: its tag, attributes, and everything inside it."""

    def __init__(self, tag: str, attributes: dict[str, str | None]):
        self.tag, self.attributes, self.children = tag, attributes, []

    @property
    def text(self) -> str:
        """What `textContent` gives."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, css_class: str = "", tag: str = "") -> list["Element"]:
        """Every element below with the class or tag."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                classes = (child.attributes.get("class") or "").split()
                if (css_class in classes or not css_class) and (child.tag == tag or not tag):
                    found.append(child)
                found += child.all(css_class, tag)
        return found

    def one(self, css_class: str) -> "Element":
        """The only element below with the class."""
        (found,) = self.all(css_class)
        return found


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(html: str) -> Element:
    """The tree of a piece of HTML; elements must be closed in order."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert builder.open == [builder.root], "an element is left open"
    return builder.root


TAGS = frozenset(
    {
        "div",
        "header",
        "section",
        "span",
        "b",
        "h2",
        "h3",
        "h4",
        "h5",
        "p",
        "i",
        "em",
        "button",
        "ul",
        "li",
        "ol",
        "input",
        "label",
        "output",
    }
    | {"details", "summary", "del", "a"}
    | {"table", "thead", "tbody", "tr", "th", "td"}
    | {"ins", "dl", "dt", "dd", "code", "datalist", "option"}
    | {"textarea", "kbd"}
    | {"figure", "svg", "rect", "line", "circle", "text", "title"}
)


def assert_only_ours(root: Element) -> None:
    """No element or attribute that the components do not write themselves."""
    for element in root.all():
        assert element.tag in TAGS, element.tag
        for name in element.attributes:
            assert not name.startswith("on"), name
            assert name in _ATTRIBUTES or name.startswith(("data-", "aria-")), name
        href = element.attributes.get("href")
        assert href is None or href.startswith(("/errata/analysis/", "/errata/comparison.", "/annotate/", "/errata/class/"))


_ATTRIBUTES = frozenset(
    {"class", "id", "role", "type", "tabindex", "dir", "lang", "hidden", "style", "title", "value", "maxlength", "placeholder"}
    | {
        "href",
        "download",
        "min",
        "max",
        "step",
        "scope",
        "colspan",
        "open",
        "list",
        "spellcheck",
        "autocomplete",
        "autocapitalize",
        "rows",
        "disabled",
    }
    | {"viewBox", "viewbox", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "transform", "text-anchor"}
)
