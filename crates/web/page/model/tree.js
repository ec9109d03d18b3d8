// @ts-check
// The tree of variations. Nothing in it is ever lost: a new move beside an old one is a new branch.

/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number} parent -1 for the root
 * @property {string} move how it was reached; "" for the root
 * @property {number} ply moves from the root
 * @property {number[]} children the first is the main line
 * @property {string} comment
 */

/**
 * The number before a move: `3.`, or `3...` before a move of the second player.
 * @param {number} ply
 */
export function numberOf(ply) {
  return `${Math.ceil(ply / 2)}.${ply % 2 === 1 ? "" : ".."}`;
}

/** At most this many nodes are kept in a stored tree. */
const MOST = 20000;

export class Tree {
  constructor() {
    /** @type {TreeNode[]} */
    this.nodes = [{ id: 0, parent: -1, move: "", ply: 0, children: [], comment: "" }];
    /** The children of each node, by their moves. @type {Map<string, number>[]} */
    this.byMove = [new Map()];
    /** The child that was visited last, for each node. @type {Map<number, number>} */
    this.visited = new Map();
    /** Grows with every change. */
    this.version = 0;
  }

  /**
   * @param {number} id
   * @returns {TreeNode}
   */
  node(id) {
    const node = this.nodes[id];
    if (!node) throw new RangeError(`no node ${id}`);
    return node;
  }

  /**
   * The child reached by a move, or -1.
   * @param {number} id
   * @param {string} move
   */
  child(id, move) {
    return this.byMove[this.node(id).id].get(move) ?? -1;
  }

  /**
   * Plays a move at a node: the existing child, or a new one.
   * @param {number} parent
   * @param {string} move
   * @returns {number}
   */
  add(parent, move) {
    const known = this.child(parent, move);
    if (known >= 0) return known;
    const id = this.nodes.length;
    this.version += 1;
    const ply = this.node(parent).ply + 1;
    this.nodes.push({ id, parent, move, ply, children: [], comment: "" });
    this.node(parent).children.push(id);
    this.byMove.push(new Map());
    this.byMove[parent].set(move, id);
    return id;
  }

  /**
   * Plays several moves, and gives the last node.
   * @param {number} from
   * @param {string[]} moves
   */
  addLine(from, moves) {
    return moves.reduce((node, move) => this.add(node, move), from);
  }

  /**
   * Whether moves make no new variation: they are in the tree, or go on where a line ends.
   * @param {string[]} moves
   */
  fits(moves) {
    let node = 0;
    for (const move of moves) {
      const next = this.child(node, move);
      if (next < 0) return this.node(node).children.length === 0;
      node = next;
    }
    return true;
  }

  /**
   * The nodes from the root to this one.
   * @param {number} id
   * @returns {number[]}
   */
  path(id) {
    const path = [];
    for (let at = id; at >= 0; at = this.node(at).parent) path.push(at);
    return path.reverse();
  }

  /**
   * The moves from the root to this node.
   * @param {number} id
   * @returns {string[]}
   */
  moves(id) {
    return this.path(id).slice(1).map((at) => this.node(at).move);
  }

  /**
   * Remembers the way to this node, so that stepping forward leads here again.
   * @param {number} id
   */
  visit(id) {
    for (let at = id; at > 0; at = this.node(at).parent) this.visited.set(this.node(at).parent, at);
  }

  /**
   * The next node of the line that was last visited, or -1 at its end.
   * @param {number} id
   */
  next(id) {
    return this.visited.get(id) ?? this.node(id).children[0] ?? -1;
  }

  /**
   * The nodes of the line through this node: from the root, on to the end.
   * @param {number} id
   * @returns {number[]}
   */
  line(id) {
    const line = this.path(id);
    for (let at = this.next(id); at >= 0; at = this.next(at)) line.push(at);
    return line;
  }

  /**
   * The nodes of the main line.
   * @returns {number[]}
   */
  main() {
    const line = [0];
    for (let at = this.node(0).children[0]; at !== undefined; at = this.node(at).children[0]) {
      line.push(at);
    }
    return line;
  }

  /**
   * Sets the comment on the move that leads to a node.
   * @param {number} id
   * @param {string} comment
   */
  comment(id, comment) {
    this.version += 1;
    this.node(id).comment = comment;
  }

  /**
   * Another branch at the same place: the one before or after, or -1.
   * @param {number} id
   * @param {1|-1} step
   */
  sibling(id, step) {
    const { parent } = this.node(id);
    if (parent < 0) return -1;
    const { children } = this.node(parent);
    return children[children.indexOf(id) + step] ?? -1;
  }

  /**
   * Makes the line to this node the main line.
   * @param {number} id
   */
  promote(id) {
    this.version += 1;
    for (let at = id; at > 0; at = this.node(at).parent) {
      const parent = this.node(this.node(at).parent);
      parent.children = [at, ...parent.children.filter((child) => child !== at)];
    }
  }

  /**
   * Whether the node lies on the main line.
   * @param {number} id
   */
  isMain(id) {
    for (let at = id; at > 0; at = this.node(at).parent) {
      if (this.node(this.node(at).parent).children[0] !== at) return false;
    }
    return true;
  }

  /** The ends of all lines, that of the main line first. @returns {number[]} */
  leaves() {
    return this.order().filter((id) => this.node(id).children.length === 0);
  }

  /**
   * Takes over everything of another tree with the same root.
   * @param {Tree} other
   */
  merge(other) {
    /** @type {Map<number, number>} */
    const here = new Map([[0, 0]]);
    for (const id of other.order()) {
      const { parent, move, comment } = other.node(id);
      if (id > 0) here.set(id, this.add(here.get(parent) ?? 0, move));
      const ours = this.node(here.get(id) ?? 0);
      if (comment && !ours.comment) ours.comment = comment;
    }
  }

  /** All nodes, parents before children, first children first. @returns {number[]} */
  order() {
    const order = [];
    const waiting = [0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      order.push(at);
      for (const child of this.node(at).children.slice().reverse()) waiting.push(child);
    }
    return order;
  }

  /** A value for `JSON.stringify`: for each node its parent's place in the list, move, comment. */
  toJSON() {
    const order = this.order().slice(0, MOST);
    const place = new Map(order.map((id, at) => [id, at]));
    return order.slice(1).map((id) => {
      const { parent, move, comment } = this.node(id);
      const entry = [place.get(parent) ?? 0, move];
      return comment ? [...entry, comment] : entry;
    });
  }

  /**
   * Reads what `toJSON` has written. What does not fit is left out.
   * @param {unknown} value
   * @returns {Tree}
   */
  static fromJSON(value) {
    const tree = new Tree();
    if (!Array.isArray(value)) return tree;
    const ids = [0];
    for (const entry of value.slice(0, MOST)) {
      if (!Array.isArray(entry)) break;
      const [parent, move, comment] = entry;
      const under = ids[parent];
      if (under === undefined || typeof move !== "string") break;
      // A move is one word, or the engine would read two.
      if (!/^[^\s\0]+$/.test(move)) break;
      const id = tree.add(under, move);
      if (typeof comment === "string") tree.node(id).comment = comment;
      ids.push(id);
    }
    return tree;
  }
}
