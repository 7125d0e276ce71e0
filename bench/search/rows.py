"""Rows of `make bench-search` on the demo catalog: how words are typed, and what fills the first page."""

import csv
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE / "data"
DEMO = HERE.parents[1] / "demo"
SYNONYMS = HERE.parents[1] / "crates/search-index/data/synonyms.txt"

# Products on the first page of a list, in the list under the search box, and hits that count as first.
PAGE = 24
BOX = 6
FIRST = 3

STOP_WORDS = {"and", "for", "with"}
LATIN = re.compile(r"[a-z]+")
# A Lao consonant with its vowels, up to the tone mark.
TONED = re.compile("[\u0EC0-\u0EC4]?[\u0E81-\u0EAE\u0EDC\u0EDD]\u0EBC?[\u0EB1\u0EB4-\u0EB9\u0EBB\u0ECD]*[\u0EC8-\u0ECB]")


class Demo:
    """The demo catalog as the search service indexes it, and the answers of the engine to queries."""

    def __init__(self, measure: Path, place: Path) -> None:
        with (DEMO / "products.csv").open(encoding="utf-8") as file:
            self.products = {it["pro_id"]: it for it in csv.DictReader(file)}
        self.groups = {number: it["prog_id"] for number, it in self.products.items()}
        self.names = {number: it["pro_name_en"].lower() for number, it in self.products.items()}
        self.measure, self.place = measure, place
        self.lines = [
            (number, it["pro_name_la"], it["pro_name_en"], it["brand"],
             f"{it['description_la']} {it['description_en']}", " ".join(texts(json.loads(it["attributes"] or "{}"))),
             it["prog_id"])
            for number, it in self.products.items()
        ]

    def pages(self, queries: Iterable[str], more: Sequence[tuple[str, ...]] = ()) -> dict[str, tuple[int, list[str]]]:
        """The number of hits, and the ids of the first page, by query."""
        queries = list(dict.fromkeys(queries))
        lines = self.run("pages", queries, [*self.lines, *more], str(PAGE))
        answers = (line.split("\t") for line in lines)
        return {query: (int(total), ids.split(",") if ids else [])
                for query, (total, ids) in zip(queries, answers, strict=True)}

    def suggestions(self, queries: Iterable[str]) -> dict[str, list[str]]:
        queries = list(dict.fromkeys(queries))
        answers = self.run("suggestions", queries, self.lines)
        return {query: line.split("\t") if line else [] for query, line in zip(queries, answers, strict=True)}

    def run(self, command: str, queries: list[str], products: Iterable[tuple[str, ...]], *more: str) -> list[str]:
        text = "".join("\t".join(" ".join(cell.split()) for cell in it) + "\n" for it in products)
        (self.place / "demo.tsv").write_text(text)
        (self.place / "queries.txt").write_text("".join(query + "\n" for query in queries))
        arguments = [self.measure, command, self.place / "demo.tsv", self.place / "queries.txt", *more]
        return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")[:-1]


def texts(value: object) -> Iterator[str]:
    """Every text and number of a JSON value, as the search service collects them."""
    if isinstance(value, dict | list):
        for it in value.values() if isinstance(value, dict) else value:
            yield from texts(it)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def table(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (DATA / name).read_text().splitlines()]


def share(rows: Sequence[bool | float]) -> float:
    return sum(rows) / max(1, len(rows))


def prefixes(word: str, least: int) -> list[str]:
    return [word[:end] for end in range(least, len(word) + 1)]


def print_rows(measure: Path, place: Path, shows_misses: bool) -> None:
    demo = Demo(measure, place)
    print(f"\nDemo catalog: {len(demo.products)} products")
    rows = [everyday, padding, nonsense, compounds, synonym_prefixes, together, half_together, apart, english_prefixes, suggested_prefixes,
            thai_prefixes, tones, romanized, measures]
    for row in rows:
        for name, figures, goal in row(demo):
            wanted = f", goal {goal:.2f}" if goal else ""
            misses = [query for query, it in figures if it < 1]
            print(f"  {name:44} {share([it for _, it in figures]):.3f}  ({len(figures)} queries{wanted})", flush=True)
            if shows_misses and misses:
                print(f"    {' | '.join(misses)}")


