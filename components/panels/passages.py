"""The question of an answer, and the passages that it was written from, as fields of their own, in a closed panel."""

from components.html.markup import attributes
from explorer.reading.passages import LONGEST_QUESTION


def passages_panel(question: str = "") -> str:
    """The panel; its script puts the passages into the reference as numbered sources, and takes them out of it."""
    field = attributes(type="text", data_question=True, value=question, maxlength=LONGEST_QUESTION)
    return (
        f'<details class="quiet passages"{attributes(open=bool(question))}><summary>Question and passages</summary><div class="asked">'
        f"<label><span>Question that the output answers</span><input{field}></label>"
        '<p class="hint">Kept with the analysis and shown beside the output; it is not checked, and it is no evidence.</p>'
        '<div data-passages></div><button type="button" data-add-passage>Add a passage</button>'
        '<p class="hint">Passages stand in the reference as numbered sources, [1], [2] …; where the output cites numbers, its evidence is '
        "looked for there.</p></div></details>"
    )
