// Maps over columns of numbers: programs for a stack, and the points of a domain.

const OPERATORS = {
  "+": (a, b) => a + b,
  "*": (a, b) => a * b,
  floordiv: (a, b) => Math.floor(a / b),
  ceildiv: (a, b) => Math.ceil(a / b),
  mod: (a, b) => a - Math.floor(a / Math.abs(b)) * Math.abs(b),
  max: Math.max,
  min: Math.min,
};
const value = (column, i) => (typeof column === "number" ? column : column[i]);
const product = (numbers) => numbers.reduce((a, b) => a * b, 1);

function combine(operator, a, b, n) {
  if (typeof a === "number" && typeof b === "number") return operator(a, b);
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) column[i] = operator(value(a, i), value(b, i));
  return column;
}

export function run(program, variables, n) {
  const stack = [];
  for (const word of program.split(" ")) {
    const operator = OPERATORS[word], b = operator && stack.pop();
    if (operator) stack.push(combine(operator, stack.pop(), b, n));
    else stack.push(word[0] === "v" ? variables[word.slice(1)] : Number(word));
  }
  return stack[0];
}

const MOST = 1 << 18;

function spread(lower, size, count) {
  const step = count === size ? 1 : (size - 1) / Math.max(1, count - 1);
  return Float64Array.from({ length: count }, (_, i) => lower + Math.floor(i * step));
}

function counts(sizes) {
  const found = [...sizes];
  while (product(found) > MOST) {
    const k = found.indexOf(Math.max(...found));
    found[k] = Math.ceil(found[k] / 2);
  }
  return found;
}

function column(values, n, repeat) {
  if (values.length === 1) return values[0];
  const found = new Float64Array(n);
  for (let i = 0; i < n; i++) found[i] = values[Math.floor(i / repeat) % values.length];
  return found;
}

export function points(map, box) {
  const sizes = box.map(([lower, upper]) => Math.max(0, upper - lower + 1));
  const looked = counts(sizes), complete = looked.every((count, k) => count === sizes[k]);
  const n = product(looked);
  const columns = box.map(([lower], k) =>
    column(spread(lower, sizes[k], looked[k]), n, product(looked.slice(k + 1))));
  const inside = allowed(map, columns, n);
  const results = map.results.map((program) => run(program, inside.columns, inside.n));
  return { ...inside, results, complete };
}

function allowed(map, columns, n) {
  for (const [program, lower, upper] of map.constraints) {
    const found = run(program, columns, n), keep = new Uint32Array(n);
    let kept = 0;
    for (let i = 0; i < n; i++) {
      if (value(found, i) >= lower && value(found, i) <= upper) keep[kept++] = i;
    }
    if (kept === n) continue;
    const take = (from) => Float64Array.from(keep.subarray(0, kept), (i) => from[i]);
    columns = columns.map((from) => (typeof from === "number" ? from : take(from)));
    n = kept;
  }
  return { columns, n };
}
