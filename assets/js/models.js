// The panel of models: fields and presets are plain HTML; what they hold goes with Analyze and Compare.
window.errata = window.errata || {};

(() => {
  const errata = window.errata;
  const fields = () => [...document.querySelectorAll("#models input[data-role]")];
  const DRAWING = 60;  // milliseconds between two looks at whether the panel stands there
  let preset = null;

  // A verifier named in the panel stands in the list of verifiers too, so that the two never say different things.
  function show(id) {
    const list = document.querySelector('select.choose[name="verifier"]');
    if (!list) return;
    list.querySelectorAll("option[data-own]").forEach((option) => option.remove());
    document.querySelectorAll("#choices label[data-own]").forEach((label) => label.remove());
    if (!id) return;
    among(id);
    const option = new Option(id, id, false, true);
    option.dataset.own = "";
    list.append(option);
    list.value = id;
  }

  // Compare runs it beside the verifiers that are ticked.
  function among(id) {
    const others = document.querySelectorAll("#choices input[data-judge=verifiers]"), last = others[others.length - 1]?.closest("label");
    if (!last) return;
    const label = document.createElement("label"), box = document.createElement("input");
    Object.assign(box, { type: "checkbox", checked: true, disabled: true });
    label.dataset.own = "";
    label.title = "Chosen under Models and presets";
    label.append(box, id);
    last.after(label);
  }

  // The switch of the deep check says whether a language model is named among the models by role.
  const language = () => fields().find((one) => one.dataset.role === "language_model");
  function deep() {
    const box = document.querySelector("#choices input[data-deep]"), field = language();
    if (box && field) box.checked = field.value.trim() !== "";
  }
  document.addEventListener("change", (event) => {
    const field = language();
    if (!event.target.matches?.("#choices input[data-deep]") || !field) return;
    field.value = event.target.checked ? event.target.dataset.deep : "";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

  errata.models = (element, trigger, watch) => {
    const chosen = () => Object.fromEntries(fields().filter((field) => field.value.trim()).map((field) => [field.dataset.role, field.value.trim()]));
    const tell = () => {
      const count = element.querySelector("summary .now"), total = Object.keys(chosen()).length;
      show(chosen().verifier);
      deep();
      if (count) count.textContent = total ? `${total} chosen` : "";
      trigger("chose", { models: chosen(), engine: engine() });
    };
    // What a language model would be asked depends on the engine and on the texts, which the server has as the draft.
    const engine = () => document.querySelector('select.choose[name="engine"]')?.value || "";
    const again = () => { if (Object.keys(chosen()).length) trigger("chose", { models: chosen(), engine: engine() }); };
    errata.onDraftKept = again;
    document.addEventListener("change", (event) => { if (event.target.matches('select.choose[name="engine"]')) again(); });
    // The button itself turns into its Cancel: it stays under the pointer and keeps the focus while the progress is told below.
    function fetch(button) {
      const id = button.dataset.fetch;
      delete button.dataset.fetch;
      button.dataset.halt = id;
      button.textContent = "Cancel";
      button.setAttribute("aria-label", `Cancel fetching ${id}`);
      follow(id);
    }
    let following = "";
    function follow(id) {
      if (following === id) return;
      following = id;
      trigger("fetch", { id, models: chosen() });
    }
    // A page opened while a model is on its way follows it too.
    function drawn() {
      show(chosen().verifier);
      deep();
      if (element.querySelector("summary")) errata.loaded();
      const coming = element.querySelector("[data-halt]");
      if (coming) follow(coming.dataset.halt); else following = "";
    }
    watch("value", drawn);
    // What comes before anybody watches, or is told before it stands there, is seen too.
    (function first() { if (element.querySelector("summary")) drawn(); else setTimeout(first, DRAWING); })();
    errata.chosenModels = () => ({ models: chosen(), preset: preset ? preset.name : "" });
    element.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.preset) {
        preset = JSON.parse(button.dataset.preset);
        const engine = document.querySelector('select.choose[name="engine"]');
        if (engine) engine.value = preset.engine;
        errata.showSettings(preset.engine, preset.settings || {});
        const ids = { ...preset.models, ...(preset.verifier === "compact" ? {} : { verifier: preset.verifier }) };
        fields().forEach((field) => { field.value = ids[field.dataset.role] || ""; });
        element.querySelectorAll("[data-preset]").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
        tell();
      }
      if (button.dataset.fetch) fetch(button);
      else if (button.dataset.halt) { button.disabled = true; trigger("halt", { models: chosen() }); }
      if (button.dataset.unload) trigger("release", { id: button.dataset.unload, models: chosen() });
      if (button.dataset.aside) trigger("release", { id: button.dataset.aside, aside: true, models: chosen() });
    });
    element.addEventListener("change", (event) => { if (event.target.dataset.role) tell(); });
    // Choosing another verifier in the list takes the named one back.
    document.addEventListener("change", (event) => {
      const field = fields().find((one) => one.dataset.role === "verifier");
      if (!event.target.matches('select.choose[name="verifier"]') || !field || event.target.value === field.value.trim()) return;
      field.value = "";
      tell();
    });
  };
})();
