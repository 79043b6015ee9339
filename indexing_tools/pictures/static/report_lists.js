// The two long tables of a report: kernels that run, and all instructions with their maps.

// Columns of a list that hold numbers of strings.
const wordsOf = (list, strings) => (name, i) => {
  const k = list[name]?.[i] ?? -1;
  return k < 0 ? "" : strings[k];
};

// The lowercase words of a row in which a search looks, made when they are first needed.
function searchable(words, names, others = () => []) {
  const known = [];
  return (i) => {
    known[i] ??= [...names.map((name) => words(name, i)), ...others(i)].join(" ").toLowerCase();
    return known[i];
  };
}

function nameCell(words, i, more = []) {
  const small = [words("computation", i), words("source", i)].filter(Boolean).join(" \u00b7 ");
  const cell = h("span", { className: "name" }, h("b", {}, words("instruction", i)), ...more);
  if (small) cell.append(h("small", {}, small));
  return cell;
}

const textColumn = (name, words, column) =>
  ({ name, text: (i) => words(column, i), key: (i) => words(column, i) });

function numberColumn(name, help, values, text) {
  const shown = (i) => (values[i] === null ? "\u2013" : within(values[i], text));
  return { name, help, numeric: true, text: shown, key: (i) => mostOf(values[i]) };
}

// A cell with a bar behind it that says how much of the largest value this is.
function withBar(column, values) {
  let most = 0;
  for (const value of values) most = Math.max(most, mostOf(value) ?? 0);
  const node = (i) => {
    const bar = h("span", { className: "bar" });
    bar.style.width = `${(most ? 100 * (mostOf(values[i]) ?? 0) / most : 0).toFixed(2)}%`;
    const value = mostOf(values[i]), title = value === null ? "" : countText(value);
    return h("span", { className: "measured", title }, bar, column.text(i));
  };
  return { ...column, node };
}

function runsText(count, turns) {
  const times = turns === null ? "? turns" : countText(turns);
  return turns === 1 ? countText(count) : `${countText(count)} \u00d7 ${times}`;
}

function smallTable(heads, rows) {
  const head = h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, name)));
  const lines = rows.map((row) => h("tr", {}, ...row.map((text, k) =>
    h(k ? "td" : "th", { "data-name": heads[k] }, text))));
  return h("table", { className: "small" }, h("thead", {}, head), h("tbody", {}, ...lines));
}

const inWords = ([name, ...values], texts) =>
  [name, ...values.map((value, k) => within(value, texts[k]))];

const TRAFFIC = ["", "bytes", "buffer", "padding", "distinct elements", "reads or writes"];
const COALESCING = ["", "requested", "sectors", "lines", "efficiency"];

const MOST_NAMES = 40;

function othersLine(names) {
  const more = names.length - MOST_NAMES;
  const shown = h("code", {}, names.slice(0, MOST_NAMES).join(", "));
  const rest = more > 0 ? ` and ${countText(more)} more` : "";
  return h("p", { className: "quiet" }, "equal kernels: ", shown, rest);
}

function kernelDetails(list, words, page, i, others) {
  const nodes = [], reason = words("reason", i), k = list.detail[i];
  if (others.length) nodes.push(othersLine(others));
  if (reason) nodes.push(h("p", { className: "warning" }, `not analysed: ${reason}`));
  if (k < 0) return [...nodes, h("p", { className: "quiet" }, page.left_out)];
  const { traffic, coalescing } = page.details[k];
  if (traffic.length) {
    const texts = [bytesText, bytesText, bytesText, countText, countText];
    nodes.push(smallTable(TRAFFIC, traffic.map((row) => inWords(row, texts))));
  }
  if (coalescing.length) {
    const texts = [bytesText, countText, countText, shareText];
    nodes.push(smallTable(COALESCING, coalescing.map((row) => inWords(row, texts))));
  }
  return nodes;
}

function kernelTable(list, page) {
  const words = wordsOf(list, page.strings);
  const others = (i) => list.others[i].map((k) => page.strings[k]);
  const runs = (i) => list.count[i] * (list.trip_count[i] ?? 1);
  const name = { ...textColumn("kernel", words, "instruction"), node: (i) => nameCell(words, i) };
  const number = (title, help, column, text) => {
    const made = numberColumn(title, help, list[column], text);
    const barred = ["total", "waste", "cache_waste", "seconds"].includes(column);
    return barred ? withBar(made, list[column]) : made;
  };
  const columns = [
    name,
    textColumn("opcode", words, "opcode"),
    { name: "runs", numeric: true, help: "equal kernels, times the turns of their loop", key: runs,
      text: (i) => runsText(list.count[i], list.trip_count[i]) },
    number("bytes", "that one run reads and writes", "bytes", bytesText),
    number("bytes in all", "of all runs", "total", bytesText),
    number("redundant", "bytes of all runs that need not be moved", "waste", bytesText),
    number("redundant in caches", "bytes between caches and threads", "cache_waste", bytesText),
    number("efficiency", "the part of the sectors fetched that is asked for", "efficiency",
      shareText),
    number("time", "of all runs, by the roofline of the device", "seconds", secondsText),
  ];
  const known = {
    redundant: list.waste, "redundant in caches": list.cache_waste,
    efficiency: list.efficiency, time: list.seconds,
  };
  const shown = columns.filter((c) => known[c.name]?.some((value) => value !== null) ?? true);
  const details = (i) => kernelDetails(list, words, page, i, others(i));
  const first = shown.findIndex((c) => c.name === "bytes in all");
  const table = new PagedTable("kernels", shown, details, first);
  const names = ["instruction", "opcode", "computation", "source", "reason"];
  const text = searchable(words, names, others);
  return { table, filter: (f) => kept(list.detail.length, f, words, text, others) };
}

// What one output reads of an operand: [name, words in which \u0001 stands for it, maps...].
function instructionDetails(list, page, i) {
  const operands = list.operands[i];
  if (operands === null) return [h("p", { className: "quiet" }, page.left_out)];
  if (!operands.length) return [h("p", { className: "quiet" }, "reads nothing")];
  return operands.map(([name, summary, ...maps]) => {
    const operand = page.strings[name];
    const said = page.strings[summary].replace("\u0001", () => operand);
    const codes = maps.map((k) => h("pre", {}, page.strings[k]));
    const line = h("p", {}, h("b", {}, operand), `: ${said}`);
    return h("div", { className: "operand" }, line, ...codes);
  });
}

function instructionTable(list, page) {
  const words = wordsOf(list, page.strings);
  const member = (i) => (words("output", i) ? [h("small", {}, words("output", i))] : []);
  const [name, shape] = ["instruction", "shape"].map((column) => textColumn(column, words, column));
  const columns = [
    { ...name, node: (i) => nameCell(words, i, member(i)) },
    textColumn("opcode", words, "opcode"),
    { ...shape, node: (i) => h("code", {}, words("shape", i)) },
    withBar(numberColumn("elements read", "at most, each as often as it is read",
      list.elements_read, countText), list.elements_read),
  ];
  const details = (i) => instructionDetails(list, page, i);
  const table = new PagedTable("instructions", columns, details, columns.length - 1);
  const text = searchable(words, ["instruction", "opcode", "computation", "source", "shape"]);
  return { table, filter: (f) => kept(list.operands.length, f, words, text) };
}
