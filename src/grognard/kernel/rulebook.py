"""A game's rules by id, read from its rules.md: what docs, log and "why?" quote."""

import re
from functools import cache
from importlib.resources import files

from msgspec import Struct

from grognard.errors import NotFound

_ID = r"[A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*-\d+[a-z]?"
_LIST = re.compile(rf"^\s*[-*]\s+\*\*({_ID})\*\*\s*(.*)$")
_ROW = re.compile(rf"^\|\s*\**({_ID})\**\s*\|(.*)\|\s*$")
_OPTION = re.compile(r"`(\w+)\s*=\s*([^`]+)`")
MENTION = re.compile(rf"\b{_ID}\b")


class Rule(Struct, frozen=True):
    """One rule or ruling: its id, the chapter it stands in, its words, and the options that it decides (name: values, default first)."""

    id: str
    chapter: str
    text: str
    options: dict[str, tuple[str, ...]] = {}

    @property
    def mentions(self) -> tuple[str, ...]:
        """Other rules that it points to."""
        return tuple(dict.fromkeys(id for id in MENTION.findall(self.text) if id != self.id))


class Rulebook:
    """All rules of a game, in the order of the page."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rules: dict[str, Rule] = {}
        self._read(text)

    def __getitem__(self, id: str) -> Rule:
        try:
            return self.rules[id.upper() if id.upper() in self.rules else id]
        except KeyError:
            start = id.upper().rsplit("-", 1)[0]
            near = [known for known in self.rules if known.startswith(start)] or list(self.rules)[:8]
            raise NotFound("rule", id, near[:8]) from None

    def __contains__(self, id: str) -> bool:
        return id in self.rules

    def search(self, words: str) -> list[Rule]:
        """Rules that hold all these words, in their id, chapter or text."""
        wanted = words.lower().split()
        return [
            rule
            for rule in self.rules.values()
            if all(word in f"{rule.id} {rule.chapter} {rule.text}".lower() for word in wanted)
        ]

    def _read(self, text: str) -> None:
        chapter, header = "", [""]
        open_id, lines = "", list[str]()

        def close() -> None:
            nonlocal open_id
            if open_id:
                body = " ".join(line.strip() for line in lines if line.strip())
                named = {
                    name: tuple(value.strip() for value in values.split("|"))
                    for name, values in _OPTION.findall(body)
                    if "|" in values
                }
                if open_id not in self.rules:
                    self.rules[open_id] = Rule(open_id, chapter, body, named)
            open_id = ""
            lines.clear()

        for line in text.splitlines():
            item, row = _LIST.match(line), _ROW.match(line)
            if line.startswith("#"):
                close()
                chapter = line.lstrip("# ").strip()
            elif item:
                close()
                open_id = item[1]
                lines.append(item[2])
            elif row:
                close()
                cells = [cell.strip() for cell in row[2].split("|")]
                named = [
                    f"{head}: {cell}" if head else cell
                    for head, cell in zip(header[1:] + [""] * len(cells), cells, strict=False)
                    if cell
                ]
                open_id = row[1]
                lines.append("; ".join(named))
                close()
            elif line.startswith("|"):
                close()
                if not set(line) <= set("|-: "):
                    header = [cell.strip() for cell in line.strip().strip("|").split("|")]
            elif open_id and line.strip() and not line.startswith("```"):
                lines.append(line)
            else:
                close()
        close()


@cache
def rulebook_of(package: str) -> Rulebook:
    """The rulebook that stands in a game's package."""
    return Rulebook(files(package).joinpath("rules.md").read_text(encoding="utf-8"))
