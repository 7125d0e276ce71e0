"""An SMTP server and an HTTP provider of SMS, which write each message that they accept as a line of JSON.

    providers.py FOLDER

The SMTP server has STARTTLS and authentication. Once both listen, `FOLDER/settings` has the settings of a shop that sends
through them, one `NAME=value` a line; `FOLDER/messages.jsonl` has the messages. Both end with SIGTERM.
"""

import asyncio
import email
import email.policy
import hmac
import json
import secrets
import signal
import ssl
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

USER = "shop"
MAX_BODY = 64 * 1024
# rustls refuses a certificate of an authority as that of a server.
CERTIFICATE = """
[req]
distinguished_name = name
x509_extensions = server
prompt = no
[name]
CN = localhost
[server]
basicConstraints = critical, CA:FALSE
subjectAltName = DNS:localhost
"""


class Messages:
    """The accepted messages. An idempotency key that was accepted before is no second message."""

    def __init__(self, path: Path):
        self.path = path
        self.keys: set[str] = set()
        self.lock = threading.Lock()
        path.touch()

    def add(self, key: str, message: dict) -> None:
        with self.lock:
            if key in self.keys:
                return
            self.keys.add(key)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(message, ensure_ascii=False) + "\n")


class Mailbox:
    """Handler of the SMTP server."""

    def __init__(self, messages: Messages):
        self.messages = messages

    async def handle_DATA(self, _server, session, envelope) -> str:
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {kind: parsed.get_body((kind,)) for kind in ("plain", "html")}
        text, html = (part.get_content() if part else "" for part in parts.values())
        headers = {name.lower(): str(value) for name, value in parsed.items()}
        for recipient in envelope.rcpt_tos:
            message = {"channel": "email", "to": recipient, "subject": str(parsed["subject"]), "text": text, "html": html}
            message |= {"headers": headers, "content_type": parsed.get_content_type(), "encrypted": session.ssl is not None}
            self.messages.add(f"{headers.get('message-id')} {recipient}", message)
        return "250 OK"


async def smtp_server(folder: Path, messages: Messages, password: str) -> tuple[asyncio.Server, Path]:
    certificate, key, config = folder / "certificate.pem", folder / "key.pem", folder / "openssl.cnf"
    config.write_text(CERTIFICATE)
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2"]
    subprocess.run([*make, "-config", config, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, key)

    def authenticate(_server, _session, _envelope, _mechanism, data) -> AuthResult:
        is_known = isinstance(data, LoginPassword) and data.login == USER.encode()
        return AuthResult(success=is_known and hmac.compare_digest(data.password, password.encode()))

    def protocol() -> SMTP:
        rules = {"require_starttls": True, "auth_required": True, "authenticator": authenticate}
        return SMTP(Mailbox(messages), hostname="localhost", tls_context=tls, **rules)

    return await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0), certificate


def sms_provider(messages: Messages, token: str) -> ThreadingHTTPServer:
    class Provider(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(min(int(self.headers.get("content-length", 0)), MAX_BODY))
            if not hmac.compare_digest(self.headers.get("authorization", ""), f"Bearer {token}"):
                self.answer(401, {"status": "unauthorized"})
                return
            message = json.loads(body)
            key = self.headers["idempotency-key"]
            messages.add(key, {"channel": "sms", "to": message["to"], "text": message["text"]})
            self.answer(202, {"status": "queued", "id": key})

        def answer(self, status: int, content: dict) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


async def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    ended = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, ended.set)
    messages = Messages(folder / "messages.jsonl")
    password, token = secrets.token_hex(8), secrets.token_hex(8)
    mail, certificate = await smtp_server(folder, messages, password)
    sms = sms_provider(messages, token)
    settings = {
        "EMAIL__HOST": "localhost",
        "EMAIL__PORT": mail.sockets[0].getsockname()[1],
        "EMAIL__TLS": "starttls",
        "EMAIL__USERNAME": USER,
        "EMAIL__PASSWORD": password,
        "EMAIL__FROM": "Heuan <orders@shop.example>",
        "EMAIL__CA_FILE": certificate,
        "SMS__URL": f"http://127.0.0.1:{sms.server_port}/send",
        "SMS__HEADERS": json.dumps([f"authorization: Bearer {token}", "idempotency-key: {{ key }}"]),
        "SMS__BODY": '{"to": {{ to }}, "text": {{ text }}}',
        "SMS__ACCEPTED_FIELD": "/status",
        "SMS__ACCEPTED_VALUES": '["queued"]',
        # Messages that can wait do not wait for the morning.
        "MESSAGES__QUIET_HOURS": "",
    }
    lines = "".join(f"HEUAN_NOTIFICATIONS__{name}={value}\n" for name, value in settings.items())
    (folder / "settings.new").write_text(lines)
    (folder / "settings.new").rename(folder / "settings")
    await ended.wait()
    mail.close()
    sms.shutdown()


if __name__ == "__main__":
    asyncio.run(main())
