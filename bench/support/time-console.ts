import { type Agent, openStore, type RunStore } from "keelson"
import { agentHost, startServer } from "keelson/server"
import { openBrowser, visit } from "../../test/console/browser.ts"
import { repositoryPath } from "./processes.ts"

/** From the address of a run to a page that can be used: its state, its work and its buttons are there. */
export async function timeConsole(
  folder: string,
  runId: string,
  agentFor: (store: RunStore) => Promise<Agent>,
): Promise<number> {
  const store = await openStore(folder)
  const server = await startServer({
    host: agentHost({ store, workspaces: [folder], agentFor: () => agentFor(store) }),
    version: "bench",
    consoleFolder: repositoryPath("dist/console"),
  })
  const browser = await openBrowser()
  try {
    const { page } = await visit(browser, server.entryUrl())
    await page.locator("main").waitFor()
    const started = performance.now()
    await page.goto(`${server.url}#/runs/${runId}`)
    await page.locator(".run-header .badge").waitFor()
    await page.locator(".more-actions").waitFor()
    return performance.now() - started
  } finally {
    await browser.close()
    await server.close()
    await store.close()
  }
}
