"""What comes with Errata: its engines, its verifiers, and the model of each other role, with why one cannot run."""

from engines.models import registry
from explorer.services.engines import available, verifiers


def model_rows() -> list[dict[str, object]]:
    """One row {role, name, available, reason, summary} per engine, bundled verifier and bundled model of another role."""
    rows: list[dict[str, object]] = []
    known = (("engine", available()), ("verifier", verifiers()))
    for role, infos in known:
        rows += [
            {"role": role, "name": i.name, "available": i.available, "reason": i.reason, "summary": f"{i.title}: {i.summary}"}
            for i in infos
        ]
    reason = next((str(row["reason"]) for row in rows if row["role"] == "engine" and not row["available"]), "")
    for role in registry.roles():
        if role != "verifier":
            rows += [
                {"role": role, "name": n, "available": not reason, "reason": reason, "summary": "bundled"} for n in registry.names(role)
            ]
    return rows
