// Lighthouse's opinion of pages: at least 95 for best practices. What it says of accessibility is a part of what axe says of each page.
import lighthouse from "lighthouse";
import { launch } from "chrome-launcher";
import { args, executablePath } from "./browser.mjs";

const LEAST = 95;
const JUDGED = "best-practices";

/** Looks at each page once, as a narrow phone; resolves with what is wrong, a sentence each. */
export async function judge(pages) {
  const chrome = await launch({ chromePath: executablePath, chromeFlags: [...args, "--headless"], logLevel: "silent" });
  const wrong = [];
  try {
    for (const [name, address] of Object.entries(pages)) {
      const { lhr } = await lighthouse(address, { port: chrome.port, logLevel: "error", onlyCategories: [JUDGED], disableFullPageScreenshot: true });
      if (lhr.runtimeError) wrong.push(`${name}: ${lhr.runtimeError.message}`);
      const { score, auditRefs } = lhr.categories[JUDGED];
      console.log(`lighthouse: ${name}: ${Math.round(score * 100)}`);
      if (!(score * 100 >= LEAST)) {
        const failed = auditRefs.map((each) => lhr.audits[each.id]).filter((each) => each.score !== null && each.score < 1);
        wrong.push(`${name}: ${failed.map((each) => each.title).join("; ")}`);
      }
    }
  } finally {
    await chrome.kill();
  }
  return wrong;
}
