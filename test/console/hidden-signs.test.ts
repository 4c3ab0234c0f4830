import { describe, expect, it } from "vitest"
import { plan, say, task } from "../scenarios/lines.ts"
import { canBrowse } from "./browser.ts"
import { askFor, expectCalm, expectState, heard, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

/** Reads as `exe.png` where the signs are obeyed; the second line ends in what nobody sees. */
const CODE = "open('\u202Egnp.exe\u202C')\r\nconst admin\u200B = true\r\n"
const SEEN = ["open('<U+202E>gnp.exe<U+202C>')", "const admin<U+200B> = true"]

const WRITES = {
  "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(task("write_file", { path: "look.js", content: CODE }))),
}

describe.skipIf(!canBrowse)("signs that hide or turn text round", () => {
  withBrowser()

  it("are spelled out where changes are reviewed: in the run's page and before undo", async () => {
    await using place = await stage({
      model: noteStory(WRITES),
      files: NOTE_FILES,
      agent: { ...LITERAL, approve: "full" },
    })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)
    await expectState(page, "Done, unverified")
    await page.getByRole("tab", { name: "Changes" }).click()
    const added = page.locator(".diff tr.add .line-text")
    await added.first().waitFor()
    expect(await added.allTextContents()).toEqual(SEEN)
    await page.getByRole("button", { name: "Side by side" }).click()
    expect(await page.locator(".diff.split .line-text.add").allTextContents()).toEqual(SEEN)
    await page.getByRole("button", { name: "Undo…" }).click()
    const dropped = page.locator("dialog .diff tr.drop .line-text")
    await dropped.first().waitFor()
    expect(await dropped.allTextContents()).toEqual(SEEN)
    await page.keyboard.press("Escape")
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("a run that was cancelled while it asked", () => {
  withBrowser()

  it("asks nothing any more: no panel, no keys, and the list says how it ended", async () => {
    await using place = await stage({ model: noteStory(), files: NOTE_FILES, agent: { ...LITERAL, approve: "ask" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)
    await page
      .getByRole("button", { name: /^Allow/ })
      .first()
      .waitFor()
    await heard(page)
    await page.getByRole("button", { name: "Cancel" }).first().click()
    await page.getByRole("button", { name: "End it" }).click()
    await expectState(page, "Cancelled")
    await expect.poll(() => page.locator(".question").count()).toBe(0)
    await page.keyboard.press("y")
    await page.keyboard.press("n")
    await page.reload()
    await expectState(page, "Cancelled")
    expect(await page.locator(".question").count()).toBe(0)
    await page.goto(`${place.server.url}#/`)
    await page.locator("tr .badge", { hasText: "Cancelled" }).waitFor()
    expect(await page.getByText("Needs you").locator("visible=true").count()).toBeLessThanOrEqual(1)
    const [run] = await place.store.listRuns()
    expect(run?.state).toBe("CANCELLED")
    await expectCalm(visit)
  })
})
