// @ts-check
// The picture that the server draws. It is parsed as an image and let in only if it is nothing
// else.

const SVG = "http://www.w3.org/2000/svg";

/** What a picture may be made of. */
const ELEMENTS = new Set(["svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse",
  "line", "polyline", "polygon", "text", "tspan", "use", "symbol", "pattern", "clipPath", "mask",
  "marker", "linearGradient", "radialGradient", "stop"]);

/**
 * Whether an attribute can do nothing but draw.
 * @param {Attr} attribute
 */
function isHarmless({ localName, name, value }) {
  if (/^on/i.test(localName) || localName === "style") return false;
  if (localName === "href") return value.startsWith("#");
  if (name.startsWith("xmlns")) return true;
  return !/url\(\s*["']?(?!#)|javascript:/i.test(value);
}

/**
 * Reads a picture. `null` if the text is no picture, or one that could do more than show itself.
 * @param {string} text
 * @returns {SVGSVGElement|null}
 */
export function readPicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  /** @type {Element} */
  const root = parsed.documentElement;
  if (!(root instanceof SVGSVGElement)) return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.namespaceURI !== SVG || !ELEMENTS.has(element.localName)) return null;
    if (![...element.attributes].every(isHarmless)) return null;
  }
  return document.importNode(root, true);
}
