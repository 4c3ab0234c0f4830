import { estimateTokens } from "../../model/seam/tokens.ts"
import { READ_ARTIFACT } from "../../tools/read-artifact.ts"
import type { RunParts } from "../core/run-parts.ts"
import { REQUEST_ARTIFACT } from "./artifact.ts"
import { cutRequest } from "./cut-request.ts"
import { gapsIn, rangesText, renderCut } from "./cut-result.ts"

/** The request as prompts have it: all of it, or both ends of a long one, what matters between them, and where the rest is. */
export function toldRequest({ request, environment }: Pick<RunParts, "request" | "environment">): string {
  const { request_tokens } = environment
  if (request_tokens === undefined || estimateTokens(request) <= request_tokens) return request
  const cut = cutRequest(request, request_tokens)
  const gaps = gapsIn(cut.lines, request)
  const what =
    gaps.length === 0 ? "the middle of long lines" : `lines ${rangesText(gaps)} of ${request.split("\n").length}`
  return `${renderCut(request, cut)}\n[Left out of the request: ${what}. ${READ_ARTIFACT} with id ${REQUEST_ARTIFACT} reads them (lines as "10-90") or finds what fits a pattern (lines as "/a pattern/").]`
}
