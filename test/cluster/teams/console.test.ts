import type { Browser, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Person } from "../../../src/protocol/api/team-api.ts"
import { story, WRITE_NOTE } from "../../cli/scripts.ts"
import { canBrowse, openBrowser, visit } from "../../console/browser.ts"
import { house, started } from "./house.ts"

const { person, people, server, worker } = await house(story({ plans: [WRITE_NOTE] }))

/** What changes something; to look, to search and to replay is for everybody. */
const CHANGING = /^(New run|Cancel|Resume|Undo|Redo|Archive|Again|Fork|Tell|Allow|Deny|Send|Start)/i

async function signedIn(browser: Browser, role: Person["role"], path: string): Promise<Page> {
  const token = await people.add({ name: `${role}er`, tenant: "blue", role, places: [] })
  const { page } = await visit(browser, server.url)
  await page.evaluate((kept) => localStorage.setItem("keelson.token", kept), token)
  await page.goto(`${server.url}#${path}`)
  await page.reload()
  return page
}

async function changing(page: Page): Promise<string[]> {
  const names = await page.locator("button:visible, a:visible, input[type=text]:visible").allInnerTexts()
  return names.map((name) => name.trim()).filter((name) => CHANGING.test(name))
}

describe.skipIf(!canBrowse)("the console of a team", () => {
  it("offers nobody what they may not do, says where a run stands, and who did what", async () => {
    const ann = await person("ann", { tenant: "blue", role: "run" })
    const id = await started(ann)
    const browser = await openBrowser()
    try {
      const viewer = await signedIn(browser, "view", `/runs/${id}`)
      await viewer.getByText("Waits for a worker: none is there (place 1)").waitFor()
      await viewer.getByRole("button", { name: "中文" }).click()
      await viewer.getByText("等待工作进程：目前没有（第 1 位）").waitFor()
      await viewer.getByRole("button", { name: "EN" }).click()

      worker()
      await viewer.getByText("You may look on; somebody else has to answer.").waitFor()
      expect(await changing(viewer)).toEqual([])
      await viewer.goto(`${server.url}#/`)
      await viewer.getByRole("link", { name: "Write a note" }).first().waitFor()
      expect(await changing(viewer)).toEqual([])

      const approver = await signedIn(browser, "approve", `/runs/${id}`)
      await approver
        .getByRole("button", { name: /^Allow/ })
        .first()
        .waitFor()
      expect(await changing(approver)).toEqual(expect.arrayContaining(["New run", "Cancel"]))
      await expect
        .poll(async () => {
          await approver
            .getByRole("button", { name: /^Allow/ })
            .first()
            .click({ timeout: 1000 })
            .catch(() => {})
          return approver.locator(".message-summarizer", { hasText: "The note is written." }).count()
        })
        .toBeGreaterThan(0)
      await approver.getByRole("tab", { name: "Request" }).click()
      await approver.getByText("by ann", { exact: true }).waitFor()
      expect(await approver.locator(".moment", { hasText: "by approveer" }).count()).toBe(1)
    } finally {
      await browser.close()
    }
  })
})
