import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const folder = new URL("../", import.meta.url);

/** What the example of the README prints. */
export function runExample(url, key) {
  const [, example] = /```js\n(.*?)```/s.exec(readFileSync(new URL("README.md", folder), "utf8"));
  // Within its own folder a package finds itself by its name.
  const node = spawn(process.execPath, ["--input-type=module", "--eval", example], {
    cwd: folder,
    env: { ...process.env, MARQUEE_URL: url, MARQUEE_KEY: key },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  node.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
  return new Promise((resolve, reject) =>
    node.on("close", (status) => (status === 0 ? resolve(printed) : reject(new Error(`exit status ${status}`)))),
  );
}
