"""Terms are found in any of their forms, and the meaning that a lesson has in mind comes first."""

from __future__ import annotations

import pytest

from viz.lesson.glossary import Place, Term, bold_words, in_words, read_glossary
from viz.lesson.ink import Ink
from viz.lesson.text import tint

TEXT = """
emphasis = ["every"]
[terms]
"edge normal" = "Perpendicular to an edge."
"leaf" = { also = ["leaves"], shown = 4, text = "A node without children." }
"root of a tree" = { also = ["root"], only = ["quadtree"], pane = 2, text = "The node above all others." }
"root" = "Where a function is 0. See **edge normals**."
"""
PLACES = '{"leaf": [["quadtree", "Eight boxes", 2, 3], ["aabb-tree", "Crowd", 0, 0]]}'


def found(word: str, lesson: str = "") -> str:
    term = read_glossary(TEXT, PLACES).find(word, lesson)
    return "" if term is None else term.name


@pytest.mark.parametrize("word", ["edge normal", "Edge normals", "EDGE  NORMAL", "edge\nnormals"])
def test_case_number_and_blanks_do_not_matter(word: str) -> None:
    assert found(word) == "edge normal"


def test_other_forms_and_narrower_meanings() -> None:
    assert found("Leaves") == "leaf"
    assert found("root") == found("root", "bilateral-advancement") == "root"
    assert found("roots", "quadtree") == found("root of a tree") == "root of a tree"
    assert found("every") == found("") == found("s") == ""


def test_search_takes_parts_of_words_those_that_begin_so_first() -> None:
    known = read_glossary(TEXT, PLACES)
    assert [term.name for term in known.search("root")] == ["root", "root of a tree"]
    assert [term.name for term in known.search("normal edge")] == ["edge normal"]
    assert known.search("  ") == known.search("nothing") == []


def test_places_are_read_and_the_shown_step_is_of_the_first_alone() -> None:
    leaf = read_glossary(TEXT, PLACES).find("leaf")
    assert leaf is not None
    assert leaf.places == (Place("quadtree", "Eight boxes", 2, 3), Place("aabb-tree", "Crowd", 0, 0))
    term = read_glossary(TEXT, PLACES).find("root of a tree")
    assert term == Term("root of a tree", "The node above all others.", ("root",), frozenset({"quadtree"}), 2)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ('"roots" = { also = ["leaves"], text = "." }', "'leaves' is both"),
        ('"Leaf" = "."', "'leaf' is both"),
        ('"x" = { text = ".", panes = 2 }', "x: there is no 'panes'"),
    ],
)
def test_two_meanings_of_one_form_and_unknown_fields_are_refused(more: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_glossary(TEXT + more, "{}")


def test_bold_words_are_whole_whatever_their_inks() -> None:
    text = f"**A {tint('gap', Ink.GAP)} is** enough: **one**, {tint('**two**', Ink.A)} and none."
    assert list(bold_words(text)) == ["A gap is", "one", "two"]
    assert list(bold_words("**all**")) == ["all"]
    assert list(bold_words("none")) == []


def test_a_term_in_words() -> None:
    leaf = read_glossary(TEXT, PLACES).find("leaf")
    assert leaf is not None
    assert in_words(leaf, str.upper) == "leaf (leaves)\n  A node without children.\n  QUADTREE; AABB-TREE"
