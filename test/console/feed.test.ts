import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Model, ModelPart } from "../../src/model/seam/model.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { reply, type ScriptLine } from "../../src/testing/script-line.ts"
import { gated } from "../server/models.ts"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { Teller } from "./logs/teller.ts"
import { askFor, expectCalm, expectState, openOptions, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

const FILES = { "note.md": "go away\nsecond line\n" }
const AGENT = { strategy: react, approve: "full" } as const
const edit = { path: "note.md", edits: [{ old_text: "go away", new_text: "hello" }] }

/** Looks, edits and runs a command, with a word to each. */
const TURNS: Readonly<Record<string, ScriptLine>> = {
  "turn-1/reply": reply({
    text: "First I **look** at the note.",
    calls: [{ call: "read_file", input: { path: "note.md" } }],
  }),
  "turn-2/reply": reply({
    text: "It is rude, so I change it.",
    calls: [
      { call: "edit_file", input: edit },
      { call: "run_in_terminal", input: { command: "cat note.md; echo to the end >&2; exit 3" } },
    ],
  }),
  "turn-3/reply": reply({ text: "The note says hello now." }),
}

const panel = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true })

/** How far the middle column is from its end, in pixels. */
const fromEnd = (page: Page) =>
  page.evaluate<number>(`(() => {
    const column = document.querySelector(".column.middle")
    return Math.round(column.scrollHeight - column.scrollTop - column.clientHeight)
  })()`)

async function ask(page: Page): Promise<void> {
  await openOptions(page)
  await page.getByRole("radio", { name: /^react/ }).check()
  await askFor(page)
}

describe.skipIf(!canBrowse)("the story of a run", () => {
  withBrowser()

  it("is told while it happens: words, what was read, what an edit changed, what a command printed", async () => {
    const model = gated(keyedModel(TURNS), "turn-3/reply")
    await using place = await stage({ model, files: FILES, agent: AGENT })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await ask(page)
    await model.reached
    await page.getByRole("region", { name: "You asked" }).getByText("Make the note friendly.").waitFor()
    const first = panel(page, "Turn 1")
    await first.locator(".said strong", { hasText: "look" }).waitFor()
    await first.locator(".glimpse-excerpt", { hasText: "go away" }).waitFor()
    const second = panel(page, "Turn 2")
    await second.getByText("It is rude, so I change it.").waitFor()
    expect(await second.locator(".glimpse-diff .drop, .glimpse-diff .add").allTextContents()).toEqual([
      "-go away",
      "+hello",
    ])
    await second.locator(".glimpse-output.failed", { hasText: "to the end" }).waitFor()
    // While the model thinks, all of it stays there.
    await panel(page, "Turn 3").waitFor()
    expect(await page.locator(".stage-panel").count()).toBe(3)
    model.open()
    await expectState(page, "Done, unverified")
    await page.getByRole("region", { name: "The end" }).waitFor()
    await panel(page, "Turn 3").getByText("The note says hello now.").waitFor()
    expect(await readFile(join(place.workspace, "note.md"), "utf8")).toContain("hello")
    await expectCalm(visit)
  })

  it("shows each attempt at a call that failed, with its status, also where no call ever came through", async () => {
    await using place = await stage({ model: overloaded(3), files: FILES, agent: AGENT })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await ask(page)
    await expectState(page, "Done, unverified")
    const attempts = panel(page, "Turn 1").first().locator(".attempt")
    expect(await attempts.count()).toBe(3)
    expect(await attempts.first().textContent()).toMatch(/attempt 1 HTTP 503 .*overloaded.*tried again after/)
    await page.locator(".figure", { hasText: "failed attempts" }).getByText("3", { exact: true }).waitFor()
    await expectCalm(visit)
  })

  it("shows a command in the background with what it prints, while it lives", async () => {
    const lines = {
      "turn-1/reply": reply({
        calls: [{ call: "run_in_terminal", input: { command: COUNTING, background: true } }],
      }),
      "turn-2/reply": reply({ text: "It ran." }),
    }
    const model = gated(keyedModel(lines), "turn-2/reply")
    await using place = await stage({ model, files: FILES, agent: AGENT })
    const visit = await openPage(place, "#/new")
    const { page } = visit
    await ask(page)
    await model.reached
    const process = page.locator(".process-row")
    await process.getByText("Running in the background").waitFor()
    await writeFile(join(place.workspace, "go"), "")
    await process.locator(".glimpse-output", { hasText: "listening on 1234" }).waitFor()
    model.open()
    await expectState(page, "Done, unverified")
    await process.getByText(/Background process stopped/).waitFor()
    await expectCalm(visit)
  })
})

