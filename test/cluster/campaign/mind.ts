import { startModelServer } from "../../../src/testing/index.ts"
import { type Completion, call, text } from "../../../src/testing/server-reply.ts"

/** How many commands and how many notes a run has. */
export const ROUNDS = 3
/** A reply comes in a handful of parts. */
const MS_BETWEEN_PARTS = 120

export function noteName(round: number): string {
  return `note-${round}.md`
}

export function noteText(round: number): string {
  return `Note ${round}.\n`
}

/** Where commands leave a line each. */
export const EFFECTS = "effects.log"

/** Commands and notes in turns, then an answer. What comes next depends on what was done, not on who asks. `isSlow`: everything takes its time. */
export function mind(isSlow: boolean) {
  return startModelServer({
    script: (body) => {
      const heard = body.messages.filter(({ role }) => role === "tool").length
      const step = stepAfter(heard, isSlow)
      return isSlow ? { ...step, msBetweenChunks: MS_BETWEEN_PARTS } : step
    },
  })
}

function stepAfter(heard: number, isSlow: boolean): Completion {
  const round = (heard >> 1) + 1
  if (round > ROUNDS) return text("The notes are written.")
  if (heard % 2 === 1) return call("write_file", { path: noteName(round), content: noteText(round) })
  const command = `echo ${round} >> ${EFFECTS}`
  return call("run_in_terminal", { command: isSlow ? `sleep 0.4; ${command}; sleep 0.2` : command })
}
