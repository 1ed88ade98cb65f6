"""The stub of what is attached to ``ndarray`` says what is attached."""

import importlib.util
from pathlib import Path


def test_the_stub_of_the_attached_members_is_the_generated_one(checkout: Path):
    spec = importlib.util.spec_from_file_location("generate_members", checkout / "tools" / "generate_members.py")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    assert generator.STUB.read_text(encoding="utf-8") == generator.text(), "run: python tools/generate_members.py"
