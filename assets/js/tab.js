// Which tab this is: a name that nobody can guess, kept in the storage of the tab, so that a reload finds its texts and its run again.
// A tab that was made a copy of another has that one's storage: it asks the others, and takes a name of its own.
(() => {
  const errata = (window.errata = window.errata || {});
  if (errata.tab) return;
  const STORED = "errata-tab";
  const PATIENCE = 150;  // milliseconds in which tabs that are open answer

  const made = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  function stored() { try { return JSON.parse(sessionStorage.getItem(STORED)) || {}; } catch { return {}; } }
  function store(values) { try { sessionStorage.setItem(STORED, JSON.stringify(values)); } catch { /* no storage here: a reload is another tab */ } }

  const before = stored(), others = new Set(), me = made();
  errata.tab = before.tab || me;
  let channel = null, known = Boolean(before.left);
  try { channel = new BroadcastChannel("errata-tabs"); } catch { /* an old browser: it does not know of its other tabs */ }
  if (channel) channel.onmessage = ({ data }) => {
    if (data.asks && data.asks !== me && known) channel.postMessage({ answers: data.asks, tab: errata.tab });
    if (data.answers === me) others.add(data.tab);
  };

  async function meet() {
    let source = "";
    if (!known && channel) {
      channel.postMessage({ asks: me });
      await new Promise((done) => setTimeout(done, PATIENCE));
      if (others.has(errata.tab)) { source = errata.tab; errata.tab = me; }
    }
    known = true;
    store({ tab: errata.tab });
    const back = Boolean(before.tab) && !source;
    return JSON.stringify({ tab: errata.tab, back, source, run: source ? "" : before.run || "", others: [...others].filter((tab) => tab !== source) });
  }
  const met = meet();
  errata.arriving = () => met;

  // What is on the page when it is left is what it comes back to.
  window.addEventListener("pagehide", () => {
    if (known) store({ tab: errata.tab, left: true, run: document.querySelector("#status [data-run]")?.dataset.run || "" });
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) store({ tab: errata.tab }); });
})();
