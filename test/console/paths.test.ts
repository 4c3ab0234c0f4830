import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { otherRuns } from "./logs/other-runs.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

describe.skipIf(!canBrowse)("ways through the console", () => {
  withBrowser()

  it("replays: the page is as it was after any event", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    await expectState(page, "Verified")
    const estimate = page.getByRole("region", { name: "Against the estimate" })
    expect(await estimate.getByRole("img").first().getAttribute("aria-label")).toMatch(
      /^8 used, \d+ expected, at most \d+$/,
    )
    const slider = page.getByRole("slider", { name: "Replay" })
    const count = Number(await slider.getAttribute("max"))
    await slider.fill("2")
    await expectState(page, "Reading the request")
    expect(await page.locator(".message-summarizer").count()).toBe(0)
    await slider.fill(String(Math.floor(count / 2)))
    await expectState(page, "Executing")
    expect(await page.locator(".cursor").count()).toBe(1)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Back to now" }).waitFor({ state: "detached" })
    await expectState(page, "Verified")
    await expectCalm(visit)
  })

  it("goes through tasks with j and k, opens with Enter, closes with Escape, filters with /", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    await page.locator("[data-task]").first().waitFor()
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    expect(await page.locator("[data-task]:focus").getAttribute("data-task")).toBe("phase-3/round-1/task-2")
    await page.keyboard.press("k")
    await page.keyboard.press("Enter")
    await page.locator(".arguments", { hasText: "src/oauth.ts" }).waitFor()
    await page.keyboard.press("Escape")
    await page.locator(".arguments").waitFor({ state: "detached" })
    await page.keyboard.press("[")
    await page.getByRole("heading", { name: "Round 2.3" }).waitFor()
    await page.keyboard.press("/")
    await page.locator("input:focus").waitFor()
    await page.keyboard.type("reflection.raised")
    await page.getByText("1 of 102").waitFor()
    // What stands in an event and not in its line is found too; kinds and words narrow together.
    const filter = page.getByRole("searchbox", { name: /Filter/ })
    await filter.fill("")
    await page.getByRole("button", { name: /^Checks \d+$/ }).click()
    await expect.poll(() => page.url()).toContain("kind=check")
    const types = async () => [...new Set(await page.locator(".log-type").allTextContents())].sort()
    await expect.poll(types).toEqual(["check.ended", "checks.found"])
    await filter.fill("failing")
    await expect.poll(types).toEqual(["check.ended"])
    expect(await page.locator(".log-time").first().textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/)
    // Which round changed which file; the told run has nothing to show of the lines.
    await page.goto(`${place.server.url}#/runs/done?tab=changes`)
    await page
      .getByRole("button", { name: /^src\/.*, round 2\.\d: changed \d×$/ })
      .first()
      .click()
    await expect.poll(() => page.url()).toMatch(/round=phase-2\/round-\d.*file=src\//)
    await expectCalm(visit, "409")
  })

  it("finds everything by name with the palette", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/")
    const { page } = visit
    await page.locator(".run-link").first().waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("option", { name: /handbook/ }).waitFor()
    await page.keyboard.type("handbook")
    await page.keyboard.press("Enter")
    await expectState(page, "Incomplete")
    await page.keyboard.press("Control+k")
    await page.locator("input:focus").waitFor()
    await page.keyboard.press("Escape")
    await page.locator("dialog").waitFor({ state: "detached" })
    await expectCalm(visit)
  })

  it("does from the palette what the page can do", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/runs/done")
    const { page } = visit
    await page.getByRole("button", { name: "Undo…" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.locator("input:focus").waitFor()
    await page.keyboard.type("undo")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Take changes back" }).waitFor()
    // That nothing was kept to go back to is said before anything is pressed.
    await page.getByRole("dialog").getByRole("alert").waitFor()
    await expectCalm(visit, "409")
  })

  it("shows the pictures that a task made", async () => {
    await using place = await stage()
    const teller = new Teller(0).begin({ request: "Plot it.", strategy: "react" }).stage("turn-1", "turn", "Turn 1")
    const artifacts = [{ id: "plot", name: "plot.png", mime: "image/png", size: PIXEL.length }]
    teller.work("turn-1", [{ tool: "run_code", title: "Plot", input: {}, ms: 5, artifacts }])
    await keep(place.store, "plot", place.workspace, teller.events, [{ id: "plot", mime: "image/png", data: PIXEL }])
    const visit = await openPage(place, "#/runs/plot")
    await visit.page.locator("[data-task]").click()
    const picture = visit.page.getByRole("img", { name: "plot.png" })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth)).toBe(1)
    await expectCalm(visit)
  })

  it("lists, searches, filters and compares runs; the filter stays in the address, and over Back", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/")
    const { page } = visit
    const rows = page.locator("tbody tr")
    await rows.nth(6).waitFor()
    await page.keyboard.press("/")
    await page.locator("input:focus").waitFor()
    await page.keyboard.type("handbook")
    await page.locator("tbody tr", { hasText: "Upgrade" }).waitFor({ state: "detached" })
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole("searchbox").fill("")
    await page.getByLabel("State").selectOption({ label: "Failed" })
    await page.locator("tbody tr", { hasText: "handbook" }).waitFor({ state: "detached" })
    await expect.poll(() => rows.count()).toBe(1)
    // The whole row is a link, also where it is a card.
    await page.setViewportSize({ width: 820, height: 1100 })
    expect((await page.locator(".run-link").boundingBox())?.width).toBeGreaterThan(600)
    await rows.first().click({ position: { x: 400, y: 60 } })
    await expectState(page, "Failed")
    await page.goBack()
    await expect.poll(() => page.getByLabel("State").inputValue()).toBe("failed")
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel("State").selectOption({ label: "Verified" })
    await rows.locator(".badge", { hasText: "Verified" }).nth(1).waitFor()
    expect(new Set(await rows.locator(".badge").allTextContents())).toEqual(new Set(["Verified"]))
    await page.goto(`${place.server.url}#/?search=src/part-7.ts`)
    await rows.filter({ hasText: "Refactor auth" }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.goto(`${place.server.url}#/`)
    await page.getByLabel("Date").selectOption({ label: "The last 7 days" })
    await rows.filter({ hasText: "handbook" }).waitFor({ state: "detached" })
    await page.getByLabel("Date").selectOption({ label: "Any date" })
    await rows.filter({ hasText: "handbook" }).waitFor()
    await page.getByLabel("Model", { exact: true }).selectOption("openai:gpt-5-mini")
    await expect.poll(async () => new Set(await rows.locator("td.model").allTextContents()).size).toBe(1)
    // The dearest first; kept under a name, and there again after a reload.
    await page.goto(`${place.server.url}#/?state=finished`)
    await page.getByLabel("Order").selectOption({ label: "Dearest first" })
    const costs = async () =>
      (await rows.locator("td[data-label=Cost]").allTextContents()).map((text) => Number(text.replace("$", "")) || 0)
    const isFalling = (all: readonly number[]) => all.length > 2 && all.every((one, at) => one <= (all[at - 1] ?? one))
    await expect.poll(async () => isFalling(await costs())).toBe(true)
    await rows.first().filter({ hasText: "Refactor auth" }).waitFor()
    await page.getByRole("button", { name: "Save this view" }).click()
    await page.keyboard.type("Dear ones")
    await page.keyboard.press("Enter")
    await page.goto(`${place.server.url}#/`)
    await page.reload()
    await page.getByRole("button", { name: "Dear ones", exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/state=finished&sort=cost/)
    await page.getByRole("button", { name: "Forget the view Dear ones" }).click()
    await page.getByRole("button", { name: "Save this view" }).waitFor()
    await page.goto(`${place.server.url}#/?sort=folder`)
    await expect.poll(() => page.locator(".folder-row").count()).toBe(1)
    await page.goto(`${place.server.url}#/`)
    await page.locator(".folder-row").waitFor({ state: "detached" })
    await rows.nth(6).waitFor()
    expect(await rows.first().locator(".sparkline rect").count()).toBeGreaterThan(1)
    await page.locator(".nav-count", { hasText: "1" }).waitFor()
    expect(await page.title()).toBe("(1) Keelson")
    for (const name of [/clean up our login/, /Refactor auth/, /handbook/]) {
      await page.getByRole("checkbox", { name }).check()
    }
    await page.keyboard.press("c")
    await page.getByRole("heading", { name: "Runs side by side" }).waitFor()
    const calls = page.locator(".compare tr", { hasText: "model calls" }).locator(".compare-value")
    const figures = async () => (await calls.allTextContents()).map((text) => text.trim())
    await expect.poll(figures).toEqual(["8", "14 +6 (+75%)", "1 −7 (−88%)"])
    expect(await page.locator(".compare-timelines .chart").count()).toBe(3)
    await expectCalm(visit)
  })

  it("speaks the browser's language, and the other one on demand; remembers the theme", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/", { locale: "zh-CN" })
    const { page } = visit
    await page.getByRole("heading", { name: "运行", level: 1 }).waitFor()
    await page.getByRole("button", { name: "EN", exact: true }).click()
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor()
    expect(await page.evaluate("document.documentElement.lang")).toBe("en")
    await page.getByRole("button", { name: "Switch between light and dark" }).click()
    await page.reload()
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor()
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark")
    await expectCalm(visit)
  })

  it("says what to do where there is nothing, no such run, or no key", async () => {
    await using place = await stage()
    const visit = await openPage(place, "#/")
    const { page } = visit
    await page.getByRole("heading", { name: "No runs yet." }).waitFor()
    await page.getByText("Runs take 3.2 GB on the disk, checkpoints 1.5 MB.").waitFor()
    await page.goto(`${place.server.url}#/runs/none`)
    await page.getByRole("heading", { name: "There is no such run." }).waitFor()
    await page.evaluate("localStorage.clear()")
    await page.goto(`${place.server.url}#/`)
    await page.reload()
    await page.getByRole("heading", { name: "Please sign in." }).waitFor()
    await page.getByRole("button", { name: "Print a new address where the server runs" }).click()
    await page.getByText("nobody to tell a new address to").waitFor()
    await visit.context.close()
  })
})

async function filled(): Promise<Stage> {
  const place = await stage()
  for (const [id, tell] of otherRuns()) await keep(place.store, id, place.workspace, tell(1000).events)
  await keep(place.store, "done", place.workspace, authRun("done").events)
  return place
}
