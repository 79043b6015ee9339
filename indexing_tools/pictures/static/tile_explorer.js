// The texts of two layouts, and the view of it all.

function shapeInput(model, name, label) {
  const input = keepsKeys(h("input", { type: "text", spellcheck: false, value: model.get(name) }));
  const error = h("pre", { className: "it-error", role: "alert", hidden: true });
  input.oninput = () => {
    model.set(name, input.value);
    model.save_changes();
  };
  const read = () => {
    const { message, line, column, excerpt } = model.get("errors")[name] ?? {};
    const place = line ? `line ${line}, column ${column}: ` : "";
    error.textContent = message ? `${place}${message}${excerpt ? `\n${excerpt}` : ""}` : "";
    error.hidden = !message;
    input.setAttribute("aria-invalid", String(Boolean(message)));
  };
  const write = () => {
    if (input.getRootNode().activeElement !== input) input.value = model.get(name);
  };
  return { node: h("div", {}, h("label", {}, h("span", {}, label), input), error), read, write };
}

export default {
  render({ model, el }) {
    const inputs = { text: "layout", other: "beside it" }, holder = h("div");
    const rows = Object.entries(inputs).map(([name, label]) => shapeInput(model, name, label));
    const help = h("div", { className: "it-help" },
      "point, or Tab and arrow keys: another place \u00b7 click or Enter: pin"
      + " \u00b7 Escape: let go");
    const root = h("div", { className: "it-tiles" }, ...rows.map(({ node }) => node), holder, help);
    let stage = null;
    const follow = () => stage?.take({ at: model.get("at"), pinned: model.get("pinned") });
    const draw = () => {
      stage = new Stage(model.get("drawings"), stage);
      follow();
      stage.tell = () => {
        const { element, pinned } = stage;
        share(model, { ...(element ? { at: element } : {}), pinned: Boolean(pinned) });
      };
      holder.replaceChildren(stage.node);
    };
    const themed = () => { root.dataset.theme = isDark(root) ? "dark" : "light"; };
    const events = { drawings: draw, errors: () => rows.forEach(({ read }) => read()),
      at: follow, pinned: follow };
    rows.forEach(({ write }, k) => { events[Object.keys(inputs)[k]] = write; });
    for (const [name, react] of Object.entries(events)) model.on(`change:${name}`, react);
    el.append(root);
    for (const react of Object.values(events)) react();
    const seen = new ResizeObserver(themed);
    const theme = new MutationObserver(() => requestAnimationFrame(themed));
    seen.observe(root);
    theme.observe(document.body, { attributes: true });
    return () => {
      seen.disconnect();
      theme.disconnect();
      for (const [name, react] of Object.entries(events)) model.off(`change:${name}`, react);
    };
  },
};
