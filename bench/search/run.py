#!/usr/bin/env python3
"""make bench-search: relevance and speed of the search engine, compared with PostgreSQL and SQLite in the same run."""

import argparse
import csv
import gzip
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import metrics
import postgres
import rows

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MEASURE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/examples/measure"

# Id, Lao name, English name, brand, description, attributes.
Product = tuple[str, str, str, str, str, str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chorus", type=Path, help="folder with the Chorus set; without it that row is left out")
    parser.add_argument("--products", type=int, default=100_000, help="products of the speed figures")
    parser.add_argument("--lao", type=Path, default=HERE / "data", help="folder with docs.tsv and dev.tsv")
    parser.add_argument("--misses", action="store_true", help="print the queries of the demo rows that fail")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heuan-bench-search-") as folder:
        place = Path(folder)
        relevance_in_lao(arguments.lao, place)
        if arguments.chorus and arguments.chorus.is_dir():
            relevance_in_english(arguments.chorus, place)
        else:
            print("\nEnglish (Chorus): not measured; CHORUS=folder names the set, see bench/search/README.md")
        rows.print_rows(MEASURE, place, arguments.misses)
        speed(arguments.lao, arguments.products, place)
    return 0


def engines() -> dict:
    rows = {"heuan": heuan, "SQLite FTS5 unicode61": sqlite("unicode61"), "SQLite FTS5 trigram": sqlite("trigram"),
            "SQLite FTS5 porter": sqlite("porter unicode61")}
    if postgres.program("initdb"):
        rows |= {"PostgreSQL full text": postgres.full_text, "PostgreSQL pg_trgm": postgres.trigrams}
    else:
        print("PostgreSQL is not installed: its rows are left out")
    return rows


def relevance_in_lao(data: Path, place: Path) -> None:
    products = [(*line.split("\t"), "", "", "") for line in (data / "docs.tsv").read_text().splitlines()]
    lines = [line.split("\t") for line in (data / "dev.tsv").read_text().splitlines()]
    queries = [(query, set(wanted.split(",")), kind) for query, wanted, kind in lines]
    kinds: list[str] = []
    print(f"\nLao: {len(queries)} queries, {len(products)} products; recall@5 / MRR@10, goal .95 / .92")
    for name, engine in engines().items():
        answers = engine(products, [query for query, _, _ in queries], place)
        figures = metrics.lao(answers, queries)
        recall, mrr, _ = figures["all"]
        print(f"  {name:24} {recall:.3f} / {mrr:.3f}", flush=True)
        if engine is heuan:
            kinds = [f"    {kind:20} {recall:.3f} / {mrr:.3f}  ({count})"
                     for kind, (recall, mrr, count) in figures.items() if kind != "all"]
    print("  heuan by kind of query\n" + "\n".join(kinds))


def relevance_in_english(data: Path, place: Path) -> None:
    def rows(name: str) -> list[dict[str, str]]:
        with gzip.open(data / name, "rt", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def plain(text: str) -> str:
        return " ".join(text.split())

    products = [
        (it["id"], "", plain(it["name"]), plain(it["brand"]), plain(it["description"]),
         plain(it["features"]))
        for it in rows("products.csv.gz")
    ]
    queries = [(it["query_id"], plain(it["query"])) for it in rows("queries_dev.csv.gz")]
    grades: dict[str, dict[str, int]] = {}
    for it in rows("labels_dev.csv.gz"):
        grades.setdefault(it["query_id"], {})[it["product_id"]] = int(it["grade_0_3"])
    print(f"\nEnglish (Chorus): {len(queries)} queries, {len(products)} products; nDCG@10, goal .83")
    for name, engine in engines().items():
        answers = engine(products, [query for _, query in queries], place)
        by_id = {number: found for (number, _), found in zip(queries, answers, strict=True)}
        print(f"  {name:24} {metrics.chorus(by_id, grades):.3f}", flush=True)


def heuan(products: list[Product], queries: list[str], place: Path) -> list[list[str]]:
    (place / "products.tsv").write_text("".join("\t".join(it) + "\n" for it in products))
    (place / "queries.txt").write_text("".join(query + "\n" for query in queries))
    command = [MEASURE, "answers", place / "products.tsv", place / "queries.txt"]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line.split(",") for line in out.split("\n")[:-1]]


def sqlite(tokenizer: str):
    def answers(products: list[Product], queries: list[str], _: Path) -> list[list[str]]:
        db = sqlite3.connect(":memory:")
        db.execute(f"CREATE VIRTUAL TABLE product USING fts5(id UNINDEXED, la, en, brand, body, known, tokenize='{tokenizer}')")
        db.executemany("INSERT INTO product VALUES (?, ?, ?, ?, ?, ?)", products)
        sql = "SELECT id FROM product WHERE product MATCH ? ORDER BY bm25(product, 0, 4, 4, 2, 1, 0.5) LIMIT 10"
        out = []
        for query in queries:
            words = ['"' + word.replace('"', '""') + '"' for word in re.split(r"\s+", query.strip()) if word]
            out.append([row[0] for row in db.execute(sql, (" OR ".join(words),))])
        return out

    return answers


def speed(data: Path, count: int, place: Path) -> None:
    queries = [line.split("\t")[0] for line in (data / "dev.tsv").read_text().splitlines()]
    (place / "queries.txt").write_text("".join(query + "\n" for query in queries))
    command = [MEASURE, "speed", data / "docs.tsv", place / "queries.txt", str(count)]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    figures = dict(line.split("\t") for line in out.splitlines())
    ms = {name: int(value) / 1000 for name, value in figures.items() if name.endswith("_us")}
    print(f"\nSpeed at {count:,} products, one thread; CPU time")
    print(f"  search       p50 {ms['engine_p50_us']:.2f} ms, p99 {ms['engine_p99_us']:.2f} ms (goal 1, 10)")
    print(f"  suggestions  p50 {ms['suggest_p50_us']:.2f} ms, p99 {ms['suggest_p99_us']:.2f} ms (goal p99 5)"
          f" of {int(figures['suggestion_texts']):,} texts")
    print(f"  build        {figures['build_s']} s (goal 60), {figures['disk_mb']} MB on disk")
    print(f"  memory       {figures['memory_mb']} MB resident more than before, files read included")


if __name__ == "__main__":
    if not MEASURE.exists() and not shutil.which("cargo"):
        sys.exit("bench-search: use `make bench-search`")
    sys.exit(main())
