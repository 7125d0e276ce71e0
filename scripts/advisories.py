"""Advisories of third-party packages: the snapshot in deploy/checks/advisories.json, what it says of locked versions, and its refresh.

An advisory of the snapshot has facts only: its id, package, ecosystem, kind (`vulnerability`, `unsound`, `unmaintained` or `notice`),
date and source, and which versions it concerns. RustSec names those that are `patched` or `unaffected`; OSV, the format of
all other databases, names those that are `affected`.
"""

import datetime
import json
import os
import re
import tempfile
import textwrap
import tomllib

from version_requirements import satisfies

SNAPSHOT = "deploy/checks/advisories.json"
DATABASES = {
    "crates.io": "https://github.com/rustsec/advisory-db",
    "PyPI": "https://github.com/pypa/advisory-database",
    "npm": "https://github.com/github/advisory-database",
}
FAILING = ("vulnerability", "unsound")
# Days after which a source is old: a warning, because a refresh needs the network.
MAX_AGE = 90
RUSTSEC_FILE = re.compile(r"RUSTSEC-(?!0000)\d{4}-\d{4,}\.md")


def affects(advisory, version):
    if advisory.get("withdrawn"):
        return False

    def any_of(requirements):
        return any([satisfies(version, it, advisory["ecosystem"]) for it in requirements])

    if "affected" in advisory:
        return any_of(advisory["affected"])
    return not any_of(advisory["patched"] + advisory["unaffected"])


def remedy(advisory):
    if "affected" in advisory:
        return "affected: " + " or ".join(advisory["affected"])
    if advisory["patched"]:
        return "patched: " + " or ".join(advisory["patched"])
    return "no version is patched"


def judge(snapshot, locked, ignored):
    """The faults and the warnings. `locked` has the versions by (ecosystem, name); `ignored` is [advisories] ignore of deny.toml."""
    faults, warnings, used = [], [], set()
    reasons = dict((it["id"], it.get("reason", "")) if isinstance(it, dict) else (it, "") for it in ignored)
    faults += [f"deny.toml: {id} is ignored without a reason" for id, reason in reasons.items() if not reason.strip()]
    for advisory in snapshot["advisories"]:
        for version in locked.get((advisory["ecosystem"], advisory["package"]), ()):
            line = f"{advisory['id']} ({advisory['kind']}): {advisory['package']} {version}; {remedy(advisory)}; {advisory['source']}"
            try:
                if not affects(advisory, version):
                    continue
            except ValueError as error:
                faults.append(f"{line}: {error}")
                continue
            if advisory["id"] in reasons:
                used.add(advisory["id"])
            else:
                (faults if advisory["kind"] in FAILING else warnings).append(line)
    faults += [f"deny.toml: {id} concerns no locked version, so that it need not be ignored" for id in reasons.keys() - used]
    for ecosystem, source in snapshot["sources"].items():
        missing = sorted({name for of, name in locked if of == ecosystem} - set(source["covered"]))
        if missing:
            warnings.append(f"not looked up in the snapshot ({ecosystem}): {', '.join(missing)}; scripts/check-supply-chain --refresh-advisories")
    for ecosystem in sorted({of for of, _ in locked} - snapshot["sources"].keys()):
        warnings.append(f"the snapshot has no advisories of {ecosystem}; --advisories asks its registry, --refresh-advisories reads a checkout of {DATABASES[ecosystem]}")
    return faults, warnings


def age_warnings(snapshot, today):
    """The sources whose newest advisory is more than MAX_AGE days old, with how to refresh them."""
    for ecosystem, source in sorted(snapshot["sources"].items()):
        age = (datetime.date.fromisoformat(today) - datetime.date.fromisoformat(source["newest"])).days
        if age > MAX_AGE:
            yield (
                f"the advisories of {ecosystem} are of {source['newest']}, {age} days old: git clone --depth 1 {source['database']}, "
                "then scripts/check-supply-chain --refresh-advisories with its folder"
            )


