"""A peer of LayoutBench in Python: write an Engine, call run(engine).

Reads requests and writes answers, one JSON value a line (docs/peers.md). It knows no layout library.
"""
import json
import math
import sys
import time


class Unsupported(Exception):
    """What an engine cannot say of a scene."""


class Engine:
    name = version = about = license = "?"
    reads, grid, follows = ["linear"], None, ["resize", "content", "take", "put"]

    def load(self, scene):
        """Reads a scene, before the clock; what it gives is handed to `plan`."""

    def plan(self, scene, known):
        """A screen: frames() lays out and gives 4 numbers a view, the root's first; apply(change)."""
        raise NotImplementedError


class Text:
    """A text as the model has it (docs/peers.md)."""

    def __init__(self, text):
        self.string, self.advance, self.line, self.lines = text["string"], text["advance"], text["line"], text["lines"]

    def at(self, width):
        """The size at a width."""
        room = (width + 0.001) / self.advance
        capacity = 10**9 if room >= 1e9 else max(1, int(room))
        count = widest = 0
        for paragraph in self.string.split("\n"):
            length = spaces = 0
            has_word = False
            for word in paragraph.split(" "):
                if not word:
                    spaces += 1
                    continue
                letters = len(word)
                if length + spaces + letters > capacity:
                    if has_word or spaces:
                        count, widest = count + 1, max(widest, length)
                    while letters > capacity:
                        count, widest, letters = count + 1, max(widest, capacity), letters - capacity
                    length = letters
                else:
                    length += spaces + letters
                spaces, has_word = 1, True
                if self.lines and count >= self.lines:
                    return self.advance * widest, self.line * self.lines
            count, widest = count + 1, max(widest, length)
            if self.lines and count >= self.lines:
                break
        return self.advance * widest, self.line * (min(count, self.lines) if self.lines else count)


def share(frames, view):
    x, y, width, height = frames[4 * view:4 * view + 4]
    return x + 2 * y + 4 * width + 8 * height


def batch(engine, entry, phase, count):
    scene, known, scripts, probes = entry
    plans, total = [None] * count, 0.0
    if phase == "first":
        start = time.monotonic_ns()
        for i in range(count):
            plans[i] = engine.plan(scene, known)
        for plan in plans:
            frames = plan.frames()
        end = time.monotonic_ns()
        return end - start, sum(share(frames, view) for view in range(1, len(scene["views"])))
    for i in range(count):
        plans[i] = engine.plan(scene, known)
        plans[i].frames()
    steps = list(zip(scripts[phase], probes[phase]))
    start = time.monotonic_ns()
    for plan in plans:
        for changes, view in steps:
            for change in changes:
                plan.apply(change)
            total += share(plan.frames(), view)
    return time.monotonic_ns() - start, total


def single_steps(engine, entry, phase):
    scene, known, scripts, _ = entry
    plan, times = engine.plan(scene, known), []
    plan.frames()
    for changes in scripts[phase]:
        start = time.monotonic_ns()
        for change in changes:
            plan.apply(change)
        plan.frames()
        times.append(time.monotonic_ns() - start)
    return times


def answer(engine, scenes, plans, request):
    kind = request.get("do")
    if kind in ("plan", "time", "steps", "count") and request["scene"] not in scenes:
        return {"error": "no such scene was loaded"}
    if kind in ("pass", "drop") and request["plan"] not in plans:
        return {"error": "there is no such plan"}
    if kind == "load":
        scene = request["as"]
        scenes[request["scene"]] = (scene, engine.load(scene), request.get("scripts", {}), request.get("probes", {}))
        return {"loaded": request["scene"]}
    if kind == "plan":
        number = 1 + max(plans, default=0)
        plans[number] = engine.plan(*scenes[request["scene"]][:2])
        return {"plan": number}
    if kind == "pass":
        for change in request.get("changes", []):
            plans[request["plan"]].apply(change)
        frames = plans[request["plan"]].frames()
        if not all(map(math.isfinite, frames)):
            return {"error": "a frame is not finite"}
        return {"frames": list(frames[4:])}
    if kind == "time":
        ns, total = batch(engine, scenes[request["scene"]], request["phase"], request["plans"])
        return {"ns": ns, "sum": total}
    if kind == "steps":
        return {"ns": single_steps(engine, scenes[request["scene"]], request["phase"])}
    if kind == "count":
        return {"counters": {}}
    if kind == "drop":
        del plans[request["plan"]]
        return {"dropped": request["plan"]}
    return {"unknown": kind}


def run(engine):
    hello = {"layoutbenchPeer": 1, "name": engine.name, "version": engine.version, "about": engine.about,
             "license": engine.license, "reads": engine.reads, "follows": engine.follows}
    if engine.grid:
        hello["grid"] = engine.grid
    print(json.dumps(hello), flush=True)
    scenes, plans = {}, {}
    for line in sys.stdin:
        try:
            said = answer(engine, scenes, plans, json.loads(line))
        except Unsupported as error:
            said = {"unsupported": str(error)}
        except Exception as error:  # whatever a library throws is an answer
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), flush=True)
