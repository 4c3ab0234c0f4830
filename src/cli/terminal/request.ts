import type { Language } from "../../protocol/log/environment.ts"
import { fence } from "../../text/fence.ts"
import { languageOf } from "../../text/words/language-of.ts"
import { NoRequestError, UsageError } from "./failure.ts"
import { readNamedFile } from "./files.ts"
import { fittedInput, pipedInput } from "./piped-input.ts"

/** What shall be done, in the language of the person who said it. */
export type Request = {
  readonly text: string
  readonly language: Language
  /** Without what was piped in. */
  readonly said: string
}

/** As given, from a file, or from another program; what is piped to words of one's own joins them. `undefined`: nobody said anything. */
export async function requestGiven(words: readonly string[], file: string | undefined): Promise<Request | undefined> {
  const given = words.join(" ")
  if (words.length > 0 && file !== undefined) throw new UsageError("give a request or --file, not both.")
  const said = file === undefined ? given : await readNamedFile("--file", file)
  if (file !== undefined && !said.trim())
    throw new UsageError(`--file: "${file}" is empty; it shall say what the run shall do.`)
  const piped = file === "-" ? "" : fittedInput(await pipedInput())
  const text = joined(said, piped)
  return text === "" ? undefined : { text, said, language: languageOf(said.trim() ? said : piped) }
}

/** Throws `UsageError` where there is nothing. */
export async function readRequest(words: readonly string[], file: string | undefined): Promise<Request> {
  const request = await requestGiven(words, file)
  if (request) return request
  throw new NoRequestError()
}

function joined(said: string, piped: string): string {
  if (!piped.trim()) return said.trim() ? said : ""
  if (!said.trim()) return piped
  return `${said.trimEnd()}\n\nStandard input, as data:\n${fence(piped.trimEnd())}`
}