Row = tuple[str, list[tuple[str, bool | float]], float | None]


def everyday(demo: Demo) -> Iterator[Row]:
    """A product of the asked-for groups among the first three."""
    queries = table("everyday.tsv")
    pages = demo.pages(query for query, *_ in queries)
    for language, name in [("la", "Lao"), ("en", "English"), ("th", "Thai")]:
        figures = [(query, any(demo.groups[it] in groups.split(",") for it in pages[query][1][:FIRST]))
                   for query, typed, groups in queries if typed == language]
        yield f"everyday words in {name}, right in first {FIRST}", figures, 0.95


def padding(demo: Demo) -> Iterator[Row]:
    """The share of the first page that is of the asked-for groups."""
    queries = table("everyday.tsv")
    pages = demo.pages(query for query, *_ in queries)
    figures = []
    for query, _, groups in queries:
        ids = pages[query][1]
        figures.append((query, share([demo.groups[it] in groups.split(",") for it in ids])))
    yield "padding: share of the first page that was asked for", figures, 0.84


def nonsense(demo: Demo) -> Iterator[Row]:
    """Keys pressed at random, and things that no shop of this kind sells: nothing is found."""
    queries = (DATA / "nonsense.txt").read_text().splitlines()
    pages = demo.pages(queries)
    yield "nonsense and other goods that find nothing", [(query, pages[query][0] == 0) for query in queries], 0.90


def compounds(demo: Demo) -> Iterator[Row]:
    queries = table("compounds.tsv")
    pages = demo.pages(query for query, _ in queries)
    figures = [(query, any(demo.groups[it] in groups.split(",") for it in pages[query][1][:FIRST])) for query, groups in queries]
    yield f"Lao compounds, right in first {FIRST}", figures, 0.88


def synonym_prefixes(demo: Demo) -> Iterator[Row]:
    """Of table entries that find something: one of the whole's first hits is found without the entry's last letter."""
    lines = (line.split("#")[0] for line in SYNONYMS.read_text().splitlines())
    entries = list(dict.fromkeys(word.strip() for line in lines for word in line.replace("||", "|").split("|") if word.strip()))
    shortened = {entry: entry[:-1].strip() for entry in entries if len(entry) > 3}
    pages = demo.pages([*entries, *shortened.values()])
    figures = [(short, bool(set(pages[entry][1][:BOX]) & set(pages[short][1])))
               for entry, short in shortened.items() if pages[entry][1]]
    yield "synonyms without their last letter", figures, 0.97


def english_words(demo: Demo) -> set[str]:
    return {word for name in demo.names.values() for word in LATIN.findall(name)}


def neighbors(demo: Demo) -> set[str]:
    """Two neighboring words of a name."""
    return {pair for name in demo.names.values()
            for pair in re.findall(r"(?=\b([a-z]{3,} [a-z]{4,})\b)", re.sub(r"[^a-z ]", " | ", name))
            if not STOP_WORDS & set(pair.split())}


def together(demo: Demo) -> Iterator[Row]:
    """Two neighbors of a name written together: a product with both is among the first three."""
    pairs = neighbors(demo)
    pages = demo.pages(pair.replace(" ", "") for pair in pairs)
    figures = [(pair.replace(" ", ""), any(set(pair.split()) <= set(LATIN.findall(demo.names[it]))
                                           for it in pages[pair.replace(" ", "")][1][:FIRST])) for pair in sorted(pairs)]
    yield "English neighbors written together", figures, None


def half_together(demo: Demo) -> Iterator[Row]:
    """The same while the second one is typed, from its first letter on: a product that begins so is on the first page."""
    typed = {first + second[:end]: (first, second[:end]) for first, second in (pair.split() for pair in neighbors(demo))
             for end in range(1, len(second))}
    pages = demo.pages(typed)
    figures = [(query, any(first in LATIN.findall(demo.names[it]) and begins(demo.names[it], second)
                           or begins(demo.names[it], query) for it in pages[query][1])) for query, (first, second) in typed.items()]
    yield "English neighbors written together, half typed", figures, 0.95


