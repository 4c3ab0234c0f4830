import type { Page } from "playwright-core"

/** Instead of a page of the console: a file. */
export const REPORT = "report"

/** A page, and what is done on it before it is drawn. */
export type Scene = {
  readonly name: string
  /** Of a server on which nothing was ever done. */
  readonly isNew?: true
  readonly hash: string
  readonly before?: (page: Page) => Promise<unknown>
}

export type Look = { readonly locale: string; readonly dark: boolean; readonly width: number }

/** A picture that the docs show. */
export type Shot = Scene & Partial<Look>

/** Those of docs/screenshots; nothing else is committed. */
export const DOCS: readonly Shot[] = [
  { name: "run-done-light", hash: "#/runs/done-en" },
  { name: "run-done-dark", hash: "#/runs/done-en", dark: true },
  { name: "run-done-zh", hash: "#/runs/done-zh", locale: "zh-CN" },
  { name: "run-approval", hash: "#/runs/approval" },
  { name: "run-plan", hash: "#/runs/plan" },
  { name: "run-blocked", hash: "#/runs/blocked" },
  { name: "run-parallel", hash: "#/runs/parallel", before: hoverWait },
  { name: "run-phone", hash: "#/runs/done-en", width: 390 },
  { name: "runs-zh-dark", hash: "#/", locale: "zh-CN", dark: true },
  { name: "runs-phone", hash: "#/", width: 390 },
  { name: "compare", hash: "#/compare/done-en/react/limit" },
  { name: "start-zh", hash: "#/new", locale: "zh-CN" },
]

/** Every page, in every state that looks different. */
export const SCENES: readonly Scene[] = [
  { name: "runs", hash: "#/" },
  { name: "runs-none", hash: "#/?search=nothing-has-this-name" },
  { name: "new", hash: "#/new" },
  { name: "new-options", hash: "#/new", before: (page) => page.locator(".start-options > summary").click() },
  { name: "settings", hash: "#/settings" },
  { name: "settings-looser", hash: "#/settings", before: allowAll },
  { name: "first", hash: "#/", isNew: true },
  { name: "first-new", hash: "#/new", isNew: true },
  { name: "strategies", hash: "#/new", before: compareStrategies },
  { name: "prune", hash: "#/", before: pruneOld },
  { name: "done", hash: "#/runs/done-LANGUAGE" },
  { name: "log", hash: "#/runs/done-LANGUAGE?tab=log" },
  { name: "changes", hash: "#/runs/done-LANGUAGE?tab=changes" },
  { name: "request", hash: "#/runs/done-LANGUAGE?tab=request" },
  { name: "replay", hash: "#/runs/done-LANGUAGE?at=60" },
  { name: "task", hash: "#/runs/working", before: (page) => page.locator("[data-task]").first().click() },
  { name: "approval", hash: "#/runs/approval" },
  { name: "plan", hash: "#/runs/plan" },
  { name: "blocked", hash: "#/runs/blocked" },
  { name: "steps", hash: "#/runs/stepwise" },
  { name: "react", hash: "#/runs/react" },
  { name: "limit", hash: "#/runs/limit" },
  { name: "failed", hash: "#/runs/failed" },
  { name: "parallel", hash: "#/runs/parallel", before: hoverWait },
  { name: "long", hash: "#/runs/long" },
  { name: "keys", hash: "#/runs/done-LANGUAGE", before: (page) => page.keyboard.press("?") },
  { name: "undo", hash: "#/runs/done-LANGUAGE", before: (page) => page.locator(".run-header .button").last().click() },
  { name: "compare", hash: "#/compare/done-en/react/limit" },
  { name: "unknown", hash: "#/nowhere" },
  { name: "report", hash: REPORT },
  { name: "report-changes", hash: REPORT, before: (page) => page.getByRole("tab").nth(2).click() },
]

/** The question that stands before a looser policy. */
async function allowAll(page: Page): Promise<unknown> {
  const row = page.locator("form.setting", { has: page.locator('option[value="full"]') })
  await row.locator("select").selectOption("full")
  return row.locator('button[type="submit"]').click()
}

/** What would go, before it goes. */
async function pruneOld(page: Page): Promise<unknown> {
  await page.locator("main .small .button").last().click()
  return page.locator("dialog li").first().waitFor()
}

/** The dialog that starts a request under several strategies. */
async function compareStrategies(page: Page): Promise<unknown> {
  await page.locator("textarea").fill("Refactor auth to JWT and add OAuth sign-in")
  await page.locator(".start-form .row .button").nth(1).click()
  return page.locator("dialog fieldset").waitFor()
}

/** The card of a wait, over its bar. */
function hoverWait(page: Page): Promise<unknown> {
  return page.locator('.bar.wait[data-bar="phase-2/round-1"]').hover()
}

