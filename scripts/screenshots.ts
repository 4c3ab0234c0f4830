// Draws pictures of the built console over told runs.
// node --conditions=keelson-source scripts/screenshots.ts [name…]           those that the docs show, into docs/screenshots
// node --conditions=keelson-source scripts/screenshots.ts --every [name…]   every page, at four widths, in both languages and themes, into screenshots/;
//                                                                             a look (390-zh-dark) may stand among the names; 720 is 1440 at 200 %
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { openBrowser, visit } from "../test/console/browser.ts"
import { SHOWCASE_TIME } from "../test/console/logs/auth-run.ts"
import { withPalette } from "./png-palette.ts"
import { fill, openNewPlace, openPlace, reportFile } from "./screenshots/place.ts"
import { openRealPlace } from "./screenshots/real-place.ts"
import { SCENES } from "./screenshots/scenes.ts"
import { DOCS, type Look, REPORT, type Scene } from "./screenshots/shots.ts"

const PHONE = 390
const HEIGHTS: Readonly<Record<number, number>> = { [PHONE]: 844, 720: 450, 820: 1180, 1440: 900, 2560: 1440 }
const LOOKS = [1440, 2560, 820, PHONE].flatMap((width) =>
  ["en-light", "en-dark", "zh-light", "zh-dark"].map((rest) => `${width}-${rest}`),
)
const USUAL: Look = { locale: "en-US", dark: false, width: 1440 }

const [first = "", ...others] = process.argv.slice(2)
const isEvery = first === "--every"
const given = isEvery ? others : [first, ...others].filter(Boolean)
const looks = given.filter((each) => /^\d+-(en|zh)-(light|dark)$/.test(each))
const wanted = given.filter((each) => !looks.includes(each))
const folder = fileURLToPath(new URL(isEvery ? "../screenshots" : "../docs/screenshots", import.meta.url))
const isWanted = ({ name }: Scene) => wanted.length === 0 || wanted.includes(name)

await mkdir(folder, { recursive: true })
await using place = await openPlace()
await using newPlace = await openNewPlace()
const leases = await fill(place)
const browser = await openBrowser()
const report = await reportFile()
await using realPlace = await openRealPlace(browser)
const places = { told: place, new: newPlace, real: realPlace }
try {
  if (isEvery) await drawEvery()
  else for (const shot of DOCS.filter(isWanted)) await drawAll([shot], { ...USUAL, ...shot }, ({ name }) => name)
} finally {
  await browser.close()
}

async function drawEvery(): Promise<void> {
  for (const look of looks.length > 0 ? looks : LOOKS)
    await drawAll(SCENES.filter(isWanted), lookNamed(look), ({ name }) => `${name}-${look}`)
}

function lookNamed(name: string): Look {
  const [width, language, theme] = name.split("-")
  return { width: Number(width), locale: language === "zh" ? "zh-CN" : "en-US", dark: theme === "dark" }
}

/** One window for all of them: signing in takes longer than drawing. */
async function drawAll(scenes: readonly Scene[], look: Look, nameOf: (scene: Scene) => string): Promise<void> {
  const { page, context } = await visit(browser, "about:blank", {
    viewport: { width: look.width, height: HEIGHTS[look.width] ?? 900 },
    deviceScaleFactor: 1,
    locale: look.locale,
    timezoneId: "UTC",
    colorScheme: look.dark ? "dark" : "light",
    reducedMotion: "reduce",
  })
  page.setDefaultTimeout(20_000)
  await page.clock.setFixedTime(SHOWCASE_TIME + 69_000)
  await page.goto(place.server.entryUrl())
  await page.locator(".run-link").first().waitFor()
  for (const { server } of [newPlace, realPlace]) {
    await page.goto(server.entryUrl())
    await page.locator("main").waitFor()
  }
  for (const scene of scenes) {
    for (const lease of leases) await place.store.renew(lease)
    await draw(page, scene, look, join(folder, `${nameOf(scene)}.png`)).then(
      () => console.log(nameOf(scene)),
      missed(scene),
    )
  }
  await context.close()
}

/** One that can't be drawn does not keep the others back. */
function missed({ name }: Scene) {
  return (error: unknown) => {
    process.exitCode = 1
    console.error(`${name} could not be drawn: ${error instanceof Error ? error.message : error}`)
  }
}

async function draw(page: Page, scene: Scene, look: Look, path: string): Promise<void> {
  const { hash, before, at = "told", onPaper = false } = scene
  const language = look.locale.startsWith("zh") ? "zh" : "en"
  await page.goto("about:blank")
  await page.emulateMedia({ media: "screen" })
  const { url } = places[at].server
  const there = hash.replace("LANGUAGE", language).replace("RUN", realPlace.run)
  await page.goto(hash === REPORT ? report : `${url}${there}`)
  await page.locator("main").waitFor()
  await page.evaluate("document.fonts.ready.then(() => true)")
  await page.waitForTimeout(500)
  if ((await page.locator("section.question").count()) > 0) await page.locator("section.question:not(.deaf)").waitFor()
  await before?.(page)
  // Whoever prints has seen the page before.
  if (onPaper) await page.emulateMedia({ media: "print" })
  await page.waitForTimeout(150)
  if (!before) await page.mouse.move(0, 0)
  const hasDialog = (await page.locator("dialog[open]").count()) > 0
  const picture = await page.screenshot({ fullPage: onPaper || (look.width === PHONE && !hasDialog) })
  await writeFile(path, isEvery ? picture : withPalette(picture))
}
