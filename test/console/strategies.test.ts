import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { codingTools } from "../../src/tools/code/index.ts"
import { phaseAsks } from "../scenarios/alarm-scenarios.ts"
import { simple } from "../scenarios/auto-scenarios.ts"
import { bell, REQUEST, type Scenario } from "../scenarios/play.ts"
import { colours } from "../scenarios/rounds-scenarios.ts"
import { asked, deadlocked, replanned } from "../scenarios/stepwise-scenarios.ts"
import { dataAnalysis, literalSecondTry, walked } from "../scenarios/todo-scenarios.ts"
import { gated } from "../server/models.ts"
import { canBrowse, type Visit } from "./browser.ts"
import { askFor, expectCalm, expectState, openOptions, openPage, withBrowser } from "./open-page.ts"
import { type Stage, stage } from "./stage.ts"

function staged(scenario: Scenario, model = scenario.model()): Promise<Stage> {
  const agent = { tools: [bell().tool, ...codingTools], approve: "full", ...scenario.options } as const
  return stage({ model, files: scenario.files ?? {}, agent })
}

async function begin(place: Stage, scenario: Scenario, strategy: string): Promise<Visit> {
  const visit = await openPage(place, "#/new")
  const { page } = visit
  await openOptions(page)
  await page.getByRole("radio", { name: new RegExp(`^${strategy}`) }).check()
  await askFor(page, scenario.request ?? REQUEST)
  return visit
}

const node = (page: Page, title: string): Locator => page.locator(".node", { hasText: title })
const words = (page: Page): Promise<string | null> => page.locator(".progress-words").textContent()

describe.skipIf(!canBrowse)("stepwise on the page", () => {
  withBrowser()

  it("says which steps wait for what, and the smallest change that would help", async () => {
    await using place = await staged(deadlocked)
    const visit = await begin(place, deadlocked, "stepwise")
    const { page } = visit
    await expectState(page, "Blocked")
    await node(page, "2 do part 2").getByText("step 2 waits for step 1").waitFor()
    await node(page, "4 do part 4").getByText("needs 2, 3").waitFor()
    const moment = page.locator(".moment", { hasText: "The smallest change that would help:" })
    await moment.getByText("finish step 1, which frees step 2, 4").waitFor()
    await moment.getByText("2 ← 1: step 1 asked for another plan: a is broken").waitFor()
    expect(await words(page)).toBe("2 of 5 steps · 6 turns · 3 tasks")
    await expectCalm(visit)
  })

  it("keeps the steps of a plan that was replaced apart from those of the new one", async () => {
    await using place = await staged(replanned)
    const visit = await begin(place, replanned, "stepwise")
    const { page } = visit
    await expectState(page, "Done, unverified")
    expect(await page.locator(".graph .node-title").allTextContents()).toEqual(["1 do part 1", "2 use the first bell"])
    expect(await page.locator(".earlier .node-title").allTextContents()).toEqual(["2 do part 2"])
    expect(await words(page)).toBe("2 of 2 steps · 5 turns · 2 tasks")
    await expectCalm(visit)
  })

  it("says which step has a question", async () => {
    await using place = await staged(asked)
    const visit = await begin(place, asked, "stepwise")
    const { page } = visit
    await page.locator(".question li", { hasText: "Which bell is meant?" }).waitFor()
    expect(await page.locator(".question-from").textContent()).toBe("do part 1")
    await page.getByRole("textbox", { name: "Your answer" }).fill("The big one.")
    await page.locator("section.question:not(.deaf)").waitFor()
    await page.keyboard.press("Control+Enter")
    await expectState(page, "Done, unverified")
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("lists on the page", () => {
  withBrowser()

  it("show every item of tasks from the start, and its turns below it", async () => {
    const model = gated(walked.model(), "item-2/turn-1/reply")
    await using place = await staged(walked, model)
    const visit = await begin(place, walked, "tasks")
    const { page } = visit
    await model.reached
    await node(page, "2 分析销售趋势").locator(".mark", { hasText: "running" }).waitFor()
    await node(page, "1 探索数据结构").locator(".round").first().waitFor()
    await node(page, "3 生成可视化图表").locator(".mark", { hasText: "planned" }).waitFor()
    expect(await words(page)).toMatch(/^item 2 of 3 · turn 1/)
    model.open()
    await expectState(page, "Done, unverified")
    await expectCalm(visit)
  })

  it("say why an item failed, and number the turns of a second try", async () => {
    await using place = await staged(literalSecondTry)
    const visit = await begin(place, literalSecondTry, "tasks")
    const { page } = visit
    await expectState(page, "Failed")
    await node(page, "2 分析销售趋势").getByText("not completed in 2 tries").waitFor()
    await node(page, "1 探索数据结构").locator(".round", { hasText: "t2.1" }).click()
    await page.locator(".stage-head", { hasText: "Turn 2.1" }).getByText("探索数据结构").waitFor()
    await expectCalm(visit)
  })

  it("follow the to-dos of the model as it changes them", async () => {
    const model = gated(dataAnalysis.model(), "turn-6/reply")
    await using place = await staged(dataAnalysis, model)
    const visit = await begin(place, dataAnalysis, "todo")
    const { page } = visit
    await model.reached
    const list = page.getByRole("region", { name: "To do" })
    await list.getByRole("heading", { name: "To do 1/3" }).waitFor()
    model.open()
    await list.getByRole("heading", { name: "To do 3/3" }).waitFor()
    await expectState(page, "Done, unverified")
    await expectCalm(visit)
  })
})

describe.skipIf(!canBrowse)("rounds, auto and reflection on the page", () => {
  withBrowser()

  it("shows the thought of each round", async () => {
    await using place = await staged(colours)
    const visit = await begin(place, colours, "rounds")
    const { page } = visit
    await expectState(page, "Done, unverified")
    await page.locator(".round", { hasText: "r1" }).click()
    await page.locator(".ruling", { hasText: "Thought" }).getByText("已定位到需要修改的颜色").waitFor()
    await expectCalm(visit)
  })

  it("says what auto chose, and why", async () => {
    await using place = await staged(simple)
    const visit = await begin(place, simple, "auto")
    const { page } = visit
    await expectState(page, "Done, unverified")
    await page.locator(".run-facts", { hasText: "auto → rounds" }).waitFor()
    expect(await page.locator(".chosen").textContent()).toMatch(/^Strategy chosen: rounds .+/)
    await expectCalm(visit)
  })

  it("puts a reflection's question to the user", async () => {
    await using place = await staged(phaseAsks)
    const visit = await begin(place, phaseAsks, "phased")
    const { page } = visit
    await page.getByRole("heading", { name: "The run has a question" }).waitFor()
    expect((await page.locator(".question li").first().textContent())?.length).toBeGreaterThan(10)
    await page.locator(".moment", { hasText: "Reflection" }).first().waitFor()
    await expectCalm(visit)
  })
})
