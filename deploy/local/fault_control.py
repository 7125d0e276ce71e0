"""HTTP server with which a browser test kills and restarts services of a split shop.

`POST /{service}/end` kills all replicas of a service. `POST /{service}/begin` starts them and responds when they are ready.
"""

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from mesh import EDGE, Failure, Mesh


@contextlib.contextmanager
def fault_control(mesh: Mesh) -> Iterator[str]:
    """Runs the server on a loopback port during a `with` block. Yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(mesh))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _handler(mesh: Mesh) -> type[BaseHTTPRequestHandler]:
    turn = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            service, _, what = self.path.strip("/").partition("/")
            if service == EDGE or service not in mesh.replicas or what not in ("end", "begin"):
                return self._answer(404, f"no switch {self.path}")
            try:
                with turn:
                    for replica in mesh.replicas[service]:
                        _end(replica) if what == "end" else _begin(mesh, replica)
            except Failure as failure:
                return self._answer(500, str(failure))
            self._answer(200, "done")

        def _answer(self, status: int, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_) -> None:
            pass

    return Handler


def _end(replica) -> None:
    if replica.process.is_running():
        replica.kill()


def _begin(mesh: Mesh, replica) -> None:
    if not replica.process.is_running():
        mesh.start(replica)