def rustsec_advisory(text, origin):
    """Of the TOML with which a file of the RustSec database begins."""
    front = re.match(r"\s*```toml\n(.*?)\n```", text, re.DOTALL)
    if not front:
        raise ValueError(f"{origin}: does not begin with a block of TOML")
    parsed = tomllib.loads(front[1])
    about, versions = parsed["advisory"], parsed.get("versions", {})
    advisory = {
        "id": about["id"],
        "package": about["package"],
        "ecosystem": "crates.io",
        "kind": about.get("informational", "vulnerability"),
        "date": str(about["date"]),
        "patched": versions.get("patched", []),
        "unaffected": versions.get("unaffected", []),
        "source": f"https://rustsec.org/advisories/{about['id']}",
    }
    if about.get("withdrawn"):
        advisory["withdrawn"] = str(about["withdrawn"])
    return advisory


def osv_requirements(affected):
    """The affected versions of a package as requirements, from the events of its ranges or, without one, its list of versions."""
    requirements = []
    for span in affected.get("ranges", []):
        if span["type"] == "GIT":
            continue
        low = None
        for kind, version in [pair for event in span["events"] for pair in event.items()]:
            if kind == "introduced":
                low = version
                requirements.append("" if version == "0" else f">= {version}")
            elif kind in ("fixed", "last_affected") and low is not None:
                end = f"{'<' if kind == 'fixed' else '<='} {version}"
                requirements[-1] = f"{requirements[-1]}, {end}" if requirements[-1] else end
                low = None
    return [it or ">= 0" for it in requirements] or [f"= {it}" for it in affected.get("versions", [])]


def osv_advisories(text):
    """One for each of its packages from npm and PyPI; crates are read from RustSec."""
    parsed = json.loads(text)
    for affected in parsed.get("affected", []):
        ecosystem = affected["package"]["ecosystem"]
        if ecosystem not in ("npm", "PyPI"):
            continue
        advisory = {
            "id": parsed["id"],
            "package": package_name(ecosystem, affected["package"]["name"]),
            "ecosystem": ecosystem,
            "kind": "vulnerability",
            "date": parsed.get("published", parsed["modified"])[:10],
            "affected": osv_requirements(affected),
            "source": f"https://osv.dev/vulnerability/{parsed['id']}",
        }
        if parsed.get("withdrawn"):
            advisory["withdrawn"] = parsed["withdrawn"][:10]
        yield advisory


def package_name(ecosystem, name):
    return re.sub(r"[-_.]+", "-", name).lower() if ecosystem == "PyPI" else name


def read_advisories(path):
    """Those of a file, or of all files below a folder: RustSec's Markdown and OSV's JSON."""
    files = [path]
    if os.path.isdir(path):
        files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    for file in files:
        is_rustsec = RUSTSEC_FILE.fullmatch(os.path.basename(file))
        if not is_rustsec and not file.endswith(".json"):
            continue
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        if is_rustsec:
            if os.path.basename(os.path.dirname(os.path.dirname(file))) != "rust":
                yield rustsec_advisory(text, file)
        elif '"affected"' in text and '"schema_version"' in text:
            yield from osv_advisories(text)


def series(advisory):
    """RUSTSEC, PYSEC or GHSA: the database that gave the id."""
    return advisory["ecosystem"], advisory["id"].split("-")[0]


