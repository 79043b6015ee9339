// Two canvases for a tensor: its cells, and above them what is lit.

const GAP = 10; // pixels between planes, and above each the room for its name
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const mixed = (hex, other, share) => rgb(hex).map((x, i) => x + (rgb(other)[i] - x) * share);
const opaque = ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0; // as ImageData has it

// The width and height of a tensor's cells in pixels: equal for all tensors where that fits.
function cellSizes(tensors) {
  const fit = ({ columns, rows }) => Math.min(22, Math.floor(Math.min(380 / columns, 320 / rows)));
  const own = tensors.map((tensor) => Math.max(2, fit(tensor)));
  return tensors.map((tensor, k) => {
    const small = Math.max(tensor.columns, tensor.rows) <= 4 ? 20 : 12;
    const width = Math.max(Math.min(...own), Math.min(own[k], small));
    return [width, Math.max(width, Math.min(20, Math.floor(40 / tensor.rows)))];
  });
}

export class Layers {
  constructor(tensor, [width, height]) {
    const [down, across, rows, columns] = tensor.window, planes = tensor.dims[1] !== null;
    Object.assign(this, { tensor, width, height, top: planes ? 14 : 0 });
    this.step = [rows * height + this.top + GAP, columns * width + GAP];
    this.size = [across * this.step[1] - GAP, down * this.step[0] - GAP];
    this.canvases = ["base", "lit"].map((className) => h("canvas", { className }));
    this.image = h("canvas", { width: tensor.columns, height: tensor.rows });
    this.node = h("div", { className: "it-layers" }, ...this.canvases);
    this.node.style.cssText = `width:${this.size[0]}px;height:${this.size[1]}px`;
  }
  origin(down, across) { return [across * this.step[1], down * this.step[0] + this.top]; }
  corner(cell) {
    const { window: [, , rows, columns], columns: all } = this.tensor;
    const row = Math.floor(cell / all), column = cell % all;
    const [x, y] = this.origin(Math.floor(row / rows), Math.floor(column / columns));
    return [x + (column % columns) * this.width, y + (row % rows) * this.height];
  }
  // The cell at a place in pixels, -1 between planes.
  cellAt(x, y) {
    const [, , rows, columns] = this.tensor.window;
    const across = Math.floor(x / this.step[1]), down = Math.floor(y / this.step[0]);
    const column = Math.floor((x - across * this.step[1]) / this.width);
    const row = Math.floor((y - down * this.step[0] - this.top) / this.height);
    if (row < 0 || row >= rows || column < 0 || column >= columns) return -1;
    return (down * rows + row) * this.tensor.columns + across * columns + column;
  }
  // A canvas, empty, that is as fine as the screen.
  begin(layer) {
    const canvas = this.canvases[layer], fine = window.devicePixelRatio || 1;
    const [width, height] = this.size.map((n) => Math.round(n * fine));
    const same = canvas.width === width && canvas.height === height;
    if (!same) Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    pen.setTransform(fine, 0, 0, fine, 0, 0);
    pen.clearRect(0, 0, ...this.size);
    return pen;
  }
}

// Paint cells in colours (0: none), and the lines between them as gaps.
Layers.prototype.fill = function (pen, colours) {
  const { tensor, image } = this, [down, across, rows, columns] = tensor.window;
  const paper = image.getContext("2d"), pixels = new Uint8ClampedArray(colours.buffer);
  paper.putImageData(new ImageData(pixels, tensor.columns, tensor.rows), 0, 0);
  pen.imageSmoothingEnabled = false;
  for (let i = 0; i < down; i++) {
    for (let j = 0; j < across; j++) {
      const [x, y] = this.origin(i, j), w = columns * this.width, height = rows * this.height;
      pen.drawImage(image, j * columns, i * rows, columns, rows, x, y, w, height);
      if (this.width < 5) continue;
      for (let k = 1; k <= columns; k++) pen.clearRect(x + k * this.width - 1, y, 1, height);
      for (let k = 1; k <= rows; k++) pen.clearRect(x, y + k * this.height - 1, w, 1);
    }
  }
};

// The border of a mask, inside of its cells; outside, if these are tiny.
Layers.prototype.border = function (pen, mask, colour, dashes) {
  const { tensor, width, height } = this, [, , rows, columns] = tensor.window, all = tensor.columns;
  const out = width < 5 ? 1 : 0;
  const on = (cell, step, isEdge) => !isEdge && mask[cell + step];
  pen.beginPath();
  mask.forEach((isOn, cell) => {
    if (!isOn) return;
    const [x, y] = this.corner(cell), w = width - 1 + 2 * out, h = height - 1 + 2 * out;
    const row = Math.floor(cell / all) % rows, column = (cell % all) % columns;
    const line = (a, b, c, d) => {
      pen.moveTo(x + a - out, y + b - out);
      pen.lineTo(x + c - out, y + d - out);
    };
    if (!on(cell, -all, row === 0)) line(0, 0.5, w, 0.5);
    if (!on(cell, all, row === rows - 1)) line(0, h - 0.5, w, h - 0.5);
    if (!on(cell, -1, column === 0)) line(0.5, 0, 0.5, h);
    if (!on(cell, 1, column === columns - 1)) line(w - 0.5, 0, w - 0.5, h);
  });
  pen.setLineDash(dashes);
  Object.assign(pen, { strokeStyle: colour, lineWidth: width < 8 ? 1 : 1.5 });
  pen.stroke();
};

// Above each plane, where it is.
Layers.prototype.label = function (pen, colour) {
  const { tensor } = this, [down, across] = tensor.window, index = (role, k) =>
    tensor.lower[tensor.dims[role]] + tensor.start[role] + k;
  if (!this.top) return;
  Object.assign(pen, { fillStyle: colour, font: "10px " + FONT });
  for (let i = 0; i < down; i++) {
    for (let j = 0; j < across; j++) {
      const [x, y] = this.origin(i, j), both = tensor.dims[0] === null ? [] : [index(0, i)];
      pen.fillText([...both, index(1, j)].join(", "), x, y - 4, this.step[1] - 2);
    }
  }
};
