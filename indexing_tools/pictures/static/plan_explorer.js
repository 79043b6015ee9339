// A plan, step by step: the grid, the arrays, what is fetched, and who reads what is pointed at.

const HATCHED = "<defs><pattern id=\"it-pad\" width=\"5\" height=\"5\" "
  + "patternUnits=\"userSpaceOnUse\"><path d=\"M0 0h5v5h-5z\" fill=\"#fff\"/>"
  + "<path d=\"M-1 1l2 -2M0 5l5 -5M4 6l2 -2\" stroke=\"#adb5bd\" stroke-width=\".8\"/>"
  + "</pattern></defs>";
const UNITS = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"]];

export function bytesText(count) {
  const [size, name] = UNITS.find(([unit]) => count >= unit) ?? [1, "B"];
  return size === 1 ? `${count} B` : `${Number((count / size).toPrecision(3))} ${name}`;
}

export function slices(tiles) {
  const one = ([a, n, t]) => `${a}:${a + (n - 1) * t + 1}${t > 1 && n > 1 ? `:${t}` : ""}`;
  const full = tiles.filter((tile) => tile.length && tile.every(([, size]) => size > 0));
  const texts = full.slice(0, 3).map((tile) => `[${tile.map(one).join(", ")}]`);
  return texts.join(" + ") + (full.length > 3 ? " + …" : "");
}

// The steps before this one, as boxes of the grid.
export function doneBoxes({ loops, grid }, ids) {
  const lines = grid.map((n) => [0, n, 1]), found = [];
  for (const d of loops) {
    if (ids[d]) found.push(lines.map((line, k) => (k === d ? [0, ids[d], 1] : line)));
    lines[d] = [ids[d], 1, 1];
  }
  return found;
}

class PlanView {
  constructor(model) {
    this.model = model;
    this.walk = new Walk(model.get("drawing"));
    const { arrays, paper } = model.get("drawing");
    this.papers = [paper, ...arrays.map((array) => array.paper)].map((p) => new Paper(p));
    this.sheets = this.papers.map((p, which) => this.sheet(p, which));
    this.title = h("b");
    this.said = h("div", { className: "it-said", role: "status", ariaLive: "polite" });
    this.table = h("tbody");
    this.step = Math.min(model.get("step"), this.walk.count - 1);
    this.pointed = null;
    this.pad = `it-pad-${crypto.randomUUID?.() ?? Math.random()}`;
  }
  sheet({ width, height, title }, which) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const attributes = { width, height, viewBox: `0 0 ${width} ${height}`, tabindex: 0,
      role: "application", "aria-label": `${title}: arrow keys ask about an element` };
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (!which && this.walk.count === 1) node.setAttribute("hidden", "");
    return keepsKeys(node);
  }
  // Go to a step.
  go(step) {
    this.step = Math.max(0, Math.min(this.walk.count - 1, step));
    if (this.model.get("step") !== this.step) {
      this.model.set("step", this.step);
      this.model.save_changes();
    }
    this.draw();
  }
  draw() {
    const { walk, step } = this, ids = walk.ids(step);
    this.found = walk.arrays.map((array) => walk.at(array, step));
    this.found.forEach(({ now }, k) => this.papers[k + 1].look(now));
    this.papers[0].look([walk.drawn(ids).map((i) => [i, 1, 1])]);
    this.paint();
    const moving = walk.loops.filter((d) => walk.grid[d] > 1);
    const inner = (d) => (moving.length > 1 && d === moving.at(-1) ? " (the innermost loop)" : "");
    const names = ids.flatMap((i, d) => (walk.grid[d] > 1 ? [`tid_${d} = ${i}${inner(d)}`] : []));
    const note = walk.runs(step) ? "" : " · nothing runs: each of the sums has loops of its own";
    this.title.textContent = `step ${step} of 0 to ${walk.count - 1}: ${names.join(", ")}${note}`;
    this.table.replaceChildren(...this.found.map((found, k) => this.row(walk.arrays[k], found)));
    this.follow?.();
  }
  paint() {
    const { walk, step } = this, ids = walk.ids(step);
    const here = walk.drawn(ids).map((i) => [i, 1, 1]);
    const done = doneBoxes(walk, ids).map((box) => walk.drawn(box));
    const { colours } = this.model.get("drawing");
    const { which, at } = this.pointed ?? {}, readers = which ? this.ask(which, at) : null;
    const lit = (k) => (k === which ? [at.map((i) => [i, 1, 1])] : []);
    const grid = { now: [here, ...done], before: done, framed: [here] };
    const content = (k, found, tints, more) => {
      // an id of its own: the page has others
      const drawn = HATCHED + this.papers[k].svg(found, tints, more);
      this.sheets[k].innerHTML = drawn.replaceAll("it-pad", `${this.pad}-${k}`);
    };
    content(0, grid, colours.grid, (readers ?? []).map((box) => walk.drawn(box)));
    this.found.forEach((found, k) =>
      content(k + 1, found, walk.arrays[k].output ? colours.written : colours.read, lit(k + 1)));
  }
}

