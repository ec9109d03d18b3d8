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
