import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { playedNote } from "./played-note.ts"
import type { Stage } from "./stage.ts"

/* One run, done once; each test does something else with it. */

describe.skipIf(!canBrowse)("a run that is over", () => {
  withBrowser()
  let place: Stage
  let run: string

  beforeAll(async () => {
    const played = await playedNote()
    place = played.place
    run = played.hash
    await played.visit.context.close()
  })
  afterAll(() => place[Symbol.asyncDispose]())

  it("is shown at a moment that a link leads to", async () => {
    const visit = await openPage(place, run)
    const { page } = visit
    await page.getByRole("slider", { name: "Replay" }).fill("9")
    await expect.poll(() => page.url()).toContain("at=9")
    const moment = page.url()
    await page.goto("about:blank")
    await page.goto(moment)
    await page.locator(".replay-place", { hasText: "event 9 of" }).waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => page.url()).not.toContain("at=")
    await expectCalm(visit)
  })

  it("is replayed with other guards", async () => {
    const visit = await openPage(place, run)
    const { page } = visit
    await more(page, "Replay with other guards…")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Settings, one a line").fill("max_iterations=3")
    await dialog.getByRole("button", { name: "Replay" }).click()
    await dialog.getByText("Limits: 1 with these settings, 0 in the run").waitFor()
    await dialog.locator("tr", { hasText: "max_iterations" }).getByText("new", { exact: true }).waitFor()
    await dialog.getByLabel("Settings, one a line").fill("max_cost=yes")
    await dialog.getByRole("button", { name: "Replay" }).click()
    await dialog.getByRole("alert").waitFor()
    await expectCalm(visit, "400")
  })

  it("is forked from a round, with the files as they were there", async () => {
    const visit = await openPage(place, run)
    const { page } = visit
    expect(await note(place)).toBe("hello\n")
    await page.locator(".stage-panel").getByRole("button", { name: "Fork from here…" }).last().click()
    await page.getByRole("dialog").getByText("phase-2/round-1").waitFor()
    await page.getByRole("dialog").getByLabel("What the new run shall know first").fill("Be brief.")
    await page.getByRole("dialog").getByRole("button", { name: "Fork", exact: true }).click()
    await page.waitForURL((url) => url.hash.startsWith("#/runs/") && url.hash !== run)
    await expectState(page, "Done, unverified")
    expect(await note(place)).toBe("hello\n")
    await page.locator(".tell-box", { hasText: "Be brief." }).waitFor()
    await page.getByRole("tab", { name: "Log" }).click()
    await page.getByRole("searchbox", { name: /Filter/ }).fill("run.forked")
    await page.locator(".log-row", { hasText: "phase-2/round-1" }).click()
    await page.locator(".log-detail").getByRole("button", { name: "Fork from here…" }).waitFor()
    await expectCalm(visit)
  })

  it("is archived, found among those that are, and put back", async () => {
    const visit = await openPage(place, run)
    const { page } = visit
    const rows = page.locator(".run-link")
    await more(page, "Archive")
    await page.getByRole("heading", { name: "Runs" }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole("combobox", { name: "State" }).selectOption("archived")
    await expect.poll(() => page.locator(`.run-link[href="${run}"]`).count()).toBe(1)
    await page.goto(`${place.server.url}${run}`)
    await more(page, "Put back into the list")
    await page.goto(`${place.server.url}#/`)
    await expect.poll(() => rows.count()).toBe(2)

    await page.locator('input[type="checkbox"]').first().check()
    await page.getByRole("button", { name: "Archive (1)" }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.goto(`${place.server.url}#/?state=archived`)
    await page.locator(`.run-link[href="${run}"]`).waitFor({ state: "detached" })
    await page.locator('input[type="checkbox"]').first().check()
    await page.getByRole("button", { name: "Put back (1)" }).click()
    await expect.poll(() => rows.count()).toBe(0)
    await expectCalm(visit)
  })
})

async function more(page: Page, name: string): Promise<void> {
  await page.locator(".more-actions summary").click()
  await page.locator(".more-actions").getByRole("button", { name, exact: true }).click()
}

function note({ workspace }: Stage): Promise<string> {
  return readFile(join(workspace, "note.md"), "utf8")
}
