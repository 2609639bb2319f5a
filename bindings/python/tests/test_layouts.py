"""Layouts as values: pickled, copied, compared, printed, and sent to other processes."""

import concurrent.futures
import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import quadline
from quadline import positions


def some_kinds():
    kinds = np.zeros((6, 6), np.bool_)
    kinds[0, 1] = kinds[3, :3] = True
    return kinds


def some_bases():
    bases = np.full((12, 12), -1, np.int32)
    bases[0, 7], bases[9, 2] = 5_000, 2**30 - 1
    return bases


# The arguments of layouts that all differ, and how they are printed.
LAYOUTS = [
    (("all", {}), "ThreatLayout('all')"),
    (("inputs-60144", {"pawn_pairs": 60_144}), "ThreatLayout('inputs-60144', pawn_pairs=60144)"),
    (("inputs-60144", {"pawn_pairs": 0}), "ThreatLayout('inputs-60144', pawn_pairs=0)"),
    (("inputs-60144", {"like_threats": "both"}), "ThreatLayout('inputs-60144', like_threats='both')"),
    (("inputs-60144", {"mirrored_king": "nowhere"}), "ThreatLayout('inputs-60144', mirrored_king='nowhere')"),
    ((some_kinds(), {}), "ThreatLayout(<4 of 36 kinds>)"),
    (("all", {"defenses": False}), "ThreatLayout('all', defenses=False)"),
    ((some_kinds(), {"bases": some_bases()}), "ThreatLayout(<4 of 36 kinds>, bases=<2 of 144>)"),
    (
        ("all", {"pawn_pairs": 2**30 - 1, "like_threats": "lower", "mirrored_king": "queens wing", "bases": some_bases()}),
        "ThreatLayout('all', pawn_pairs=1073741823, like_threats='lower', mirrored_king='queens wing', bases=<2 of 144>)",
    ),
]


@pytest.fixture(scope="module")
def layouts():
    return [quadline.ThreatLayout(kinds, **options) for (kinds, options), _ in LAYOUTS]


def test_layouts_are_printed(layouts):
    assert [repr(layout) for layout in layouts] == [text for _, text in LAYOUTS]
    for layout, text in zip(layouts, (text for _, text in LAYOUTS)):
        if "<" not in text:
            assert eval(text, {"ThreatLayout": quadline.ThreatLayout}) == layout


def test_layouts_are_compared(layouts):
    again = [quadline.ThreatLayout(kinds, **options) for (kinds, options), _ in LAYOUTS]
    for index, layout in enumerate(layouts):
        assert [layout == other for other in again] == [index == other for other in range(len(again))]
        assert [layout != other for other in again] == [index != other for other in range(len(again))]
        assert hash(layout) == hash(again[index])
    assert len({*layouts, *again}) == len(layouts)
    assert layouts[0] != "all" and layouts[0] is not None
    # The same arguments in other forms.
    all_kinds = np.full((6, 6), 2, np.uint8).view(np.bool_)
    for other in (
        quadline.ThreatLayout(quadline.THREAT_KINDS["all"]),
        quadline.ThreatLayout(all_kinds, bases=np.full((12, 12), -1, np.int32)),
    ):
        assert other == layouts[0] and hash(other) == hash(layouts[0])


def test_layouts_are_pickled_and_copied(layouts, fens):
    rows = positions.from_fen(fens[:9])
    for layout in layouts:
        copies = [pickle.loads(pickle.dumps(layout, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in copies:
            assert other == layout and hash(other) == hash(layout) and repr(other) == repr(layout)
            assert other.inputs == layout.inputs
        expected = quadline.threat_inputs(rows, layout, stride=512)[0]
        assert (quadline.threat_inputs(rows, copies[-1], stride=512)[0] == expected).all()
        # They cannot be changed, so a copy is the same object.
        assert copy.copy(layout) is layout and copy.deepcopy([layout])[0] is layout
        with pytest.raises(AttributeError, match="a ThreatLayout cannot be changed"):
            layout.inputs = 3


def test_layouts_are_sent_to_a_process_that_is_spawned(layouts, fens):
    """As data loaders do on Windows and macOS."""
    rows = positions.from_fen(fens[:9])
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        for layout in (layouts[1], layouts[7]):
            inputs, counts = executor.submit(quadline.threat_inputs, rows, layout, stride=512).result()
            expected = quadline.threat_inputs(rows, layout, stride=512)
            assert (inputs == expected[0]).all() and (counts == expected[1]).all()


def test_arguments_are_copied():
    """A layout does not change with the arrays that it was made from."""
    kinds, bases = some_kinds(), some_bases()
    layout = quadline.ThreatLayout(kinds, bases=bases)
    kinds[:], bases[:] = False, 2**30
    expected = quadline.ThreatLayout(some_kinds(), bases=some_bases())
    assert layout == expected and layout.inputs == expected.inputs == 2**30 - 1 + 896
