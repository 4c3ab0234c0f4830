import { costOf } from "../../model/endpoints/prices.ts"
import type { ModelReply } from "../../model/seam/model.ts"
import { ModelError } from "../../model/seam/model-error.ts"
import { factKey, failedKey, lostKey } from "../../protocol/log/key.ts"
import type { Usage } from "../../protocol/log/usage.ts"
import { CallOvertaken } from "../core/overtaking.ts"
import type { RunParts } from "../core/run-parts.ts"
import { BudgetExceeded, RunCancelled } from "../core/stops.ts"
import type { AskedCall } from "./call-model.ts"
import { promptTokens } from "./context-size.ts"
import type { OutputMeter } from "./output-meter.ts"

/** What everybody may know of a call that was answered. */
export function calledEvent(parts: RunParts, call: AskedCall, reply: Pick<ModelReply, "usage">, ms: number) {
  return {
    type: "model.called" as const,
    control: call.control,
    rung: call.footing?.rung ?? call.choice.kind,
    attempt: call.attempt,
    usage: reply.usage,
    cost: costOf(reply.usage, parts.environment.price),
    ms,
    repeated: call.repeated.length === 0 ? 0 : Math.min(reply.usage.prompt, promptTokens(call.repeated, call.tools)),
    estimated: call.estimated,
    max_output: call.maxOutput,
  }
}

/**
 * A call counts once it is sent: a reply that was stopped or that came to nothing was paid for as far as it came, and one that was not
 * waited for any longer at least for its prompt.
 */
export async function recordLoss(
  parts: RunParts,
  call: AskedCall,
  { error, meter, started }: { readonly error: unknown; readonly meter: OutputMeter; readonly started: number },
): Promise<void> {
  const usage = lossOf(error, meter, call)
  if (!usage) return
  const { estimated: _own, ...event } = calledEvent(parts, call, { usage }, parts.journal.now() - started)
  await parts.journal.record(lossKey(parts, call), { ...event, lost: true })
}

/** A refusal costs nothing; somebody else's run is not written to. */
function lossOf(error: unknown, { spent }: OutputMeter, { estimated }: AskedCall): Usage | undefined {
  const isStopped = STOPS.some((stop) => error instanceof stop) || isOutOfTime(error)
  const isFault = error instanceof ModelError
  if ((isStopped || isFault) && spent.completion > 0) return spent
  const isUnheard = isStopped || (isFault && error.kind === "timeout")
  return isUnheard ? { prompt: spent.prompt + estimated, completion: 0, cached: 0 } : undefined
}

const STOPS = [BudgetExceeded, RunCancelled, CallOvertaken]

/** The summary's own. */
function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError"
}

/** What is lost is never looked up: a resumed run asks under the call's own key. */
function lossKey({ journal }: RunParts, { key }: AskedCall): string {
  const keyAt = (n: number) => factKey(lostKey(key, n), "model.called")
  return keyAt(firstFree((n) => journal.find(keyAt(n)) !== undefined))
}

/** The tries of one call, each recorded when it fails. */
export class Tries {
  readonly #parts: RunParts
  readonly #call: AskedCall
  #began: number

  constructor(parts: RunParts, call: AskedCall) {
    this.#parts = parts
    this.#call = call
    this.#began = parts.journal.now()
  }

  /** `waitMs`: until it is asked again; `null` where it is not. */
  async failed({ kind, status, message }: ModelError, waitMs: number | null): Promise<void> {
    const { journal, secrets } = this.#parts
    const { key, control } = this.#call
    const now = journal.now()
    const n = firstFree((times) => journal.find(factKey(failedKey(key, times), FAILED)) !== undefined)
    await journal.record(factKey(failedKey(key, n), FAILED), {
      ...{ type: FAILED, control, n, kind },
      ...(status === undefined ? {} : { status }),
      ...{ reason: secrets.redact(message), ms: Math.max(0, now - this.#began), wait_ms: waitMs },
    })
    this.#began = now + (waitMs ?? 0)
  }
}

const FAILED = "model.failed"

function firstFree(isTaken: (n: number) => boolean): number {
  let n = 1
  while (isTaken(n)) n += 1
  return n
}
