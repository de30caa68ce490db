# Factory, MIT licence; see LICENSE
#
# Checks SARIF files that `.ci/run sarif` has written:
#
# - They are valid by sarif-2.1.0.schema.json, which is written after the standard, because the official
#   schema may not be downloaded where this runs.
# - The names and the required properties in that schema are those of the official one: those of
#   sarif-om, whose classes are generated from it, and the models of sarif-pydantic accept the files.
# - What a schema cannot say: rule indices, URIs of files, and columns.
# - Files with typical mistakes are not valid.
import copy
import json
import pathlib
import sys
import urllib.parse

import attr
import jsonschema
import sarif_om
import sarif_pydantic

folder = pathlib.Path(sys.argv[1])
schema = json.loads(pathlib.Path(__file__).with_name("sarif-2.1.0.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
checker = jsonschema.FormatChecker()
assert "uri-reference" in checker.checkers, "the package rfc3987 is missing"
validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
problems = []


def problem(text):
    problems.append(text)
    print(f"check-sarif: {text}", file=sys.stderr)


def official(name):
    """The properties of an object, and the required ones; None if it is not an object of SARIF."""
    model = getattr(sarif_om, name[0].upper() + name[1:], None)
    if model is None:
        return None
    fields = attr.fields(model)
    names = {field.metadata["schema_property_name"] for field in fields}
    return names, {f.metadata["schema_property_name"] for f in fields if f.default is attr.NOTHING}


def check_schema():
    own = {"description": "multiformatMessageString", "level": None, "absoluteURI": None}
    # The official schema requires one of several properties, which classes cannot say.
    count = 0
    for name, definition in schema["$defs"].items():
        if name in own:
            continue
        found = official(name)
        if found is None:
            problem(f"the schema's '{name}' is no object of SARIF")
            continue
        names, required = found
        mine = set(definition["properties"])
        if name == "sarifLog":
            names = names | {"$schema"} - {"schema_uri"}
        for extra in sorted(mine - names):
            problem(f"the schema's '{name}' has '{extra}', which SARIF has not")
        for missing in sorted(required - set(definition.get("required", []))):
            problem(f"the schema's '{name}' does not require '{missing}'")
        count += 1
    return count


def extras(value, path=""):
    """The properties that no model of sarif-pydantic has."""
    if isinstance(value, sarif_pydantic.sarif.SarifBaseModel):
        for name in value.model_extra or {}:
            # 0.6 does not know these two, which are in section 3.14 of the standard.
            if (type(value).__name__, name) not in {("Run", "columnKind"), ("Run", "newlineSequences")}:
                yield f"{path}.{name}"
        for name in type(value).model_fields:
            yield from extras(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from extras(element, f"{path}[{index}]")


def errors(document):
    found = [f"{e.json_path}: {e.message}" for e in validator.iter_errors(document)]
    if found:
        return found
    try:
        model = sarif_pydantic.Sarif.model_validate(document)
        found += [f"sarif-pydantic does not know {name}" for name in extras(model)]
    except Exception as error:
        found.append(f"sarif-pydantic: {error}")
    for run in document["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        if len(set(rules)) != len(rules):
            found.append("a rule is listed twice")
        for result in run["results"]:
            index = result["ruleIndex"]
            if index >= len(rules) or rules[index] != result["ruleId"]:
                found.append(f"ruleIndex {index} is not that of {result['ruleId']}")
            ids = [location["id"] for location in result.get("relatedLocations", [])]
            if len(set(ids)) != len(ids):
                found.append("two related locations have one id")
            for location in physical(result):
                if any(end < start for start, end in [bounds(location["region"])]):
                    found.append(f"a region ends before it starts: {location}")
    return found


def bounds(region):
    start = (region["startLine"], region["startColumn"])
    return start, (region.get("endLine", start[0]), region.get("endColumn", start[1]))


def physical(result):
    for location in result["locations"] + result.get("relatedLocations", []):
        yield location["physicalLocation"]
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for replacement in change["replacements"]:
                yield {
                    "artifactLocation": change["artifactLocation"],
                    "region": replacement["deletedRegion"],
                }


def check_places(document, base, findings):
    """The URIs are those of files, and the columns are those of the JSON format in code points."""
    results = document["runs"][0]["results"]
    if len(results) != len(findings):
        problem(f"{len(results)} results for {len(findings)} findings")
    unmatched = set()
    for finding in findings:
        for place in [finding] + finding["notes"]:
            path = (folder / "examples" / "with spaces" / place["path"]).resolve()
            line = path.read_bytes().split(b"\n")[place["line"] - 1]
            column = len(line[: place["column"] - 1].decode()) + 1
            unmatched.add((path, place["line"], column))
    known = set(unmatched)
    for result in results:
        for location in physical(result):
            uri = urllib.parse.urljoin(base.resolve().as_uri() + "/", location["artifactLocation"]["uri"])
            path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path)).resolve()
            if not path.is_file():
                problem(f"{uri} is no file")
        for location in result["locations"] + result.get("relatedLocations", []):
            location = location["physicalLocation"]
            uri = urllib.parse.urljoin(base.resolve().as_uri() + "/", location["artifactLocation"]["uri"])
            path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path)).resolve()
            place = (path, location["region"]["startLine"], location["region"]["startColumn"])
            if place not in known:
                problem(f"no finding is at {place}")
            unmatched.discard(place)
    for place in unmatched:
        problem(f"no result is at {place}")


