import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { casesOf, oneOf, someOf } from "../sample.ts"
import { axeIn } from "./axe-in.ts"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { otherRuns } from "./logs/other-runs.ts"
import { waitingRuns } from "./logs/waiting-runs.ts"
import { expectCalm, openPage, withBrowser } from "./open-page.ts"
import { playedNote } from "./played-note.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

const PAGES = [
  "#/",
  "#/new",
  "#/runs/done",
  "#/runs/approval",
  "#/runs/stepwise",
  "#/runs/limit",
  "#/runs/plan",
  "#/runs/plan-back",
  "#/runs/blocked",
  "#/runs/list",
  "#/runs/undone",
  "#/compare/done/react",
]

type Look = { readonly locale: string; readonly colorScheme: "light" | "dark" }

const LIGHT: Look = { locale: "en-US", colorScheme: "light" }
const DARK: Look = { locale: "zh-CN", colorScheme: "dark" }

/** Both languages and both sets of colours, each on some of the pages; in the end all four on all of them. */
const LOOKS = casesOf<Look>({
  sample: [LIGHT, DARK],
  more: [
    { locale: "en-US", colorScheme: "dark" },
    { locale: "zh-CN", colorScheme: "light" },
  ],
})

describe.skipIf(!canBrowse)("axe finds nothing serious", () => {
  withBrowser()

  it.each(LOOKS)("in $locale, $colorScheme", async (look) => {
    await using place = await filled()
    const [first = "", ...others] = someOf(`pages ${look.colorScheme}`, 4, PAGES)
    const visit = await openPage(place, first, { ...look, bypassCSP: true })
    for (const hash of [first, ...others]) {
      await visit.page.goto(`${place.server.url}${hash}`)
      if (hash !== first) await visit.page.reload()
      await settled(visit.page, hash)
      expect({ hash, faults: await axeIn(visit.page) }).toEqual({ hash, faults: [] })
    }
    await expectCalm(visit)
  })

  it("with the plan in its editor, a dialog of redo and what was asked", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/runs/plan", { viewport: { width: 390, height: 844 }, bypassCSP: true })
    const { page } = visit
    await page.getByRole("button", { name: /Change it/ }).click()
    await page.getByRole("textbox", { name: "The plan as JSON" }).fill("{")
    await page.getByText("This is no JSON:").waitFor()
    expect(await axeIn(page)).toEqual([])
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    await page.goto(`${place.server.url}#/runs/undone`)
    await page.getByRole("button", { name: "Redo…" }).click()
    await page.locator("dialog").waitFor()
    expect(await axeIn(page)).toEqual([])
    await page.goto(`${place.server.url}#/runs/plan-back`)
    await page.getByRole("tab", { name: "Request" }).click()
    await page.getByRole("heading", { name: "Questions and answers" }).waitFor()
    expect(await axeIn(page)).toEqual([])
    await expectCalm(visit, "409")
  })

  it("on a phone, with a task, a dialog and the palette open", async () => {
    await using place = await filled()
    const visit = await openPage(place, "#/runs/done", { viewport: { width: 390, height: 844 }, bypassCSP: true })
    const { page } = visit
    await settled(page, "#/runs/done")
    await page.locator("[data-task]").first().click()
    expect(await axeIn(page)).toEqual([])
    await page.getByRole("button", { name: "Undo…" }).click()
    await page.locator("dialog").waitFor()
    expect(await axeIn(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Go to anything" }).waitFor()
    expect(await axeIn(page)).toEqual([])
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    await expectCalm(visit, "409")
  })
})

type Opener = {
  readonly name: string
  readonly open: (page: Page) => Locator
  /** Where it is, if not on the page of the run that was played; `?` leads to a part of that. */
  readonly at?: string
  /** What shows it first. */
  readonly first?: (page: Page) => Locator
  readonly isInMenu?: true
}

/** Each dialog by what opens it; a menu is opened first. */
const DIALOGS: readonly Opener[] = [
  { name: "call", open: (page) => page.locator(".stage-calls button").first() },
  {
    name: "fork",
    open: (page) =>
      page
        .locator(".stage-panel")
        .getByRole("button", { name: /Fork from here|从这里分叉/ })
        .last(),
  },
  {
    name: "replay",
    open: (page) => page.getByRole("button", { name: /Replay with other guards|用其他守卫重放/ }),
    isInMenu: true,
  },
  { name: "undo", open: (page) => page.locator(".run-header").getByRole("button", { name: /^(Undo|撤销)/ }) },
  { name: "keys", open: (page) => page.locator(".keys-button") },
  {
    name: "artifact",
    first: (page) => page.locator("[data-task]").first(),
    open: (page) => page.getByRole("button", { name: /Whole result|完整结果/ }),
  },
  {
    name: "file undo",
    at: "?tab=changes",
    open: (page) => page.getByRole("button", { name: /Undo this file|撤销此文件/ }),
  },
  {
    name: "cancel",
    at: "#/runs/approval",
    open: (page) => page.locator(".run-header").getByRole("button", { name: /^(Cancel|取消)/ }),
  },
  {
    name: "resume",
    at: "#/runs/limit",
    open: (page) => page.locator(".run-header").getByRole("button", { name: /^(Resume|恢复|继续)/ }),
  },
]

describe.skipIf(!canBrowse)("a dialog", () => {
  withBrowser()

  it.each(oneOf("dialogs", [LIGHT, DARK]))(
    "keeps the focus, closes on Escape, gives it back, and axe finds nothing: $locale",
    async (look) => {
      await using played = await playedNote()
      const visit = await openPage(played.place, played.hash, { ...look, bypassCSP: true })
      const { page } = visit
      const { store, workspace } = played.place
      await keep(store, "approval", workspace, authRun("approval").events)
      for (const [id, tell] of otherRuns()) await keep(store, id, workspace, tell(1000).events)
      for (const opener of DIALOGS) await goThrough(page, `${played.place.server.url}${played.hash}`, opener)
      await expectCalm(visit)
    },
  )
})

/** Opens a dialog, looks at it, tries to leave it with Tab, and closes it. */
async function goThrough(page: Page, run: string, { name, open, at, first, isInMenu }: Opener): Promise<void> {
  if (at) await page.goto(at.startsWith("?") ? run + at : new URL(at, run).href)
  await first?.(page).click()
  if (isInMenu) await page.locator(".more-actions summary").click()
  await open(page).focus()
  await page.keyboard.press("Enter")
  await page.locator("dialog .dialog-body").waitFor()
  if (name === "call") await page.locator("dialog .call-sent, dialog .call-section").first().waitFor()
  expect({ name, faults: await axeIn(page) }).toEqual({ name, faults: [] })
  expect({ name, strays: await straysOf(page) }).toEqual({ name, strays: [] })
  await page.keyboard.press("Escape")
  await page.locator("dialog").waitFor({ state: "detached" })
  const focus = isInMenu ? page.locator(".more-actions summary") : open(page)
  await focus.and(page.locator(":focus")).waitFor()
}

/** Where Tab leads to outside the dialog on its way round; the browser's own bar is `BODY`. */
async function straysOf(page: Page): Promise<readonly string[]> {
  const strays: string[] = []
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press("Tab")
    const place = await page.evaluate<string>(
      "document.activeElement.closest('dialog') ? '' : document.activeElement.outerHTML.slice(0, 80)",
    )
    if (place !== "" && !place.startsWith("<body")) strays.push(place)
  }
  return strays
}

async function filled(): Promise<Stage> {
  const place = await stage()
  for (const [id, tell] of otherRuns()) await keep(place.store, id, place.workspace, tell(1000).events)
  for (const [id, tell] of waitingRuns()) await keep(place.store, id, place.workspace, tell(1000).events)
  await keep(place.store, "done", place.workspace, authRun("done").events)
  await keep(place.store, "approval", place.workspace, authRun("approval").events)
  return place
}

async function settled(page: Page, hash: string): Promise<void> {
  const sign =
    hash === "#/"
      ? ".run-link"
      : hash === "#/new"
        ? ".start-form"
        : hash.startsWith("#/compare")
          ? ".compare"
          : ".column.right .figure"
  await page.locator(sign).first().waitFor()
  if (hash === "#/runs/done") await page.locator(".message-summarizer table").waitFor()
}
