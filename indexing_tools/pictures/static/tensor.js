// Which elements of a tensor are drawn, and in which cells.

const WINDOW = [3, 4, 24, 24], MATRIX = [1, 1, 256, 256];
const PLACE = [ // which index of a role a cell has, by its row and column among all
  (row, column, rows) => Math.floor(row / rows),
  (row, column, rows, columns) => Math.floor(column / columns),
  (row, column, rows) => row % rows,
  (row, column, rows, columns) => column % columns,
];

export class Tensor {
  constructor(model) {
    Object.assign(this, model);
    const { sizes } = this, rank = sizes.length;
    const long = sizes.map((_, d) => d).filter((d) => rank <= 2 || sizes[d] > 1).slice(-4);
    // The dims that say which plane row, which plane column, which row and column in the plane.
    this.dims = [...Array(4 - long.length).fill(null), ...long];
    const most = long.length > 2 ? WINDOW : MATRIX;
    this.window = this.dims.map((d, k) => (d === null ? 1 : Math.min(sizes[d], most[k])));
    this.roles = sizes.map((_, d) => this.dims.indexOf(d)); // -1: held
    this.start = [0, 0, 0, 0];
    this.held = sizes.map(() => 0);
    this.rows = this.window[0] * this.window[2];
    this.columns = this.window[1] * this.window[3];
  }
  get cells() { return this.rows * this.columns; }
  size(role) { return this.dims[role] === null ? 1 : this.sizes[this.dims[role]]; }
  isInside(element) {
    return element.every((x, d) => x >= this.lower[d] && x < this.lower[d] + this.sizes[d]);
  }
}

Object.assign(Tensor.prototype, {
  // The numbers of the cells of n elements, given as a column for each dim; -1: not drawn.
  cellsOf(columns, n) {
    const [, , rows, width] = this.window, cells = new Int32Array(n);
    const steps = [rows * this.columns, width, this.columns, 1];
    columns.forEach((column, d) => {
      const role = this.roles[d], step = steps[role] ?? 0, size = this.window[role] ?? 1;
      const first = this.lower[d] + (role < 0 ? this.held[d] : this.start[role]);
      for (let i = 0; i < n; i++) {
        const index = value(column, i) - first;
        if (!(index >= 0 && index < size)) cells[i] = -1;
        else if (cells[i] >= 0) cells[i] += index * step;
      }
    });
    return cells;
  },
  cell(element) { return this.cellsOf(element, 1)[0]; },
  element(cell) { return this.elementsOf([cell]).map(([index]) => index); },
  // A column for each dim: the elements of cells.
  elementsOf(cells) {
    const [, , rows, width] = this.window, all = this.columns;
    return this.sizes.map((_, d) => {
      const role = this.roles[d], column = new Float64Array(cells.length);
      const first = this.lower[d] + (role < 0 ? this.held[d] : this.start[role]);
      for (let i = 0; i < cells.length; i++) {
        const row = Math.floor(cells[i] / all), across = cells[i] % all;
        column[i] = first + (PLACE[role]?.(row, across, rows, width) ?? 0);
      }
      return column;
    });
  },
  // Move the window so that an element is seen; was that needed?
  show(element) {
    if (!this.isInside(element) || this.cell(element) >= 0) return false;
    element.forEach((x, d) => {
      const role = this.roles[d], index = x - this.lower[d];
      if (role < 0) this.held[d] = index;
      else if (index < this.start[role] || index >= this.start[role] + this.window[role]) {
        const middle = index - (this.window[role] >> 1);
        this.start[role] = Math.max(0, Math.min(middle, this.size(role) - this.window[role]));
      }
    });
    return true;
  },
  // How many elements come before, in row-major order.
  placesOf(columns, n) {
    const places = new Float64Array(n);
    columns.forEach((column, d) => {
      const size = this.sizes[d], lower = this.lower[d];
      for (let i = 0; i < n; i++) places[i] = places[i] * size + value(column, i) - lower;
    });
    return places;
  }
});
