import type { ErrorReply, StandingAnswer } from "@keelson/protocol/api/api.ts"

type FailureMore = {
  readonly hint?: string
  readonly status?: number
  readonly decided?: StandingAnswer | undefined
  readonly runId?: string | undefined
}

/** What the server said no to, or why it could not be asked. `code` is `offline` where nobody answered. */
export class Failure extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number
  /** The answer that came first, where this one came too late. */
  readonly decided: StandingAnswer | undefined
  /** The run that is in the way. */
  readonly runId: string | undefined

  constructor(code: string, message: string, { hint = "", status = 0, decided, runId }: FailureMore = {}) {
    super(message)
    this.code = code
    this.hint = hint
    this.status = status
    this.decided = decided
    this.runId = runId
  }
}

/** Reads `{ error: { code, message, hint } }`; anything else becomes a sentence of our own. */
export async function failureOf(response: Response): Promise<Failure> {
  const { status } = response
  const code = status === 401 ? "unauthorized" : "error"
  try {
    const { error } = (await response.json()) as ErrorReply
    const { hint = "", decided, run_id: runId } = error
    return new Failure(status === 401 ? code : error.code, error.message, { hint, status, decided, runId })
  } catch {
    return new Failure(code, `${status} ${response.statusText}`.trim(), { status })
  }
}
