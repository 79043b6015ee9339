// One element is asked about; what belongs to it is lit, and said.

export class Scene {
  constructor(drawing, before) {
    this.drawing = drawing;
    this.tensors = [drawing.output, ...drawing.operands].map((model) => new Tensor(model));
    const sizes = cellSizes(this.tensors);
    this.panels = this.tensors.map((tensor, k) => new Panel(tensor, sizes[k]));
    this.output = this.tensors[0];
    this.settings = drawing.operands.map(({ maps }, k) => maps.map((map, j) =>
      map.variables.map((variable, i) => this.setting(variable, before?.settings[k]?.[j]?.[i]))));
    const { which = 0, at = drawing.output.at } = before?.focus ?? {};
    const tensor = this.tensors[which];
    const stays = tensor?.sizes.length === at.length && tensor.isInside(at);
    this.focus = stays ? { which, at } : { which: 0, at: drawing.output.at };
    this.pinned = Boolean(before?.pinned && stays);
    this.at = this.focus.which ? drawing.output.at : this.focus.at; // of the output, in any case
    const [left, ...right] = this.panels.map((panel) => panel.node);
    this.sentences = h("div", { className: "it-sentences", role: "status", ariaLive: "polite" });
    this.node = h("div", { className: "it-scene" }, left, h("div", {}, ...right));
  }
  // A symbol keeps its setting if it can.
  setting({ kind, bounds: [lower, upper], value: first }, before) {
    if (kind === "dim") return null;
    return before != null && lower <= before && before <= upper ? before : first ?? null;
  }
  // What every map of every operand reads of all, for the shades.
  refresh() {
    const { output, drawing } = this;
    const dark = isDark(this.node), paper = dark ? "#151b23" : "#ffffff";
    this.ink = dark ? "#f0f3f6" : "#1f2328";
    const palette = drawing.shades.map((hex) => opaque(mixed(hex, "#ffffff", dark ? 0.2 : 0)));
    const grey = dark ? "#3d444d" : drawing.unread;
    const none = { "-1": opaque(rgb(grey)), "-2": opaque(mixed(grey, paper, 0.6)) };
    const reads = (find) => drawing.operands.map(({ maps }, k) =>
      maps.map((map, j) => ({ map, found: find(map, this.settings[k][j], k) })));
    const domains = reads((map, setting) => domainPoints(map, setting, output)).flat();
    const telling = domains.filter(({ map }) => map.results.length); // scalars are read by all
    const inputs = reads((map, setting, k) => readPoints(map, setting, this.tensors[k + 1]));
    this.panels.forEach((panel, k) => {
      const shades = k
        ? inputShades(panel.tensor, inputs[k - 1], output)
        : outputShades(output, telling.length ? telling : domains);
      const pen = panel.layers.begin(0);
      const colours = new Uint32Array(shades.length);
      shades.forEach((i, cell) => { colours[cell] = i < 0 ? none[i] : palette[i]; });
      panel.layers.fill(pen, colours);
      panel.isPartly = shades.includes(-2);
      panel.layers.label(pen, dark ? "#9198a1" : "#59636e");
      panel.write();
    });
  }
}

// What a map answers about the element: what is lit, in which panel and colour.
Scene.prototype.answer = function (map, k, j, follow) {
  const { which, at } = this.focus, { reads: colours, operands } = this.drawing;
  const setting = this.settings[k][j], panel = which ? 0 : k + 1, tensor = this.tensors[panel];
  map.used ??= usedBy(map);
  const find = () => (which
    ? outputElements(map, readersOf(map, setting, at), tensor)
    : inputElements(readsOf(map, setting, at), tensor));
  let found = find();
  const first = found.first ?? found.some[0];
  if (follow && first && !found.mask.includes(1) && tensor.show(first)) {
    this.moved = true;
    found = find();
  }
  const runs = !which && map.variables.some(({ kind }) => kind === "runtime");
  const reach = runs ? inputElements(readsOf(map, setting, at, true), tensor).mask : null;
  const colour = colours[j % colours.length], { name } = operands[k];
  return Object.assign(found, { panel, colour, reach, name, map, setting });
};

