import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { closingRun } from "./logs/other-runs.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { keep } from "./stored.ts"

describe.skipIf(!canBrowse)("a run that was closed on the page", () => {
  withBrowser()

  it("shows the closing apart from the phases, and what is missing and refused", async () => {
    await using place = await stage()
    await keep(place.store, "closing", place.workspace, closingRun(Date.now() - 60_000).events)
    const visit = await openPage(place, "#/runs/closing")
    const { page } = visit
    await expectState(page, "Incomplete")
    expect(await page.locator(".graph .node-title").allTextContents()).toEqual(["1 Write"])
    const closings = page.getByRole("region", { name: "Closing" })
    expect((await closings.locator(".node-title").textContent())?.trim()).toBe("Closing 1")
    expect(await page.locator(".progress-words").textContent()).toMatch(/^1 of 1 phases/)
    const card = page.locator(".message-summarizer")
    await card
      .locator(".summarizer-lacking", { hasText: "Still missing" })
      .getByText("the manual has no index")
      .waitFor()
    await card.locator(".summarizer-lacking", { hasText: "Refused" }).getByText("publish it").waitFor()
    await page.locator(".moment", { hasText: "Still missing: the manual has no index" }).first().waitFor()
    await closings.locator(".round").click()
    await page.locator(".stage-head", { hasText: "Closing 1" }).waitFor()
    await expectCalm(visit)
  })

  it("says so in Chinese", async () => {
    await using place = await stage()
    await keep(place.store, "closing", place.workspace, closingRun(Date.now() - 60_000).events)
    const visit = await openPage(place, "#/runs/closing", { locale: "zh-CN" })
    const { page } = visit
    await page.getByRole("region", { name: "收尾" }).getByText("收尾 1").waitFor()
    await page.locator(".summarizer-lacking", { hasText: "仍缺少" }).waitFor()
    await expectCalm(visit)
  })
})
