"""Version requirements: whether a version of crates.io, npm or PyPI is in a comma list of comparators, all of which must hold.

The order is that of semver.org, and of PEP 440 for PyPI. Unlike in Cargo a pre-release counts like any other version, since an
advisory names a span of all that was published: `2.0.0-rc.1` satisfies `>= 1.2.3`, but not `^1.2.3`.
"""

import re

COMPARATOR = re.compile(r"(\^|~|>=|<=|>|<|=)?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?")
PEP_440 = re.compile(r"v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[._-]?(a|b|rc)[._-]?(\d+))?(?:\.post(\d+))?(?:\.dev(\d+))?(?:\+\S+)?")


def semver_key(parts, prerelease):
    """Sorts as semver.org says; its last element is 0, so that `just_after` has a place before the next version."""
    identifiers = [(0, int(it), "") if it.isdigit() else (1, 0, it) for it in prerelease.split(".")] if prerelease else []
    return (*(list(parts) + [0, 0])[:3], (0, tuple(identifiers)) if identifiers else (1, ()), 0)


def pep_440_key(version):
    found = PEP_440.fullmatch(version.strip().lower())
    if not found:
        raise ValueError(f"{version!r} is no version of PyPI")
    epoch, release, stage, number, post, dev = found.groups()
    numbers = [int(it) for it in release.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    is_dev_only = stage is None and post is None and dev is not None
    phase = (0, stage, int(number)) if stage else (-1, "", 0) if is_dev_only else (1, "", 0)
    return (int(epoch or 0), tuple(numbers), phase, int(post) if post else -1, (0, int(dev)) if dev else (1, 0), 0)


def just_after(key):
    return (*key[:-1], 1)


def by_operator(operator, low, high):
    """The half-open interval of keys; `high` is the end of what `=` takes."""
    return {"=": (low, high), ">=": (low, None), ">": (high, None), "<": (None, low), "<=": (None, high)}[operator]


def semver_interval(comparator):
    """Of Cargo's operators; a version without one is `^`. What is missing of a version is 0, or for `=`, `>` and `<=` anything."""
    found = COMPARATOR.fullmatch(comparator)
    if not found:
        raise ValueError(f"{comparator!r} is no version requirement")
    parts = [int(it) for it in found.group(2, 3, 4) if it is not None]
    low = semver_key(parts, found[5])

    def end(count):
        """The first pre-release of the next version that differs in the first `count` numbers."""
        return semver_key([*parts[: count - 1], parts[count - 1] + 1], "0")

    operator = found[1] or "^"
    if operator == "~":
        return low, end(min(2, len(parts)))
    if operator == "^":
        leading = next((place for place, part in enumerate(parts) if part), len(parts) - 1)
        return low, end(leading + 1)
    return by_operator(operator, low, just_after(low) if len(parts) == 3 else end(len(parts)))


def pep_440_interval(comparator):
    operator, version = re.fullmatch(r"(>=|<=|>|<|=|)\s*(.*)", comparator).groups()
    low = pep_440_key(version)
    return by_operator(operator or "=", low, just_after(low))


def satisfies(version, requirement, ecosystem):
    """Raises ValueError when either cannot be read: what is not understood must not pass for unaffected."""
    if ecosystem == "PyPI":
        key, interval = pep_440_key(version), pep_440_interval
    else:
        key, interval = semver_interval(f"={version}")[0], semver_interval
    bounds = [interval(comparator.strip()) for comparator in requirement.split(",")]
    return all((low is None or low <= key) and (high is None or key < high) for low, high in bounds)


REQUIREMENTS = {
    "crates.io": {
        ">= 1.2.3": ({"1.2.3", "1.2.4", "1.10.0", "2.0.0-rc.1"}, {"1.2.2", "1.2.3-rc.1", "0.9.9"}),
        "< 1.2.3": ({"1.2.2", "1.2.3-alpha.1"}, {"1.2.3", "1.10.0"}),
        "> 0.1.42, < 0.1.45": ({"0.1.43", "0.1.44"}, {"0.1.42", "0.1.45"}),
        "=0.15.0": ({"0.15.0", "0.15.0+build.7"}, {"0.15.1", "0.15.0-rc.1"}),
        "^1.2.3": ({"1.2.3", "1.9.0"}, {"2.0.0", "2.0.0-alpha", "1.2.2"}),
        "^ 0.3.1": ({"0.3.1", "0.3.9"}, {"0.4.0", "0.4.0-beta.1", "0.3.0"}),
        "^0.0.3": ({"0.0.3"}, {"0.0.4", "0.1.0"}),
        "~1.2": ({"1.2.0", "1.2.9"}, {"1.3.0", "1.1.9"}),
        "0.13.10": ({"0.13.10", "0.13.99"}, {"0.13.9", "0.14.0"}),
        "<= 0.22": ({"0.22.9", "0.21.0"}, {"0.23.0"}),
        "= 1.2": ({"1.2.0", "1.2.9"}, {"1.3.0", "1.1.0"}),
        ">= 0.103.12, < 0.104.0-alpha.1": ({"0.103.16"}, {"0.104.0-alpha.1", "0.104.0", "0.103.9"}),
        ">= 0.104.0-alpha.6": ({"0.104.0-alpha.6", "0.104.0-alpha.10", "0.104.0-beta", "0.104.0"}, {"0.104.0-alpha.5", "0.104.0-alpha"}),
    },
    "PyPI": {
        ">= 2.3.0, < 2.31.0": ({"2.3", "2.30.9", "2.31.0rc1"}, {"2.31", "2.31.0", "2.2.9"}),
        "< 2026.10.19": ({"2026.9.30", "2026.10.19.dev1"}, {"2026.10.19", "2026.10.19.post1"}),
        "<= 1.0": ({"1.0.0", "1.0rc2", "1.0b1"}, {"1.0.1", "1.0.post1"}),
        "= 3.13b1": ({"3.13b1"}, {"3.13", "3.13b2"}),
    },
}
UNREADABLE = (">= one", "*", "", ">= 1.2.3 < 2.0.0", "=> 1.0.0")


def self_test():
    for ecosystem, cases in REQUIREMENTS.items():
        for requirement, (inside, outside) in cases.items():
            for version in sorted(inside | outside):
                if satisfies(version, requirement, ecosystem) != (version in inside):
                    yield f"{version} {'does not satisfy' if version in inside else 'satisfies'} {requirement}"
    for requirement in UNREADABLE:
        try:
            yield f"{requirement!r} is read as {satisfies('1.2.3', requirement, 'crates.io')}, expected an error"
        except ValueError:
            pass
