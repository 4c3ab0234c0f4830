import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { canBrowse } from "./browser.ts"
import { beginLongRun, longRun, tellTurn } from "./logs/long-run.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { begin, entriesOf, keep } from "./stored.ts"

/** Notices every state and every word on loading that the page shows, however briefly. */
const NOTICE = `(() => {
  const seen = { badges: new Set(), words: new Set() }
  const look = () => {
    for (const each of document.querySelectorAll(".run-header .badge")) seen.badges.add(each.textContent)
    for (const each of document.querySelectorAll(".loading-run p")) seen.words.add(each.textContent)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  window.noticed = () => ({ badges: [...seen.badges], words: [...seen.words] })
})()`

const LONG = longRun(12_000)
const ALL = LONG.events.length
const TURNS = LONG.events.filter(({ event }) => event.type === "stage.ended").length

/** The panel of the turn that was under way after so many events. */
function headingAt(page: Page, events: readonly LoggedEvent[], position: number): Locator {
  const stages = events.slice(0, position).flatMap(({ event }) => (event.type === "stage.started" ? [event.title] : []))
  return page.getByRole("heading", { name: stages.at(-1) ?? "", exact: true })
}

describe.skipIf(!canBrowse)("a run of twelve thousand events", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    place = await stage()
    await keep(place.store, "long", place.workspace, LONG.events)
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  const open = (address = "#/runs/long") => openPage(place, address)
  const replayed = (page: Page) => page.locator(".replay-place")

  it("opens at its end, with its figures, and says before how far it is", async () => {
    const visit = await open("#/")
    const { page } = visit
    await page.evaluate(NOTICE)
    await page.goto(`${place.server.url}#/runs/long`)
    await expectState(page, "Done, unverified")
    const { badges, words } = (await page.evaluate("window.noticed()")) as Record<string, string[]>
    expect(words?.filter((text) => /^Loading [\d,]+ of 12,0\d\d events…$/.test(text))).not.toEqual([])
    // Nothing of the past is shown as the present on the way.
    expect(badges).toEqual(["Done, unverified"])
    await page.getByText("Everything was read.").waitFor()
    expect(await page.locator(".summarizer-stats").textContent()).toContain(String(3 * TURNS))
    await page.getByRole("heading", { name: `Turn ${TURNS}` }).waitFor()
    expect(await replayed(page).textContent()).toContain(String(ALL))
    // At most one a pixel in each of the four rows.
    expect(await page.locator(".chart rect").count()).toBeLessThan(4 * 1440)
    await expectCalm(visit)
  })

  it("shows an old round whole: by the graph, by a link, by keys", async () => {
    const visit = await open("#/runs/long?stage=turn-5&task=turn-5/task-14")
    const { page } = visit
    await page.getByText("Turn 5 needs three files.").waitFor()
    await page.getByText("what stands in file-5-2.ts").waitFor()
    await page.keyboard.press("]")
    await page.getByText("Turn 6 needs three files.").waitFor()
    await page.locator(".rounds button").first().click()
    await page.locator(".rounds button", { hasText: /^t9/ }).first().click()
    await page.locator(".task-line").first().click()
    await page.getByText("what stands in file-9-1.ts").waitFor()
    await expectCalm(visit)
  })

  it("has all of its log, scrolled and filtered with a bounded number of rows", async () => {
    const visit = await open("#/runs/long?tab=log")
    const { page } = visit
    const rows = page.locator(".log-row")
    await rows.filter({ hasText: "run.started" }).waitFor()
    expect(await rows.count()).toBeLessThan(80)
    await page.locator(".log-rows").evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await rows.filter({ hasText: "run.ended" }).waitFor()
    expect(await rows.count()).toBeLessThan(80)
    await page.getByRole("searchbox", { name: /Filter/ }).fill("task.ended turn-700/")
    await expect.poll(() => page.locator(".log-head").textContent()).toBe(`3 of ${ALL}`)
    expect(await rows.count()).toBe(3)
    await rows.first().click()
    await page.getByRole("button", { name: "Show the run at this event" }).click()
    await page.getByText(/· task\.ended/).waitFor()
    await page.getByRole("tab", { name: "Work" }).click()
    await page.getByRole("heading", { name: "Turn 700" }).waitFor()
    await expectState(page, "Executing")
    await expectCalm(visit)
  })

  it("is replayed from any place", async () => {
    const visit = await open()
    const { page } = visit
    const slider = page.getByRole("slider", { name: "Replay" })
    for (const position of [3000, 40, 2999]) {
      await slider.fill(String(position))
      await headingAt(page, LONG.events, position).waitFor()
      await expectState(page, "Executing")
      expect(await replayed(page).textContent()).toContain(String(position))
    }
    await page.keyboard.press("Escape")
    await expectState(page, "Done, unverified")
    await expectCalm(visit)
  })

  it("says what could not be fetched, and fetches it again", async () => {
    const { page, context } = await open()
    await expectState(page, "Done, unverified")
    await page.route(/\/(part|picture)\?/, (route) => route.abort())
    await page.goto(`${place.server.url}#/runs/long?stage=turn-50`)
    await page.locator(".work [role=alert]").waitFor()
    await page.getByRole("slider", { name: "Replay" }).fill("500")
    await page.locator(".replay [role=alert]").waitFor()
    await page.unrouteAll()
    await page.locator(".work").getByRole("button", { name: "Try again" }).click()
    await page.getByText("Turn 50 needs three files.").waitFor()
    await page.locator(".replay").getByRole("button", { name: "Try again" }).click()
    await headingAt(page, LONG.events, 500).waitFor()
    await expectState(page, "Executing")
    await context.close()
  })

  it("that can't be opened says so, and opens once it can", async () => {
    const { page, context } = await open("#/")
    await page.route("**/opening?*", (route) => route.abort())
    await page.goto(`${place.server.url}#/runs/long`)
    await page.getByText("Connection lost. Reconnecting…").waitFor()
    await page.unrouteAll()
    await expectState(page, "Done, unverified")
    await context.close()
  })
})

