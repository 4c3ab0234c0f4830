import { react } from "keelson"
import { call } from "../src/testing/server-reply.ts"
import { oneByOne, playPlainLoop } from "./support/plain-loop.ts"
import { totalPromptTokens } from "./support/prompt-tokens.ts"
import { atMost, count, type Report, ratio } from "./support/report.ts"
import { playOnServer } from "./support/stage-run.ts"
import { systemPromptOf } from "./support/system-prompt.ts"
import { TEN_STEPS_FUSED, TEN_TASKS, tenSteps } from "./support/ten-steps-work.ts"

/** The same ten tool calls by `phased`, by our own plain loop and by the AI SDK's: model calls and prompt tokens. */
export async function tenStepWork(): Promise<Report> {
  const fused = await playOnServer(tenSteps, TEN_STEPS_FUSED)
  const done = call("task_done", { summary: "It is done; the test passes." })
  const loop = await playOnServer({ ...tenSteps, options: { strategy: react } }, oneByOne(TEN_TASKS, done))
  const plain = await playPlainLoop(tenSteps, oneByOne(TEN_TASKS), systemPromptOf(loop))
  const [ours, reacts, others] = [fused, loop, plain].map((played) =>
    totalPromptTokens(played.requests, played.workspace),
  ) as [number, number, number]
  return {
    figures: [
      count("ten steps, phased: model calls", fused.requests.length, "calls", atMost(4)),
      ratio("ten steps, prompt tokens, phased / our react", ours / reacts, atMost(0.4)),
      ratio("ten steps, prompt tokens, phased / AI SDK loop", ours / others),
      count("ten steps, react: model calls", loop.requests.length, "calls"),
      count("ten steps: prompt tokens, phased", ours, "tokens"),
      count("ten steps: prompt tokens, react", reacts, "tokens"),
      count("ten steps: prompt tokens, AI SDK loop", others, "tokens"),
    ],
    charts: [
      {
        file: "ten-steps",
        title: "Ten tool calls: prompt tokens of the whole run",
        unit: "tokens",
        bars: [
          { label: `keelson phased, ${fused.requests.length} calls`, value: ours, ours: true },
          { label: `keelson react, ${loop.requests.length} calls`, value: reacts, ours: true },
          { label: `AI SDK loop, ${plain.requests.length} calls`, value: others, ours: false },
        ],
        limit: { label: "40% of react", value: 0.4 * reacts },
      },
    ],
  }
}
