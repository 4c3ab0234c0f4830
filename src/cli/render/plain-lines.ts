import { duration, timeOfDay } from "../../text/units.ts"
import type { Display } from "../display.ts"
import { describeEvent } from "./describe-event.ts"
import { onOneLine } from "./text.ts"

/** One line per fact, for logs and for people without a terminal. */
export function plainLines(stream: NodeJS.WritableStream): Display {
  const startedAt = Date.now()
  const print = (at: number, text: string) => stream.write(`[${timeOfDay(at)}] ${text}\n`)
  return {
    hasResult: false,
    follow(run) {
      print(Date.now(), `run ${run.id}`)
      run.onEvent(({ at, event }) => {
        const text = at >= startedAt ? describeEvent(event) : ""
        if (text !== "") print(at, text)
      })
      run.onLive((event) => {
        if (event.type === "model.retried")
          print(Date.now(), `retry in ${duration(event.wait_ms)}: ${onOneLine(event.reason)}`)
      })
    },
    pause: () => {},
    resume: () => {},
    end: () => {},
    stop: () => {},
  }
}
