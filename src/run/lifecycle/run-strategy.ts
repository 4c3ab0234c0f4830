import type { RunResult } from "../../protocol/log/run.ts"
import { ONCE } from "../../protocol/zod/parse-once.ts"
import type { RunParts } from "../core/run-parts.ts"
import { ControlFailed, RunWaiting } from "../core/stops.ts"
import type { Stop } from "../finish/end-run.ts"
import { theEnd } from "../lazy.ts"
import { RunContext } from "../run-context.ts"
import type { AnyStrategy } from "../strategy.ts"
import { fallBackToLoop, hasFallenBack, placeOver, recordMissed } from "./fall-back-to-loop.ts"
import { rememberMissed } from "./missed-controls.ts"
import { resultOf } from "./result.ts"
import { answersFromOutside, goToWait } from "./waiting.ts"

/**
 * Carries a run out to its end or to its next question. Everything that can stop a run is caught here and nowhere else,
 * and every end gets its summary.
 */
export async function runStrategy(parts: RunParts, strategy: AnyStrategy): Promise<RunResult> {
  for (;;) {
    const known = answersFromOutside(parts)
    const run = new RunContext(parts)
    const stop = await stopOf(parts, run, strategy)
    if (stop !== "waiting") {
      await (await theEnd()).end(parts, run, stop)
      return resultOf(parts)
    }
    if (await goToWait(parts, known)) return resultOf(parts)
  }
}

async function stopOf(parts: RunParts, run: RunContext, strategy: AnyStrategy): Promise<Stop | "waiting"> {
  try {
    return await carriedOut(parts, run, strategy)
  } catch (error) {
    if (error instanceof RunWaiting) return "waiting"
    return (await theEnd()).stopBy(parts, error)
  }
}

/** By its strategy; where that asks for something that the model can't give, as a plain loop, once. */
async function carriedOut(parts: RunParts, run: RunContext, strategy: AnyStrategy): Promise<Stop> {
  if (hasFallenBack(run)) return goneOver(parts, run)
  try {
    const settings = strategy.settings.parse(parts.environment.settings, ONCE)
    const conclusion = await strategy.run(run, settings)
    return await (await theEnd()).ended(parts, run, conclusion)
  } catch (error) {
    if (!(error instanceof ControlFailed) || parts.environment.literal) throw error
    await recordMissed(run, error)
    await rememberMissed(parts, error.control)
    return goneOver(parts, run)
  }
}

async function goneOver(parts: RunParts, run: RunContext): Promise<Stop> {
  const conclusion = await fallBackToLoop(parts, run)
  return (await theEnd()).ended(parts, placeOver(run), conclusion)
}
