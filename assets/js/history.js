// The history list: open, delete and take back; the list itself is drawn by the server.
(() => {
  const PAGE = 40;

  window.errata.history = (element, trigger, watch) => {
    watch("value", window.errata.markCurrent);
    // What was analysed or deleted in another tab meanwhile.
    const listed = () => element.querySelectorAll("[data-open]").length;
    document.addEventListener("visibilitychange", () => { if (!document.hidden && listed()) trigger("more", { shown: Math.max(0, listed() - PAGE) }); });
    element.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !element.contains(button)) return;
      if (button.dataset.open) {
        trigger("open", { id: button.dataset.open });
        if (matchMedia("(max-width: 860px)").matches) document.querySelector(".sidebar.open .toggle-button")?.click();
      }
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
      if (event.key === "Delete") button.parentElement.querySelector(".del").click();
    });
  };
})();
