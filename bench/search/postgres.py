"""The same queries in PostgreSQL: a server in a temporary folder, connected by a Unix socket."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

def program(name: str) -> str | None:
    """Path of a PostgreSQL program. Debian does not install the server's programs in `PATH`."""
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda it: float(it.parts[4]))
    return str(newest[-1]) if newest else shutil.which(name)


def full_text(products: list, queries: list[str], place: Path) -> list[list[str]]:
    setup = """
        ALTER TABLE product ADD words tsvector;
        UPDATE product SET words = setweight(to_tsvector('english', la || ' ' || en), 'A')
            || setweight(to_tsvector('english', brand), 'B') || setweight(to_tsvector('english', body), 'C')
            || setweight(to_tsvector('english', known), 'D');
        CREATE INDEX ON product USING gin (words);"""
    # Matches any of the words. Requiring all words finds fewer products and ranks no better.
    any_word = "replace(plainto_tsquery('english', q)::text, '&', '|')::tsquery"
    return answers(products, queries, place, setup, f"words @@ {any_word}", f"ts_rank(words, {any_word}, 1)")


def trigrams(products: list, queries: list[str], place: Path) -> list[list[str]]:
    setup = "CREATE EXTENSION pg_trgm; SET pg_trgm.word_similarity_threshold = 0.3;"
    similarity = "greatest(word_similarity(q, la), word_similarity(q, en))"
    return answers(products, queries, place, setup, f"{similarity} > 0.3", similarity)


def answers(products: list, queries: list[str], place: Path, setup: str, holds: str, order: str) -> list[list[str]]:
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="pg-") as folder:
        data, user = Path(folder) / "data", []
        if os.geteuid() == 0:
            # The server refuses to run as root.
            shutil.chown(folder, "postgres")
            user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        quiet = {"stdout": subprocess.DEVNULL, "check": True}
        subprocess.run([*user, program("initdb"), "-D", data, "--locale=C.UTF-8", "-U", "postgres", "-A", "trust"], **quiet)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        control = [*user, program("pg_ctl"), "-D", data, "-w", "-l", data / "log"]
        subprocess.run([*control, "-o", options, "start"], **quiet)
        try:
            return ask(folder, products, queries, setup, holds, order)
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **quiet)


def ask(folder: str, products: list, queries: list[str], setup: str, holds: str, order: str) -> list[list[str]]:
    def copied(rows: list) -> str:
        return "".join("\t".join(cell.replace("\\", "\\\\") for cell in row) + "\n" for row in rows) + "\\.\n"

    numbered = [(str(number), query) for number, query in enumerate(queries)]
    script = f"""\\set ON_ERROR_STOP on
        CREATE TABLE product (id text, la text, en text, brand text, body text, known text);
        CREATE TABLE query (number int, q text);
COPY product FROM stdin;
{copied(products)}
COPY query FROM stdin;
{copied(numbered)}
        {setup}
        ANALYZE;
        SELECT 'answer', number, id FROM query, LATERAL (
            SELECT id, {order} AS score FROM product WHERE {holds} ORDER BY score DESC, id LIMIT 10
        ) AS found ORDER BY number, score DESC, id;
    """
    command = ["psql", "-h", folder, "-U", "postgres", "-qAtX", "-F", "\t"]
    out = subprocess.run(command, input=script, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: list[list[str]] = [[] for _ in queries]
    for line in out.splitlines():
        if line.startswith("answer\t"):
            _, number, one = line.split("\t")
            found[int(number)].append(one)
    return found
