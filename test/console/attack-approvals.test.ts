import { setImmediate } from "node:timers/promises"
import type { Page } from "playwright-core"
import { describe, expect, it, onTestFinished } from "vitest"
import { oneOf, someOf } from "../sample.ts"
import { plan, say, task } from "../scenarios/lines.ts"
import { canBrowse } from "./browser.ts"
import { expectState, heard, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory, UNCLEAR } from "./stories.ts"

const RUNS_COMMAND = {
  "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(task("run_in_terminal", { command: "echo hi > note.md" }))),
}
const TWO_WRITES = {
  "phase-2/round-1/plan/try-1": say(
    "plan_tool_call",
    plan(task("write_file", { path: "a.md", content: "a" }), task("write_file", { path: "b.md", content: "b" })),
  ),
}

type Asked = { readonly page: Page; readonly place: Stage; readonly sent: readonly string[] }

/** A run that asks, on a page whose time is the test's. `sent` is what went to the server as an answer. */
async function asked(lines: Parameters<typeof noteStory>[0] = RUNS_COMMAND): Promise<Asked> {
  const place = await stage({ model: noteStory(lines), files: NOTE_FILES, agent: { ...LITERAL, approve: "ask" } })
  const { page, context } = await openPage(place, "#/new")
  onTestFinished(async () => {
    await context.close()
    await place[Symbol.asyncDispose]()
  })
  const sent: string[] = []
  page.on("request", (request) => {
    if (/\/(approve|answer)$/.test(request.url())) sent.push(JSON.parse(request.postData() ?? "{}").decision ?? "words")
  })
  await page.getByRole("textbox", { name: "Request", exact: true }).fill("Make the note friendly.")
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press("Control+Enter")
  await untilAsked(page)
  return { page, place, sent }
}

/** Lets the page's time go on, frame by frame, until the question is there. */
async function untilAsked(page: Page): Promise<void> {
  while ((await page.locator("section.question").count()) === 0) {
    await page.clock.runFor(16)
    await setImmediate()
  }
}

