"""Requests per CPU second of a cached list from the edge, compared with nginx that sends the same bytes from a file."""

from functools import partial

from figures import Figure, Section, at_least, number
from load import press
from nginx import Nginx
from processes import Failure, alternate, get, median
from shop import Shop, Workplace

PATH = "/api/v1/product?category=1&page=1&limit="


def measure(place: Workplace) -> Section:
    section = Section("cached list")
    rounds, seconds = (3, 1) if place.is_quick else (7, 4)
    with Shop(place.demo_data()) as shop:
        # Thirty products are about 10 kB, the size of a list of ten in shops with longer texts.
        for limit, encoding in ((10, None), (10, "br"), (30, None)):
            body = _body(shop, limit, encoding)
            file = "br/list.json" if encoding else "list.json"
            with Nginx(place.new("nginx"), {file: body}) as nginx:
                ask = {
                    "edge": partial(_per_cpu_second, shop, f"{PATH}{limit}", seconds, encoding),
                    "nginx": partial(_per_cpu_second, nginx, f"/{file}", seconds, encoding),
                }
                alternate(1, ask)
                result = alternate(rounds, ask)
            name = f"cached list of {limit}, {'Brotli, ' if encoding else ''}{len(body) / 1000:.1f} kB: share of nginx"
            section.figures.append(_share(name, result))
    return section


def _per_cpu_second(server: Shop | Nginx, path: str, seconds: int, encoding: str | None) -> float:
    return press(server, server.port, [path], seconds, encoding).per_cpu_second


def _share(name: str, result: dict[str, list[float]]) -> Figure:
    shares = [100 * edge / nginx for edge, nginx in zip(result["edge"], result["nginx"])]
    edge, nginx = median(result["edge"]), median(result["nginx"])
    reference = f"edge {number(edge)}, nginx {number(nginx)} requests per CPU second"
    return at_least(name, median(shares), 50, "%", shares, reference=reference, values=result)


def _body(shop: Shop, limit: int, encoding: str | None) -> bytes:
    """Body that the edge sends after five requests, because it may replace the first one by a better compressed one."""
    headers = {"Accept-Encoding": encoding} if encoding else {}
    for _ in range(5):
        status, answer_headers, body = get(shop.port, f"{PATH}{limit}", headers)
        if status != 200 or answer_headers.get("Content-Encoding") != encoding:
            raise Failure(f"{PATH}{limit} answers {status} as {answer_headers.get('Content-Encoding')}")
    return body
