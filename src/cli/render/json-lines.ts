import { escapedJson } from "../../text/quoted-name.ts"
import type { Secrets } from "../../tools/secrets.ts"
import type { Display } from "../display.ts"

/** Each new fact on a line of its own, its type first, and what holds the run up; the last line is the result. */
export function jsonLines(stream: NodeJS.WritableStream, secrets: Secrets): Display {
  const startedAt = Date.now()
  // The log has what models wrote for tools as they wrote it.
  const print = (value: object) => stream.write(`${escapedJson(JSON.stringify(secrets.redactIn(value)))}\n`)
  return {
    hasResult: true,
    follow(run) {
      run.onEvent(({ seq, key, at, event }) => {
        // What was logged before this process was told by the one before it.
        if (at >= startedAt) print({ ...event, seq, key, at })
      })
      // No fact, and without a number: what a run that says nothing waits for.
      run.onLive((event) => {
        if (event.type === "engine.busy") print(event)
      })
    },
    pause: () => {},
    resume: () => {},
    end: (result, exitCode) => print({ type: "result", ...result, exit_code: exitCode }),
    stop: () => {},
  }
}
