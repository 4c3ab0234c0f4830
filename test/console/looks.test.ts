import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { currentOwner } from "../../src/journal/owner.ts"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { otherRuns } from "./logs/other-runs.ts"
import { parallelRun } from "./logs/parallel-run.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

const PAGES = [
  "#/",
  "#/new",
  "#/settings",
  "#/runs/done",
  "#/runs/parallel",
  "#/runs/done?tab=log",
  "#/compare/done/react/limit",
]

/** A run in English in which the engine has something to say about everything. */
function talkativeRun(): Teller {
  const teller = new Teller(1000).begin({ request: "Translate the handbook", limits: { max_iterations: 4 } })
  teller.state("EXECUTING").stage("phase-1", "phase", "Translate").stage("phase-1/round-1", "round", "Round 1")
  const [task] = [{ tool: "run_in_terminal", title: "Run npm test", input: {}, ms: 40 }]
  teller.work("phase-1/round-1", [task])
  teller.tell("r", {
    type: "reflection.raised",
    stage: "phase-1/round-1",
    detector: "repeated_call",
    level: "guidance",
    reason: "npm test ran twice with the same result: Exit code 1.",
    evidence: [],
    suggestion: "",
  })
  teller.tell("v", {
    type: "violation.recorded",
    task: "phase-1/round-1",
    tool: "web_search",
    reason: "Not run: web_search is not allowed in a coding task.",
    allowed: [],
  })
  teller.endStage("phase-1/round-1", "continued", "This round had nothing to do.")
  teller.tell("limit", { type: "limit.reached", limit: "max_iterations", used: 4, allowed: 4 })
  const reason = "the iteration limit was reached (4 of 4 used)"
  const facts = `- **Outcome:** incomplete (${reason})\n- **Tasks:** 1 run, 0 failed; rounds: 1; model calls: 0`
  teller.end({ status: "incomplete", limit: "max_iterations", reason }, "Half.")
  const ended = teller.events.find(({ event }) => event.type === "run.ended")?.event
  if (ended?.type === "run.ended") Object.assign(ended, { message: `Half.\n\n---\n\n${facts}` })
  return teller
}

const LONG_NAMED = `--- a/src/rates/by-country-and-kind-of-goods-and-customer.js
+++ b/src/rates/by-country-and-kind-of-goods-and-customer.js
@@ -1,2 +1,2 @@
-export const rate = 0.19
+export const rate = (country) => RATES[country]
 export const round = Math.round
`

/** Two phases whose names are whole paragraphs. */
function wordyRun(): Teller {
  const name = "Go through every module, find what depends on the old currency table, and write it down. ".repeat(5)
  const teller = new Teller(1000).begin({ request: "Remove the currency table" }).state("EXECUTING")
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "sequential",
    phases: [1, 2].map((id) => ({ id, name, goal: name, estimated_rounds: 1, dependencies: [] })),
  })
  for (const id of [1, 2]) {
    teller.stage(`phase-${id}`, "phase", name).stage(`phase-${id}/round-1`, "round", "Round 1")
    teller.endStage(`phase-${id}/round-1`, "done", "").endStage(`phase-${id}`, "done", "")
  }
  return teller.end({ status: "done", verified: false }, "Gone.")
}

