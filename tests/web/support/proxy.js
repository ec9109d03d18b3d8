// @ts-check
// The proxy of `examples/serving`, as it stands but for the ports and the place of the certificate.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NGINX = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].find(existsSync);

/** The name under which the example is served. */
export const NAME = "games.example";

/** Why the proxy cannot be tried here, or undefined. */
export function missing() {
  if (!NGINX) return "there is no nginx";
  try {
    execFileSync("openssl", ["version"]);
  } catch {
    return "there is no openssl";
  }
}

/** A port that nobody uses at present. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

/** Waits until somebody listens on a port. @param {number} port */
async function answers(port) {
  for (let tries = 0; tries < 2000; tries += 1) {
    const is = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (is) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the proxy does not listen");
}

/**
 * Starts the proxy before processes `a` and `b` on these ports; `secure` is its own for browsers.
 * @param {{a: number, b: number, secure: number}} ports
 */
export async function startProxy(ports) {
  const place = mkdtempSync(join(tmpdir(), "sarsen-proxy-"));
  const { secure } = ports;
  const plain = await freePort();
  const [certificate, key] = [join(place, "fullchain.pem"), join(place, "privkey.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", `/CN=${NAME}`,
      "-addext", `subjectAltName=DNS:${NAME}`, "-keyout", key, "-out", certificate],
    { stdio: "ignore" },
  );
  let site = readFileSync("examples/serving/nginx.conf", "utf8");
  for (const [from, to] of [
    ["127.0.0.1:8101", `127.0.0.1:${ports.a}`],
    ["127.0.0.1:8102", `127.0.0.1:${ports.b}`],
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ssl;", `listen 127.0.0.1:${secure} ssl;`],
    ["listen 443 ssl default_server;", `listen 127.0.0.1:${secure} ssl default_server;`],
    ["/etc/ssl/games.example/fullchain.pem", certificate],
    ["/etc/ssl/games.example/privkey.pem", key],
  ]) {
    if (!site.includes(from)) throw new Error(`the example has no "${from}" any more`);
    site = site.replaceAll(from, to);
  }
  writeFileSync(join(place, "site.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = paths.map((name) => `${name}_temp_path ${join(place, name)};`).join(" ");
  writeFileSync(
    join(place, "nginx.conf"),
    `daemon off; pid ${join(place, "pid")}; worker_processes 1; error_log stderr error;
     ${process.getuid?.() === 0 ? "user root;" : ""}
     events { worker_connections 512; }
     http { access_log off; ${temporary} include ${join(place, "site.conf")}; }`,
  );
  const log = ["-e", "stderr"];
  const arguments_ = ["-p", place, "-c", join(place, "nginx.conf"), ...log];
  const child = spawn(/** @type {string} */ (NGINX), arguments_, { stdio: "inherit" });
  await answers(secure);
  return {
    plain,
    /** Where the page is, for a browser that takes the name for this machine. */
    address: `https://${NAME}:${secure}/`,
    async stop() {
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("exit", resolve));
      rmSync(place, { recursive: true });
    },
  };
}
