// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { numberOf, Tree } from "../../../crates/web/page/model/tree.js";

test("a move beside another is a branch, the same move is the same node", () => {
  const tree = new Tree();
  const end = tree.addLine(0, ["4", "4", "3"]);
  const branch = tree.addLine(0, ["4", "5"]);
  assert.deepEqual(tree.moves(end), ["4", "4", "3"]);
  assert.deepEqual(tree.moves(branch), ["4", "5"]);
  assert.equal(tree.addLine(0, ["4", "4", "3"]), end);
  assert.deepEqual(tree.leaves(), [end, branch]);
});

test("forward goes where one was last", () => {
  const tree = new Tree();
  const main = tree.addLine(0, ["a", "b", "c"]);
  const side = tree.addLine(0, ["a", "x", "y"]);
  assert.deepEqual(tree.moves(tree.line(0).at(-1) ?? 0), ["a", "b", "c"]);
  tree.visit(side);
  assert.equal(tree.line(0).at(-1), side);
  assert.equal(tree.main().at(-1), main);
  assert.equal(tree.isMain(main), true);
  assert.equal(tree.isMain(side), false);
  tree.promote(side);
  assert.equal(tree.main().at(-1), side);
  assert.deepEqual(tree.moves(main), ["a", "b", "c"]);
  const x = tree.child(tree.child(0, "a"), "x");
  assert.equal(tree.sibling(x, 1), tree.child(tree.child(0, "a"), "b"));
  assert.equal(tree.sibling(x, -1), -1);
  assert.equal(tree.sibling(0, 1), -1);
});

test("a stored tree comes back whole", () => {
  const tree = new Tree();
  tree.node(tree.addLine(0, ["a", "b"])).comment = "why";
  tree.addLine(0, ["a", "c", "d"]);
  tree.addLine(0, ["e"]);
  const back = Tree.fromJSON(JSON.parse(JSON.stringify(tree)));
  const lines = (/** @type {Tree} */ t) => t.leaves().map((id) => t.moves(id).join(" ")).sort();
  assert.deepEqual(lines(back), ["a b", "a c d", "e"]);
  assert.equal(back.node(back.addLine(0, ["a", "b"])).comment, "why");
});

test("a stored tree may be anything", () => {
  const odd = [null, 3, {}, [3], [[5, "a"]], [[0, 7]], [[0, ""]], [["0", "a"], [-1, "b"]],
    [[0, "a"], [0, "4 3"]], [[0, "a"], [0, "4\0"]]];
  for (const wrong of odd) {
    assert.ok(Tree.fromJSON(wrong).nodes.length <= 2);
  }
});

test("moves fit if they make no new variation", () => {
  const tree = new Tree();
  assert.ok(tree.fits([]) && tree.fits(["a"]));
  tree.addLine(0, ["a", "b", "c"]);
  tree.addLine(0, ["a", "d"]);
  const good = ["", "a", "ab", "abc", "abcx", "ad", "adxy"];
  for (const fit of good) assert.ok(tree.fits([...fit]), fit);
  for (const no of ["x", "ax", "abx"]) assert.ok(!tree.fits([...no]), no);
});

test("moves have their numbers", () => {
  assert.deepEqual([1, 2, 3, 4].map(numberOf), ["1.", "1...", "2.", "2..."]);
});

test("merging loses nothing", () => {
  const [a, b] = [new Tree(), new Tree()];
  a.addLine(0, ["1", "2"]);
  b.addLine(0, ["1", "3", "4"]);
  b.node(b.addLine(0, ["1"])).comment = "good";
  a.merge(b);
  assert.deepEqual(a.leaves().map((id) => a.moves(id).join("")), ["12", "134"]);
  assert.equal(a.node(a.child(0, "1")).comment, "good");
});

test("a game of ten thousand moves is no trouble", () => {
  const tree = new Tree();
  const end = tree.addLine(0, Array.from({ length: 10000 }, (_, at) => String(at)));
  tree.visit(end);
  tree.promote(end);
  assert.equal(tree.line(0).length, 10001);
  assert.equal(Tree.fromJSON(JSON.parse(JSON.stringify(tree))).nodes.length, 10001);
});