/** Says something once a file of this name is there, and goes on. */
const COUNTING = "while [ ! -e go ]; do sleep 0.02; done; echo listening on 1234; sleep 60"

/** An endpoint that has no time for the first so many tries, and then answers. */
function overloaded(times: number): Model {
  let left = times
  return {
    id: "toy:overloaded",
    contextWindow: 100_000,
    async *stream(): AsyncGenerator<ModelPart> {
      for (; left > 0; left--) {
        const error = new ModelError("busy", "503: overloaded", { status: 503 })
        yield { type: "retry", reason: "overloaded", waitMs: 0, error }
      }
      yield { type: "text", delta: "Nothing to do." }
      yield { type: "end", usage: { prompt: 10, completion: 10, cached: 0 }, finish: "stop" }
    },
  }
}

/** Six phases of fifty rounds. */
function longPhases(): Teller {
  const teller = new Teller(1_000_000).begin({ request: "Migrate everything." }).state("EXECUTING")
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "sequential",
    phases: [1, 2, 3, 4, 5, 6].map((id) => ({
      id,
      name: `Part ${id}`,
      goal: "migrated",
      estimated_rounds: 10,
      dependencies: [],
    })),
  })
  for (let phase = 1; phase <= 6; phase++) {
    teller.pass(1).stage(`phase-${phase}`, "phase", `Part ${phase}`)
    for (let round = 1; round <= 50; round++) {
      const id = `phase-${phase}/round-${round}`
      const tasks = [{ tool: "read_file", title: `Read ${id}.ts`, input: {}, ms: 5, digest: `stands in ${id}` }]
      teller.pass(1).stage(id, "round", `Round ${round}`).plan(id, `Why ${id}.`, tasks).work(id, tasks)
      teller.endStage(id, round < 50 ? "continued" : "done", "")
    }
    teller.endStage(`phase-${phase}`, "done", "")
  }
  return teller
}

describe.skipIf(!canBrowse)("a story of three hundred rounds", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    place = await stage()
    const id = await keep(place.store, "rounds", place.workspace, longPhases().events)
    expect(id).toBe("rounds")
    const ended = longPhases().end({ status: "done", verified: false }, "Migrated.")
    await keep(place.store, "ended", place.workspace, ended.events)
    await keep(place.store, "auth", place.workspace, authRun("done").events)
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  it("is folded by phase, stands at its newest, and opens where one clicks", async () => {
    const visit = await openPage(place, "#/runs/rounds")
    const { page } = visit
    const parts = page.locator(".feed-part")
    await expect.poll(() => parts.count()).toBe(6)
    expect(await parts.evaluateAll((all) => all.map((one) => one.getAttribute("aria-expanded")))).toEqual([
      ...Array.from({ length: 5 }, () => "false"),
      "true",
    ])
    expect(await parts.first().textContent()).toContain("50 rounds · 50 tasks")
    await expect.poll(() => fromEnd(page)).toBeLessThan(3)
    await panel(page, "Round 6.50").waitFor()
    // An old one, by its chip: whole, and in sight.
    await page.locator(".node", { hasText: "Part 2" }).locator(".round").nth(30).click()
    const old = page.locator(".stage-panel.looked-at")
    await old.getByText(/^Why phase-2/).waitFor()
    await expect.poll(() => isInSight(page)).toBe(true)
    await page.getByRole("button", { name: "Jump to the newest" }).click()
    await expect.poll(() => fromEnd(page)).toBeLessThan(3)
    expect(await page.locator(".round-line, .stage-panel").count()).toBeLessThan(140)
    await expectCalm(visit)
  })

  it("opens at its summary once it has ended", async () => {
    const visit = await openPage(place, "#/runs/ended")
    const { page } = visit
    await page.locator(".message-summarizer").waitFor()
    expect(await page.evaluate<number>(`document.querySelector(".column.middle").scrollTop`)).toBe(0)
    await expectCalm(visit)
  })

  it("never makes the page longer than the screen", async () => {
    for (const run of ["rounds", "ended", "auth"]) {
      const visit = await openPage(place, `#/runs/${run}`)
      const { page } = visit
      await page.locator(".feed").waitFor()
      await page.keyboard.press("End")
      expect(await page.evaluate<number[]>("[document.documentElement.scrollHeight, scrollY]")).toEqual([900, 0])
      await expectCalm(visit)
    }
  })
})

/** Whether what is looked at stands within the middle column. */
function isInSight(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const column = document.querySelector(".column.middle").getBoundingClientRect()
    const { top } = document.querySelector(".looked-at").getBoundingClientRect()
    return top >= column.top && top < column.bottom
  })()`)
}
