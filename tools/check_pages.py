"""Check in Chromium that the pages of built documentation fit a phone, that scripts run and that a search finds guides.

Run ``python -m tools.check_pages build/docs``: it prints what is wrong, and ends with status 1 if anything is. Without
Chromium it says so, and ends with status 0. The pages of functions, which are all alike, are left out.
"""

import functools
import html
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: Opens each page in a frame as wide as a phone, one after the other, and writes what is wrong to the document.
FRAME = """<!doctype html><iframe width=390 height=844></iframe><script>
const frame = document.querySelector("iframe"), wrong = [];
const load = page => new Promise(done => { frame.onload = done; frame.src = page; });
(async () => {
  for (const page of PAGES) {
    await load(page);
    const root = frame.contentDocument.documentElement;
    if (root.scrollWidth > 390) wrong.push(`${page}: ${root.scrollWidth} pixels wide`);
    for (const image of root.querySelectorAll("article img"))
      if (!image.naturalWidth || !image.alt) wrong.push(`${page}: no image or no text for it: ${image.src}`);
  }
  await load("search.html?q=gradient");
  await new Promise(done => setTimeout(done, 5000));
  const first = frame.contentDocument.querySelector("ul.search a");
  if (!/tutorials|guide/.test(first && first.href)) wrong.push(`a search for "gradient" shows ${first} first`);
  document.body.innerHTML = `<pre>${JSON.stringify(wrong)}</pre>`;
})();
</script>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the folder, without a line for each file."""

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


def what_is_wrong(folder: Path, browser: str) -> list[str]:
    """Return a line for each thing that is wrong with the pages of a folder."""
    pages = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html"))]
    pages = [page for page in pages if not re.match(r"_|api/generated/|check", page)]
    check = folder / "check_pages.html"
    check.write_text(FRAME.replace("PAGES", json.dumps([*pages, "api/generated/xp_torch.sum.html"])), encoding="utf-8")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    flags = (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--enable-logging=stderr",
        "--virtual-time-budget=600000",
    )
    url = f"http://127.0.0.1:{server.server_port}/{check.name}"
    try:
        done = subprocess.run([browser, *flags, "--dump-dom", url], capture_output=True, text=True, timeout=600)
    finally:
        server.shutdown()
        server.server_close()
        check.unlink()
    errors = re.findall(r"CONSOLE\S* (\"Uncaught.*)", done.stderr)
    found = re.search(r"<pre>(\[.*\])</pre>", done.stdout, re.DOTALL)
    return [*errors, *(json.loads(html.unescape(found[1])) if found else ["the pages were not opened"])]


def installed_browser() -> str | None:
    """Return the path of Chromium; None if it is not installed."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def main(arguments: list[str]) -> int:
    """Print what is wrong with the pages of the folder that is given; return 1 if there is anything."""
    browser = installed_browser()
    if browser is None:
        print("no Chromium: the pages were not opened in a browser")
        return 0
    wrong = what_is_wrong(Path(arguments[0]).resolve(), browser)
    print("\n".join([*wrong, f"{len(wrong)} things are wrong with the pages in a browser"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