/** As if somebody had come back to the window in this very moment. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.runFor(2000)
  await page.evaluate(`dispatchEvent(new Event("focus"))`)
}

const allow = (page: Page) => page.locator(".question .answer", { hasText: "Allow" }).first()

async function clickOn(page: Page): Promise<void> {
  const box = await allow(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
}

const INPUTS: readonly (readonly [string, (page: Page) => Promise<void>, string])[] = [
  ["Space on Allow", (page) => allow(page).press("Space", { noWaitAfter: true }), "allow"],
  ["Enter on Allow", (page) => allow(page).press("Enter"), "allow"],
  ["a click on Allow", clickOn, "allow"],
  ["y", (page) => page.keyboard.press("y"), "allow"],
  ["n", (page) => page.keyboard.press("n"), "deny"],
  ["Shift+R", (page) => page.keyboard.press("Shift+R"), "allow_always"],
  ["Shift+A", (page) => page.keyboard.press("Shift+A"), "remember"],
  ["Enter in the reason", (page) => page.locator(".refusal").press("Enter"), "deny"],
]

describe.skipIf(!canBrowse)("attack: an answer before the question could be read, in the console", () => {
  withBrowser()

  it.each(someOf("inputs", 3, INPUTS))("%s counts after 700 ms and not before", async (_name, press, decision) => {
    const { page, sent } = await asked()
    await comeBack(page)
    for (const pause of [0, 131, 369, 199]) {
      await page.clock.runFor(pause)
      await press(page)
    }
    expect(sent).toEqual([])
    await page.clock.runFor(2)
    await press(page)
    await expect.poll(() => sent).toEqual([decision])
  })

  it("nothing is chosen beforehand, and keys in the first moments do nothing", async () => {
    const { page, sent } = await asked()
    expect(await page.evaluate("document.activeElement?.id")).toBe("question-heading")
    for (const pause of [0, 131, 369, 150]) {
      await page.clock.runFor(pause)
      for (const key of ["Space", "Enter", "y", "Shift+R", "Shift+A"]) await page.keyboard.press(key)
    }
    expect(await page.locator(".question .answer[aria-disabled=true]").count()).toBe(4)
    expect(sent).toEqual([])
    await page.clock.runFor(100)
    expect(await page.locator(".question .answer[aria-disabled=true]").count()).toBe(0)
    await page.keyboard.press("Space")
    await page.keyboard.press("Enter")
    expect(sent).toEqual([])
  })

  it.each([
    ["a key", (page: Page) => page.keyboard.down("Space"), (page: Page) => page.keyboard.up("Space")],
    ["a button of the mouse", (page: Page) => page.mouse.down(), (page: Page) => page.mouse.up()],
  ])("%s that is pressed too early and let go later does nothing", async (_name, down, up) => {
    const { page, sent } = await asked()
    await comeBack(page)
    await allow(page).focus()
    const box = await allow(page).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    await page.clock.runFor(600)
    await down(page)
    await page.clock.runFor(400)
    await up(page)
    await page.clock.runFor(100)
    expect(sent).toEqual([])
    await clickOn(page)
    await expect.poll(() => sent).toEqual(["allow"])
  })

  it.each(oneOf("held", ["Enter", "y"]))("%s held down does nothing", async (key) => {
    const { page, sent } = await asked()
    await comeBack(page)
    await allow(page).focus()
    for (let held = 0; held < 1500; held += 300) {
      await page.keyboard.down(key)
      await page.clock.runFor(300)
    }
    await page.keyboard.up(key)
    expect(sent).toEqual([])
  })

  it.each(oneOf("without Shift", ["r", "a", "A"]))("%s without Shift grants nothing wide", async (key) => {
    const { page, sent } = await asked()
    await page.clock.runFor(2000)
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }))`,
    )
    await page.keyboard.press("y")
    await expect.poll(() => sent).toEqual(["allow"])
  })

  it("another question in its place starts the time anew", async () => {
    const { page, sent } = await asked(TWO_WRITES)
    while ((await page.locator(".question-list button").count()) < 2) await page.clock.runFor(16)
    await page.clock.runFor(2000)
    // Asked side by side: either file may come first.
    const shown = (await page.locator("section.question", { hasText: "a.md" }).count()) > 0 ? "a.md" : "b.md"
    await page.locator(".question-list button[aria-pressed=false]").click()
    await page.locator("section.question", { hasText: shown === "a.md" ? "b.md" : "a.md" }).waitFor()
    await page.clock.runFor(690)
    await clickOn(page)
    await page.keyboard.press("y")
    expect(sent).toEqual([])
  })

  it("an answer that moves under the pointer is not pressed by a click that was under way", async () => {
    const { page, sent } = await asked()
    await page.clock.runFor(2000)
    await page.evaluate(`{
      const late = document.createElement("div")
      late.style.height = "40px"
      document.querySelector(".column.middle").prepend(late)
    }`)
    await page.clock.runFor(50)
    await clickOn(page)
    await page.clock.runFor(600)
    await clickOn(page)
    expect(sent).toEqual([])
    await page.clock.runFor(200)
    await clickOn(page)
    await expect.poll(() => sent).toEqual(["allow"])
  })

  it("words are not sent in the first moments either", async () => {
    const { page, sent } = await asked(UNCLEAR)
    await page.keyboard.type("hm")
    await page.keyboard.press("Control+Enter")
    await page.clock.runFor(650)
    await page.keyboard.press("Control+Enter")
    expect(sent).toEqual([])
    await page.clock.runFor(100)
    await page.keyboard.press("Control+Enter")
    await expect.poll(() => sent).toEqual(["words"])
  })
})

describe.skipIf(!canBrowse)("attack: two answers to one question", () => {
  withBrowser()

  const ANSWERS = [
    ["allow", "n", "Answered elsewhere meanwhile: allowed."],
    ["deny", "y", "Answered elsewhere meanwhile: denied."],
  ] as const

  it.each(oneOf("two answers", ANSWERS))(
    "who comes after %s is told so, and can end the run",
    async (first, key, note) => {
      const agent = { ...LITERAL, approve: "ask" } as const
      await using place = await stage({ model: noteStory(RUNS_COMMAND), files: NOTE_FILES, agent })
      const winner = await openPage(place, "#/new")
      await winner.page.getByRole("textbox", { name: "Request", exact: true }).fill("Make the note friendly.")
      await winner.page.keyboard.press("Control+Enter")
      await heard(winner.page)
      const loser = await openPage(place, new URL(winner.page.url()).hash)
      await heard(loser.page)
      // The loser's answer is on its way while the winner's is taken.
      const isOver = Promise.withResolvers<void>()
      await loser.page.route("**/approve", async (route) => {
        await isOver.promise
        await route.continue()
      })
      await loser.page.keyboard.press(key)
      await winner.page.keyboard.press(first === "allow" ? "y" : "n")
      await winner.page.locator("section.question").waitFor({ state: "detached" })
      isOver.resolve()
      await loser.page.locator(".overtaken", { hasText: note }).waitFor()
      expect(await winner.page.locator(".overtaken").count()).toBe(0)
      await winner.context.close()
      await loser.context.close()
    },
  )

  it("who has not answered yet is told as well, with a way out", async () => {
    const agent = { ...LITERAL, approve: "ask" } as const
    await using place = await stage({ model: noteStory(TWO_WRITES), files: NOTE_FILES, agent })
    const winner = await openPage(place, "#/new")
    await winner.page.getByRole("textbox", { name: "Request", exact: true }).fill("Make the note friendly.")
    await winner.page.keyboard.press("Control+Enter")
    await heard(winner.page)
    const other = await openPage(place, new URL(winner.page.url()).hash)
    await heard(other.page)
    await winner.page.keyboard.press("y")
    const note = other.page.locator(".overtaken", { hasText: "Answered elsewhere meanwhile: allowed." })
    await note.getByRole("button", { name: "Cancel" }).click()
    await other.page.getByRole("button", { name: "End it" }).click()
    await expectState(other.page, "Cancelled")
    await winner.context.close()
    await other.context.close()
  })
})
