import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { gated } from "../server/models.ts"
import { canBrowse } from "./browser.ts"
import { askFor, expectCalm, expectState, heard, openOptions, openPage, withBrowser } from "./open-page.ts"
import { playedNote } from "./played-note.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory, UNCLEAR } from "./stories.ts"

describe.skipIf(!canBrowse)("a run from the page", () => {
  withBrowser()

  it("is started, shows its phases and tasks as they come, and ends with the summary card", async () => {
    const model = gated(noteStory(), "phase-2/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await page.getByRole("textbox", { name: "Request" }).fill("Make the note friendly.")
    await openOptions(page)
    await page.getByRole("radio", { name: /phased/ }).check()
    await page.getByLabel("Allowed without a question").selectOption("full")
    await page.getByRole("button", { name: /Start/ }).click()

    await expectState(page, "Executing")
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Make the note friendly.")
    await page.locator(".node", { hasText: "Look around" }).locator(".round", { hasText: "done" }).waitFor()
    await page.getByText("Waiting for the model…").waitFor()
    await page.locator(".node", { hasText: "Look around" }).locator(".round").click()
    await page.locator(".task-line", { hasText: "read_file" }).click()
    await page.locator(".digest", { hasText: "go away" }).waitFor()
    await page.getByText("There is a note, and it is rude.").waitFor()

    model.open()
    await expectState(page, "Done, unverified")
    await page.locator(".message-summarizer h2", { hasText: "The note is written" }).waitFor()
    expect(await page.locator(".summarizer-highlights li").allTextContents()).toEqual(["the note is friendly"])
    expect(await page.locator(".stat-item").allTextContents()).toEqual(["Phases: 2", "Tasks: 3", "Rounds: 2"])
    await expectCalm(visit)
  })

  it("is asked for an approval with its diff, by keyboard, and does what it was allowed", async () => {
    await using place = await stage({ model: noteStory(), files: NOTE_FILES, agent: { ...LITERAL, approve: "ask" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)

    await page.getByRole("heading", { name: "May the run do this?" }).waitFor()
    await page.locator(".diff .drop", { hasText: "go away" }).waitFor()
    await page.locator(".diff .add", { hasText: "hello" }).waitFor()
    await expectState(page, "Needs you")
    expect(await page.locator("[data-announcer=question]").textContent()).toBe("The run needs your approval.")
    await heard(page)
    // Keys are shown where they work, and nowhere else.
    const key = page.locator(".question kbd", { hasText: "y" }).first()
    expect(await key.isVisible()).toBe(true)
    await page.getByRole("tab", { name: "Work" }).focus()
    expect(await key.isVisible()).toBe(false)
    await page.locator("#question-heading").focus()
    await heard(page)
    await page.keyboard.press("y")

    await expectState(page, "Done, unverified")
    expect(await readFile(join(place.workspace, "note.md"), "utf8")).toBe("hello\n")
    await expectCalm(visit)
  })

  it("asks what is not clear, keeps the draft over a reload, and goes on with the answer", async () => {
    await using place = await stage({
      model: noteStory(UNCLEAR),
      files: NOTE_FILES,
      agent: { ...LITERAL, approve: "full" },
    })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)
    await page.getByRole("heading", { name: "The run has a question" }).waitFor()
    expect(await page.locator(".question .asked").allTextContents()).toEqual([
      "In which language?",
      "How friendly (a little or very)?",
    ])
    await page.keyboard.type("French")
    await page.getByRole("button", { name: "very", exact: true }).click()
    await page.reload()
    const answer = page.getByRole("textbox", { name: "In which language?" })
    await answer.waitFor()
    expect(await answer.inputValue()).toBe("French")
    expect(await page.getByRole("textbox", { name: /How friendly/ }).inputValue()).toBe("very")
    await answer.focus()
    await page.locator("section.question:not(.deaf)").waitFor()
    await page.keyboard.press("Control+Enter")

    await expectState(page, "Done, unverified")
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Make the note friendly.")
    await page.getByRole("tab", { name: "Request" }).click()
    await page.getByText("1. French\n2. very").waitFor()
    await expectCalm(visit)
  })

  it("is cancelled, and resumed from where it was", async () => {
    const model = gated(noteStory(), "phase-2/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)
    await model.reached
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "End it" }).click()
    await expectState(page, "Cancelled")
    await page.locator(".message-summarizer").waitFor()

    model.open()
    await page.locator(".run-actions").getByRole("button", { name: "Resume" }).click()
    await page.locator("dialog").getByRole("button", { name: "Resume" }).click()
    await expectState(page, "Done, unverified")
    expect(await page.locator(".node .round").count()).toBe(2)
    await expectCalm(visit)
  })

  it("ended by a budget, goes on with a new limit", async () => {
    await using place = await stage({
      model: noteStory(),
      files: NOTE_FILES,
      agent: { ...LITERAL, approve: "full" },
    })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await page.getByRole("textbox", { name: "Request" }).fill("Make the note friendly.")
    await openOptions(page)
    await page.getByLabel("iterations").fill("4")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: /Start/ }).click()
    await expectState(page, "Incomplete")
    await page.locator(".run-actions").getByRole("button", { name: "Resume" }).click()
    const limit = page.getByLabel("New limit: iterations")
    expect(await limit.inputValue()).toBe("8")
    await limit.fill("20")
    await page.locator("dialog").getByRole("button", { name: "Resume" }).click()
    await expectState(page, "Done, unverified")
    await expectCalm(visit)
  })

  it("shows what it changed, takes it back, and brings it back", async () => {
    await using played = await playedNote()
    const { place, visit, page } = played
    const note = () => readFile(join(place.workspace, "note.md"), "utf8")
    await page.getByRole("tab", { name: "Changes" }).click()
    await page.locator(".diff .add", { hasText: "hello" }).waitFor()
    await page.getByRole("button", { name: "Side by side" }).click()
    expect(await page.locator(".diff.split tr").nth(1).locator(".line-text").allTextContents()).toEqual([
      "go away",
      "hello",
    ])
    await page.locator(".file-tree button", { hasText: "note.md" }).click()
    expect(page.url()).toContain("tab=changes&file=note.md")
    // One file alone, seen before it is done.
    await page.getByRole("button", { name: "Undo this file…" }).click()
    await page.locator("dialog .add", { hasText: "go away" }).waitFor()
    await page.locator("dialog").getByRole("button", { name: "Take back" }).click()
    await page.locator("dialog li", { hasText: "note.md" }).waitFor()
    expect(await note()).toBe("go away\n")
    await page.keyboard.press("Escape")
    await expectState(page, "Undone")
    await page.getByRole("button", { name: "Redo…" }).click()
    await page.getByRole("button", { name: "Bring back" }).click()
    await expect.poll(note).toBe("hello\n")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Undo…" }).click()
    // What would change is seen before it does.
    await page.locator("dialog .changed-file", { hasText: "note.md" }).getByText("go away").waitFor()
    expect(await note()).toBe("hello\n")
    await page.getByRole("button", { name: "Take back" }).click()
    await page.locator("dialog li", { hasText: "note.md" }).waitFor()
    expect(await note()).toBe("go away\n")
    await page.getByRole("button", { name: "Bring the changes back" }).click()
    await expect.poll(note).toBe("hello\n")
    await page.keyboard.press("Escape")
    await page.getByRole("tab", { name: "Work" }).click()
    await page.locator(".moment", { hasText: "Brought back" }).last().getByText("note.md").waitFor()
    await expectCalm(visit)
  })

  it("shows an undo that was made elsewhere, with its files, and offers to bring them back", async () => {
    await using played = await playedNote()
    const { place, visit, page } = played
    const undone = await fetch(new URL(`api/runs/${page.url().split("/").at(-1)}/undo`, place.server.url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${place.server.token}` },
      body: "{}",
    })
    expect(undone.status).toBe(200)
    await page.reload()
    await page.locator(".moment", { hasText: "Taken back" }).getByText("note.md").waitFor()
    expect(await page.getByRole("button", { name: "Undo…" }).count()).toBe(0)
    await page.getByRole("button", { name: "Redo…" }).click()
    await page.getByRole("button", { name: "Bring back" }).click()
    await page.locator("dialog li", { hasText: "note.md" }).waitFor()
    expect(await readFile(join(place.workspace, "note.md"), "utf8")).toBe("hello\n")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Undo…" }).waitFor()
    expect(await page.getByRole("button", { name: "Redo…" }).count()).toBe(0)
    await expectCalm(visit)
  })
})
