import { describe, expect, it } from "vitest"
import { gated } from "../server/models.ts"
import { canBrowse } from "./browser.ts"
import { askFor, expectState, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

describe.skipIf(!canBrowse)("a server that goes away", () => {
  withBrowser()

  it("leaves the page as it is, with a quiet line; after its return the run is resumed from the page", async () => {
    const model = gated(noteStory(), "phase-2/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const { page, errors } = await openPage(place, "#/new")
    await askFor(page)
    await model.reached
    await page.locator(".node", { hasText: "Look around" }).locator(".round", { hasText: "done" }).waitFor()

    await place.stop()
    await page.getByText("Connection lost. Reconnecting…").waitFor()
    expect(await page.locator(".node", { hasText: "Look around" }).count()).toBe(1)

    model.open()
    await place.begin()
    await page.getByText("Connection lost. Reconnecting…").waitFor({ state: "detached" })
    await expectState(page, "Interrupted")
    await page.getByRole("button", { name: "Resume" }).click()
    await page.locator("dialog").getByRole("button", { name: "Resume" }).click()
    await expectState(page, "Done, unverified")
    // How a connection is lost is a matter of the moment: refused, reset, cut in the middle of a reply.
    expect(errors.filter((error) => !error.includes("net::ERR_"))).toEqual([])
  })

  it("and comes back with another token asks the page to sign in, and is not asked on and on", async () => {
    const model = gated(noteStory(), "phase-2/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const { page } = await openPage(place)
    // What a shared worker asks for can't be seen from here.
    await page.addInitScript("delete window.SharedWorker")
    await page.goto(`${place.server.url}#/new`)
    await page.reload()
    await askFor(page)
    await model.reached
    await page.locator(".node", { hasText: "Look around" }).waitFor()
    const refused: string[] = []
    // What else a page asks for now and then may be refused as well, if it is due just then.
    page.on("response", (reply) => {
      if (reply.status() === 401 && reply.url().includes("/events")) refused.push(reply.url())
    })

    await place.stop()
    await page.getByText("Connection lost. Reconnecting…").waitFor()
    const token = "another-token-another-token"
    await place.begin(token)
    await page.getByRole("heading", { name: "Please sign in." }).waitFor()
    expect(refused).toHaveLength(1)
    await page.getByLabel("Token").fill(token)
    await page.keyboard.press("Enter")
    await expectState(page, "Interrupted")
    model.open()
  })
})
