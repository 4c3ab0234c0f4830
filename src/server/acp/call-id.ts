import { parentOf } from "../../protocol/log/key.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** A call's id in its session: the protocol wants it unique there, and a session has several runs, whose tasks have the same keys. */
export function callId(runId: string, task: string): string {
  return `${runId}/${task}`
}

/** Who is asked about a call sees the card that the call is going to have; other questions have cards of their own. */
export function askedCallId(runId: string, { id, about }: Pick<Approval, "id" | "about">): string {
  return callId(runId, about === undefined ? parentOf(id) : id)
}
