// What the reader chooses of the Run's data: the matrix, a scene, growth, all cells.
const run = JSON.parse(document.getElementById("run-data").textContent);
run.cells = run.cells.map((row) => {
  const cell = Object.fromEntries(run.columns.map((name, index) => [name, row[index] ?? null]));
  // Intervals and children are told by their distance from the estimate, in parts per 10,000.
  const at = (estimate, distance) => distance == null ? null : estimate * (1 + distance / 1e4);
  for (const name of ["time", "ratio"]) {
    for (const end of ["Low", "High"]) cell[name + end] = at(cell[name], cell[name + end]);
  }
  cell.children = cell.children?.map((distance) => at(cell.time, distance));
  cell.remark = run.remarks[cell.remark] ?? "";
  return cell;
});
run.growth = run.growth.map(([generator, phase, engine, verdict, value, low, high, decade, counters]) =>
  ({ generator, phase, engine, verdict, value, low, high, decade, counters }));
const isYardstick = (engine) => run.yardsticks.includes(run.engines[engine]);
const cellAt = new Map(run.cells.map((cell) => [[cell.scene, cell.phase, cell.engine].join(), cell]));
const find = (scene, phase, engine) => cellAt.get([scene, phase, engine].join());

const entry = (row, words, order, style) => {
  const made = document.createElement(row.parentNode.tagName === "THEAD" ? "th" : "td");
  made.textContent = words;
  if (order != null) made.dataset.s = order;
  if (style) made.className = style;
  if (made.tagName === "TH") made.scope = "col";
  row.append(made);
  return made;
};
const choice = (form, name, label, values) => {
  const made = document.createElement("label");
  const select = document.createElement("select");
  select.name = name;
  for (const value of values) select.append(new Option(value));
  made.append(label + " ", select);
  form.append(made);
};

// Cells as a table: the columns that have an entry.
const cellTable = (cells, withScene) => {
  const pair = (name, value, low, high, write, unit) => [
    { name, words: (cell) => write(cell[value], cell[low], cell[high]), order: (cell) => cell[value] },
    { name: "95 %", order: (cell) => cell[low],
      words: (cell) => interval(cell[value], cell[low], cell[high], unit(cell[value])) },
  ];
  const counter = (cell, name) => 
    cell.counters?.[run.counters[cell.phase][cell.engine].indexOf(name)] ?? null;
  // The views that fit into a frame at 120 Hz, at the cell's cost per view.
  const framed = (cell) => cell.time ? 8.3e6 / cell.time * run.views[cell.scene] : null;
  const ratio = (value, low, high) => fixed(value, decimals(value, low, high)) + "×";
  const columns = [
    ...withScene ? [{ name: "scene", text: (cell) => run.scenes[cell.scene] },
      { name: "views", order: (cell) => run.views[cell.scene], words: (cell) => run.views[cell.scene] }]
      : [],
    { name: "phase", text: (cell) => run.phases[cell.phase] },
    { name: "engine", text: (cell) => run.engines[cell.engine] },
    ...pair("time per pass", "time", "timeLow", "timeHigh", time, (value) => scale(value)[0]),
    ...pair("ratio", "ratio", "ratioLow", "ratioHigh", ratio, () => 1),
    { name: "yardstick", text: (cell) => cell.yardstick == null ? "" : run.engines[cell.yardstick] },
    ...["build", "layout"].map((name, index) => ({ name,
      order: (cell) => cell.parts?.[index] ?? null, words: (cell) => time(cell.parts[index]) })),
    ...["median step", "95 % of steps", "longest step"].map((name, index) => ({ name,
      order: (cell) => cell.steps?.[index] ?? null, words: (cell) => time(cell.steps[index]) })),
    ...["plans per second", "on two threads"].map((name, index) => ({ name,
      order: (cell) => cell.parts?.[index + 2] ?? null, words: (cell) => short(cell.parts[index + 2]) })),
    { name: "views in 8.3 ms", order: framed, words: (cell) => short(framed(cell)) },
    ...[...new Set(run.counters.flat(2))].map((name) => ({
      name, order: (cell) => counter(cell, name),
      words: (cell) => String(Number(counter(cell, name).toFixed(2))),
    })),
    { name: "remark", text: (cell) => cell.remark },
  ].filter((column) => cells.some((cell) => column.text?.(cell) || column.order?.(cell) != null));
  const table = document.createElement("table");
  table.className = "sortable";
  const head = table.createTHead().insertRow();
  for (const column of columns) entry(head, column.name, null, column.text ? "" : "n");
  const body = table.createTBody();
  for (const cell of cells) {
    const row = body.insertRow();
    for (const column of columns) {
      if (column.text) entry(row, column.text(cell));
      else {
        const order = column.order(cell);
        entry(row, order == null ? "–" : column.words(cell), order, "n");
      }
    }
  }
  const frame = document.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  frame.append(table);
  sortable(table);
  return frame;
};

