// A session in a real terminal (util-linux's script makes one), drawn as SVG: what was typed, and what came.
import { spawnSync } from "node:child_process";

const COLUMNS = 90;
const LINE = 20; // pixels
const LETTER = 8.43;
const MARGIN = 16;
const TYPING = 0.03; // seconds a letter; the pace is drawn, the text is not
const THINKING = 0.7;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** What stays of a line that was drawn over and over. */
function last(line) {
  let shown = [];
  for (const part of line.split("\r")) shown = [...part, ...shown.slice([...part].length)];
  return shown.join("").trimEnd();
}

/** A line as a terminal of this width breaks it. */
function broken(line) {
  const letters = [...line];
  const lines = [];
  do lines.push(letters.splice(0, COLUMNS).join("")); while (letters.length > 0);
  return lines;
}

/** Begins a session in a folder, with a home. `./marquee` stands for the program that was built. */
export function session({ program, first, folder, home }) {
  const marquee = [program, ...first].map(quoted).join(" ");
  const lines = [];
  let at = 0;
  return {
    type(command) {
      const run = command.replace("./marquee", () => marquee);
      const env = { ...process.env, MARQUEE_HOME: home, COLUMNS: String(COLUMNS), TERM: "xterm" };
      const { stdout: said, error } = spawnSync("script", ["-qec", run, "/dev/null"], { cwd: folder, env, encoding: "utf8" });
      if (error) throw error;
      lines.push({ text: `$ ${command}`, typed: true, at });
      at += command.length * TYPING + THINKING;
      for (const line of said.replaceAll("\r\n", "\n").split("\n").slice(0, -1)) {
        const colour = /\x1b\[[0-9;]*m/.test(line);
        for (const text of broken(last(line.replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, "")))) lines.push({ text, colour, at });
      }
      at += THINKING * 2;
    },
    /** All of it; it appears line by line where motion is welcome, and is there at once where not. */
    svg(description) {
      const width = Math.ceil(COLUMNS * LETTER + 2 * MARGIN);
      const height = lines.length * LINE + 2 * MARGIN;
      const fill = ({ typed, colour, text }) =>
        typed ? "#ffcf70" : colour || /^(ERROR|refused)/.test(text) ? "#ff8f80" : "#ece7df";
      const rows = lines.map(
        (line, row) =>
          `<text x="${MARGIN}" y="${MARGIN + (row + 0.75) * LINE}" fill="${fill(line)}" style="animation-delay:${line.at.toFixed(2)}s">${escaped(line.text)}</text>`,
      );
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="ui-monospace,'DejaVu Sans Mono','Noto Sans Mono',Menlo,Consolas,monospace" font-size="14" xml:space="preserve">
<title>${escaped(description)}</title>
<style>@media (prefers-reduced-motion:no-preference){text{animation:come .01s both}}@keyframes come{from{opacity:0}}text{white-space:pre}</style>
<rect width="${width}" height="${height}" rx="8" fill="#1d1917"/>
${rows.join("\n")}
</svg>
`;
    },
  };
}
