// What every part of the page shares: the theme, the draft, the help, the choice of engine and the address.
window.errata = window.errata || {};

(() => {
  const errata = window.errata;
  const DRAFT_DELAY = 600;
  const SETTLING = 150;  // milliseconds until what was loaded is drawn
  const AGAIN = 1200;  // milliseconds until what was told meanwhile is told again
  const TYPING = "input, textarea, select, [contenteditable]";

  // Until what the server has of last time is on the page.
  errata.loading = new Promise((done) => { errata.nowLoaded = done; });

  // Until whoever presses something in the review is heard.
  const hearing = new Promise((done) => { errata.nowHearing = done; });

  // An example chosen before the page is ready is brought as soon as it is; the last one counts.
  let ready = false, early = null;
  document.documentElement.dataset.heard = "";
  document.addEventListener("click", (event) => {
    const button = !ready && event.target.closest?.("#review [data-example]");
    if (!button) return;
    event.stopPropagation();
    early = button.dataset.example;
  }, true);
  Promise.all([errata.loading, hearing]).then(() => setTimeout(() => {
    ready = true;
    if (early !== null) document.querySelector(`#review [data-example="${early}"]`)?.click();
  }, SETTLING));

  errata.box = (id) => document.querySelector(`#${id} textarea`);
  errata.typing = (target) => target instanceof Element && target.closest(TYPING) !== null;
  errata.still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The settings of the chosen engine; the server leaves out those that are as they are anyway.
  const group = () => document.querySelector("#choices fieldset[data-settings]:not([hidden])");
  function settings() {
    const found = {};
    for (const field of group()?.querySelectorAll("[data-setting]") || []) {
      const name = field.dataset.setting;
      if (field.closest(".several")) { found[name] = found[name] || []; if (field.checked) found[name].push(field.value); }
      else if (field.type === "checkbox") found[name] = field.checked;
      else if (field.type !== "number") found[name] = field.value;
      else if (field.value !== "" && field.checkValidity()) found[name] = Number(field.value);
      else field.value = field.getAttribute("value");
    }
    return found;
  }
  // The settings of another engine, with the values of a preset if one was chosen.
  errata.showSettings = (engine, values) => {
    document.querySelectorAll("#choices fieldset[data-settings]").forEach((one) => { one.hidden = one.dataset.settings !== engine; });
    for (const field of group()?.querySelectorAll("[data-setting]") || []) {
      const value = values[field.dataset.setting];
      if (value === undefined) continue;
      if (field.closest(".several")) field.checked = value.includes(field.value);
      else if (field.type === "checkbox") field.checked = value;
      else field.value = value;
    }
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches?.('select.choose[name="engine"]')) errata.showSettings(event.target.value, {});
  });

  // The lists of engines and verifiers are plain HTML, so Analyze and Compare ask for what is chosen.
  errata.choice = () => {
    const chosen = { engines: [], verifiers: [] };
    document.querySelectorAll("select.choose").forEach((list) => { chosen[list.name] = list.value; });
    document.querySelectorAll("#choices input[data-judge]:checked").forEach((box) => { chosen[box.dataset.judge].push(box.value); });
    chosen.settings = settings();
    chosen.question = errata.question?.() || "";
    return JSON.stringify({ ...chosen, ...(errata.chosenModels ? errata.chosenModels() : {}), ...asks() });
  };

  // Every press that asks for a run has a name: Cancel stops what was pressed last even where word of that comes first.
  const BEGINS = new Set(["begin", "score", "whole"]);
  let press = "", presses = 0;
  errata.pressed = () => { press = `${Date.now()}.${presses += 1}`; };
  errata.released = () => { press = ""; };

  // What goes along with every event: which tab this is, what its history is asked for, what was pressed, and the number of the event.
  let count = 0;
  function asks() {
    const history = { query: document.querySelector("#search input, #search textarea")?.value || "" };
    document.querySelectorAll("#filters [data-filter-by]").forEach((list) => { history[list.dataset.filterBy] = list.value; });
    count = Math.max(count + 1, Date.now());
    return { tab: errata.tab, history, press, count };
  }
  errata.asked = () => JSON.stringify(asks());
  errata.asking = (trigger) => (name, data) => {
    if (BEGINS.has(name)) errata.pressed();
    trigger(name, { ...data, ...asks() });
  };

  errata.copy = (button, text) => {
    const before = button.dataset.said || button.textContent;
    button.dataset.said = before;
    const said = (words) => { button.textContent = words; setTimeout(() => { button.textContent = before; }, 1600); };
    navigator.clipboard.writeText(text).then(() => said("Copied"), () => said("Not allowed"));
  };

  // The address of an analysis (`a`), a comparison (`c`) or a batch (`b`).
  errata.copyLink = (button, name, value) => {
    const url = new URL(location);
    ["a", "b", "c"].forEach((other) => url.searchParams.delete(other));
    url.searchParams.set(name, value);
    errata.copy(button, url.href);
  };

  // Drafts: what is typed goes to the store on this computer, never into the browser's own storage.
  let timer = 0;
  function saveDraft() {
    clearTimeout(timer);
    timer = 0;
    const reference = errata.box("reference"), output = errata.box("output");
    if (!reference || !output) return;
    errata.keep("draft", "boxes", { tab: errata.tab, reference: reference.value, output: output.value, question: errata.question?.() || "" });
    setTimeout(() => errata.onDraftKept?.(), DRAFT_DELAY);
  }
  document.addEventListener("input", (event) => {
    if (!event.target.closest || !event.target.closest("#reference, #output, [data-question]")) return;
    clearTimeout(timer);
    timer = setTimeout(saveDraft, DRAFT_DELAY);
  });
  document.addEventListener("visibilitychange", () => { if (timer && document.hidden) saveDraft(); });
  window.addEventListener("pagehide", () => { if (timer) saveDraft(); }, true);

  // A text that is too long to analyse would keep the browser busy for minutes; it is refused with words and nothing is lost.
  document.addEventListener("paste", (event) => {
    const box = event.target.closest && event.target.closest("#reference textarea, #output textarea");
    const top = document.querySelector(".qx.top"), text = event.clipboardData ? event.clipboardData.getData("text") : "";
    if (!box || !top) return;
    const name = box.closest("#reference") ? "reference" : "output", most = Number(top.dataset[name]);
    if (box.value.length - (box.selectionEnd - box.selectionStart) + text.length <= most) return;
    event.preventDefault();
    errata.complain(`The ${name} would have ${text.length.toLocaleString("en")} characters; at most ${most.toLocaleString("en")} fit. Nothing was pasted.`);
  }, true);

  function say(words, bad) {
    const row = document.querySelector("#status .status");
    if (!row) return;
    row.className = bad ? "qx status bad" : "qx status";
    row.setAttribute("role", bad ? "alert" : "status");
    row.textContent = words;
    row.dataset.told = Date.now();
  }
  // What was told here goes when something else is drawn: the server does not know of it, and would leave it.
  errata.forget = () => {
    const row = document.querySelector("#status .status[data-told]");
    if (row && Date.now() - Number(row.dataset.told) > 1500) { say("", false); delete row.dataset.told; }
    if (afterwards) { setTimeout(afterwards, 100); afterwards = null; }
  };
  // What is to be said of something that is being drawn comes when it is there, however long that takes.
  let afterwards = null;
  errata.tellOnceDrawn = (words) => {
    const own = () => say(words, false);
    afterwards = own;
    setTimeout(() => { if (afterwards === own) errata.forget(); }, 10_000);  // what was on the page already is not drawn again
  };
  errata.complain = (words) => say(words, true);
  // Where somebody went is where the keys go on, and what a screen reader says: `place`, once what was gone to is drawn.
  let gone = false;
  errata.goes = () => { gone = true; setTimeout(() => { gone = false; }, 10_000); };  // what never came takes no focus later
  errata.arrive = (place) => {
    if (!gone || !place) return;
    gone = false;
    if (!place.matches("button")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  errata.tell = (words) => say(words, false);
  // For those who do not see where on the page it happened; nothing below moves.
  errata.whisper = (words) => {
    say("", false);
    const row = document.querySelector("#status .status"), said = document.createElement("span");
    said.className = "sr";
    said.textContent = words;
    row?.append(said);
  };

  // What is told with a page that is being drawn is told again there when it stands: a screen reader drops it among so many changes.
  errata.sayAgain = () => setTimeout(() => {
    const said = document.querySelector("#status .status > .sr:only-child"), live = document.querySelector("#review .qx > .live");
    if (said && live && !said.dataset.again) live.textContent = said.textContent;
    if (said) said.dataset.again = "yes";
  }, AGAIN);

  // The address names the analysis or the comparison on the page, so that it can be bookmarked and Back works.
  errata.address = () => {
    const named = new URL(location).searchParams;
    return { id: named.get("a") || "", comparison: named.get("c") || "", batch: named.get("b") || "" };
  };
  errata.visit = (id, comparison, batch) => {
    const now = errata.address(), url = new URL(location);
    if (now.id === id && now.comparison === (comparison || "") && now.batch === (batch || "")) return;
    for (const [name, value] of [["a", id], ["c", comparison], ["b", batch]]) {
      if (value) url.searchParams.set(name, value); else url.searchParams.delete(name);
    }
    history.pushState(null, "", url);
  };

  // The view of it that is on the page, where it is not the first: with an argument it is written into the address, "" for none.
  errata.view = (name) => {
    const url = new URL(location), before = url.searchParams.get("view") || "";
    if (name === undefined || name === before) return before;
    if (name) url.searchParams.set("view", name); else url.searchParams.delete("view");
    history.replaceState(history.state, "", url);
    return name;
  };

  // Which entry of the history is on the page.
  errata.markCurrent = () => {
    const id = errata.shown(), ids = errata.compared();
    const mark = (button, on) => button.setAttribute("aria-current", on ? "true" : "false");
    const batch = errata.batchShown?.() || "";
    document.querySelectorAll(".hist [data-batch]").forEach((button) => mark(button, button.dataset.batch === batch));
    document.querySelectorAll(".hist [data-open]").forEach((button) => mark(button, button.dataset.open === id));
    document.querySelectorAll(".hist [data-compared]").forEach((button) => mark(button, ids !== "" && button.dataset.compared.split(",").sort().join() === ids));
  };

  errata.shown = () => document.querySelector(".qx.review[data-stored]")?.dataset.analysis || "";
  errata.compared = () => (document.querySelector(".qx.compare[data-complete]")?.dataset.comparison || "").split(",").sort().join();
  errata.isDark = () => (document.body.classList.contains("dark") ? "dark" : "light");

  // The theme follows the system until the person chooses.
  function chosenTheme() { try { return localStorage.getItem("errata-theme"); } catch { return null; } }
  function applyTheme() {
    const chosen = chosenTheme();
    const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.body.classList.toggle("dark", dark);
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    document.querySelectorAll("[data-theme-toggle]").forEach((button) => {
      button.setAttribute("aria-label", dark ? "Use the light theme" : "Use the dark theme");
    });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTimeout(applyTheme));

  // On small screens the handle of the history would lie over the text: it is there at the top of the page.
  window.addEventListener("scroll", () => document.body.classList.toggle("scrolled", window.scrollY > 60), { passive: true });

  errata.top = (element) => {
    const help = element.querySelector("dialog");
    errata.openHelp = () => { if (!help.open) help.showModal(); };
    applyTheme();
    setTimeout(applyTheme, 300);
    element.addEventListener("click", (event) => {
      if (event.target === help || event.target.closest("[data-close-help]")) { help.close(); return; }
      if (event.target.closest("[data-help]")) errata.openHelp();
      if (event.target.closest("[data-theme-toggle]")) {
        const dark = !document.body.classList.contains("dark");
        try { localStorage.setItem("errata-theme", dark ? "dark" : "light"); } catch { /* private window: it lasts as long as the page */ }
        document.body.classList.toggle("dark", dark);
        applyTheme();
      }
    });
  };

  // The keys with which an input method puts a word together are its own: Enter takes a candidate, and ends no field. Safari tells the
  // last of them after the word is put together, with the number that stands for such keys.
  const COMPOSED = 229;
  window.addEventListener("keydown", (event) => { if (event.isComposing || event.keyCode === COMPOSED) event.stopImmediatePropagation(); }, true);

  // Listened for from the first moment, also while the page is being put together.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || errata.typing(event.target)) return;
    if (event.key === "?") { event.preventDefault(); errata.openHelp?.(); }
    if (event.key === "/") { event.preventDefault(); errata.openHistory(); }
  });
  // Ctrl+Enter in a box does what the button does.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest && event.target.closest("#reference, #output")) {
      event.preventDefault();
      document.querySelector("#analyze").click();
    }
  });

  // A key pressed while the page is still coming up is not lost: the drawer is opened as soon as it can be.
  errata.openHistory = (patience = 50) => {
    const sidebar = document.querySelector(".sidebar"), search = document.querySelector("#search input, #search textarea");
    if (sidebar?.classList.contains("open") && search) { search.focus(); if (document.activeElement === search) return; }
    else sidebar?.querySelector(".toggle-button")?.click();
    if (patience) setTimeout(() => errata.openHistory(patience - 1), 100);
  };
})();
