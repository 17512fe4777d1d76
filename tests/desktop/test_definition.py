"""Bold words in the window: what is pressed opens a definition, and the definition leads to the lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from lessons.reference import reference
from viz.lesson.glossary import Term, bold_words
from viz.lesson.reference import NO_REFERENCE
from viz.lesson.text import plain

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    from tests.desktop.engine import drive as run  # needs the display to be prepared

    run(desktop, act)


def term(word: str) -> Term:
    found = reference().glossary.find(word)
    assert found is not None
    return found


def test_a_bold_word_opens_its_definition_and_leads_on_and_back(open_desktop: Open) -> None:
    desktop = open_desktop("axis-by-axis", reference=reference())
    session, chrome = desktop.session, desktop.session.chrome
    seen: list[list[str]] = []

    def act(context: Any) -> None:
        for item in ("//##panel/term candidate axis 0", "//##definition/close definition"):
            context.item_click(item)
            seen.append([each.name for each in chrome.terms])
        chrome.show_term(term("gap"))
        context.item_click("//##definition/term separation 0")
        seen.append([each.name for each in chrome.terms])
        context.item_click("//##definition/back to term")
        seen.append([each.name for each in chrome.terms])
        chrome.show_term(term("separation"))
        context.yield_(2)
        context.item_click("//##definition/use gjk")

    drive(desktop, act)
    assert seen == [["candidate axis"], [], ["gap", "separation"], ["gap"]]
    place = next(each for each in term("separation").places if each.lesson == "gjk")
    assert (session.lesson.id, session.player.index) == ("gjk", place.step)
    assert session.presets[session.scene_index][0] == place.scene
    assert "separation" in list(bold_words(session.page.idea))
    assert session.player.scene is session.presets[session.scene_index][1].scene


@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_a_bold_word_of_a_step_s_sentence_opens_its_definition(open_desktop: Open, text_size: float) -> None:
    desktop = open_desktop("axis-by-axis", (1600, 900), reference=reference(), text_size=text_size)
    session = desktop.session
    session.asks = False
    assert "separation" in list(bold_words(session.page.sentence))
    drive(desktop, lambda context: context.item_click("//##panel/**/said separation 0"))
    assert session.chrome.terms == [term("separation")]


def test_the_picture_leads_to_the_step_that_it_shows(open_desktop: Open) -> None:
    desktop = open_desktop("gjk", reference=reference())
    desktop.session.chrome.show_term(term("projection"))
    drive(desktop, lambda context: context.item_click("//##definition/picture"))
    place = term("projection").places[0]
    assert (desktop.session.lesson.id, desktop.session.player.index) == (place.lesson, place.shown)


def test_escape_closes_the_card_and_then_what_it_closed_before(open_desktop: Open) -> None:
    desktop = open_desktop("gjk", reference=reference())
    chrome = desktop.session.chrome
    chrome.show_term(term("gap"))
    chrome.show_term(term("simplex"))
    chrome.show_term(term("gap"))
    assert [each.name for each in chrome.terms] == ["gap"], "what is shown again is not behind itself"
    assert chrome.close_one()
    assert chrome.terms == []
    assert not chrome.close_one()


def test_without_a_glossary_no_word_can_be_pressed(open_desktop: Open) -> None:
    from viz.desktop import rich_text
    from viz.desktop.panels.terms import spots

    desktop = open_desktop("gjk")
    assert desktop.session.study.reference is NO_REFERENCE
    idea = desktop.session.page.idea
    laid = rich_text.lay_out(idea, desktop.fonts, 14.0, 344.0)
    assert spots(laid, idea, desktop.fonts, NO_REFERENCE.glossary, "gjk") == []
    assert spots(laid, idea, desktop.fonts, reference().glossary, "gjk") != []


@pytest.mark.parametrize("wrap", [344.0, 120.0, 60.0])
def test_every_term_of_an_idea_has_its_spots_on_its_own_letters(open_desktop: Open, wrap: float) -> None:
    """A word that is broken over lines has one on each; together they are as wide as its letters."""
    from viz.desktop import rich_text
    from viz.desktop.panels.terms import spots

    desktop = open_desktop("gjk")
    known, fonts = reference().glossary, desktop.fonts
    for lesson in ("axis-by-axis", "aabb-tree", "reference-and-incident", "mass", "rounded-anatomy"):
        desktop.session.open(next(e for c in desktop.session.curriculum for e in c.lessons if e.id == lesson).lesson)
        for page in desktop.session.player.pages:
            laid = rich_text.lay_out(page.idea, fonts, 14.0, wrap)
            found = spots(laid, page.idea, fonts, known, lesson)
            expected = [word for word in bold_words(page.idea) if known.find(word, lesson)]
            names = list(dict.fromkeys(spot.term.name for spot in found))
            assert names == list(dict.fromkeys(known.find(word, lesson).name for word in expected))  # type: ignore[union-attr]
            letters = sum(rich_text.width_of(word.replace(" ", ""), fonts.bold, 14.0) for word in expected)
            covered = sum(spot.right - spot.left for spot in found)
            blanks = sum(word.count(" ") for word in expected) * rich_text.width_of(" ", fonts.bold, 14.0)
            assert letters - 3.0 <= covered <= letters + blanks + 3.0, page.idea
            assert all(-0.01 <= spot.left < spot.right <= max(wrap, laid.width) + 40.0 for spot in found)


def test_every_card_can_be_drawn_and_stays_in_the_figure(open_desktop: Open) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop("gjk", reference=reference())
    for size in ((1280, 720), (700, 480)):
        desktop.window.set_size(*size)
        for each in reference().glossary.terms[:: 24 if size[0] < 1000 else 6]:
            desktop.session.chrome.terms = [each]
            desktop.settle(2)
            card = imgui.internal.find_window_by_name("##definition")
            assert card.pos.x >= 0.0, each.name
            assert card.pos.y + card.size.y <= desktop.places.timeline.y, each.name
    letters = {letter for each in reference().glossary.terms for letter in plain(each.text) + each.name}
    assert [each for each in letters if not desktop.fonts.regular.is_glyph_in_font(ord(each))] == []


def test_the_keyboard_opens_a_definition_and_goes_on_in_it(open_desktop: Open) -> None:
    from imgui_bundle import imgui

    from tests.desktop.test_keyboard import focused, key, walk_to

    desktop = open_desktop("axis-by-axis", reference=reference())
    session = desktop.session
    walk_to(desktop, "##panel", "term candidate axis 0", imgui.Key.down_arrow)
    key(desktop, imgui.Key.space)
    desktop.settle(3)
    assert [each.name for each in session.chrome.terms] == ["candidate axis"]
    assert focused() == "##definition"
    key(desktop, imgui.Key.escape)
    assert session.chrome.terms == []
