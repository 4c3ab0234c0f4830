import type { Browser, Page } from "playwright-core"
import { beforeAll, expect } from "vitest"
import { openBrowser, type Visit, visit } from "./browser.ts"
import type { Stage } from "./stage.ts"

let browser: Browser

/** One browser for all files that a worker runs, ended with it; each page gets a context of its own. */
export function withBrowser(): void {
  beforeAll(async () => {
    if (!browser?.isConnected()) browser = await openBrowser()
  })
}

type PageOptions = Parameters<Browser["newContext"]>[0]

/** Signs in as a person would, with the printed address, and goes to a page of the console. */
export async function openPage(
  stage: Stage,
  hash = "#/",
  options: PageOptions = {},
  entry = stage.server.entryUrl(),
): Promise<Visit> {
  const opened = await visit(browser, entry, options)
  await opened.page.goto(`${stage.server.url}${hash}`)
  await opened.page
    .locator("main")
    .waitFor()
    .catch(async () => {
      const said = [...opened.errors, await opened.page.locator("body").innerText()].join("\n")
      throw new Error(`${opened.page.url()} does not come up. The page says:\n${said}`)
    })
  return opened
}

/** A server that is a process of its own, by the address that it printed. */
export async function openAt(entry: string, options: PageOptions = {}): Promise<Visit> {
  const opened = await visit(browser, entry, options)
  await opened.page.locator("main").waitFor()
  return opened
}

export async function openFile(url: string): Promise<Visit> {
  return visit(browser, url)
}

/** The state that the run's header shows. */
export async function expectState(page: Page, word: string): Promise<void> {
  await page
    .locator(".run-header .badge", { hasText: word })
    .waitFor()
    .catch(async () => {
      throw new Error(`The state is not "${word}". The page says:\n${await page.locator("body").innerText()}`)
    })
}

/** Asks for something in the form of a new run. */
export async function askFor(page: Page, text = "Make the note friendly."): Promise<void> {
  await page.getByRole("textbox", { name: "Request" }).fill(text)
  await page.keyboard.press("Control+Enter")
}

/** Shows what else the form of a new run asks. */
export async function openOptions(page: Page): Promise<void> {
  await page.locator(".start-options > summary").click()
}

/** A question that is heard now has the focus, and none of its answers has. */
export async function heard(page: Page): Promise<void> {
  await page.locator("section.question:not(.deaf) h2:focus").waitFor()
}

/** Nothing may have gone wrong on the page; `refused`: the status of a reply that is meant. */
export async function expectCalm({ errors, context }: Visit, refused = "no status"): Promise<void> {
  expect(errors.filter((error) => !error.includes(`status of ${refused}`))).toEqual([])
  await context.close()
}
