"""A way to the server on which every stream of events breaks off after a while, as behind a bad connection."""

import random
import socket
import threading
from contextlib import suppress

STREAM = b"GET /gradio_api/queue/data"


class Breaking:
    """Hands on what comes to `port` to a server on this machine; `broken` counts the streams that were cut off."""

    def __init__(self, server: int, seed: int = 1, longest: float = 2.0) -> None:
        self.broken = 0
        self._server, self._longest, self._draw = server, longest, random.Random(seed)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        self._listening.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._server))
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._hand_on, args=pair, daemon=True).start()

    def _hand_on(self, come: socket.socket, go: socket.socket) -> None:
        with suppress(OSError):
            while data := come.recv(65_536):
                if data.startswith(STREAM):
                    threading.Timer(self._draw.uniform(0.1, self._longest), self._cut, (come, go)).start()
                go.sendall(data)
        with suppress(OSError):
            go.shutdown(socket.SHUT_WR)

    def _cut(self, *ends: socket.socket) -> None:
        self.broken += 1
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
