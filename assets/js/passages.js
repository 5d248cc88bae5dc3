// The question of an answer and its passages as fields of their own; the passages stand in the reference as numbered sources.
(() => {
  const errata = window.errata;
  const HEAD = /^[ \t]*\[(\d{1,3})\][ \t]?/gm;

  const panel = () => document.querySelector("#choices details.passages");
  const field = () => document.querySelector("#choices [data-question]");
  errata.question = (words) => {
    if (words === undefined) return field()?.value || "";
    if (field()) field().value = words;
    return words;
  };

  // The sources of a text, numbered from one on; the text itself where it is not made of any.
  function split(text) {
    const heads = [];
    for (const found of text.matchAll(HEAD)) if (Number(found[1]) === heads.length + 1) heads.push([found.index, found.index + found[0].length]);
    if (heads.length < 2 || text.slice(0, heads[0][0]).trim()) return text.trim() ? [text] : [];
    return heads.map(([, start], at) => text.slice(start, heads[at + 1]?.[0]).trim());
  }
  const join = (passages) => {
    const kept = passages.filter((words) => words.trim());
    return kept.length < 2 ? kept.join("") : kept.map((words, at) => `[${at + 1}] ${words.trim()}`).join("\n\n");
  };

  let writing = false;
  function write(words) {
    const box = errata.box("reference");
    if (!box || box.value === words) return;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, words);
    writing = true;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    writing = false;
  }

  function add(words, number) {
    const row = document.createElement("label"), name = document.createElement("span"), text = document.createElement("textarea");
    name.textContent = `Passage ${number}`;
    Object.assign(text, { rows: 3, value: words });
    text.dataset.passage = "";
    row.append(name, text);
    panel().querySelector("[data-passages]").append(row);
    return text;
  }
  function draw() {
    if (!panel()?.open) return;
    panel().querySelector("[data-passages]").replaceChildren();
    const found = split(errata.box("reference")?.value || "");
    (found.length ? found : [""]).forEach((words, at) => add(words, at + 1));
  }

  document.addEventListener("toggle", (event) => { if (event.target === panel()) draw(); }, true);
  document.addEventListener("input", (event) => {
    if (event.target.matches?.("[data-passage]")) write(join(Array.from(document.querySelectorAll("[data-passage]"), (text) => text.value)));
    else if (!writing && event.target.closest?.("#reference")) draw();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    if (button.dataset.addPassage !== undefined) add("", document.querySelectorAll("[data-passage]").length + 1).focus();
    // Other texts come into the boxes: so does the question that belongs to them.
    if (button.dataset.anew !== undefined || button.dataset.example !== undefined) errata.question("");
    if (button.dataset.draft !== undefined) errata.question(button.dataset.question || "");
    if (button.dataset.edit !== undefined) errata.question(document.querySelector("#review .review .question [data-asked]")?.textContent || "");
    if (["anew", "example", "draft", "edit", "clear"].some((name) => button.dataset[name] !== undefined)) setTimeout(draw, 1200);
  });
})();
