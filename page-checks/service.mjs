// The demo with one more feed, for as long as the checks take.
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The jar that ./dev built, without the launcher's preparations for later starts.
const jar = new URL("../server/target/marquee.jar", import.meta.url).pathname;
export const [program, ...first] = process.env.MARQUEE_LAUNCHER
  ? [process.env.MARQUEE_LAUNCHER]
  : [process.env.MARQUEE_JAVA ?? "java", "-XX:TieredStopAtLevel=1", "-Xmx1g", "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow", "-jar", jar];

/** Starts the demo, with one more feed if there is one; resolves with its two addresses and a function that ends it. */
export async function start(feed) {
  const home = mkdtempSync(join(tmpdir(), "page-checks-"));
  const demo = spawn(program, [...first, "demo", "--home", home, "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const said = await new Promise((resolve, reject) => {
    let text = "";
    demo.stdout.on("data", (part) => {
      text += part;
      if (text.endsWith("}\n")) resolve(JSON.parse(text));
    });
    demo.on("exit", (code) => reject(new Error(`the demo ended with ${code}: ${text}`)));
  });
  if (feed) execFileSync(program, [...first, "ingest", feed, "--provider", "hostile", "--home", home], { stdio: ["ignore", "ignore", "ignore"] });
  return {
    address: said.address,
    operations: said.operations,
    async stop() {
      demo.removeAllListeners("exit");
      const ended = new Promise((resolve) => demo.once("exit", resolve));
      demo.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