const many = (n) => `${n.toLocaleString("en")} tile${n === 1 ? "" : "s"}`;

// A row of the table.
PlanView.prototype.row = function (array, found) {
  const { elements, held, masked, loaded } = found, { colours } = this.model.get("drawing");
  const tints = array.output ? colours.written : colours.read, size = array.bits / 8;
  const total = this.walk.fetched(array, this.step);
  const square = h("span", { className: "it-square" });
  square.style.background = elements ? tints[loaded ? "fetched" : "held"] : "transparent";
  const count = (n) => `${array.exact ? "" : "at most "}${n.toLocaleString("en")}`;
  const more = [masked ? `${masked.toLocaleString("en")} masked` : "",
    loaded && held ? `${held.toLocaleString("en")} were there` : ""].filter(Boolean).join(", ");
  const verb = array.output ? "begun" : "fetched", kept = elements ? "kept" : "none";
  const cells = [array.name + array.part, slices(found.now), count(elements), more,
    loaded ? `${verb}: ${bytesText(Math.ceil(elements * size))}${array.wandering ? " at most" : ""}`
      : array.reason || kept,
    total ? `${bytesText(Math.ceil(total.elements * size))}, ${many(total.loads)}` : "not counted",
    array.total];
  const row = h("tr", {}, ...cells.map((text) => h("td", {}, text)));
  row.firstChild.prepend(square);
  return row;
};

const INNER = 3;

// Which steps have an element, in words; and as boxes of the grid.
PlanView.prototype.ask = function (which, at) {
  const { walk } = this, array = walk.arrays[which - 1], boxes = walk.readers(array, at);
  const what = `${array.name}${at.length ? inBrackets(at) : ""}${array.part}`;
  const verb = array.output ? "is computed" : "is read";
  if (!boxes) {
    this.say(`${what} ${verb} at steps that are too many to tell`);
    return null;
  }
  let count = 0;
  for (const n of overlaps(boxes).values()) count += n;
  const first = new Set();
  for (const box of boxes) {
    for (let k = 0; k < 64; k++) {
      let rest = k;
      const ids = [...walk.loops].reverse().map((d) => {
        const [low, n] = box[d], i = rest % n;
        rest = Math.floor(rest / n);
        return [d, low + i];
      });
      if (!rest) first.add(walk.step(ids.sort((a, b) => a[0] - b[0]).map(([, i]) => i)));
    }
  }
  const steps = [...first].sort((a, b) => a - b), few = steps.slice(0, 2 * INNER).join(", ");
  const often = `${count.toLocaleString("en")} of ${walk.count.toLocaleString("en")} steps`;
  this.say(count ? `${what} ${verb} at ${often}: ${few}${count > 2 * INNER ? ", …" : ""}`
    : `${what} ${verb} at no step`);
  return boxes;
};

PlanView.prototype.say = function (text) {
  if (this.said.textContent !== text) this.said.textContent = text;
};

// Point at an element of a sheet; of the grid it is a step.
PlanView.prototype.point = function (which, at) {
  const same = at && this.pointed?.which === which && this.pointed.at.join() === at.join();
  if (same) return;
  this.pointed = at ? { which, at } : null;
  if (!at) this.say("");
  this.paint();
  if (!which && at) this.say(`step ${this.stepAt(at)}: click to go there`);
};

PlanView.prototype.stepAt = function (at) { return this.walk.step(this.walk.undrawn(at)); };

const MOVES = { ArrowLeft: [1, -1], ArrowRight: [1, 1], ArrowUp: [0, -1], ArrowDown: [0, 1] };

PlanView.prototype.listen = function () {
  this.sheets.forEach((node, which) => {
    const paper = this.papers[which];
    const under = ({ clientX, clientY }) => {
      const { left, top } = node.getBoundingClientRect();
      return paper.element(clientX - left, clientY - top);
    };
    node.onpointermove = (event) => this.point(which, under(event));
    node.onpointerleave = () => this.point(which, null);
    node.onpointerdown = (event) => {
      const at = under(event);
      if (which || !at) return;
      this.go(this.stepAt(at));
      this.say("");
    };
    node.onkeydown = (event) => {
      const move = MOVES[event.key];
      if (!move) return;
      const now = this.pointed?.which === which ? this.pointed.at : this.first(which);
      const d = paper.roles[(event.shiftKey ? 0 : 2) + move[0]], at = [...now];
      if (d !== null) at[d] = Math.max(0, Math.min(paper.sizes[d] - 1, at[d] + move[1]));
      this.point(which, at);
      if (!which) {
        this.go(this.stepAt(at));
        this.say("");
      }
      event.preventDefault();
    };
  });
};

