// How much memory is alive at each step, where the peak is, and what is alive there.

const WIDE = 1000, HIGH = 160; // units of the drawing, which is stretched to its place

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// points: [step, name of the instruction, bytes, ...] in order of steps.
function curve(points, steps, top) {
  const x = (step) => (WIDE * step) / Math.max(1, steps);
  const y = (bytes) => HIGH - (HIGH * bytes) / Math.max(1, top);
  const round = (v) => Math.round(10 * v) / 10;
  const parts = points.map(({ step, bytes }, k) => {
    const end = points[k + 1]?.step ?? steps;
    return `V${round(y(bytes))}H${round(x(end))}`;
  });
  const line = `M0 ${HIGH}${parts.join("")}`;
  return [line, `${line}V${HIGH}Z`];
}

function peakLive(peak) {
  const rows = peak.live.map(({ name, shape, bytes, source }) => {
    const share = peak.bytes ? bytes / peak.bytes : 0;
    const bar = h("span", { className: "bar" });
    bar.style.width = `${(100 * share).toFixed(2)}%`;
    return h("tr", {},
      h("th", { scope: "row" }, name),
      h("td", { className: "number", title: `${countText(bytes)} bytes`, "data-name": "bytes" },
        bytesText(bytes)),
      h("td", { "data-name": "of the peak" }, h("span", { className: "track" }, bar),
        shareText(share)),
      h("td", { "data-name": "shape" }, h("code", {}, shape)),
      h("td", { className: "source", "data-name": "source" }, source ?? ""));
  });
  const names = ["alive at the peak", "bytes", "of the peak", "shape", "source"];
  const heads = names.map((name) =>
    h("th", { scope: "col", className: name === "bytes" ? "number" : "" }, name));
  const more = peak.live_count - peak.live.length;
  const rest = `and ${countText(more)} smaller ones, ${bytesText(peak.live_rest)} together`;
  const head = h("thead", {}, h("tr", {}, ...heads));
  return [
    h("table", { className: "live" }, head, h("tbody", {}, ...rows)),
    ...(more > 0 ? [h("p", { className: "quiet" }, rest)] : []),
  ];
}

// The place of a step in the list, or of the last one before it.
function placeBefore(points, step) {
  let low = 0, high = points.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (points[middle].step <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}

function timeline(peak, memory) {
  const { steps } = memory, points = peak.points;
  const [line, area] = curve(points, steps, peak.bytes);
  const at = (WIDE * (peak.step + 0.5)) / Math.max(1, steps);
  const cursor = svg("path", { class: "cursor", d: "" });
  const label = `${peak.memory}: ${bytesText(peak.bytes)} at step ${countText(peak.step)}`;
  const drawing = svg("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label,
  },
  svg("path", { class: "area", d: area }), svg("path", { class: "line", d: line }),
  svg("path", { class: "peak", d: `M${at} 0V${HIGH}` }), cursor);
  const said = h("output");
  const range = { type: "range", min: 0, max: Math.max(0, steps - 1), value: peak.step };
  const slider = h("input", range);
  slider.setAttribute("aria-label", `step of the schedule, for ${peak.memory}`);
  const tell = () => {
    const step = Number(slider.value), point = points[placeBefore(points, step)];
    const x = (WIDE * (step + 0.5)) / Math.max(1, steps);
    cursor.setAttribute("d", `M${x} 0V${HIGH}`);
    const near = point.step === step ? "" : " (the most nearby)";
    said.textContent = `step ${countText(step)}: ${bytesText(point.bytes)} alive${near}, `
      + point.instruction;
  };
  slider.oninput = tell;
  drawing.addEventListener("pointermove", (event) => {
    const { left, width } = drawing.getBoundingClientRect();
    slider.value = String(Math.floor((steps * (event.clientX - left)) / width));
    tell();
  });
  tell();
  const chart = h("div", { className: "chart" },
    h("span", { className: "top" }, bytesText(peak.bytes)), drawing,
    h("span", { className: "from" }, "step 0"),
    h("span", { className: "to" }, countText(Math.max(0, steps - 1))));
  return h("div", { className: "timeline" }, chart, slider, said);
}

function memorySection(memory) {
  const node = h("section", { id: "memory", "aria-label": "memory" }, h("h2", {}, "Memory"));
  if (memory.note) node.append(h("p", { className: "quiet" }, memory.note));
  for (const peak of memory.peaks) {
    const place = `${memory.least ? "at least " : ""}${bytesText(peak.bytes)}`;
    node.append(h("h3", {}, `${peak.memory}: the peak is ${place}`),
      h("p", {}, `${countText(peak.bytes)} bytes are alive while `, h("code", {}, peak.instruction),
        ` runs, step ${countText(peak.step)} of ${countText(memory.steps)} `
        + `(${memory.is_scheduled ? "as scheduled" : "in the order of the text"}).`));
    if (peak.points.length > 1) node.append(timeline(peak, memory));
    node.append(...peakLive(peak));
  }
  return node;
}
