// Lighthouse's opinion of pages: at least 95 for accessibility and for best practices. Its performance is only reported.
import lighthouse from "lighthouse";
import { launch } from "chrome-launcher";
import { args, executablePath } from "./browser.mjs";

const LEAST = 95;
const JUDGED = ["accessibility", "best-practices"];

/** Looks at each page once, as a narrow phone; resolves with what is wrong, a sentence each. */
export async function judge(pages) {
  const chrome = await launch({ chromePath: executablePath, chromeFlags: [...args, "--headless"], logLevel: "silent" });
  const wrong = [];
  try {
    for (const [name, address] of Object.entries(pages)) {
      const { lhr } = await lighthouse(address, { port: chrome.port, logLevel: "error", onlyCategories: [...JUDGED, "performance"] });
      const scores = Object.values(lhr.categories).map((each) => `${each.title} ${Math.round(each.score * 100)}`);
      console.log(`lighthouse: ${name}: ${scores.join(", ")}`);
      if (lhr.runtimeError) wrong.push(`${name}: ${lhr.runtimeError.message}`);
      for (const id of JUDGED.filter((each) => !(lhr.categories[each].score * 100 >= LEAST))) {
        const failed = lhr.categories[id].auditRefs.map((each) => lhr.audits[each.id]).filter((each) => each.score !== null && each.score < 1);
        wrong.push(`${name}: ${id}: ${failed.map((each) => each.title).join("; ")}`);
      }
    }
  } finally {
    await chrome.kill();
  }
  return wrong;
}
