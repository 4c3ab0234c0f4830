import type { OpenQuestion } from "@keelson/protocol/log/run.ts"

/** A question that wants a yes or a no. */
export type Approval = Extract<OpenQuestion, { kind: "approval" }>

export function isPlanQuestion({ about }: Approval): boolean {
  return about === "plan"
}
