import { estimateTokens } from "../../model/tokens.ts"
import { READ_ARTIFACT } from "../../tools/read-artifact.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { REQUEST_ARTIFACT } from "./artifact.ts"
import { cutResult, renderCut } from "./cut-result.ts"

/** The request as prompts have it: all of it, or, where the window was too small at the start, its beginning and where the rest is. */
export function toldRequest({ request, environment }: Pick<RunParts, "request" | "environment">): string {
  const { request_tokens } = environment
  if (request_tokens === undefined || estimateTokens(request) <= request_tokens) return request
  const cut = cutResult(request, request_tokens, "head")
  const [, last = 0] = cut.lines.at(-1) ?? []
  const total = request.split("\n").length
  const lines = last < total ? `lines ${last + 1}-${total}` : "the whole of it"
  return `${renderCut(request, cut)}\n[The request is longer: ${READ_ARTIFACT} ${REQUEST_ARTIFACT} shows ${lines}. Read it before you begin.]`
}
