import { analyse, type Clarified, openingUnlessSimple, type PhaseSizes } from "../phased/prompts.ts"

/** The analysis decides how the request is carried out, and may bring the answer along. */
export function analyseAndChoose(request: string, answers: readonly Clarified[]): string {
  return `${analyse(request, answers)} If it can be answered at once, without a tool, put the whole answer into direct_answer.`
}

/** It may bring the first plan along too, with its phases where the work has some. */
export function openingFor(sizes: PhaseSizes): string {
  return `If it is simple and needs tools, add plan_tool_call with the first tasks. ${openingUnlessSimple(sizes)}`
}
