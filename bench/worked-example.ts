import { react } from "keelson"
import { call } from "../src/testing/server-reply.ts"
import type { Scenario } from "../test/scenarios/play.ts"
import { workedFused, workedLiteral } from "../test/scenarios/worked-example.ts"
import { oneByOne, playPlainLoop } from "./support/plain-loop.ts"
import { promptTokens, totalPromptTokens, weightedPromptTokens, wirePrefixShare } from "./support/prompt-tokens.ts"
import { inRealSize } from "./support/real-size.ts"
import { atLeast, atMost, type Chart, count, exactly, type Figure, type Report, ratio } from "./support/report.ts"
import { type Played, playOnServer, rehearse, type Work } from "./support/stage-run.ts"
import { systemPromptOf } from "./support/system-prompt.ts"

type Sent = Omit<Played, "result">
type Plays = { readonly literal: Played; readonly fused: Played; readonly loop: Played; readonly plain: Sent }

/** 3 phases, 7 rounds, 20 tasks: in the literal flow, fused, and one task after another by our loop and by the AI SDK's. */
export async function workedExample(): Promise<Report> {
  const plays = await playAll((files) => files)
  const { literal, fused, plain } = plays
  const inReal = await playAll(inRealSize)
  const tokens = tokensOf(plays, totalPromptTokens)
  const real = tokensOf(inReal, totalPromptTokens)
  const paid = tokensOf(plays, weightedPromptTokens)
  const paidReal = tokensOf(inReal, weightedPromptTokens)
  return {
    figures: [
      count("worked example, literal: model calls", literal.requests.length, "calls", exactly(17)),
      count("worked example, fused: model calls", fused.requests.length, "calls", atMost(9)),
      count("worked example, AI SDK loop: model calls", plain.requests.length, "calls", atLeast(21)),
      ratio("worked example, tokens, cached ones at a tenth, fused / AI SDK loop", paid.fused / paid.plain, atMost(1)),
      ratio("worked example, the same with files of 100 lines", paidReal.fused / paidReal.plain, atMost(1)),
      ratio("worked example, all prompt tokens, fused / AI SDK loop", tokens.fused / tokens.plain),
      ratio("worked example, all prompt tokens, files of 100 lines", real.fused / real.plain),
      ratio("worked example, 100 lines, fused / our react, which cuts results alike", real.fused / real.loop),
      ratio("worked example, prompt tokens, fused / our react", tokens.fused / tokens.loop),
      ratio("worked example, prompt tokens, literal / AI SDK loop", tokens.literal / tokens.plain),
      count("worked example: prompt tokens, fused", tokens.fused, "tokens"),
      count("worked example: prompt tokens, literal", tokens.literal, "tokens"),
      count("worked example: prompt tokens, react", tokens.loop, "tokens"),
      count("worked example: prompt tokens, AI SDK loop", tokens.plain, "tokens"),
      count("worked example, 100 lines: prompt tokens, fused", real.fused, "tokens"),
      count("worked example, 100 lines: prompt tokens, react", real.loop, "tokens"),
      count("worked example, 100 lines: prompt tokens, AI SDK loop", real.plain, "tokens"),
      firstPrompt(fused),
      ...prefixShares(plays),
    ],
    charts: [
      chartOf("worked-example", `Worked example (3 phases, 7 rounds, 20 tasks): ${PAID}`, plays, paid),
      chartOf("worked-example-real-size", `Worked example with files of 100 lines: ${PAID}`, plays, paidReal),
    ],
  }
}

const PAID = "prompt tokens, cached ones at a tenth"

type Resize = (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>

async function playAll(resize: Resize): Promise<Plays> {
  const literal = await playScenario(workedLiteral, resize)
  const fused = await playScenario(workedFused, resize)
  const done = call("task_done", { summary: "It is done." })
  const loop = await playOnServer({ ...literal.work, options: { strategy: react } }, oneByOne(literal.tasks, done))
  const plain = await playPlainLoop(literal.work, oneByOne(literal.tasks), systemPromptOf(loop))
  return { literal: literal.played, fused: fused.played, loop, plain }
}

async function playScenario({ request = "", files = {}, options = {}, model }: Scenario, resize: Resize) {
  const work: Work = { request, files: resize(files), options }
  const { lines, tasks } = await rehearse(work, model())
  return { work, tasks, played: await playOnServer(work, lines) }
}

type Tokens = Readonly<Record<keyof Plays, number>>

function tokensOf({ literal, fused, loop, plain }: Plays, count: typeof totalPromptTokens): Tokens {
  const total = ({ requests, workspace }: Sent) => count(requests, workspace)
  return { literal: total(literal), fused: total(fused), loop: total(loop), plain: total(plain) }
}

/** The first request after the analysis, whose context is thrown away: system prompt, structured request, all controls and tools. */
function firstPrompt({ requests, workspace }: Played): Figure {
  const [, first] = requests
  return count(
    "first prompt of the execution context",
    first ? promptTokens(first, workspace) : 0,
    "tokens",
    atMost(2200),
  )
}

function prefixShares({ literal, fused, loop, plain }: Plays): Figure[] {
  return [
    ratio("prefix share, phased literal", literal.result.figures.prefix_share),
    ratio("prefix share, phased fused", fused.result.figures.prefix_share),
    ratio("prefix share, react", loop.result.figures.prefix_share),
    ratio("prefix share on the wire, phased literal", wirePrefixShare(literal.requests)),
    ratio("prefix share on the wire, phased fused", wirePrefixShare(fused.requests)),
    ratio("prefix share on the wire, react", wirePrefixShare(loop.requests)),
    ratio("prefix share on the wire, AI SDK loop", wirePrefixShare(plain.requests)),
  ]
}

function chartOf(file: string, title: string, plays: Plays, tokens: Tokens): Chart {
  const bar = (name: string, which: keyof Plays, ours: boolean) => ({
    label: `${name}, ${plays[which].requests.length} calls`,
    value: tokens[which],
    ours,
  })
  return {
    file,
    title,
    unit: "tokens",
    bars: [
      bar("keelson phased, fused", "fused", true),
      bar("keelson phased, literal", "literal", true),
      bar("keelson react", "loop", true),
      bar("AI SDK loop", "plain", false),
    ],
    limit: { label: "the AI SDK loop", value: tokens.plain },
  }
}
