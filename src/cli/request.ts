import { UsageError } from "./failure.ts"
import { readNamedFile } from "./files.ts"

/** What shall be done: as given, or from a file. Throws `UsageError` where there is nothing. */
export async function readRequest(given: string | undefined, file: string | undefined): Promise<string> {
  if (given !== undefined && file !== undefined) throw new UsageError("give a request or --file, not both.")
  const request = file === undefined ? given : await readNamedFile("--file", file)
  if (request?.trim()) return request
  if (file !== undefined) throw new UsageError(`--file: "${file}" is empty; it shall say what the run shall do.`)
  throw new UsageError('no request: say what shall be done, as in keelson run "fix the failing test".')
}
