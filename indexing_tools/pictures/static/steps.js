// A walk over tiles: where those of a step lie, what is new in them, and who reads an element.

const toBits = (k) => 1n << BigInt(k); // a tile of a set, as a bit of its mask
const lineStop = ([first, size, step]) => first + (size - 1) * step + 1;
const isOnLine = ([first, size, step], x) =>
  size > 0 && x >= first && x < first + size * step && (x - first) % step === 0;
const sameLines = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Indices of a dimension: the first, how many, how far apart; without what is masked.
export function lineOf([offset, size, stride, upper, lower = -Infinity], isWhole) {
  const first = stride < 0 ? offset + (size - 1) * stride : offset;
  const all = stride === 0 ? Math.min(size, 1) : size, step = Math.abs(stride) || 1;
  const low = isWhole ? -Infinity : lower;
  const skipped = low === -Infinity ? 0 : Math.max(0, Math.ceil((low - first) / step));
  const stop = isWhole ? all : Math.min(all, Math.ceil((upper - first) / step));
  const count = Math.max(0, stop - skipped);
  return [first + skipped * step, count, count > 1 ? step : 1];
}

// Where a dimension is cut: indices, and at the end the one after the last.
function cut(lines) {
  const full = lines.filter(([, size]) => size > 0);
  const apart = full.some(([, n, t]) => n > 1 && t > 1);
  if (!full.length) return [];
  if (!apart) {
    const ends = full.flatMap(([first, size]) => [first, first + size]);
    return [...new Set(ends)].sort((a, b) => a - b);
  }
  const low = Math.min(...full.map(([first]) => first)), high = Math.max(...full.map(lineStop));
  return Array.from({ length: high - low + 1 }, (_, k) => low + k);
}

function atoms(lines) {
  const at = cut(lines), found = new Map();
  for (let k = 0; k + 1 < at.length; k++) {
    let mask = 0n;
    lines.forEach((line, i) => { if (isOnLine(line, at[k])) mask |= toBits(i); });
    if (mask) found.set(mask, (found.get(mask) ?? 0) + at[k + 1] - at[k]);
  }
  return found;
}

// How many elements are in which tiles, those as a mask.
export function overlaps(tiles) {
  let found = new Map(tiles.length ? [[toBits(tiles.length) - 1n, 1]] : []);
  for (let d = 0; d < (tiles[0]?.length ?? 0); d++) {
    const after = new Map();
    for (const [bits, count] of atoms(tiles.map((tile) => tile[d]))) {
      for (const [mask, before] of found) {
        const both = mask & bits;
        if (both) after.set(both, (after.get(both) ?? 0) + before * count);
      }
    }
    found = after;
  }
  return found;
}

const MASKED = 1, HELD = 2, FETCHED = 3, MOST_BANDS = 96;

function coarse(lines) {
  const apart = lines.reduce((sum, [, n, t]) => sum + (t > 1 ? n : 0), 0);
  if (apart <= MOST_BANDS) return lines;
  return lines.map((line) => (line[1] ? [line[0], lineStop(line) - line[0], 1] : line));
}

function joined(kinds, across) {
  const runs = [];
  kinds.forEach((kind, k) => {
    const last = runs.at(-1);
    if (last?.[0] === kind) last[2] += across[k + 1] - across[k];
    else runs.push([kind, across[k], across[k + 1] - across[k]]);
  });
  return runs.filter(([kind]) => kind);
}

// The rectangles of a plane, [kind, row, column, rows, columns]: tiles as [rows, columns].
export function planePatches(now, before = [], whole = []) {
  const tiles = [...now, ...before, ...whole], found = [];
  const rows = coarse(tiles.map(([line]) => line)), columns = coarse(tiles.map(([, line]) => line));
  const down = cut(rows), across = cut(columns);
  const kindOf = (row, column) => {
    const has = (k) => isOnLine(rows[k], row) && isOnLine(columns[k], column);
    const some = (from, count) => Array.from({ length: count }, (_, k) => from + k).some(has);
    const own = some(0, now.length);
    if (own) return some(now.length, before.length) ? HELD : FETCHED;
    return some(now.length + before.length, whole.length) ? MASKED : 0;
  };
  let open = [], start = down[0];
  down.forEach((row, k) => {
    const isLast = k + 1 >= down.length;
    const kinds = isLast ? [] : across.slice(0, -1).map((column) => kindOf(row, column));
    const runs = joined(kinds, across);
    if (sameLines(runs, open)) return;
    for (const [kind, column, n] of open) found.push([kind, start, column, row - start, n]);
    [open, start] = [runs, row];
  });
  return found;
}

