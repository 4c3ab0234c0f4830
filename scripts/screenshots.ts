// Draws pictures of the built console over told runs.
// node --conditions=keelson-source scripts/screenshots.ts [name…]           those that the docs show, into docs/screenshots
// node --conditions=keelson-source scripts/screenshots.ts --every [name…]   every page, at four widths, in both languages and themes, into screenshots/;
//                                                                             a look (390-zh-dark) may stand among the names
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
const WIDTHS = [1440, 2560, 820, PHONE]
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
  for (const width of WIDTHS) {
    for (const locale of ["en-US", "zh-CN"]) {
      for (const dark of [false, true]) {
        const look = [width, locale.slice(0, 2), dark ? "dark" : "light"].join("-")
        if (looks.length > 0 && !looks.includes(look)) continue
        await drawAll(SCENES.filter(isWanted), { locale, dark, width }, ({ name }) => `${name}-${look}`)
      }
    }
  }
}

/** One window for all of them: signing in takes longer than drawing. */
async function drawAll(scenes: readonly Scene[], look: Look, nameOf: (scene: Scene) => string): Promise<void> {
  const { page, context } = await visit(browser, "about:blank", {
    viewport: {
      width: look.width,
      height: look.width === PHONE ? 844 : look.width === 820 ? 1180 : look.width === 2560 ? 1440 : 900,
    },
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

async function draw(page: Page, { hash, before, at = "told" }: Scene, look: Look, path: string): Promise<void> {
  const language = look.locale.startsWith("zh") ? "zh" : "en"
  await page.goto("about:blank")
  const { url } = places[at].server
  const there = hash.replace("LANGUAGE", language).replace("RUN", realPlace.run)
  await page.goto(hash === REPORT ? report : `${url}${there}`)
  await page.locator("main").waitFor()
  await page.evaluate("document.fonts.ready.then(() => true)")
  await page.waitForTimeout(500)
  await before?.(page)
  await page.waitForTimeout(150)
  if (!before) await page.mouse.move(0, 0)
  const hasDialog = (await page.locator("dialog[open]").count()) > 0
  const picture = await page.screenshot({ fullPage: look.width === PHONE && !hasDialog })
  await writeFile(path, isEvery ? picture : withPalette(picture))
}