describe.skipIf(!canBrowse)("a long run that goes on", () => {
  withBrowser()

  it("is followed on top of what there was, and can be gone back in", async () => {
    await using place = await stage()
    const told = beginLongRun(6000)
    const lease = await begin(place.store, "on", place.workspace, told.events)
    const visit = await openPage(place, "#/runs/on")
    const { page } = visit
    await expectState(page, "Executing")
    const before = told.events.length
    tellTurn(told, 9001).end({ status: "done", verified: false }, "Read to the end.")
    await place.store.append(lease, entriesOf(told.events.slice(before)))
    await page.getByText("Read to the end.").waitFor()
    await expectState(page, "Done, unverified")
    await page.getByRole("heading", { name: "Turn 9001" }).waitFor()
    const slider = page.getByRole("slider", { name: "Replay" })
    await slider.fill(String(before + 3))
    await expectState(page, "Executing")
    await page.getByRole("heading", { name: "Turn 9001" }).waitFor()
    await slider.fill("100")
    await headingAt(page, told.events, 100).waitFor()
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("two hundred runs", () => {
  withBrowser()

  it("are listed a page at a time, and all of them on demand", async () => {
    await using place = await stage()
    for (let number = 1; number <= 200; number++) {
      const { events } = longRun(12, `Read file ${number}.`)
      await keep(place.store, `run-${String(number).padStart(3, "0")}`, place.workspace, events)
    }
    const visit = await openPage(place, "#/")
    const { page } = visit
    const rows = page.locator(".run-link")
    await rows.nth(49).waitFor()
    expect(await rows.count()).toBe(50)
    for (const shown of [150, 200]) {
      await page.getByRole("button", { name: "Show more" }).click()
      await rows.nth(shown - 1).waitFor()
      expect(await rows.count()).toBe(shown)
    }
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0)
    await page.getByRole("searchbox", { name: "Search" }).fill("file 77.")
    await expect.poll(() => rows.count()).toBe(1)
    await expectCalm(visit)
  })
})
