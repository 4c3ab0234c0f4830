import type { OpenQuestion } from "@keelson/protocol/run.ts"

/** A question that wants a yes or a no. */
export type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** The tool that a question about a plan names: no tool is called so. */
const PLAN = "plan"

export function isPlanQuestion({ tool }: Approval): boolean {
  return tool === PLAN
}
