// The history list: open, rename, delete and take back; the list itself is drawn by the server.
(() => {
  const PAGE = 40;

  // A file of analyses goes to the program on this computer, which keeps them; a single one is opened.
  function bring(trigger) {
    document.addEventListener("click", (event) => {
      if (event.target.closest && event.target.closest("[data-import-file]")) document.querySelector("input[data-import]").click();
    });
    document.addEventListener("change", async (event) => {
      const field = event.target;
      if (!field.matches || !field.matches("input[data-import]") || !field.files.length) return;
      const file = field.files[0];
      window.errata.tell(`Importing ${file.name}`);
      try {
        const answer = await fetch(`/errata/import?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
        const found = answer.ok ? await answer.json() : { kept: 0, words: await answer.text(), id: "" };
        if (found.id) window.errata.tellOnceDrawn(found.words);
        else if (found.kept) window.errata.tell(found.words);
        else window.errata.complain(found.words);
        trigger("more", { shown: 0 });
        if (found.id) trigger("open", { id: found.id });
      } catch {
        window.errata.complain(`${file.name} could not be imported. Is Errata still running?`);
      }
      field.value = "";
    });
  }

  // The title becomes a field: Enter keeps what is written, Escape what was there.
  function rename(button, trigger) {
    const item = button.closest("li"), opener = item.querySelector(".open"), field = document.createElement("input");
    const before = button.dataset.title;
    Object.assign(field, { value: before, maxLength: 200, className: "title" });
    field.setAttribute("aria-label", "Title");
    let over = false;
    function end(keep) {
      if (over) return;
      over = true;
      const title = field.value.trim();
      field.remove();
      item.classList.remove("renaming");
      opener.focus({ preventScroll: true });
      if (keep && title !== before) trigger("rename", { id: button.dataset.rename, title });
    }
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") { event.preventDefault(); end(event.key === "Enter"); }
    });
    field.addEventListener("blur", () => end(true));
    item.classList.add("renaming");
    item.append(field);
    field.focus();
    field.select();
  }

  window.errata.history = (element, trigger, watch) => {
    watch("value", window.errata.markCurrent);
    // What was analysed or deleted in another tab meanwhile.
    const listed = () => element.querySelectorAll("[data-open]").length;
    document.addEventListener("visibilitychange", () => { if (!document.hidden && listed()) trigger("more", { shown: Math.max(0, listed() - PAGE) }); });
    if (element.closest("#history")) bring(trigger);
    element.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !element.contains(button)) return;
      if (button.dataset.open) {
        trigger("open", { id: button.dataset.open });
        if (matchMedia("(max-width: 860px)").matches) document.querySelector(".sidebar.open .toggle-button")?.click();
      }
      if (button.dataset.rename) rename(button, trigger);
      if (button.dataset.delete) trigger("remove", { id: button.dataset.delete, title: button.dataset.title });
      if (button.dataset.restore) trigger("restore", { id: button.dataset.restore });
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
      if (event.key === "F2") { event.preventDefault(); button.parentElement.querySelector(".ren").click(); }
      if (event.key === "Delete") button.parentElement.querySelector(".del").click();
    });
  };
})();
