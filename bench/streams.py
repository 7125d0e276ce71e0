"""Clients that receive live events and write chat messages: many streams on one thread."""

import asyncio
import json
import re
import time
from collections.abc import Callable

from customers import Customer
from processes import Failure

# Number of connections that are opened concurrently.
OPENING = 64
WRITERS = 8
CLIENT_ID = re.compile(rb'"client_id":"([\w-]+)"')


class Stream(asyncio.Protocol):
    """Stream of `GET /api/auth/events`. Calls `on_message` with the client id and arrival time of each chat message."""

    def __init__(self, customer: Customer, on_message: Callable[[str, float], None]):
        cookie = customer.headers["Cookie"]
        self.request = f"GET /api/auth/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
        self.on_message, self.rest = on_message, b""
        self.greeted = asyncio.get_running_loop().create_future()
        self.transport = None

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data):
        now = time.monotonic()
        *blocks, self.rest = (self.rest + data).split(b"\n\n")
        for block in blocks:
            if b"event: hello\n" in block and not self.greeted.done():
                self.greeted.set_result(None)
            elif b"event: message\n" in block:
                self.on_message(CLIENT_ID.search(block)[1].decode(), now)

    def connection_lost(self, error):
        if not self.greeted.done():
            self.greeted.set_exception(Failure(f"stream not opened: {(error or self.rest[:200])!r}"))


async def open_streams(
    port: int, customers: list[Customer], count: int, on_message: Callable[[str, float], None] = lambda *_: None
) -> list[Stream]:
    """Opens `count` streams, for the customers in turn. Returns when each has received its `hello`."""
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(OPENING)

    async def one(customer: Customer) -> Stream:
        async with gate:
            _, stream = await loop.create_connection(lambda: Stream(customer, on_message), "127.0.0.1", port)
            await asyncio.wait_for(stream.greeted, 30)
            return stream

    return await asyncio.gather(*(one(customers[number % len(customers)]) for number in range(count)))


def close_streams(streams: list[Stream]) -> None:
    for stream in streams:
        stream.transport.abort()


async def write(port: int, customers: list[Customer], per_second: float, count: int, prefix: str) -> dict[str, float]:
    """Writes messages of the customers in turn, `per_second`, without waiting for responses. Returns the scheduled time of
    each message by client id. Delays count from then, so that a message sent late because of a slow shop counts as late."""
    due, numbers = {}, iter(range(count))
    began = time.monotonic() + 0.1

    async def writer():
        reader, sender = await asyncio.open_connection("127.0.0.1", port)
        for number in numbers:
            client_id, at = f"{prefix}-{number}", began + number / per_second
            await asyncio.sleep(max(0, at - time.monotonic()))
            due[client_id] = at
            body = json.dumps({"sms": f"message {number}", "client_id": client_id}).encode()
            headers = customers[number % len(customers)].headers | {"Content-Length": str(len(body))}
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            head = f"POST /api/auth/message HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{lines}\r\n"
            sender.write(head.encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            length = int(re.search(rb"(?i)content-length: (\d+)", answer)[1])
            text = await reader.readexactly(length)
            if not answer.startswith(b"HTTP/1.1 201"):
                raise Failure(f"the response to a message is {answer[:60]!r}: {text[:200]!r}")
        sender.close()

    await asyncio.gather(*(writer() for _ in range(WRITERS)))
    return due
