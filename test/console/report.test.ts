import { readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { htmlReport } from "../../src/report/html-report.ts"
import { reportContent } from "../../src/report/report-content.ts"
import { place } from "../cli/keelson.ts"
import { LIST, story, WRITE_NOTE } from "../cli/scripts.ts"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, expectState, openFile, withBrowser } from "./open-page.ts"
import { CONSOLE_FOLDER } from "./stage.ts"

const EVIL = "</script><script>window.broken = 1</script><!--<script>"

describe.skipIf(!canBrowse)("a report", () => {
  withBrowser()

  it("is the run's page in one file: summary, tasks, whole results, log, replay", async () => {
    await using file = await written(authRun("done").events, { p3r1t3: "line one\nline two\nline three" })
    const visit = await openFile(file.url)
    const { page } = visit
    await expectState(page, "Verified")
    await page.locator(".message-summarizer table").waitFor()
    await page.locator("[data-task='phase-3/round-1/task-3']").click()
    await page.getByRole("button", { name: /Whole result/ }).click()
    await page.getByRole("searchbox", { name: "Search the output" }).fill("line t")
    await page.getByText("1 of 2").waitFor()
    expect(await page.locator("dialog .output-text", { has: page.locator("mark") }).allTextContents()).toEqual([
      "line two",
      "line three",
    ])
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("slider", { name: "Replay" }).fill("2")
    await expectState(page, "Reading the request")
    await page.getByRole("button", { name: "中文" }).click()
    await expectState(page, "理解需求")
    expect(await page.getByRole("button", { name: /撤销|恢复|取消/ }).count()).toBe(0)
    await expectCalm(visit)
  })

  it("runs nothing that the log says, and asks nobody for anything", async () => {
    const teller = new Teller(0).begin({ request: EVIL }).end({ status: "done", verified: false }, EVIL, [EVIL])
    await using file = await written(teller.events, { p1: EVIL })
    const visit = await openFile(file.url)
    const asked: string[] = []
    visit.page.on("request", (request) => asked.push(request.url()))
    await visit.page.reload()
    await expectState(visit.page, "Done, unverified")
    expect(await visit.page.evaluate("window.broken")).toBeUndefined()
    expect(asked.filter((url) => !url.startsWith("file:"))).toEqual([])
    await expectCalm(visit)
  })

  it("spells out in its diffs what would not be seen, or would turn text round", async () => {
    const diff = [
      "diff --git a/look.js b/look.js",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/look.js",
      "@@ -0,0 +1 @@",
      "+open('\u202Egnp.exe\u202C') // \u200B",
      "",
    ].join("\n")
    await using file = await written(authRun("done").events, {}, diff)
    const visit = await openFile(file.url)
    await visit.page.getByRole("tab", { name: "Changes" }).click()
    const added = visit.page.locator(".diff tr.add .line-text")
    await added.waitFor()
    expect(await added.textContent()).toBe("open('<U+202E>gnp.exe<U+202C>') // <U+200B>")
    await expectCalm(visit)
  })

  it("is written by the command line, as HTML and as Markdown", async () => {
    const home = place()
    const server = await home.serve(story({ plans: [LIST, WRITE_NOTE] }))
    await home.keelson("run", "Write a note", "--approve", "full", "--quiet", ...home.modelAt(server))
    const html = await home.keelson("report", "--output", "run.html")
    expect({ code: html.code, stdout: html.stdout, stderr: html.stderr }).toEqual({
      code: 0,
      stdout: "run.html\n",
      stderr: "",
    })
    const visit = await openFile(pathToFileURL(join(home.workspace, "run.html")).href)
    await visit.page.locator(".message-summarizer", { hasText: "The note is written." }).waitFor()
    await visit.page.getByRole("tab", { name: "Changes" }).click()
    await visit.page.locator(".diff .add", { hasText: "hello" }).waitFor()
    await expectCalm(visit)
    const markdown = await home.keelson("report", "--md", "--output", "-")
    expect(markdown.stdout).toMatch(/^# Write a note\n\n## Request\n\n> Write a note\n/)
    expect(markdown.stdout).toContain("done: `write_file` Write note.md")
  })
})

async function written(events: readonly LoggedEvent[], texts: Readonly<Record<string, string>>, diff = "") {
  const folder = await mkdtemp(join(tmpdir(), "keelson-report-"))
  const source = { diff: async () => diff, artifact: async (id: string) => texts[id], image: async () => undefined }
  const content = await reportContent({ id: "run", events }, source, 0)
  const read = (name: string) => readFileSync(join(CONSOLE_FOLDER, "report", name), "utf8")
  const path = join(folder, "report.html")
  writeFileSync(path, htmlReport(content, { script: read("report.js"), style: read("report.css") }, EVIL))
  return { url: pathToFileURL(path).href, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
