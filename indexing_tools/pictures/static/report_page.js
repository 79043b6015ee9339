// The page of a report: what it is about, the filter, the findings, memory, kernels, instructions.

const PROMPTS = {
  text: ["search", "words, in any order"],
  instruction: ["instruction", "fusion.3 or fusion.*"],
  opcode: ["opcode", "transpose"],
  computation: ["computation", "main*"],
  source: ["source", "*model.py*"],
};

class Filter {
  constructor(opcodes, changed) {
    this.inputs = {};
    const options = opcodes.map((value) => h("option", { value }));
    const names = h("datalist", { id: "opcodes" }, ...options);
    const fields = Object.entries(PROMPTS).map(([name, [label, placeholder]]) => {
      const input = h("input", { type: "search", placeholder, spellcheck: false, name });
      input.autocomplete = "off";
      if (name === "opcode") input.setAttribute("list", "opcodes");
      input.oninput = () => this.soon();
      this.inputs[name] = input;
      return h("label", { className: `field-${name}` }, h("span", {}, label), input);
    });
    const clear = h("button", { type: "reset" }, "clear");
    const more = h("details", {}, h("summary", {}, "filter by column"),
      h("div", { className: "fields" }, ...fields.slice(1)));
    more.open = matchMedia("(min-width: 800px)").matches;
    this.more = more;
    const attributes = { role: "search", "aria-label": "filter" };
    this.node = h("form", attributes, fields[0], clear, more, names);
    this.node.onsubmit = () => false;
    this.node.onreset = () => requestAnimationFrame(changed);
    this.changed = changed;
  }
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.changed, 120);
  }
  set(values) {
    for (const [name, input] of Object.entries(this.inputs)) input.value = values[name] ?? "";
    this.more.open ||= Object.keys(values).some((name) => name !== "text");
    this.changed();
  }
  get value() {
    const entries = Object.entries(this.inputs).map(([name, input]) => [name, input.value.trim()]);
    return Object.fromEntries(entries);
  }
}

function totalsOf(totals) {
  const texts = { bytes: bytesText, seconds: secondsText, share: shareText, count: countText };
  const items = totals.map(({ name, value, unit, help }) => {
    const shown = within(value, texts[unit]);
    const title = unit === "bytes" ? within(value, (n) => `${countText(n)} bytes`) : shown;
    return h("div", { title: help }, h("dt", {}, name), h("dd", { title }, shown));
  });
  return h("dl", { className: "totals" }, ...items);
}

class ModuleView {
  constructor(module, page, choose) {
    const parts = [];
    this.findings = new Findings(module.findings, choose);
    const early = module.before_fusion;
    this.lists = [
      ["kernels", early ? "Instructions that touch memory, before fusion" : "Kernels",
        module.kernels && kernelTable(module.kernels, page)],
      ["instructions", "Instructions and what they read",
        module.instructions && instructionTable(module.instructions, page)],
    ].filter(([, , list]) => list).map(([id, name, list]) => {
      const title = h("h2"), section = h("section", { id, "aria-label": name }, title);
      section.append(list.table.node);
      return { id, name, title, section, ...list };
    });
    parts.push(...module.notes.map((text) => h("p", { className: "note" }, text)));
    parts.push(totalsOf(module.totals), this.findings.node);
    if (module.memory) parts.push(memorySection(module.memory));
    this.nodes = [...parts, ...this.lists.map(({ section }) => section)];
  }
  filter(filter) {
    this.findings.filter(filter);
    for (const { name, title, table, filter: rows } of this.lists) {
      const all = rows({}).length, found = rows(filter);
      const part = found.length < all ? `${countText(found.length)} of ` : "";
      title.textContent = `${name}, ${part}${countText(all)}`;
      table.show(found);
    }
  }
}

function opcodesOf(modules, strings) {
  const found = new Set();
  for (const { kernels, instructions } of modules) {
    for (const list of [kernels, instructions]) for (const k of list?.opcode ?? []) found.add(k);
  }
  return [...found].filter((k) => k >= 0).map((k) => strings[k]).sort();
}

function glossary(entries) {
  const items = entries.flatMap(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]);
  return h("details", { className: "glossary" }, h("summary", {}, "what the words mean"),
    h("dl", {}, ...items));
}

