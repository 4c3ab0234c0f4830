import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { someOf } from "../sample.ts"
import { simple } from "../scenarios/auto-scenarios.ts"
import { exceptionGranted, resultMissing } from "../scenarios/constraint-scenarios.ts"
import { noDeployPhased } from "../scenarios/order-scenarios.ts"
import { controlFailed, forced, iterationLimit, retried, seenForItself } from "../scenarios/phased-scenarios.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { endless, silent } from "../scenarios/react-scenarios.ts"
import { outOfRounds, overruledAtEnd } from "../scenarios/rounds-scenarios.ts"
import { blockedAlone, confined, deadlocked, outOfCalls, replanned } from "../scenarios/stepwise-scenarios.ts"
import { badWrites, literalSecondTry, mended } from "../scenarios/todo-scenarios.ts"
import { neverMended } from "../scenarios/verification-scenarios.ts"
import { canBrowse } from "./browser.ts"
import { englishOfEngine } from "./engine-words.ts"
import { expectCalm, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { keep } from "./stored.ts"

/** Of every strategy runs in which the engine has much to say: refusals, corrections, limits, deadlocks. */
const RUNS: readonly Scenario[] = [
  ...[retried, seenForItself, forced, iterationLimit, controlFailed],
  ...[outOfRounds, overruledAtEnd],
  ...[replanned, deadlocked, blockedAlone, outOfCalls],
  ...[endless, silent],
  ...[badWrites, literalSecondTry, mended],
  ...[confined, exceptionGranted, resultMissing, noDeployPhased, neverMended],
  simple,
]

describe.skipIf(!canBrowse)("the Chinese page of a run that speaks English", () => {
  withBrowser()

  it("has no sentence of the engine's in English, whatever the strategy", async () => {
    await using place = await stage()
    const visit = await openPage(place, "#/", { locale: "zh-CN" })
    const found: Record<string, readonly string[]> = {}
    for (const scenario of someOf("Chinese pages", 7, RUNS)) {
      await using played = await play(scenario)
      const id = played.result.run_id
      await keep(place.store, id, place.workspace, played.events)
      const text = await allOf(visit.page, `${place.server.url}#/runs/${id}`)
      const english = englishOfEngine(text, await played.store.load(id))
      if (english.length > 0) found[scenario.name] = english
    }
    expect(found).toEqual({})
    await expectCalm(visit)
  })
})

/** What the page says of a run, in each of its parts. */
async function allOf(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await page.locator(".column.right .figure").first().waitFor()
  const texts = [await page.locator("main").innerText()]
  for (const part of await page.locator(".round:visible, .node-name:enabled:visible").all()) {
    await part.click()
    texts.push(await page.locator("main").innerText())
  }
  return texts.join("\n")
}
