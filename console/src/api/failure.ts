/** What the server said no to, or why it could not be asked. `code` is `offline` where nobody answered. */
export class Failure extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number

  constructor(code: string, message: string, { hint = "", status = 0 }: { hint?: string; status?: number } = {}) {
    super(message)
    this.code = code
    this.hint = hint
    this.status = status
  }
}

/** Reads `{ error: { code, message, hint } }`; anything else becomes a sentence of our own. */
export async function failureOf(response: Response): Promise<Failure> {
  const { status } = response
  const code = status === 401 ? "unauthorized" : "error"
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string; hint?: string } }
    return new Failure(status === 401 ? code : error.code, error.message, { hint: error.hint ?? "", status })
  } catch {
    return new Failure(code, `${status} ${response.statusText}`.trim(), { status })
  }
}
