"""Files and metadata of the package besides its code."""

from importlib.metadata import distribution

import pytest


@pytest.mark.parametrize(
    "name, words", [("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Apache License")]
)
def test_licences_are_texts_and_no_links(name, words):
    files = [file for file in distribution("quadline").files if file.name == name]
    assert len(files) == 1, files
    assert words in files[0].read_text()
