// The shapes of what several scripts of the page share. The type checker reads this file, and so
// may you. The page does not load it.

type Side = "first" | "second";
type GameResult = "none" | "p1win" | "p2win" | "draw";

/** What a search says of a position or a move. */
interface Score {
  /** "atleast" and "atmost" mean a draw. */
  kind: "eval" | "win" | "loss" | "draw" | "atleast" | "atmost" | "chance";
  /** The points of an opinion, or the share of a win that is expected, from 0 to 1. */
  value?: number;
  /** The length of a proven win or loss, if it is known. */
  plies?: number;
  /** By how much it is won or lost, if that counts and is known. */
  margin?: number;
}

/** A place of a board. */
interface Place {
  name: string;
  /** What it is called when it is the second player's turn, if that is another name. */
  name_for_second?: string;
  x: number;
  y: number;
  shape: string;
  area: string;
  width?: number;
  /** How several pieces stand there: from one to the next, and how many are drawn. */
  stack?: { dx: number; dy: number; most: number };
}

/** A game on offer, as `query games` says it. */
interface GameOnOffer {
  name: string;
  title: string;
  about: string;
  setups: string[];
  /** Moves to a position that shows what the game is like. */
  sample: string;
}

interface MoveOnBoard {
  move: string;
  /** Steps; each has the places any of which will do, the best one first. */
  gesture: number[][];
  /** Its single steps, each way to come to the same, if a person may make them one by one. */
  steps?: Step[][];
  /** How likely it is, beside the others, where chance acts. */
  weight?: number;
}

/** From which place to which a piece goes. */
type Step = [number, number];

/** A move that is still meant, and the places to point at. */
interface Candidate {
  move: string;
  rest: number[][];
  /** The part that comes next, and the steps behind it, if the move is made of steps. */
  part?: Step;
  left?: Step[];
}

/** What a person has pointed at so far. */
interface Gesture {
  candidates: Candidate[];
  /** The places of the part that is being made. */
  picked: number[];
  /** The gesture without the last place, or without the last part. */
  before: Gesture | null;
  /** The gesture at the beginning of the part. Null if this is it. */
  start: Gesture | null;
  /** The parts that are made, and how many pieces of the mover are then at each place. */
  done: Step[];
  counts: Map<number, number>;
  /** The places in hands. */
  hands: Set<number>;
}

/** What `query board layout` says. */
interface Layout {
  game: string;
  setup: string;
  title: string;
  players: { mark: string; name?: string }[];
  box: [number, number, number, number];
  materials: { ground: string; pieces: string; colours: [string, string] };
  places: Place[];
  labels: { text: string; text_for_second?: string; x: number; y: number }[];
  groups: { name: string; kind: string; places: number[] }[];
  /** What the facts mean, and which of them list places. */
  facts: { name: string; about: string; places?: boolean }[];
}

/** Why a position was refused. What `query refused` says. */
interface Refusal {
  /** The number of the move that cannot be played, from 1. */
  move: number | null;
  why: string;
}

interface Piece {
  place: number;
  owner: Side | null;
  kind: number;
  name: string;
  /** How many there are, if not one. */
  count?: number;
  last?: boolean;
  won?: boolean;
}

interface Fact {
  name: string;
  text: string;
}

/** What people count. */
interface Tally {
  name: string;
  counts: number[];
  all?: number;
  to_win?: number;
  /** Whether the player with fewer is ahead. */
  fewer_leads?: boolean;
}

/** What `query board` says. */
interface Board {
  to_move: Side | "chance" | null;
  /** Who rolls, where chance acts. */
  turn?: Side;
  result: GameResult;
  margin: string | null;
  fen: string;
  ply: number;
  pieces: Piece[];
  /** The ways of the pieces that the last move moved. */
  ways: number[][];
  moves: MoveOnBoard[];
  facts: Fact[];
  tallies: Tally[];
  drawing?: string[];
}

interface Player {
  kind: "person" | "engine";
  /** 0 to 100. */
  strength: number;
  limit: "movetime" | "depth";
  /** Milliseconds or plies. */
  amount: number;
}

/** A move with its score for the side to move, and how the game may go on. */
interface Line {
  score: Score;
  /** It begins with the move. */
  pv: string[];
  depth: number;
}

/** What is known of a position. */
interface Known {
  /** The side to move. */
  side: Side | "chance" | null;
  result: GameResult;
  /** How many moves there are. */
  count: number;
  moves: Map<string, Line>;
  /** What the position is worth. */
  best: Line | null;
  /** Whether the book was asked. */
  probed: boolean;
}

interface Mistake {
  grade: "blunder" | "mistake" | "doubtful";
  /** `??`, `?` or `?!`. */
  mark: string;
  /** What was lost, in words. */
  text: string;
}

interface Preview {
  /** The line from the current node on. */
  moves: string[];
  /** How many of them are shown. */
  at: number;
  board: Board;
  svg: string;
}

interface Settings {
  /** Whether the scores are on the board. */
  scores: boolean;
  /** Whether places named by facts are marked. */
  threats: boolean;
  /** Whether a touch must be repeated to play. */
  confirm: boolean;
  /** Whether single keys are commands. */
  keys: boolean;
  /** Whether the page throws dice and draws cards. */
  dice: boolean;
  /** Whether the only move of a person is played at once. */
  forced: boolean;
  /** Whether pieces move. */
  motion: boolean;
  theme: "auto" | "light" | "dark";
  /** How boards look: made of something, or plain figures. */
  look: "rich" | "plain";
}

/** What an address says. */
interface Address {
  /** "" if the address names none. */
  game: string;
  setup: string;
  /** The text of the first position; "" for the start. */
  position: string;
  moves: string[];
  /** How many of the moves have been played. */
  ply: number;
}

/** The clocks of a table, in milliseconds. */
interface Clock {
  base: number;
  increment: number;
  /** What was left when the server said so. */
  first: number;
  second: number;
  running: Side | null;
}

interface TableSeat {
  taken: boolean;
  name: string | null;
  present: boolean;
  engine: string | null;
}

/** What the server says of a table. */
interface TableWords {
  id: string;
  game: string;
  setup: string;
  moves: string[];
  to_move: Side | null;
  result: GameResult;
  end: "rules" | "time" | "resignation" | null;
  you: Side | null;
  watchers: number;
  seats: { first: TableSeat; second: TableSeat };
  undo: { by: Side; to: number } | null;
  clock: Clock | null;
}

/** A table as the page shows it. */
interface TableView extends TableWords {
  /** When it was heard. */
  heard: number;
  /** The node of the table's position. */
  tip: number;
  online: boolean;
  notice: string;
}
