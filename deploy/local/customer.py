"""Signed-in customer who fills a cart and places orders."""

import http.client
import json
import random
from pathlib import Path

from mesh import Failure

KEY = "heuan-demo-key"
PASSWORD = "correct horse battery"
# Maximum seconds without a response, longer than any deadline of a shop under test.
TIMEOUT = 60
IMAGE = Path(__file__).resolve().parents[2] / "bench/data/demo-dev/q1406008.jpg"
BOUNDARY = "photo-boundary"
ADDRESS = {"province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ໄຊເສດຖາ", "village": "ໂພນທັນ"}


class Customer:
    """Customer with an account of its own, which the constructor registers."""

    def __init__(self, port: int):
        self.port, self.token = port, ""
        self.cookies: dict[str, str] = {}
        self.phone = f"020 5{random.randrange(10_000_000):07}"
        self.token = self._of("POST", "/api/api-token", {}, {"Authorization": f"Bearer {KEY}"})["data"]["token"]
        account = {"fname": "Noy", "lname": "Keo", "phone": self.phone, "password": PASSWORD}
        self.cus_id = self._of("POST", "/api/auth/register", account)["data"]["customer"]["cus_id"]

    def put_into_cart(self, *products: int) -> None:
        for product in products:
            self._of("POST", "/api/auth/cart/items", {"pro_id": product, "quantity": 1})

    def login(self) -> tuple[int, http.client.HTTPMessage]:
        return self.ask("POST", "/api/auth/login", {"identifier": self.phone, "password": PASSWORD})[:2]

    def track_stock(self, product: int) -> None:
        self._of("PUT", f"/api/auth/wishlist/{product}", {})

    def quote(self) -> tuple[int, http.client.HTTPMessage]:
        return self.ask("POST", "/api/auth/checkout/quote", {})[:2]

    def order(self, product: int, pickup: bool) -> tuple[int, http.client.HTTPMessage]:
        """Orders one unit with cash on delivery. The status is 200 if the order was placed."""
        body = {
            "items": [{"pro_id": product, "quantity": 1}],
            "buyNow": True,
            "phone": self.phone,
            "delivery": {"method": "pickup", "branch_id": 1} if pickup else {"method": "delivery"} | ADDRESS,
            "payment": {"method": "cod"},
        }
        key = {"Idempotency-Key": f"chaos-{random.getrandbits(64):x}"}
        status, headers, _ = self.ask("POST", "/api/auth/orders", body, key)
        return 200 if status == 201 else status, headers

    def image(self) -> tuple[int, http.client.HTTPMessage]:
        """Searches by image."""
        head = f'--{BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="photo.jpg"\r\n\r\n'
        body = head.encode() + IMAGE.read_bytes() + f"\r\n--{BOUNDARY}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        return self.ask("POST", "/api/v1/search-similar-images", body, kind)[:2]

    def get(self, path: str) -> tuple[int, http.client.HTTPMessage]:
        return self.ask("GET", path)[:2]

    def ask(self, method: str, path: str, body: dict | bytes | None = None, headers: dict | None = None):
        """Sends a request on a new connection. Returns status, headers and body. A body that is not bytes is sent as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Cookie": cookies, "x-api-access-token": self.token, "Content-Type": "application/json"}
        try:
            text = body if body is None or isinstance(body, bytes) else json.dumps(body)
            connection.request(method, path, text, {name: value for name, value in sent.items() if value} | (headers or {}))
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def _of(self, method: str, path: str, body: dict, headers: dict | None = None) -> dict:
        status, _, answer = self.ask(method, path, body, headers)
        if status not in (200, 201):
            raise Failure(f"{method} {path} answers {status}: {answer[:200].decode(errors='replace')}")
        return json.loads(answer)
