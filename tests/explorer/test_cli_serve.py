"""`errata serve`: what it refuses before anything is served."""

import socket
from pathlib import Path

import pytest

from components.server import announced, listening, reaches_others
from engines.core.errors import InputError
from tests.explorer.running import Errata


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "[::]", "192.0.2.7"])
def test_a_host_that_others_reach_needs_a_token(errata: Errata, tmp_path: Path, host: str) -> None:
    ran = errata("serve", "--host", host, "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 2
    assert "Add --token" in ran.err


@pytest.mark.parametrize("host", ["", "no.such.host.invalid", "999.1.1.1", "a b", "\N{SNOWMAN}" * 90])
def test_a_host_that_is_none_is_named(errata: Errata, tmp_path: Path, host: str) -> None:
    ran = errata("serve", "--host", host, "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 1
    assert "no address of this machine" in ran.err


def test_a_weak_token_is_refused(errata: Errata, tmp_path: Path) -> None:
    ran = errata("serve", "--token", "1234", "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 1
    assert "12 to 200" in ran.err


def test_a_port_that_is_taken_is_named(errata: Errata, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        ran = errata("serve", "--port", other.getsockname()[1], "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 1
    assert "Choose another with --port" in ran.err


@pytest.mark.parametrize(
    ("host", "others"),
    [("127.0.0.1", False), ("localhost", False), ("127.8.0.1", False), ("::1", False), ("[::1]", False), ("0.0.0.0", True)],
)
def test_who_can_reach_an_address(host: str, others: bool) -> None:
    assert reaches_others(host) is others


def test_every_address_of_a_name_is_listened_on_at_one_port() -> None:
    sockets = listening("localhost", 0)
    try:
        assert len({place.getsockname()[1] for place in sockets}) == 1
        assert sockets[0].getsockname()[0] == "127.0.0.1"
    finally:
        for place in sockets:
            place.close()
    with pytest.raises(InputError, match="no address of this machine"):
        listening("192.0.2.7", 0)


def test_what_is_printed_says_where_the_page_is_and_who_reaches_it() -> None:
    (here,) = announced("127.0.0.1", 7860, Path("data"))
    assert here.startswith("Errata is at http://127.0.0.1:7860/ (")
    (here,) = announced("::1", 7860, Path("data"), "made")
    assert here.startswith("Errata is at http://[::1]:7860/?token=made (")
    here, others, caution = announced("0.0.0.0", 7860, Path("data"), "made")
    assert here.startswith("Errata is at http://127.0.0.1:7860/?token=made (")
    assert socket.gethostname().lower() in others
    assert "not encrypted" in caution
