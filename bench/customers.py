"""Signed-in customers of a shop under measurement."""

import http.client
import json
from dataclasses import dataclass

from processes import Failure

# A bench is one client, its customers register all at once, and they buy without paying.
OPEN_DOOR = {
    "HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND": "0",
    "HEUAN_ACCOUNTS__REGISTRATIONS_PER_ADDRESS": "0",
    "HEUAN_EDGE__STREAMS_PER_CUSTOMER": "1000",
    "HEUAN_ORDERS__LIMITS__OPEN_COD": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_TRANSFER": "0",
    "HEUAN_ORDERS__LIMITS__OPEN_QR": "0",
    "HEUAN_ORDERS__LIMITS__STOCK_PERCENT": "0",
    "HEUAN_ORDERS__LIMITS__UNPROVEN_CASH": "0",
    "HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS": "0",
}


@dataclass
class Customer:
    """What a request of theirs carries."""

    headers: dict[str, str]

    @classmethod
    def register(cls, port: int, number: int) -> "Customer":
        token = _post(port, "/api/api-token", {"Authorization": "Bearer heuan-demo-key"})[1]["data"]["token"]
        person = {"fname": "Bench", "lname": str(number), "email": f"{number}@bench.example", "password": "a long password"}
        cookies, _ = _post(port, "/api/auth/register", {"x-api-access-token": token}, person)
        session = next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("heuan_session="))
        return cls({"x-api-access-token": token, "Cookie": session})


def _post(port: int, path: str, headers: dict[str, str], body: dict | None = None) -> tuple[list[str], dict]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        content = {} if body is None else {"Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body) if body is not None else None, headers | content)
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status not in (200, 201):
        raise Failure(f"{path} answers {answer.status}: {text[:300].decode(errors='replace')}")
    return answer.headers.get_all("Set-Cookie") or [], json.loads(text)
