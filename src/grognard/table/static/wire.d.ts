// Made from wire.py by `python -m grognard.table.declarations`; do not edit.

/** First message on a socket: which battle, and the secret key of the seat. `client` names the window, the same after a reload; `take` takes the seat over from another window. */
export interface Sit {
  type: "sit";
  battle: string;
  key: string;
  client?: string;
  take?: boolean;
}

/** An answer by its key, to the question at this position. The same answer twice counts once. */
export interface Answer {
  type: "answer";
  position: number;
  side: string;
  key: string;
  ref?: number;
}

/** Would this spot be accepted? */
export interface Check {
  type: "check";
  position: number;
  key: string;
  ref?: number;
}

/** Somebody else takes the screen: show this side's view. */
export interface Look {
  type: "look";
  side: string;
}

/** Take back the last answer, or ask for it. */
export interface TakeBack {
  type: "take_back";
  position: number;
  ref?: number;
}

/** May the other side take back its answer? */
export interface Consent {
  type: "consent";
  agree: boolean;
}

/** What would a computer answer? */
export interface AskHint {
  type: "ask_hint";
  position: number;
  ref?: number;
}

/** The computer that thinks shall answer with the best it has found so far. */
export interface Hurry {
  type: "hurry";
  position: number;
  ref?: number;
}

/** Why does this line stand in the log? */
export interface Why {
  type: "why";
  n: number;
  ref?: number;
}

/** Still there. */
export interface Ping {
  type: "ping";
}

/** Everything a seat may know now. `log` replaces all lines from `log_from` on. */
export interface State {
  type: "state";
  battle: string;
  position: number;
  game: string;
  title: string;
  scenario: string;
  scene: Scene;
  same_ground: boolean;
  log_from: number;
  log: Line[];
  sides: SideSeat[];
  yours: string[];
  looking: string;
  hand_over: string;
  question: Asked | null;
  waits_for: string[];
  undo: Undo;
  over: Over | null;
  commitment: string;
  seed: string;
  companion: boolean;
  typed_dice: boolean;
}

/** Everything that is drawn of a battle for one viewer. */
export interface Scene {
  width: number;
  height: number;
  unit: string;
  ground: Ground[];
  tokens: Token[];
  sides: SideLine[];
  turn: number;
  turns: string;
  phases: string[];
  phase: string;
  notes?: string[];
  measuring?: boolean;
}

/** Terrain: `look` picks the texture ("wood", "water", "wall", "hedge", "building", "rough", "road", "hill", "bridge", "mud", "field", "stone", "floor", "void", "cart", "coach", "gun", "door", "objective", ...). */
export interface Ground {
  look: string;
  shape: Shape;
  name?: string;
  about?: string;
}

/** An outline: "box" (x, y, width, height from its south-west corner, turned by `facing` about its centre), "disc" (x, y, radius), "line" or "polygon" (points). */
export interface Shape {
  kind: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  radius?: number;
  facing?: number;
  points?: [number, number][];
}

/** A piece as drawn: "round" base, "ranks" (a unit of files and ranks), "counter" (a square or hex counter) or "marker". */
export interface Token {
  id: string;
  side: string;
  name: string;
  shape: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  facing?: number;
  files?: number;
  ranks?: number;
  models?: number;
  role?: string;
  strength?: string;
  marks?: Mark[];
  stats?: Stat[];
  tags?: string[];
  line?: string;
  fallen?: boolean;
  stack?: string[];
}

/** A status marker on a piece: one or two letters and what they mean; `tone` is "bad", "good" or "". */
export interface Mark {
  letter: string;
  meaning: string;
  tone?: string;
}

/** One value on a piece's card: what it is now, and its printed value where that differs. */
export interface Stat {
  name: string;
  value: string;
  printed?: string;
}

/** A side at the top of the page: its name and how it stands, in a few words. */
export interface SideLine {
  id: string;
  name: string;
  status?: string;
  tone?: string;
}

/** One line of the log. `n` names it in a `Why`. */
export interface Line {
  n: number;
  words: string;
  rule: string;
  kind?: string;
  side?: string;
  pieces?: string[];
  because?: Modifier[];
  dice?: string;
  faces?: number[];
  total?: number;
  typed?: boolean;
}

/** One line of a sheet's list of modifiers. */
export interface Modifier {
  value: number;
  reason: string;
  rule: string;
}

/** Who plays a side: "person", "rules" or a computer's level; whether somebody is connected, and whether the computer thinks. */
export interface SideSeat {
  side: string;
  name: string;
  player: string;
  here?: boolean;
  thinking?: boolean;
}

