// The editor of a map's text, and the view of it all.

class Editor {
  constructor(model) {
    this.model = model;
    const attributes = { rows: 2, spellcheck: false, ariaLabel: "text of the map" };
    this.text = keepsKeys(h("textarea", attributes));
    this.error = h("pre", { className: "it-error", role: "alert" });
    this.choice = keepsKeys(h("select", { ariaLabel: "which map is edited" }));
    this.simple = h("code");
    this.take = keepsKeys(h("button", { type: "button" }, "edit this"));
    this.steps = h("ol");
    const title = h("b", {}, "simplified");
    const line = h("div", { className: "it-simple" }, title, this.simple, this.take);
    const parts = [this.choice, this.text, this.error, line, this.steps];
    this.node = h("div", { className: "it-editor" }, ...parts);
    this.text.oninput = () => this.send("text", this.text.value);
    this.choice.onchange = () => this.send("chosen", Number(this.choice.value));
    this.take.onclick = () => this.send("text", (this.text.value = this.simple.textContent));
  }
  send(name, value) {
    this.model.set(name, value);
    this.model.save_changes();
  }
  readText() {
    const isTyping = this.text.getRootNode().activeElement === this.text;
    if (!isTyping) this.text.value = this.model.get("text");
  }
  readError() {
    const { message, line, column, excerpt } = this.model.get("error");
    const place = line ? `line ${line}, column ${column}: ` : "";
    this.error.textContent = message ? `${place}${message}${excerpt ? `\n${excerpt}` : ""}` : "";
    this.error.hidden = !message;
    this.text.setAttribute("aria-invalid", String(Boolean(message)));
  }
  readSteps() {
    const { text, steps = [] } = this.model.get("simplified");
    this.simple.textContent = text ?? "";
    this.take.hidden = text === this.model.get("text");
    this.steps.replaceChildren(...steps.map(([rule, before, after]) => {
      const name = h("span", { className: "it-quiet" }, rule);
      return h("li", {}, name, " ", h("code", {}, before), " ⇒ ", h("code", {}, after));
    }));
  }
  readMaps({ operands = [] }) {
    const names = operands.flatMap(({ maps, name }) => maps.map((_, j) =>
      (maps.length > 1 ? `${name}, map ${j}` : name)));
    this.choice.hidden = names.length < 2;
    const options = names.map((name, k) => h("option", { value: k }, `how ${name} is read`));
    this.choice.replaceChildren(...options);
    this.choice.value = this.model.get("chosen");
  }
}

export default {
  render({ model, el }) {
    const stage = h("div"), editor = new Editor(model), controls = h("div");
    const help = h("div", { className: "it-quiet it-help" },
      "point, or Tab and arrow keys: another element · click or Enter: pin"
      + " · Shift and arrows: another plane");
    const root = h("div", { className: "it-explorer" }, stage, controls, editor.node, help);
    const shared = () => Object.fromEntries(SHARED.map((name) => [name, model.get(name)]));
    let scene = null, dark = null;
    const draw = () => {
      const drawing = model.get("drawing");
      editor.readMaps(drawing);
      if (drawing.words) {
        stage.replaceChildren(h("div", { className: "it-words" }, drawing.words));
        controls.replaceChildren();
        scene = null;
        return;
      }
      const active = el.getRootNode().activeElement;
      const focused = scene ? scene.panels.findIndex(({ node }) => node === active) : -1;
      scene = new Scene(drawing, scene);
      scene.take(shared());
      scene.tell = () => share(model, scene.given());
      scene.listen();
      stage.replaceChildren(scene.node, scene.sentences);
      controls.replaceChildren(...scene.controls());
      scene.panels[focused]?.node.focus({ preventScroll: true });
      repaint();
    };
    const repaint = () => {
      dark = isDark(root);
      root.dataset.theme = dark ? "dark" : "light";
      scene?.refresh();
      scene?.light();
    };
    const follow = () => {
      const { isHeld, isNew } = scene?.take(shared()) ?? {};
      if (isHeld) {
        scene.refresh();
        controls.replaceChildren(...scene.controls());
      }
      if (isNew) scene.light();
    };
    const themed = () => { if (root.isConnected && isDark(root) !== dark) repaint(); };
    const events = { drawing: draw, text: () => editor.readText(), error: () => editor.readError(),
      simplified: () => editor.readSteps() };
    for (const name of SHARED) events[name] = follow;
    for (const [name, react] of Object.entries(events)) model.on(`change:${name}`, react);
    el.append(root);
    for (const react of Object.values(events)) react();
    const seen = new ResizeObserver(themed);
    const theme = new MutationObserver(() => requestAnimationFrame(themed));
    seen.observe(root); // the theme is known once the view stands in the page
    theme.observe(document.body, { attributes: true });
    return () => {
      seen.disconnect();
      theme.disconnect();
      for (const [name, react] of Object.entries(events)) model.off(`change:${name}`, react);
    };
  },
};
