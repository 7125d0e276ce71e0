"""Streams of live events, and whether they received the reconnect signal `bye`."""

import socket
import threading

from customer import Customer


class Streams:
    """`count` streams of `GET /api/auth/events` that have received `hello`, during a `with` block."""

    def __init__(self, port: int, customers: list[Customer], count: int):
        self.sockets: list[socket.socket] = []
        for number in range(count):
            customer = customers[number % len(customers)]
            cookies = "; ".join(f"{name}={value}" for name, value in customer.cookies.items())
            line = socket.create_connection(("127.0.0.1", port), timeout=30)
            line.sendall(f"GET /api/auth/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n\r\n".encode())
            self.sockets.append(line)
        self.has_received_bye = [False] * count
        self.greeted = [threading.Event() for _ in range(count)]
        self.threads = [threading.Thread(target=self._listen, args=(number,)) for number in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        self.open = sum(greeted.wait(30) for greeted in self.greeted)
        return self

    def __exit__(self, *_):
        for line in self.sockets:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        for thread in self.threads:
            thread.join()

    def reconnect_count(self) -> int:
        """Waits until the shop has closed all streams. Returns how many received `bye` before that."""
        for thread in self.threads:
            thread.join(30)
        return sum(self.has_received_bye)

    def _listen(self, number: int) -> None:
        line, received = self.sockets[number], b""
        try:
            while piece := line.recv(65536):
                received += piece
                if b"event: hello\n" in received:
                    self.greeted[number].set()
                self.has_received_bye[number] |= b"event: bye\n" in received
                received = received[-64:] if self.greeted[number].is_set() else received
        except OSError:
            return
