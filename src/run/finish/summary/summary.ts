import { digestOf } from "../../../journal/stable-json.ts"
import { ModelError } from "../../../model/seam/model-error.ts"
import type { SummaryLayer } from "../../../protocol/log/event.ts"
import { endPlace } from "../../../protocol/log/key.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { systemPrompt } from "../../context/prompts.ts"
import type { RunParts } from "../../core/run-parts.ts"
import { BudgetExceeded, ControlFailed, RunCancelled, RunDetached } from "../../core/stops.ts"
import { callModel } from "../../model-call/call-model.ts"
import type { RunContext } from "../../run-context.ts"
import { composedReport, countsOf, factsBlock, stitchedSummary } from "./report.ts"

/** What a run says of itself at its end, and which layer it came from. */
export type Summary = {
  readonly layer: SummaryLayer
  readonly text: string
  readonly highlights: readonly string[]
  readonly quality?: string
  /** What the model claims to have counted. */
  readonly claims?: { readonly phases?: number; readonly tasks?: number; readonly rounds?: number }
  /** What the request asks for and is not done, where the model says so. */
  readonly missing?: readonly string[] | undefined
}

/** A strategy's own way to sum up; keys start with the end's own path. `undefined`: it has nothing to say. */
export type Summariser = (end: RunContext, outcome: Outcome) => Promise<Summary | undefined>

/** Whether the model can be asked to sum up: in the strategy's own way, only in plain words, or not at all. */
export type MayAsk = boolean | "plainly"

/** The first layer that yields a text wins; the last one can't fail. */
export async function summarise(
  parts: RunParts,
  run: RunContext,
  outcome: Outcome,
  mayAskModel: MayAsk,
): Promise<Summary> {
  const end = run.at(endPlace(run.epoch))
  const inItsWay = mayAskModel === true ? [async () => run.summariser?.(end, outcome)] : []
  const byModel = mayAskModel === false ? [] : [...inItsWay, () => plainSummary(parts, end, outcome)]
  for (const layer of byModel) {
    const tried = await attempt(parts, layer)
    if (tried === "give up") break
    if (!tried || tried.text.trim() === "") continue
    if (isOneWord(tried)) break
    return tried
  }
  const { view } = parts.tally
  return (
    textSummary("stitched", stitchedSummary(view)) ?? { layer: "composed", text: composedReport(view), highlights: [] }
  )
}

/**
 * Small models sum up with "User" or "think": what the log shows says more. Chinese has no blanks between its words. An answer is
 * something else: it may well be one word.
 */
function isOneWord({ layer, text }: Summary): boolean {
  if (layer === "closing") return false
  const words = text.trim().split(/\s+/)
  return words.length === 1 && text.length < ONE_WORD && !/\p{Script=Han}{4}/u.test(text)
}

const ONE_WORD = 20

/** Claims that the engine's own counts contradict, in words. */
export function corrections(parts: RunParts, { claims }: Summary): string[] {
  const counts = countsOf(parts.tally.view)
  const pairs = [
    ["phases", claims?.phases, counts.phases],
    ["tasks", claims?.tasks, counts.tasks],
    ["rounds", claims?.rounds, counts.rounds],
  ] as const
  return pairs.flatMap(([what, claimed, counted]) =>
    claimed === undefined || claimed === counted ? [] : [`${what}: the model said ${claimed}, the log has ${counted}`],
  )
}

/** Something that only the model can add to an end; none where it can't be asked. */
export async function orNothing<T>(parts: RunParts, ask: () => Promise<T>): Promise<T | undefined> {
  const tried = await attempt(parts, ask)
  return tried === "give up" ? undefined : tried
}

/** A model that can't be reached, paid or waited for is not asked again; a fault in a layer must not cost the run its report. */
async function attempt<T>(parts: RunParts, layer: () => Promise<T>): Promise<T | undefined | "give up"> {
  try {
    return await layer()
  } catch (error) {
    // It has no end yet: whoever takes it up sums it up.
    if (error instanceof RunDetached) throw error
    if (error instanceof ControlFailed || (error instanceof ModelError && answersStill(error))) return undefined
    if (!isStop(error)) parts.onFault?.(error)
    return "give up"
  }
}

function isStop(error: unknown): boolean {
  return error instanceof BudgetExceeded || error instanceof RunCancelled || error instanceof ModelError
}

/** The endpoint is there and only this request was too much for it. */
export function answersStill(error: ModelError): boolean {
  return error.kind === "refused" || error.kind === "unsupported" || error.kind === "overflow"
}

function textSummary(layer: SummaryLayer, text: string): Summary | undefined {
  return text === "" ? undefined : { layer, text, highlights: [] }
}

/** What the plain summary is asked by. */
export const PLAIN_SUMMARY = "summary"

/** A plain call with tools off: for a model that can write but not fill in a form. */
async function plainSummary(parts: RunParts, end: RunContext, outcome: Outcome): Promise<Summary | undefined> {
  const { view } = parts.tally
  const known = [stitchedSummary(view) || composedReport(view), factsBlock(view, outcome)].join("\n\n")
  const reply = await callModel(
    parts,
    {
      key: end.key("plain"),
      control: PLAIN_SUMMARY,
      attempt: 1,
      messages: [
        { role: "system", text: systemPrompt(parts.environment) },
        {
          role: "user",
          text: `Write the final summary for the user as plain Markdown. Claim only what is given here.\n\n${known}`,
        },
      ],
      repeated: [],
      tools: [],
      choice: { kind: "none" },
      forSummary: true,
    },
    digestOf({ control: PLAIN_SUMMARY, version: 1 }),
    () => [],
  )
  return textSummary("plain", reply.text.trim())
}
