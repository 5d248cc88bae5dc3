// The history list: open, rename, delete and take back; the list itself is drawn by the server.
(() => {
  const PAGE = 40;
  const IMPORT = "/errata/import";

  // What the server says of something done to the history: words, or an object that has them.
  async function ask(address, settings) {
    const answer = await fetch(address, settings);
    const isObject = (answer.headers.get("content-type") || "").startsWith("application/json");
    return isObject ? { kept: 0, ...(await answer.json()), ok: answer.ok } : { kept: 0, words: await answer.text(), ok: answer.ok };
  }

  // A file of analyses goes to the program on this computer, which keeps all of it or nothing; a single analysis is opened.
  async function take(file, trigger, skip) {
    window.errata.tell(`Importing ${file.name}`);
    try {
      const found = await ask(`${IMPORT}?name=${encodeURIComponent(file.name)}${skip ? "&skip_bad=1" : ""}`, { method: "POST", body: file });
      if (found.id) window.errata.tellOnceDrawn(found.words);
      else if (found.ok) window.errata.tell(found.words);
      else window.errata.complain(found.words);
      if (found.refused && found.sound && !found.kept) offer(`Import the other ${found.sound.toLocaleString("en")}`, () => take(file, trigger, true));
      if (found.kept) trigger("more", { shown: 0 });
      if (found.id) trigger("open", { id: found.id });
    } catch {
      window.errata.complain(`${file.name} could not be imported. Is Errata still running?`);
    }
  }

  // A way on, behind the words that say why something was not done.
  function offer(words, work) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "offer", textContent: words });
    button.addEventListener("click", work);
    document.querySelector("#status .status")?.append(" ", button);
  }

  async function takeBack(number, trigger) {
    try {
      const said = await ask(`${IMPORT}?undo=${encodeURIComponent(number)}`, { method: "POST" });
      if (said.ok) window.errata.tell(said.words); else window.errata.complain(said.words);
      trigger("more", { shown: 0 });
    } catch {
      window.errata.complain("The import could not be undone. Is Errata still running?");
    }
  }

  // The whole history is fetched, so that what could not be put into the file can be said; then the browser saves it as any file.
  async function save(link) {
    window.errata.tell("Exporting all analyses");
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) { window.errata.complain(await answer.text()); return; }
      const lacking = Number(answer.headers.get("x-errata-left-out") || 0), place = URL.createObjectURL(await answer.blob());
      const saved = Object.assign(document.createElement("a"), { href: place, download: link.download });
      saved.click();
      setTimeout(() => URL.revokeObjectURL(place), 60_000);
      if (lacking) window.errata.complain(`${lacking.toLocaleString("en")} damaged ${lacking === 1 ? "thing is" : "things are"} not in the file; its last line names ${lacking === 1 ? "it" : "them"}.`);
      else window.errata.tell("All analyses are exported.");
    } catch {
      window.errata.complain("The history could not be exported. Is Errata still running?");
    }
  }

  function bring(trigger) {
    document.addEventListener("click", (event) => {
      if (!event.target.closest) return;
      if (event.target.closest("[data-import-file]")) document.querySelector("input[data-import]").click();
      const link = event.target.closest("a[data-export]");
      if (link) { event.preventDefault(); save(link); }
    });
    document.addEventListener("change", async (event) => {
      const field = event.target;
      if (!field.matches || !field.matches("input[data-import]") || !field.files.length) return;
      const file = field.files[0];
      await take(file, trigger, false);
      field.value = "";
    });
  }

  // What is written of an entry becomes a field: Enter keeps what is written, Escape what was there.
  function write(button, settings, kept) {
    const item = button.closest("li"), opener = item.querySelector(".open, .head .t"), field = document.createElement("input");
    Object.assign(field, { className: "title", ...settings });
    field.setAttribute("aria-label", settings.label);
    let over = false;
    function end(keep) {
      if (over) return;
      over = true;
      const words = field.value.trim();
      field.remove();
      item.classList.remove("writing");
      (opener.matches("button") ? opener : button).focus({ preventScroll: true });
      if (keep && words !== settings.value) kept(words);
    }
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") { event.preventDefault(); end(event.key === "Enter"); }
    });
    field.addEventListener("blur", () => end(true));
    item.classList.add("writing");
    item.append(field);
    field.focus();
    field.select();
  }
  const rename = (button, trigger) => write(button, { value: button.dataset.title, maxLength: 200, label: "Title" },
    (title) => trigger("rename", { id: button.dataset.rename, title, kind: button.dataset.kind }));
  const label = (button, trigger) => write(button, { value: button.dataset.words, maxLength: 400, label: "Tags, with commas between them", placeholder: "Tags, with commas between them" },
    (tags) => trigger("tagged", { id: button.dataset.tags, tags }));

  // Filters are plain lists, drawn anew with the history.
  function filtering(trigger) {
    const again = () => trigger("more", { shown: 0 });
    const choose = (name, value) => {
      const list = document.querySelector(`#filters [data-filter-by="${name}"]`);
      if (!list) return;
      list.value = value;
      again();
    };
    document.addEventListener("change", (event) => { if (event.target.matches?.("#filters select")) again(); });
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("button");
      if (!button) return;
      if (button.dataset.byTag) choose("tag", button.dataset.byTag);
      if (button.dataset.anew !== undefined) { trigger("anew", {}); window.errata.visit("", ""); }
      if (button.dataset.clearFilters === undefined) return;
      document.querySelectorAll("#filters select").forEach((list) => { list.value = ""; });
      const search = document.querySelector("#search input, #search textarea");
      if (search?.value) { search.value = ""; search.dispatchEvent(new Event("input", { bubbles: true })); }
      again();
    });
  }

  const small = () => { if (matchMedia("(max-width: 860px)").matches) document.querySelector(".sidebar.open .toggle-button")?.click(); };

  window.errata.history = (element, trigger, watch) => {
    watch("value", window.errata.markCurrent);
    // What was analysed or deleted in another tab meanwhile.
    const listed = () => element.querySelectorAll(".hist > ol > li").length;
    document.addEventListener("visibilitychange", () => { if (!document.hidden && listed()) trigger("more", { shown: Math.max(0, listed() - PAGE) }); });
    if (element.closest("#history")) { bring(trigger); filtering(trigger); document.addEventListener("errata:listed", () => trigger("more", { shown: Math.max(0, listed() - PAGE) })); }
    element.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !element.contains(button)) return;
      const { kind } = button.dataset;
      if (button.dataset.open) { trigger("open", { id: button.dataset.open }); small(); }
      if (button.dataset.compared) { trigger("open", { comparison: button.dataset.compared }); small(); }
      if (button.dataset.draft) { trigger("take", { session: button.dataset.draft }); window.errata.visit("", ""); small(); }
      if (button.dataset.batch) { trigger("open", { batch: button.dataset.batch }); small(); }
      if (button.dataset.rename) rename(button, trigger);
      if (button.dataset.tags) label(button, trigger);
      if (button.dataset.delete) trigger("remove", { id: button.dataset.delete, title: button.dataset.title, kind });
      if (button.dataset.discard) trigger("remove", { kind, id: button.dataset.discard, damaged: true });
      if (button.dataset.undoImport) takeBack(button.dataset.undoImport, trigger);
      if (button.dataset.restore) trigger("restore", { id: button.dataset.restore, kind });
      if (button.dataset.more) trigger("more", { shown: Number(button.dataset.more) });
    });
    element.addEventListener("keydown", (event) => {
      const button = event.target.closest("button.open");
      if (!button) return;
      const all = Array.from(element.querySelectorAll("button.open")), at = all.indexOf(button);
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        (all[at + (event.key === "ArrowDown" ? 1 : -1)] || button).focus();
      }
      if (event.key === "F2") { event.preventDefault(); button.parentElement.querySelector(".ren")?.click(); }
      if (event.key === "Delete") button.parentElement.querySelector(".del").click();
    });
  };
})();
