import type { Browser } from "playwright-core"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { type Clock, systemClock } from "../../src/tools/clock.ts"
import { visit } from "../../test/console/browser.ts"
import { SHOWCASE_TIME } from "../../test/console/logs/auth-run.ts"
import { type Stage, stage } from "../../test/console/stage.ts"
import { LITERAL } from "../../test/console/stories.ts"
import { analysis, complete, phase, phases, plan, say, summary, task } from "../../test/scenarios/lines.ts"

const PRICES = `import { round } from "./round.js"

/** What somebody pays for what is in the basket. */
export function total(basket, rates) {
  let sum = 0
  for (const item of basket) {
    sum += item.price * item.count
  }
  return round(sum)
}

/** What of it is tax. */
export function tax(basket, rates) {
  return total(basket, rates) * 0.19
}

export function format(amount) {
  return "$" + amount
}
`

const FILES = {
  "README.md": "# Shop\n\nPrices are in dollars.\n",
  "src/prices.js": PRICES,
  "src/round.js": "export const round = (amount) => Math.round(amount * 100) / 100\n",
  "src/legacy/old-prices.js": "// Nobody uses this any more.\nexport const price = 1\n",
}

const PATCH = `--- a/src/prices.js
+++ b/src/prices.js
@@ -12,5 +12,5 @@
-/** What of it is tax. */
+/** What of it is tax, by the rate of the country that it is sent to. */
 export function tax(basket, rates) {
-  return total(basket, rates) * 0.19
+  return round(total(basket, rates) * rates.tax)
 }
 
--- a/src/legacy/old-prices.js
+++ /dev/null
@@ -1,2 +0,0 @@
-// Nobody uses this any more.
-export const price = 1
`

const RATES = `${Array.from({ length: 640 }, (_each, n) => `{ "code": ${n + 1}, "tax": ${(n % 25) / 100} }`).join("\n")}\n`

const TESTS = `${Array.from({ length: 260 }, (_each, n) => `\u001b[32m✔\u001b[0m price ${n + 1} is rounded \u001b[90m(${(n % 7) / 10} ms)\u001b[0m`).join("\n")}\n`

const money = 'return new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" }).format(amount)'

/** Prices for every country: edits, a new file, a long one, one that goes. */
const MODEL = keyedModel({
  "analysis/try-1": say("request_analyser", analysis({ core_goal: "Tax by country, amounts in the user's format" })),
  "phases/try-1": say(
    "phase_planner",
    phases([phase(1, { name: "Tax by country" }), phase(2, { name: "Show amounts", dependencies: [1] })]),
  ),
  "phase-1/round-1/plan/try-1": say(
    "plan_tool_call",
    plan(
      task("apply_patch", { patch: PATCH }),
      task("write_file", { path: "src/rates/by-country-and-kind-of-goods.jsonl", content: RATES }),
    ),
  ),
  "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2], { user_summary: "Tax follows the country." })),
  "phase-2/round-1/plan/try-1": say(
    "plan_tool_call",
    plan(
      task("edit_file", { path: "src/prices.js", old_text: 'return "$" + amount', new_text: money }),
      task("edit_file", { path: "README.md", old_text: "in dollars", new_text: "in the user's currency" }),
      task("run_in_terminal", { command: "cat test-output.txt" }),
    ),
  ),
  "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 3], { user_summary: "Amounts are formatted." })),
  "end-1/summarizer/try-1": say(
    "summarizer",
    summary("Tax follows the country, and amounts are shown as the user writes them."),
  ),
})

/** A server on which one run really worked in a folder: it has checkpoints, kept calls and whole results. */
export async function openRealPlace(browser: Browser): Promise<Stage & { readonly run: string }> {
  const late = Date.now() - SHOWCASE_TIME
  const clock: Clock = { ...systemClock, now: () => Date.now() - late }
  const files = { ...FILES, "test-output.txt": TESTS }
  const place = await stage({ model: MODEL, files, agent: { ...LITERAL, approve: "full", clock } })
  return Object.assign(place, { run: await play(browser, place) })
}

/** Asks for it in the form, and waits for the end. Settles with the run's page. */
async function play(browser: Browser, place: Stage): Promise<string> {
  const { page, context } = await visit(browser, place.server.entryUrl())
  await page.goto(`${place.server.url}#/new`)
  await page.locator("textarea").fill("Charge the tax of each country, and show amounts as people write them there.")
  await page.keyboard.press("Control+Enter")
  await page.locator(".message-summarizer").waitFor()
  await context.close()
  return new URL(page.url()).hash
}
