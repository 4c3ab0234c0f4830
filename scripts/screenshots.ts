// Draws pictures of the built console over told runs.
// node --conditions=keelson-source scripts/screenshots.ts [name…]           those that the docs show, into docs/screenshots
// node --conditions=keelson-source scripts/screenshots.ts --every [name…]   every page, at four widths, in both languages and themes, into screenshots/
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { openBrowser, visit } from "../test/console/browser.ts"
import { SHOWCASE_TIME } from "../test/console/logs/auth-run.ts"
import { withPalette } from "./png-palette.ts"
import { fill, openNewPlace, openPlace, reportFile } from "./screenshots/place.ts"
import { DOCS, type Look, REPORT, SCENES, type Scene } from "./screenshots/shots.ts"

const PHONE = 390
const WIDTHS = [1440, 2560, 820, PHONE]
const USUAL: Look = { locale: "en-US", dark: false, width: 1440 }

const [first = "", ...others] = process.argv.slice(2)
const isEvery = first === "--every"
const wanted = isEvery ? others : [first, ...others].filter(Boolean)
const folder = fileURLToPath(new URL(isEvery ? "../screenshots" : "../docs/screenshots", import.meta.url))
const isWanted = ({ name }: Scene) => wanted.length === 0 || wanted.includes(name)

await mkdir(folder, { recursive: true })
await using place = await openPlace()
await using newPlace = await openNewPlace()
const lease = await fill(place)
const browser = await openBrowser()
const report = await reportFile()
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
  await page.clock.setFixedTime(SHOWCASE_TIME + 69_000)
  await page.goto(place.server.entryUrl())
  await page.locator(".run-link").first().waitFor()
  await page.goto(newPlace.server.entryUrl())
  await page.locator("main").waitFor()
  for (const scene of scenes) {
    await place.store.renew(lease)
    await draw(page, scene, look, join(folder, `${nameOf(scene)}.png`))
    console.log(nameOf(scene))
  }
  await context.close()
}

async function draw(page: Page, { hash, before, isNew }: Scene, look: Look, path: string): Promise<void> {
  const language = look.locale.startsWith("zh") ? "zh" : "en"
  await page.goto("about:blank")
  const { url } = (isNew ? newPlace : place).server
  await page.goto(hash === REPORT ? report : `${url}${hash.replace("LANGUAGE", language)}`)
  await page.locator("main").waitFor()
  await page.evaluate("document.fonts.ready.then(() => true)")
  await page.waitForTimeout(500)
  await before?.(page)
  await page.waitForTimeout(150)
  if (!before) await page.mouse.move(0, 0)
  const picture = await page.screenshot({ fullPage: look.width === PHONE })
  await writeFile(path, isEvery ? picture : withPalette(picture))
}
