import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { askFor, expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { playedNote } from "./played-note.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory, UNCLEAR } from "./stories.ts"

describe.skipIf(!canBrowse)("a call of the model", () => {
  withBrowser()

  it("opens from round, timeline, log and address, with what was sent, what came back and what is new", async () => {
    await using played = await playedNote()
    const { visit, page } = played
    const dialog = page.getByRole("dialog")

    await page.locator(".stage-calls button").first().click()
    await dialog.getByRole("heading", { name: /^Call \d+ of \d+: plan_tool_call$/ }).waitFor()
    await dialog.locator(".call-made code", { hasText: "plan_tool_call" }).first().waitFor()
    const fresh = await dialog.locator(".call-section").count()
    await dialog.getByRole("button", { name: "Show all" }).click()
    expect(await dialog.locator(".call-section").count()).toBeGreaterThan(fresh)
    await dialog.locator(".call-section.system summary").click()
    await dialog.locator(".call-section.system pre", { hasText: "You are Keelson" }).waitFor()

    // It has an address, and neighbours.
    const address = page.url()
    await dialog.getByRole("button", { name: "The next one" }).click()
    await dialog.getByRole("heading", { name: /judge_tasks/ }).waitFor()
    await page.goto("about:blank")
    await page.goto(address)
    await dialog.getByRole("heading", { name: /plan_tool_call/ }).waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })

    // A run that was fast stands there in a heap, at which a click looks closer; a neighbour may lie over the first bar until then.
    const bar = page.locator("rect.bar.model").first()
    const wanted = dialog.getByRole("heading", { name: /^Call 1 of \d+: request_analyser$/ })
    const another = dialog.getByRole("heading", { name: /^Call (?!1 of)/ })
    await expect
      .poll(async () => {
        if ((await another.count()) > 0) await page.keyboard.press("Escape")
        else if ((await dialog.count()) === 0) await bar.click({ force: true })
        return wanted.count()
      })
      .toBe(1)
    await dialog.getByText("Make the note friendly.").first().waitFor()
    await dialog.getByRole("button", { name: "Close" }).click()

    await page.getByRole("tab", { name: "Log" }).click()
    await page.getByRole("searchbox", { name: /Filter/ }).fill("model.called judge")
    await page.locator(".log-row").first().click()
    await page.getByRole("button", { name: "Open the model call" }).click()
    await dialog.getByRole("heading", { name: /judge_tasks/ }).waitFor()
    await expectCalm(visit)
  })

  it("shows the lines that came to a section since the call before; what stayed is folded", async () => {
    const agent = { ...LITERAL, approve: "full" } as const
    await using place = await stage({ model: noteStory(UNCLEAR), files: NOTE_FILES, agent })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page, Array.from({ length: 30 }, (_, n) => `Wish ${n}.`).join("\n"))
    await page.getByRole("textbox", { name: "In which language?" }).fill("French")
    await page.locator("section.question:not(.deaf)").waitFor()
    await page.keyboard.press("Control+Enter")
    await expectState(page, "Done, unverified")
    await page.goto(`${page.url().split("?")[0]}?call=2`)
    const changed = page.getByRole("dialog").locator(".call-changed")
    await changed.locator(".add", { hasText: "+ " }).filter({ hasText: "French" }).waitFor()
    expect(await changed.getByText("Wish 3.", { exact: true }).count()).toBe(0)
    await changed
      .getByText(/lines as before$/)
      .first()
      .click()
    await changed.locator("pre", { hasText: "Wish 3." }).waitFor()
    await expectCalm(visit)
  })
})
