"""TCP proxy that delays responses. It makes a server slow without load on the machine."""

import asyncio
import contextlib
import threading

from processes import free_port


class SlowLine:
    """Proxy for the server at `port`, which runs during a `with` block on `self.port`. Delays each response by `seconds`."""

    def __init__(self, port: int, seconds: float):
        self.behind, self.seconds, self.port = port, seconds, free_port()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self):
        self.thread.start()
        self.ready.wait()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.end.set)
        self.thread.join()

    async def _serve(self) -> None:
        self.loop, self.end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
        self.ready.set()
        await self.end.wait()
        server.close()

    async def _carry(self, near_in: asyncio.StreamReader, near_out: asyncio.StreamWriter) -> None:
        far_in, far_out = await asyncio.open_connection("127.0.0.1", self.behind)
        # Connections that are cut at the end of the block are not an error.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._pipe(near_in, far_out, 0), self._pipe(far_in, near_out, self.seconds))

    @staticmethod
    async def _pipe(source: asyncio.StreamReader, sink: asyncio.StreamWriter, late: float) -> None:
        try:
            while data := await source.read(65536):
                if late:
                    await asyncio.sleep(late)
                sink.write(data)
                await sink.drain()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            sink.close()
