import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FACTS_RULE } from "../../src/view/facts-of.ts"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, expectState, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

const CODE_WORDS =
  "I wrapped <App> in <ErrorBoundary>. Also a<b and c>d.\n\n- uses <Suspense fallback={null}> now\n\n<details>\nraw\n</details>"
const LONG = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join("\n\n")
const FACTS = "- Outcome: failed\n- Files: src/a.ts"

/** Ends with facts under the summary, as the engine ends runs. */
function withFacts(teller: Teller, status: "done" | "failed", text: string): Teller {
  teller.end(status === "done" ? { status, verified: true } : { status, reason: "no" }, text)
  const ended = teller.events.find(({ event }) => event.type === "run.ended")?.event
  if (ended?.type === "run.ended") Object.assign(ended, { message: `${text}${FACTS_RULE}${FACTS}` })
  return teller
}

/** Without checkpoints. */
function writingRun(): Teller {
  const teller = new Teller(0).begin({ request: "Write a\nnote" }).stage("turn-1", "turn", "Turn 1")
  const write = { tool: "write_file", title: "Write a.md", input: {}, ms: 4, changes: ["a.md"] }
  teller.work("turn-1", [write]).endStage("turn-1", "done", "")
  return withFacts(teller, "done", "The note is written.")
}

function undoneRun(): Teller {
  return writingRun().tell("undo-1", {
    type: "undo.made",
    stages: ["turn-1"],
    tree_before: "1",
    tree_after: "2",
    changes: [{ path: "a.md", before: "b1", after: "a" }],
    undoes: null,
  })
}

/** Three phases: the second fails, the third is skipped. */
function failedRun(): Teller {
  const teller = new Teller(0).begin({ request: "Upgrade the build\nwith all that belongs to it" }).state("EXECUTING")
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "sequential",
    phases: [1, 2, 3].map((id) => ({ id, name: `Part ${id}`, goal: "g", estimated_rounds: 1, dependencies: [] })),
  })
  for (const [id, status] of [
    [1, "done"],
    [2, "failed"],
  ] as const) {
    teller.stage(`phase-${id}`, "phase", `Part ${id}`).stage(`phase-${id}/round-1`, "round", "Round 1")
    teller.endStage(`phase-${id}/round-1`, "continued", "").endStage(`phase-${id}`, status, "")
  }
  teller.stage("phase-3", "phase", "Part 3").endStage("phase-3", "skipped", "")
  return withFacts(teller, "failed", LONG)
}

describe.skipIf(!canBrowse)("what the page says of a run", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    place = await stage()
    const code = new Teller(0).begin({ request: "r" }).end({ status: "done", verified: false }, CODE_WORDS)
    await keep(place.store, "code", place.workspace, code.events)
    await keep(place.store, "undone", place.workspace, undoneRun().events)
    await keep(place.store, "unkept", place.workspace, writingRun().events)
    await keep(place.store, "failed", place.workspace, failedRun().events)
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  it("drops no word of the summary: what looks like HTML is text", async () => {
    const visit = await openPage(place, "#/runs/code")
    const content = visit.page.locator(".summarizer-content")
    await content.locator("li").waitFor()
    expect((await content.innerText()).split(/\n+/)).toEqual([
      "I wrapped <App> in <ErrorBoundary>. Also a<b and c>d.",
      "uses <Suspense fallback={null}> now",
      "<details>",
      "raw",
      "</details>",
    ])
    await expectCalm(visit)
  })

  it("is Undone after an undo of everything: header, card, files and list; nothing is green", async () => {
    const visit = await openPage(place, "#/runs/undone")
    const { page } = visit
    await expectState(page, "Undone")
    expect(await page.locator(".message-summarizer .badge").textContent()).toBe("Undone")
    await page.getByText("Everything that this run changed was taken back since.").waitFor()
    expect(await page.locator(".side-list .undone").allTextContents()).toEqual(["a.md"])
    expect(await page.locator(".tone-verified").count()).toBe(0)
    expect(await page.locator(".run-title h1").textContent()).toBe("Write a")
    await page.goto(`${place.server.url}#/`)
    await page.locator("tr", { hasText: "Write a" }).locator(".badge", { hasText: "Undone" }).waitFor()
    await expectCalm(visit)
  })

  it("calls changes without checkpoints what they are: no fault, but nothing to go back to", async () => {
    const visit = await openPage(place, "#/runs/unkept")
    const { page } = visit
    await page.getByRole("tab", { name: "Changes" }).click()
    await page.getByText("Changed: a.md. No checkpoints were kept meanwhile").waitFor()
    expect(await page.locator(".changes [role=alert]").count()).toBe(0)
    await page.getByRole("button", { name: "Undo…" }).click()
    await page.locator("dialog [role=alert]", { hasText: "nothing to go back to" }).waitFor()
    expect(await page.locator("dialog .primary").isDisabled()).toBe(true)
    await expectCalm(visit, "409")
  })

  it("shows a failed run as failed, where it failed, as far as it came, under its one title", async () => {
    const visit = await openPage(place, "#/")
    const { page } = visit
    const link = page.locator(".run-link", { hasText: "Upgrade" })
    const title = await link.textContent()
    await link.click()
    await expectState(page, "Failed")
    expect(await page.locator(".run-title h1").textContent()).toBe(title)
    expect(await page.title()).toContain(title)
    expect(await page.locator(".looked-at h2").textContent()).toBe("Round 2.1")
    expect(await page.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("33")
    const edge = "getComputedStyle(document.querySelector('.message-summarizer')).borderLeftColor"
    expect(await page.evaluate(edge)).toBe("rgb(179, 38, 30)")
    await expectCalm(visit)
  })

  it("has the end word for word behind the card", async () => {
    const visit = await openPage(place, "#/runs/failed")
    await visit.page.getByText("The end as the log has it").click()
    await visit.page.locator(".summarizer-raw pre", { hasText: '"reason": "no"' }).waitFor()
    await expectCalm(visit)
  })

  it("keeps the facts outside the fold, and unfolds a long card without moving", async () => {
    const visit = await openPage(place, "#/runs/failed")
    const { page } = visit
    const more = page.getByRole("button", { name: "Show all" })
    await more.waitFor()
    await page.locator(".summarizer-facts li", { hasText: "src/a.ts" }).waitFor()
    expect(await page.locator(".summarizer-body .summarizer-facts").count()).toBe(0)
    await more.scrollIntoViewIfNeeded()
    const before = await placesOf(page)
    await more.press("Enter")
    await page.getByRole("button", { name: "Show less" }).waitFor({ state: "attached" })
    expect(await placesOf(page)).toEqual(before)
    await page.getByRole("button", { name: "Show less" }).press("Enter")
    await more.waitFor()
    expect((await placesOf(page)).bar).toBe(before.bar)
    await expectCalm(visit)
  })
})

/** Where things stand on the screen. */
function placesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`({
    bar: document.querySelector(".top-bar").getBoundingClientRect().top,
    header: document.querySelector(".run-header").getBoundingClientRect().top,
    card: document.querySelector(".message-summarizer").getBoundingClientRect().top,
  })`)
}
