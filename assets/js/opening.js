// Documents into the text boxes: chosen or dropped, read by the program on this computer, which sends their text back.
(() => {
  const errata = window.errata;

  // Gradio takes over what is written into a box when it is told so.
  let writing = false;
  function write(box, text) {
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
    set.call(box, text);
    writing = true;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    writing = false;
  }

  // Who types before the page has brought back the texts of last time keeps what was typed; so does who typed when the program was down.
  const early = { ...errata.unkept };
  const SETTLING = [150, 600, 1500, 3000];  // milliseconds after the page was loaded
  let loaded = false;
  document.addEventListener("input", (event) => { const box = boxOf(event); if (box && !loaded) early[box.id] = event.target.value; }, true);
  errata.loaded = () => {
    if (loaded) return;
    loaded = true;
    errata.nowLoaded();
    const restore = () => Object.entries(early).forEach(([id, text]) => { const box = errata.box(id); if (box && box.value !== text) write(box, text); });
    requestAnimationFrame(restore);
    // On a busy machine Gradio fills the boxes long after it said so; whatever the person does in the meantime goes before.
    const settle = () => Object.keys(early).forEach((id) => delete early[id]);
    for (const moment of SETTLING) setTimeout(restore, moment);
    setTimeout(settle, SETTLING.at(-1));
    setTimeout(() => {
      for (const type of ["pointerdown", "keydown", "input"]) document.addEventListener(type, () => { if (!writing) settle(); }, true);
    }, SETTLING[0]);
  };

  async function open(file, name) {
    const box = errata.box(name), top = document.querySelector(".qx.top"), most = Number(top?.dataset[name] || 0);
    if (!box) return;
    errata.tell(`Reading ${file.name}`);
    try {
      const answer = await fetch(`/errata/document?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
      if (!answer.ok) { errata.complain([400, 413, 422].includes(answer.status) ? await answer.text() : `${file.name} could not be read (${answer.status}).`); return; }
      const { text } = await answer.json();
      if (!text.trim()) { errata.complain(`${file.name} has no text.`); return; }
      if (most && text.length > most) {
        errata.complain(`${file.name} has ${text.length.toLocaleString("en")} characters; at most ${most.toLocaleString("en")} fit. Nothing was opened.`);
        return;
      }
      write(box, text);
      box.scrollTop = 0;
      box.focus({ preventScroll: true });
      errata.tell(`${file.name} is in the ${name}.`);
    } catch {
      errata.complain(`${file.name} could not be read. Is Errata still running?`);
    }
  }

  // As a person would: what was there comes back with Ctrl+Z.
  function empty(box) {
    box.focus({ preventScroll: true });
    box.select();
    if (box.value && !document.execCommand("delete")) write(box, "");
  }

  const boxOf = (event) => event.target.closest && event.target.closest("#reference, #output");
  const hasFile = (event) => Array.from(event.dataTransfer?.types || []).includes("Files");

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-open-file]");
    if (button) button.parentElement.querySelector("input[type=file]").click();
    const clear = event.target.closest && event.target.closest("[data-clear]");
    if (clear) empty(errata.box(clear.dataset.clear));
  });
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (!field.matches || !field.matches("input[data-file]") || !field.files.length) return;
    open(field.files[0], field.dataset.file);
    field.value = "";
  });
  document.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();  // a file dropped beside a box must not replace the page
    const box = boxOf(event);
    event.dataTransfer.dropEffect = box ? "copy" : "none";
    document.querySelectorAll(".dropping").forEach((other) => { if (other !== box) other.classList.remove("dropping"); });
    if (box) box.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => { if (boxOf(event)) boxOf(event).classList.remove("dropping"); });
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    const box = boxOf(event);
    document.querySelectorAll(".dropping").forEach((other) => other.classList.remove("dropping"));
    if (box && event.dataTransfer.files.length) open(event.dataTransfer.files[0], box.id);
  });

  // How long each text is, as words. Gradio fills the boxes without an event, so their lengths are looked at now and then.
  const lengths = {};
  function count() {
    for (const place of document.querySelectorAll("[data-count]")) {
      const box = errata.box(place.dataset.count), length = box ? box.value.length : 0;
      if (lengths[place.dataset.count] === length && (place.textContent || !length)) continue;
      lengths[place.dataset.count] = length;
      const words = length ? (box.value.match(/\S+/g) || []).length : 0;
      place.textContent = words ? `${words.toLocaleString("en")} word${words === 1 ? "" : "s"}` : "";
    }
  }
  setInterval(count, 700);
})();
