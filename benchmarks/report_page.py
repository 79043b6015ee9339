"""The page of a report in a real browser: does it open soon, say what it should, and run nothing but itself?

    python benchmarks/report_page.py [--instructions 50000] [--rounds N] [--shots DIR] [--chromium PATH]

Makes the report of a program of so many instructions and its page, and opens that from a file in headless Chromium
(needs playwright, and a Chromium). Checks, at 1280 and 400 pixels, light and dark: no request for anything else, no
error, nothing wider than the screen; search, filters, sorting, pages of rows; keys; names that would be scripts. Then
measures how long the page takes to open, to its second painted frame. Exit status 1 if something is wrong, the page has
more than 15 MB or takes more than 3 s to open.

Short form: --instructions 2000 --rounds 3
"""
from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from common import ROOT, skipped, verdict

import indexing_tools as it
from indexing_tools.pictures.pages.report_model import page_model
from indexing_tools.pictures.pages.report import Page, page_html, report_page

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDTHS, SCHEMES = (1280, 400), ("light", "dark")
MOST_BYTES, MOST_SECONDS = 15_000_000, 3.0
EVIL = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"

LAYER = """
fused.{i} {{
  p.{i} = f32[64,256] parameter(0)
  t.{i} = f32[256,64] transpose(p.{i}), dimensions={{1,0}}, {at}
  e.{i} = f32[256,64] exponential(t.{i}), {at}
  ROOT m.{i} = f32[256,64] multiply(e.{i}, t.{i}), {at}
}}
""", """
  dot.{i} = f32[64,256] dot(x{i}, w), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}, {at}
  fusion.{i} = f32[256,64] fusion(dot.{i}), kind=kLoop, calls=fused.{i}, {at}
  slice.{i} = f32[128,64] slice(fusion.{i}), slice={{[{k}:{l}], [0:64]}}, {at}
  reduce.{i} = f32[128] reduce(slice.{i}, zero), dimensions={{1}}, to_apply=add, {at}
  row.{i} = f32[64,128] broadcast(reduce.{i}), dimensions={{1}}, {at}
  x{j} = f32[64,128] add(x{i}, row.{i}), {at}"""


def program(count: int) -> it.Program:
    "About `count` instructions, in layers of ten."
    functions, body = [], []
    for i in range(count // 10):
        at = f'metadata={{op_name="layer_{i}" source_file="net/layer_{i % 7}.py" source_line={10 + i % 90}}}'
        fields = {"i": i, "j": i + 1, "k": i % 100, "l": i % 100 + 128, "at": at}
        functions.append(LAYER[0].format(**fields))
        body.append(LAYER[1].format(**fields))
    return it.read_program(f"""HloModule layers, is_scheduled=true
add {{
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b)
}}
{"".join(functions)}
ENTRY main {{
  x0 = f32[64,128] parameter(0)
  w = f32[128,256] parameter(1)
  zero = f32[] constant(0){"".join(body)}
  ROOT out = f32[64,128] negate(x{count // 10})
}}""")


def attacked() -> Page:
    "A page on which every text would be a script."
    operand = {"operand": 0, "name": EVIL, "summary": EVIL, "reason": EVIL, "maps": [{"map": EVIL}]}
    place = {"computation": EVIL, "instruction": EVIL, "opcode": EVIL, "source": EVIL}
    traffic = {"operand": 0, "name": EVIL, "buffer_bytes": 1, "padding_bytes": 0, "distinct_elements": [1, 1]}
    traffic |= {"reads": [1, 1], "bytes": [1, 1]}
    figures = {"count": 1, "trip_count": None, "bytes": [1, 2], "waste_bytes": 1, "seconds": 1.0}
    kernel = {**place, **figures, "traffic": [traffic], "coalescing": [], "reason": EVIL}
    picture = {"svg": f"<svg xmlns='http://www.w3.org/2000/svg'><script>{EVIL}</script></svg>", "alt": EVIL}
    live = {**place, "output": [], "shape": EVIL, "bytes": 1}
    peak = {"memory_space": 0, "memory": EVIL, "bytes": 1, "step": 0, "instruction": EVIL, "live": [live]}
    steps = [{"instruction": EVIL, "bytes": {0: k}} for k in (1, 0)]
    module = {
        "file": EVIL,
        "device": EVIL,
        "notes": [EVIL],
        "findings": [{**place, "kind": EVIL, "message": EVIL, "bytes": 1, "map": EVIL, "picture": picture}],
        "kernels": [kernel],
        "instructions": [{**place, "shape": EVIL, "output": [], "operands": [operand]}],
        "memory": {"peaks": [peak], "timeline": steps},
    }
    return Page(page_html(page_model([module, module], EVIL), EVIL))


class Browser:
    "A browser in which every request and every complaint is noted."

    def __init__(self, playwright, chromium: str, folder: Path) -> None:
        self.browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        self.folder, self.problems = folder, []

    def open(self, made: Page, width: int = 1280, scheme: str = "light"):
        "The page opened from a file, and the seconds until it was painted."
        path = self.folder / "page.html"
        made.save(path)
        page = self.browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda m: m.type in ("error", "warning") and self.problems.append(m.text))
        other = lambda r: not r.url.startswith(("data:", path.as_uri()))
        page.on("request", lambda r: other(r) and self.problems.append(f"asks for {r.url}"))
        start = time.perf_counter()
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]", timeout=60_000)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return page, time.perf_counter() - start

    def expect(self, is_so: bool, what: str) -> None:
        "Note a problem if something is not so."
        self.problems += [] if is_so else [what]


def settled(page) -> None:
    "Wait until what was typed has had its effect."
    page.wait_for_timeout(400)


