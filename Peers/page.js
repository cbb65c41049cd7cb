// The engine in the page of chromium.py: trees of elements, which the browser lays out.
const peer = {
  scenes: {},
  plans: {},
  last: 0,

  // Every box is a flex container unless it says otherwise, and may be smaller than its content (docs/peers.md).
  async start(font) {
    const bytes = Uint8Array.from(font.match(/../g), (byte) => parseInt(byte, 16));
    document.fonts.add(await new FontFace("one-advance", bytes).load());
    document.head.innerHTML = `<style>
      html, body { margin: 0 }
      div { display: flex; box-sizing: border-box; position: relative; min-width: 0; min-height: 0 }
      .root { position: absolute; left: 0; top: 0; contain: strict; anchor-scope: all }
      .text { display: block; font-family: one-advance; font-kerning: none; white-space: pre-wrap; overflow-wrap: anywhere }
      .lines { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden }
    </style>`;
  },

  load(request) {
    const scene = request.as, boxes = scene.css || this.anchored(scene);
    const declares = (box, side) => box.style.some(([property]) => property === side);
    const style = boxes.map((box) => {
      const parts = box.style.map(([property, value]) => property + ":" + value);
      for (const [property, value] of box.style) {
        if (!CSS.supports(property, value)) throw { unsupported: property + ": " + value };
      }
      const view = scene.views[box.view];
      if (view && view.content) {
        ["width", "height"].forEach((side, axis) => {
          if (view.content[axis] !== null && !declares(box, side)) parts.push(side + ":" + view.content[axis] + "px");
        });
      }
      if (view && view.text) {
        parts.push("font-size:" + view.text.advance + "px", "line-height:" + view.text.line + "px");
        if (view.text.lines > 0) parts.push("-webkit-line-clamp:" + view.text.lines);
      }
      return parts.join(";");
    });
    const boxOf = [];
    boxes.forEach((box, i) => { if (scene.views[box.view]) boxOf[box.view] = i; });
    this.scenes[request.scene] = {
      boxes, style, boxOf, declared: boxes.map((box) => ["width", "height"].map((side) => declares(box, side))), root: scene.root, views: scene.views, superview: scene.views.map((view) => view.parent),
      scripts: request.scripts || {}, probes: request.probes || {},
    };
    const cannot = {};
    for (const [phase, steps] of Object.entries(scene.css ? {} : request.scripts || {})) {
      if (steps.some((step) => step.some((change) => change.take || change.put))) cannot[phase] = "a view is taken out";
    }
    return { loaded: request.scene, cannot };
  },

  // The boxes of constraints by anchor positioning: each view is absolute in its superview, its edges at those of
  // its siblings.
  anchored(scene) {
    const axes = [["left", "right", "centerX", "width", "--w"], ["top", "bottom", "centerY", "height", "--h"]];
    const { views } = scene, said = views.map(() => ({}));
    const refuse = (reason) => { throw { unsupported: reason }; };
    for (const constraint of scene.constraints) {
      if (constraint.content !== undefined) continue;
      let { first, second, multiplier = 1, offset = 0 } = constraint;
      if (!first) refuse("a sum of several attributes");
      if (constraint.relation !== "==") refuse("inequalities");
      // Of SLL rules, one with a priority is a size that yields where it would be below 0.
      if (constraint.priority < 1000 && scene.layout !== "sll") refuse("priorities");
      if (second && views[second[0]].parent === first[0]) [first, second, offset] = [second, first, -offset];
      if (said[first[0]][first[1]]) refuse("two constraints for one attribute");
      said[first[0]][first[1]] = { other: second, multiplier, offset };
    }
    const containers = new Set();
    const boxes = views.map((view, i) => {
      if (i === 0) return { view: 0, parent: -1, style: [] };
      const style = [["position", "absolute"], ["anchor-name", "--v" + i]];
      axes.forEach(([start, end, centre, size, own], axis) => {
        const px = (number) => " + " + number + "px", of = (attribute) => said[i][attribute];
        // A line in the superview's coordinates, from its start or from its end.
        const line = ({ other, offset }, fromEnd) => {
          const sign = fromEnd ? -1 : 1;
          if (!other) return fromEnd ? `calc(100%${px(-offset)})` : offset + "px";
          const [view, attribute] = other;
          if (view === views[i].parent) {
            const share = attribute === start ? 0 : attribute === end ? 100 : 50;
            return `calc(${fromEnd ? 100 - share : share}%${px(sign * offset)})`;
          }
          if (views[view].parent !== views[i].parent) refuse("a constraint across the hierarchy");
          const side = attribute === centre ? "center" : attribute;
          return `calc(anchor(--v${view} ${side})${px(sign * offset)})`;
        };
        let extent = null;
        const declared = of(size), content = view.content && view.content[axis];
        if (declared) {
          if (typeof content === "number") refuse("priorities: a content size yields");
          const { other, multiplier, offset } = declared;
          if (!other) extent = offset + "px";
          else if (other[0] === views[i].parent && other[1] === size) extent = `calc(100% * ${multiplier}${px(offset)})`;
          else if (other[0] === views[i].parent) {
            // The other side of the superview.
            containers.add(other[0]);
            extent = `calc(100${axis ? "cqw" : "cqh"} * ${multiplier}${px(offset)})`;
          }
          else if (other[0] === i && offset === 0) style.push(["aspect-ratio", axis ? `1 / ${multiplier}` : `${multiplier}`]);
          else if (other[0] === i) refuse("a side that is its own other side and more");
          else if (views[other[0]].parent === views[i].parent)
            extent = `calc(anchor-size(--v${other[0]} ${other[1]}) * ${multiplier}${px(offset)})`;
          else refuse("a size of another superview's");
        } else if (content !== undefined && content !== null) {
          if ([start, end, centre].filter(of).length > 1) refuse("priorities: a content size yields");
          style.push([own, content + "px"]);
          extent = `var(${own})`;
        }
        // Said even where it is auto, so that a content is not taken for it.
        style.push([size, extent || "auto"]);
        if (of(start)) style.push([start, line(of(start), false)]);
        if (of(end)) style.push([end, line(of(end), true)]);
        if (of(centre)) {
          if (!extent || of(start) || of(end)) refuse("a centre with another line or with a size that is unknown");
          style.push([start, `calc(${line(of(centre), false)} - ${extent} / 2)`]);
        }
      });
      return { view: i, parent: view.parent, style };
    });
    for (const view of containers) boxes[view].style.push(["container-type", "size"]);
    // An anchor comes before what is tied to it, where the constraints are no cycle.
    const order = [], place = new Array(views.length).fill(-1), waits = [...boxes.keys()].reverse();
    const entered = new Set();
    while (waits.length) {
      const view = waits[waits.length - 1];
      if (!entered.has(view)) {
        entered.add(view);
        for (const { other } of Object.values(said[view])) if (other && !entered.has(other[0])) waits.push(other[0]);
        if (view && !entered.has(views[view].parent)) waits.push(views[view].parent);
        continue;
      }
      waits.pop();
      if (place[view] < 0) place[view] = order.push(boxes[view]) - 1;
    }
    for (const box of order) if (box.view) box.parent = place[box.parent];
    return order;
  },

  // Every character is one advance wide; spaces at a break have no width, and a break begins a line.
  shown(string) {
    return string.replace(/[^ \n]/gu, "x").replace(/ +(?=\n|$)/g, "").replace(/\n$/, "\n\n");
  },

  plan(scene) {
    const { boxes, style, views } = scene, elements = new Array(boxes.length);
    for (let i = 0; i < elements.length; i++) {
      const element = document.createElement("div");
      element.style.cssText = style[i];
      const text = views[boxes[i].view]?.text;
      if (text) {
        element.className = text.lines > 0 ? "text lines" : "text";
        element.textContent = this.shown(text.string);
      }
      elements[i] = element;
      if (i) elements[boxes[i].parent].appendChild(element);
    }
    const root = elements[0];
    root.className = "root";
    root.style.width = scene.root[0] + "px";
    root.style.height = scene.root[1] + "px";
    const count = views.length;
    return {
      scene, elements, views: scene.boxOf.map((i) => elements[i]), isShown: false,
      frames: new Float64Array(4 * count), left: new Float64Array(count), top: new Float64Array(count),
    };
  },

  // Lays out, and reads every frame.
  pass(plan) {
    if (!plan.isShown) {
      document.body.appendChild(plan.elements[0]);
      plan.isShown = true;
    }
    const { frames, left, top, views } = plan, superview = plan.scene.superview;
    for (let view = 0; view < views.length; view++) {
      const rect = views[view].getBoundingClientRect();
      left[view] = rect.x;
      top[view] = rect.y;
      frames[4 * view] = view ? rect.x - left[superview[view]] : 0;
      frames[4 * view + 1] = view ? rect.y - top[superview[view]] : 0;
      frames[4 * view + 2] = rect.width;
      frames[4 * view + 3] = rect.height;
    }
  },

  apply(plan, change) {
    const { scene, elements } = plan;
    if (change.resize) {
      elements[0].style.width = change.resize[0] + "px";
      elements[0].style.height = change.resize[1] + "px";
    } else if (change.content) {
      const element = plan.views[change.view], declared = scene.declared[scene.boxOf[change.view]];
      [["width", "--w"], ["height", "--h"]].forEach(([side, own], axis) => {
        if (change.content[axis] === null) return;
        if (!declared[axis]) element.style[side] = change.content[axis] + "px";
        else if (element.style.getPropertyValue(own)) element.style.setProperty(own, change.content[axis] + "px");
      });
    } else if (change.text !== undefined) {
      plan.views[change.view].textContent = this.shown(change.text);
    } else if (change.take) {
      for (const view of change.take) plan.views[view].remove();
    } else if (change.put) {
      for (const view of change.put) {
        const box = scene.boxOf[view], parent = scene.boxes[box].parent;
        // Before the first of its siblings behind it that is there.
        let next = box + 1;
        while (next < elements.length && !(scene.boxes[next].parent === parent && elements[next].parentNode)) next++;
        elements[parent].insertBefore(plan.views[view], next < elements.length ? elements[next] : null);
      }
    } else {
      throw { unsupported: "a change that is none of size, content, text, views taken and put" };
    }
  },

  share(frames, view) {
    const at = 4 * view;
    return frames[at] + 2 * frames[at + 1] + 4 * frames[at + 2] + 8 * frames[at + 3];
  },

  clear() {
    document.body.replaceChildren();
    for (const plan of Object.values(this.plans)) plan.isShown = false;
    document.body.getBoundingClientRect();
  },

  time(scene, phase, count) {
    this.clear();
    const plans = new Array(count);
    let sum = 0, start, end;
    if (phase === "first") {
      start = performance.now();
      for (let i = 0; i < count; i++) plans[i] = this.plan(scene);
      for (const plan of plans) this.pass(plan);
      end = performance.now();
      for (let view = 1; view < scene.views.length; view++) sum += this.share(plans[count - 1].frames, view);
    } else {
      const steps = scene.scripts[phase], probes = scene.probes[phase];
      for (let i = 0; i < count; i++) this.pass(plans[i] = this.plan(scene));
      start = performance.now();
      for (const plan of plans) {
        for (let step = 0; step < steps.length; step++) {
          for (const change of steps[step]) this.apply(plan, change);
          this.pass(plan);
          sum += this.share(plan.frames, probes[step]);
        }
      }
      end = performance.now();
    }
    this.clear();
    return { ns: Math.round((end - start) * 1e6), sum };
  },

  answer(request) {
    try {
      const scene = this.scenes[request.scene], plan = this.plans[request.plan];
      if (["plan", "time", "steps", "count"].includes(request.do) && !scene) return { error: "no such scene was loaded" };
      if (["pass", "drop"].includes(request.do) && !plan) return { error: "there is no such plan" };
      switch (request.do) {
        case "load": return this.load(request);
        case "plan": this.plans[++this.last] = this.plan(scene); return { plan: this.last };
        case "pass":
          for (const change of request.changes || []) this.apply(plan, change);
          this.pass(plan);
          return { frames: Array.from(plan.frames.subarray(4)) };
        case "time": return this.time(scene, request.phase, request.plans);
        case "steps": return { ns: [] };
        case "count": return { counters: {} };
        case "drop": plan.elements[0].remove(); delete this.plans[request.plan]; return { dropped: request.plan };
        default: return { unknown: request.do };
      }
    } catch (error) {
      return error.unsupported ? { unsupported: error.unsupported } : { error: String(error) };
    }
  },
};
