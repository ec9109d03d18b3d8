// @ts-check
// Game records, as the subcommands write and read them: the tags and the movetext of PGN. A
// variation stands in a comment, so that readers who know only the main line skip it:
//
//     1. 4 4 2. 3 {win 9 (2. 5 "a comment" 3 3. 2) (2. 6)} 3 *

import {
  isLastWord, isLikeResult, plainDashes, resultOf, RESULTS,
} from "./record-results.js";
import { foreignFormat } from "./text.js";
import { Tree } from "./tree.js";

/** @typedef {import("./record-results.js").Result} Result */

/**
 * @typedef {object} GameRecord
 * @property {Map<string, string>} tags without the result
 * @property {Tree} tree
 * @property {Result} result
 * @property {string[]} notes what was assumed where the text is irregular, but clear
 * @property {string} rest what follows the record in the text
 */

/** A text that is no record: where and why. */
export class RecordError extends Error {
  /**
   * @param {number} line
   * @param {string} problem
   */
  constructor(line, problem) {
    super(`line ${line}: ${problem}`);
  }
}

/** Reads a text from its beginning. */
class Reader {
  /**
   * @param {string} text
   * @param {number} line the number of its first line
   */
  constructor(text, line = 1) {
    this.text = text;
    this.at = 0;
    // Lines are counted from the place where they were counted last.
    this.counted = { at: 0, line };
    /** @type {string[]} */
    this.notes = [];
  }

  get line() {
    const { at, line } = this.counted;
    const more = this.text.slice(at, this.at).match(/\n/g)?.length ?? 0;
    this.counted = { at: this.at, line: line + more };
    return line + more;
  }

  /**
   * Notes what is assumed here, once for each kind.
   * @param {string} kind
   * @param {string} more
   */
  assume(kind, more = "") {
    if (this.notes.some((note) => note.includes(kind))) return;
    this.notes.push(`line ${this.line}: ${kind}${more}`);
  }

