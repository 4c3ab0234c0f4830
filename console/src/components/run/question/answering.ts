import type { StandingAnswer } from "@keelson/protocol/api/api.ts"
import type { Hearing } from "../../../state/use-deaf-time.ts"

/** What a form needs to answer its question. */
export type Answering = {
  readonly runId: string
  readonly question: string
  readonly hearing: Hearing
  /** An answer is under way, or did not arrive. */
  readonly onSending: (question: string, isUnderWay: boolean) => void
  readonly onSent: () => void
  /** Somebody else's answer came first. */
  readonly onOvertaken: (question: string, decided: StandingAnswer) => void
}
