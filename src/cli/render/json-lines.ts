import { escapedJson } from "../../text/quoted-name.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import type { Display } from "../following/display.ts"
import { answerInShell } from "./message.ts"

/** Each new fact on a line of its own, its type and its run first, and what holds the run up; the last line is the result. */
export function jsonLines(stream: NodeJS.WritableStream, secrets: Secrets): Display {
  const startedAt = Date.now()
  // The log has what models wrote for tools as they wrote it.
  const print = (value: object) => stream.write(`${escapedJson(JSON.stringify(secrets.redactIn(value)))}\n`)
  let isShaped = false
  return {
    hasResult: true,
    follow(run) {
      run.onEvent(({ seq, key, at, event: { type, ...event } }) => {
        if ("environment" in event) isShaped = event.environment.answer_schema !== undefined
        // What was logged before this process was told by the one before it.
        if (at >= startedAt) print({ type, run_id: run.id, ...event, seq, key, at })
      })
      // No fact, and without a number: what a run that says nothing waits for.
      run.onLive((event) => {
        if (event.type === "engine.busy") print(event)
      })
    },
    pause: () => {},
    resume: () => {},
    end(result, exitCode) {
      // A text is no answer to a question for a shape.
      const answer = isShaped ? {} : { answer: answerInShell(result) }
      print({ type: "result", ...answer, ...result, exit_code: exitCode })
    },
    stop: () => {},
  }
}
