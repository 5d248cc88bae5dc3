"""Where servers and their keys come from, and what is refused."""

from pathlib import Path

import pytest

from engines.backends.chat.listing import context_of, models
from engines.backends.chat.model import DEFAULT_CONTEXT, ChatServer
from engines.backends.chat.servers import find_server, servers
from engines.core.errors import ErrataError, InputError, ModelError, UnavailableError
from engines.core.machine import personal
from engines.models import registry
from tests.engines.backends.chat.misbehaving import serving


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "ERRATA_SERVER_URL", "ERRATA_SERVER_MODEL", "ERRATA_SERVER_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(personal, "_used", [tmp_path])
    return tmp_path


def settings(folder: Path, text: str) -> Path:
    path = folder / "servers.toml"
    path.write_text(text)
    path.chmod(0o600)
    return path


def test_well_known_servers_need_no_settings(folder: Path) -> None:
    model = ChatServer.load("llama3.2:3b", "ollama")
    assert model.identity == "chat:llama3.2:3b@127.0.0.1:11434" and not model.sends_to
    assert ChatServer.load("gpt-x", "openai").sends_to == "api.openai.com"


def test_the_file_adds_and_changes_servers(folder: Path) -> None:
    settings(folder, 'default = "lab"\n[lab]\nurl = "http://10.1.2.3:8000/v1/"\nmodel = "judge"\nparallel = 3\n[ollama]\ncontext = 32768\n')
    lab = find_server()
    assert (lab.name, lab.url, lab.parallel) == ("lab", "http://10.1.2.3:8000/v1", 3)
    assert ChatServer.load("").identity == "chat:judge@10.1.2.3:8000" and ChatServer.load("").sends_to == "10.1.2.3:8000"
    assert ChatServer.load("x", "ollama").context == 32768 and servers()["ollama"].url.endswith(":11434/v1")


def test_the_environment_names_a_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:9000/v1")
    assert find_server().url == "http://localhost:9000/v1" and find_server().is_loopback
    monkeypatch.setenv("ERRATA_SERVER_URL", "http://localhost:9100/v1")
    monkeypatch.setenv("ERRATA_SERVER_KEY", "abc-12345678")
    assert find_server().key().headers() == {"Authorization": "Bearer abc-12345678"}
    assert find_server("http://localhost:9100/v1").key() and not find_server("http://localhost:9101/v1").key()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[lab]\nurl = "file:///etc/passwd"', "http://"),
        ('[lab]\nurl = "http://me:secret@host/v1"', "user name or password"),
        ('[lab]\nmodel = "x"', "needs a url"),
        ('[lab]\nurl = "http://h/v1"\napi_key = "sk-1"', "do not belong"),
        ('[lab]\nurl = "http://h/v1"\nkey = "sk-1"', "do not belong"),
        ('[lab]\nurl = "http://h/v1"\ncolour = "red"', "not known"),
        ('[lab]\nurl = "http://h/v1"\nparallel = "many"', "not of the kind"),
        ('[lab]\nurl = "http://h/v1"\nparallel = 0', "at least 1"),
        ('[lab]\nurl = "http://h/v1"\ntotal_seconds = 0', "more than 0"),
        ('url = "http://h/v1"', "one table a server"),
        ("[lab", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_is_said_to_be_so(folder: Path, text: str, words: str) -> None:
    settings(folder, text)
    with pytest.raises(InputError, match=words) as problem:
        servers()
    assert "secret" not in str(problem.value) and "sk-1" not in str(problem.value)


def test_a_file_that_others_can_change_is_refused(folder: Path) -> None:
    settings(folder, '[lab]\nurl = "http://h/v1"').chmod(0o666)
    with pytest.raises(InputError, match="chmod 600"):
        servers()


def test_keys_come_from_files_that_only_their_owner_can_read(folder: Path) -> None:
    settings(folder, '[lab]\nurl = "http://h/v1"\nkey_file = "lab.key"')
    with pytest.raises(UnavailableError, match="not there"):
        find_server("lab").key()
    (folder / "lab.key").write_text("abcdef-123456\n")
    (folder / "lab.key").chmod(0o644)
    with pytest.raises(InputError, match="chmod 600"):
        find_server("lab").key()
    (folder / "lab.key").chmod(0o600)
    assert find_server("lab").key().headers() == {"Authorization": "Bearer abcdef-123456"}
    (folder / "lab.key").write_text("abc def\r\nX-Evil: 1")
    with pytest.raises(InputError) as problem:
        find_server("lab").key()
    assert "Evil" not in str(problem.value)


@pytest.mark.parametrize("name", ["", "nowhere", "ftp://host", "http://", "http://u:p@host"])
def test_unknown_servers(folder: Path, name: str) -> None:
    with pytest.raises(InputError):
        find_server(name)


def test_changed_settings_and_prompts_count_at_once(folder: Path) -> None:
    settings(folder, '[lab]\nurl = "http://10.1.2.3:8000/v1"\n')
    first = registry.get("verifier", "chat:m@lab")
    assert registry.get("chat", "chat:m@lab") is registry.get("chat", "chat:m@lab")
    settings(folder, '[lab]\nurl = "http://10.9.9.9:8000/v1"\n')
    (folder / "prompts").mkdir()
    (folder / "prompts" / "verifier.md").write_text("---\nname: verifier\nversion: 7\n---\n## user\n{{reference}} {{statement}}\n")
    second = registry.get("verifier", "chat:m@lab")
    assert "10.1.2.3" in first.identity and "10.9.9.9" in second.identity and "verifier/7#" in second.identity
    assert registry.unload("verifier", "chat:m@lab")


def test_models_and_their_context_are_asked_of_the_server() -> None:
    rows = {"data": [{"id": "small", "max_model_len": 2048}, {"id": "other", "meta": {"n_ctx": 512}}, {"id": 5}, "?"]}
    with serving(lambda call: call.reply("ok"), rows) as told:
        assert [row["id"] for row in models(told.server())] == ["small", "other"]
        assert ChatServer(told.server(context=0), "small").context == 2048
        assert context_of(told.server(), "other") == 512
        assert ChatServer(told.server(context=0), "unheard of").context == DEFAULT_CONTEXT


@pytest.mark.parametrize("listing", [None, "no", {"data": "?"}, []])
def test_a_list_of_models_that_is_none(listing: object) -> None:
    with serving(lambda call: call.reply("ok"), listing) as told:
        with pytest.raises(ModelError):
            models(told.server())
        server = told.server()
    with pytest.raises(ErrataError, match="No server answers"):
        models(server)
