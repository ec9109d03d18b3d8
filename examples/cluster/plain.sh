#!/usr/bin/env bash
# Grows a book as grow.py does, with two plain processes instead of Spark.
#
#   plain.sh BOOK GAME LEVELS COUNT NODES
#
# The variable SARSEN names the program. The default is 'sarsen'.
set -euo pipefail

if [ $# -ne 5 ]; then
  echo "usage: plain.sh BOOK GAME LEVELS COUNT NODES" >&2
  exit 2
fi
book=$1 game=$2 levels=$3 count=$4 nodes=$5
sarsen=${SARSEN:-sarsen}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((level = 1; level <= levels; level++)); do
  "$sarsen" book frontier "$book" "$game" --count "$count" --nodes "$nodes" >"$work/queries"
  if [ ! -s "$work/queries" ]; then
    echo "level $level: nothing is left to learn"
    break
  fi
  # Two processes work side by side, each on every other query.
  awk 'NR % 2 == 1' "$work/queries" | "$sarsen" analyze --threads 1 >"$work/answers.1" &
  first=$!
  awk 'NR % 2 == 0' "$work/queries" | "$sarsen" analyze --threads 1 >"$work/answers.2" &
  second=$!
  wait "$first"
  wait "$second"
  "$sarsen" book add "$book" "$game" "$work/answers.1" "$work/answers.2"
done
