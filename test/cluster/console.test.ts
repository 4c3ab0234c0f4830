import { describe, expect, it } from "vitest"
import { hang } from "../../src/testing/server-reply.ts"
import { place } from "../cli/keelson.ts"
import { asked, LIST, story, WRITE_NOTE } from "../cli/scripts.ts"
import { canBrowse, openBrowser, visit } from "../console/browser.ts"
import { freshDatabase } from "./database.ts"
import { clusterOn } from "./processes.ts"

const { worker, freshServer } = clusterOn(await freshDatabase())

describe.skipIf(!canBrowse)("the console of a cluster", () => {
  it("starts a run, sees its worker die and another finish it, without a click", async () => {
    const there = place()
    const told = story({ plans: [LIST, WRITE_NOTE] })
    const reached = Promise.withResolvers<void>()
    let isHeld = true
    let judged = 0
    const model = await there.serve((body, n) => {
      if (typeof told !== "function") throw new Error("A story is a function.")
      if (asked([{ body }])[0] !== "judge_tasks" || !isHeld || ++judged < 2) return told(body, n)
      reached.resolve()
      return hang()
    })
    const entry = await freshServer(there, ["--approve", "full", ...there.modelAt(model)])
    const first = worker(there)
    const browser = await openBrowser()
    try {
      const { page, errors } = await visit(browser, entry)
      await page.goto(`${new URL(entry).origin}/#/new`)
      await page.getByRole("textbox", { name: "Request" }).fill("Write a note")
      await page.keyboard.press("Control+Enter")
      await reached.promise
      isHeld = false
      first.process.kill("SIGKILL")
      await first.end
      worker(there)
      await page.locator(".message-summarizer", { hasText: "The note is written." }).waitFor()
      expect(await page.locator(".node .round").count()).toBe(2)
      expect(errors).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
