// Draws docs/screenshots/*.png: the built console over told runs, so that the pictures are the same every time.
// node --conditions=keelson-source scripts/screenshots.ts [name…]
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Browser, Page } from "playwright-core"
import { currentOwner } from "../src/journal/owner.ts"
import type { Lease } from "../src/journal/run-store.ts"
import { htmlReport } from "../src/report/html-report.ts"
import { reportContent } from "../src/report/report-content.ts"
import { openBrowser, visit } from "../test/console/browser.ts"
import { authRun, SHOWCASE_DIFF, SHOWCASE_TIME } from "../test/console/logs/auth-run.ts"
import { otherRuns } from "../test/console/logs/other-runs.ts"
import { blockedRun, planRun } from "../test/console/logs/waiting-runs.ts"
import { CONSOLE_FOLDER, type Stage, stage } from "../test/console/stage.ts"
import { keep } from "../test/console/stored.ts"
import { withPalette } from "./png-palette.ts"

const FOLDER = fileURLToPath(new URL("../docs/screenshots", import.meta.url))
const MINUTE = 60_000

/** Instead of a page of the console: a file. */
const REPORT = "report"

type Shot = {
  readonly name: string
  readonly hash: string
  readonly locale?: string
  readonly dark?: boolean
  readonly phone?: boolean
  /** Of the window; 1440 unless told otherwise. */
  readonly width?: number
  readonly before?: (page: Page) => Promise<unknown>
}

const SHOTS: readonly Shot[] = [
  { name: "run-done-light", hash: "#/runs/done-en" },
  { name: "run-done-dark", hash: "#/runs/done-en", dark: true },
  { name: "run-done-zh", hash: "#/runs/done-zh", locale: "zh-CN" },
  { name: "run-done-zh-dark", hash: "#/runs/done-zh", locale: "zh-CN", dark: true },
  {
    name: "run-working",
    hash: "#/runs/working",
    before: (page) => page.locator("[data-task]").first().click(),
  },
  { name: "run-approval", hash: "#/runs/approval" },
  { name: "run-approval-dark", hash: "#/runs/approval", dark: true },
  { name: "run-plan", hash: "#/runs/plan" },
  { name: "run-plan-zh", hash: "#/runs/plan", locale: "zh-CN", dark: true, before: openEditor },
  { name: "run-blocked", hash: "#/runs/blocked" },
  { name: "run-log", hash: "#/runs/done-en", before: (page) => page.getByRole("tab", { name: "Log" }).click() },
  { name: "run-phone", hash: "#/runs/done-en", phone: true },
  { name: "run-phone-zh", hash: "#/runs/approval-zh", phone: true, locale: "zh-CN", dark: true },
  { name: "run-steps", hash: "#/runs/stepwise" },
  { name: "runs", hash: "#/" },
  { name: "runs-zh-dark", hash: "#/", locale: "zh-CN", dark: true },
  { name: "runs-phone", hash: "#/", phone: true },
  { name: "runs-tablet", hash: "#/", width: 820 },
  { name: "run-wide", hash: "#/runs/working", width: 2560, dark: true },
  { name: "settings", hash: "#/settings" },
  { name: "compare", hash: "#/compare/done-en/react/limit" },
  {
    name: "start",
    hash: "#/new",
    before: (page) =>
      page.getByRole("textbox", { name: "Request" }).fill("Fix the failing test, and say why it failed."),
  },
  { name: "start-zh", hash: "#/new", locale: "zh-CN" },
  { name: "report", hash: REPORT, before: (page) => page.getByRole("tab", { name: "Changes" }).click() },
]

/** The plan as JSON, whatever the language of the button. */
function openEditor(page: Page): Promise<unknown> {
  return page.keyboard.press("e")
}

await mkdir(FOLDER, { recursive: true })
const PROJECT = "/home/ada/shop"
await using place = await stage({ folders: [PROJECT, "/home/ada/handbook"] })
const lease = await fill(place)
const browser = await openBrowser()
try {
  const wanted = process.argv.slice(2)
  for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await place.store.renew(lease)
    await take(browser, place, shot)
    console.log(shot.name)
  }
} finally {
  await browser.close()
}

async function fill({ store }: Stage): Promise<Lease> {
  for (const [index, [id, tell]] of otherRuns().entries()) {
    await keep(store, id, PROJECT, tell(SHOWCASE_TIME - (90 - 11 * index) * MINUTE).events)
  }
  await keep(store, "plan", PROJECT, planRun(SHOWCASE_TIME - 105 * MINUTE).events)
  await keep(store, "blocked", PROJECT, blockedRun(SHOWCASE_TIME - 120 * MINUTE).events)
  await keep(store, "done-zh", PROJECT, authRun("done", "zh", SHOWCASE_TIME - 20 * MINUTE).events)
  await keep(store, "approval-zh", PROJECT, authRun("approval", "zh", SHOWCASE_TIME - 15 * MINUTE).events)
  await keep(store, "approval", PROJECT, authRun("approval", "en", SHOWCASE_TIME - 10 * MINUTE).events)
  await keep(store, "done-en", PROJECT, authRun("done", "en", SHOWCASE_TIME - 5 * MINUTE).events)
  const working = authRun("working", "en", SHOWCASE_TIME)
  await keep(store, "working", PROJECT, working.events)
  // Somebody holds it, so that it counts as live.
  return store.claim("working", currentOwner())
}

async function take(chromium: Browser, { server }: Stage, shot: Shot): Promise<void> {
  const { page, context } = await visit(chromium, "about:blank", {
    viewport: shot.phone ? { width: 390, height: 844 } : { width: shot.width ?? 1440, height: 900 },
    deviceScaleFactor: 1,
    locale: shot.locale ?? "en-US",
    timezoneId: "UTC",
    colorScheme: shot.dark ? "dark" : "light",
    reducedMotion: "reduce",
  })
  await page.clock.setFixedTime(SHOWCASE_TIME + 69_000)
  if (shot.hash === REPORT) await page.goto(await reportFile())
  else {
    await page.goto(server.entryUrl())
    await page.goto(`${server.url}${shot.hash}`)
  }
  await page.waitForLoadState("networkidle", { timeout: 1500 }).catch(() => {})
  await page.locator("main").waitFor()
  await page.evaluate("document.fonts.ready.then(() => true)")
  await page.waitForTimeout(400)
  await shot.before?.(page)
  await page.waitForTimeout(250)
  await page.mouse.move(0, 0)
  const picture = await page.screenshot({ fullPage: shot.phone === true })
  await writeFile(join(FOLDER, `${shot.name}.png`), withPalette(picture))
  await context.close()
}

/** The showcase as `keelson report` writes it, without the command line around it. */
async function reportFile(): Promise<string> {
  const source = { diff: async () => SHOWCASE_DIFF, artifact: async () => "Exit code 0.", image: async () => undefined }
  const run = { id: "done-en", events: authRun("done").events }
  const content = await reportContent(run, source, SHOWCASE_TIME)
  const read = (name: string) => readFile(join(CONSOLE_FOLDER, "report", name), "utf8")
  const page = htmlReport(content, { script: await read("report.js"), style: await read("report.css") }, "Keelson")
  const path = join(await mkdtemp(join(tmpdir(), "keelson-shot-")), "report.html")
  await writeFile(path, page)
  return pathToFileURL(path).href
}
