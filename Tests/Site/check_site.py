# Factory, MIT licence; see LICENSE
#
# Checks that a documentation site has no broken links: `python3 check_site.py SITE [BASE-PATH]`, which
# Scripts/build-docs runs. Every page, image and code file that a page or the index refers to exists, every page has an
# HTML file for a file server, and a link or the index leads to every article. Links to a heading name one that exists.
# The pages of all kinds of factory list all modifiers.
import json
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

site = Path(sys.argv[1])
base = sys.argv[2].rstrip("/") if len(sys.argv) > 2 else ""
problems = set()
# The pages that each page links to, and the headings of each page.
links = {}
anchors = {}


def values(node):
    """All dictionaries in a JSON value."""
    if isinstance(node, dict):
        yield node
        node = node.values()
    if isinstance(node, (dict, list)) or not isinstance(node, (str, int, float, bool, type(None))):
        for child in node:
            yield from values(child)


def path_of(url):
    return unquote(urlsplit(url).path).rstrip("/").lower()


pages = {}
for file in sorted((site / "data").rglob("*.json")):
    page = json.loads(file.read_text())
    pages["/" + str(file.relative_to(site / "data").with_suffix("")).lower()] = page

for name, page in pages.items():
    if not (site / name[1:] / "index.html").exists():
        problems.add(f"{name} has no HTML file")
    anchors[name] = {node["anchor"] for node in values(page) if isinstance(node.get("anchor"), str)}

for name, page in pages.items():
    links[name] = set()
    references = page.get("references", {})
    # Chapters have no pages: the page of a tutorial names them in its menu.
    chapters = {node.get("reference") for node in page.get("hierarchy", {}).get("modules") or []}
    for identifier, reference in references.items():
        if identifier in chapters:
            continue
        kind = reference.get("type")
        if kind in ("image", "video", "download"):
            found = [variant["url"] for variant in reference.get("variants", [])] or [reference["url"]]
            for url in found:
                if not url.startswith("http") and not (site / url.lstrip("/")).exists():
                    problems.add(f"{name}: there is no file {url}")
        # What a symbol conforms to in the standard library has no page here.
        elif kind == "unresolvable" and "Factory" in identifier.rsplit("/", 1)[-1]:
            problems.add(f"{name}: unresolvable reference {identifier}")
        elif reference.get("url", "").startswith("/"):
            target, fragment = path_of(reference["url"]), unquote(urlsplit(reference["url"]).fragment)
            links[name].add(target)
            if target not in pages:
                problems.add(f"{name}: there is no page {reference['url']}")
            elif fragment and fragment not in anchors[target]:
                problems.add(f"{name}: {target} has no heading {fragment}")
    for node in values({key: value for key, value in page.items() if key != "references"}):
        if node.get("type") == "reference" and node.get("identifier") not in references:
            problems.add(f"{name}: there is no reference {node.get('identifier')}")
        if node.get("type") in ("text", "codeVoice"):
            text = node.get("text", node.get("code", ""))
            if re.search(r"<doc:|\bdoc://", text):
                problems.add(f"{name}: a link that is shown as text: {text}")

# Protocols declare most modifiers, so the pages of the kinds list them by hand, in FactoryKit.docc/Symbols.
def groups_of(name):
    """The groups of a page: their titles, and the references in them."""
    page = pages[f"/documentation/factorykit/{name}"]
    return [
        (section["title"], [page["references"][identifier] for identifier in section["identifiers"]])
        for section in page.get("topicSections", [])
    ]


modifiers = {"wrap(file:function:line:column:_:)"} | {
    reference["title"]
    for group, references in groups_of("factorymodifying")
    if group.startswith("Instance")
    for reference in references
}
kinds = [f"{kind}{form}" for kind in ("", "throwing", "async", "mainactor") for form in ("factory", "parameterfactory")]
for kind in [*kinds, "factorygroup"]:
    groups = groups_of(kind)
    titles = {reference["title"] for _, references in groups for reference in references}
    only_with_parameter = set() if "parameter" in kind else {"scopeOnParameters", "reset(_:for:)"}
    for title in sorted(modifiers - titles - only_with_parameter):
        problems.add(f"the page of {kind} does not list {title}")
    for group, references in groups:
        for reference in references:
            if reference.get("deprecated", False) != (group == "Deprecated"):
                problems.add(f"the page of {kind} lists {reference['title']} below {group}")
    if "Deprecated" in [group for group, _ in groups[:-1]]:
        problems.add(f"on the page of {kind}, deprecated forms are not last")

# What the sidebar and its filter show.
index = json.loads((site / "index/index.json").read_text())
listed = {path_of(node["path"]) for node in values(index) if "path" in node}
for path in sorted(listed - set(pages)):
    problems.add(f"the index has {path}, which is no page")

reached = {"/documentation"}
waiting = ["/documentation"]
while waiting:
    for target in links.get(waiting.pop(), set()) & set(pages):
        if target not in reached:
            reached.add(target)
            waiting.append(target)
for path in sorted(set(pages) - reached - listed):
    if pages[path].get("kind") != "symbol":
        problems.add(f"no link leads to {path}")

if pages["/documentation"]["topicSections"][0]["title"] != "Start here":
    problems.add("the first page does not begin with the articles to start with")
home = (site / "index.html").read_text()
if f'url={base}/documentation/' not in home:
    problems.add("the file server's first page does not lead to the documentation")
for page in sorted(site.rglob("*.html")):
    for url in re.findall(r'(?:src|href)="([^"#?]+)', page.read_text()):
        path = url[len(base):] if base and url.startswith(base + "/") else url
        if not url.startswith(("http", "data:")) and not (
            (site / path[1:]) if path.startswith("/") else page.parent / path
        ).exists():
            problems.add(f"{page.relative_to(site)}: there is no {url}")

if not any(name.startswith("/tutorials") for name in pages):
    problems.add("there are no tutorials")
for problem in sorted(problems):
    print(problem, file=sys.stderr)
print(f"check-site: {len(pages)} pages, {sum(map(len, links.values()))} links, {len(problems)} problems")
sys.exit(1 if problems else 0)
