// @ts-check
// Small helpers to make elements. Texts become text nodes, never markup.

/** @typedef {Node|string|null|undefined|false} Child */

/**
 * Makes an element. `class`, `text` and attributes are set as named; `on...` are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, children);
  return element;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  fill(element, children);
  return element;
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, children) {
  element.replaceChildren(
    ...children.flatMap((child) => (child || child === "" ? [child] : [])));
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element '${id}'`);
  return element;
}

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
export function input(id) {
  return /** @type {HTMLInputElement} */ (at(id));
}

/**
 * @param {string} id
 * @returns {HTMLSelectElement}
 */
export function select(id) {
  return /** @type {HTMLSelectElement} */ (at(id));
}

/**
 * @param {string} id
 * @returns {HTMLDialogElement}
 */
export function dialog(id) {
  return /** @type {HTMLDialogElement} */ (at(id));
}

/**
 * Shows or hides an element.
 * @param {string} id
 * @param {boolean} shown
 */
export function show(id, shown) {
  at(id).hidden = !shown;
}

/**
 * Sets a text of a dialog, which may say what is wrong.
 * @param {string} id
 * @param {string} text
 * @param {boolean} wrong
 */
export function sayIn(id, text, wrong = false) {
  say(id, text);
  at(id).classList.toggle("wrong", wrong);
}

/**
 * Sets a text, if it is another one.
 * @param {string} id
 * @param {string} text
 */
export function say(id, text) {
  const element = at(id);
  if (element.textContent !== text) element.textContent = text;
}