const show = {
  cells: (place) => place.append(cellTable(run.cells, true)),
  scene: (place) => {
    const scene = run.scenes.indexOf(place.dataset.subject);
    const cells = run.cells.filter((cell) => cell.scene === scene);
    const groups = run.phases.map((name, phase) => {
      const own = cells.filter((cell) => cell.phase === phase);
      const yardstick = own.find((cell) => own.some((other) => other.yardstick === cell.engine));
      const bars = own.filter((cell) => cell.ratio).map((cell) => ({
        name: run.engines[cell.engine], colour: run.colours[cell.engine], value: cell.ratio,
        low: cell.ratioLow, high: cell.ratioHigh,
        text: fixed(cell.ratio, decimals(cell.ratio, cell.ratioLow, cell.ratioHigh)) + "×",
        dots: cell.children && yardstick?.children?.length === cell.children.length
          ? cell.children.map((value, child) => value / yardstick.children[child]) : [],
      }));
      const unit = yardstick ? ` · ${run.engines[yardstick.engine]} `
        + time(yardstick.time, yardstick.timeLow, yardstick.timeHigh) : "";
      return { title: name + unit, bars };
    }).filter((group) => group.bars.length);
    if (groups.length) {
      place.append(barChart(`${run.scenes[scene]}: times over the yardstick’s`, groups,
        "× the yardstick’s time, logarithmic; a dot per process"));
    }
    place.append(cellTable(cells, false));
  },
  growth: (place) => {
    const form = document.createElement("form");
    const names = (key) => [...new Set(run.growth.map((one) => one[key]))];
    choice(form, "generator", "Scenes", names("generator"));
    choice(form, "phase", "Phase", names("phase"));
    const drawn = document.createElement("div");
    const draw = () => {
      const [generator, phase] = [form.elements.generator.value, form.elements.phase.value];
      const entries = run.growth.filter((one) => one.generator === generator && one.phase === phase);
      const lines = entries.map((one) => {
        const engine = run.engines.indexOf(one.engine);
        const points = run.scenes.map((name, scene) => ({ name, views: run.views[scene],
          cell: find(scene, run.phases.indexOf(phase), engine) }))
          .filter(({ name, views, cell }) => name === `${generator}-${views}` && cell?.time)
          .sort((a, b) => a.views - b.views)
          .map(({ views, cell }) => ({ x: views, value: cell.time / views,
            low: cell.timeLow && cell.timeLow / views, high: cell.timeHigh && cell.timeHigh / views }));
        return { colour: run.colours[engine], label: `${one.engine} ${fixed(one.value, 2)}`, points };
      }).filter((line) => line.points.length);
      drawn.replaceChildren();
      if (lines.length) {
        drawn.append(lineChart(`${generator}, ${phase}: time per view, and exponents`, lines,
          "time per view"));
      } else drawn.append("Not measured.");
      const items = document.createElement("ul");
      items.className = "points";
      for (const one of entries) {
        const item = document.createElement("li");
        const { value, low, high, decade } = one;
        const slopes = Object.entries(one.counters).map(([name, slope]) => `${name} ${fixed(slope, 2)}`);
        item.textContent = `${one.engine}: exponent ${fixed(value, 3)}`
          + (low == null ? "" : ` (${fixed(low, 3)} … ${fixed(high, 3)})`)
          + (decade == null ? "" : `, top decade ${fixed(decade, 3)}: ${one.verdict}`)
          + (slopes.length ? `; counters: ${slopes.join(", ")}` : "");
        items.append(item);
      }
      drawn.append(items);
    };
    form.className = "choices";
    form.addEventListener("input", draw);
    form.addEventListener("submit", (event) => event.preventDefault());
    place.append(form, drawn);
    draw();
  },
};
for (const place of document.querySelectorAll(".explorer")) {
  place.addEventListener("toggle", () => {
    if (!place.open || place.dataset.isDrawn) return;
    place.dataset.isDrawn = true;
    place.querySelector(".note").remove();
    show[place.dataset.kind](place);
  });
}

