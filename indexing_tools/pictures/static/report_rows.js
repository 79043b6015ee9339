// Rows of a report: their numbers in words, and which of them a filter leaves.

const SIZES = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]; // thousands, as in the printed report
const TIMES = [[1, "s"], [1e-3, "ms"], [1e-6, "\u00b5s"], [1e-9, "ns"]];

const digits = (x) => x.toFixed(x >= 100 ? 0 : x >= 10 ? 1 : 2);

function countText(n) {
  return Math.abs(n) > Number.MAX_SAFE_INTEGER ? n.toExponential(3) : n.toLocaleString("en-US");
}

function bytesText(n) {
  let k = 0;
  for (; Math.abs(n) >= 1000 && k < SIZES.length - 1; k++) n /= 1000;
  return `${k ? digits(n) : n} ${SIZES[k]}`;
}

function secondsText(s) {
  if (s === 0) return "0 s";
  const [unit, name] = TIMES.find(([least]) => s >= least) ?? TIMES[TIMES.length - 1];
  return `${digits(s / unit)} ${name}`;
}

const shareText = (x) => `${(100 * x).toFixed(x > 0 && x < 0.1 ? 1 : 0)} %`;

// A number, or [least, most] where the most may be null; null is not known.
function within(value, text) {
  if (value === null || value === undefined) return "not known";
  if (!Array.isArray(value)) return text(value);
  const [least, most] = value;
  if (most === null) return least ? `at least ${text(least)}` : "not known";
  return `${text(least)} to ${text(most)}`;
}

const mostOf = (value) => (Array.isArray(value) ? value[1] ?? value[0] : value ?? null);

// Shell patterns; a text without *, ? and [ is looked for anywhere.
function matcher(pattern) {
  if (!pattern) return null;
  if (!/[*?[]/.test(pattern)) {
    const part = pattern.toLowerCase();
    return (text) => text.toLowerCase().includes(part);
  }
  const source = pattern.replace(/\[!?\]?[^\]]*\]|[\s\S]/g, (part) => {
    if (part === "*") return "[^]*";
    if (part === "?") return "[^]";
    if (part.length === 1) return part.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
    const inner = part.slice(1, -1).replace(/[\\[\]^]/g, "\\$&");
    return `[${inner.replace(/^!/, "^")}]`;
  });
  try {
    const whole = new RegExp(`^${source}$`, "i");
    return (text) => whole.test(text);
  } catch {
    return (text) => text.includes(pattern);
  }
}

const FIELDS = ["instruction", "opcode", "computation", "source"];

// The numbers of the rows that a filter leaves. `field(name, i)` and `text(i)` are a row's words;
// `others(i)` are the names of more instructions that it stands for.
function kept(count, filter, field, text, others = () => []) {
  const tests = FIELDS.flatMap((name) => {
    const test = matcher(filter[name]), known = new Map();
    if (!test) return [];
    const fits = (word) => {
      if (!known.has(word)) known.set(word, test(word));
      return known.get(word);
    };
    return [(i) => fits(field(name, i)) || (name === "instruction" && others(i).some(fits))];
  });
  const words = (filter.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length) tests.push((i) => words.every((word) => text(i).includes(word)));
  const found = [];
  for (let i = 0; i < count; i++) if (tests.every((test) => test(i))) found.push(i);
  return found;
}

// Row numbers by a key each; rows without one stand last, equal ones as before.
function sorted(rows, key, falling) {
  const sign = falling ? -1 : 1;
  const keys = new Map(rows.map((i) => [i, key(i)]));
  return rows.slice().sort((i, j) => {
    const a = keys.get(i), b = keys.get(j);
    if (a === null || b === null) return (a === null) - (b === null) || i - j;
    return (a < b ? -sign : a > b ? sign : 0) || i - j;
  });
}
