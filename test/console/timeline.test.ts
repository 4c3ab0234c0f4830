import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { longRun } from "./logs/long-run.ts"
import { parallelRun } from "./logs/parallel-run.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

describe.skipIf(!canBrowse)("the timeline", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    place = await stage()
    await keep(place.store, "done", place.workspace, authRun("done").events)
    await keep(place.store, "parallel", place.workspace, parallelRun(1000).events)
    await keep(place.store, "long", place.workspace, longRun(10_000).events)
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  it("names a lane for each phase, and has bars for model, task, check and wait", async () => {
    const visit = await openPage(place, "#/runs/parallel")
    const { page } = visit
    await page.locator(".lane-names").waitFor()
    expect(await texts(page, ".lane-names li")).toEqual(["The run itself", "1 Parser", "2 Printer"])
    for (const kind of ["model", "task", "check", "wait"]) {
      expect({ kind, count: await page.locator(`.chart-field .bar.${kind}`).count() }).not.toEqual({ kind, count: 0 })
    }
    await page.locator('.bar.wait[data-bar="phase-2/round-1"]').hover()
    await page.locator(".chart-card", { hasText: "works in it1 Parser" }).waitFor()
    await page.locator('.bar.wait[data-bar$="approval"]').hover()
    await page.locator(".chart-card", { hasText: "by the clock10 m 00 s" }).waitFor()
    await page.locator(".lane-name", { hasText: "1 Parser" }).click()
    await page.getByRole("heading", { name: "Round 1.1" }).waitFor()
    await expectCalm(visit)
  })

  it("opens the very thing that a bar stands for", async () => {
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    await page.locator('.bar.model[data-bar^="phase-1/round-2/judge"]').click()
    await page.locator("dialog[open]").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("heading", { name: "Round 1.2" }).waitFor()
    await page.locator('.bar.task[data-bar="phase-2/round-2/task-5"]').click()
    await page.getByRole("heading", { name: "Round 2.2" }).waitFor()
    await page.locator(".arguments", { hasText: "npm test -- expired" }).waitFor()
    await page.locator('.bar.check[data-bar="phase-2/round-1"]').first().click()
    await page.getByRole("heading", { name: "Round 2.1" }).waitFor()
    await page.getByRole("button", { name: /^1.2: .* tokens in/ }).click()
    await page.getByRole("heading", { name: "Round 1.2" }).waitFor()
    await expectCalm(visit)
  })

  it("zooms into a stroke, by wheel and by button, and shows the whole run again", async () => {
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    const field = page.locator(".chart-field")
    const box = await boxOf(page, ".chart-field")
    const whole = page.getByRole("button", { name: "Whole run" })
    expect(await whole.isDisabled()).toBe(true)
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height - 4)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height - 4, { steps: 4 })
    await page.locator(".brush").waitFor()
    await page.mouse.up()
    await page.locator(".chart-overview .window").waitFor()
    expect(await lengthShown(page)).toBeLessThan(10)
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, -200)
    await page.keyboard.up("Control")
    await expect.poll(() => lengthShown(page)).toBeLessThan(4)
    await whole.click()
    await page.locator(".chart-overview .window").waitFor({ state: "detached" })
    await field.focus()
    await page.keyboard.press("+")
    await page.locator(".chart-overview .window").waitFor()
    await page.keyboard.press("0")
    await page.locator(".chart-overview .window").waitFor({ state: "detached" })
    await expectCalm(visit)
  })

  it("is walked by keyboard, and says where one is", async () => {
    const visit = await openPage(place, "#/runs/parallel")
    const { page } = visit
    const bars = page.getByRole("slider", { name: /^Timeline:/ })
    await bars.focus()
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => bars.getAttribute("aria-valuetext")).toMatch(/^The run itself, model: phase_plan/)
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => bars.getAttribute("aria-valuetext")).toMatch(/^1 Parser, model: plan_tool_call/)
    await page.locator(".chart-card").waitFor()
    await page.keyboard.press("End")
    await expect.poll(() => bars.getAttribute("aria-valuetext")).toMatch(/^2 Printer, task: Edit print.ts, done/)
    await page.keyboard.press("Enter")
    await page.locator(".arguments, .task-detail").first().waitFor()
    expect(page.url()).toContain("task=phase-2/round-1/task-3")
    await expectCalm(visit)
  })

  it("shows a card with a button where one touches it", async () => {
    const visit = await openPage(place, "#/runs/done", { hasTouch: true, viewport: { width: 390, height: 844 } })
    const { page } = visit
    await page.locator('.bar.model[data-bar^="phase-1/round-2/judge"]').tap()
    await page.locator(".chart-card .button", { hasText: "Open" }).tap()
    await page.getByRole("heading", { name: "Round 1.2" }).waitFor()
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    await expectCalm(visit)
  })

  it("replays from the axis, from mark to mark, at any speed, and a link leads to the moment", async () => {
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    const axis = await boxOf(page, ".chart-axis")
    await page.mouse.click(axis.x + axis.width * 0.4, axis.y + 8)
    await expectState(page, "Executing")
    await page.locator(".chart-axis .cursor-head").waitFor()
    const at = page.locator(".replay-place")
    await page.getByRole("button", { name: "To the next mark" }).click()
    await at.filter({ hasText: "context.measured" }).waitFor()
    await page.keyboard.press(".")
    await at.filter({ hasText: "check.ended" }).waitFor()
    const before = await at.textContent()
    await expect.poll(() => page.url()).toMatch(new RegExp(`at=${/\d+/.exec(before ?? "")}`))
    const link = page.url()
    await page.getByRole("combobox", { name: "Speed of the replay" }).selectOption("125")
    await page.getByRole("button", { name: "Replay", exact: true }).click()
    await expectState(page, "Verified")
    await expect.poll(() => page.url()).not.toMatch(/at=\d+/)
    await page.goto("about:blank")
    await page.goto(link)
    await expect.poll(() => at.textContent()).toBe(before)
    await expectCalm(visit)
  })

  it("keeps ten thousand events legible: heaps with their shares, and a click looks closer until each is there", async () => {
    const visit = await openPage(place, "#/runs/long")
    const { page } = visit
    await expectState(page, "Done, unverified")
    const heaps = page.locator(".heap")
    await heaps.first().waitFor()
    expect(await page.locator(".chart-field rect").count()).toBeLessThan(3000)
    await heaps.nth(5).hover({ force: true })
    await page.locator(".chart-card", { hasText: "in one place" }).waitFor()
    await heaps.nth(5).click({ force: true })
    await page.locator(".chart-overview .window").waitFor()
    for (let closer = 0; closer < 4 && (await heaps.count()) > 0; closer++) await heaps.first().click({ force: true })
    expect(await page.locator(".chart-field [data-bar]").count()).toBeGreaterThan(0)
    await expectCalm(visit)
  })

  it("shows the keys behind a question mark, by the names that they have here", async () => {
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    await page.locator("[data-task]").first().waitFor()
    await page.keyboard.press("?")
    const keys = page.getByRole("dialog", { name: "Keys" })
    await keys.getByText("from lane to lane").waitFor()
    await keys.getByText("Ctrl+K", { exact: true }).waitFor()
    await page.addInitScript("Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })")
    await page.reload()
    await page.locator("[data-task]").first().waitFor()
    await page.keyboard.press("?")
    await keys.getByText("⌘K", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await expectCalm(visit)
  })
})

async function texts(page: Page, selector: string): Promise<string[]> {
  return (await page.locator(selector).allTextContents()).map((text) => text.trim())
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not on the page.`)
  return box
}

/** Seconds of the run between the first and the last time on the axis. */
async function lengthShown(page: Page): Promise<number> {
  const ticks = (await texts(page, ".chart-axis text")).map((text) => {
    const [, minutes = 0, seconds = 0, ms = 0] = /(?:(\d+) m )?(?:([\d.]+) s)?(?:(\d+) ms)?/.exec(text) ?? []
    return Number(minutes) * 60 + Number(seconds) + Number(ms) / 1000
  })
  return Math.max(...ticks) - Math.min(...ticks)
}