export class Walk {
  constructor({ loops, grid, axes, sizes, arrays, runtime }) {
    Object.assign(this, { loops, grid, axes, sizes, arrays, count: product(grid) });
    this.runtime = runtime.map(({ value: middle }) => middle);
    this.tables = new Map(); // lines by their programs
  }
  ids(step) {
    const found = this.grid.map(() => 0);
    for (const d of [...this.loops].reverse()) {
      found[d] = step % this.grid[d];
      step = Math.floor(step / this.grid[d]);
    }
    return found;
  }
  step(ids) { return this.loops.reduce((at, d) => at * this.grid[d] + ids[d], 0); }
  // What is said for each dimension of the space, as the grid is drawn; and the way back.
  drawn(each) { return this.axes.map((d) => each[d]); }
  undrawn(each) { return this.grid.map((_, d) => each[this.axes.indexOf(d)]); }
  // Offset, size, stride and bounds along each dimension: numbers, or columns of n.
  values({ dimensions, runtime }, ids, n = 1) {
    const variables = [...ids, ...this.sizes, ...runtime.map((k) => this.runtime[k])];
    return dimensions.map((programs) => programs.map((program) => run(program, variables, n)));
  }
  tiles({ tiles }, ids, isWhole = false) {
    return tiles.map((tile) => this.values(tile, ids).map((d) => lineOf(d, isWhole)));
  }
  // The numbers of the tiles at the step before, if the loops `idle` do not run.
  idsBefore(ids, idle) {
    const found = [...ids];
    for (const d of [...this.loops].reverse()) {
      if (!idle.includes(d) && found[d]) {
        found[d]--;
        return found;
      }
      found[d] = idle.includes(d) ? 0 : this.grid[d] - 1;
    }
    return null;
  }
  // Does something run at a step? Sums of several instructions have loops of their own.
  runs(step) {
    const ids = this.ids(step), inputs = this.arrays.filter(({ output }) => !output);
    return !inputs.length || inputs.some(({ idle }) => !idle.some((d) => ids[d]));
  }
  // The next step, or the one before, at which something runs.
  beside(step, by) {
    for (let at = step + by; at >= 0 && at < this.count && Math.abs(at - step) < 1e5; at += by) {
      if (this.runs(at)) return at;
    }
    return step;
  }
  // What a step has of an array.
  at(array, step) {
    const ids = this.ids(step), none = { now: [], before: [], whole: [] };
    if (array.idle.some((d) => ids[d])) {
      return { ...none, elements: 0, held: 0, masked: 0, loaded: false };
    }
    const now = this.tiles(array, ids), idsBefore = this.idsBefore(ids, array.idle);
    const before = idsBefore && !array.wandering ? this.tiles(array, idsBefore) : [];
    const whole = now.length === 1 ? this.tiles(array, ids, true) : [];
    const own = toBits(now.length) - 1n;
    let elements = 0, held = 0, last = 0;
    for (const [mask, count] of overlaps([...now, ...before])) {
      if (mask & own) elements += count;
      if (mask & ~own) last += count;
      if (mask & own && mask & ~own) held += count;
    }
    let masked = 0;
    for (const count of overlaps(whole).values()) masked += count;
    masked -= whole.length ? elements : 0;
    const loaded = elements > 0 && !(elements === held && last === held);
    return { now, before, whole, elements, held, masked, loaded };
  }
}

// The dimensions of the space that occur in programs.
Walk.prototype.used = function (programs) {
  const words = new Set(programs.flat(3).join(" ").split(" "));
  return this.grid.flatMap((n, d) => (n > 1 && words.has(`v${d}`) ? [d] : []));
};

// For each number of the tile along dimension d: the line, where that depends on d alone.
Walk.prototype.lineTable = function (tile, programs, d) {
  const key = `${d} ${this.runtime}`, known = this.tables.get(programs);
  if (known?.key === key) return known.table;
  const ids = this.grid.map(() => 0), variables = [ids, this.sizes, tile.runtime.map((k) =>
    this.runtime[k])].flat();
  const table = Array.from({ length: d === undefined ? 1 : this.grid[d] }, (_, k) => {
    if (d !== undefined) variables[d] = k;
    return lineOf(programs.map((program) => run(program, variables, 1)));
  });
  this.tables.set(programs, { key, table });
  return table;
};

const MOST_EVENTS = 1 << 12;

// How many times, and how many elements of, an array were fetched up to a step, the step included.
Walk.prototype.fetched = function (array, step) {
  if (array.wandering) return null;
  const used = this.used(array.tiles.map(({ dimensions }) => dimensions));
  const depth = Math.max(-1, ...used.map((d) => this.loops.indexOf(d)));
  const outer = this.loops.slice(0, depth + 1), key = this.runtime.join();
  if (array.sums?.key !== key) array.sums = { key, weights: this.weights(array, used), total: [] };
  const event = Math.floor(step / product(this.loops.slice(depth + 1).map((d) => this.grid[d])));
  const { weights } = array.sums;
  if (weights) return this.sum(outer, event, weights);
  return event < MOST_EVENTS ? this.counted(array, outer, event) : null;
};