  /**
   * Takes what the pattern finds here.
   * @param {RegExp} pattern sticky
   */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  /**
   * Whether the pattern finds something here.
   * @param {RegExp} pattern sticky
   */
  sees(pattern) {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Whether a tag that begins its line is next. */
  get isAtTag() {
    if (this.text[this.at] !== "[") return false;
    let before = this.at - 1;
    while (" \t".includes(this.text[before] ?? "\n")) before -= 1;
    return this.text[before] === "\n" && this.sees(/\[\s*\w/y);
  }

  /** Skips blanks, comments to the end of the line, and lines that begin with `%`. */
  skip() {
    for (;;) {
      this.take(/[\s\x1a]+/y);
      const begins = this.at === 0 || this.text[this.at - 1] === "\n";
      if (!this.take(begins ? /[;%][^\n]*/y : /;[^\n]*/y)) return;
    }
  }

  get done() {
    return this.at >= this.text.length;
  }

  /**
   * @param {string} due
   * @returns {never}
   */
  fail(due) {
    const found = /\S{1,40}/y;
    found.lastIndex = this.at;
    const word = found.exec(this.text)?.[0];
    throw new RecordError(this.line, `${due}, not ${word ? `'${word}'` : "the end of the text"}`);
  }
}

/**
 * Reads the first record of a text.
 * @param {string} text
 * @returns {GameRecord}
 */
export function parseRecord(text) {
  const reader = new Reader(text.replace(INVISIBLE, ""));
  reader.skip();
  if (reader.done) reader.fail("a record is due");
  const format = foreignFormat(reader.text.slice(reader.at));
  if (format) {
    const problem = `this is ${format}; game records are read as PGN or PDN has them`;
    throw new RecordError(reader.line, problem);
  }
  const tags = readTags(reader);
  const promised = tags.get("Result");
  tags.delete("Result");
  const tree = new Tree();
  const line = new MainLine(reader, tree, promised ?? "");
  const agreed = agree(reader, line.end(movetext(reader, line)), promised);
  reader.skip();
  const { notes } = reader;
  return { tags, tree, result: agreed, notes, rest: reader.text.slice(reader.at) };
}

/** Characters that nobody sees. Texts of web pages and of word processors have them. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;

/**
 * The text of the first position: that of the tag `Position`, or else of `FEN`.
 * @param {Map<string, string>} tags
 */
export function positionOf(tags) {
  return ["Position", "FEN"].map((name) => tags.get(name) ?? "").find(isSaid) ?? "";
}

/**
 * Whether the value of a tag says something.
 * @param {string} value
 */
function isSaid(value) {
  return !["", "?"].includes(value.trim());
}

/**
 * The result that the end of the moves and the tag say together.
 * @param {Reader} reader
 * @param {Result|undefined} written
 * @param {string|undefined} promised
 * @returns {Result}
 */
function agree(reader, written, promised) {
  const tagged = promised === undefined ? undefined : resultOf(promised);
  if (written && tagged && written !== tagged && written !== "*" && tagged !== "*") {
    const problem = `the result is '${written}', but its tag says '${promised}'`;
    throw new RecordError(reader.line, problem);
  }
  if (promised !== undefined && !tagged) {
    reader.assume("the tag 'Result' is no result", `: '${promised.slice(0, 40)}'`);
  }
  const result = written && written !== "*" ? written : tagged ?? "*";
  if (!written) reader.assume("there is no result at the end", `; ${result} was assumed`);
  else if (tagged && tagged !== written) {
    reader.assume("the tag 'Result' and the end differ", `; ${result} was assumed`);
  } else if (tagged && promised !== tagged) {
    reader.assume(`the result '${promised}' was read as ${tagged}`);
  }
  return result;
}

/** The tags that decide what the moves mean. */
const DECIDING = ["Game", "GameType", "Position", "FEN"];

/** The tags with a meaning here, by their names in small letters. */
const KNOWN = new Map([...DECIDING, "Result"].map((name) => [name.toLowerCase(), name]));

/** @param {Reader} reader */
function readTags(reader) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  for (reader.skip(); reader.text[reader.at] === "["; reader.skip()) {
    const strict = reader.take(/\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\[\\"])*)"\s*\]/y);
    const tag = strict ? { name: strict[1], value: strict[2] } : looseTag(reader);
    if (!tag) return reader.fail('a tag [Name "value"] is due');
    const written = tag.name.replace(/[^A-Za-z0-9_]/g, "");
    const name = KNOWN.get(written.toLowerCase()) ?? written;
    const value = tag.value.replace(/\\([\\"])/g, "$1");
    if (!name || !strict && !value) {
      reader.assume("a tag without a value was dropped");
      continue;
    }
    if (!strict) reader.assume("a tag was read as", ` [${name} "${value.slice(0, 40)}"]`);
    // One that says nothing counts as absent.
    if (KNOWN.has(name.toLowerCase()) && !isSaid(value)) continue;
    const known = tags.get(name) ?? value;
    if (known !== value && DECIDING.includes(name)) {
      throw new RecordError(reader.line, `there are two tags '${name}'`);
    }
    if (known !== value) reader.assume("a tag stands twice", `: '${name}'; the first one counts`);
    tags.set(name, known);
  }
  return tags;
}

/**
 * Takes a tag that stands in one line and is not written as tags are. Each pattern looks at no more
 * than is taken then, or than the first error loses.
 * @param {Reader} reader
 * @returns {{name: string, value: string}|undefined}
 */
function looseTag(reader) {
  if (reader.sees(/\[[^"\]\n]*(?:\]|\n|$)/y)) return tagWithoutQuotes(reader);
  // The last quote is missing, and what follows shows that the tag ends there.
  const open = /\[([^"[\]\n]*)"([^"[\]\n]*)\](?=[ \t\r]*(?:\n|$|\[|\d+\.))/y;
  const found = reader.take(open) ?? reader.take(/\[([^"\]\n]*)"([^\n]*?)"[ \t]*\]/y);
  if (found) return { name: found[1], value: found[2].trimEnd() };
  const line = reader.sees(/\[[^"\]\n]*"/y) ? lineAt(reader) : "";
  const quote = line.indexOf('"');
  if (quote < 0) return undefined;
  // A tag ends with its bracket, or else with its quote, or else with its line.
  const bracket = line.lastIndexOf("]");
  const last = line.lastIndexOf('"');
  const end = [bracket, last].find((place) => place > quote) ?? line.length;
  reader.at += end < line.length ? end + 1 : end;
  return { name: line.slice(1, quote), value: line.slice(quote + 1, end).trim() };
}

/**
 * Takes a tag such as `[Round]` or `[Round 3]`. What decides the meaning of the moves is not
 * guessed from words without quotes.
 * @param {Reader} reader
 */
function tagWithoutQuotes(reader) {
  const { at } = reader;
  const found = reader.take(/\[([^"\]\n]*)(\]|\n|$)/y);
  const [name = "", ...words] = found?.[1].split(/\s+/).filter(Boolean) ?? [];
  const value = words.join(" ");
  const inner = /^[\u2018\u201c\u201e'](.*)[\u2018\u2019\u201c\u201d']$/.exec(value)?.[1];
  const isDeciding = DECIDING.includes(KNOWN.get(name.toLowerCase()) ?? "");
  if (inner === undefined && value && (isDeciding || found?.[2] !== "]")) {
    reader.at = at;
    return undefined;
  }
  return { name, value: inner ?? value };
}

/**
 * The rest of the line, without the blanks at its end.
 * @param {Reader} reader
 */
function lineAt(reader) {
  const end = reader.text.indexOf("\n", reader.at);
  return reader.text.slice(reader.at, end < 0 ? undefined : end).trimEnd();
}

const NUMBER = /\d*\.+/y;
/** A move may have parentheses inside, but in pairs. */
const WORD = /(?!\()(?:[^\s\0\x1a{}[\];$"()]|\([^\s\0\x1a{}[\];$"()]*\))+/y;

/** How far a comment with braces inside is followed, in characters. */
const LONGEST_TAIL = 2000;

/** The length limit of a move whose parts are joined, in characters. */
const MOST_JOINED = 64;

/**
 * Takes a word. A move that is written with blanks before or behind its signs, as in `4- 8`, is one
 * word.
 * @param {Reader} reader
 */
function takeWord(reader) {
  const next = () => {
    const found = reader.take(WORD)?.[0];
    return found && plainDashes(found);
  };
  let word = next();
  while (word && word.length < MOST_JOINED && !isResult(word)) {
    const { at } = reader;
    reader.take(/\s+/y);
    const part = reader.sees(NUMBER) ? undefined : next();
    if (!part || isResult(part) || !joins(word, part)) {
      reader.at = at;
      return word;
    }
    word += part;
    if (!/[-:x]$/.test(word)) {
      reader.assume("the parts of a move were joined", `: '${word.slice(0, 40)}'`);
    }
  }
  return word;
}

/** @param {string} word */
function isResult(word) {
  return Object.values(RESULTS).some((known) => known === word);
}

/**
 * Whether two words are parts of one move, such as `4-` and `8`, or `4` and `-8`.
 * @param {string} first
 * @param {string} second
 */
function joins(first, second) {
  if (/[-:]$/.test(first)) {
    return /[\p{L}\p{N}].$/u.test(first) && /^[\p{L}\p{N}]/u.test(second);
  }
  if (first.endsWith("x")) return /\dx$/.test(first) && /^\d/.test(second);
  if (/^[-:x]$/.test(second)) return /^[\d/\u00bd]+$/.test(first);
  return /\d$/.test(first) && /^([-:][\p{L}\p{N}]|x\d)/u.test(second);
}

/**
 * How much of the text belongs to a comment with open braces in it, which goes on behind its first
 * closing brace. 0 if it does not.
 * @param {Reader} reader
 * @param {number} open the number of open braces
 */
function tailOf(reader, open) {
  const text = reader.text.slice(reader.at, reader.at + LONGEST_TAIL);
  // No comment goes on behind a move number or a tag.
  const end = text.search(/(?<!\S)\d*\.|\n[^\S\n]*\[/);
  const tail = end < 0 ? text : text.slice(0, end);
  let [depth, left, length] = [0, open, 0];
  for (const { 0: brace, index } of tail.matchAll(/[{}]/g)) {
    if (brace === "{") depth += 1;
    else if (depth > 0) depth -= 1;
    else if (left > 0) [left, length] = [left - 1, index + 1];
  }
  return length;
}

/**
 * Takes a comment. Braces inside it are dropped.
 * @param {Reader} reader
 */
function takeComment(reader) {
  const { at } = reader;
  const comment = reader.take(/\{([^}]*)\}/y);
  if (!comment) return undefined;
  const open = comment[1].match(/\{/g)?.length ?? 0;
  const length = open > 0 ? tailOf(reader, open) : 0;
  if (length > 0) reader.assume("braces inside a comment were dropped");
  reader.at += length;
  return reader.text.slice(at + 1, reader.at - 1);
}

/**
 * A word without the marks behind it that praise or blame a move, such as `!?` or `(?)`.
 * @param {string} word
 */
function withoutMarks(word) {
  let end = endWithout(word, word.length, "!?");
  while (word[end - 1] === ")") {
    const inner = endWithout(word, end - 1, "!?");
    if (inner === end - 1 || word[inner - 1] !== "(") break;
    end = endWithout(word, inner - 1, "!?");
  }
  return word.slice(0, end);
}

/**
 * Where a part of a text ends without these characters behind it. A regular expression would look
 * for the beginning of each run of them at each of its places.
 * @param {string} text
 * @param {number} end
 * @param {string} marks
 */
function endWithout(text, end, marks) {
  while (end > 0 && marks.includes(text[end - 1])) end -= 1;
  return end;
}

/** A remark behind a move of squares with numbers, with nothing between them: `8-11Resigns`. */
const REMARK = /^(\d+(?:[-:x]\d+)+[!?()]*)(\p{L}{4,}.*)$/u;

/** Words and comments that may be no part of the moves, up to the next word that is a move. */
/** @typedef {{line: number, word?: string, comment?: string}} Pending */

/**
 * The main line of a record that is being read. Behind the last move may stand a result in other
 * words than those of PGN, and remarks such as `Black resigned`. What may be one waits until it is
 * known what follows.
 */
class MainLine {
  /**
   * @param {Reader} reader
   * @param {Tree} tree
   * @param {string} promised what the tag says of the result
   */
  constructor(reader, tree, promised) {
    this.reader = reader;
    this.tree = tree;
    this.promised = promised.trim();
    this.node = 0;
    /** @type {Pending[]} */
    this.pending = [];
    // Which kinds of moves were played.
    this.hasSigns = false;
    this.hasResults = false;
    this.hasLastWords = false;
  }

  /** @param {string} written */
  word(written) {
    const [, move = written, remark = ""] = REMARK.exec(written) ?? [];
    const word = withoutMarks(move);
    if (!word) return;
    const { line } = this.reader;
    if (isLastWord(word)) {
      this.pending.push({ line, word });
    } else {
      this.settle(mayEnd(word) ? this.lastOfMoves() + 1 : this.pending.length);
      if (mayEnd(word)) this.pending.push({ line, word });
      else this.play(word);
    }
    if (!remark) return;
    this.noteRemark(remark);
    this.comment(remark, line);
  }

  /**
   * @param {string} comment
   * @param {number} line
   */
  comment(comment, line) {
    if (this.pending.length > 0) this.pending.push({ line, comment });
    else annotate(comment, line, this.tree, this.node);
  }

  variation() {
    this.settle();
    readVariation(this.reader, this.tree, this.node);
  }

  /** The place of the waiting word that is no remark. -1 if there is none. */
  lastOfMoves() {
    return this.pending.findIndex(({ word }) => word !== undefined && !isLastWord(word));
  }

  /** @param {string} word */
  play(word) {
    this.node = this.tree.add(this.node, word);
    this.hasSigns ||= /^\d.*[-:x]/.test(word);
    this.hasResults ||= isLikeResult(word);
    this.hasLastWords ||= isLastWord(word);
  }

  /**
   * The first ones that wait are moves.
   * @param {number} count
   */
  settle(count = this.pending.length) {
    for (const { word, comment = "", line } of this.pending.splice(0, count)) {
      if (word !== undefined) this.play(word);
      else annotate(comment, line, this.tree, this.node);
    }
  }

  /**
   * Ends the line. Returns the result at its end.
   * @param {Result|undefined} written
   */
  end(written) {
    const at = this.lastOfMoves();
    const word = this.pending[at]?.word ?? "";
    const said = word && !written ? this.resultAtEnd(word, at) : undefined;
    let result = written;
    if (said) {
      this.pending.splice(at, 1);
      result = said;
      this.reader.assume(`the result '${word.slice(0, 40)}' was read as ${said}`);
    } else if (word && !written && isGlued(word)) {
      this.settle(at);
      this.pending.shift();
      this.play(withoutMarks(word.slice(0, endWithout(word, word.length, "*"))));
      result = "*";
    } else {
      this.settle(at + 1);
    }
    return this.remark() ? result ?? "1/2-1/2" : result;
  }

  /**
   * The result that the last word says.
   * @param {string} word
   * @param {number} before how many words wait before it
   */
  resultAtEnd(word, before) {
    if (word === this.promised) return resultOf(word);
    if (isLikeResult(word)) return this.hasResults ? undefined : resultOf(word);
    // A game whose moves are two numbers may end with one.
    const isCount = /^\d+[-:x]\d+$/.test(word) && (this.node > 0 || before > 0);
    return isCount && !this.hasSigns ? resultOf(word) : undefined;
  }

  /** @param {string} words */
  noteRemark(words) {
    this.reader.assume("words were taken for a remark", `: '${words.slice(0, 40)}'`);
  }

  /** What waits yet is a remark, unless such words were moves. Returns whether it tells a draw. */
  remark() {
    const words = this.pending.flatMap(({ word }) => word ?? []).join(" ");
    // In some games they are moves: to draw a card, for example.
    if (this.hasLastWords || this.node === 0 || words === "draw") {
      this.settle();
      return false;
    }
    if (words) this.noteRemark(words);
    for (const { word, comment = "", line } of this.pending.splice(0)) {
      if (word !== undefined) say(this.tree, this.node, word);
      else annotate(comment, line, this.tree, this.node);
    }
    return /draw/i.test(words);
  }
}

/**
 * Whether a word may be the end of the moves.
 * @param {string} word
 */
function mayEnd(word) {
  return isGlued(word) || resultOf(word) !== undefined;
}

/**
 * Whether a word is a move with a result behind it, as in `c4*`. In backgammon a star is a hit.
 * @param {string} word
 */
function isGlued(word) {
  return word.endsWith("*") && /[\p{L}\p{N})]/u.test(word) && !word.includes("/");
}

/**
 * Reads moves up to the result. Undefined if there is none before the end or the next tags.
 * @param {Reader} reader
 * @param {MainLine} main
 * @returns {Result|undefined}
 */
function movetext(reader, main) {
  for (;;) {
    reader.skip();
    if (reader.done || reader.isAtTag) return undefined;
    const comment = takeComment(reader);
    if (comment !== undefined) {
      main.comment(comment, reader.line - (comment.match(/\n/g)?.length ?? 0));
    } else if (reader.text[reader.at] === "(") {
      main.variation();
    } else if (!reader.take(NUMBER) && !reader.take(/\$\d+/y)) {
      const word = takeWord(reader);
      if (!word) reader.fail("a move or a result (1-0, 0-1, 1/2-1/2, *) is due");
      const plain = withoutMarks(word);
      const result = Object.values(RESULTS).find((known) => known === plain);
      if (!result) main.word(word);
      else {
        // A remark behind it, up to the end of the line, is no other record.
        reader.take(/[ \t]+\p{L}[\p{L} \t.,!]*(?=\r?\n|$)/uy);
        return result;
      }
    }
  }
}

/**
 * Takes over a comment: its words, and the variations in it.
 * @param {string} text
 * @param {number} line
 * @param {Tree} tree
 * @param {number} node
 */
function annotate(text, line, tree, node) {
  const reader = new Reader(text, line);
  const words = [];
  while (!reader.done) {
    if (node > 0 && reader.sees(/\(\s*\d+\./y)) {
      readVariation(reader, tree, node);
      words.push(" ");
    } else {
      words.push(reader.take(/\(?[^(]*/y)?.[0] ?? "");
    }
  }
  say(tree, node, words.join(""));
}

/**
 * Adds words to the comment of a node.
 * @param {Tree} tree
 * @param {number} node
 * @param {string} text
 */
function say(tree, node, text) {
  const words = text.replace(/[{}]/g, " ").split(/\s+/).filter(Boolean).join(" ");
  if (words && node > 0) {
    const { comment } = tree.node(node);
    tree.node(node).comment = comment ? `${comment} ${words}` : words;
  }
}

/**
 * Reads a variation in parentheses: what could have been played instead of this node.
 * @param {Reader} reader
 * @param {Tree} tree
 * @param {number} instead
 */
function readVariation(reader, tree, instead) {
  if (instead === 0) reader.fail("a move is due before a variation");
  // Each open parenthesis: the node at which it goes on.
  const open = [tree.node(instead).parent];
  reader.take(/\(/y);
  while (open.length > 0) {
    reader.take(/\s+/y);
    const node = open[open.length - 1];
    const quoted = reader.take(/"([^"]*)"/y) ?? reader.take(/\{([^}]*)\}/y);
    if (quoted) {
      say(tree, node, quoted[1]);
    } else if (reader.take(/\(/y)) {
      if (node === 0) reader.fail("a move is due before a variation");
      open.push(tree.node(node).parent);
    } else if (reader.take(/\)/y)) {
      open.pop();
    } else if (!reader.take(NUMBER) && !reader.take(/\$\d+/y)) {
      const word = takeWord(reader);
      if (!word) reader.fail("a move or ')' is due in a variation");
      const move = withoutMarks(word);
      if (move && !isResult(move)) open[open.length - 1] = tree.add(node, move);
    }
  }
}
