"""Every message between the table and the page: the only contract between the two.

Server and page read the same statement of it: `python -m grognard.table.declarations` writes `static/wire.d.ts` from these structs, against which the page is
type-checked. Messages on the socket carry a `type`; everything else is plain JSON over HTTP.
"""

from msgspec import Struct

from grognard.kernel.scene import Scene
from grognard.kernel.tally import Modifier

# What a seat is asked


class Chance(Struct, frozen=True):
    """What may come of something: a few words, the chance as a number to draw and as an exact fraction to read."""

    words: str
    chance: float
    exact: str


class Choice(Struct, omit_defaults=True):
    """One answer that would be taken. `at` is where on the board it points, `facing` which way a piece would look there (-1: nowhere)."""

    key: str
    words: str
    pieces: list[str] = []
    at: tuple[float, float] | None = None
    via: list[tuple[float, float]] = []
    facing: int = -1


class PlaceAsked(Struct, omit_defaults=True):
    """A move on an open table: who moves, how far, outlines of where it may end; any spot within can be tried with `check`."""

    mover: str
    allowance: float
    region: list[list[tuple[float, float]]]
    verbs: list[str]
    turns: bool = False  # whether the facing at the end matters


class DiceAsked(Struct):
    """Dice to throw on a real table and to type in; `can_roll` if the program may throw them instead."""

    words: str
    count: int
    sides: int
    can_roll: bool


class Asked(Struct, omit_defaults=True):
    """What is asked of a side, with every answer that is listed."""

    side: str
    text: str
    rule: str
    kind: str
    options: list[Choice]
    because: str = ""
    about: list[str] = []
    place: PlaceAsked | None = None
    dice: DiceAsked | None = None
    hidden: int = 0  # how many more answers there are than are listed
    since: int = 0  # the position at which it was asked: the same question as before if this is the same


# What a seat is shown


class Line(Struct, omit_defaults=True):
    """One line of the log. `n` names it in a `Why`."""

    n: int
    words: str
    rule: str
    kind: str = "tell"
    side: str = ""
    pieces: list[str] = []
    because: list[Modifier] = []
    dice: str = ""
    faces: list[int] = []
    total: int = 0
    typed: bool = False


class SideSeat(Struct, omit_defaults=True):
    """Who plays a side: "person", "rules" or a computer's level; whether somebody is connected, and whether the computer thinks."""

    side: str
    name: str
    player: str
    here: bool = False
    thinking: bool = False


class Over(Struct, omit_defaults=True):
    """How the battle ended."""

    reason: str
    rule: str
    winner: str = ""
    score: dict[str, int] = {}


class Undo(Struct, omit_defaults=True):
    """Whether the last answer can be taken back: `can`, or by `asking` the other side, or neither and `why`. `asked_by`: somebody waits for your consent."""

    can: bool = False
    asking: bool = False
    why: str = ""
    asked_by: str = ""


class State(Struct, tag_field="type", tag="state"):
    """Everything a seat may know now. `log` replaces all lines from `log_from` on."""

    battle: str
    position: int
    game: str
    title: str
    scenario: str
    scene: Scene
    same_ground: bool  # the ground is the same as before, and left out
    log_from: int
    log: list[Line]
    sides: list[SideSeat]
    yours: list[str]
    looking: str  # the side whose view this is; empty for a spectator's
    hand_over: str  # the side that must take the screen before it is shown more
    question: Asked | None
    waits_for: list[str]
    undo: Undo
    over: Over | None
    commitment: str
    seed: str
    companion: bool
    typed_dice: bool


class Refused(Struct, tag_field="type", tag="refused", omit_defaults=True):
    """Something was not done: why, under which rule. `ref` is the number that the page gave its message."""

    words: str
    rule: str = ""
    ref: int = 0


class Taken(Struct, tag_field="type", tag="taken"):
    """The answer is saved; the state follows or has come already."""

    position: int
    ref: int


class Checked(Struct, tag_field="type", tag="checked", omit_defaults=True):
    """What a dragged way would cost, or why it is refused."""

    key: str
    allowed: bool
    ref: int
    cost: float = 0
    words: str = ""
    rule: str = ""


class Forecasts(Struct, tag_field="type", tag="forecasts", omit_defaults=True):
    """The odds of answers to the question at this position, by key; and of what may come back for them."""

    position: int
    odds: dict[str, list[Chance]]
    replies: dict[str, list[Chance]] = {}


class Advised(Struct):
    """An answer that a computer holds good: what it is worth (points that may be expected, or how often to pick it), and why."""

    key: str
    words: str
    worth: str
    why: str


