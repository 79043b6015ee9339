"""The tile explorer in a real browser: does the right place light up, and how soon?

    python benchmarks/tile_explorer.py [--shots DIR] [--rounds N] [--chromium PATH]

Runs the widget's own JavaScript in headless Chromium, in a page with a stand-in for the kernel
whose edits go to a Python `TileExplorer` (needs playwright, and a Chromium). Checks against Python:

- where elements of random shapes lie, by the JavaScript;
- which cells are framed, and what is said, for elements of the array and places of the memory;
- the keys, pins, and the error of a bad text.

Then measures hovering: `work`, the time that the browser is busy until the marks stand, and
`painted`, from the event to the second animation frame after it, which waits for the screen.
Exit status 1 if something is wrong, or, with 20 rounds or more, if the work of a hover is over
16 ms (95 %), or the time to the painted frame over 50 ms (median).

Short form: --rounds 3
"""

import argparse
import base64
import random
import statistics
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from common import skipped, verdict

from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.text import ParseError
from indexing_tools.pictures.explore import explore, static
from indexing_tools.pictures.live.tiles import TILE_SCRIPTS, TILE_STYLES

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PAGE = """
async ([esm, css, sent, dark]) => {
  document.body.style.background = dark ? "#111418" : "#ffffff";
  document.body.replaceChildren();
  const style = document.createElement("style"), el = document.createElement("div");
  style.textContent = css;
  document.body.append(style, el);
  const bytes = (text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const binary = (value) => {
    if (Array.isArray(value)) return value.map(binary);
    if (value === null || typeof value !== "object") return value;
    if ("base64" in value) return bytes(value.base64);
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, binary(v)]));
  };
  const state = binary(sent), events = {};
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    on: (name, react) => { (events[name] ??= []).push(react); },
    off: () => {},
    save_changes: async () => {
      const answer = await python({ text: state.text, other: state.other });
      Object.assign(state, binary(answer));
      for (const name of Object.keys(answer)) for (const react of events[`change:${name}`] ?? []) react();
    },
  };
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  window.widget = await import(url);
  window.leave?.();
  window.leave = widget.default.render({ model, el });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""

# Time of the work, and from the event to the second frame after it, in ms.
HOVER = """
async ([block, which, x, y, wait]) => {
  await new Promise((done) => setTimeout(done, wait));
  const field = document.querySelectorAll(".it-block")[block].querySelectorAll(".it-field")[which];
  const { left, top } = field.getBoundingClientRect(), start = performance.now();
  const place = { clientX: left + x, clientY: top + y, bubbles: true };
  field.dispatchEvent(new PointerEvent("pointermove", place));
  document.querySelector(".it-marks").getBoundingClientRect();
  const work = performance.now() - start;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [work, performance.now() - start];
}
"""

# For each block the corners of the framed cells, and the words.
MARKED = """
() => [...document.querySelectorAll(".it-block")].map((block) => {
  const found = block.querySelector(".it-marks path:last-child").getAttribute("d") ?? "";
  const corners = [...found.matchAll(/M([\\d.]+) ([\\d.]+)h/g)].map(([, x, y]) => [Number(x), Number(y)]);
  return [corners, block.querySelector(".it-readout").textContent];
})
"""

CASES = {
    "figure 1": ("f32[3,5]{1,0:T(2,2)}",),
    "figure 2": ("bf16[4,8]{1,0:T(2,4)(2,1)}", "bf16[4,8]{1,0:T(2,4)}"),
    "32 x 32": ("bf16[32,32]{1,0:T(8,32)(2,1)}",),
    "planes": ("bf16[2,3,4,6]{3,2,1,0:T(4,4)(2,1)}",),
    "packings": ("bf16[32,256]{1,0:T(8,128)(2,1)}", "bf16[32,256]{1,0:T(8,128)(2,1,1,1)}"),
    "256 x 256": ("f32[256,256]{1,0:T(8,128)}",),
    "padded": ("s8[250,130]{1,0:T(8,128)(4,1)}", "s8[250,130]{0,1:T(8,128)(4,1)}"),
    "large": ("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}",),
}


def sendable(value):
    "The value with bytes as text."
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {k: sendable(v) for k, v in value.items()}
    return [sendable(v) for v in value] if isinstance(value, list) else value


class Kernel:
    "The Python side: an explorer that answers the page."

    def __init__(self):
        self.problems = []

    def open(self, page, texts, dark=False):
        "Show an explorer in the page."
        self.explorer = explore(*map(Shape.parse, texts[:1]), other=(Shape.parse(texts[1]) if texts[1:] else None))
        page.evaluate(PAGE, [static(*TILE_SCRIPTS), static(*TILE_STYLES), self.state(), dark])

    def state(self):
        "What widget and page share."
        return {k: sendable(getattr(self.explorer, k)) for k in ("text", "other", "drawings", "errors")}

    def answer(self, sent):
        "Apply what the page sent: what has changed."
        before = self.state()
        for name, value in sent.items():
            setattr(self.explorer, name, value)
        return {k: v for k, v in self.state().items() if v != before[k]}


def random_shape(rng):
    "A small shape with a layout of up to three tiles."
    rank = rng.randint(0, 4)
    order = rng.sample(range(rank), rank)
    sizes = [rng.randint(1, 6) for _ in range(rank)]
    text = ""
    for _ in range(rng.randint(0, 3)):
        tile = [str(rng.randint(1, 4)) for _ in range(rng.randint(1, 3))]
        if len(tile) > 1 and rng.random() < 0.3:
            tile[0] = "*"
        text += f"({','.join(tile)})"
    layout = ",".join(map(str, order)) + (f":T{text}" if text else "")
    try:
        return Shape.parse(f"f32[{','.join(map(str, sizes))}]{{{layout}}}")
    except ParseError:  # a tile longer than the rank
        return random_shape(rng)


def check_places(page, kernel, rng, count):
    "The JavaScript finds elements where Python does: how many were compared."
    from indexing_tools.pictures.live.tiles import shape_model

    compared = 0
    for _ in range(count):
        shape = random_shape(rng)
        index = [tuple(rng.randrange(n) for n in shape.dimensions) for _ in range(20)]
        found = page.evaluate(
            "([shape, index]) => index.map((at) => widget.placeOf(shape, at).offset)",
            [shape_model(shape), index],
        )
        assert found == [int(shape.linear_index(at)) for at in index], str(shape)
        compared += len(found)
    return compared


def check_marks(page, kernel, rng, tries):
    "Hover at random cells of all fields: how many were checked. Raises if a mark or a word is wrong."
    checked, shapes = 0, kernel.explorer.shapes
    drawings = kernel.explorer.drawings
    for block, drawing in enumerate(drawings):
        for which, field in enumerate(drawing["fields"]):
            offsets = np.frombuffer(field["offsets"])
            elements = np.frombuffer(field["elements"])
            for cell in rng.sample(range(len(offsets)), min(tries, len(offsets))):
                if offsets[cell] >= shapes[block].padded_size:
                    continue
                hover(page, block, which, field, cell)
                for k, (corners, words) in enumerate(page.evaluate(MARKED)):
                    if k != block and (elements[cell] < 0 or not drawings[k]["fields"]):
                        continue
                    check_mark(shapes[k], drawings[k], corners, words, int(elements[cell]), int(offsets[cell]), k == block)
                checked += 1
    return checked


def check_mark(shape, drawing, corners, words, element, offset, own):
    "Are the cells of the element framed, all of them and no others, and is its place said?"
    if element >= 0:
        index = tuple(int(i) for i in np.unravel_index(element, shape.dimensions)) if shape.rank else ()
        offset = int(shape.linear_index(index))
        assert words.startswith(f"element ({', '.join(map(str, index))}) "), words
    else:
        assert words.startswith("padding "), words
    bits = offset * shape.element_bits
    assert f"offset {offset:,} of {shape.padded_size:,} \u2192 byte {bits // 8:,}" in words, (words, offset)
    expected = []
    for field in drawing["fields"]:
        by = 3 if field["cell"][0] < 8 else 0.5
        for cell in np.flatnonzero(np.frombuffer(field["offsets"]) == offset):
            row, column = divmod(int(cell), len(field["xs"]))
            x, y = field["origin"][0] + field["xs"][column], field["origin"][1] + field["ys"][row]
            expected.append([x - by, y - by])
    assert np.allclose(sorted(corners), sorted(expected)), (str(shape), offset, corners, expected)


def hover(page, block, which, field, cell, wait=0):
    "Move the mouse to a cell: work and time to the painted frame."
    row, column = divmod(cell, len(field["xs"]))
    x, y = field["xs"][column] + field["cell"][0] / 2, field["ys"][row] + field["cell"][1] / 2
    return page.evaluate(HOVER, [block, which, x, y, wait])


def check_canvas(page, kernel):
    "The canvas has the colours of the cells."
    from indexing_tools.pictures.tiles import TINTS

    (drawing,) = kernel.explorer.drawings
    for k, field in enumerate(f for f in drawing["fields"] if "colours" in f):
        colours = np.frombuffer(field["colours"], dtype="int8")
        cells = [int(i) for i in np.linspace(0, len(colours) - 1, 999)]
        places = [
            [field["xs"][c % len(field["xs"])] + 0.5, field["ys"][c // len(field["xs"])] + 0.5] for c in cells
        ]
        found = page.evaluate(
            """([k, places]) => {
              const canvas = document.querySelectorAll(".it-field canvas")[k], pen = canvas.getContext("2d");
              const fine = window.devicePixelRatio;
              return places.map(([x, y]) => [...pen.getImageData(x * fine, y * fine, 1, 1).data].slice(0, 3));
            }""",
            [k, places],
        )
        wanted = [[int(TINTS[c][i : i + 2], 16) for i in (1, 3, 5)] for c in colours[cells] if c >= 0]
        painted = [f for f, c in zip(found, colours[cells]) if c >= 0]
        assert painted == wanted, sum(a == b for a, b in zip(painted, wanted))


def keyboard(page, kernel):
    "Focus, arrows, Enter and Escape with real keys."
    kernel.open(page, CASES["figure 1"])
    said = page.locator(".it-readout")
    assert said.inner_text().startswith("element (0, 0)"), said.inner_text()
    for _ in range(3):  # over the two texts to the array
        page.keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    words = "element (2, 3) \u2192 tile (1, 1), within (0, 1) \u2192 offset 17 of 24 \u2192 byte 68"
    assert said.inner_text() == words, said.inner_text()
    page.keyboard.press("Tab")  # to the memory, where the same place is
    page.keyboard.press("ArrowRight")
    assert said.inner_text().startswith("padding \u2192 offset 18 of 24"), said.inner_text()
    page.keyboard.press("Enter")
    page.locator(".it-field").nth(0).hover(position={"x": 5, "y": 5})
    assert "offset 18" in said.inner_text()
    page.keyboard.press("Escape")
    page.locator(".it-field").nth(0).hover(position={"x": 6, "y": 5})
    assert said.inner_text().startswith("element (0, 0)"), said.inner_text()
    ring = "getComputedStyle(document.activeElement).boxShadow"
    assert "rgb(35, 112, 177)" in page.evaluate(ring), page.evaluate(ring)


def errors(page, kernel):
    "Bad text shows its error and keeps the picture; good text takes it away."
    kernel.open(page, CASES["figure 1"])
    text, other, error = page.locator("input").nth(0), page.locator("input").nth(1), page.locator(".it-error")
    text.fill("f32[3,5]{1,0:T(2,0)}")
    error.nth(0).wait_for(state="visible")
    lines = error.nth(0).inner_text().split("\n")
    assert lines[0].startswith("line 1, column 18: ") and lines[2].index("^") == 17, lines
    assert page.locator(".it-field").count() == 2
    text.fill("f32[3,5]{1,0:T(2,4)}")
    error.nth(0).wait_for(state="hidden")
    other.fill("f32[3,5]{0,1}")
    page.locator(".it-block").nth(1).wait_for()
    assert page.locator(".it-field").count() == 4
    other.fill("token[]")
    page.wait_for_function("document.querySelectorAll('.it-field').length === 2")
    assert page.evaluate("document.activeElement.tagName") == "INPUT"


def timings(page, kernel, rounds):
    "For each case and kind of field: median, 95 % and worst of work and of painted frames."
    rng, rows = random.Random(7), {}
    for name, texts in CASES.items():
        kernel.open(page, texts)
        fields = kernel.explorer.drawings[0]["fields"]
        for which in (0, len(fields) - 1):
            cells = [rng.randrange(len(np.frombuffer(fields[which]["offsets"]))) for _ in range(rounds)]
            times = [hover(page, 0, which, fields[which], cell, rng.uniform(0, 17)) for cell in cells]
            rows[name, fields[which]["name"]] = [
                (statistics.median(t), statistics.quantiles(t, n=20)[18], max(t)) for t in zip(*times)
            ]
    return rows


def show(rows):
    "Print the table: what is too late."
    print(f"\n{'':32}{'work':>18}{'painted':>24}   ms: median, 95 %, worst")
    late = []
    for (name, kind), (work, painted) in rows.items():
        bad = work[1] > 16 or painted[0] > 50
        late += [(name, kind)] * bad
        numbers = "".join(f"{t:8.1f}" for t in (*work, *painted))
        print(f"{name:11} {kind:20}{numbers}{'   LATE' if bad else ''}")
    return late


def screenshots(page, kernel, folder):
    "Pictures of what a user sees, in both themes."
    folder.mkdir(parents=True, exist_ok=True)
    for name, texts in CASES.items():
        for dark in (False, True) if name == "figure 2" else (False,):
            kernel.open(page, texts, dark)
            field = kernel.explorer.drawings[0]["fields"][0]
            hover(page, 0, 0, field, len(field["xs"]) + 3)
            page.wait_for_timeout(50)
            page.screenshot(path=folder / f"{name.replace(' ', '_')}{'_dark' if dark else ''}.png", full_page=True)
    kernel.open(page, CASES["figure 1"])
    page.locator("input").nth(0).fill("f32[3,5]{1,0:T(2,0)}")
    page.locator(".it-error").nth(0).wait_for(state="visible")
    page.screenshot(path=folder / "error.png", full_page=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    parser.add_argument("--rounds", type=int, default=30, help="hovers of a kind that are timed")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    a = parser.parse_args()
    if find_spec("playwright") is None or not Path(a.chromium).exists():
        return skipped(f"playwright and {a.chromium}")
    from playwright.sync_api import sync_playwright

    kernel, rng = Kernel(), random.Random(3)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a.chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1200, "height": 800})
        page.on("pageerror", lambda error: kernel.problems.append(str(error)))
        page.on("console", lambda m: m.type == "error" and kernel.problems.append(m.text))
        page.expose_function("python", kernel.answer)
        page.goto("about:blank")
        kernel.open(page, CASES["figure 1"])
        print(f"places: {check_places(page, kernel, rng, 200):,} elements of random shapes agree")
        checked = 0
        for name, texts in CASES.items():
            kernel.open(page, texts)
            checked += check_marks(page, kernel, rng, 15)
            if name == "256 x 256":
                check_canvas(page, kernel)
        print(f"marks: {checked} hovers frame what they should in all fields, and say so")
        keyboard(page, kernel)
        errors(page, kernel)
        print("keys, pins, errors: as expected")
        if a.shots:
            screenshots(page, kernel, a.shots)
        late = show(timings(page, kernel, a.rounds))
        browser.close()
    print(*kernel.problems, sep="\n")
    return int(bool(kernel.problems)) | verdict(len(late), a.rounds, 20)


if __name__ == "__main__":
    sys.exit(main())
