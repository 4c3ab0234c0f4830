import { openingUnlessSimple, type PhaseSizes } from "../phased/prompts.ts"

/** The analysis decides how the request is carried out. It may bring the first plan along, with its phases where the work has some. */
export function openingFor(sizes: PhaseSizes): string {
  return `If tools are needed, add plan_tool_call for the first round. ${openingUnlessSimple(sizes)}`
}