def check_mistakes(document):
    """Files with typical mistakes are not valid."""
    with_fix = next(i for i, r in enumerate(document["runs"][0]["results"]) if "fixes" in r)

    def run(d):
        return d["runs"][0]

    def result(d):
        return run(d)["results"][with_fix]

    def place(d):
        return result(d)["locations"][0]["physicalLocation"]

    def replacement(d):
        return result(d)["fixes"][0]["artifactChanges"][0]["replacements"][0]

    mistakes = {
        "another version": lambda d: d.update(version="2.0.0"),
        "no runs": lambda d: d.pop("runs"),
        "no driver": lambda d: run(d)["tool"].pop("driver"),
        "no name": lambda d: run(d)["tool"]["driver"].pop("name"),
        "bytes as columns": lambda d: run(d).update(columnKind="utf8Bytes"),
        "a misspelt property": lambda d: result(d).update(ruleID="a"),
        "an unknown level": lambda d: result(d).update(level="fatal"),
        "a message of a string": lambda d: result(d).update(message="a"),
        "another rule's index": lambda d: result(d).update(ruleIndex=result(d)["ruleIndex"] + 1),
        "a negative index": lambda d: result(d).update(ruleIndex=-1),
        "line 0": lambda d: place(d)["region"].update(startLine=0),
        "column 0": lambda d: place(d)["region"].update(startColumn=0),
        "a URI with a space": lambda d: place(d)["artifactLocation"].update(uri="a b.swift"),
        "a URI with a letter beyond ASCII": lambda d: place(d)["artifactLocation"].update(uri="ä.swift"),
        "a URI with a colon": lambda d: place(d)["artifactLocation"].update(uri="a:b.swift"),
        "a URI with './'": lambda d: place(d)["artifactLocation"].update(uri="./a.swift"),
        "a path as URI": lambda d: place(d)["artifactLocation"].update(uri="/a.swift"),
        "a replacement without region": lambda d: replacement(d).pop("deletedRegion"),
        "a region that ends before it starts": lambda d: replacement(d)["deletedRegion"].update(
            startLine=10**6
        ),
        "a message as inserted content": lambda d: replacement(d).update(insertedContent="a"),
        "no description": lambda d: run(d)["tool"]["driver"]["rules"][0].pop("shortDescription"),
        "a rule twice": lambda d: run(d)["tool"]["driver"]["rules"].append(
            run(d)["tool"]["driver"]["rules"][0]
        ),
    }
    for name, change in mistakes.items():
        broken = copy.deepcopy(document)
        change(broken)
        if not errors(broken):
            problem(f"not found: {name}")
    return len(mistakes)


objects = check_schema()
documents = {}
for name, base in [
    ("relative", "examples"),
    ("inside", "examples"),
    ("outside", "examples/with spaces"),
    ("empty", "examples"),
]:
    documents[name] = json.loads((folder / f"{name}.sarif").read_text())
    for error in errors(documents[name]):
        problem(f"{name}.sarif: {error}")
if not problems:
    findings = json.loads((folder / "findings.json").read_text())["diagnostics"]
    for name, base in [("relative", "examples"), ("inside", "examples"), ("outside", "examples/with spaces")]:
        check_places(documents[name], folder / base, findings)
    run = documents["inside"]["runs"][0]
    uris = {p["artifactLocation"]["uri"] for r in run["results"] for p in physical(r)}
    if any(uri.startswith("file:") for uri in uris):
        problem("a file in the current folder has an absolute URI")
    missing = {r["id"] for r in run["tool"]["driver"]["rules"]} - {r["ruleId"] for r in run["results"]}
    # These need several modules, or an import that the others must not have.
    if len(missing) > 5:
        problem(f"the examples show too few rules; missing are {sorted(missing)}")
    if not any("relatedLocations" in r for r in run["results"]):
        problem("the examples show no note")
    mistakes = check_mistakes(documents["relative"])
if problems:
    sys.exit(1)
print(
    f"check-sarif: {objects} objects of the schema, {len(documents)} files with "
    f"{len(findings)} findings and {mistakes} mistakes: as they should be; "
    f"not in the examples: {', '.join(sorted(missing)) or 'none'}"
)
