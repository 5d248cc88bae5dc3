// What the pages of a class share: the theme, the size of the type, the fit of a text into its room, full screen, the keys.
window.classroom = (() => {
  const LARGEST = 96, STEP = 1.1;
  const SIZE = "errata-class-type", THEME = "errata-theme";
  const body = document.body;

  function kept(name) { try { return localStorage.getItem(name); } catch { return null; } }
  function keep(name, value) { try { localStorage.setItem(name, value); } catch { /* a private window: it lasts as long as the page */ } }

  const chosen = kept(THEME);
  function dress(dark) {
    body.classList.toggle("dark", dark);
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    document.querySelectorAll("[data-do=dark]").forEach((button) => { button.textContent = dark ? "Light" : "Dark"; });
  }
  dress(chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  function toggleTheme() {
    const dark = !body.classList.contains("dark");
    keep(THEME, dark ? "dark" : "light");
    dress(dark);
  }

  let scale = Math.min(2, Math.max(0.6, Number(kept(SIZE)) || 1));
  const scaled = () => document.documentElement.style.setProperty("--scale", scale);
  scaled();
  function resize(larger) {
    scale = Math.min(2, Math.max(0.6, larger ? scale * STEP : scale / STEP));
    keep(SIZE, String(scale));
    scaled();
    window.dispatchEvent(new Event("resize"));
  }

  // The largest type in which a box shows all of its text in a height; below the smallest it scrolls.
  function fit(box, height, least, most) {
    let low = least, high = Math.min(LARGEST, Math.max(least, most * scale));
    const set = (size) => { box.style.fontSize = `${size}px`; };
    set(high);
    if (box.scrollHeight <= height) return high;
    for (let step = 0; step < 7; step++) {
      const middle = (low + high) / 2;
      set(middle);
      if (box.scrollHeight <= height) low = middle; else high = middle;
    }
    set(low);
    return low;
  }

  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  const say = (words) => { const row = document.querySelector("#said"); if (row && row.textContent !== words) row.textContent = words; };

  // Keys that type, or that work a control of their own, are left to it.
  const typing = (target) => target instanceof Element && target.closest("input, textarea, select") !== null;
  const pressing = (event) => (event.key === " " || event.key === "Enter") && event.target.closest?.("button, a, summary, label");

  // `actions` by the names of buttons, `keys` by the names of keys; both get the event.
  function listen(actions, keys) {
    const all = { dark: toggleTheme, full: fullScreen, larger: () => resize(true), smaller: () => resize(false), keys: openKeys, ...actions };
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("[data-do]");
      if (button && all[button.dataset.do]) all[button.dataset.do](event, button);
    });
    const named = { d: "dark", f: "full", "+": "larger", "=": "larger", "-": "smaller", "?": "keys", ...keys };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || pressing(event)) return;
      if (document.querySelector("dialog[open]")) return;
      const action = all[named[event.key]];
      if (!action) return;
      event.preventDefault();
      action(event);
    });
  }

  function openKeys() { document.querySelector("dialog.keys")?.showModal(); }

  // What the page carries; where it stands alone the key of the quiz is not to be read at a glance.
  function data() {
    const found = document.querySelector("#data");
    const value = found ? JSON.parse(found.textContent) : {};
    if (typeof value.sealed !== "string") return value;
    const bytes = Uint8Array.from(atob(value.sealed), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  function make(tag, cls, text) {
    const element = document.createElement(tag);
    if (cls) element.className = cls;
    if (text !== undefined) element.textContent = text;
    if (tag === "button") element.type = "button";
    return element;
  }

  // "3 5;8 8" as pairs of numbers.
  const runs = (written) => (written ? written.split(";").map((run) => run.split(" ").map(Number)) : []);

  return { fit, scale: () => scale, say, listen, data, make, runs, kept, keep, still: matchMedia("(prefers-reduced-motion: reduce)").matches };
})();