Scene.prototype.answers = function (follow) {
  const { which } = this.focus, answers = [];
  this.drawing.operands.forEach(({ maps }, k) => {
    if (which && which !== k + 1) return;
    answers.push(...maps.map((map, j) => this.answer(map, k, j, follow)));
  });
  return answers;
};

function inWords({ focus: { which, at } }, answer, count) {
  const { some, name, map, setting, outside, complete, mask } = answer;
  const own = which ? name : "output", other = which ? "the output" : name;
  const subject = at.length ? `${own} ${inBrackets(at)}` : which ? name : "the output";
  if (!answer.count) {
    return `${subject} ${which ? "is read by nothing" : `reads nothing of ${name}`}`
      + (outside ? ": all of it would lie outside" : "");
  }
  const number = `${complete ? "" : "at least "}${answer.count.toLocaleString("en")}`;
  const all = `${count.toLocaleString("en")} element${count === 1 ? "" : "s"}`;
  const drawn = mask.reduce((sum, on) => sum + on, 0), beyond = answer.count - drawn;
  const first = some.slice(0, 4).map(inBrackets).join(", ") + (some.length > 4 ? ", …" : "");
  const runtime = map.variables.flatMap(({ kind, name: symbol }, k) =>
    (kind === "runtime" ? [`${symbol} = ${setting[k]}`] : []));
  return `${subject} ${which ? "is read by" : "reads"} ${number} of ${all} of ${other}: ${first}`
    + (runtime.length ? ` at ${runtime.join(", ")}${which ? "" : " (dashed: within reach)"}` : "")
    + (beyond > 0 ? `; ${beyond.toLocaleString("en")} of them beyond what is drawn` : "")
    + (outside ? ` (${outside} more would lie outside)` : "");
}

Scene.prototype.say = function (answers) {
  const lines = answers.map((answer) => {
    const count = product(this.tensors[answer.panel].sizes);
    const square = h("span", { className: "it-square" });
    square.style.background = answer.count ? answer.colour : "transparent";
    return h("div", {}, square, inWords(this, answer, count));
  });
  if (this.pinned) lines.unshift(h("div", { className: "it-pinned" }, "pinned; Escape lets go"));
  const notes = this.drawing.notes.map((note) => h("div", {}, note));
  this.sentences.replaceChildren(...lines, ...notes);
};

Scene.prototype.light = function () {
  const { which, at } = this.focus;
  this.moved = this.tensors[which].show(at);
  let answers = this.answers(true);
  if (this.moved) {
    this.refresh();
    answers = this.answers(false);
  }
  this.panels.forEach(({ tensor, layers }, k) => {
    const lit = answers.filter(({ panel }) => panel === k), cells = new Uint32Array(tensor.cells);
    const largestFirst = [...lit].sort((a, b) => b.count - a.count);
    for (const { mask, colour } of largestFirst) {
      const paint = opaque(rgb(colour));
      mask.forEach((on, cell) => { if (on) cells[cell] = paint; });
    }
    const own = k === which ? tensor.cell(at) : -1, pen = layers.begin(1);
    if (own >= 0) cells[own] = opaque(rgb(this.drawing.reads[0]));
    layers.fill(pen, cells);
    for (const { reach, colour } of lit) if (reach) layers.border(pen, reach, colour, [4, 3]);
    for (const { mask } of lit) layers.border(pen, mask, this.ink, []);
    if (own < 0) return;
    const [x, y] = layers.corner(own);
    Object.assign(pen, { strokeStyle: this.ink, lineWidth: this.pinned ? 3 : 1.5 });
    pen.setLineDash([]);
    const out = layers.width < 5 ? 2.5 : 0.5; // around a tiny cell a larger frame
    pen.strokeRect(x - out, y - out, layers.width + 2 * out - 1, layers.height + 2 * out - 1);
  });
  if (!which) {
    this.at = at;
    this.followers?.forEach((follow) => follow(at));
  }
  this.say(answers);
};
