import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"

/** The shell first: it has no windows to draw. */
const EXECUTABLES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
]

/** Where a browser is; `undefined` where there is none. On a build server that is a fault, elsewhere a reason to skip. */
export const BROWSER_PATH = EXECUTABLES.find((path) => existsSync(path))

export const canBrowse = BROWSER_PATH !== undefined || process.env.CI !== undefined

/** A real browser that talks to nobody but us. */
export function openBrowser(): Promise<Browser> {
  if (BROWSER_PATH === undefined)
    throw new Error(`No Chromium at ${EXECUTABLES.join(", ")}; install it (apt-get install chromium).`)
  return chromium.launch({
    executablePath: BROWSER_PATH,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  })
}

export type Visit = { readonly page: Page; readonly context: BrowserContext; readonly errors: string[] }

/** What has not shown up by then never will; generous, since machines can be busy. */
const PATIENCE = 60_000

/** A page with what it complained about. */
export async function visit(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // What moves is drawn again and again, by processors that have other things to do.
    reducedMotion: "reduce",
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const errors: string[] = []
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  page.on("pageerror", (error) => errors.push(String(error)))
  await page.goto(url)
  return { page, context, errors }
}