def counted(page, section: str) -> str:
    "The title of a section, which says how many rows it has."
    return page.locator(f"#{section} h2").inner_text()


def fits(page) -> bool:
    "Is nothing wider than the screen?"
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def use(b: Browser, made: Page, layers: int) -> None:
    "Search, filters, order, pages and keys."
    page, _ = b.open(made)
    page.keyboard.press("/")
    page.keyboard.type("FUSION.1 layer_1.py")
    settled(page)
    found = [i for i in range(layers) if str(i).startswith("1") and i % 7 == 1]
    b.expect(f", {len(found):,} of" in counted(page, "instructions"), "search: " + counted(page, "instructions"))
    page.keyboard.press("Escape")
    settled(page)
    page.locator("input[name=opcode]").fill("transpose")
    page.locator("input[name=instruction]").fill("t.*")
    settled(page)
    b.expect(f", {layers:,} of" in counted(page, "instructions"), "filter: " + counted(page, "instructions"))
    page.locator("form button[type=reset]").click()
    settled(page)
    head = page.locator("#instructions thead th").first
    head.locator("button").focus()
    page.keyboard.press("Enter")
    b.expect(head.get_attribute("aria-sort") == "ascending", "sorting by name")
    names = page.locator("#instructions tbody .name b").all_inner_texts()
    b.expect(names == sorted(names), "the order of names")
    b.expect(page.evaluate("document.activeElement.closest('th') !== null"), "the focus stays at the head")
    page.locator("#instructions .pager button", has_text="next").click()
    b.expect(page.locator("#instructions .pager span").inner_text().startswith("51\u2013100"), "the next page")
    rows(b, page)


def rows(b: Browser, page) -> None:
    "A row that opens and closes, and arrow keys between rows."
    openers = page.locator("#kernels .opener")
    openers.first.focus()
    page.keyboard.press("Enter")
    detail = page.locator("#kernels tr.detail")
    b.expect(detail.count() == 1 and "reads" in detail.inner_text(), "details of a kernel")
    page.keyboard.press("ArrowDown")
    focused = page.evaluate("[...document.querySelectorAll('#kernels .opener')].indexOf(document.activeElement)")
    b.expect(focused == 1, "the arrow goes to the next row")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    b.expect(detail.count() == 0, "details close")
    slider = page.locator("#memory input[type=range]").first
    slider.focus()
    page.keyboard.press("Home")
    b.expect(page.locator("#memory output").first.inner_text().startswith("step 0:"), "the first step")


def enlarge(b: Browser, made: Page) -> None:
    "The picture of a finding, enlarged and closed with keys."
    page, _ = b.open(made)
    page.locator("figure button").first.focus()
    page.keyboard.press("Enter")
    b.expect(page.locator("dialog[open] img").count() == 1, "a picture is enlarged")
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    b.expect(page.locator("dialog").count() == 0, "Escape closes it")


def attack(b: Browser) -> None:
    "Nothing of the texts is run, whatever is clicked."
    page, _ = b.open(attacked())
    b.problems = [p for p in b.problems if "data:image" not in p]  # the picture's own script is refused
    for button in page.locator("main .opener, main .place").all():
        button.click()
    page.locator("header select").select_option("1")
    settled(page)
    b.expect(page.evaluate("window.hacked === undefined"), "a name was run as a script")
    b.expect(page.locator("main img[src=x], main script").count() == 0, "a name became markup")
    b.expect(EVIL in page.locator("#findings").inner_text(), "a name is not shown as it is")


def looks(b: Browser, named: dict[str, Page], shots: Path | None) -> None:
    "Every page, narrow and wide, light and dark."
    for name, made in named.items():
        for width in WIDTHS:
            for scheme in SCHEMES:
                page, _ = b.open(made, width, scheme)
                for section in ("kernels", "instructions"):
                    page.locator(f"#{section} .opener").first.click()
                b.expect(fits(page), f"{name} is wider than {width} pixels")
                if shots:
                    page.screenshot(path=shots / f"{name}_{width}_{scheme}.png", full_page=True)
                page.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instructions", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=5, help="how often the page is opened for its time")
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    a = parser.parse_args()
    if find_spec("playwright") is None or not Path(a.chromium).exists():
        return skipped(f"playwright and {a.chromium}")
    from playwright.sync_api import sync_playwright

    if a.shots:
        a.shots.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    large = report_page([program(a.instructions).report()])
    print(f"{a.instructions:,} instructions: {time.perf_counter() - start:.1f} s to make the page", flush=True)
    folder = ROOT / "nbs" / "data" / "hlo"
    files = [folder / "gpu_h100" / "mlp_train_step.hlo", folder / "tpu_v5e" / "transformer_block_bf16.hlo"]
    small = {f.stem: report_page([it.read_program(f).report()]) for f in files}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        b = Browser(playwright, a.chromium, Path(place))
        use(b, large, a.instructions // 10)
        enlarge(b, small["transformer_block_bf16"])
        attack(b)
        looks(b, small, a.shots)
        seconds = [b.open(large)[1] for _ in range(a.rounds)]
    size, median = len(large.html.encode()), statistics.median(seconds)
    print(*b.problems or ["search, filters, order, keys, narrow and wide, light and dark, hostile names: as expected"], sep="\n")
    print(f"{size / 1e6:.1f} MB, opens in {median:.2f} s (slowest of {a.rounds}: {max(seconds):.2f})")
    return int(bool(b.problems) or size > MOST_BYTES) | verdict(int(median > MOST_SECONDS), a.rounds)


if __name__ == "__main__":
    sys.exit(main())
