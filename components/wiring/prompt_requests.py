"""HTTP that keeps nobody waiting: what is written goes out at once, and who sends the head of a request byte by byte is hung up on."""

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 15.0
"""How long the head of a request may take from the first byte to the last, and a connection from its opening to the first head."""

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class PromptRequests(H11Protocol):
    """One connection, with a deadline for each head; bodies and answers may take as long as they need.

    Between two requests uvicorn itself hangs up, after a minute or so, but only as long as not a byte of the next one has come.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection is open: its first request is awaited.

        Head and body of an answer are written one after the other. A body that is no whole packet would wait for the browser to
        acknowledge the head (Nagle's algorithm, RFC 896), which browsers put off by 40 ms; asyncio turns that off only for sockets
        made with the number of the protocol, which `socket.create_server` leaves out.
        """
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: the rest of a head is awaited, or none any more."""
        super().data_received(data)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: nothing is awaited."""
        self._drop_deadline()
        super().connection_lost(exc)

    def _set_deadline(self) -> None:
        """More bytes of one head do not put off its deadline."""
        if self.conn.their_state is not h11.IDLE:
            self._drop_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS, self._hang_up)

    def _drop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        transport: Any = self.transport
        if self.conn.trailing_data[0]:  # browsers open connections beforehand, and want no answer on those that they never used
            transport.write(_TOO_SLOW)
        transport.close()