describe.skipIf(!canBrowse)("the console's looks", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    const standings = async () => new Map([["queued", { place: 3, reason: "busy" as const }]])
    place = await stage({ more: { standings } })
    for (const [id, tell] of otherRuns()) await keep(place.store, id, place.workspace, tell(1000).events)
    await keep(place.store, "done", place.workspace, authRun("done").events)
    await keep(place.store, "parallel", place.workspace, parallelRun(1000).events)
    await keep(place.store, "wordy", place.workspace, wordyRun().events)
    await keep(place.store, "talkative", place.workspace, talkativeRun().events)
    await keep(place.store, "interrupted", place.workspace, authRun("working").events)
    await keep(place.store, "queued", place.workspace, new Teller(1000).begin({ request: "Wait" }).events)
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  it("fits phone, tablet, 200 % zoom and a wide screen; nothing scrolls sideways, no line is too long to read", async () => {
    const visit = await openPage(place, "#/")
    const { page } = visit
    for (const [width, height] of [
      [390, 844],
      [720, 450],
      [820, 1180],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const hash of PAGES) {
        await page.goto(`${place.server.url}${hash}`)
        await page.locator("#main :is(.run-link, form, dl, .compare, .log-row, .figure)").first().waitFor()
        const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        expect({ width, hash, beyond }).toEqual({ width, hash, beyond: Math.min(0, Number(beyond)) })
      }
    }
    await page.goto(`${place.server.url}#/runs/done`)
    const card = await page.locator(".message-summarizer").boundingBox()
    expect(card?.width).toBeLessThan(1200)
    // A phase with a very long name leaves room for the others.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${place.server.url}#/runs/wordy`)
    const [first, second] = [page.locator(".node").first(), page.locator(".node").nth(1)]
    expect((await first.boundingBox())?.height).toBeLessThan(180)
    await second.waitFor()
    await expectCalm(visit)
  })

  it("shows an entry of the log below the rows, also where there is little room", async () => {
    const visit = await openPage(place, "#/runs/done?tab=log")
    const { page } = visit
    await page.locator(".log-row").nth(4).click()
    const detail = await page.locator(".log-detail").boundingBox()
    const rows = await page.locator(".log-rows").boundingBox()
    const log = await page.locator(".log").boundingBox()
    expect(bottomOf(rows)).toBeLessThanOrEqual(detail?.y ?? 0)
    expect(bottomOf(detail)).toBeLessThanOrEqual(bottomOf(log))
    await expectCalm(visit)
  })

  it("keeps long names of changed files in their tree, and gives both sides of a diff the room", async () => {
    const visit = await openPage(place)
    const { page } = visit
    await page.route("**/done/diff*", (route) => route.fulfill({ body: LONG_NAMED }))
    await page.goto(`${place.server.url}#/runs/done?tab=changes`)
    await page.locator(".changes-look .button").last().click()
    const edges = await page.evaluate<{ tree: number; counts: number; numbers: number; texts: number[] }>(`(() => {
      const box = (name) => document.querySelector(name).getBoundingClientRect()
      const wide = (name) => [...document.querySelectorAll(name)].map((each) => each.getBoundingClientRect().width)
      return {
        tree: box(".file-tree").right,
        counts: box(".file-tree .count-dropped").right,
        numbers: Math.max(...wide(".diff.split td.line-number")),
        texts: wide(".diff.split td.line-text").slice(0, 2).map(Math.round),
      }
    })()`)
    expect(edges.counts).toBeLessThanOrEqual(edges.tree)
    expect(edges.numbers).toBeLessThan(60)
    expect(edges.texts[0]).toBe(edges.texts[1])
    await expectCalm(visit)
  })

  it("says of nothing that it runs where nobody works: in a run that was interrupted, and in one that is queued", async () => {
    const visit = await openPage(place, "#/runs/interrupted")
    const { page } = visit
    await expectState(page, "Interrupted")
    await page.locator(".stage-head .badge", { hasText: "not finished" }).waitFor()
    expect(await page.locator("main .tone-running").count()).toBe(0)
    await place.store.claim("queued", currentOwner())
    await page.goto(`${place.server.url}#/runs/queued`)
    await expectState(page, "Queued")
    expect(await page.locator(".run-facts").textContent()).toMatch(/0:00$/)
    await page.goto(`${place.server.url}#/`)
    await page.locator("tr", { hasText: "Wait" }).locator(".badge", { hasText: "Queued" }).waitFor()
    await expectCalm(visit)
  })

  it("tells in Chinese what the engine has said in English", async () => {
    const visit = await openPage(place, "#/runs/talkative", { locale: "zh-CN" })
    const { page } = visit
    for (const words of [
      "npm test 运行了两次，结果相同：Exit code 1.",
      "未执行：web_search 不允许用于 coding 类任务。",
      "重复同一调用 → 给出提示",
      "达到迭代上限（已用 4 / 4）",
      "执行 1 个，失败 0 个；轮数：1；模型调用：0",
      "本轮没有需要执行的任务。",
      "运行 npm test",
    ]) {
      await page.locator("main", { hasText: words }).waitFor()
    }
    await page.goto(`${place.server.url}#/runs/nobody`)
    await page.getByText("没有这个运行。").waitFor()
    await visit.context.close()
  })

  it("prints a run whole, light, without what can only be pressed", async () => {
    const visit = await openPage(place, "#/runs/done", { colorScheme: "dark" })
    const { page } = visit
    await page.locator(".message-summarizer table").waitFor()
    await page.emulateMedia({ media: "print" })
    for (const gone of [".top-bar", ".replay", ".tabs", ".run-header .button", ".stage-head .button"]) {
      expect({ gone, isShown: await page.locator(gone).first().isVisible() }).toEqual({ gone, isShown: false })
    }
    const { hidden, ink } = await page.evaluate<{ hidden: number; ink: string }>(`({
      hidden: [...document.querySelectorAll(".app, .column, .chart-scroll, .summarizer-body")]
        .filter((each) => each.scrollHeight > each.clientHeight + 1).length,
      ink: getComputedStyle(document.documentElement).getPropertyValue("--ink").trim(),
    })`)
    expect({ hidden, ink }).toEqual({ hidden: 0, ink: "#1c2132" })
    const card = await page.locator(".message-summarizer").boundingBox()
    const stages = await page.locator(".stages").boundingBox()
    expect(bottomOf(card)).toBeLessThan(stages?.y ?? 0)
    // Made to fit, and not smaller with each look at it.
    expect((await page.locator(".chart").boundingBox())?.height).toBeGreaterThan(60)
    expect(await pagesOf(page)).toBeGreaterThan(1)
    await expectCalm(visit)
  })
})

function bottomOf(box: { readonly y: number; readonly height: number } | null): number {
  return (box?.y ?? 0) + (box?.height ?? 0)
}

/** How many sheets a printer would take. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4" })
  return pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
}