class Hint(Struct, tag_field="type", tag="hint"):
    """What a computer would answer here, the best first."""

    position: int
    best: list[Advised]
    by: str


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is at the table and who thinks."""

    sides: list[SideSeat]
    watching: int


class Told(Struct, tag_field="type", tag="told"):
    """Words for everybody at the table: a computer was replaced, the server stops."""

    words: str


class Gone(Struct, tag_field="type", tag="gone", omit_defaults=True):
    """The table ends this connection for good. Coming back helps only where `take` is set: the seat is open in another window, and sitting down with `take` brings it here."""

    words: str
    take: bool = False


class Because(Struct, tag_field="type", tag="because"):
    """Why a line stands in the log: its rule, and the odds that the choice before it had."""

    n: int
    ref: int
    rules: "list[RuleText]"
    had: list[Chance]
    choice: str


# What the page says


class Sit(Struct, tag_field="type", tag="sit", forbid_unknown_fields=True):
    """First message on a socket: which battle, and the secret key of the seat. `client` names the window, the same after a reload; `take` takes the seat over from another window."""

    battle: str
    key: str
    client: str = ""
    take: bool = False


class Answer(Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    """An answer by its key, to the question at this position. The same answer twice counts once."""

    position: int
    side: str
    key: str
    ref: int = 0


class Check(Struct, tag_field="type", tag="check", forbid_unknown_fields=True):
    """Would this spot be accepted?"""

    position: int
    key: str
    ref: int = 0


class Look(Struct, tag_field="type", tag="look", forbid_unknown_fields=True):
    """Somebody else takes the screen: show this side's view."""

    side: str


class TakeBack(Struct, tag_field="type", tag="take_back", forbid_unknown_fields=True):
    """Take back the last answer, or ask for it."""

    position: int
    ref: int = 0


class Consent(Struct, tag_field="type", tag="consent", forbid_unknown_fields=True):
    """May the other side take back its answer?"""

    agree: bool


class AskHint(Struct, tag_field="type", tag="ask_hint", forbid_unknown_fields=True):
    """What would a computer answer?"""

    position: int
    ref: int = 0


class Hurry(Struct, tag_field="type", tag="hurry", forbid_unknown_fields=True):
    """The computer that thinks shall answer with the best it has found so far."""

    position: int
    ref: int = 0


