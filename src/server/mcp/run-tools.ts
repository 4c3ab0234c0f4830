import type { Answer } from "../../run/core/run-parts.ts"
import { allowedWorkspace } from "../access/allowed-workspace.ts"
import { requireRole } from "../access/may.ts"
import { ApiFailure } from "../http/failure.ts"
import type { RunCatalog } from "../runs/run-catalog.ts"
import type { RunDesk } from "../runs/run-desk.ts"
import type { RunHost } from "../runs/run-host.ts"
import { attend } from "../streams/follow-along.ts"
import { type RunReport, runReport } from "./run-report.ts"
import type { InputOf } from "./tool-inputs.ts"

/** Who called the tool. */
export type Caller = {
  /** The call is not waited for any more; the run goes on. */
  readonly signal: AbortSignal
  readonly onProgress: (line: string) => void
}

type Parts = { readonly host: RunHost; readonly catalog: RunCatalog; readonly desk: RunDesk }

/** What the tools do. Each says how the run is when it has ended, has a question, or the time is up. */
export class RunTools {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async runTask({ wait_s, workspace, ...wish }: InputOf<"run_task">, caller: Caller): Promise<RunReport> {
    const folder = await allowedWorkspace(this.#parts, workspace)
    const run = await this.#parts.desk.start({ ...wish, workspace: folder })
    caller.onProgress(`run ${run.id}`)
    return this.#after(run.id, 0, wait_s, caller)
  }

  async getRun({ run_id, wait_s }: InputOf<"get_run">, caller: Caller): Promise<RunReport> {
    const { id } = await this.#parts.catalog.header(run_id)
    return this.#after(id, await this.#lastSeq(id), wait_s, caller)
  }

  async answer(input: InputOf<"answer">, caller: Caller): Promise<RunReport> {
    requireRole(this.#parts.host.person, "run", "To answer")
    const { id } = await this.#parts.catalog.header(input.run_id)
    const afterSeq = await this.#lastSeq(id)
    const { live, hint } = await this.#parts.desk.answer(id, answerOf(input), input.question)
    if (!live) throw new ApiFailure(409, "conflict", hint ?? `Run ${id} could not be gone on with.`)
    return this.#after(id, afterSeq, input.wait_s, caller)
  }

  async cancel({ run_id, reason }: InputOf<"cancel">, caller: Caller): Promise<RunReport> {
    requireRole(this.#parts.host.person, "run", "To cancel a run")
    const { id } = await this.#parts.catalog.header(run_id)
    const afterSeq = await this.#lastSeq(id)
    await this.#parts.desk.cancel(id, reason)
    return this.#after(id, afterSeq, CANCEL_S, caller)
  }

  async #after(runId: string, afterSeq: number, waitS: number, { signal, onProgress }: Caller): Promise<RunReport> {
    const { catalog } = this.#parts
    const patience = waitS === 0 ? AbortSignal.abort() : AbortSignal.timeout(waitS * 1000)
    await attend(this.#parts, runId, { afterSeq, onProgress, signal: AbortSignal.any([signal, patience]) })
    const { header, result } = await catalog.find(runId)
    return runReport(result, header.live)
  }

  async #lastSeq(runId: string): Promise<number> {
    return (await this.#parts.host.store.load(runId)).at(-1)?.seq ?? 0
  }
}

/** A task that is under way may take a moment to stop. */
const CANCEL_S = 10

function answerOf({ text, decision, reason }: InputOf<"answer">): Answer {
  if (text !== undefined && decision === undefined) return { kind: "clarification", text }
  if (text === undefined && decision !== undefined) {
    return { kind: "approval", decision, ...(reason === undefined ? {} : { reason }) }
  }
  throw new ApiFailure(400, "bad_request", "Give either text, for a clarification, or a decision, for an approval.")
}
