import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { keep } from "./stored.ts"

/** A run of many rounds, some ten thousand events. */
function longRun(events: number, request = "Read everything."): Teller {
  const teller = new Teller(1_000_000)
  teller.begin({ request, strategy: "react" }).state("EXECUTING")
  for (let turn = 1; teller.events.length < events - 4; turn++) {
    const stage = `turn-${turn}`
    teller.stage(stage, "turn", `Turn ${turn}`).call(`${stage}/reply`, "reply", { ms: 900, prompt: 4000 + turn })
    teller.work(
      stage,
      [1, 2, 3].map((n) => ({
        tool: "read_file",
        title: `Read file-${turn}-${n}.ts`,
        input: { path: `${n}` },
        ms: 10 * n,
      })),
    )
    teller.endStage(stage, "done", "")
  }
  return teller.end({ status: "done", verified: false }, "Everything was read.")
}

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

describe.skipIf(!canBrowse)("ten thousand events", () => {
  withBrowser()

  it("are loaded, scrolled and filtered with a bounded number of rows", async () => {
    await using place = await stage()
    const { events } = longRun(10_000)
    expect(events.length).toBeGreaterThanOrEqual(10_000)
    await keep(place.store, "long", place.workspace, events)
    const visit = await openPage(place)
    const { page } = visit
    await page.evaluate(NOTICE)
    await page.goto(`${place.server.url}#/runs/long`)
    await expectState(page, "Done, unverified")
    const { badges, words } = (await page.evaluate("window.noticed()")) as Record<string, string[]>
    expect(words?.filter((text) => /^Loading [\d,]+ of 10,0\d\d events…$/.test(text))).not.toEqual([])
    // Nothing of the past is shown as the present on the way.
    expect(badges).toEqual(["Done, unverified"])
    await page.getByRole("tab", { name: "Log" }).click()
    const rows = page.locator(".log-row")
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThan(80)
    await page.locator(".log-rows").evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await rows.filter({ hasText: "run.ended" }).waitFor()
    expect(await rows.count()).toBeLessThan(80)
    await page.getByRole("searchbox", { name: /Filter/ }).fill("task.ended turn-700/")
    await page.getByText(`3 of ${events.length}`).waitFor()
    expect(await rows.count()).toBe(3)
    // At most one a pixel in each of the four rows.
    expect(await page.locator(".chart rect").count()).toBeLessThan(4 * 1440)
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
