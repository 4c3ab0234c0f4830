import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { gated } from "../server/models.ts"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { askFor, expectState, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

/** A browser has six connections for a server. */
const TABS = 7

describe.skipIf(!canBrowse)("the console under strain", () => {
  withBrowser()
  const model = gated(noteStory(), "phase-2/round-1/plan/try-1")
  let place: Stage
  beforeAll(async () => {
    place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const other = new Teller(0).begin({ request: "Another" }).end({ status: "done", verified: true }, "Done.")
    await keep(place.store, "another", place.workspace, other.events)
  })
  afterAll(async () => {
    model.open()
    await place?.[Symbol.asyncDispose]()
  })

  it("follows runs in more tabs than a browser has connections, and an action gets through at once", async () => {
    const { page, context } = await openPage(place, "#/new")
    await askFor(page)
    await model.reached
    await expectState(page, "Executing")
    const others: Page[] = []
    for (let tab = 2; tab <= TABS; tab++) {
      const other = await context.newPage()
      await other.goto(page.url())
      await expectState(other, "Executing")
      others.push(other)
    }
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "End it" }).click()
    for (const each of [page, ...others]) await expectState(each, "Cancelled")
    await context.close()
  })

  it("says so when an action is not answered in time", async () => {
    const waiting = new Teller(Date.now()).begin({ request: "Waits" })
    waiting.tell("q", { type: "clarification.asked", question: "q", questions: ["Which?"] }).state("WAITING")
    await keep(place.store, "waits", place.workspace, waiting.events)
    const { page, context } = await openPage(place, "#/runs/waits")
    await page.clock.install()
    await page.route("**/cancel", () => {})
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "End it" }).click()
    await page.clock.fastForward(20_000)
    await page.getByText("The server has not answered for 20 s.").waitFor()
    await context.close()
  })

  it("keeps a page that breaks to itself, and knows an address that was cut", async () => {
    const { page, context } = await openPage(place)
    // An answer as no server of ours gives it.
    await page.route("**/another/opening*", async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, body: (await reply.text()).replace('"tools":[', '"tulls":[') })
    })
    await page.goto(`${place.server.url}#/runs/another`)
    await page.getByRole("tab", { name: "Request" }).click()
    await page.getByRole("heading", { name: "This page broke." }).waitFor()
    expect(await page.locator("pre.digest").textContent()).toContain("#/runs/another")
    await page.unroute("**/another/opening*")
    await page.goto(`${place.server.url}#/runs/%E0%A4%A`)
    await page.getByRole("heading", { name: "There is no such page." }).waitFor()
    await page.goto(`${place.server.url}#/runs/another`)
    await expectState(page, "Verified")
    await context.close()
  })

  it("without a shared worker follows while somebody looks", async () => {
    const { page, context } = await openPage(place)
    await page.addInitScript("delete window.SharedWorker")
    await page.goto(`${place.server.url}#/runs/waits`)
    const asked = page.waitForRequest((request) => request.url().includes("/api/events?run=waits"))
    await page.reload()
    await asked
    await expectState(page, "Needs you")
    await context.close()
  })
})
