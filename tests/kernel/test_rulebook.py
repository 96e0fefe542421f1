"""Rulebooks: rules.md of every game that is here, read by id."""

import pytest

from grognard.errors import NotFound
from grognard.kernel.rulebook import MENTION, Rulebook
from tests.every import GAMES

PAGE = """# A game (prefix AB)

## 1. Moving

- **AB-MOVE-01** Walk: up to 6 inches
  and not a foot more (AB-MOVE-02, AB-RULE-1a).
- **AB-MOVE-02** Run. `run = no | yes`.

Some prose about AB-MOVE-01.

| id | rate | inches |
|---|---|---|
| AB-MOVE-03 | Slow | 4 |
| **AB-MOVE-04** | Fast | |

### Rulings
- **AB-RULE-1a** *Why?* Because `a = 1`; `b = x | y | z`.
```
- **AB-CODE-01** not here: code ends the rule above
```
"""


def test_rules_are_found_in_lists_and_tables() -> None:
    book = Rulebook(PAGE)
    assert list(book.rules)[:5] == ["AB-MOVE-01", "AB-MOVE-02", "AB-MOVE-03", "AB-MOVE-04", "AB-RULE-1a"]
    assert book["AB-MOVE-01"].text == "Walk: up to 6 inches and not a foot more (AB-MOVE-02, AB-RULE-1a)."
    assert book["AB-MOVE-03"].text == "rate: Slow; inches: 4"
    assert book["AB-MOVE-04"].text == "rate: Fast"
    assert book["AB-MOVE-02"].chapter == "1. Moving"
    assert book["AB-RULE-1a"].chapter == "Rulings"


def test_options_and_mentions_are_read_off_a_rule() -> None:
    book = Rulebook(PAGE)
    assert book["AB-MOVE-02"].options == {"run": ("no", "yes")}
    assert book["AB-RULE-1a"].options == {"b": ("x", "y", "z")}
    assert book["AB-MOVE-01"].mentions == ("AB-MOVE-02", "AB-RULE-1a")


def test_rules_are_looked_up_in_any_case_and_searched_by_words() -> None:
    book = Rulebook(PAGE)
    assert book["ab-move-01"].id == "AB-MOVE-01"
    assert "AB-MOVE-01" in book
    assert [rule.id for rule in book.search("walk inches")] == ["AB-MOVE-01"]
    with pytest.raises(NotFound, match="AB-MOVE-01"):
        book["AB-MOVE-77"]


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_every_game_is_read_whole(name: str) -> None:
    book = GAMES[name].rulebook
    assert len(book.rules) > 50
    assert all(rule.text and rule.chapter for rule in book.rules.values())
    stated = {
        line.split("**")[1]
        for line in book.text.splitlines()
        if line.startswith("- **") and MENTION.fullmatch(line.split("**")[1])
    }
    assert stated <= set(book.rules)


@pytest.mark.parametrize("name", GAMES)
def test_rules_mention_only_rules_that_exist(name: str) -> None:
    book = GAMES[name].rulebook
    prefix = next(iter(book.rules)).split("-")[0]
    unknown = {
        id: rule.id for rule in book.rules.values() for id in rule.mentions if id.startswith(prefix) and id not in book
    }
    assert unknown == {}