/** What is asked of a side, with every answer that is listed. */
export interface Asked {
  side: string;
  text: string;
  rule: string;
  kind: string;
  options: Choice[];
  because?: string;
  about?: string[];
  place?: PlaceAsked | null;
  dice?: DiceAsked | null;
  hidden?: number;
  since?: number;
}

/** One answer that would be taken. `at` is where on the board it points, `facing` which way a piece would look there (-1: nowhere). */
export interface Choice {
  key: string;
  words: string;
  pieces?: string[];
  at?: [number, number] | null;
  via?: [number, number][];
  facing?: number;
}

/** A move on an open table: who moves, how far, outlines of where it may end; any spot within can be tried with `check`. */
export interface PlaceAsked {
  mover: string;
  allowance: number;
  region: [number, number][][];
  verbs: string[];
  turns?: boolean;
}

/** Dice to throw on a real table and to type in; `can_roll` if the program may throw them instead. */
export interface DiceAsked {
  words: string;
  count: number;
  sides: number;
  can_roll: boolean;
}

/** Whether the last answer can be taken back: `can`, or by `asking` the other side, or neither and `why`. `asked_by`: somebody waits for your consent. */
export interface Undo {
  can?: boolean;
  asking?: boolean;
  why?: string;
  asked_by?: string;
}

/** How the battle ended. */
export interface Over {
  reason: string;
  rule: string;
  winner?: string;
  score?: { [key: string]: number };
}

/** Something was not done: why, under which rule. `ref` is the number that the page gave its message. */
export interface Refused {
  type: "refused";
  words: string;
  rule?: string;
  ref?: number;
}

/** The answer is saved; the state follows or has come already. */
export interface Taken {
  type: "taken";
  position: number;
  ref: number;
}

/** What a dragged way would cost, or why it is refused. */
export interface Checked {
  type: "checked";
  key: string;
  allowed: boolean;
  ref: number;
  cost?: number;
  words?: string;
  rule?: string;
}

/** The odds of answers to the question at this position, by key; and of what may come back for them. */
export interface Forecasts {
  type: "forecasts";
  position: number;
  odds: { [key: string]: Chance[] };
  replies?: { [key: string]: Chance[] };
}

/** What may come of something: a few words, the chance as a number to draw and as an exact fraction to read. */
export interface Chance {
  words: string;
  chance: number;
  exact: string;
}

/** What a computer would answer here, the best first. */
export interface Hint {
  type: "hint";
  position: number;
  best: Advised[];
  by: string;
}

/** An answer that a computer holds good: what it is worth (points that may be expected, or how often to pick it), and why. */
export interface Advised {
  key: string;
  words: string;
  worth: string;
  why: string;
}

/** Who is at the table and who thinks. */
export interface Presence {
  type: "presence";
  sides: SideSeat[];
  watching: number;
}

/** Words for everybody at the table: a computer was replaced, the server stops. */
export interface Told {
  type: "told";
  words: string;
}

/** The table ends this connection for good. Coming back helps only where `take` is set: the seat is open in another window, and sitting down with `take` brings it here. */
export interface Gone {
  type: "gone";
  words: string;
  take?: boolean;
}

/** Why a line stands in the log: its rule, and the odds that the choice before it had. */
export interface Because {
  type: "because";
  n: number;
  ref: number;
  rules: RuleText[];
  had: Chance[];
  choice: string;
}

/** One rule. */
export interface RuleText {
  id: string;
  chapter: string;
  text: string;
  options?: { [key: string]: string[] };
}

/** What the home screen shows. `table` is what this table is called, if it has a name. */
export interface Home {
  version: string;
  games: GameCard[];
  levels: Level[];
  table: string;
}

/** A game on the home screen; `problem` says why it cannot be played. */
export interface GameCard {
  name: string;
  title: string;
  blurb: string;
  dice?: string;
  unit?: string;
  solo?: boolean;
  quick?: string;
  scenarios?: ScenarioCard[];
  rulings?: Ruling[];
  questions?: OddsForm[];
  forces?: ForceCard[];
  problem?: string;
}

/** A scenario as it is offered. `sides` are ids and names; `companion`: it runs beside a real table. */
export interface ScenarioCard {
  name: string;
  title: string;
  about: string;
  sides: [string, string][];
  minutes?: number;
  size?: string;
  companion?: boolean;
  players?: { [key: string]: string };
  problem?: string;
}

/** One option of a game: what is decided, by which rule, the values (the default first). */
export interface Ruling {
  name: string;
  values: string[];
  rule?: string;
  text?: string;
}

/** An odds question as a form. */
export interface OddsForm {
  name: string;
  title: string;
  about: string;
  fields: Field[];
}

