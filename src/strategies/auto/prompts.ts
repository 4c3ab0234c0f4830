import { analyse, type Clarified } from "../phased/prompts.ts"

/** The analysis decides how the request is carried out, and may bring the answer or the first plan along. */
export function analyseAndChoose(request: string, answers: readonly Clarified[], fuse: boolean): string {
  const plan = fuse ? " If it is simple and needs tools, add plan_tool_call with the first tasks." : ""
  return `${analyse(request, answers, false)} If it can be answered at once, without a tool, put the whole answer into direct_answer.${plan}`
}
