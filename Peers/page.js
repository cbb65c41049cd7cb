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
      .root { position: absolute; left: 0; top: 0; contain: strict }
      .text { display: block; font-family: one-advance; font-kerning: none; white-space: pre-wrap; overflow-wrap: anywhere }
      .lines { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden }
    </style>`;
  },

  load(request) {
    const scene = request.as, boxes = scene.css;
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
    return { loaded: request.scene };
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
      if (change.content[0] !== null && !declared[0]) element.style.width = change.content[0] + "px";
      if (change.content[1] !== null && !declared[1]) element.style.height = change.content[1] + "px";
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