def refreshed(snapshot, read, locked, is_whole, today):
    """The snapshot with what was read. A whole database takes the place of all that was known of it, and has no fewer advisories."""
    names = {ecosystem: sorted({name for of, name in locked if of == ecosystem}) for ecosystem in DATABASES}
    if not read:
        raise ValueError("no advisory was found: a Markdown file of RustSec has its id as its name, one of OSV ends in .json")
    replaced = {series(it) for it in read} if is_whole else set()
    known = [it for it in snapshot["advisories"] if it["package"] in names[it["ecosystem"]]]
    missing = {it["id"] for it in known if series(it) in replaced} - {it["id"] for it in read}
    if missing:
        raise ValueError(f"lacks {len(missing)} advisories of the snapshot, as {max(missing)}: a checkout that is too old or incomplete")
    sources = {**snapshot["sources"]}
    for ecosystem in sorted({it["ecosystem"] for it in read}):
        before = sources.get(ecosystem, {"database": DATABASES[ecosystem], "newest": "", "covered": []})
        newest = max([before["newest"], *(it["date"] for it in read if it["ecosystem"] == ecosystem)])
        sources[ecosystem] = {**before, "newest": newest}
        if is_whole:
            sources[ecosystem] = {"database": before["database"], "newest": newest, "covered": names[ecosystem]}
    found = [it for it in known if series(it) not in replaced] + [it for it in read if it["package"] in names[it["ecosystem"]]]
    by_place = {(it["ecosystem"], it["package"], it["id"]): it for it in found}
    return {**snapshot, "day": today, "sources": sources, "advisories": [by_place[place] for place in sorted(by_place)]}


def written(snapshot):
    """JSON with one line for each advisory, so that a refresh is readable as a difference."""
    sources = []
    for ecosystem, source in sorted(snapshot["sources"].items()):
        facts = ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in source.items() if key != "covered")
        covered = textwrap.fill(", ".join(json.dumps(it) for it in source["covered"]), 126, initial_indent="      ", subsequent_indent="      ", break_on_hyphens=False)
        sources.append(f'    {json.dumps(ecosystem)}: {{{facts}, "covered": [\n{covered}\n    ]}}')
    advisories = ",\n".join(f"    {json.dumps(it)}" for it in snapshot["advisories"])
    about, day = json.dumps(snapshot["about"]), json.dumps(snapshot["day"])
    body = ",\n".join(sources)
    return f'{{\n  "about": {about},\n  "day": {day},\n  "sources": {{\n{body}\n  }},\n  "advisories": [\n{advisories}\n  ]\n}}\n'


def load(root):
    with open(os.path.join(root, SNAPSHOT), encoding="utf-8") as file:
        return json.load(file)


def refresh(root, path, locked, today):
    snapshot = refreshed(load(root), list(read_advisories(path)), locked, os.path.isdir(path), today)
    with open(os.path.join(root, SNAPSHOT), "w", encoding="utf-8") as file:
        file.write(written(snapshot))
    return snapshot


RUSTSEC_TEXT = """```toml
[advisory]
id = "RUSTSEC-2026-9999"
package = "planted"
date = "2026-01-02"
{more}
[versions]
patched = [">= 1.2.0"]
unaffected = ["< 1.0.0"]
```

# A title
"""
OSV_TEXT = {
    "schema_version": "1.4.0",
    "id": "GHSA-xxxx-yyyy-zzzz",
    "modified": "2026-03-04T00:00:00Z",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "Planted_Package"},
            "ranges": [
                {"type": "GIT", "events": [{"introduced": "0"}]},
                {"type": "ECOSYSTEM", "events": [{"introduced": "2.0.0"}, {"fixed": "2.0.7"}, {"introduced": "0"}, {"last_affected": "1.26.17"}]},
            ],
        },
        {"package": {"ecosystem": "Go", "name": "planted"}, "versions": ["1.0.0"]},
    ],
}


def judgment_faults():
    """A planted crate that is affected, and each thing that makes it pass."""

    def verdict(version="1.1.0", more="", ignored=(), covered=("planted",)):
        advisory = rustsec_advisory(RUSTSEC_TEXT.replace("{more}", more), "planted.md")
        snapshot = {"sources": {"crates.io": {"covered": list(covered)}}, "advisories": [advisory]}
        faults, warnings = judge(snapshot, {("crates.io", "planted"): {version}}, ignored)
        return len(faults), len(warnings)

    reason = {"id": "RUSTSEC-2026-9999", "reason": "not called"}
    cases = {
        "a vulnerability": (verdict(), (1, 0)),
        "an unsound crate": (verdict(more='informational = "unsound"'), (1, 0)),
        "an unmaintained crate": (verdict(more='informational = "unmaintained"'), (0, 1)),
        "a patched version": (verdict("1.2.0"), (0, 0)),
        "an unaffected version": (verdict("0.9.0"), (0, 0)),
        "a pre-release of the patch": (verdict("1.2.0-rc.1"), (1, 0)),
        "a version that cannot be read": (verdict("one"), (1, 0)),
        "a withdrawn advisory": (verdict(more='withdrawn = "2026-02-03"'), (0, 0)),
        "an ignored advisory": (verdict(ignored=[reason]), (0, 0)),
        "one that is ignored without a reason": (verdict(ignored=["RUSTSEC-2026-9999"]), (1, 0)),
        "one that need not be ignored": (verdict("1.2.0", ignored=[reason]), (1, 0)),
        "a crate that was not looked up": (verdict("1.2.0", covered=()), (0, 1)),
    }
    for what, (found, expected) in cases.items():
        if found != expected:
            yield f"{what}: {found} faults and warnings, expected {expected}"


