"""Provider of SMS for a shop under faults. It keeps the newest one-time code of each phone number."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY = 64 * 1024
CODE = re.compile(r"(?<!\d)\d{6}(?!\d)")


class SmsProvider:
    """HTTP server of this process, which outlives the shop. `settings` make a shop send through it."""

    def __init__(self):
        self.codes: dict[str, str] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(min(int(self.headers.get("content-length", 0)), MAX_BODY))
                provider.receive(json.loads(body))
                self.send_response(202)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def settings(self) -> dict[str, str]:
        return {
            "HEUAN_NOTIFICATIONS__SMS__URL": f"http://127.0.0.1:{self.server.server_port}/send",
            "HEUAN_NOTIFICATIONS__SMS__BODY": '{"to": {{ to }}, "text": {{ text }}, "kind": {{ kind }}}',
            "HEUAN_NOTIFICATIONS__SMS__PER_MINUTE": "100000",
            "HEUAN_NOTIFICATIONS__MESSAGES__PER_CUSTOMER_HOUR": "1000",
            "HEUAN_NOTIFICATIONS__MESSAGES__QUIET_HOURS": "",
            "HEUAN_ACCOUNTS__CODE_RESEND_S": "0",
            "HEUAN_ACCOUNTS__CODES_PER_RECIPIENT": "0",
            "HEUAN_ACCOUNTS__CODES_PER_ADDRESS": "0",
            "HEUAN_ACCOUNTS__CODES_PER_SHOP": "0",
            "HEUAN_ACCOUNTS__WRONG_CODES_PER_RECIPIENT": "0",
            "HEUAN_ACCOUNTS__WRONG_CODES_PER_ADDRESS": "0",
            "HEUAN_ACCOUNTS__CODES_PER_RECIPIENT_AND_DAY": "0",
            "HEUAN_ACCOUNTS__WRONG_CODES_PER_RECIPIENT_AND_DAY": "0",
            "HEUAN_ACCOUNTS__CODES_PER_ADDRESS_AND_DAY": "0",
            "HEUAN_ACCOUNTS__CODES_PER_SHOP_AND_DAY": "0",
        }

    def receive(self, message: dict) -> None:
        code = CODE.search(message["text"])
        if message["kind"].startswith("code.") and code:
            self.codes[_subscriber(message["to"])] = code[0]

    def code(self, phone: str) -> str:
        """The newest code that was sent to a phone number in any spelling, or an empty text."""
        return self.codes.get(_subscriber(phone), "")


def _subscriber(phone: str) -> str:
    """The last eight digits, which are the same in the local and in the international spelling."""
    return re.sub(r"\D", "", phone)[-8:]
