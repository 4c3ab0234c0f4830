import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

describe.skipIf(!canBrowse)("a call of the model", () => {
  withBrowser()

  it("opens from round, timeline, log and address, with what was sent, what came back and what is new", async () => {
    await using place = await stage({ model: noteStory(), files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await page.getByRole("textbox", { name: "Request" }).fill("Make the note friendly.")
    await page.keyboard.press("Control+Enter")
    await expectState(page, "Done, unverified")
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

    await page.locator("rect.bar.model").first().click({ force: true })
    await dialog.getByRole("heading", { name: /^Call 1 of \d+: request_analyser$/ }).waitFor()
    await dialog.getByText("Make the note friendly.").first().waitFor()
    await dialog.getByRole("button", { name: "Close" }).click()

    await page.getByRole("tab", { name: "Log" }).click()
    await page.getByRole("searchbox", { name: /Filter/ }).fill("model.called judge")
    await page.locator(".log-row").first().click()
    await page.getByRole("button", { name: "Open the model call" }).click()
    await dialog.getByRole("heading", { name: /judge_tasks/ }).waitFor()
    await expectCalm(visit)
  })
})