class Why(Struct, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Why does this line stand in the log?"""

    n: int
    ref: int = 0


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Still there."""


# Over HTTP


class ScenarioCard(Struct, omit_defaults=True):
    """A scenario as it is offered. `sides` are ids and names; `companion`: it runs beside a real table."""

    name: str
    title: str
    about: str
    sides: list[tuple[str, str]]
    minutes: int = 0
    size: str = ""
    companion: bool = False
    players: dict[str, str] = {}  # who plays a side unless somebody else is chosen: "person", "rules" or a level
    problem: str = ""


class Ruling(Struct, omit_defaults=True):
    """One option of a game: what is decided, by which rule, the values (the default first)."""

    name: str
    values: list[str]
    rule: str = ""
    text: str = ""


class ForceCard(Struct, omit_defaults=True):
    """A force that comes with a game, to be taken into a scenario: what it holds, in words."""

    name: str
    title: str
    holds: list[str] = []


class ForceAsked(Struct, forbid_unknown_fields=True):
    """A force file to be checked, as TOML text; with a scenario (named or as text) and a side also whether it may be taken there."""

    text: str
    scenario: str = ""
    file: str = ""
    side: str = ""


class ForceChecked(Struct):
    """A force that is well made: what it holds, in words."""

    holds: list[str]


class GameCard(Struct, omit_defaults=True):
    """A game on the home screen; `problem` says why it cannot be played."""

    name: str
    title: str
    blurb: str
    dice: str = ""
    unit: str = ""
    solo: bool = False
    quick: str = ""  # the scenario of "play now"
    scenarios: list[ScenarioCard] = []
    rulings: list[Ruling] = []
    questions: "list[OddsForm]" = []
    forces: list[ForceCard] = []
    problem: str = ""


class Level(Struct):
    """A computer player, and what it is called in a list."""

    name: str
    about: str
    words: str


class Home(Struct):
    """What the home screen shows. `table` is what this table is called, if it has a name."""

    version: str
    games: list[GameCard]
    levels: list[Level]
    table: str


class NewBattle(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A battle to set up. `players`: for each side "me", "beside", "link", "rules" or a computer's level. `typed`: dice come from a real table."""

    game: str
    scenario: str
    players: dict[str, str] = {}
    names: dict[str, str] = {}
    options: dict[str, str] = {}
    undo: str = "dice"
    typed: bool = False
    hand_over: str = "secrets"  # or "always"
    forces: dict[str, str] = {}  # force files by side, as TOML text
    file: str = ""  # a scenario file, as TOML text, instead of a named one


class GoOn(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A battle of its own that goes on from another one, at a step of its replay (-1: where it stands). Who plays each side is asked as for a new battle; by default it is as it was."""

    step: int = -1
    players: dict[str, str] = {}
    names: dict[str, str] = {}
    undo: str = "dice"
    typed: bool = False
    hand_over: str = "secrets"


class SeatLink(Struct):
    """A seat of a new battle and its secret key."""

    key: str
    kind: str  # "host", "side" or "watch"
    sides: list[str]
    name: str


class Made(Struct):
    """A new battle."""

    battle: str
    title: str
    seats: list[SeatLink]


class Ticket(Struct, forbid_unknown_fields=True):
    """A seat that the browser remembers."""

    battle: str
    key: str


class Tickets(Struct, forbid_unknown_fields=True):
    """All seats that the browser remembers."""

    seats: list[Ticket]


class Summary(Struct, omit_defaults=True):
    """A battle in the list of my battles."""

    battle: str
    game: str
    game_title: str
    title: str
    sides: list[SideSeat]
    yours: list[str]
    turn: int
    position: int
    created: float
    updated: float
    kind: str = "side"
    finished: str = ""
    your_turn: bool = False
    imported: bool = False
    problem: str = ""


class Summaries(Struct):
    """My battles, newest first."""

    battles: list[Summary]


class Frame(Struct):
    """One step of a replay: the table after it, and the lines that were told on the way."""

    step: int
    scene: Scene
    log: list[Line]


class ReplayInfo(Struct):
    """A battle to be watched: its steps, where turns begin, and whether the dice can be verified."""

    battle: str
    game: str
    title: str
    scenario: str
    steps: int
    turns: list[tuple[int, int, str]]  # step, turn, phase
    looking: str
    sides: list[SideSeat]
    over: Over | None
    sealed: bool
    can_export: str  # empty, or why not


class Verified(Struct):
    """What checking all dice of a finished battle found. `unchecked` fell in a battle that this one goes on from, and whose seed nobody has revealed."""

    throws: int
    typed: int
    wrong: list[str]
    commitment: str
    seed: str
    unchecked: int


class RuleText(Struct, omit_defaults=True):
    """One rule."""

    id: str
    chapter: str
    text: str
    options: dict[str, list[str]] = {}


class Rules(Struct):
    """All rules of a game, in order."""

    game: str
    title: str
    rules: list[RuleText]


class Field(Struct, omit_defaults=True):
    """One field of an odds form. `kind` is "number", "choice", "flag" or "text"."""

    name: str
    label: str
    kind: str
    default: str
    values: list[str] = []
    low: int | None = None
    high: int | None = None
    about: str = ""


class OddsForm(Struct, omit_defaults=True):
    """An odds question as a form."""

    name: str
    title: str
    about: str
    fields: list[Field]


class OddsAsked(Struct, forbid_unknown_fields=True):
    """A situation for an odds question, by field."""

    situation: dict[str, str] = {}


class OddsResult(Struct, omit_defaults=True):
    """The answer to an odds question: outcomes with their chances. `sampled`: an estimate, with intervals in words."""

    title: str
    outcomes: list[Chance]
    mean: str = ""
    sampled: str = ""
    notes: list[str] = []
    no_roll: str = ""  # why it cannot be rolled out once; empty if it can


class RollAsked(Struct, forbid_unknown_fields=True):
    """A situation to be rolled out. `thrown`: the dice so far, an empty throw left to the program; `own`: further dice are typed in. `seed` makes the program's dice, and comes back the same."""

    situation: dict[str, str] = {}
    thrown: list[list[int]] = []
    own: bool = False
    seed: str = ""


class Rolled(Struct, omit_defaults=True):
    """The question played once: how it came out, or the dice that it asks for next. `why_not`: nothing of it is rolled."""

    outcome: str
    log: list[Line]
    asks: DiceAsked | None = None
    why_not: str = ""
    seed: str = ""


class Health(Struct, omit_defaults=True):
    """Whether the table is well, for whoever watches over it; `trouble` says what is not."""

    well: bool
    battles: int
    rooms: int
    connections: int
    trouble: str = ""


class Problem(Struct, omit_defaults=True):
    """Why a request was refused, in words."""

    words: str
    rule: str = ""


FromPage = Sit | Answer | Check | Look | TakeBack | Consent | AskHint | Hurry | Why | Ping
ToPage = State | Refused | Taken | Checked | Forecasts | Hint | Presence | Told | Gone | Because
OVER_HTTP = (
    Home,
    NewBattle,
    GoOn,
    Made,
    Tickets,
    Summaries,
    ReplayInfo,
    Frame,
    Verified,
    Rules,
    ForceAsked,
    ForceChecked,
    OddsAsked,
    OddsResult,
    RollAsked,
    Rolled,
    Problem,
)
