import { on } from "node:events"
import { describe, expect, it } from "vitest"
import { hang } from "../../src/testing/server-reply.ts"
import { place, type Running } from "../cli/keelson.ts"
import { asked, LIST, story, WRITE_NOTE } from "../cli/scripts.ts"
import { canBrowse, openBrowser, visit } from "./browser.ts"
import { askFor, expectState } from "./open-page.ts"

describe.skipIf(!canBrowse)("a server that is killed", () => {
  it("leaves a run that the page resumes once a new server is there", async () => {
    const home = place()
    const told = story({ plans: [LIST, WRITE_NOTE] })
    if (typeof told !== "function") throw new Error("A story is a function.")
    const reached = Promise.withResolvers<void>()
    let isHeld = true
    // The second round's judge hangs until the server was killed.
    let judged = 0
    const model = await home.serve((body, n) => {
      if (asked([{ body }])[0] === "judge_tasks" && isHeld && ++judged === 2) {
        reached.resolve()
        return hang()
      }
      return told(body, n)
    })
    const flags = ["serve", "--approve", "full", ...home.modelAt(model)]
    const first = home.start([...flags, "--port", "0"])
    const entry = await addressOf(first)
    const { port } = new URL(entry)
    const browser = await openBrowser()
    try {
      const { page } = await visit(browser, entry)
      await page.goto(`${new URL(entry).origin}/#/new`)
      await askFor(page, "Write a note")
      await reached.promise
      first.process.kill("SIGKILL")
      await first.end
      await page.getByText("Connection lost. Reconnecting…").waitFor()

      isHeld = false
      const second = home.start([...flags, "--port", port])
      await second.hears("stdout", "http://")
      await expectState(page, "Interrupted")
      await page.getByRole("button", { name: "Resume" }).click()
      await page.locator("dialog").getByRole("button", { name: "Resume" }).click()
      await page.locator(".message-summarizer", { hasText: "The note is written." }).waitFor()
      expect(await page.locator(".node .round").count()).toBe(2)
      second.process.kill("SIGTERM")
      await second.end
    } finally {
      await browser.close()
    }
  })
})

/** What the server printed, code and all. */
async function addressOf({ process }: Running): Promise<string> {
  let printed = ""
  for await (const [text] of on(process.stdout as NodeJS.ReadableStream, "data")) {
    printed += text
    const [, address] = /^(http\S+)\n/.exec(printed) ?? []
    if (address) return address
  }
  throw new Error(`The server printed no address: ${printed}`)
}
