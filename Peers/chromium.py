"""Chromium: a headless browser that lays out boxes with CSS; the engine is page.js, which runs in it.

With the argument `anchor` it places views by CSS anchor positioning, from constraints.

What it cannot say: a constraint that is no rule of flexbox or grid; in anchors, priorities, inequalities, cycles. It rounds to 1/64 point, and its clock is too coarse
for single steps.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# Made by font.py, in a folder of PYTHONPATH.
FONT = next((f for f in (os.path.join(p, "one-advance.ttf") for p in sys.path) if os.path.exists(f)), None)
FLAGS = ["--headless=new", "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--no-first-run",
         "--disable-component-update", "--disable-features=OptimizationHints,Translate,MediaRouter",
         "--remote-debugging-pipe"]
PREFIX = "layoutbench-chromium-"


def remove_old_profiles():
    """Folders of adapters that were ended by force."""
    folder = tempfile.gettempdir()
    for name in os.listdir(folder):
        owner = name[len(PREFIX):].split("-")[0] if name.startswith(PREFIX) else ""
        if not owner.isdigit():
            continue
        try:
            os.kill(int(owner), 0)
        except ProcessLookupError:
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        except OSError:
            pass


class Browser:
    """A browser at the end of two pipes, which speaks the DevTools protocol."""

    def __init__(self):
        path = next((p for p in map(shutil.which, ["chromium", "chromium-browser", "google-chrome"]) if p), None)
        if not path:
            raise SystemExit("there is no chromium on PATH")
        remove_old_profiles()
        self.profile = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
        read, self.requests = os.pipe()
        self.answers, write = os.pipe()

        def pipes():  # it reads 3 and writes 4; either may be in the way of the other
            one, other = os.dup(os.dup(read)), os.dup(os.dup(write))
            os.dup2(one, 3)
            os.dup2(other, 4)

        flags = FLAGS + (["--no-sandbox"] if os.getuid() == 0 else [])
        self.process = subprocess.Popen(
            [path, *flags, "--user-data-dir=" + self.profile, "about:blank"], preexec_fn=pipes, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.buffer, self.number, self.session = b"", 0, None

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.requests, data):]
        while True:
            while b"\0" not in self.buffer:
                chunk = os.read(self.answers, 1 << 20)
                if not chunk:
                    raise SystemExit("the browser has gone")
                self.buffer += chunk
            text, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("method") in ("Inspector.targetCrashed", "Target.targetCrashed"):
                raise SystemExit("the page has crashed")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit("the browser refuses " + method + ": " + json.dumps(answer["error"]))
                return answer["result"]

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit("the page fails: " + json.dumps(answer["exceptionDetails"])[:400])
        return answer["result"].get("value")

    def open_page(self):
        self.call("Target.setDiscoverTargets", discover=True)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Inspector.enable")
        # About:blank is in quirks mode.
        self.evaluate("document.open(); document.write('<!doctype html><html><head></head><body></body></html>'); "
                      "document.close(); 0")
        with open(os.path.join(HERE, "page.js")) as file:
            self.evaluate(file.read() + "\nglobalThis.peer = peer; 0")
        if not FONT:
            raise SystemExit("there is no font: run 'make peers'")
        with open(FONT, "rb") as file:
            self.evaluate("peer.start(" + json.dumps(file.read().hex()) + ")")

    def close(self):
        try:  # its processes write until they have ended
            self.session = None
            os.write(self.requests, b'{"id":0,"method":"Browser.close"}\0')
            self.process.wait(1.5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for _ in range(20):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.02)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    browser = Browser()
    try:
        version = browser.call("Browser.getVersion")["product"].split("/")[-1]
        browser.open_page()
        hello = {"layoutbenchPeer": 1, "name": "chromium", "version": version, "about": "a browser: flexbox and grid",
                 "license": "BSD-3-Clause", "reads": ["css"], "grid": 1 / 64,
                 "follows": ["resize", "content", "text", "take", "put"]}
        if sys.argv[1:] == ["anchor"]:
            hello |= {"name": "chromium-anchor", "about": "a browser: anchor positioning", "reads": ["items"],
                      "from": ["sll", "constraints"], "follows": ["resize", "content"]}
        print(json.dumps(hello), flush=True)
        for line in sys.stdin:
            print(browser.evaluate("JSON.stringify(peer.answer(" + line.strip() + "))"), flush=True)
    finally:
        browser.close()


main()
