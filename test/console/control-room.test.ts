import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { gated } from "../server/models.ts"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { askFor, expectCalm, expectState, openOptions, openPage, withBrowser } from "./open-page.ts"
import { playedNote } from "./played-note.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

const DAY = 86_400_000
const MODELS = {
  usable: [{ label: "Local", models: ["ollama:small", "ollama:large"] }],
  missing: [{ label: "Elsewhere", reason: "no key", home_page: "https://example.org/" }],
}

/** A run with so much in its context, and what it was compacted from. */
function contextRun(tokens: number): Teller {
  const teller = new Teller(0).begin({ request: "Fill the context" }).stage("turn-1", "turn", "Turn 1")
  teller.tell("m1", { type: "context.measured", stage: "turn-1", tokens: 90_000, limit: 100_000 })
  teller.tell("c1", { type: "context.compacted", stage: "turn-1", before: 90_000, after: tokens, folded: [] })
  teller.tell("m2", { type: "context.measured", stage: "turn-1", tokens, limit: 100_000 })
  return teller.endStage("turn-1", "done", "").end({ status: "done", verified: false }, "Full.")
}

describe.skipIf(!canBrowse)("where nothing was done yet", () => {
  withBrowser()

  it("models that can be used are buttons, and lead to the form with one chosen", async () => {
    await using place = await stage({ models: MODELS })
    const visit = await openPage(place, "#/")
    const { page } = visit
    await page.getByRole("button", { name: "ollama:large" }).click()
    await page.waitForURL((url) => url.hash.startsWith("#/new?model="))
    await page.locator('button[aria-pressed="true"]', { hasText: "ollama:large" }).waitFor()
    await expectCalm(visit)
  })

  it("a source can be named in place of a folder, where the server says which", async () => {
    await using place = await stage()
    const visit = await openPage(place, "#/")
    const { page } = visit
    const sources = ["https://git.example.org/team/"]
    await page.route("**/api/settings", async (route) => {
      const settings: object = await (await route.fetch()).json()
      await route.fulfill({ json: { ...settings, sources } })
    })
    const asked = Promise.withResolvers<unknown>()
    await page.route("**/api/runs", async (route) => {
      asked.resolve(route.request().postDataJSON())
      await route.fulfill({ status: 201, json: { run_id: "none" } })
    })
    await page.goto(`${place.server.url}#/new`)
    await openOptions(page)
    await page.getByText("May be named: https://git.example.org/team/.").waitFor()
    await page.getByRole("textbox", { name: "Folder", exact: true }).waitFor()
    await page.getByRole("combobox", { name: /^Git source/ }).fill("https://git.example.org/team/a.git#main")
    expect(await page.getByRole("textbox", { name: "Folder", exact: true }).count()).toBe(0)
    await askFor(page, "Do it.")
    expect(await asked.promise).toEqual({
      request: "Do it.",
      source: "https://git.example.org/team/a.git#main",
      strategy: "phased",
    })
    await visit.context.close()
  })

  it("settings say what holds for new runs", async () => {
    await using place = await stage()
    const visit = await openPage(place, "#/settings")
    const { page } = visit
    const value = (name: string) =>
      page.locator("dl.settings div", { has: page.getByText(name, { exact: true }) }).locator("dd")
    await expect.poll(() => value("Folder").textContent()).toBe(place.workspace)
    expect(await value("Strategy").textContent()).toBe("phased")
    expect(await value("model calls").textContent()).toBe("150")
    expect(await value("Version").textContent()).toBe("1.2.3")
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("the list as a control room", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    place = await stage()
    for (const [index, id] of ["monday", "tuesday", "tuesday-2"].entries()) {
      const at = (index === 0 ? 0 : DAY) + index * 60_000
      await keep(place.store, id, place.workspace, priced(at).events)
    }
    await keep(place.store, "context", place.workspace, contextRun(830).events)
  })
  afterAll(() => place[Symbol.asyncDispose]())

  it("draws what each day cost", async () => {
    const visit = await openPage(place, "#/")
    const days = visit.page.getByRole("region", { name: "Spend per day, of these runs" }).locator("li")
    await expect.poll(() => days.count()).toBe(2)
    const heights = await days.locator(".spend-bar").evaluateAll((bars) => bars.map((bar) => bar.clientHeight))
    expect(heights[1]).toBe(48)
    expect(heights[0]).toBeLessThan(40)
    expect(await days.nth(1).getAttribute("title")).toContain("2 runs")
    await expectCalm(visit)
  })

  it("shows the context against its limit, with what was compacted", async () => {
    const visit = await openPage(place, "#/runs/context")
    const side = visit.page.getByRole("region", { name: "Context", exact: true })
    await side.getByText("830/100k").waitFor()
    const box = async (name: string) => (await side.locator(name).first().boundingBox()) ?? { y: 0, height: 0 }
    const [chart, limit] = [await box(".context-chart"), await box(".context-chart .limit")]
    // The limit stands near the top, and what is there now far below it.
    expect(limit.y - chart.y).toBeLessThan(chart.height / 4)
    expect(await side.locator(".folded title").textContent()).toBe("90.0k → 830")
    await expectCalm(visit)
  })

  it("notifies on request, and only then", async () => {
    const visit = await openPage(place, "#/", { permissions: ["notifications"] })
    const { page } = visit
    await page.addInitScript(LISTENING)
    await page.reload()
    const told = () => page.evaluate<string[]>("told")
    const button = page.getByRole("button", { name: "Notify me" })
    await button.waitFor()
    const waiting = new Teller(0).begin({ request: "Which one?" })
    waiting.tell("ask", { type: "clarification.asked", question: "ask", questions: ["Which?"] }).state("WAITING")
    await keep(place.store, "waiting", place.workspace, waiting.events)
    await reloaded(page)
    expect(await told()).toEqual([])
    await button.click()
    await page.getByRole("button", { name: "Notifying you" }).waitFor()
    await reloaded(page)
    await expect.poll(told).toEqual(["1 run waiting for you"])
    await page.getByRole("button", { name: "Notifying you" }).click()
    await reloaded(page)
    expect(await told()).toEqual([])
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("a run that changed something in two rounds", () => {
  withBrowser()

  it("shows the changes of each, and copies the link to what is looked at", async () => {
    await using played = await playedNote({ permissions: ["clipboard-read", "clipboard-write"] })
    const { visit, page } = played
    await page.getByRole("tab", { name: "Changes" }).click()
    await page.getByLabel("Changes of").selectOption("phase-2/round-1")
    await page.locator(".changes").getByText("hello").first().waitFor()
    expect(page.url()).toContain("round=phase-2/round-1")
    await page.locator(".more-actions summary").click()
    await page.getByRole("button", { name: "Copy the link to this view" }).click()
    await page.locator(".more-actions").getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(page.url())
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("a folder that another run works in", () => {
  withBrowser()

  it("leads to that run, where it can be cancelled", async () => {
    const model = gated(noteStory(), "phase-1/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    const start = async () => {
      await askFor(page)
    }
    await start()
    await page.waitForURL((url) => url.hash.startsWith("#/runs/"))
    const first = page.url()
    await model.reached
    await page.goto(`${place.server.url}#/new`)
    await start()
    await page.getByRole("link", { name: "Open that run" }).click()
    await page.waitForURL(first)
    await page.getByRole("button", { name: "Cancel" }).waitFor()
    model.open()
    await expectState(page, "Done, unverified")
    expect(visit.errors.filter((error) => !error.includes("409"))).toEqual([])
    await visit.context.close()
  })

  it("leaves a form that can be sent again, also to whoever comes back before the page has changed", async () => {
    const model = gated(noteStory(), "phase-1/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await page.evaluate(BACK_AT_ONCE)
    await askFor(page)
    await model.reached
    const asked = page.getByRole("textbox", { name: "Request" })
    await expect.poll(() => asked.inputValue()).toBe("")
    await askFor(page)
    await page.getByRole("link", { name: "Open that run" }).waitFor()
    model.open()
    expect(visit.errors.filter((error) => !error.includes("409"))).toEqual([])
    await visit.context.close()
  })
})

/** Before the page hears that its address has become that of a run, it is the old one again. */
const BACK_AT_ONCE = `navigation.addEventListener("navigate", function back({ destination }) {
  if (!destination.url.includes("#/runs/")) return
  navigation.removeEventListener("navigate", back)
  queueMicrotask(() => { location.hash = "#/new" })
})`

/** The list is there, and how many runs wait is known. */
async function reloaded(page: Page): Promise<void> {
  await page.reload()
  await page.locator(".nav-count").waitFor()
}

function priced(at: number): Teller {
  const teller = new Teller(at).begin({ request: "Spend something" }).stage("turn-1", "turn", "Turn 1")
  return teller
    .call("turn-1/reply", "turn", { ms: 800, prompt: 4000 })
    .endStage("turn-1", "done", "")
    .end({ status: "done", verified: false }, "Spent.")
}

/** A page that nobody looks at, whose notifications are written down. */
const LISTENING = `
  globalThis.told = []
  globalThis.Notification = class {
    static permission = "granted"
    static async requestPermission() { return "granted" }
    constructor(_title, { body }) { told.push(body) }
  }
  Object.defineProperty(document, "hidden", { get: () => true })`
