// @ts-check
// The address is the game: what stands after `#` gives the game, its line and the current ply.

/**
 * Writes a move so that a dot can separate moves.
 * @param {string} move
 */
function escapeMove(move) {
  return encodeURIComponent(move).replace(/\./g, "%2E").replace(/%40/g, "@");
}

/**
 * Decodes a part of an address. A broken escape stays as it is.
 * @param {string} text
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads the part of an address after `#`.
 * @param {string} hash
 * @returns {Address}
 */
export function parseAddress(hash) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) fields.set(part.slice(0, at), part.slice(at + 1));
  }
  const text = (/** @type {string} */ name) => decode(fields.get(name) ?? "").trim();
  // A move is one word. What is none becomes a word that no game knows, so that it is refused.
  const moves = (fields.get("moves") ?? "").split(".").filter(Boolean)
    .map((move) => decode(move).replace(/[\s\0]/g, "\ufffd"));
  const said = /^\d+$/.test(fields.get("ply") ?? "") ? Number(fields.get("ply")) : moves.length;
  const ply = Math.min(said, moves.length);
  return { game: text("game"), setup: text("setup"), position: text("position"), moves, ply };
}

/**
 * Writes an address. What is usual is left out.
 * @param {Address} address
 */
export function formatAddress({ game, setup, position, moves, ply }) {
  const parts = [`game=${encodeURIComponent(game)}`];
  if (setup) parts.push(`setup=${encodeURIComponent(setup)}`);
  if (position) parts.push(`position=${encodeURIComponent(position)}`);
  if (moves.length > 0) parts.push(`moves=${moves.map(escapeMove).join(".")}`);
  if (ply < moves.length) parts.push(`ply=${ply}`);
  return "#" + parts.join("&");
}
