"""Check that every internal link of built documentation leads to a page and, with an anchor, to a place on it.

Run ``python -m tools.check_links build/docs``: it prints the links that don't, and ends with status 1 if there are any.
Links to other sites are not followed.
"""

import functools
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the links and anchors of a tag."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(folder: Path) -> tuple[int, list[str]]:
    """Return the number of internal links of the pages below a folder, and those that lead nowhere."""
    page = functools.cache(Page)
    count, broken = 0, []
    for path in sorted(folder.rglob("*.html")):
        for link in page(path).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment) if target.suffix == ".html" else ""
            if not target.is_file() or (anchor and anchor not in page(target).anchors):
                broken.append(f"{path.relative_to(folder)}: {link}")
    return count, broken


def main(arguments: list[str]) -> int:
    """Print the broken links of the folder that is given; return 1 if there are any."""
    count, broken = broken_links(Path(arguments[0]).resolve())
    print("\n".join([*broken, f"{len(broken)} of {count} internal links lead nowhere"]))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
