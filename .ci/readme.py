"README.md, made from nbs/index.ipynb; its pictures become files in nbs/images."
import posixpath
import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

import nbformat
from notebooks import ROOT, directives

PICTURES = ROOT / "nbs" / "images"
IMAGE = re.compile(r'src="data:image/svg\+xml(?:;charset=utf-8|;utf8)?,([^"]*)"')

LINK = re.compile(r"\]\((?!\w+:|#)([^)\s]+)\)")  # to a file, as seen from the notebook


def picture(svg: str) -> str:
    "Write the picture to a file of its own; its path from README.md."
    PICTURES.mkdir(exist_ok=True)
    path = PICTURES / f"index-{len(list(PICTURES.glob('index-*.svg'))) + 1}.svg"
    path.write_text(svg.rstrip("\n") + "\n", encoding="utf-8")
    return path.relative_to(ROOT).as_posix()


def output(cell_output: nbformat.NotebookNode) -> str:
    "One output as Markdown: a picture before a text."
    views = cell_output.get("data", {"text/plain": cell_output.get("text", "")})
    if "image/svg+xml" in views:
        return f"![]({picture(views['image/svg+xml'])})"
    if "text/html" in views and IMAGE.search(views["text/html"]):
        return IMAGE.sub(lambda m: f'src="{picture(unquote(m[1]))}"', views["text/html"]).strip()
    return f"```text\n{views.get('text/plain', '').rstrip()}\n```"


def markdown(cell: nbformat.NotebookNode) -> str:
    'One cell as Markdown: nothing of a hidden one, no source with "echo: false".'
    if cell.cell_type != "code":
        return LINK.sub(lambda m: f"]({posixpath.normpath('nbs/' + m[1])})", cell.source)
    marks = directives(cell.source)
    if "hide" in marks:
        return ""
    code = "\n".join(line for line in cell.source.splitlines() if not line.startswith("#|")).strip()
    source = [f"```python\n{code}\n```"] if code and "echo: false" not in marks else []
    return "\n\n".join(source + [output(o) for o in cell.outputs])


def joined(parts: Iterable[str]) -> Iterator[str]:
    "Cells of code with nothing shown between them are one block: imports and what follows them."
    before = ""
    for part in parts:
        if part.startswith("```python") and before.startswith("```python") and before.count("```") == 2:
            before = before.removesuffix("\n```") + "\n" + part.removeprefix("```python")
            continue
        if before:
            yield before
        before = part
    yield before


def main() -> None:
    "Write README.md and its pictures anew."
    for old in PICTURES.glob("index-*.svg"):
        old.unlink()
    cells = nbformat.read(ROOT / "nbs" / "index.ipynb", 4).cells
    parts = ["<!-- Made from nbs/index.ipynb by .ci/readme.py. -->", *joined(filter(None, map(markdown, cells)))]
    (ROOT / "README.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
