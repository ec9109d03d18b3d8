// @ts-check
// Text of files that others wrote, in whatever encoding.

/** The byte order marks of UTF-16, each with the encoding that it tells. */
const MARKS = /** @type {const} */ ([[0xff, 0xfe, "utf-16le"], [0xfe, 0xff, "utf-16be"]]);

/**
 * The text of a file or of its beginning: UTF-8, or UTF-16 with its mark, or else Windows-1252,
 * which has all of Latin-1. The note says what was assumed. It is empty for UTF-8.
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  const mark = MARKS.find(([one, other]) => bytes[0] === one && bytes[1] === other);
  // The end may cut a character off.
  const decoded = (/** @type {string} */ name) =>
    new TextDecoder(name, { fatal: name === "utf-8" }).decode(bytes, { stream: true });
  if (mark) return { text: decoded(mark[2]), note: "The file was read as UTF-16." };
  try {
    return { text: decoded("utf-8"), note: "" };
  } catch {
    return { text: decoded("windows-1252"), note: "The file was read as Windows-1252 (Latin-1)." };
  }
}

/**
 * The format of a text, told by how it begins, if it is not that of game records. The text is
 * without the blanks and the comments at its beginning.
 * @param {string} text
 */
export function foreignFormat(text) {
  return FOREIGN.find(([, begins]) => begins.test(text))?.[0];
}

/** Formats, and how they begin. @type {[string, RegExp][]} */
const FOREIGN = [
  ["a GGF file (General Game Format)", /^\(\s*;\s*GM\[\p{L}/u],
  ["an SGF file (Smart Game Format)", /^\(\s*;/],
  ["a MAT file (a match of several points)", /^\d\S*[^\S\n]+point[^\S\n]+match(?!\S)/],
  ["a JSON file", /^(?:\[\s*)?\{\s*"[^"\n]*"\s*:/],
  ["an HTML or XML file", /^<[A-Za-z!?]/],
  ["a packed file", /^(?:PK\x03\x04|\x1f\u2039)/],
  // The date of the file: the century, the year, the month and the day. Then counts, and the board.
  ["a WTHOR file", /^[\x13-\x15][\0-\x63][\x01-\x0c][\x01-\x1f][^]{8}[\0\x08\x0a][\0\x01]/],
  ["no text", /^\0/],
];