// The matrix: the reader chooses a phase, what times are compared with, scenes and engines; the address says it again.
for (const place of document.querySelectorAll(".matrix")) {
  const form = place.querySelector("form");
  const table = place.querySelector("table");
  const names = ["part", "to", "as", "scenes", "engines"];
  const option = (select, value, words) => form.elements[select].append(new Option(words ?? value, value));
  const timed = run.phases.filter((_, phase) =>
    run.cells.some((cell) => cell.phase === phase && (cell.time ?? cell.ratio) != null));
  for (const name of timed) option("part", name);
  option("to", "", "the yardstick");
  option("to", "fastest", "the fastest of the row");
  for (const engine of run.engines) option("to", engine);
  const read = () => {
    const words = location.hash.startsWith("#matrix?") ? location.hash.slice(8) : "";
    const asked = new URLSearchParams(words);
    for (const name of names) {
      const field = form.elements[name];
      field.value = asked.get(name) ?? (field.tagName === "SELECT" ? field.options[0].value : "");
      // An address that asks for what is not there is shown as the page begins.
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.selectedIndex = 0;
    }
    if (words) place.scrollIntoView();
  };
  const write = () => {
    const asked = new URLSearchParams();
    for (const name of names) {
      const field = form.elements[name];
      if (field.value && field.value !== field.options?.[0].value) asked.set(name, field.value);
    }
    const words = asked.toString();
    history.replaceState(null, "", words ? "#matrix?" + words : "#matrix");
  };
  const chosen = (all, words) => {
    const parts = words.toLowerCase().split(",").map((word) => word.trim()).filter(Boolean);
    return all.map((name, index) => index).filter((index) =>
      !parts.length || parts.some((word) => all[index].toLowerCase().includes(word)));
  };
  const digits = (value) => value >= 99.95 ? value.toFixed(0) : value.toPrecision(3);
  const shade = (value) => [1.1, 2, 4, 8, 16].filter((limit) => value >= limit).length;
  const draw = () => {
    const phase = run.phases.indexOf(form.elements.part.value);
    const engines = chosen(run.engines, form.elements.engines.value);
    const to = form.elements.to;
    const against = run.engines.indexOf(to.value);
    const isTime = form.elements.as.value === "time";
    table.caption.textContent = run.phases[phase] + ", " + (isTime ? "time per pass"
      : "times as long as " + to.selectedOptions[0].textContent);
    const head = table.tHead.rows[0];
    head.replaceChildren();
    entry(head, "scene");
    for (const engine of engines) entry(head, run.engines[engine], null, "n");
    const body = table.tBodies[0];
    body.replaceChildren();
    for (const scene of chosen(run.scenes, form.elements.scenes.value)) {
      const cells = run.engines.map((_, engine) => find(scene, phase, engine));
      const value = (engine) => cells[engine]?.time ?? cells[engine]?.ratio;
      const rivals = engines.filter((engine) => !isYardstick(engine) && value(engine) != null).map(value);
      if (!engines.some((engine) => value(engine) != null)) continue;
      const best = rivals.length ? Math.min(...rivals) : NaN;
      const yardstick = run.yardsticks.map((name) => value(run.engines.indexOf(name)))
        .find((one) => one != null);
      const base = against >= 0 ? value(against) : to.value ? best : yardstick ?? best;
      const row = body.insertRow();
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = run.scenes[scene];
      row.append(name);
      for (const engine of engines) {
        const own = value(engine);
        if (own == null) { entry(row, cells[engine]?.remark || "–", null, "n"); continue; }
        const style = !isYardstick(engine) && rivals.length > 1 ? "n s" + shade(own / best) : "n";
        const cell = cells[engine];
        entry(row, isTime && cell.time != null ? time(own, cell.timeLow, cell.timeHigh)
          : base > 0 ? digits(own / base) : "–", null, style);
      }
    }
  };
  form.hidden = false;
  form.addEventListener("input", () => { write(); draw(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => { read(); draw(); });
  read();
  draw();
}
