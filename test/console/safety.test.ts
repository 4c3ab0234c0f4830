import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { keep } from "./stored.ts"

const SCRIPT = "<script>window.broken = 1</script>"
const IMAGE = "<img src=x onerror='window.broken = 1'>"
const EVIL = `${SCRIPT}${IMAGE}<svg onload="window.broken=1"><iframe srcdoc="${SCRIPT}"></iframe>`

const MARKDOWN = `# ${EVIL}

[click](javascript:window.broken=1) [data](data:text/html,${encodeURIComponent(SCRIPT)}) [fine](https://example.org/) [mail](mailto:a@example.org)

![pixel](https://example.org/spy.png) ![inline](data:image/png;base64,iVBORw0KGgo=) ![svg](data:image/svg+xml,<svg onload=1>)

<a href="javascript:window.broken=1" onclick="window.broken=1">raw</a>

\`\`\`html
${EVIL}
\`\`\`

| a |
|---|
| ${IMAGE} |`

/** Everything that comes from a model, a tool or a file name is hostile here. */
function evilRun(): Teller {
  const teller = new Teller(0)
  teller.begin({ request: EVIL, strategy: EVIL, model: EVIL }).state("EXECUTING")
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "sequential",
    phases: [{ id: 1, name: EVIL, goal: EVIL, estimated_rounds: 1, dependencies: [] }],
  })
  teller.stage("phase-1", "phase", EVIL).stage("phase-1/round-1", "round", EVIL)
  const task = {
    tool: EVIL,
    title: EVIL,
    input: { [EVIL]: EVIL, list: [EVIL] },
    ms: 5,
    digest: EVIL,
    changes: [EVIL],
    why: EVIL,
  }
  teller.plan("phase-1/round-1", EVIL, [task]).work("phase-1/round-1", [task])
  teller.tell("r", {
    type: "reflection.raised",
    stage: "phase-1/round-1",
    detector: EVIL,
    level: "guidance",
    reason: EVIL,
    evidence: [EVIL],
    suggestion: EVIL,
  })
  teller.judge("phase-1/round-1", { text: EVIL, done: true, rate: 1 })
  teller.check("phase-1/round-1", EVIL, EVIL, [EVIL])
  teller.endStage("phase-1/round-1", "done", EVIL).endStage("phase-1", "done", EVIL)
  return teller.end({ status: "done", verified: true }, MARKDOWN, [EVIL], EVIL)
}

function waitingRun(): Teller {
  const teller = new Teller(0).begin({ request: EVIL })
  teller.tell("q", {
    type: "approval.asked",
    question: "q/approval",
    tool: EVIL,
    summary: EVIL,
    detail: `--- a/${EVIL}\n+++ b\n@@ @@\n+${EVIL}`,
    rule: { tool: "run_in_terminal", match: "echo \u202eyes\u202c", decision: "allow" },
  })
  teller.tell("q1", {
    type: "approval.asked",
    question: "q1/review-1",
    about: "plan",
    tool: "plan",
    summary: EVIL,
    detail: JSON.stringify({ tasks: [{ tool: EVIL, arguments: { [EVIL]: `${EVIL}\u200b` }, why: EVIL }] }),
  })
  teller.tell("q2", { type: "clarification.asked", question: "q2", questions: [EVIL] })
  return teller.state("WAITING")
}

describe.skipIf(!canBrowse)("text that would be script", () => {
  withBrowser()

  it("is shown and never run, wherever it comes from", async () => {
    await using place = await stage()
    await keep(place.store, "evil", place.workspace, evilRun().events)
    const visit = await openPage(place, "#/runs/evil")
    const { page } = visit
    await page.locator(".message-summarizer table").waitFor()
    await page.locator("[data-task]").click()
    await page.locator(".moment summary").first().click()
    for (const name of ["Log", "Request", "Work"]) await page.getByRole("tab", { name }).click()
    await page.getByRole("tab", { name: "Log" }).click()
    await page.locator(".log-row").last().click()

    await expectHarmless(page)
    await expectCalm(visit)
  })

  it("has links that lead outside only, and no pictures from elsewhere", async () => {
    await using place = await stage()
    await keep(place.store, "evil", place.workspace, evilRun().events)
    const visit = await openPage(place, "#/runs/evil")
    await visit.page.locator(".message-summarizer table").waitFor()
    const content = visit.page.locator(".summarizer-content")
    const links = await content
      .locator("a")
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute("href"), one.getAttribute("rel"), one.getAttribute("target")]),
      )
    const rel = "noopener noreferrer nofollow"
    expect(links).toEqual([
      ["https://example.org/", rel, "_blank"],
      ["mailto:a@example.org", rel, "_blank"],
    ])
    const images = await content.locator("img").evaluateAll((all) => all.map((one) => one.getAttribute("src")))
    expect(images).toEqual(["data:image/png;base64,iVBORw0KGgo="])
    await visit.context.close()
  })

  it("is no danger in questions and lists either", async () => {
    await using place = await stage()
    await keep(place.store, "evil", place.workspace, waitingRun().events)
    const visit = await openPage(place, "#/runs/evil")
    await visit.page.locator(".question .diff").waitFor()
    expect(await visit.page.locator(".remember code").textContent()).toBe("run_in_terminal echo <U+202E>yes<U+202C>")
    await visit.page.locator(".question-list button").nth(1).click()
    expect(await visit.page.locator(".plan dd").textContent()).toMatch(/<U\+200B>$/)
    await expectHarmless(visit.page)
    await visit.page.locator(".question-list button").last().click()
    await expectHarmless(visit.page)
    await visit.page.goto(`${place.server.url}#/`)
    await visit.page.locator(".run-link").waitFor()
    await expectHarmless(visit.page)
    await expectCalm(visit)
  })
})

async function expectHarmless(page: import("playwright-core").Page): Promise<void> {
  expect(await page.evaluate("window.broken")).toBeUndefined()
  expect(
    await page.locator("#root script, #root iframe, #root [onerror], #root [onload], #root [onclick]").count(),
  ).toBe(0)
  expect(await page.locator("#root a[href^='javascript']").count()).toBe(0)
}
