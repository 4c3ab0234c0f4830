import { describe, expect, it } from "vitest"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { canBrowse } from "./browser.ts"
import { askFor, expectCalm, expectState, heard, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

const FILES = ["a.txt", ".vscode/tasks.json", ".github/workflows/ci.yml"]

const STORY = {
  "phase-2/round-1/plan/try-1": say(
    "plan_tool_call",
    plan(
      ...FILES.map((path, at) => task("write_file", { path, content: "run: it\n" }, { depends_on: at ? [at] : [] })),
    ),
  ),
  "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 3])),
}

describe.skipIf(!canBrowse)("files that other programs run later, in the console", () => {
  withBrowser()

  it("are asked about one by one, and come first and marked among the changes", async () => {
    await using place = await stage({
      model: noteStory(STORY),
      files: NOTE_FILES,
      agent: { ...LITERAL, approve: "edits" },
    })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await askFor(page)
    for (const path of FILES.slice(1)) {
      await heard(page)
      await page.locator("section.question .risks", { hasText: `${path} (runs by itself later)` }).waitFor()
      expect(await page.getByRole("button", { name: /for the rest of the run/ }).count()).toBe(0)
      await page.locator("#remember-what", { hasText: `this tool to change this file: write_file ${path}` }).waitFor()
      await page.keyboard.press("y")
      await page.locator("section.question", { hasText: path }).waitFor({ state: "detached" })
    }
    await expectState(page, "Done, unverified")
    await page.locator(".summarizer-facts", { hasText: ".github/workflows/ci.yml (new, runs later: CI)" }).waitFor()
    const side = page.locator(".side-list li")
    await expect.poll(() => side.filter({ hasText: "runs later" }).count()).toBe(2)
    await page.getByRole("tab", { name: "Changes" }).click()
    const files = page.locator(".changed-file > summary")
    await expect.poll(() => files.count()).toBe(3)
    const texts = await files.allInnerTexts()
    expect(texts[0]).toMatch(/\.github\/workflows\/ci\.yml\s+runs later: CI/)
    expect(texts[1]).toMatch(/\.vscode\/tasks\.json\s+runs later: editor/)
    expect(texts[2]).not.toContain("runs later")
    expect(await page.locator(".file-tree .run-later").count()).toBe(2)
    await expectCalm(visit)
  })
})
