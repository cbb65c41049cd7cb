// Charts as SVG, and numbers as the page prints them: digits follow the interval.
const fixed = (value, decimals) => value.toFixed(Math.min(9, Math.max(0, decimals)));
const decimals = (value, low, high) => {
  const size = Math.abs(value) || 1;
  const step = high > low ? Math.max((high - low) / 2, size / 1000) : size / 100;
  return Math.min(6, Math.max(0, -Math.floor(Math.log10(step))));
};
const scale = (value) => value < 1e3 ? [1, "ns"] : value < 1e6 ? [1e3, "µs"]
  : value < 1e9 ? [1e6, "ms"] : [1e9, "s"];
const short = (value) => {
  const [factor, unit] = value >= 1e6 ? [1e6, "M"] : value >= 1e4 ? [1e3, "k"] : [1, ""];
  return String(Number((value / factor).toPrecision(3))) + unit;
};
const time = (value, low, high) => {
  const [factor, unit] = scale(value);
  return fixed(value / factor, decimals(value / factor, low / factor, high / factor)) + " " + unit;
};
const interval = (value, low, high, factor = 1) => low == null || high == null ? ""
  : [low, high].map((end) =>
    fixed(end / factor, decimals(value / factor, low / factor, high / factor))).join(" … ");

const element = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const text = (words, x, y, style, anchor = "start") =>
  element("text", { x, y, class: style, "text-anchor": anchor }, words);
const path = (d, style) => element("path", { d, class: style });

// A logarithmic axis with up to six marks.
const axis = (values, start, end) => {
  const logs = values.filter((value) => value > 0 && isFinite(value)).map(Math.log10);
  let low = logs.reduce((a, b) => Math.min(a, b), Infinity);
  let high = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  if (high - low < 0.3) [low, high] = [(low + high) / 2 - 0.15, (low + high) / 2 + 0.15];
  const room = (high - low) * 0.04;
  [low, high] = [low - room, high + room];
  const powers = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) powers.push(power);
  const all = (steps, every = 1) => powers.filter((power) => power % every === 0)
    .flatMap((power) => steps.map((step) => step * 10 ** power))
    .filter((value) => Math.log10(value) >= low && Math.log10(value) <= high);
  const tries = [all([1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]), all([1, 2, 3, 5, 7]), all([1, 2, 5]),
    all([1, 3]), all([1]), all([1], 2), all([1], 3)];
  return {
    marks: tries.find((marks) => marks.length > 1 && marks.length <= 6) ?? all([1], 5),
    place: (value) => start + Math.min(1, Math.max(0, (Math.log10(value) - low) / (high - low)))
      * (end - start),
  };
};

const figure = (title, width, height, shapes) => {
  const made = document.createElement("figure");
  made.className = "chart";
  const caption = document.createElement("figcaption");
  caption.textContent = title;
  const frame = document.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  frame.append(element("svg", {
    class: "lb", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title,
  }, ...shapes));
  made.append(caption, frame);
  return made;
};

// Groups of bars from 1, with intervals and a dot for each child.
const barChart = (title, groups, caption) => {
  const bars = groups.flatMap((group) => group.bars);
  const along = axis([1, ...bars.flatMap((bar) => [bar.value, bar.low, bar.high, ...bar.dots])],
    128, 448);
  const shapes = [];
  let y = 0;
  for (const group of groups) {
    shapes.push(text(group.title, 0, y + 17, "h"));
    y += 24;
    const bottom = y + group.bars.length * 20 + 2;
    for (const mark of along.marks) {
      if (mark !== 1) shapes.push(path(`M${along.place(mark)} ${y}V${bottom}`, "g"));
    }
    shapes.push(path(`M${along.place(1)} ${y}V${bottom}`, "r"));
    for (const bar of group.bars) {
      const [from, to] = [along.place(1), along.place(bar.value)].sort((a, b) => a - b);
      const drawn = [text(bar.name, 120, y + 14.5, "n", "end"), element("rect", {
        class: "b", x: from, y: y + 2, width: Math.max(1.5, to - from), height: 16,
      })];
      const step = 12 / Math.max(1, bar.dots.length - 1);
      if (bar.dots.length) {
        drawn.push(path(bar.dots.map((dot, index) =>
          `M${along.place(dot).toFixed(1)} ${(y + 4 + index * step).toFixed(1)}h0`).join(""), "d"));
      }
      if (bar.low != null) {
        const [low, high] = [along.place(bar.low), along.place(bar.high)];
        drawn.push(path(`M${low} ${y + 6}v8M${low} ${y + 10}H${high}M${high} ${y + 6}v8`, "w"));
      }
      shapes.push(element("g", { class: "s" + bar.colour % 8 }, ...drawn),
        text(bar.text, 542, y + 14.5, "v", "end"));
      y += 20;
    }
    y += 6;
  }
  for (const mark of along.marks) {
    shapes.push(text(short(mark) + "×", along.place(mark), y + 20, "q", "middle"));
  }
  shapes.push(text(caption, 128, y + 39, "q"));
  return figure(title, 544, y + 50, shapes);
};

// Lines over sizes, with bands; both axes are logarithmic.
const lineChart = (title, lines, caption) => {
  const up = axis(lines.flatMap((line) =>
    line.points.flatMap((point) => [point.value, point.low, point.high])), 246, 26);
  const along = axis(lines.flatMap((line) => line.points.map((point) => point.x)), 58, 400);
  const shapes = [text(caption, 0, 14, "q"), text("views", 229, 286, "q", "middle")];
  for (const mark of up.marks) {
    shapes.push(path(`M58 ${up.place(mark)}H400`, "g"),
      text(time(mark), 52, up.place(mark) + 4.5, "q", "end"));
  }
  for (const mark of along.marks) {
    shapes.push(path(`M${along.place(mark)} 26V246`, "g"),
      text(short(mark), along.place(mark), 264, "q", "middle"));
  }
  const ends = [];
  for (const line of lines) {
    const at = (point, value) => `${along.place(point.x).toFixed(1)} ${up.place(value).toFixed(1)}`;
    const known = line.points.filter((point) => point.low != null);
    const band = [...known.map((point) => at(point, point.high)),
      ...known.toReversed().map((point) => at(point, point.low))];
    const drawn = band.length > 2 ? [path(`M${band.join("L")}Z`, "a")] : [];
    drawn.push(path("M" + line.points.map((point) => at(point, point.value)).join("L"), "l"));
    for (const point of line.points) {
      drawn.push(element("circle",
        { class: "p", cx: along.place(point.x), cy: up.place(point.value), r: 2.8 }));
    }
    shapes.push(element("g", { class: "s" + line.colour % 8 }, ...drawn));
    ends.push({ line, y: up.place(line.points.at(-1).value) });
  }
  // Names at the ends of their lines, moved apart where they would overlap.
  ends.sort((a, b) => a.y - b.y);
  let last = -Infinity;
  for (const end of ends) last = end.place = Math.max(end.y, last + 15);
  const over = Math.max(0, last - 246);
  for (const { line, y, place } of ends) {
    shapes.push(element("g", { class: "s" + line.colour % 8 },
      path(`M403 ${y}L413 ${place - over}`, "l"), text(line.label, 417, place - over + 4.5, "n")));
  }
  return figure(title, 520, 300, shapes);
};
