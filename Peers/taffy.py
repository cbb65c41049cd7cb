"""Taffy: flexbox and grid in Rust, through the wheel of `stretchable`, called without its Python classes.

What it cannot say: calc(), anchors. It computes with floats of 32 bits, and rounds nothing here; that Python makes its
nodes and measures its texts is part of the time.
"""
import logging

import peer
from stretchable import taffylib
from stretchable.style import Style
from stretchable.style.geometry.length import Scale
from stretchable.style.geometry.size import SizeAvailableSpace

logging.disable(logging.CRITICAL)
TREE = taffylib.init()
taffylib.disable_rounding(TREE)
SPACE = SizeAvailableSpace.default().to_dict()
POINTS, MIN_CONTENT = int(Scale.POINTS), int(Scale.MIN_CONTENT)
SIDES = ("top", "right", "bottom", "left")
KNOWN = {
    "display", "position", "flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "flex-basis", "justify-content",
    "justify-self", "justify-items", "align-items", "align-self", "align-content", "aspect-ratio", "width", "height",
    "min-width", "min-height", "max-width", "max-height", "row-gap", "column-gap", "grid-template-columns",
    "grid-template-rows", "grid-auto-rows", "grid-auto-columns", "padding", "margin", *SIDES,
    *(f"{kind}-{side}" for kind in ("margin", "padding") for side in SIDES)}


def declarations(written):
    """A style in the words of `stretchable`, all sides of what has sides."""
    style = dict(written)
    for name, value in style.items():
        if name not in KNOWN or "calc(" in value:
            raise peer.Unsupported(f"{name}: {value}")
    for kind in ("margin", "padding"):
        whole = style.pop(kind, "0px")
        if " " in whole.strip():
            raise peer.Unsupported(f"{kind}: {whole}")
        for side in SIDES:
            style.setdefault(f"{kind}-{side}", whole)
    if any(side in style for side in SIDES):
        for side in SIDES:
            style.setdefault(side, "auto")
    for name in ("min-width", "min-height"):
        style.setdefault(name, "0px")
    if "/" in style.get("aspect-ratio", ""):
        width, height = style["aspect-ratio"].split("/")
        style["aspect-ratio"] = repr(float(width) / float(height))
    return style


def compiled(style):
    made = Style.from_inline("; ".join(f"{name}: {value}" for name, value in style.items())).to_dict()
    for name in ("grid-template-rows", "grid-template-columns", "grid-auto-rows", "grid-auto-columns"):
        if name not in style:  # its default is one explicit track
            made[name.replace("-", "_")] = []
    return made


class Known:
    def __init__(self, scene):
        self.boxes, self.views = scene["css"], scene["views"]
        self.box_of = {box["view"]: i for i, box in enumerate(self.boxes) if box.get("view") is not None}
        self.written = [dict(box["style"]) for box in self.boxes]
        self.declared = [declarations(style) for style in self.written]
        for side, length in zip(("width", "height"), scene["root"]):
            self.declared[0][side] = f"{length!r}px"
        for view, i in self.box_of.items():
            for side, length in zip(("width", "height"), self.views[view].get("content") or (None, None)):
                if length is not None and side not in self.written[i]:
                    self.declared[i][side] = f"{length!r}px"
        self.styles = [compiled(style) for style in self.declared]
        # The sum of the boxes amid a view and its superview is added to its place.
        self.within = []
        for view in range(len(self.views)):
            amid, i = [], self.boxes[self.box_of[view]]["parent"]
            while view and self.boxes[i].get("view") != self.views[view]["parent"]:
                amid.append(i)
                i = self.boxes[i]["parent"]
            self.within.append(amid)


class Plan:
    def __init__(self, known):
        self.known, self.texts = known, {}
        self.declared, self.out = {}, set()
        self.nodes = [taffylib.node_create(TREE, style) for style in known.styles]
        for node, box in zip(self.nodes[1:], known.boxes[1:]):
            taffylib.node_add_child(TREE, self.nodes[box["parent"]], node)
        for view, i in known.box_of.items():
            if text := known.views[view].get("text"):
                self.texts[self.nodes[i]] = peer.Text(text)
                taffylib.node_set_measure(TREE, self.nodes[i], True)
        self.layout = taffylib.PyLayout()

    def __del__(self):
        for node in self.nodes:
            taffylib.node_drop(TREE, node)

    def measure(self, width, height, available, _, node):
        text = self.texts.get(node)
        if text is None:
            return 0.0, 0.0
        natural = text.at(float("inf"))[0]
        if width != width:  # not a number: not decided
            room = available["value"] if available["dim"] == POINTS else natural
            if available["dim"] == MIN_CONTENT:
                room = text.advance
            width = min(natural, room)
        return width, text.at(width)[1] if height != height else height

    def frames(self):
        taffylib.node_compute_layout_with_measure(TREE, self.nodes[0], SPACE, self.measure)
        get, layout, nodes, known = taffylib.node_get_layout, self.layout, self.nodes, self.known
        frames = []
        for view, amid in enumerate(known.within):
            if view in self.out:
                frames += (0.0, 0.0, 0.0, 0.0)
                continue
            get(TREE, nodes[known.box_of[view]], layout)
            x, y, width, height = layout.x, layout.y, layout.width, layout.height
            for i in amid:
                get(TREE, nodes[i], layout)
                x, y = x + layout.x, y + layout.y
            frames += (x, y, width, height)
        return frames

    def restyle(self, i, sizes):
        style = self.declared.setdefault(i, dict(self.known.styles[i]))
        width, height = (
            {"dim": POINTS, "value": size} if size is not None else style["size"][side]
            for side, size in zip(("width", "height"), sizes))
        style["size"] = {"width": width, "height": height}
        taffylib.node_set_style(TREE, self.nodes[i], style)

    def apply(self, change):
        known = self.known
        if "resize" in change:
            self.restyle(0, change["resize"])
        elif "content" in change:
            i = known.box_of[change["view"]]
            declared = known.written[i]
            self.restyle(i, [None if side in declared else size for side, size in zip(("width", "height"), change["content"])])
        elif "text" in change:
            node = self.nodes[known.box_of[change["view"]]]
            self.texts[node].string = change["text"]
            taffylib.node_mark_dirty(TREE, node)
        else:
            for view in change.get("take", []):
                i = known.box_of[view]
                taffylib.node_remove_child(TREE, self.nodes[known.boxes[i]["parent"]], self.nodes[i])
                self.out.add(view)
            for view in change.get("put", []):
                i = known.box_of[view]
                self.out.discard(view)
                self.place(known.boxes[i]["parent"], i)

    def place(self, parent, back):
        """Puts the boxes in a box anew, in their order, with one that comes back: no call puts one in the middle."""
        known = self.known
        out = {known.box_of[view] for view in self.out}
        for i, box in enumerate(known.boxes):
            if i and box["parent"] == parent and i not in out:
                if i != back:
                    taffylib.node_remove_child(TREE, self.nodes[parent], self.nodes[i])
                taffylib.node_add_child(TREE, self.nodes[parent], self.nodes[i])


class Taffy(peer.Engine):
    name, version, license = "taffy", "0.7.7 (stretchable 1.1.8)", "MIT"
    about = "flexbox and grid in Rust, floats of 32 bits, called from Python"
    reads, grid = ["css"], 1 / 64
    follows = ["resize", "content", "text", "take", "put"]

    def load(self, scene):
        return Known(scene)

    def plan(self, scene, known):
        return Plan(known)


peer.run(Taffy())
