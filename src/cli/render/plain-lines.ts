import type { Display } from "../display.ts"
import { describeEvent } from "./describe-event.ts"
import { onOneLine } from "./text.ts"
import { duration } from "./units.ts"

/** One line per fact, for logs and for people without a terminal. */
export function plainLines(stream: NodeJS.WritableStream): Display {
  const startedAt = Date.now()
  const print = (at: number, text: string) => stream.write(`[${timeOf(at)}] ${text}\n`)
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

function timeOf(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")
}
