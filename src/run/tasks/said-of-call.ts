import type { SaidOfCall } from "../../protocol/log/event.ts"
import { isBuiltIn } from "../../tools/built-in.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import { type Described, subjectOf, traitsOf } from "../../tools/subject.ts"

type Said = { readonly tool: Described; readonly input: unknown; readonly isVerdict: boolean }

/**
 * What whoever reads the log has to know of a call and can't see from the tool's name; `undefined` where that is nothing. Of
 * the built-in tools everything is known.
 */
export function saidOfCall(secrets: Pick<Secrets, "redact">, { tool, input, isVerdict }: Said): SaidOfCall | undefined {
  if (isBuiltIn(tool.name)) return undefined
  const said: SaidOfCall = {
    ...subjectIn(secrets, tool, input),
    ...(traitsOf(tool).waits ? { waits: true } : {}),
    ...(isVerdict ? { verdict: true } : {}),
  }
  return Object.keys(said).length === 0 ? undefined : said
}

function subjectIn(secrets: Pick<Secrets, "redact">, tool: Described, input: unknown): SaidOfCall {
  const subject = subjectOf(tool, input)
  switch (subject?.kind) {
    case "command":
      return { command: secrets.redact(subject.command) }
    case "url":
      return { place: secrets.redact(subject.url) }
    case "paths":
      return { place: secrets.redact(subject.paths.join(" ")) }
    default:
      return {}
  }
}