/** One field of an odds form. `kind` is "number", "choice", "flag" or "text". */
export interface Field {
  name: string;
  label: string;
  kind: string;
  default: string;
  values?: string[];
  low?: number | null;
  high?: number | null;
  about?: string;
}

/** A force that comes with a game, to be taken into a scenario: what it holds, in words. */
export interface ForceCard {
  name: string;
  title: string;
  holds?: string[];
}

/** A computer player, and what it is called in a list. */
export interface Level {
  name: string;
  about: string;
  words: string;
}

/** A battle to set up. `players`: for each side "me", "beside", "link", "rules" or a computer's level. `typed`: dice come from a real table. */
export interface NewBattle {
  game: string;
  scenario: string;
  players?: { [key: string]: string };
  names?: { [key: string]: string };
  options?: { [key: string]: string };
  undo?: string;
  typed?: boolean;
  hand_over?: string;
  forces?: { [key: string]: string };
  file?: string;
}

/** A battle of its own that goes on from another one, at a step of its replay (-1: where it stands). Who plays each side is asked as for a new battle; by default it is as it was. */
export interface GoOn {
  step?: number;
  players?: { [key: string]: string };
  names?: { [key: string]: string };
  undo?: string;
  typed?: boolean;
  hand_over?: string;
}

/** A new battle. */
export interface Made {
  battle: string;
  title: string;
  seats: SeatLink[];
}

/** A seat of a new battle and its secret key. */
export interface SeatLink {
  key: string;
  kind: string;
  sides: string[];
  name: string;
}

/** All seats that the browser remembers. */
export interface Tickets {
  seats: Ticket[];
}

/** A seat that the browser remembers. */
export interface Ticket {
  battle: string;
  key: string;
}

/** My battles, newest first. */
export interface Summaries {
  battles: Summary[];
}

/** A battle in the list of my battles. */
export interface Summary {
  battle: string;
  game: string;
  game_title: string;
  title: string;
  sides: SideSeat[];
  yours: string[];
  turn: number;
  position: number;
  created: number;
  updated: number;
  kind?: string;
  finished?: string;
  your_turn?: boolean;
  imported?: boolean;
  problem?: string;
}

/** A battle to be watched: its steps, where turns begin, and whether the dice can be verified. */
export interface ReplayInfo {
  battle: string;
  game: string;
  title: string;
  scenario: string;
  steps: number;
  turns: [number, number, string][];
  looking: string;
  sides: SideSeat[];
  over: Over | null;
  sealed: boolean;
  can_export: string;
}

/** One step of a replay: the table after it, and the lines that were told on the way. */
export interface Frame {
  step: number;
  scene: Scene;
  log: Line[];
}

/** What checking all dice of a finished battle found. `unchecked` fell in a battle that this one goes on from, and whose seed nobody has revealed. */
export interface Verified {
  throws: number;
  typed: number;
  wrong: string[];
  commitment: string;
  seed: string;
  unchecked: number;
}

/** All rules of a game, in order. */
export interface Rules {
  game: string;
  title: string;
  rules: RuleText[];
}

/** A force file to be checked, as TOML text; with a scenario (named or as text) and a side also whether it may be taken there. */
export interface ForceAsked {
  text: string;
  scenario?: string;
  file?: string;
  side?: string;
}

/** A force that is well made: what it holds, in words. */
export interface ForceChecked {
  holds: string[];
}

/** A situation for an odds question, by field. */
export interface OddsAsked {
  situation?: { [key: string]: string };
}

/** The answer to an odds question: outcomes with their chances. `sampled`: an estimate, with intervals in words. */
export interface OddsResult {
  title: string;
  outcomes: Chance[];
  mean?: string;
  sampled?: string;
  notes?: string[];
  no_roll?: string;
}

/** A situation to be rolled out. `thrown`: the dice so far, an empty throw left to the program; `own`: further dice are typed in. `seed` makes the program's dice, and comes back the same. */
export interface RollAsked {
  situation?: { [key: string]: string };
  thrown?: number[][];
  own?: boolean;
  seed?: string;
}

/** The question played once: how it came out, or the dice that it asks for next. `why_not`: nothing of it is rolled. */
export interface Rolled {
  outcome: string;
  log: Line[];
  asks?: DiceAsked | null;
  why_not?: string;
  seed?: string;
}

/** Why a request was refused, in words. */
export interface Problem {
  words: string;
  rule?: string;
}

export type FromPage = Sit | Answer | Check | Look | TakeBack | Consent | AskHint | Hurry | Why | Ping;
export type ToPage = State | Refused | Taken | Checked | Forecasts | Hint | Presence | Told | Gone | Because;
