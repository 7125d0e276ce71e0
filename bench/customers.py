"""Signed-in customers of the measured shop."""

import http.client
import json
import time
from dataclasses import dataclass

from processes import Failure

# Settings that lift limits per client and per customer, because the benchmark is one client, registers all customers at
# once, and orders without paying.
OPEN_DOOR = {
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND": "0",
    "HEUAN_ACCOUNTS__REGISTRATIONS_PER_ADDRESS": "0",
    "HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED": "false",
    "HEUAN_EDGE__STREAMS_PER_CUSTOMER": "1000",
    "HEUAN_ORDERS__LIMITS__OPEN_COD": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_TRANSFER": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_QR": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__TRANSFER_WITHOUT_HISTORY": "0",
    "HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS": "0",
}


@dataclass
class Customer:
    """Headers of a customer's requests."""

    headers: dict[str, str]

    @classmethod
    def register(cls, port: int, number: int) -> "Customer":
        token = _post(port, "/api/api-token", {"Authorization": "Bearer heuan-demo-key"})[1]["data"]["token"]
        person = {"fname": "Bench", "lname": str(number), "email": f"{number}@bench.example", "password": "a long password"}
        return cls._with_session(token, _post(port, "/api/auth/register", {"x-api-access-token": token}, person)[0])

    @classmethod
    def login(cls, port: int, number: int, token: str) -> "Customer":
        person = {"identifier": f"{number}@bench.example", "password": "a long password"}
        return cls._with_session(token, _post(port, "/api/auth/login", {"x-api-access-token": token}, person)[0])

    @classmethod
    def _with_session(cls, token: str, cookies: list[str]) -> "Customer":
        session = next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("heuan_session="))
        return cls({"x-api-access-token": token, "Cookie": session})

    def post(self, port: int, path: str, body: dict) -> dict:
        """One request, with an `Idempotency-Key` of its own."""
        return _post(port, path, self.headers | {"Idempotency-Key": f"bench-{time.monotonic_ns()}"}, body)[1]

    def empty_cart(self, port: int) -> None:
        _send(port, "DELETE", "/api/auth/cart", self.headers)


def _post(port: int, path: str, headers: dict[str, str], body: dict | None = None) -> tuple[list[str], dict]:
    return _send(port, "POST", path, headers, body)


def _send(
    port: int, method: str, path: str, headers: dict[str, str], body: dict | None = None
) -> tuple[list[str], dict]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        content = {} if body is None else {"Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers | content)
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status not in (200, 201):
        raise Failure(f"{path} answers {answer.status}: {text[:300].decode(errors='replace')}")
    return answer.headers.get_all("Set-Cookie") or [], json.loads(text)
