// Batches: a file is sent, its columns are picked, and its results are drawn by the server in parts, which are asked for as they change.
(() => {
  const errata = window.errata;
  const PLACE = "/errata/batch";
  const LOOK = 1000;
  const FIGURES = 4000;  // milliseconds between two drawings of the figures while rows come in
  const TYPING = 350;
  const AGAIN = 700;  // until it is asked again how long a batch takes

  const shown = () => document.querySelector("#review .qx.batch[data-batch]");
  errata.batchShown = () => { const id = shown()?.dataset.batch || ""; return id === "new" ? "" : id; };
  errata.plotted = () => (errata.batchShown() ? `batch ${errata.batchShown()}` : errata.shown());
  const listAgain = () => document.dispatchEvent(new CustomEvent("errata:listed"));
  const part = (name) => shown()?.querySelector(`[data-part="${name}"]`);

  // What the server answers; words where it could not be done.
  async function ask(path, settings) {
    let answer;
    try { answer = await fetch(`${PLACE}${path}`, settings); } catch { throw new Error("Errata does not answer. Is it still running?"); }
    const isObject = (answer.headers.get("content-type") || "").startsWith("application/json");
    if (!answer.ok) throw new Error(isObject ? (await answer.json()).error : (await answer.text()) || `It could not be done (${answer.status}).`);
    return isObject ? answer.json() : answer.text();
  }
  const post = (path, data) => ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });

  // Draws a part anew; what had the focus has it again.
  function put(place, html) {
    if (!place || place.innerHTML === html) return;
    const held = place.contains(document.activeElement) ? document.activeElement : null;
    const marks = held && ["name", "data-order", "data-start", "data-kind", "data-score", "data-value", "data-batch-stop", "data-batch-go"].filter((name) => held.hasAttribute(name));
    const [from, to] = held?.matches("input[type=search]") ? [held.selectionStart, held.selectionEnd] : [];
    const typed = held?.matches("input[type=search]") ? held.value : null;
    place.innerHTML = html;
    if (!held || !marks.length) return;
    const again = place.querySelector(marks.map((name) => `[${name}="${CSS.escape(held.getAttribute(name))}"]`).join(""));
    again?.focus({ preventScroll: true });
    if (again && typed !== null) { again.value = typed; again.setSelectionRange(from, to); }
  }

  // --- Before the start -------------------------------------------------------------------------------------------------------------
  let timing = 0, timer = 0;
  const form = () => shown()?.querySelector("form.pickers");
  const chosenFile = (name) => form()?.elements[name];

  function columns() {
    const one = (name) => chosenFile(name)?.value || "", ticked = (name) => Array.from(form().querySelectorAll(`[name="${name}"]:checked`), (box) => box.value);
    const passages = ticked("passage"), reference = passages.length > 1 ? passages : [one("reference") || passages[0] || ""];
    return { reference, output: one("output"), id: one("id"), question: one("question"), label: one("label"), turned: Boolean(chosenFile("turned")?.checked), groups: ticked("group") };
  }

  async function send(files) {
    const wanted = Array.from(files).sort((a, b) => (b.name === "source_info.jsonl") - (a.name === "source_info.jsonl"));
    const place = part("prepare");
    let upload = "";
    put(place, "");
    try {
      for (const file of wanted) {
        errata.tell(`Reading ${file.name}`);
        const found = await ask(`/file?name=${encodeURIComponent(file.name)}${upload ? `&upload=${upload}` : ""}`, { method: "POST", body: file });
        upload = found.upload;
        if (found.html) { put(part("prepare"), found.html); errata.tell(`${file.name} was read.`); picked(); form()?.scrollIntoView({ block: "nearest" }); form()?.querySelector("select")?.focus({ preventScroll: true }); return; }
      }
      errata.complain("source_info.jsonl has the references alone. Choose the file of the responses together with it.");
    } catch (problem) {
      errata.complain(problem.message);
    }
  }

  // The first rows as they will be read, and how long all of them will take; a later choice makes an earlier answer void.
  function picked() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (!form()) return;
      const upload = form().dataset.upload, asked = ++timing, current = () => asked === timing && form()?.dataset.upload === upload;
      const engine = document.querySelector('#choices select[name="engine"]'), verifier = document.querySelector('#choices select[name="verifier"]');
      const says = (list) => list?.selectedOptions[0]?.textContent.trim() || "";
      const line = form().querySelector("[data-engine]");
      line.textContent = form().dataset.kind === "answers" ? "" : `With ${says(engine)}${says(verifier) ? `, verifier ${says(verifier)}` : ""} and the settings and models that are chosen above.`;
      try {
        const { html } = await post("/preview", { upload, columns: columns() });
        if (!current()) return;
        put(part("preview"), html);
        part("problem").textContent = "";
      } catch (problem) {
        if (current()) { part("problem").textContent = problem.message; part("estimate").textContent = ""; }
        return;
      }
      part("estimate").textContent = "Timing some rows …";
      try {
        let told = { busy: true };
        while (told.busy && current()) {  // the rows of an earlier choice, or of another tab, are still being timed
          told = await post("/time", { upload, columns: columns(), choice: errata.choice(), workers: workers() });
          if (told.busy) await new Promise((resolve) => setTimeout(resolve, AGAIN));
        }
        if (current()) part("estimate").textContent = told.words;
      } catch (problem) {
        if (current()) part("estimate").textContent = problem.message;
      }
    }, TYPING);
  }
  const workers = () => Math.max(1, Number(chosenFile("workers")?.value || 1) || 1);

  async function begin(trigger) {
    const button = form().querySelector("[type=submit]"), data = { upload: form().dataset.upload, name: chosenFile("name").value, columns: columns(), choice: errata.choice(), workers: workers() };
    button.disabled = true;
    timing++;
    try {
      const { id } = await post("/begin", data);
      trigger("visit", { batch: id });
      listAgain();
    } catch (problem) {
      part("problem").textContent = problem.message;
      button.disabled = false;
    }
  }

  // --- Results ------------------------------------------------------------------------------------------------------------------------
  const looks = new Map();  // what was looked for among the rows of each batch, as long as the page is there
  const look = () => { const id = errata.batchShown(); if (!looks.has(id)) looks.set(id, {}); return looks.get(id); };
  let asked = 0, lastFigures = 0, drawing = false;

  async function rows() {
    const id = errata.batchShown(), mine = ++asked;
    if (!id) return;
    try {
      const html = await ask(`/${id}/rows?${new URLSearchParams(look())}`);
      if (mine === asked && errata.batchShown() === id) put(part("rows"), html);
    } catch (problem) { errata.complain(problem.message); }
  }

  async function figures() {
    const id = errata.batchShown();
    lastFigures = Date.now();
    try {
      const html = await ask(`/${id}/figures`);
      if (errata.batchShown() === id) { put(part("figures"), html); press(); }
    } catch (problem) { errata.complain(problem.message); }
  }

  // Which bars and kinds are chosen.
  function press() {
    shown()?.querySelectorAll('[data-part="figures"] [aria-pressed]').forEach((button) => {
      const { score, kind } = button.dataset;
      button.setAttribute("aria-pressed", String(score ? look().score === score : look().kind === kind));
    });
  }

  function find(change, scroll) {
    Object.assign(look(), { start: 0 }, change);
    for (const [name, value] of Object.entries(look())) if (value === "" || value === undefined) delete look()[name];
    press();
    rows().then(() => { errata.whisper(part("rows")?.querySelector("[role=status]")?.textContent || ""); if (scroll) part("rows")?.closest("section").scrollIntoView({ behavior: errata.still() ? "auto" : "smooth", block: "start" }); });
  }

  async function watchRun() {
    const root = shown(), id = errata.batchShown();
    if (!id || drawing || root.dataset.running === undefined) return;
    drawing = true;
    try {
      const found = await ask(`/${id}/state`);
      if (errata.batchShown() !== id) return;
      put(part("progress"), found.html);
      const news = String(found.done) !== root.dataset.done;
      root.dataset.done = found.done;
      if (!found.running) {
        delete root.dataset.running;
        await figures();
        await rows();
        listAgain();
        errata.whisper(part("progress")?.textContent.trim() || "The batch is finished.");
      } else if (news && Date.now() - lastFigures > FIGURES) {
        await figures();
        if (!part("rows").contains(document.activeElement)) await rows();
      }
    } catch { /* asked again in a second */ } finally { drawing = false; }
  }

  async function act(what, more) {
    const id = errata.batchShown();
    try {
      await post(`/${id}/do`, { what, ...more });
      return true;
    } catch (problem) {
      errata.complain(problem.message);
      return false;
    }
  }

  function rename(button) {
    const title = shown().querySelector("h2"), before = title.textContent, field = document.createElement("input");
    Object.assign(field, { className: "title", value: before, maxLength: 200 });
    field.setAttribute("aria-label", "Name of the batch");
    let over = false;
    async function end(keep) {
      if (over) return;
      over = true;
      const name = field.value.trim();
      title.textContent = keep && name && (name === before || await act("rename", { name })) ? name : before;
      document.title = `${title.textContent} · Errata`;
      button.focus({ preventScroll: true });
      if (keep && name !== before) listAgain();
    }
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") { event.preventDefault(); end(event.key === "Enter"); }
    });
    field.addEventListener("blur", () => end(true));
    title.replaceChildren(field);
    field.focus();
    field.select();
  }

  async function remove(trigger) {
    const id = errata.batchShown(), name = shown().querySelector("h2").textContent;
    if (!(await act("remove"))) return;
    removed = { id, name };
    trigger("visit", { batch: "new" });
    listAgain();
  }
  let removed = null;
  function offerBack(trigger) {
    const { id, name } = removed, button = document.createElement("button");
    removed = null;
    errata.tell(`“${name}” was removed.`);
    Object.assign(button, { type: "button", className: "offer", textContent: "Undo" });
    button.addEventListener("click", async () => {
      try { await post(`/${id}/do`, { what: "restore" }); trigger("visit", { batch: id }); listAgain(); } catch (problem) { errata.complain(problem.message); }
    });
    document.querySelector("#status .status")?.append(" ", button);
  }

  const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

  errata.batch = (element, trigger, watch) => {
    let before = "";
    function go(place) { errata.goes(); trigger("visit", place); }
    function drawn() {
      const id = shown()?.dataset.batch || "";
      document.body.classList.toggle("batching", id === "new");
      if (!id) { before = ""; errata.arrive(element.querySelector("h2, h3")); return; }
      if (id !== before) errata.arrive(shown().querySelector(id === "new" ? "[data-pick-batch]" : "h2"));
      errata.visit("", "", id);
      document.title = id === "new" ? "New batch · Errata" : `${shown().querySelector("h2").textContent} · Errata`;
      const back = id !== before && id !== "new" ? look().at : undefined;
      if (back) { delete look().at; requestAnimationFrame(() => window.scrollTo(0, back)); }
      if (id !== before) lastFigures = Date.now();
      before = id;
      if (id !== "new" && Object.keys(look()).length) { press(); rows(); }
      if (id === "new" && removed) setTimeout(() => offerBack(trigger), 150);
      errata.markCurrent();
    }
    watch("value", drawn);
    drawn();
    setInterval(watchRun, LOOK);

    element.addEventListener("click", async (event) => {
      const target = event.target.closest?.("button, a");
      if (!target || !element.contains(target)) return;
      const data = target.dataset;
      if (target.matches("a")) {
        const place = data.row || data.toRow ? { id: data.row || data.toRow } : data.toBatch ? { batch: data.toBatch } : null;
        if (place && plain(event)) { event.preventDefault(); if (errata.batchShown()) look().at = window.scrollY; go(place); if (place.id) window.scrollTo(0, 0); }
        return;
      }
      if (!target.closest(".qx.batch")) return;
      if (data.pickBatch !== undefined) element.querySelector("input[data-batch-file]").click();
      if (data.batchStop !== undefined) { target.disabled = true; if (await act("stop")) { const found = await ask(`/${errata.batchShown()}/state`); shown().dataset.running = "yes"; put(part("progress"), found.html); } }
      if (data.batchGo !== undefined) { target.disabled = true; if (await act("go")) { shown().dataset.running = "yes"; watchRun(); } else target.disabled = false; }
      if (data.batchLink !== undefined) errata.copyLink(target, "b", errata.batchShown());
      if (data.batchRename !== undefined) rename(target);
      if (data.batchRemove !== undefined) remove(trigger);
      if (data.score) find({ score: look().score === data.score ? "" : data.score }, true);
      if (data.kind) find({ kind: look().kind === data.kind ? "" : data.kind }, true);
      if (data.column) find({ field: `${data.column}\n${data.value}` }, true);
      if (data.shown) find({ shown: data.shown }, true);
      if (data.order) find({ order: data.order === "worst" && look().order !== "best" && (look().order || "worst") === "worst" ? "best" : data.order });
      if (data.start !== undefined) { Object.assign(look(), { start: data.start }); rows().then(() => part("rows").closest("section").scrollIntoView({ block: "start" })); }
      if (data.clearScore !== undefined) find({ score: "" });
    });
    element.addEventListener("change", async (event) => {
      const field = event.target;
      if (field.matches("input[data-batch-file]")) { if (field.files.length) await send(field.files); field.value = ""; return; }
      if (field.closest("form.pickers")) { if (field.name !== "name") picked(); return; }
      if (field.matches('[data-part="figures"] [name="group"]')) {
        const groups = Array.from(shown().querySelectorAll('[data-part="figures"] [name="group"]:checked'), (box) => box.value);
        if (await act("groups", { groups })) { await figures(); await rows(); }
        return;
      }
      if (field.matches(".looks select")) find({ [field.name]: field.value });
    });
    let typing = 0;
    element.addEventListener("input", (event) => {
      if (!event.target.matches(".looks input")) return;
      clearTimeout(typing);
      typing = setTimeout(() => find({ query: event.target.value.trim() }), TYPING);
    });
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.matches("form.pickers")) begin((_, place) => go(place));
    });
    document.addEventListener("change", (event) => { if (form() && event.target.closest?.("#choices, #models")) picked(); });
    document.addEventListener("click", (event) => {
      if (event.target.closest?.("[data-new-batch]")) go({ batch: "new" });
    });
  };

  // A file dropped on its place; these listeners come after those of the boxes, which let files be dropped on them alone.
  const place = (event) => event.target.closest?.("[data-drop-batch]");
  document.addEventListener("dragover", (event) => {
    const found = place(event);
    document.querySelectorAll("[data-drop-batch].dropping").forEach((other) => { if (other !== found) other.classList.remove("dropping"); });
    if (!found || !Array.from(event.dataTransfer?.types || []).includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    found.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => { const found = place(event); if (found && !found.contains(event.relatedTarget)) found.classList.remove("dropping"); });
  document.addEventListener("drop", (event) => {
    const found = place(event);
    document.querySelectorAll("[data-drop-batch].dropping").forEach((other) => other.classList.remove("dropping"));
    if (found && event.dataTransfer.files.length) { event.preventDefault(); send(event.dataTransfer.files); }
  });
})();
