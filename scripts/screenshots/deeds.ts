import type { Page } from "playwright-core"

/* What is done on a page before it is drawn. */

type Deed = (page: Page) => Promise<unknown>

export const press =
  (key: string): Deed =>
  (page) =>
    page.keyboard.press(key)

/** Clicks one after another. */
export const click =
  (...selectors: readonly string[]): Deed =>
  async (page) => {
    for (const selector of selectors) await page.locator(selector).first().click()
  }

/** What stands under *More*, by its number. */
export const more =
  (number: number): Deed =>
  (page) =>
    click(".more-actions summary", `.more-actions li:nth-child(${number}) button`)(page)

/** The question that stands before a looser policy. */
export async function allowAll(page: Page): Promise<unknown> {
  const row = page.locator("form.setting", { has: page.locator('option[value="full"]') })
  await row.locator("select").selectOption("full")
  return row.locator('button[type="submit"]').click()
}

/** What would go, before it goes. */
export async function pruneOld(page: Page): Promise<unknown> {
  await page.locator("main .small .button").last().click()
  return page.locator("dialog li").first().waitFor()
}

/** The dialog that starts a request under several strategies. */
export async function compareStrategies(page: Page): Promise<unknown> {
  await page.locator("textarea").fill("Refactor auth to JWT and add OAuth sign-in")
  await page.locator(".start-form .row .button").nth(1).click()
  return page.locator("dialog fieldset").waitFor()
}

/** The card of a wait, over its bar. */
export function hoverWait(page: Page): Promise<unknown> {
  return page.locator('.bar.wait[data-bar="phase-2/round-1"]').hover()
}

/** Three runs chosen. */
export async function choose(page: Page): Promise<unknown> {
  for (const row of [1, 2, 5]) await page.locator(".pick input").nth(row).check()
  return page.mouse.move(0, 0)
}

/** The whole output of the command, with something looked for. */
export async function readOutput(page: Page): Promise<unknown> {
  await page.locator("[data-task]", { hasText: "run_in_terminal" }).click()
  await page.locator(".task-detail .button").last().click()
  await page.locator("dialog input[type=search]").fill("price 1")
  return page.locator("dialog .output").waitFor()
}

/** The changes of one file, before they are taken back. */
export async function undoFile(page: Page): Promise<unknown> {
  await page.locator(".changed-file", { hasText: "prices.js" }).last().locator("summary .button").click()
  return page.locator("dialog table").waitFor()
}

/** A browser without a token. */
export async function forgetToken(page: Page): Promise<unknown> {
  await page.evaluate("localStorage.clear(), sessionStorage.clear()")
  await page.reload()
  return page.locator(".sign-in").waitFor()
}

/** A page that got an answer as no server of ours gives it. */
export async function breakPage(page: Page): Promise<unknown> {
  await page.route("**/react/opening*", async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replace('"tools":[', '"tulls":[') })
  })
  await page.reload()
  await page.locator("[role=alert] pre").waitFor()
  return page.unroute("**/react/opening*")
}
