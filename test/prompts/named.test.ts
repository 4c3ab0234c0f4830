import { describe, expect, it } from "vitest"
import type { JsonSchema, ModelRequest, Rung, ToolSpec } from "../../src/model/seam/model.ts"
import { FREE_REPLY } from "../../src/run/controls/control.ts"
import { PLAIN_SUMMARY } from "../../src/run/finish/summary/summary.ts"
import { controlNames } from "../../src/strategies/control-names.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import type { Scenario } from "../scenarios/play.ts"
import { forcedWord } from "../scenarios/stepwise-parts-scenarios.ts"
import { namesIn, wordsOf } from "../support/emulators/sighted-mind.ts"
import { asShown } from "./as-shown.ts"
import { greeting, only } from "./greeting.ts"
import { requestsOf } from "./record.ts"

const RUNGS: readonly Rung[] = ["named", "required", "schema", "text"]
const FUSED = ["phase_planner", "plan_tool_call", "judge_tasks", "summarizer", "think"]

/** Runs that ask for every control there is, in each form that it has. */
function runsOn(rung: Rung): readonly Scenario[] {
  const answerSchema = { type: "object", properties: { changed_files: { type: "array" } }, required: ["changed_files"] }
  const strategies = [...STRATEGIES.values()]
  return [
    ...strategies.map((strategy) => greeting(strategy, { rung, options: { answerSchema } })),
    ...strategies.map((strategy) => greeting(strategy, { rung, options: { literal: true } })),
    ...strategies.map((strategy) => greeting(strategy, { rung, complexity: "simple" })),
    { ...forcedWord, model: () => Object.assign(forcedWord.model(), { traits: only(rung) }) },
  ]
}

/** A request for a control, and which of the runs it is of. */
type Asked = { readonly run: number; readonly request: ModelRequest }

async function controlsOn(rung: Rung): Promise<readonly Asked[]> {
  const runs = await Promise.all(runsOn(rung).map(requestsOf))
  const asked = runs.flatMap((requests, run) => requests.map((request) => ({ run, request })))
  return asked.filter(({ request: { purpose } }) => ![FREE_REPLY, PLAIN_SUMMARY].includes(purpose.control))
}

const controlsIn = (asked: readonly Asked[]) => new Set(asked.map(({ request }) => request.purpose.control))

/** What a control asks for, as the lists of a run have it: a tool of its own, or a part of one. */
function structureOf(control: string, lists: readonly ToolSpec[]): JsonSchema {
  const own = lists.find(({ name }) => name === control)?.schema
  const part = lists.map(({ schema }) => partsOf(schema)[control]).findLast((found) => found !== undefined)
  return own ? withoutParts(own) : (part ?? {})
}

function partsOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema | undefined>> {
  return (properties ?? {}) as Readonly<Record<string, JsonSchema>>
}

/** An analysis may bring parts of others along, where there is room for them. */
function withoutParts(schema: JsonSchema): JsonSchema {
  const own = Object.entries(partsOf(schema)).filter(([name]) => !FUSED.includes(name))
  return { ...schema, properties: Object.fromEntries(own) }
}

/** What has to be known to give it: its own names, and those of the tools that it speaks of. */
function neededNames(structure: JsonSchema, lists: readonly ToolSpec[]): readonly string[] {
  const own = namesIn(structure)
  const spokenOf = lists.filter(({ name }) => own.has(name))
  return [...new Set([...own, ...spokenOf.flatMap(({ schema }) => [...namesIn(schema)])])]
}

function unnamed(request: ModelRequest, names: readonly string[]): string[] {
  const shown = wordsOf(asShown(request))
  return names.filter((name) => [...wordsOf(name)].some((word) => !shown.has(word)))
}

describe("the prompt names everything that is asked for", async () => {
  const named = await controlsOn("named")
  const listsOf = (run: number) => named.flatMap((asked) => (asked.run === run ? asked.request.tools : []))

  it("in runs that ask for every control", () => {
    const all = controlNames().filter((name) => name !== FREE_REPLY && name !== PLAIN_SUMMARY)
    expect([...controlsIn(named)].sort()).toEqual([...all].sort())
  })

  it.each(RUNGS)("on the rung %s", async (rung) => {
    const asked = rung === "named" ? named : await controlsOn(rung)
    const missing = asked.map(({ run, request }) => {
      const { key, control } = request.purpose
      const names = neededNames(structureOf(control, listsOf(run)), listsOf(run))
      return { key, of: names.length, unnamed: unnamed(request, names) }
    })
    expect(missing.filter(({ of, unnamed }) => of === 0 || unnamed.length > 0)).toEqual([])
    expect(controlsIn(asked)).toEqual(controlsIn(named))
  })

  it.each(["schema", "text"] as const)("and on the rung %s nothing that the answer has no room for", async (rung) => {
    const asked = (await controlsOn(rung)).map(({ request: { purpose, messages } }) => {
      const last = messages.findLastIndex(({ role }) => role === "assistant")
      const news = messages.slice(Math.max(1, last + 1)).map(({ text }) => text)
      const others = FUSED.filter((name) => name !== purpose.control && news.some((text) => text.includes(name)))
      return { key: purpose.key, others }
    })
    expect(asked.filter(({ others }) => others.length > 0)).toEqual([])
  })
})
