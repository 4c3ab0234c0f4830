import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { plan, say, task } from "../scenarios/lines.ts"
import { gated } from "../server/models.ts"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { askFor, expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { keep } from "./stored.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

/** Waits for a file of this name, so that the test says when it ends. */
const until = (name: string) => `while [ ! -e ${name} ]; do sleep 0.02; done`
const COMMAND = `seq 1 2100; printf '\\033[31mred alert\\033[0m\\n'; ${until("go")}`

describe.skipIf(!canBrowse)("what a run does now", () => {
  withBrowser()

  it("is said for the model, a command whose output is watched, a check, and nobody; also after a reload", async () => {
    const runs = say("plan_tool_call", plan(task("run_in_terminal", { command: COMMAND })))
    const model = gated(noteStory({ "phase-1/round-1/plan/try-1": runs }), "phases/try-1")
    const files = { ...NOTE_FILES, "package.json": JSON.stringify({ scripts: { test: until("tested") } }) }
    await using place = await stage({ model, files, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    const now = page.locator(".now-line")
    await askFor(page)
    await model.reached
    await now.getByText(/Waiting for the model….*keyed:model/).waitFor()
    await page.getByRole("textbox", { name: "Message to the run" }).fill("Mind the <b>cat</b>.")
    await page.keyboard.press("Enter")
    await page.getByText("Queued: Mind the <b>cat</b>.").waitFor()
    // What is said at once does not wait for the model, which is still at it.
    await page.getByRole("textbox", { name: "Message to the run" }).fill("And the dog.")
    await page.keyboard.press("Control+s")
    await page.getByText("Delivered: And the dog.").waitFor()
    await page.getByText("Delivered: Mind the <b>cat</b>.").waitFor()
    await page.getByRole("textbox", { name: "Message to the run" }).fill("And the mouse.")
    await page.getByRole("button", { name: /^Interrupt and send/ }).click()
    await page.getByText("Delivered: And the mouse.").waitFor()
    model.open()

    await now.getByText(/^1 run_in_terminal/).waitFor()
    await now.locator(".now-output", { hasText: "red alert" }).waitFor()
    await page.reload()
    await now.locator(".now-output", { hasText: "red alert" }).waitFor()
    await now.locator("button").click()
    await page.locator(".output-text .ansi-fg-1", { hasText: "red alert" }).waitFor()
    expect(page.url()).toContain("task=phase-1/round-1/task-1")
    const output = page.locator(".output")
    await output.getByText("page 2 of 2").waitFor()
    await output.getByRole("searchbox").fill("1999")
    await output.getByText("1 of 1").waitFor()
    await output.getByText("page 1 of 2").waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      output.getByRole("button", { name: "Download" }).click(),
    ])
    expect(saved.suggestedFilename()).toBe("run_in_terminal.txt")
    await writeFile(join(place.workspace, "go"), "")

    await now.getByText("Running the check test").waitFor()
    await expectState(page, "Verifying")
    await page.reload()
    await now.getByText("Running the check test").waitFor()
    await writeFile(join(place.workspace, "tested"), "")
    await expectState(page, "Verified")
    expect(await now.count()).toBe(0)

    const left = new Teller(0).begin({ request: "Left" }).state("EXECUTING").stage("turn-1", "turn", "Turn 1")
    await keep(place.store, "left", place.workspace, left.events)
    await page.goto(`${place.server.url}#/runs/left`)
    await now.getByText(/^Nobody carries it out/).waitFor()
    await expectCalm(visit)
  })

  it("is said of a resumed run as of any other, also after a reload", async () => {
    const model = gated(noteStory(), "phase-2/round-1/plan/try-1")
    await using place = await stage({ model, files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)
    await model.reached
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "End it" }).click()
    await expectState(page, "Cancelled")
    await page.locator(".run-actions").getByRole("button", { name: "Resume" }).click()
    await page.locator("dialog").getByRole("button", { name: "Resume" }).click()
    const now = page.locator(".now-line")
    await now.getByText("Waiting for the model…").waitFor()
    await page.reload()
    await now.getByText("Waiting for the model…").waitFor()
    model.open()
    await expectState(page, "Done, unverified")
    await expectCalm(visit)
  })
})
