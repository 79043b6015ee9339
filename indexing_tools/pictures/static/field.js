// The cells of a field, over its place in the picture.

const numbers = (view, kind = Float64Array) =>
  new kind(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));

export class Field {
  constructor(model, palette) {
    Object.assign(this, model);
    for (const name of ["offsets", "elements"]) this[name] = numbers(model[name]);
    this.cells = new Map();
    this.offsets.forEach((offset, cell) => this.cells.set(offset, cell));
    const [width, height] = this.cell, { xs, ys } = this;
    this.size = [xs.at(-1) + width, ys.at(-1) + height];
    const label = `${this.name}: arrow keys move the element, Enter pins it`;
    const attributes = { className: "it-field", tabIndex: 0, role: "application" };
    this.node = keepsKeys(h("div", { ...attributes, "aria-label": label }));
    const [x, y] = this.origin;
    this.node.style.cssText =
      `left:${x}px;top:${y}px;width:${this.size[0]}px;height:${this.size[1]}px`;
    if (this.colours) this.node.append(this.painted(numbers(this.colours, Int8Array), palette));
  }
}

Object.assign(Field.prototype, {
  // The cell at a place in pixels; -1 in a gap.
  cellAt(x, y) {
    const column = this.xs.findLastIndex((left) => left <= x);
    const row = this.ys.findLastIndex((top) => top <= y);
    const isIn = column >= 0 && row >= 0
      && x < this.xs[column] + this.cell[0] && y < this.ys[row] + this.cell[1];
    return isIn ? row * this.xs.length + column : -1;
  },
  // The upper left corner of a cell in the picture.
  corner(cell) {
    const row = Math.floor(cell / this.xs.length), column = cell % this.xs.length;
    return [this.origin[0] + this.xs[column], this.origin[1] + this.ys[row]];
  },
});

Field.prototype.painted = function (colours, palette) {
  const fine = window.devicePixelRatio || 1, [w, height] = this.cell, columns = this.xs.length;
  const [width, tall] = this.size.map((n) => Math.round(n * fine));
  const canvas = h("canvas", { width, height: tall }), pen = canvas.getContext("2d");
  pen.scale(fine, fine);
  const hatch = h("canvas", { width: 4, height: 4 }), lines = hatch.getContext("2d");
  const dark = isDark(document.body);
  lines.fillStyle = dark ? "#151b23" : "#ffffff";
  lines.fillRect(0, 0, 4, 4);
  lines.fillStyle = dark ? "#5a6570" : "#adb5bd";
  for (let i = 0; i < 4; i++) lines.fillRect(i, 3 - i, 1, 1);
  const paints = [pen.createPattern(hatch, "repeat"), ...palette], line = w > 5 ? 1 : 0;
  for (let cell = 0, last; cell < colours.length; cell = last) {
    const end = cell - (cell % columns) + columns; // a run of one colour
    for (last = cell + 1; last < end && colours[last] === colours[cell] && !line;) last++;
    if (colours[cell] < -1) continue;
    pen.fillStyle = paints[colours[cell] + 1];
    const x = this.xs[cell % columns], y = this.ys[Math.floor(cell / columns)];
    pen.fillRect(x, y, (last - cell) * w - line, height - line);
  }
  return canvas;
};