// The element at which keys begin: the first of the tile.
PlanView.prototype.first = function (which) {
  if (!which) return this.walk.drawn(this.walk.ids(this.step));
  const tile = this.found[which - 1].now.find((lines) => lines.every(([, size]) => size > 0));
  return this.papers[which].sizes.map((_, d) => tile?.[d][0] ?? 0);
};

// Buttons, the slider, and sliders of values that the program computes.
PlanView.prototype.controls = function () {
  const { walk } = this, last = walk.count - 1;
  const range = keepsKeys(h("input", { type: "range", min: 0, max: last, step: 1 }));
  const number = keepsKeys(h("input", { type: "number", min: 0, max: last, step: 1 }));
  range.setAttribute("aria-label", "step");
  number.setAttribute("aria-label", "number of the step");
  for (const input of [range, number]) input.oninput = () => this.go(Number(input.value) || 0);
  const button = (text, label, to) => {
    const node = keepsKeys(h("button", { type: "button", title: label }, text));
    node.setAttribute("aria-label", label);
    node.onclick = () => this.go(to());
    return node;
  };
  const buttons = [button("|◀", "first step", () => 0), button("◀", "previous step (p)",
    () => walk.beside(this.step, -1)),
    button("▶", "next step (n)", () => walk.beside(this.step, 1)),
    button("▶|", "last step", () => last)];
  this.follow = () => {
    range.value = this.step;
    if (document.activeElement !== number) number.value = this.step;
    range.setAttribute("aria-valuetext", this.title.textContent);
    buttons.forEach((node, k) => { node.disabled = this.step === (k < 2 ? 0 : last); });
  };
  const bar = h("div", { className: "it-bar" }, ...buttons, range, number);
  bar.hidden = !last;
  return [bar, ...this.values()];
};

const MOST_VALUES = 8; // sliders of values that the program computes

PlanView.prototype.values = function () {
  const few = this.model.get("drawing").runtime.slice(0, MOST_VALUES);
  return few.map(({ name, bounds: [low, high], value: now }, k) => {
    const shown = h("output", {}, String(now));
    const input = keepsKeys(h("input", { type: "range", min: low, max: high, step: 1 }));
    input.value = now;
    input.setAttribute("aria-label", `value of ${name}`);
    input.oninput = () => {
      this.walk.runtime[k] = Number(input.value);
      shown.textContent = input.value;
      this.draw();
    };
    const note = h("span", { className: "it-quiet" }, `computed by the program, ${low} to ${high}`);
    return h("div", { className: "it-bar" }, h("b", {}, name), input, shown, note);
  });
};

const HEADS = ["array", "tile", "elements", "", "at this step", "so far", "in all"];

export default {
  render({ model, el }) {
    const root = h("div", { className: "it-plan" });
    let view = null;
    const draw = () => {
      view = new PlanView(model);
      view.listen();
      const heads = h("thead", {}, h("tr", {}, ...HEADS.map((text) => h("th", {}, text))));
      const title = h("div", { className: "it-step" }, view.title);
      const sheets = h("div", { className: "it-sheets" }, ...view.sheets);
      const legend = h("div", { className: "it-quiet" }, "full colour: fetched, or begun, at this"
        + " step · pale: there since the step before · hatched: masked");
      const help = h("div", { className: "it-quiet" }, "n, p: next and previous step · point at an"
        + " element, or Tab and arrow keys: which steps have it"
        + " · click the grid: go to that step");
      const table = h("table", {}, heads, view.table);
      const words = model.get("drawing").words.map((text) => h("div", { className: "it-words" },
        text));
      root.replaceChildren(title, ...view.controls(), sheets, view.said, table, ...words, legend,
        help);
      view.draw();
    };
    root.onkeydown = (event) => {
      const by = { n: 1, p: -1 }[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      view.go(view.walk.beside(view.step, by));
    };
    const themed = () => { root.dataset.theme = isDark(root) ? "dark" : "light"; };
    const move = () => { if (model.get("step") !== view.step) view.go(model.get("step")); };
    const events = { drawing: draw, step: move };
    for (const [name, react] of Object.entries(events)) model.on(`change:${name}`, react);
    el.append(root);
    draw();
    const seen = new ResizeObserver(themed);
    const theme = new MutationObserver(() => requestAnimationFrame(themed));
    seen.observe(root);
    theme.observe(document.body, { attributes: true });
    return () => {
      seen.disconnect();
      theme.disconnect();
      for (const [name, react] of Object.entries(events)) model.off(`change:${name}`, react);
    };
  },
};
