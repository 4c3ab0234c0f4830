import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { askFor, expectCalm, expectState, withBrowser } from "./open-page.ts"
import { playedNote } from "./played-note.ts"

describe.skipIf(!canBrowse)("what can be done with a run that is over", () => {
  withBrowser()

  it("to be saved, linked to, done again, done otherwise, followed up", async () => {
    await using played = await playedNote()
    const { place, visit, page } = played
    const first = page.url()
    const more = async (name: string) => {
      await page.locator(".more-actions summary").click()
      await page.locator(".more-actions").getByRole("button", { name, exact: true }).click()
    }
    expect(await saved(page, () => more("Save as a report (HTML)"))).toContain(
      '<script type="application/json" id="report">',
    )
    expect(await saved(page, () => more("Save as a report (Markdown)"))).toMatch(/^# Make the note friendly\./)
    const { header, events } = JSON.parse(await saved(page, () => more("Save result and log (JSON)")))
    expect([header.state, events[0].event.type]).toEqual(["DONE", "run.started"])

    // The address is the link: it leads back to the round and the task.
    await page.locator(".node", { hasText: "Look around" }).locator(".round").click()
    await page.locator(".task-line", { hasText: "read_file" }).click()
    const deep = page.url()
    await page.goto("about:blank")
    await page.goto(deep)
    await page.locator(".digest", { hasText: "go away" }).waitFor()

    const rudeAgain = () => writeFile(join(place.workspace, "note.md"), "go away\n")
    await rudeAgain()
    await more("Follow up…")
    await page.getByRole("heading", { name: "What should Keelson do next?" }).waitFor()
    await askFor(page, "Now in French.")
    await expectState(page, "Done, unverified")
    const [started] = await place.store.load(page.url().split("/").at(-1) ?? "")
    expect(started?.record).toMatchObject({
      event: { environment: { conversation: [{ request: "Make the note friendly.", outcome: "done" }] } },
    })

    await page.goto(first)
    await expectState(page, "Done, unverified")
    await more("Edit and run again…")
    const request = page.getByRole("textbox", { name: "Request" })
    await expect.poll(() => request.inputValue()).toBe("Make the note friendly.")
    await rudeAgain()
    await page.goto(first)
    await more("Run again")
    await page.waitForURL((url) => url.href !== first && url.hash.startsWith("#/runs/"))
    await expectState(page, "Done, unverified")
    expect(await page.locator(".run-title h1").textContent()).toBe("Make the note friendly.")
    await expectCalm(visit)
  })
})

async function saved(page: Page, act: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), act()])
  return readFile(await file.path(), "utf8")
}
