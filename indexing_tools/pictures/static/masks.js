// Sets of elements, as masks over the cells.

const point = (columns, i) => columns.map((column) => value(column, i));

// A set of elements: told apart by their cells, or where they have none by their keys.
class Elements {
  constructor(tensor, complete) {
    Object.assign(this, { mask: new Uint8Array(tensor.cells), seen: new Set(), complete });
    Object.assign(this, { some: [], count: 0, outside: 0 });
  }
  isNew(cell, key) {
    const before = cell < 0 ? this.seen.has(key()) : this.mask[cell];
    if (cell < 0) this.seen.add(key());
    else this.mask[cell] = 1;
    return !before;
  }
  add(columns, i) {
    if (++this.count <= 5) this.some.push(point(columns, i));
  }
}

// What points read of the input.
export function inputElements(found, input) {
  const set = new Elements(input, found.complete), cells = input.cellsOf(found.results, found.n);
  for (let i = 0; i < found.n; i++) {
    if (!set.isNew(cells[i], () => point(found.results, i).join())) continue;
    if (cells[i] >= 0 || input.isInside(point(found.results, i))) set.add(found.results, i);
    else set.outside++;
  }
  return set;
}

// The output elements to which points belong.
export function outputElements(map, found, output) {
  const dims = output.sizes.map((_, d) => d), free = dims.filter((d) => !map.used.has(`v${d}`));
  const set = new Elements(output, found.complete), columns = found.columns.slice(0, dims.length);
  const cells = free.length ? null : output.cellsOf(columns, found.n);
  for (let i = 0; i < found.n; i++) {
    if (set.isNew(cells ? cells[i] : -1, () => point(columns, i).join())) set.add(columns, i);
  }
  const bounds = free.map((d) => map.variables[d].bounds);
  set.count *= product(bounds.map(([lower, upper]) => upper - lower + 1));
  [set.first] = set.some;
  set.some = set.some.map((element) => element.map((x, d) => (free.includes(d) ? "*" : x)));
  for (let cell = 0; free.length && set.count && cell < output.cells; cell++) {
    const element = output.element(cell), within = (d, [lower, upper]) => {
      const index = element[d];
      element[d] = lower; // where the points have a dim that plays no part
      return lower <= index && index <= upper;
    };
    const every = free.map((d, k) => within(d, bounds[k])).every(Boolean);
    set.mask[cell] = every && set.seen.has(element.join());
  }
  return set;
}