def apart(demo: Demo) -> Iterator[Row]:
    """A compound of a name written as two words: a product with the compound is among the first three."""
    typed = table("apart.tsv")
    pages = demo.pages(query for query, _ in typed)
    figures = [(query, any(word in demo.names[it] for it in pages[query][1][:FIRST])) for query, word in typed]
    yield "English compounds written apart", figures, None


def begins(text: str, prefix: str) -> bool:
    return any(word.startswith(prefix) for word in LATIN.findall(text.lower()))


def english_prefixes(demo: Demo) -> Iterator[Row]:
    """Every beginning of an English word of a name: a product with such a word is among the first six."""
    typed = sorted({prefix for word in english_words(demo) for prefix in prefixes(word, 2)})
    pages = demo.pages(typed)
    figures = [(prefix, any(begins(demo.names[it], prefix) for it in pages[prefix][1][:BOX])) for prefix in typed]
    yield f"English prefixes, literal match in first {BOX}", figures, 0.98


def suggested_prefixes(demo: Demo) -> Iterator[Row]:
    """The suggestions and the list under the box agree: the first suggestion begins so, as a hit does."""
    typed = sorted({prefix for word in english_words(demo) for prefix in prefixes(word, 2)[:-1]})
    suggested, pages = demo.suggestions(typed), demo.pages(typed)
    figures = [(prefix, any(begins(it, prefix) for it in suggested[prefix][:1])
                and any(begins(demo.names[it], prefix) for it in pages[prefix][1][:BOX])) for prefix in typed]
    yield "English prefixes, first suggestion and list agree", figures, None


def thai_prefixes(demo: Demo) -> Iterator[Row]:
    """Every beginning, from two letters, of a product with a Thai name: it is on the first page."""
    names = table("thai-names.tsv")
    typed = [(prefix, number) for number, name in names for prefix in prefixes(name, 2)]
    pages = demo.pages((prefix for prefix, _ in typed), [(number, name, "", "", "", "", "1") for number, name in names])
    yield "Thai prefixes of a product name", [(prefix, number in pages[prefix][1]) for prefix, number in typed], None


def tones(demo: Demo) -> Iterator[Row]:
    """A syllable of a name, typed up to its tone: the first product has a syllable that begins so, with this tone."""
    names = {number: it["pro_name_la"] for number, it in demo.products.items()}
    typed = sorted({it for name in names.values() for it in TONED.findall(name)})
    pages = demo.pages(typed)
    figures = [(it, any(it in names[number] for number in pages[it][1][:1])) for it in typed]
    yield "Lao beginnings with a tone, as in the first hit", figures, None


def romanized(demo: Demo) -> Iterator[Row]:
    """recall@5 of Latin typing of Lao words that stand in names."""
    queries = table("romanized.tsv")
    pages = demo.pages(query for query, *_ in queries)
    for name, is_asked in [("one syllable", lambda count: count == 1), ("more", lambda count: count > 1)]:
        figures = []
        for query, wanted, syllables, _ in queries:
            if is_asked(int(syllables)):
                ids = set(wanted.split(","))
                figures.append((query, len(set(pages[query][1][:5]) & ids) / min(5, len(ids))))
        yield f"romanized Lao, {name}: recall@5", figures, None


def measures(demo: Demo) -> Iterator[Row]:
    """Spellings of one number with its unit: each finds the products of the first one."""
    lines = table("measures.tsv")
    queries = [spelling for line in lines for spelling in line]
    pages = demo.pages(queries)
    figures = [(spelling, pages[spelling][0] > 0 and pages[spelling][0] == pages[line[0]][0]
                and (pages[spelling][0] > PAGE or set(pages[spelling][1]) == set(pages[line[0]][1])))
               for line in lines for spelling in line]
    yield "spellings of a number with its unit", figures, 1.0
