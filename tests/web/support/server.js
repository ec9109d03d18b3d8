// @ts-check
// A server under test: `sarsen serve`, or another program with the same subcommand.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** How long a server may take to start or to end, in milliseconds. */
const PATIENCE = 60_000;

/** The programs, as the test that calls node names them. */
export const SARSEN = process.env.SARSEN ?? "target/debug/sarsen";
export const EXAMPLES = process.env.SARSEN_EXAMPLES ?? "target/debug/examples";

/**
 * Starts a server on a free port of the loopback interface.
 * @param {{program?: string, args?: string[], port?: number}} [options]
 */
export async function startServer({ program = SARSEN, args = [], port = 0 } = {}) {
  const listen = ["serve", "--listen", `127.0.0.1:${port}`];
  const child = spawn(program, [...listen, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { RUST_LOG: "warn", ...process.env },
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  const [line] = await Promise.race([
    once(lines, "line"),
    ended.then(([status]) => Promise.reject(new Error(`the server ended with ${status}`))),
  ]).finally(() => clearTimeout(timer));
  const address = new URL(line);
  return {
    /** Where the page is. */
    address: address.href,
    port: Number(address.port),
    /** Whether it runs still. */
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    /** Ends the server at once, as a crash does. */
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    /** Ends the server as a terminal does, and returns its exit status. */
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
      const [status] = await ended;
      clearTimeout(late);
      return status;
    },
  };
}
