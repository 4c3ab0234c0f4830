import { createAgent, openStore, type RunStore } from "keelson"
import { agentHost, type RunServer, startServer } from "keelson/server"
import type { Browser, Page } from "playwright-core"
import { openBrowser, type Visit, visit } from "../../test/console/browser.ts"
import { repositoryPath } from "./processes.ts"
import { temporary } from "./temporary.ts"
import { notingModel } from "./toy.ts"

/** A server with the built console over a folder, and a browser that is signed in. */
export type ConsolePlace = AsyncDisposable & {
  readonly store: RunStore
  readonly folder: string
  readonly server: RunServer
  readonly browser: Browser
  readonly page: Page
  readonly context: Visit["context"]
}

/** Opens the console over the runs of a folder, by default one of its own. */
export async function consolePlace(given?: string): Promise<ConsolePlace> {
  const own = given === undefined ? await temporary() : undefined
  const folder = given ?? own?.path ?? ""
  const store = await openStore(folder)
  const agentFor = () => createAgent({ model: notingModel(1), workspace: folder, store, secrets: {} })
  const server = await startServer({
    host: agentHost({ store, workspaces: [folder], agentFor }),
    version: "bench",
    consoleFolder: repositoryPath("dist/console"),
  })
  const browser = await openBrowser()
  const { page, context } = await visit(browser, server.entryUrl())
  await page.locator("main").waitFor()
  return {
    ...{ store, folder, server, browser, page, context },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server.close()
      await store.close()
      await own?.[Symbol.asyncDispose]()
    },
  }
}

/** From the address of a run to a page that can be used: its state and its buttons are there, and it answers. */
export async function timeToUsable(page: Page, url: string): Promise<number> {
  const started = performance.now()
  await page.goto(url)
  await page.locator(".run-header .badge").waitFor()
  await page.locator(".more-actions").waitFor()
  await settled(page)
  return performance.now() - started
}

/** The page has drawn what it had to, and has time for its user. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
}
