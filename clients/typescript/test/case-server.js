import net from "node:net";
import { gzipSync } from "node:zlib";

export const KEY = "mq_0123456789abcdefghijklmnopqrstuvABCDEF";

/** Serves the exchanges of one case in turn, each on a connection of its own, and notes what does not fit. */
export class CaseServer {
  faults = [];
  /** A clock that moves with the answers; its owner sets it. */
  now = 0;
  #exchanges;
  #open = new Set();
  #listener = net.createServer((socket) => this.#serve(socket));

  static async start(exchanges) {
    const server = new CaseServer();
    server.#exchanges = exchanges.flatMap((each) => Array(each.times ?? 1).fill(each));
    await new Promise((resolve) => server.#listener.listen(0, "127.0.0.1", resolve));
    server.url = `http://127.0.0.1:${server.#listener.address().port}`;
    return server;
  }

  /** Whether all exchanges have begun. */
  get wasAsked() {
    return this.#exchanges.length === 0;
  }

  /** Stops; what was never asked for is a fault. */
  async close() {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#listener.close(resolve));
    for (const { request } of this.#exchanges) this.faults.push(`never asked: ${JSON.stringify(request)}`);
  }

  #serve(socket) {
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
    socket.on("error", () => undefined); // The client has gone, as it does after a timeout.
    let head = "";
    const onData = (bytes) => {
      head += bytes.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", onData);
      socket.resume();
      const [line, ...lines] = head.split("\r\n");
      const fields = new Map(lines.map((each) => [each.split(":")[0].toLowerCase(), each.replace(/^[^:]*: */, "")]));
      const exchange = this.#exchanges.shift();
      if (!exchange) {
        this.faults.push(`asked too often: ${line}`);
        socket.destroy();
        return;
      }
      this.faults.push(...differences(line, fields, exchange.request));
      setTimeout(() => void this.#answer(socket, exchange.answer), (exchange.answer.delay ?? 0) * 1000).unref();
    };
    socket.on("data", onData);
  }

  async #answer(socket, answer) {
    this.now += (answer.days ?? 0) * 86_400_000;
    if (answer.cut === "head") {
      socket.end("HTTP/1.1 2");
      return;
    }
    const status = answer.status ?? 200;
    const body = this.#body(answer);
    const fields = { "Content-Type": "application/json", Connection: "close" };
    if (answer.gzip) fields["Content-Encoding"] = "gzip";
    if (answer.endless) fields["Transfer-Encoding"] = "chunked";
    else if (status !== 204 && status !== 304) fields["Content-Length"] = body.length;
    for (const [name, value] of Object.entries(answer.headers ?? {})) fields[name] = this.#filled(value);
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`);
    if (answer.endless) {
      const chunk = `3e8\r\n${" ".repeat(1000)}\r\n`;
      while (!socket.destroyed) {
        if (!socket.write(chunk)) await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
      }
    } else if (answer.drip) {
      for (let i = 0; i < body.length && !socket.destroyed; i++) {
        await new Promise((resolve) => setTimeout(resolve, answer.drip * 1000));
        socket.write(body.subarray(i, i + 1));
      }
    } else if (answer.cut === "within") {
      socket.write(body.subarray(0, body.length / 2), () => socket.destroy());
    } else {
      socket.end(body);
    }
  }

  #body(answer) {
    const { repeat } = answer;
    const body =
      "body" in answer ? Buffer.from(this.#filled(JSON.stringify(answer.body)))
      : repeat ? Buffer.from(repeat.text.repeat(repeat.times))
      : answer.base64 ? Buffer.from(answer.base64, "base64")
      : Buffer.from(answer.text ?? "");
    return answer.gzip ? gzipSync(body) : body;
  }

  #filled(text) {
    return text.replaceAll("{server}", this.url).replaceAll("{key}", KEY);
  }
}

/** What a request has that the case does not expect. */
function differences(line, fields, expected) {
  const [method, target] = line.split(" ");
  const [path, query = ""] = target.split("?");
  const given = Object.fromEntries(new URLSearchParams(query));
  const names = new Set([...Object.keys(given), ...Object.keys(expected.query)]);
  const differs = (name) =>
    given[name] === undefined || !(name in expected.query) || !["*", given[name]].includes(expected.query[name]);
  const found = [];
  if (method !== "GET" || path !== expected.path || [...names].some(differs)) {
    found.push(`${line} is not ${JSON.stringify(expected)}`);
  }
  const usual = { Authorization: `Bearer ${KEY}`, Accept: "application/json", "User-Agent": "marquee-*" };
  for (const [name, value] of Object.entries({ ...usual, ...expected.headers })) {
    const sent = fields.get(name.toLowerCase()) ?? null;
    const parts = value?.split("*");
    const isRight = parts?.length === 2 ? sent?.startsWith(parts[0]) && sent.endsWith(parts[1]) : sent === value;
    if (!isRight) found.push(`${line}: ${name} is ${sent}, not ${value}`);
  }
  return found;
}