// The elements of a tile as a factor for each dimension of the space, if a tile of the step before
// is always another one.
Walk.prototype.weights = function (array, used) {
  if (array.tiles.length !== 1) return null;
  const [tile] = array.tiles, found = new Map([[-1, [1]]]), lines = new Map();
  used.forEach((d) => found.set(d, Array(this.grid[d]).fill(1)));
  for (const programs of tile.dimensions) {
    const [d, ...more] = this.used([programs]);
    if (more.length) return null;
    const table = this.lineTable(tile, programs, d);
    found.set(d ?? -1, found.get(d ?? -1).map((w, k) => w * table[k][1]));
    lines.set(d, [...(lines.get(d) ?? []), table]);
  }
  for (const d of array.idle) found.set(d, Array.from({ length: this.grid[d] }, (_, k) => +!k));
  const differs = (d, a, b) => lines.get(d).some((table) => !sameLines(table[a], table[b]));
  const isNew = (d) => found.get(d).every((_, k) => differs(d, k, (k + 1) % this.grid[d]));
  return used.every(isNew) ? found : null;
};

Walk.prototype.sum = function (outer, event, weights) {
  const add = (weigh) => {
    const of = (d, k) => weigh(weights.has(d) ? weights.get(d)[k] : 1);
    const sums = outer.map((d) =>
      Array.from({ length: this.grid[d] }, (_, k) => of(d, k)).reduce((a, b) => a + b, 0));
    let total = 0, rest = event + 1, head = 1;
    for (let i = 0; i < outer.length; i++) {
      const inner = outer.slice(i + 1), size = product(inner.map((d) => this.grid[d]));
      const digit = Math.floor(rest / size), tail = product(sums.slice(i + 1));
      const whole = Math.min(digit, this.grid[outer[i]]);
      for (let k = 0; k < whole; k++) total += head * of(outer[i], k) * tail;
      if (digit >= this.grid[outer[i]]) return total * weigh(weights.get(-1)[0]);
      head *= of(outer[i], digit);
      rest %= size;
    }
    return (total + (outer.length ? 0 : head)) * weigh(weights.get(-1)[0]);
  };
  return { loads: add((w) => (w > 0 ? 1 : 0)), elements: add((w) => w) };
};

// One step after the other.
Walk.prototype.counted = function (array, outer, event) {
  const { total } = array.sums, inner = this.count / product(outer.map((d) => this.grid[d]));
  while (total.length <= event) {
    const { loaded, elements } = this.at(array, total.length * inner), last = total.at(-1);
    const before = last ?? { loads: 0, elements: 0 };
    total.push({ loads: before.loads + loaded, elements: before.elements + (loaded && elements) });
  }
  return total[event];
};

// The steps that have an element in their tiles, as boxes of the grid; null: that is not told.
Walk.prototype.readers = function (array, element) {
  const boxes = [];
  for (const tile of array.tiles) {
    const allowed = this.grid.map((n, d) =>
      Array.from({ length: n }, (_, k) => !k || !array.idle.includes(d)));
    let never = false;
    for (const [i, programs] of tile.dimensions.entries()) {
      const [d, ...more] = this.used([programs]);
      if (more.length) return this.manyReaders(array, element);
      this.lineTable(tile, programs, d).forEach((line, k) => {
        const has = isOnLine(line, element[i]);
        if (d === undefined) never ||= !has;
        else allowed[d][k] &&= has;
      });
    }
    if (!never) boxes.push(...runBoxes(allowed));
  }
  return boxes.length > 64 ? null : boxes;
};

// Runs of allowed numbers along each dimension, and all boxes that they make.
function runBoxes(allowed) {
  const runs = allowed.map((flags) => {
    const found = [];
    flags.forEach((on, k) => {
      if (on && flags[k - 1]) found.at(-1)[1]++;
      else if (on) found.push([k, 1, 1]);
    });
    return found;
  });
  if (product(runs.map(({ length }) => length)) > 64) return Array(65).fill(null);
  return runs.reduce((boxes, some) => boxes.flatMap((box) => some.map((r) => [...box, r])), [[]]);
}

const MOST_STEPS = 1 << 14;

// The same where a dimension of the array depends on several of the space: step by step.
Walk.prototype.manyReaders = function (array, element) {
  if (this.count > MOST_STEPS) return null;
  const boxes = [];
  for (let step = 0; step < this.count && boxes.length <= 64; step++) {
    const ids = this.ids(step), isIdle = array.idle.some((d) => ids[d]);
    const isIn = (tile) => tile.every((line, i) => isOnLine(line, element[i]));
    if (!isIdle && this.tiles(array, ids).some(isIn)) boxes.push(ids.map((k) => [k, 1, 1]));
  }
  return boxes.length > 64 ? null : boxes;
};