def refresh_faults():
    """A checkout with an advisory of a locked crate, one of another crate, a draft and an advisory in OSV."""
    locked = {("crates.io", "planted"): {"1.1.0"}, ("PyPI", "planted-package"): {"2.0.6"}}
    old = {"id": "OLD-2020-0001", "package": "planted", "ecosystem": "crates.io", "kind": "notice", "date": "2020-01-01", "source": ""}
    old |= {"patched": [], "unaffected": []}
    empty = {"about": "", "day": "", "sources": {"crates.io": {"database": "", "newest": "2025-01-01", "covered": []}}, "advisories": [old]}
    files = {
        "crates/planted/RUSTSEC-2026-9999.md": RUSTSEC_TEXT.replace("{more}", ""),
        "crates/other/RUSTSEC-2026-9998.md": RUSTSEC_TEXT.replace("{more}", "").replace("planted", "other").replace("9999", "9998"),
        "crates/planted/RUSTSEC-0000-0000.md": "a draft",
        "advisories/GHSA-xxxx-yyyy-zzzz.json": json.dumps(OSV_TEXT),
    }
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        whole = refreshed(empty, list(read_advisories(root)), locked, True, "2026-05-06")
        single = os.path.join(root, "crates/planted/RUSTSEC-2026-9999.md")
        one = refreshed(empty, list(read_advisories(single)), locked, False, "2026-05-06")
    if json.loads(written(whole)) != whole:
        yield "what is written is read as something else"
    if [it["id"] for it in whole["advisories"]] != ["GHSA-xxxx-yyyy-zzzz", "OLD-2020-0001", "RUSTSEC-2026-9999"]:
        yield f"a checkout gives {whole['advisories']}"
    elif whole["advisories"][0]["affected"] != [">= 2.0.0, < 2.0.7", "<= 1.26.17"]:
        yield f"ranges of OSV give {whole['advisories'][0]['affected']}"
    if [it["id"] for it in one["advisories"]] != ["OLD-2020-0001", "RUSTSEC-2026-9999"] or one["sources"]["crates.io"]["covered"]:
        yield f"a file gives {one}"
    if len(judge(whole, locked, [])[0]) != 2:
        yield f"the refreshed snapshot gives {judge(whole, locked, [])}, expected two faults"
    later = {**empty, "advisories": [{**old, "id": "RUSTSEC-2026-9997"}]}
    for snapshot, read in ((later, [rustsec_advisory(RUSTSEC_TEXT.replace("{more}", ""), "planted.md")]), (empty, [])):
        try:
            refreshed(snapshot, read, locked, True, "2026-05-06")
            yield "a checkout that is too old, or empty, is taken"
        except ValueError:
            pass


def age_faults():
    """A source is old 91 days after its newest advisory."""
    snapshot = {"sources": {"PyPI": {"database": "https://example.com/db", "newest": "2026-01-01"}}}
    for today, expected in (("2026-01-01", 0), ("2026-04-01", 0), ("2026-04-02", 1)):
        found = list(age_warnings(snapshot, today))
        if len(found) != expected:
            yield f"{today}: {found}, expected {expected} warnings"


def self_test():
    yield from age_faults()
    yield from judgment_faults()
    yield from refresh_faults()