// All modules in a table, whose rows open to their first findings; `choose(number)` shows one.
function overview(modules, choose) {
  const total = (i, start) =>
    modules[i].totals.find(({ name }) => name.startsWith(start))?.value ?? null;
  const column = (name, start, text) =>
    numberColumn(name, "", modules.map((_, i) => total(i, start)), text);
  const file = (i) => modules[i].file;
  const columns = [
    { name: "module", text: file, key: file, node: (i) => h("span", { className: "name" },
      h("b", {}, file(i)), h("small", {}, modules[i].device ?? "")) },
    numberColumn("findings", "", modules.map((m) => m.findings.length), countText),
    column("bytes moved", "bytes moved", bytesText), column("redundant", "redundant", bytesText),
    column("redundant in caches", "redundant in caches", bytesText),
    column("time", "time", secondsText), column("peak", "peak", bytesText),
  ];
  const details = (i) => {
    const button = h("button", { type: "button" }, "show this module");
    button.onclick = () => choose(i);
    const lines = modules[i].findings.slice(0, 3).map((f) =>
      h("p", {}, `${kindName(f.kind)}: ${f.instruction}: ${f.message}`));
    return [...lines, button];
  };
  const table = new PagedTable("modules", columns, details, 3, 8);
  const title = h("h2", {}, `Modules, ${countText(modules.length)}`);
  const section = h("section", { id: "modules", "aria-label": "modules" }, title, table.node);
  table.show(modules.map((_, i) => i));
  return section;
}

function build(page, root) {
  const main = h("main");
  let view = null;
  const apply = () => view.filter(filter.value);
  const filter = new Filter(opcodesOf(page.modules, page.strings), apply);
  const choose = ({ instruction, computation }) => {
    filter.set({ instruction, computation });
    const target = document.getElementById("kernels") ?? document.getElementById("instructions");
    target?.scrollIntoView({ block: "start" });
    target?.querySelector(".opener")?.focus({ preventScroll: true });
  };
  const files = h("nav", { className: "files", "aria-label": "modules" });
  const jumps = h("nav", { className: "jumps", "aria-label": "sections" });
  const show = (number) => {
    view = new ModuleView(page.modules[number], page, choose);
    const name = h("h2", { className: "module" }, page.modules[number].file);
    main.replaceChildren(...(several ? [several, name] : []), ...view.nodes);
    const sections = main.querySelectorAll("section");
    jumps.replaceChildren(...[...sections].map(({ id }) => {
      const link = h("a", { href: `#${id}` }, id);
      link.onclick = (event) => {
        event.preventDefault(); // a page within a notebook has no address of its own
        document.getElementById(id).scrollIntoView({ block: "start" });
      };
      return link;
    }));
    apply();
  };
  const names = page.modules.map(({ file, findings }, value) =>
    h("option", { value }, `${file} (${findings.length} findings)`));
  const chooser = h("select", {}, ...names);
  chooser.onchange = () => show(Number(chooser.value));
  const several = names.length > 1 && overview(page.modules, (number) => {
    chooser.value = String(number);
    show(number);
    main.querySelector(".module").scrollIntoView({ block: "start" });
    main.querySelector("#findings button")?.focus({ preventScroll: true });
  });
  if (several) files.append(h("label", {}, "shown: ", chooser));
  else files.append(page.modules[0]?.file ?? "no module");
  const header = h("header", {}, h("h1", {}, page.title), files);
  const bar = h("div", { className: "bar-of-filters" }, filter.node, jumps);
  if (page.failures.length) {
    const lines = page.failures.map((text) => h("pre", {}, text));
    const count = `${countText(page.failures.length)} without a report`;
    const open = page.failures.length <= 3;
    header.append(h("details", { className: "warning", open }, h("summary", {}, count), ...lines));
  }
  root.replaceChildren(header, bar, main, h("footer", {}, glossary(page.glossary)));
  if (page.modules.length) show(0);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input, select, textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      filter.inputs.text.focus();
    }
    if (event.key === "Escape" && event.target.closest?.("form")) filter.set({});
  });
}

build(JSON.parse(document.getElementById("report").textContent), document.getElementById("page"));
document.documentElement.dataset.ready = "true";
