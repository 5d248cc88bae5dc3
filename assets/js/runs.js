// Runs belong to the server: the page follows the one of its tab, asks again when it hears nothing, and can turn away and come back.
(() => {
  const errata = window.errata;
  const LOOK = 250;
  const SILENT = 12_000;  // the server tells something every four seconds, unless it or the browser is very busy
  const LATE = 1500;
  const SHOWN_FROM = 3;  // seconds: what is quicker needs no clock

  let stopped = {};

  errata.runs = (element, trigger) => {
    let run = "", beat = "", heard = 0, began = 0;
    const row = () => document.querySelector("#status .status[data-run]");
    const follow = (more) => { heard = Date.now(); trigger("follow", { run, ...more }); };

    function look() {
      const found = row();
      if (!found) { run = beat = ""; return; }
      const told = `${found.dataset.run} ${found.dataset.beat}`, other = found.dataset.run !== run;
      // A drawing that was on its way when the run was stopped comes after the word that it is: the server is asked once more.
      if (found.dataset.run === stopped.run) { if (Date.now() - stopped.at > LATE) { run = stopped.run; stopped = {}; follow(); } return; }
      if (other || told !== beat) {
        run = found.dataset.run;
        beat = told;
        heard = Date.now();
        began = heard - 1000 * Number(found.querySelector(".secs")?.dataset.seconds || 0);
        if (other && found.dataset.beat === "0") follow();  // the page has come back to it
      } else if (Date.now() - heard > SILENT) follow();
      const seconds = Math.floor((Date.now() - began) / 1000), clock = found.querySelector(".secs");
      const words = seconds >= SHOWN_FROM ? `${seconds} s` : "";
      if (clock && clock.textContent !== words) clock.textContent = words;
    }
    setInterval(look, LOOK);

    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("#status button");
      if (!button) return;
      if (button.dataset.showRun !== undefined) follow({ show: true });
      if (button.dataset.openResult || button.dataset.openComparison) errata.goes();
      if (button.dataset.openResult) trigger("visit", { id: button.dataset.openResult });
      if (button.dataset.openComparison) trigger("visit", { comparison: button.dataset.openComparison });
    });
  };

  // Cancel shows at once, whatever the server is still doing.
  errata.stopped = () => {
    document.querySelectorAll(".qx.review, .qx.compare").forEach((root) => root.classList.add("stopped"));
    const found = document.querySelector("#status .status");
    if (found?.dataset.run) stopped = { run: found.dataset.run, at: Date.now() };
    if (found) { found.className = "qx status"; found.textContent = "Cancelled."; delete found.dataset.run; }
    const asked = errata.asked();
    errata.released();
    return asked;
  };
})();
