import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Outcome } from "../../src/protocol/log/outcome.ts"
import { endMessage } from "../../src/view/facts-of.ts"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"
import { keep } from "./stored.ts"

const BOAST = "Login uses tokens now.\n\nAll three tests pass."
const EDIT = { tool: "edit_file", title: "Edit src/auth.js", input: {}, ms: 4, changes: ["src/auth.js"] }
const LINE = "src/auth.js:17 SyntaxError: missing )"

/** Ends as the engine ends runs: with how it came out in front and the other facts behind. */
function ended(teller: Teller, outcome: Outcome, text = BOAST, highlights: readonly string[] = []): Teller {
  const head = "- **Outcome:** failed: the check test fails"
  teller.end(outcome, text, highlights, "good")
  const last = teller.events.find(({ event }) => event.type === "run.ended")?.event
  if (last?.type === "run.ended")
    Object.assign(last, { message: endMessage({ head, text, rest: "- **Tasks:** 1 run" }) })
  return teller
}

function begun(request = "Move to tokens"): Teller {
  return new Teller(1_000_000).begin({ request })
}

/** Its test fails, and it says that all is well. */
function boasting(): Teller {
  const teller = begun().stage("turn-1", "turn", "Turn 1").work("turn-1", [EDIT])
  teller.check("turn-1", "test", "npm test", [LINE, "1 of 3 failed"]).endStage("turn-1", "done", "")
  return ended(teller, { status: "failed", reason: "test fails" }, BOAST, [
    "Three tests, **all pass**",
    "`src/auth.js`",
  ])
}

function refused(): Teller {
  const teller = begun().tell("turn-1/reply/failed-1", {
    type: "model.failed",
    control: "reply",
    n: 1,
    kind: "auth",
    status: 401,
    reason: "the key was refused",
    ms: 120,
    wait_ms: null,
  })
  return ended(teller, { status: "failed", reason: "refused the key (401)" }, "The run ended early.")
}

/** Of two requirements one is open, since no phase was for it. */
function halfway(): Teller {
  const teller = begun().tell("analysis", {
    type: "request.analysed",
    raw_tokens: 10,
    structured_tokens: 10,
    analysis: {
      complexity: "medium",
      core_goal: "Tokens and OAuth",
      requirements: ["JWT login", "OAuth sign-in"],
      constraints: [],
      clarification_needed: false,
      clarification_questions: [],
    } as never,
  })
  const phase = { goal: "g", estimated_rounds: 1, dependencies: [] }
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "sequential",
    phases: [
      { ...phase, id: 1, name: "Tokens", for: [1] },
      { ...phase, id: 2, name: "OAuth", for: [2] },
    ],
  })
  teller.stage("phase-1", "phase", "Tokens").stage("phase-1/round-1", "round", "Round 1")
  teller.work("phase-1/round-1", [EDIT]).endStage("phase-1/round-1", "done", "").endStage("phase-1", "done", "")
  teller.tell("limit", { type: "limit.reached", limit: "max_iterations", used: 4, allowed: 4 })
  return ended(teller, { status: "incomplete", limit: "max_iterations", reason: "the iteration limit was reached" })
}

const PHONE = { viewport: { width: 390, height: 844 } }

/** All of it, without scrolling. */
async function isOnScreen(page: Page, place: Locator): Promise<boolean> {
  const box = await place.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe.skipIf(!canBrowse)("an end that is not green", () => {
  withBrowser()
  let place: Stage
  beforeAll(async () => {
    place = await stage()
    await keep(place.store, "boasting", place.workspace, boasting().events)
    await keep(place.store, "refused", place.workspace, refused().events)
    await keep(place.store, "halfway", place.workspace, halfway().events)
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  it.each([{}, PHONE])(
    "says on one screen what fails, with the lines that say so, above what the model says: %j",
    async (options) => {
      const visit = await openPage(place, "#/runs/boasting", options)
      const { page } = visit
      const reason = page.locator(".end-reason")
      await reason.getByRole("heading", { name: `The check test fails: ${LINE}` }).waitFor()
      expect(await reason.locator(".digest").textContent()).toContain("1 of 3 failed")
      expect(await isOnScreen(page, reason.locator("h3"))).toBe(true)
      expect(await isOnScreen(page, reason.locator(".digest"))).toBe(true)
      expect(await isOnScreen(page, reason.getByRole("button", { name: "Resume" }))).toBe(true)
      const card = await page.locator(".message-summarizer").innerText()
      expect(card.indexOf(LINE)).toBeLessThan(card.indexOf("Login uses tokens now."))
      await expectCalm(visit)
    },
  )

  it("marks what the model claims against the checks, and leaves out its own mark", async () => {
    const visit = await openPage(place, "#/runs/boasting")
    const { page } = visit
    await page.getByText("Contradicted by the checks (test). “All three tests pass.”").waitFor()
    const [first, second] = await page.locator(".summarizer-highlights li").allInnerTexts()
    expect(first).toContain("Contradicted by the checks (test).")
    expect(second?.trim()).toBe("src/auth.js")
    expect(await page.locator(".summarizer-highlights strong, .summarizer-highlights code").allTextContents()).toEqual([
      "all pass",
      "src/auth.js",
    ])
    expect(await page.locator(".stat-item", { hasText: "Quality" }).count()).toBe(0)
    await expectCalm(visit)
  })

  it("resumes from there", async () => {
    const visit = await openPage(place, "#/runs/boasting")
    await visit.page.locator(".end-reason").getByRole("button", { name: "Resume" }).click()
    await visit.page.locator("dialog[open]", { hasText: "test fails" }).waitFor()
    await expectCalm(visit)
  })

  it("leads to the key where the endpoint refused it, with the attempt that it refused", async () => {
    const visit = await openPage(place, "#/runs/refused")
    const { page } = visit
    const reason = page.locator(".end-reason")
    await reason.getByRole("heading", { name: "The model could not be reached: the key was refused" }).waitFor()
    await reason.locator(".attempt", { hasText: "HTTP 401" }).waitFor()
    expect(await reason.getByRole("link", { name: "Check model and key" }).getAttribute("href")).toBe("#/settings")
    await page.locator(".feed .attempt", { hasText: "HTTP 401" }).waitFor()
    await expectCalm(visit)
  })

  it("has each requirement with what shows it, and why one is open", async () => {
    const visit = await openPage(place, "#/runs/halfway")
    const { page } = visit
    await page.getByRole("heading", { name: /^The run used up a limit: / }).waitFor()
    await page.locator(".end-reason").getByRole("button", { name: "Raise the limit and resume" }).waitFor()
    const ledger = page.getByRole("region", { name: "What was asked for" })
    await ledger.locator(".ledger-open", { hasText: "2. OAuth sign-in – OAuth (not begun)" }).waitFor()
    await ledger.locator(".ledger-met", { hasText: "1. JWT login" }).getByRole("button", { name: "task 1" }).click()
    await page.locator(".task.open", { hasText: "Edit src/auth.js" }).waitFor()
    await expectCalm(visit)
  })
})
